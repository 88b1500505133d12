import { constants, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CredentialTexts } from '../../../../../src/api/arguments/credentials.js'
import { busy } from '../../../paper-trading/support.js'
import { dig, rowsAt, textAt } from '../../../support/json.js'
import { API, codeOf, crypto, face, openDesk, tickerOf } from './support.js'

const desk = openDesk()
const { call, get, place, rest } = desk
beforeEach(() => desk.reset())

const rsa = face.paperCredentials?.() ?? {}
const ed25519 = face.otherPaperCredentials?.['ed25519']?.() ?? {}

function signedBy(key: KeyObject, method: string, path: string): string {
  const text = Buffer.from(`${desk.now}${method}${API}${path}`)
  if (key.asymmetricKeyType === 'ed25519') return sign(null, text, key).toString('base64')
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  return sign('sha256', text, { key, ...padding }).toString('base64')
}

function headersOf({ apiKey = '', privateKey = '' }: CredentialTexts, method: string, path: string) {
  return {
    'kalshi-access-key': apiKey,
    'kalshi-access-timestamp': String(desk.now),
    'kalshi-access-signature': signedBy(createPrivateKey(privateKey), method, path),
  }
}

const as = (keys: CredentialTexts, method: string, path: string, body?: unknown) =>
  call(method, path, { headers: headersOf(keys, method, path), body })

describe('keys', () => {
  test('of both kinds are lent, and open the same account', () => {
    expect(createPrivateKey(ed25519.privateKey ?? '').asymmetricKeyType).toBe('ed25519')
    const seen = [rsa, ed25519].map((keys) => as(keys, 'GET', '/portfolio/balance').status)
    expect(seen).toEqual([200, 200])
    const path = '/portfolio/events/orders'
    const order = {
      ticker: tickerOf(busy),
      side: 'bid',
      count: '5.00',
      price: '0.0200',
      time_in_force: 'good_till_canceled',
      self_trade_prevention_type: 'taker_at_cross',
    }
    expect(as(ed25519, 'POST', path, order).status).toBe(201)
    expect(rowsAt(as(rsa, 'GET', '/portfolio/orders').body, 'orders')).toHaveLength(1)
  })

  test('sign alone: another key’s signature, of either kind, is no signature of theirs', () => {
    const foreign = generateKeyPairSync('ed25519').privateKey
    for (const { apiKey = '' } of [rsa, ed25519])
      for (const key of [
        foreign,
        createPrivateKey((apiKey === rsa.apiKey ? ed25519 : rsa).privateKey ?? ''),
      ]) {
        const privateKey = key.export({ format: 'pem', type: 'pkcs8' }).toString()
        expect(as({ apiKey, privateKey }, 'GET', '/portfolio/balance').status).toBe(401)
      }
  })

  test('are made, listed and deleted by their member', () => {
    const made = ['rsa', 'ed25519'].map((key_type) =>
      call('POST', '/api_keys/generate', { body: { name: key_type, key_type } }),
    )
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    expect(made.map(({ body }) => textAt(body, 'private_key').split('\n')[0])).toEqual([
      '-----BEGIN RSA PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----',
    ])
    for (const { body } of made) {
      const keys = { apiKey: textAt(body, 'api_key_id'), privateKey: textAt(body, 'private_key') }
      expect(as(keys, 'GET', '/portfolio/balance').status).toBe(200)
    }
    const own = generateKeyPairSync('ed25519')
    const public_key = own.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    const id = textAt(call('POST', '/api_keys', { body: { name: 'own', public_key } }).body, 'api_key_id')
    const keys = {
      apiKey: id,
      privateKey: own.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    }
    rest(busy)
    expect(rowsAt(as(keys, 'GET', '/portfolio/orders').body, 'orders')).toHaveLength(1)
    const listed = get('/api_keys')
    expect(rowsAt(listed, 'api_keys').map((row) => row['name'])).toEqual(['rsa', 'ed25519', 'own'])
    expect(Number(dig(listed, 'api_key_region_expiration_ts'))).toBeGreaterThan(desk.now / 1000)
    expect(call('DELETE', `/api_keys/${id}`, { key: 'bob' }).status).toBe(404)
    expect(call('DELETE', `/api_keys/${id}`).status).toBe(204)
    expect(as(keys, 'GET', '/portfolio/orders').status).toBe(401)
  })

  test('may be for reading alone, and for one subaccount', () => {
    const member = { key: 'ann' }
    upgrade()
    expect(call('POST', '/portfolio/subaccounts', member)).toEqual({
      status: 201,
      body: { subaccount_number: 1 },
    })
    const keysWith = (body: object): CredentialTexts => {
      const made = call('POST', '/api_keys/generate', {
        body: { name: 'x', key_type: 'ed25519', ...body },
      }).body
      return { apiKey: textAt(made, 'api_key_id'), privateKey: textAt(made, 'private_key') }
    }
    const reader = keysWith({ scopes: ['read'] })
    expect(as(reader, 'GET', '/portfolio/orders').status).toBe(200)
    expect(codeOf(as(reader, 'DELETE', '/portfolio/events/orders'))).toEqual([403, 'permission_denied'])
    const bound = keysWith({ subaccount: 1 })
    const { body } = as(bound, 'GET', '/portfolio/balance')
    expect([dig(body, 'balance'), dig(body, 'balance_breakdown')]).toEqual([0, undefined])
    expect(as(bound, 'GET', '/portfolio/balance?subaccount=0').status).toBe(401)
    const path = '/portfolio/orders'
    const headers = headersOf(bound, 'GET', path)
    expect(call('GET', `${path}?subaccount=0`, { headers }).status).toBe(403)
  })
})

