import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { symbolOf } from '../../../../src/simulator/mock-venues/gemini-titan/ids.js'
import { geminiTitanMock } from '../../../../src/simulator/mock-venues/gemini-titan/index.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { answer } from '../../../../src/simulator/server/router.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { dig, firstOf, rowsAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const host = firstOf(Object.values(geminiTitanMock.hosts))
const { apiKey = '', apiSecret = '' } = geminiTitanMock.paperCredentials?.() ?? {}
const time = geminiTitanMock.otherPaperCredentials?.['time']?.() ?? {}
const symbol = symbolOf(world.eventOf(busy), busy)
const { asks } = world.book(busy.key, NOON)
const ask = firstOf(asks)

let paper = createPaperTrading(world)
let now = NOON
let calls = 0
beforeEach(() => {
  paper = createPaperTrading(world)
  now = NOON
})

interface Asked {
  readonly key?: string
  readonly secret?: string
  readonly members?: object
  readonly method?: string
}

function call(
  path: string,
  parameters: object = {},
  { key = apiKey, secret = apiSecret, members = {}, method = 'POST' }: Asked = {},
) {
  const [signed = '', search = ''] = path.split('?')
  calls += 1
  const whole = { request: signed, nonce: NOON + calls, ...parameters, ...members }
  const text = JSON.stringify(whole).replace(/"orderId":"(\d+)"/, '"orderId":$1')
  const payload = Buffer.from(text).toString('base64')
  const headers = {
    'x-gemini-apikey': key,
    'x-gemini-payload': payload,
    'x-gemini-signature': createHmac('sha384', secret).update(payload).digest('hex'),
  }
  const request = { method, path: signed, search, headers, body: undefined }
  const { status, body } = answer(host, request, contextOf(world, now, { paper }))
  return { status, text: body, body: JSON.parse(body) as unknown }
}
const PATH = '/v1/prediction-markets'
const wanted = {
  symbol,
  orderType: 'limit',
  side: 'buy',
  quantity: '2',
  price: String(ask.price),
  outcome: 'yes',
  timeInForce: 'immediate-or-cancel',
}
const place = (changes: object = {}, asked: Asked = {}) =>
  call(`${PATH}/order`, { ...wanted, ...changes }, asked)
const idIn = (text: string): string => /"orderId":(\d+)/.exec(text)?.[1] ?? ''

/** Taker's, of a contract made since 18 March 2026: rounded up to the cent. */
const feeOf = (size: number, price: number): number =>
  Math.ceil(Math.round(0.07 * size * price * (1 - price) * 1e6) / 1e4) / 100

describe('a call', () => {
  test.each([
    ['signed with another secret', { secret: 'another' }, 'InvalidSignature'],
    ['for another path', { members: { request: '/v1/balance' } }, 'EndpointMismatch'],
    ['without a nonce', { members: { nonce: null } }, 'InvalidNonce'],
    ['without a key', { key: '' }, 'MissingApikeyHeader'],
  ])('%s is refused', (_, asked, reason) => {
    const { status, body } = call('/v1/balances', {}, asked)
    expect([status, dig(body, 'reason')]).toEqual([400, reason])
  })

  test('by another key is another account’s', () => {
    place({ price: '0.01', timeInForce: 'good-til-cancel' })
    const of = (asked: Asked) => rowsAt(call(`${PATH}/orders/active`, {}, asked).body, 'orders')
    expect([of({}).length, of({ key: 'account-B', secret: 'x' }).length]).toEqual([1, 0])
  })
})

describe('an order', () => {
  test('has an id of eighteen digits that no double holds, and is taken back by it', () => {
    const made = place({ price: '0.01', timeInForce: 'good-til-cancel' })
    const id = idIn(made.text)
    expect(id).toMatch(/^\d{18}$/)
    expect(made.body).toMatchObject({
      status: 'open',
      filledQuantity: '0',
      remainingQuantity: '2',
      price: '0.01',
    })
    expect(call(`${PATH}/order/cancel`, { orderId: id }).body).toMatchObject({ result: 'ok' })
    const closed = call(`${PATH}/orders/history`, { status: 'cancelled' })
    expect(idIn(closed.text)).toBe(id)
    expect(call(`${PATH}/order/cancel`, { orderId: id }).status).toBe(422)
    expect(call(`${PATH}/order/cancel`, { orderId: '1' }).status).toBe(404)
    expect(call(`${PATH}/orders/history`, { status: 'open' }).status).toBe(400)
  })

  test('that takes is a position of its own side, which alone can be sold', () => {
    expect(place()).toMatchObject({ status: 201 })
    expect(place().body).toMatchObject({ status: 'filled', avgExecutionPrice: String(ask.price) })
    expect(firstOf(rowsAt(call(`${PATH}/positions`).body, 'positions'))).toMatchObject({
      symbol,
      outcome: 'yes',
      totalQuantity: '4',
      avgPrice: String(ask.price),
    })
    const sold = place({ side: 'sell', outcome: 'no', price: '0.01' })
    expect([sold.status, dig(sold.body, 'error')]).toEqual([422, 'InsufficientFunds'])
    expect(dig(call('/v1/balances').body, '0')).toMatchObject({
      currency: 'USD',
      amount: String((10_000 - 4 * ask.price - 2 * feeOf(2, ask.price)).toFixed(2)),
    })
  })

  test('of a maker that would take is taken in and cancelled', () => {
    const made = place({ makerOrCancel: true, timeInForce: 'good-til-cancel' })
    expect([made.status, dig(made.body, 'status'), dig(made.body, 'filledQuantity')]).toEqual([
      201,
      'cancelled',
      '0',
    ])
    expect(rowsAt(call(`${PATH}/positions`).body, 'positions')).toEqual([])
  })

  test.each([
    [{ price: '0.0150001' }, 422, 'LimitPriceOffTick'],
    [{ quantity: '0' }, 422, 'InvalidQuantity'],
    [{ symbol: 'GEMI-X-Y' }, 404, 'NOT_FOUND'],
    [{ outcome: 'maybe' }, 400, 'INVALID_INPUT'],
    [{ orderType: 'stop-limit' }, 501, 'not implemented by the mock venue: orders with a stop'],
  ])('with %o is refused', (changes, status, error) => {
    const refused = place(changes)
    expect([refused.status, dig(refused.body, 'error')]).toEqual([status, error])
  })
})

describe('nonces', () => {
  const balances = (nonce: unknown, { apiKey: key = '', apiSecret: secret = '' } = { apiKey, apiSecret }) =>
    call('/v1/balances', { nonce }, { key, secret })
  const rising = { apiKey, apiSecret }

  test('of the usual key rise, in any unit, with a fraction or without, as numbers or texts', () => {
    const seconds = NOON / 1000
    const accepted = [seconds, `${seconds + 1}`, seconds + 1.25, NOON, `${NOON + 1}`]
    expect(accepted.map((nonce) => balances(nonce, rising).status)).toEqual([200, 200, 200, 200, 200])
    for (const nonce of [NOON + 1, NOON, seconds]) {
      const { status, body } = balances(nonce, rising)
      expect([status, dig(body, 'reason')]).toEqual([409, 'InvalidNonce'])
    }
    expect(balances(NOON + 2, rising).status).toBe(200)
  })

  test('of the key by time are the second, give or take thirty, and may come again', () => {
    const seconds = Math.floor(NOON / 1000)
    const accepted = [seconds, seconds, NOON / 1000, `${seconds}`, seconds - 29, seconds + 29.5]
    expect(accepted.map((nonce) => balances(nonce, time).status)).toEqual(accepted.map(() => 200))
    expect(balances(NOON, time)).toMatchObject({
      status: 400,
      body: {
        result: 'error',
        reason: 'InvalidNonce',
        message: `Nonce '${NOON}' is not within 30 seconds of server time '${seconds}'`,
      },
    })
    expect([seconds - 31, seconds + 31].map((nonce) => balances(nonce, time).status)).toEqual([400, 400])
  })

  test.each([[null], [0], ['abc'], [-5], [true], ['1e9']])('%j is none', (nonce) => {
    expect(balances(nonce, rising)).toMatchObject({ status: 400, body: { reason: 'InvalidNonce' } })
  })

  test('of a call with a wrong signature are not used up', () => {
    expect(balances(NOON + 1e6, { apiKey, apiSecret: 'another' }).status).toBe(400)
    expect(balances(NOON + 1e5, rising).status).toBe(200)
  })
})

describe('the history', () => {
  const rest = () => idIn(place({ price: '0.01', timeInForce: 'good-til-cancel' }).text)
  const history = (parameters: object) => rowsAt(call(`${PATH}/orders/history`, parameters).body, 'orders')

  test('of a window is that of closing times, half open, and knows no offset', () => {
    const times = [0, 1_000, 2_000, 3_000].map((after) => {
      now = NOON + after
      const id = rest()
      now = NOON + after + 500
      call(`${PATH}/order/cancel`, { orderId: id })
      return now
    })
    const [first = 0, second = 0, , last = 0] = times
    expect(history({ from: first, to: last })).toHaveLength(3)
    expect(history({ from: first, to: last, offset: 2 })).toHaveLength(3)
    expect(history({ from: first + 1, to: second + 1 })).toHaveLength(1)
    expect(history({ from: first, limit: 2, offset: 2 })).toEqual(history({ from: first, limit: 2 }))
    // Without a window it pages.
    expect(history({ limit: 2, offset: 2 })).not.toEqual(history({ limit: 2 }))
    expect(history({ limit: 3, offset: 2 })).toHaveLength(2)
    expect(call(`${PATH}/orders/history`, { from: last, to: first }).status).toBe(400)
    expect(call(`${PATH}/orders/history`, { offset: 10_001 }).status).toBe(400)
  })

  test('tells an order of which the rest was dropped as closed', () => {
    const size = (asks.reduce((sum, level) => sum + level.size, 0) + 50).toFixed(1)
    const part = place({ quantity: size, price: String(ask.price) }).body
    expect(part).toMatchObject({ status: 'closed' })
    expect(Number(dig(part, 'remainingQuantity'))).toBeCloseTo(Number(size) - ask.size, 6)
    expect(history({}).map((row) => row['status'])).toEqual(['closed'])
  })
})

describe('batches', () => {
  const good = { ...wanted, price: '0.01', timeInForce: 'good-til-cancel' }

  test('are looked at as a whole, then tried one by one', () => {
    const bad = call(`${PATH}/order/batch`, { orders: [good, { ...good, outcome: 'maybe' }] })
    expect(bad.status).toBe(400)
    expect(rowsAt(call(`${PATH}/orders/active`).body, 'orders')).toEqual([])
    const orders = [good, { ...good, quantity: '9000000', price: '0.9' }, { ...wanted, quantity: '1' }]
    const { status, body, text } = call(`${PATH}/order/batch`, { orders })
    expect(status).toBe(200)
    expect(rowsAt(body, 'results')).toMatchObject([
      { order: { status: 'open', timeInForce: 'good-til-cancel' } },
      { error: 'InsufficientFunds', message: 'Insufficient Funds' },
      { order: { status: 'filled' } },
    ])
    // What is not there is left out here.
    expect(Object.keys(Object(dig(body, 'results.0.order')))).not.toContain('avgExecutionPrice')
    const id = idIn(text)
    const filled = /"orderId":(\d+),"status":"filled"/.exec(text)?.[1] ?? ''
    const cancelled = call(`${PATH}/order/batch/cancel`, { orderIds: [id, filled, '77'] })
    expect(cancelled.text).toContain(`{"orderId":${id},"result":"ok"}`)
    expect(rowsAt(cancelled.body, 'results').map((row) => row['result'] ?? row['error'])).toEqual([
      'ok',
      'OrderNotCancellable',
      'OrderNotFound',
    ])
  })

  test.each([
    ['order/batch', { orders: [] }],
    ['order/batch', { orders: Array.from({ length: 21 }, () => good) }],
    ['order/batch', {}],
    ['order/batch/cancel', { orderIds: [] }],
    ['order/batch/cancel', { orderIds: ['x'] }],
  ])('%s of %j is refused', (path, parameters) => {
    expect(call(`${PATH}/${path}`, parameters).status).toBe(400)
  })

  test('take ids as numbers, whole', () => {
    const id = idIn(place({ price: '0.01', timeInForce: 'good-til-cancel' }).text)
    const payload = Buffer.from(
      `{"request":"${PATH}/order/batch/cancel","nonce":${NOON + 1e9},"orderIds":[${id}]}`,
    ).toString('base64')
    const headers = {
      'x-gemini-apikey': apiKey,
      'x-gemini-payload': payload,
      'x-gemini-signature': createHmac('sha384', apiSecret).update(payload).digest('hex'),
    }
    const request = {
      method: 'POST',
      path: `${PATH}/order/batch/cancel`,
      search: '',
      headers,
      body: undefined,
    }
    expect(answer(host, request, contextOf(world, NOON, { paper })).body).toContain(
      `{"orderId":${id},"result":"ok"}`,
    )
  })
})

describe('positions', () => {
  test('are valued at what they can be sold for, and told with their contract', () => {
    place()
    place({ outcome: 'no', price: '0.99', quantity: '1' })
    const [yes, no] = rowsAt(call(`${PATH}/positions`).body, 'positions')
    const bid = firstOf(world.book(busy.key, NOON).bids).price
    expect(Number(yes?.['marketValue'])).toBeCloseTo(2 * bid, 6)
    expect(Number(yes?.['unrealizedPnl'])).toBeCloseTo(2 * (bid - ask.price), 6)
    expect(yes).toMatchObject({
      realizedPl: '0',
      isLive: true,
      contractMetadata: { eventType: 'categorical', contractStatus: 'active', resolutionSide: null },
      prices: { bestBid: String(bid), sell: { yes: String(bid) } },
    })
    expect(no).toMatchObject({ outcome: 'no', totalQuantity: '1' })
  })

  test('are asked for by the query, which is not signed', () => {
    place()
    place({ outcome: 'no', price: '0.99', quantity: '1' })
    const told = (query: string) => rowsAt(call(`${PATH}/positions?${query}`).body, 'positions')
    expect(told('limit=1')).toHaveLength(1)
    expect(told('limit=5&offset=1')).toHaveLength(1)
    // Without a limit the offset is nothing.
    expect(told('offset=1')).toHaveLength(2)
    expect(told('eventTicker=NOBODY')).toEqual([])
    const values = (query: string) => told(query).map((row) => Number(row['marketValue']))
    expect(values('sort=positionValue')).toEqual(values('sort=-positionValue'))
    expect(values('sort=%2BpositionValue')).toEqual(values('sort=-positionValue').toReversed())
  })

  test('that are settled have a sign, what they cost and what they brought', () => {
    place({ outcome: 'no', price: '0.99', quantity: '3' })
    now = busy.resolvesAt
    const [row] = rowsAt(call(`${PATH}/positions/settled?limit=5`).body, 'positions')
    const paid = 3 * (1 - busy.payout)
    expect(row).toMatchObject({
      instrumentSymbol: symbol,
      position: '-3',
      positionQuantity: '3',
      outcome: 'no',
      payout: String(paid),
      realizedPnl: '0',
      resolutionSide: busy.payout === 1 ? 'yes' : 'no',
    })
    expect(Number(row?.['netProfit'])).toBeCloseTo(paid - Number(row?.['costBasis']), 6)
    expect(rowsAt(call(`${PATH}/positions`).body, 'positions')).toEqual([])
    expect(dig(call(`${PATH}/positions/settled?search=nothing of it`).body, 'total')).toBe(0)
  })
})

test('volumes are told by contract, with those of the account', () => {
  place()
  const eventTicker = dig(call(`${PATH}/positions`).body, 'positions.0.contractMetadata.eventTicker')
  const metrics = call(`${PATH}/metrics/volume`, { eventTicker })
  const row = rowsAt(metrics.body, 'contracts').find((one) => one['symbol'] === symbol)
  expect(row).toMatchObject({ userAggressorQty: '2', userRestingQty: '0' })
  const since = call(`${PATH}/metrics/volume`, { eventTicker, startTime: NOON - 3_600_000, endTime: NOON })
  const traded = world.trades(busy.key, NOON - 3_600_000, NOON + 1).reduce((sum, { size }) => sum + size, 0)
  const within = rowsAt(since.body, 'contracts').find((one) => one['symbol'] === symbol)
  expect(Number(within?.['totalQty'])).toBeCloseTo(traded, 2)
  expect(call(`${PATH}/metrics/volume`, { eventTicker: 'NOBODY' }).status).toBe(400)
})

test('the terms are accepted; their status is signed, and a GET', () => {
  const status = call(`${PATH}/terms/status`, {}, { method: 'GET' })
  expect(status).toMatchObject({ status: 200, body: { hasAcceptedLatest: true } })
  expect(call(`${PATH}/terms/status`, {}, { method: 'GET', secret: 'another' }).status).toBe(400)
  expect(call(`${PATH}/terms/accept`).body).toEqual({ success: true })
})
