import { describe, expect, test } from 'vitest'
import { toOrder, toUserTrades } from '../../../../src/venues/polymarket/native/order-rows.js'
import { orderReply, tradesReply } from '../../../../src/venues/polymarket/native/order-wire.js'
import { token } from '../../../support/chain-ids.js'
import { nativeOrder, nativeTrade } from '../payloads.js'

const order = (changes: Record<string, unknown> = {}) => {
  const row = orderReply.parse(nativeOrder(changes))
  if (row === null) throw new Error('no order')
  return toOrder(row, '700101')
}

describe('an order', () => {
  test('that was killed is stored with empty texts, and told as canceled with what is not known', () => {
    const status = "CANCELED_order couldn't be fully filled. FOK orders are fully filled or killed."
    const killed = { size_matched: '', created_at: '', order_type: 'FAK', side: 'SELL', status }
    expect(order(killed)).toMatchObject({
      status: 'canceled',
      type: 'market',
      ...{ amount: 5, filled: 0, remaining: 0, timestamp: 0 },
      metadata: { unknown: ['filled', 'remaining', 'timestamp'] },
    })
    // Recorded of 101 contracts at 0.01 (nautechsystems/nautilus_trader, ws_user_order_fok_buy_pusd_size.json).
    const bought = { ...killed, side: 'BUY', order_type: 'FOK', original_size: '1.01', price: '0.01' }
    expect(order(bought)).toMatchObject({
      status: 'canceled',
      amount: 101,
      metadata: { denom: 'usdc', spend: 1.01, unknown: ['amount', 'filled', 'remaining', 'timestamp'] },
    })
    expect(() => order({ ...killed, status: 'LIVE' })).toThrow('the filled amount of an open order')
  })

  test('whole', () => {
    expect(order()).toEqual({
      id: nativeOrder().id,
      marketId: '700101',
      outcomeId: token(1),
      side: 'buy',
      type: 'limit',
      price: 0.513,
      amount: 5,
      status: 'open',
      filled: 0,
      remaining: 5,
      timestamp: 1_725_842_520_000,
    })
  })

  test.each([
    [{ status: 'ORDER_STATUS_LIVE', size_matched: '2' }, 'open', 3],
    [{ status: 'MATCHED', size_matched: '5' }, 'filled', 0],
    [{ status: 'MATCHED', size_matched: '2', order_type: 'FAK', side: 'SELL' }, 'canceled', 3],
    [{ status: 'MATCHED', size_matched: '2' }, 'open', 3],
    [{ status: 'CANCELED_MARKET_RESOLVED' }, 'canceled', 5],
    [{ status: 'CANCELED_EXPIRED_ORDER' }, 'canceled', 5],
    [{ status: 'CANCELED_NOT_ENOUGH_BALANCE' }, 'canceled', 5],
    [{ status: 'CANCELED_ORDER_TIMED_OUT' }, 'canceled', 5],
    [{ status: 'CANCELED_MARKET_NOT_FOUND' }, 'canceled', 5],
    [{ status: 'MATCHED', size_matched: '2', order_type: 'IOC', side: 'SELL' }, 'canceled', 3],
    [{ status: 'delayed' }, 'pending', 5],
    [{ status: 'INVALID' }, 'rejected', 5],
  ])('%j', (changes, status, remaining) => {
    expect(order(changes)).toMatchObject({ status, remaining })
  })

  test.each([
    // 100 USDC at 0.5 at most.
    ['FAK', '120', 'canceled', 120],
    ['FAK', '200', 'filled', 200],
    ['FAK', '199.99', 'filled', 199.99],
    ['FAK', '250', 'filled', 250],
    ['FOK', '150', 'filled', 150],
    ['IOC', '0', 'canceled', 0],
  ])('by money, of kind %s, that bought %s is %s', (order_type, size_matched, status, amount) => {
    const bought = { original_size: '100', price: '0.5', status: 'MATCHED', order_type, size_matched }
    const told = order(bought)
    expect(told).toMatchObject({ status, amount, filled: amount, remaining: 0 })
    expect(told.metadata).toEqual({ denom: 'usdc', spend: 100 })
  })

  test('by money that is held back may buy more contracts than its money does at the worst price', () => {
    expect(order({ original_size: '1', price: '0.07', status: 'DELAYED', order_type: 'FAK' })).toMatchObject({
      status: 'pending',
      ...{ amount: 14.2857, filled: 0, remaining: 0 },
      metadata: { denom: 'usdc', spend: 1, unknown: ['amount', 'remaining'] },
    })
  })

  test.each(['2024-09-09T00:42:00Z', '1725842520', 1_725_842_520, '1725842520000'])(
    'made at %j',
    (created_at) => {
      expect(order({ created_at }).timestamp).toBe(1_725_842_520_000)
    },
  )

  test('of the user channel may be immediate or cancel', () => {
    expect(order({ order_type: 'IOC' }).type).toBe('market')
    expect(orderReply.safeParse(nativeOrder({ order_type: 'ICEBERG' })).success).toBe(false)
  })

  test('a status that nobody documents is no order', () => {
    expect(orderReply.safeParse(nativeOrder({ status: 'PAUSED' })).success).toBe(false)
  })

  test('whose lasting is not told has no known type', () => {
    expect(order({ order_type: undefined }).metadata).toEqual({ unknown: ['type'] })
  })
})