/** What subaccounts need. */
function upgrade() {
  rest(busy)
  call('DELETE', '/portfolio/events/orders')
  return call('POST', '/account/api_usage_level/upgrade')
}

test('who has placed an order is granted the second tier, which subaccounts need', () => {
  expect(call('POST', '/account/api_usage_level/upgrade').status).toBe(403)
  expect(codeOf(call('POST', '/portfolio/subaccounts'))).toEqual([
    403,
    'subaccount_creation_requires_advanced_api_usage_level',
  ])
  expect(upgrade().status).toBe(201)
  expect(get('/account/limits')).toMatchObject({ usage_tier: 'advanced', grants: [{ level: 'advanced' }] })
  expect(call('POST', '/portfolio/subaccounts').status).toBe(201)
})

describe('subaccounts', () => {
  test('have money of their own, which is moved, and orders that only their number reaches', () => {
    upgrade()
    call('POST', '/portfolio/subaccounts')
    const ticker = tickerOf(crypto)
    expect(codeOf(place({ ticker, price: '0.0200', subaccount: 1 }))).toEqual([
      400,
      'available_balance_too_low',
    ])
    const body = {
      client_transfer_id: 'b8d1e6a0-0000-4000-8000-000000000001',
      from_subaccount: 0,
      to_subaccount: 1,
      amount_cents: 5_000,
      exchange_index: 2,
    }
    expect(call('POST', '/portfolio/subaccounts/transfer', { body })).toEqual({ status: 200, body: {} })
    expect(rowsAt(get('/portfolio/subaccounts/transfers'), 'transfers')).toMatchObject([
      { amount_cents: 5_000, exchange_index: 2, to_subaccount: 1 },
    ])
    const balances = rowsAt(get('/portfolio/subaccounts/balances'), 'subaccount_balances')
    expect(balances).toHaveLength(8)
    expect(
      balances.find((row) => row['subaccount_number'] === 1 && row['exchange_index'] === 2),
    ).toMatchObject({
      balance: '50.0000',
    })
    const placed = place({ ticker, price: '0.0200', subaccount: 1 })
    expect(placed.status).toBe(201)
    const id = textAt(placed.body, 'order_id')
    // Orders and fills are of all subaccounts, positions and balances of the primary one, unless one is named.
    expect(rowsAt(get('/portfolio/orders'), 'orders').map((row) => row['subaccount_number'])).toEqual([1, 0])
    expect(rowsAt(get('/portfolio/orders?subaccount=0'), 'orders')).toHaveLength(1)
    expect(dig(get('/portfolio/balance?subaccount=1'), 'balance')).toBe(5_000 - 20)
    const path = `/portfolio/events/orders/${id}?market_ticker=${ticker}`
    expect(call('DELETE', path).status).toBe(404)
    expect(call('DELETE', `${path}&subaccount=1`).status).toBe(200)
    expect(codeOf(call('DELETE', `${path}&subaccount=7`))).toEqual([400, 'invalid_parameters'])
  })

  test('have a setting for netting', () => {
    const body = { subaccount_number: 0, enabled: true }
    expect(call('PUT', '/portfolio/subaccounts/netting', { body }).status).toBe(200)
    expect(rowsAt(get('/portfolio/subaccounts/netting'), 'netting_configs')[0]).toMatchObject(body)
  })
})

