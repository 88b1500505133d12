import { createHash, createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { privateKeyOf } from '../../../../src/signing/private-key.js'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { busy } from '../../paper-trading/support.js'
import { dig, firstOf } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'
import { createTrader, key, lent, plain } from './trader.js'

const trader = createTrader(world, busy)
const { call, place, orderBody, slug, yes, no } = trader
const ask = firstOf(world.book(busy.key, NOON).asks)

beforeAll(loadSignatures)
beforeEach(() => {
  trader.paper = createPaperTrading(world)
})

describe('callers', () => {
  test('the lent key is that of the lent wallet', () => {
    expect(lent.apiKey).toBe(`lmts_${key.address}`)
  })

  const signed = (
    over: Record<string, string> = {},
    secret = lent.apiSecret ?? '',
    body: unknown = undefined,
  ) => {
    const at = over['lmts-timestamp'] ?? new Date(NOON).toISOString()
    const text = `${at}\nGET\n/portfolio/history?limit=5\n${body === undefined ? '' : JSON.stringify(body)}`
    return {
      'lmts-api-key': lent.apiKey ?? '',
      'lmts-timestamp': at,
      'lmts-signature': createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64'),
      ...over,
    }
  }

  test.each([
    [{}, 401, 'The token cookie is required'],
    [{ 'x-api-key': 'lmts_mine' }, 401, 'Invalid API key'],
    [plain, 200, ''],
    [signed(), 200, ''],
    [signed({ 'lmts-timestamp': new Date(NOON - 60_000).toISOString() }), 401, 'the time now'],
    [signed({}, createHash('sha256').update('another').digest('base64')), 401, 'Invalid signature'],
    [signed({}, lent.apiSecret, { a: 1 }), 401, 'Invalid signature'],
  ])('%#', (headers, status, message) => {
    const reply = call('GET', '/portfolio/history?limit=5', undefined, headers as Record<string, string>)
    expect(reply.status).toBe(status)
    if (message !== '') expect(dig(reply.body, 'message')).toContain(message)
  })
})

describe('orders', () => {
  test('rest, are found by id and by name, and are taken back once', () => {
    const made = place({}, { clientOrderId: 'mine' })
    expect(made.status).toBe(201)
    const id = String(dig(made.body, 'order.id'))
    expect(dig(made.body, 'execution.settlementStatus')).toBe('UNMATCHED')
    expect(place({ salt: 78 }, { clientOrderId: 'mine' }).status).toBe(409)
    const items = [{ orderId: id }, { clientOrderId: 'mine' }, { clientOrderId: 'yours' }]
    const { body } = call('POST', '/orders/status/batch', { items })
    expect([0, 1, 2].map((index) => dig(body, `results.${index}.status`))).toEqual([
      'found',
      'found',
      'not_found',
    ])
    expect(dig(body, 'results.1.data.order.id')).toBe(id)
    expect(call('GET', `/markets/${slug}/user-orders`).body).toMatchObject([
      {
        id,
        status: 'LIVE',
        side: 'BUY',
        token: yes,
        price: '0.1',
        originalSize: '20000000',
        remainingSize: '20000000',
      },
    ])
    expect(dig(call('GET', '/portfolio/positions').body, 'clob.0.orders.liveOrders.0.id')).toBe(id)
    expect(call('DELETE', `/orders/${id}`).body).toEqual({ message: 'Order canceled successfully' })
    expect(call('DELETE', `/orders/${id}`).status).toBe(400)
    expect(call('DELETE', '/orders/12').status).toBe(400)
    const rows = (words: string) => call('GET', `/markets/${slug}/user-orders?${words}`).body
    expect(rows('statuses=LIVE&statuses=MATCHED')).toEqual([])
    expect(rows('statuses=CANCELED&statuses=UNMATCHED')).toMatchObject([{ id, status: 'CANCELED' }])
    expect(call('GET', `/markets/${slug}/user-orders?statuses=OPEN`).status).toBe(400)
  })

  test('several are taken back together', () => {
    const ids = [1, 2].map((salt) => String(dig(place({ salt }).body, 'order.id')))
    expect(call('POST', '/orders/cancel-batch', { orderIds: [ids[0], 'x'] })).toMatchObject({
      status: 207,
      body: { canceled: [ids[0]], failed: [{ orderId: 'x', reason: 'ORDER_NOT_FOUND' }] },
    })
    expect(call('DELETE', `/orders/all/${slug}`).body).toMatchObject({ canceled: [ids[1]] })
  })

  test('by money take all at once, and what is held can be sold', () => {
    const made = place({ makerAmount: 3_000_000, takerAmount: 1 }, { orderType: 'FOK' })
    expect(dig(made.body, 'execution.matched')).toBe(true)
    expect(Number(dig(made.body, 'execution.totalsRaw.usdGross'))).toBeLessThanOrEqual(3_000_000)
    expect(
      place({ tokenId: no, side: 1, makerAmount: 1_000_000, takerAmount: 1 }, { orderType: 'FOK' }).body,
    ).toMatchObject({
      message: 'Insufficient balance',
    })
    const rows = dig(call('GET', '/portfolio/history?limit=1&cursor=').body, 'data')
    expect(rows).toMatchObject([{ strategy: 'Market Buy', outcomeIndex: 0, market: { slug } }])
    expect(Number(dig(call('GET', '/portfolio/positions').body, 'clob.0.tokensBalance.yes'))).toBeGreaterThan(
      0,
    )
  })

  test('take the book that everybody sees', () => {
    const bestAsk = () => dig(call('GET', `/markets/${slug}/orderbook`).body, 'asks.0')
    const before = bestAsk()
    expect(dig(before, 'price')).toBe(ask.price)
    const price = Math.ceil(ask.price * 1_000) / 1_000
    const amounts = { makerAmount: Math.round(price * 1e6), takerAmount: 1_000_000 }
    const body = orderBody({ price, ...amounts }, { orderType: 'FAK' })
    call('POST', '/orders', body)
    expect(bestAsk()).not.toEqual(before)
  })

  const other = privateKeyOf('0x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef')
  test.each([
    ['another signer', () => place({}, {}, other), 'Invalid signature'],
    ['another maker', () => place({ maker: other.address }), 'Invalid signature type'],
    ['another fee rate', () => place({ feeRateBps: 100 }), 'FEE_RATE_MISMATCH'],
    ['an end', () => place({ expiration: '5' }), 'must be 0'],
    ['another token', () => place({ tokenId: '5' }), 'none of the market'],
    ['another owner', () => place({}, { ownerId: 1 }), 'ownerId'],
    ['amounts beside the price', () => place({ makerAmount: 2_000_001 }), 'do not agree'],
    ['contracts off the grid', () => place({ takerAmount: 20_000_001 }), 'tick size'],
    ['a word for when', () => place({}, { orderType: 'GTD' }), 'orderType'],
    ['an order that is none', () => call('POST', '/orders', { ...orderBody(), order: { salt: 1 } }), 'maker'],
    ['too much', () => place({ makerAmount: 20_000_000_000, takerAmount: 200_000_000_000 }), 'Insufficient'],
  ])('%s is refused', (_, act, message) => {
    const reply = act()
    expect(reply.status).toBe(400)
    expect(String(dig(reply.body, 'message'))).toContain(message)
    expect(call('GET', `/markets/${slug}/user-orders`).body).toEqual([])
  })

  test('that meet one of their own wallet are dropped at once, and the reply says so', () => {
    // Between the best quotes, so that nobody else is met.
    const price = Math.ceil(ask.price * 1_000) - 1
    expect(trader.buy(price, 20).body).toMatchObject({ execution: { settlementStatus: 'UNMATCHED' } })
    expect(trader.buy(1_000 - price, 20, { salt: 5, tokenId: no }).body).toMatchObject({
      execution: { matched: false, settlementStatus: 'CANCELED', totalsRaw: { contractsGross: '0' } },
    })
    expect(call('GET', `/markets/${slug}/user-orders`).body).toHaveLength(1)
  })

  test('may say which of two of one wallet gives way', () => {
    const mine = dig(place().body, 'order.id')
    const sale = { side: 1, tokenId: no, makerAmount: 1_000_000, takerAmount: 100_000 }
    expect(place(sale, { stpPolicy: 'cancel_maker' }).body).toMatchObject({ message: 'Insufficient balance' })
    expect(place({ salt: 5 }, { stpPolicy: 'cancel_both' }).status).toBe(501)
    expect(place({ salt: 5 }, { stpPolicy: 'both' }).status).toBe(400)
    expect(call('GET', `/markets/${slug}/user-orders`).body).toMatchObject([{ id: mine }])
  })

  test('may say for how long they are of use', () => {
    expect(place({}, { timestamp: NOON - 5_000, recvWindow: 1_000 }).status).toBe(425)
    expect(place({}, { timestamp: NOON - 500, recvWindow: 1_000 }).status).toBe(201)
  })

  test('of markets that are none are not found', () => {
    expect(place({}, { marketSlug: 'no-market-1790000000001' }).status).toBe(404)
  })
})