describe('a trade', () => {
  const self = { apiKey: 'my-key', funder: '0xABCDEF0000000000000000000000000000000001' }
  const own = (changes: Record<string, unknown> = {}) =>
    tradesReply
      .parse({ data: [nativeTrade(changes)] })
      .data.flatMap((row) => toUserTrades(row, self, '700101'))

  test.each(['2024-09-10T08:58:01Z', '1725958681'])('matched at %j', (match_time) => {
    expect(own({ match_time })).toMatchObject([{ timestamp: 1_725_958_681_000 }])
  })

  test('that one took is told as it is', () => {
    expect(own()).toEqual([
      {
        id: nativeTrade().id,
        timestamp: 1_725_958_681_000,
        price: 0.52,
        amount: 5,
        side: 'buy',
        outcomeId: token(1),
        orderId: nativeTrade().taker_order_id,
        marketId: '700101',
        txHash: nativeTrade().transaction_hash,
      },
    ])
  })

  test('that met one’s own resting order is both of its sides, by whichever name that is one’s own', () => {
    const [maker] = nativeTrade().maker_orders
    const sold = { price: 0.52, amount: 5, side: 'sell', outcomeId: token(1), orderId: maker?.order_id }
    for (const name of [{ owner: self.apiKey }, { maker_address: self.funder.toLowerCase() }]) {
      const trades = own({ maker_orders: [{ ...maker, ...name }] })
      expect(trades).toMatchObject([{ side: 'buy', amount: 5, orderId: nativeTrade().taker_order_id }, sold])
      expect(new Set(trades.map((trade) => trade?.id)).size).toBe(2)
    }
  })

  const taken = (...makers: readonly [price: string, size: string, asset: string][]) =>
    own({
      maker_orders: makers.map(([price, matched_amount, asset_id], index) => ({
        ...nativeTrade().maker_orders[0],
        ...{ order_id: `0x${index}`, price, matched_amount, asset_id },
      })),
    })

  test.each([
    ['the other token alone', [['0.49', '5', token(2)]], 0.51],
    [
      'both tokens',
      [
        ['0.49', '2', token(2)],
        ['0.52', '3', token(1)],
      ],
      0.516,
    ],
    [
      'two levels of its own token',
      [
        ['0.4', '2', token(1)],
        ['0.41', '3', token(1)],
      ],
      0.406,
    ],
    ['one level that was better than its limit', [['0.5', '5', token(1)]], 0.5],
  ] as const)(
    'that one took from %s cost what they asked for, and the row’s price stays',
    (_what, makers, price) => {
      expect(
        taken(...makers.map(([at, size, asset]) => [at, size, asset] as [string, string, string])),
      ).toMatchObject([{ price, amount: 5, metadata: { rowPrice: 0.52 } }])
    },
  )

  test.each([
    ['make up less than the trade', [['0.49', '4', token(2)]]],
    ['have no price yet', [['', '5', token(2)]]],
    ['make up less of its own token', [['0.5', '4', token(1)]]],
    ['are of its own token, at its price', [['0.52', '5', token(1)]]],
  ] as const)('whose resting orders %s keeps the price of its row', (_what, makers) => {
    const [trade] = taken(...makers.map(([at, size, asset]) => [at, size, asset] as [string, string, string]))
    expect(trade).toMatchObject({ price: 0.52 })
    expect(trade).not.toHaveProperty('metadata')
  })

  const rested = (changes: Record<string, unknown>) => ({
    trader_side: 'MAKER',
    maker_orders: [
      {
        ...nativeTrade().maker_orders[0],
        order_id: '0xaa',
        owner: 'my-key',
        matched_amount: '3',
        ...changes,
      },
      { ...nativeTrade().maker_orders[0], order_id: '0xbb', owner: 'another', matched_amount: '2' },
    ],
  })

  test.each([
    ['the same token', {}, 'BUY', 'sell'],
    ['the same token', {}, 'SELL', 'buy'],
    ['the other token', { asset_id: token(2) }, 'BUY', 'buy'],
    ['the other token', { asset_id: token(2) }, 'SELL', 'sell'],
    ['a side that is told', { side: 'BUY' }, 'BUY', 'buy'],
  ])('in which an order of one rested, with %s %j taken by %s', (_what, changes, side, expected) => {
    const [trade, ...others] = own({ ...rested(changes), side })
    expect(others).toEqual([])
    expect(trade).toMatchObject({
      amount: 3,
      side: expected,
      orderId: '0xaa',
      id: `${nativeTrade().id}-0xaa`,
    })
  })

  test('an order is known by its wallet as well', () => {
    expect(own(rested({ owner: '', maker_address: self.funder.toLowerCase() }))).toHaveLength(1)
  })
})
