import { describe, expect, test } from 'vitest'
import { digestPersonalMessage } from '../../../../src/signing/personal.js'
import { recoverAddress } from '../../../../src/signing/private-key.js'
import type { VenueCall } from '../../../../src/transport/call-types.js'
import { isLoginEnded } from '../../../../src/venue-kit/orders/ended-login.js'
import { myriad } from '../../../../src/venues/myriad/index.js'
import { declared } from '../../../../src/venues/myriad/manifest.js'
import { proved } from '../../../../src/venues/myriad/native/account-session.js'
import { expectDrift, failureOf, present } from '../../../support/expect.js'
import { now, wholeList } from '../../../support/venue.js'
import { json, sentTo } from '../../../support/wire.js'
import { facts, loginMessage, nativeOrder, open, privateKey, trader } from '../order-payloads.js'

const account = present(myriad.account)
const orders = present(myriad.orders)
const MINUTE = 60_000
const LOGIN = ['GET api/auth/nonce', 'POST api/auth/login']
const REFRESH = 'POST api/auth/refresh'
const none = { data: [], pagination: { hasNext: false } }
type House = ReturnType<typeof open>
const openOrders = ({ ctx }: House) => wholeList(present(account.openOrders)({}, ctx), ctx)
const logins = ({ wire }: House) => sentTo(wire).filter((call) => call === LOGIN[1]).length
const unproved = json(401, { error: 'Authentication required' })