test('a target allocation makes 100 percent, or none is set', () => {
  const set = (...percents: number[]) =>
    call('POST', '/portfolio/target_balance_allocation', {
      body: { allocations: percents.map((percent, exchange_index) => ({ exchange_index, percent })) },
    }).status
  expect([set(60, 20), set(60, 20, 10, 20), set(60, 20, 0, 20)]).toEqual([400, 400, 200])
  expect(get('/portfolio/target_balance_allocation')).toMatchObject({
    allocations: [{ percent: 60 }, { percent: 20 }, { percent: 0 }, { percent: 20 }],
    resting_margin_reservation: 'sum',
  })
  expect(set()).toBe(200)
})

describe('order groups', () => {
  const create = (body: object) => call('POST', '/portfolio/order_groups/create', { body })
  const group = (id: string) => get(`/portfolio/order_groups/${id}`)

  test('cancel their orders once the limit is filled, and take none before they are reset', () => {
    const { status, body } = create({ contracts_limit: 2 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ subaccount: 0, exchange_index: 0 })
    const order_group_id = textAt(body, 'order_group_id')
    const id = rest(busy, { order_group_id })
    expect(group(order_group_id)).toEqual({
      contracts_limit_fp: '2.00',
      is_auto_cancel_enabled: false,
      exchange_index: 0,
      orders: [id],
    })
    const taken = place({ order_group_id, count: '9.00' })
    expect(taken.body).toMatchObject({ fill_count: '2.00', remaining_count: '0.00' })
    expect(dig(get(`/portfolio/orders/${id}`), 'order.status')).toBe('canceled')
    expect(codeOf(place({ order_group_id, price: '0.0200' }))).toEqual([400, 'invalid_order'])
    expect(call('PUT', `/portfolio/order_groups/${order_group_id}/reset`)).toEqual({ status: 200, body: {} })
    expect(place({ order_group_id, price: '0.0200' }).status).toBe(201)
    call('PUT', `/portfolio/order_groups/${order_group_id}/trigger`)
    expect(dig(group(order_group_id), 'is_auto_cancel_enabled')).toBe(true)
    expect(call('DELETE', `/portfolio/order_groups/${order_group_id}`).status).toBe(200)
    expect(call('GET', `/portfolio/order_groups/${order_group_id}`).status).toBe(404)
  })

  test('are on one shard, which is named where it is not 0', () => {
    const id = textAt(create({ contracts_limit_fp: '5.00', exchange_index: 2 }).body, 'order_group_id')
    const limit = (query: string) =>
      call('PUT', `/portfolio/order_groups/${id}/limit${query}`, { body: { contracts_limit: 7 } }).status
    expect([limit(''), limit('?exchange_index=3'), limit('?exchange_index=2')]).toEqual([404, 404, 200])
    expect(dig(group(id), 'contracts_limit_fp')).toBe('7.00')
    expect(codeOf(place({ order_group_id: id, price: '0.0200' }))).toEqual([400, 'invalid_order'])
    expect(place({ order_group_id: id, price: '0.0200', ticker: tickerOf(crypto) }).status).toBe(201)
    expect(rowsAt(get('/portfolio/order_groups'), 'order_groups')).toMatchObject([{ id, exchange_index: 2 }])
  })

  test.each([
    [{}],
    [{ contracts_limit: 0 }],
    [{ contracts_limit: 2, contracts_limit_fp: '3.00' }],
    [{ contracts_limit: '2' }],
  ])('with %j are refused', (body) => {
    expect(codeOf(create(body))).toEqual([400, 'invalid_parameters'])
  })
})

test('limits are told, and what the demo leaves out is 501 and not 404', () => {
  expect(get('/account/limits')).toEqual({
    usage_tier: 'basic',
    read: { refill_rate: 200, bucket_capacity: 400 },
    write: { refill_rate: 100, bucket_capacity: 100 },
    grants: [],
  })
  expect(dig(get('/account/endpoint_costs'), 'default_cost')).toBe(10)
  const statuses = [
    '/communications/rfqs',
    '/communications/quotes',
    '/fcm/orders',
    '/live_data/weather/nyc',
  ].map((path) => call('GET', path).status)
  expect(statuses).toEqual([501, 501, 501, 501])
  // Observed: only for FCM members.
  expect(codeOf(call('GET', '/portfolio/summary/total_resting_order_value'))).toEqual([
    403,
    'permission_denied',
  ])
  expect(call('GET', '/exchange/announcements').status).toBe(404)
})