describe('a session', () => {
  test('is opened by signing the venue’s message, once for calls that come together', async () => {
    const house = open({ 'GET api/orders': none })
    await Promise.all([openOrders(house), openOrders(house), openOrders(house)])
    expect(sentTo(house.wire)).toEqual([...LOGIN, ...Array(3).fill('GET api/orders')])
    const [nonce, login, call] = house.wire.calls as [VenueCall, VenueCall, VenueCall]
    expect(nonce.query).toEqual([['address', trader]])
    const { message, signature } = Object(login.body)
    expect(message).toBe(loginMessage)
    expect(recoverAddress(digestPersonalMessage(message), signature)).toBe(trader)
    expect(call.secretHeaders).toEqual({ authorization: 'Bearer access-1' })
  })

  test('is in no recording, and nothing of it may be recorded elsewhere', async () => {
    const house = open({ 'GET api/orders': none, [REFRESH]: { accessToken: 'access-2' } })
    await openOrders(house)
    house.clock.set(now + 15 * MINUTE)
    await openOrders(house)
    const opening = house.wire.calls.filter(({ path }) => path.startsWith('/auth/'))
    expect(opening.map(({ isUnrecorded }) => isUnrecorded)).toEqual([true, true, true])
    for (const name of ['message', 'signature', 'address', 'accessToken', 'refreshToken', 'client_order_id'])
      expect(declared.recordable).not.toContain(name)
  })

  test('is renewed a minute before it ends, and not before that; each renewal may bring the next token', async () => {
    const tokens = [
      { accessToken: 'access-2', refreshToken: 'refresh-2' },
      { accessToken: 'access-3' },
      { accessToken: 'access-4' },
    ]
    const house = open({ 'GET api/orders': none, [REFRESH]: () => tokens.shift() })
    await openOrders(house)
    house.clock.set(now + 14 * MINUTE - 1)
    await openOrders(house)
    expect(sentTo(house.wire)).not.toContain(REFRESH)
    for (const passed of [14, 28, 42]) {
      house.clock.set(now + passed * MINUTE)
      await openOrders(house)
    }
    const renewals = house.wire.calls.filter(({ path }) => path === '/auth/refresh')
    expect(renewals.map(({ body }) => body)).toEqual(
      ['refresh-1', 'refresh-2', 'refresh-2'].map((refreshToken) => ({ refreshToken })),
    )
    expect(logins(house)).toBe(1)
    expect(house.wire.calls.at(-1)?.secretHeaders).toEqual({ authorization: 'Bearer access-4' })
  })

  test.each([
    ['refuses', json(401, { error: 'Invalid refresh token' })],
    ['refuses as an invalid order would be', json(400, { error: 'Invalid signature' })],
    ['does not know', json(404, { error: 'Not found' })],
    ['answers in another shape', { token: 'access-2' }],
  ])('that the venue %s to renew is opened by another signature', async (_, reply) => {
    const house = open({ 'GET api/orders': none, [REFRESH]: reply })
    await openOrders(house)
    house.clock.set(now + 20 * MINUTE)
    await openOrders(house)
    expect(sentTo(house.wire).slice(3)).toEqual([REFRESH, ...LOGIN, 'GET api/orders'])
  })

  test('is not signed for where the venue cannot answer: that is an error, and the next call begins again', async () => {
    const replies = [json(503, {})]
    const house = open({ 'GET api/orders': none, [REFRESH]: () => replies.pop() })
    await openOrders(house)
    house.clock.set(now + 20 * MINUTE)
    expect((await failureOf(() => openOrders(house))).code).toBe('EXCHANGE_NOT_AVAILABLE')
    await openOrders(house)
    expect(logins(house)).toBe(2)
  })

  /** Each login has a token of its own; those that are named are refused. */
  const numbered = (refused: readonly string[]) => {
    let count = 0
    return {
      'POST api/auth/login': () => ({ accessToken: `access-${++count}`, refreshToken: `refresh-${count}` }),
      judge: (reply: unknown) => (call: VenueCall) =>
        refused.includes(String(call.secretHeaders['authorization']).slice(7)) ? unproved : reply,
    }
  }

  test('that the venue has ended is opened by another signature, and the call repeated once', async () => {
    const { judge, ...login } = numbered(['access-1'])
    const house = open({ ...login, 'GET api/orders': judge(none) })
    await openOrders(house)
    expect(sentTo(house.wire)).toEqual([...LOGIN, 'GET api/orders', ...LOGIN, 'GET api/orders'])
    await openOrders(house)
    expect(logins(house)).toBe(2)
  })

  test('that is refused again is an error after one repetition', async () => {
    const { judge, ...login } = numbered(['access-1', 'access-2'])
    const house = open({ ...login, 'GET api/orders': judge(none) })
    expect((await failureOf(() => openOrders(house))).code).toBe('AUTHENTICATION_ERROR')
    expect(sentTo(house.wire)).toEqual([...LOGIN, 'GET api/orders', ...LOGIN, 'GET api/orders'])
  })

  test('that has ended does not place an order by itself: the core looks for it, and sends the same body', async () => {
    const { judge, ...login } = numbered(['access-1'])
    const terms = {
      marketId: '56:ob827',
      outcomeId: '56:ob827:0',
      side: 'buy',
      type: 'limit',
      amount: '10',
      price: '0.62',
      clientOrderId: '6f2e0a54-0d3f-4c1e-9f00-bbbbbbbbbbbb',
    } as const
    const house = open({
      ...login,
      'POST api/orders': (call: VenueCall) => judge({ orderHash: placed(), status: 'open' })(call),
    })
    const built = await orders.build(terms, { outcomeId: terms.outcomeId, facts }, house.ctx)
    const placed = () => present(built.handle).value
    const sent = () => house.wire.calls.filter(({ path }) => path === '/orders')
    expect(isLoginEnded(await failureOf(() => orders.submit(built, terms, house.ctx)))).toBe(true)
    expect(sent()).toHaveLength(1)
    expect(await orders.submit(built, terms, house.ctx)).toMatchObject({ id: placed(), status: 'open' })
    expect(sent().map(({ body }) => body)).toEqual([built.call.body, built.call.body])
  })

  test('that cannot be opened is an error before anything is built', async () => {
    const house = open({ 'POST api/auth/login': json(503, {}) })
    const terms = {
      marketId: '56:ob827',
      outcomeId: '56:ob827:0',
      side: 'buy',
      type: 'limit',
      amount: '10',
      price: '0.62',
      clientOrderId: 'a',
    } as const
    const work = () => orders.build(terms, { outcomeId: terms.outcomeId, facts }, house.ctx)
    expect((await failureOf(work)).code).toBe('EXCHANGE_NOT_AVAILABLE')
  })

  test('is opened by no signature over what does not name the wallet', async () => {
    const house = open({ 'GET api/auth/nonce': { message: 'I give everything to 0x1111' } })
    await expectDrift(() => openOrders(house), 'message')
    expect(sentTo(house.wire)).toEqual(['GET api/auth/nonce'])
  })

  test('of another wallet than the caller names is none', async () => {
    const house = open({}, { privateKey, walletAddress: `0x${'9'.repeat(40)}` })
    expect(await failureOf(() => openOrders(house))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
      detail: { part: 'walletAddress' },
    })
    expect(house.wire.calls).toEqual([])
  })

  test('shows its tokens and its key in no error', async () => {
    const reply = { error: 'no' }
    const house = open({
      'POST api/auth/login': { accessToken: 7, refreshToken: 'refresh-1' },
      'GET api/orders': json(401, reply),
    })
    const error = await failureOf(() => openOrders(house))
    const shown = JSON.stringify([error.message, error.detail])
    for (const secret of [privateKey.slice(2), 'refresh-1']) expect(shown).not.toContain(secret)
  })
})

describe('an API key', () => {
  const at = 1_795_800_000_000
  const keyed = { walletAddress: trader, apiKey: ' key-1 ', apiSecret: 'made-up-secret-0001' }

  // Made by the rule of PyPI synpath 0.11.0; keys made up.
  test.each([
    [
      { path: '/orders', query: { network_id: 56, limit: 50, page: 1 } },
      '230691d3771fae442ab2bc64bf776ef11629709a000bcb550fae961b4d6ba789',
    ],
    [
      { path: '/orders', body: { network_id: 56, time_in_force: 'GTC' } },
      'c9a3048f3e5d86910af35aed360dd6442de6386f8093dcf4a5cebbc171e9ab1d',
    ],
  ])('and its secret sign time, method, path with query, and body: %j', async (request, signature) => {
    const house = open({ 'GET api/orders': none, 'POST api/orders': {} }, keyed)
    house.clock.set(at + 999)
    await proved.send({ host: 'api', ...request }, house.ctx)
    expect(house.wire.calls.map(({ secretHeaders }) => secretHeaders)).toEqual([
      { 'x-api-key': 'key-1', 'x-api-timestamp': '1795800000', 'x-api-signature': signature },
    ])
  })

  test('stands in for a session, for orders that are signed by the key of the wallet, too', async () => {
    const row = nativeOrder()
    const house = open(
      {
        [`GET api/orders/${row.orderHash}`]: row,
        [`DELETE api/orders/${row.orderHash}`]: { orderHash: row.orderHash, status: 'cancelled' },
      },
      { privateKey, apiKey: 'key-1', apiSecret: 'made-up-secret-0001' },
    )
    await present(orders.cancel)(row.orderHash, house.ctx)
    expect(house.wire.calls.map(({ method, secretHeaders }) => [method, Object.keys(secretHeaders)])).toEqual(
      ['GET', 'DELETE', 'GET'].map((method) => [method, ['x-api-key', 'x-api-timestamp', 'x-api-signature']]),
    )
  })

  test('that is refused is an error, and no second call', async () => {
    const house = open({ 'GET api/orders': json(401, { code: 'SIGNATURE_REQUIRED' }) }, keyed)
    expect((await failureOf(() => openOrders(house))).code).toBe('AUTHENTICATION_ERROR')
    expect(sentTo(house.wire)).toEqual(['GET api/orders'])
  })

  test('without its secret is not sent: the wallet signs in', async () => {
    const house = open({ 'GET api/orders': none }, { privateKey, apiKey: 'key-1' })
    await openOrders(house)
    expect(JSON.stringify(house.wire.calls)).not.toContain('key-1')
    expect(logins(house)).toBe(1)
  })

  test('of which only the secret is there is none', async () => {
    const house = open({}, { privateKey, apiSecret: 'made-up-secret-0001' })
    const error = await failureOf(() => openOrders(house))
    expect(error).toMatchObject({ code: 'AUTHENTICATION_ERROR', detail: { part: 'apiKey' } })
    expect(error.message).not.toContain('made-up')
    expect(house.wire.calls).toEqual([])
  })
})

describe('what is public', () => {
  const positions = ({ ctx }: House) => present(account.positions)(ctx)
  const path = `GET api/users/${trader.toLowerCase()}/portfolio`

  test('is read without a login, which makes an account where there was none', async () => {
    const house = open({ [path]: none })
    await positions(house)
    expect(sentTo(house.wire)).toEqual([path])
    expect(house.wire.calls[0]?.secretHeaders).toEqual({})
  })

  test('and is refused without proof is asked for with it', async () => {
    const house = open({
      [path]: (call: VenueCall) =>
        call.secretHeaders['authorization'] === 'Bearer access-1' ? none : unproved,
    })
    expect(await positions(house)).toEqual([])
    expect(sentTo(house.wire)).toEqual([path, ...LOGIN, path])
  })

  test('and is refused to somebody without proof stays refused', async () => {
    const house = open({ [path]: unproved }, { walletAddress: trader })
    expect((await failureOf(() => positions(house))).code).toBe('AUTHENTICATION_ERROR')
    expect(sentTo(house.wire)).toEqual([path])
  })

  test('an order is looked up with the proof that there is', async () => {
    const row = nativeOrder()
    const house = open({ [`GET api/orders/${row.orderHash}`]: row })
    await present(account.order)(row.orderHash, house.ctx)
    expect(house.wire.calls.at(-1)?.secretHeaders).toEqual({ authorization: 'Bearer access-1' })
  })
})
