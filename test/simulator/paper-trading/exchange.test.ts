import { describe, expect, test } from 'vitest'
import { createPaperTrading } from '../../../src/simulator/paper-trading/exchange.js'
import {
  multiplyAmounts,
  numberOf,
  ONE,
  sumAmounts,
} from '../../../src/simulator/paper-trading/state/amount.js'
import { OPENING_MONEY } from '../../../src/simulator/paper-trading/state/types.js'
import type { WorldTrade } from '../../../src/simulator/world/common/types.js'
import { firstOf, firstWhere } from '../support/json.js'
import { NOON } from '../support/stage.js'
import { openAt, world } from '../support/world.js'
import { busy, exact, held, openExchange, pairs, placed, refusal, tokens, wanted } from './support.js'

const HOUR = 3_600_000
const { bids, asks } = world.book(busy.key, NOON)
const [bid, ask] = [firstOf(bids), firstOf(asks)]
const inside = String(bid.price)
const later = world.trades(busy.key, NOON + 1, NOON + 6 * HOUR)
/** The first trade that goes below a price. */
const below = (price: number): WorldTrade => firstWhere(later, (trade) => trade.price < price)

describe('an account', () => {
  test('opens with the same money for anybody, and is the same one again', () => {
    const exchange = openExchange(tokens)
    expect(exchange.account('ann', NOON).balance()).toEqual({
      available: OPENING_MONEY,
      locked: 0n,
      total: OPENING_MONEY,
      realized: 0n,
      fees: 0n,
    })
    placed(exchange.account('ann', NOON), { price: '0.01' })
    expect(exchange.account('ann', NOON).orders()).toHaveLength(1)
    expect(exchange.account('bob', NOON).orders()).toHaveLength(0)
  })

  test('is one a venue', () => {
    const desk = createPaperTrading(world)
    placed(desk.exchange(tokens).account('ann', NOON), { price: '0.01' })
    expect(desk.exchange(pairs).account('ann', NOON).orders()).toEqual([])
    expect(desk.exchange(tokens).account('ann', NOON).orders()).toHaveLength(1)
  })

  test('that nobody asked for longest is forgotten when there are too many, with its orders', () => {
    const exchange = openExchange(tokens)
    placed(exchange.account('first', NOON), { price: inside, size: '3' })
    expect(firstOf(exchange.book(busy, NOON).bids).size).toBe(bid.size + 3)
    for (let count = 0; count < 100; count++) exchange.account(`other ${count}`, NOON)
    expect(exchange.book(busy, NOON)).toEqual(world.book(busy.key, NOON))
    expect(exchange.account('first', NOON).orders()).toEqual([])
  })
})

describe('taking', () => {
  test('walks the book level by level, and nobody takes the same level twice before it is another book', () => {
    const exchange = openExchange(tokens)
    const two = asks.slice(0, 2)
    const size = String(two.reduce((sum, level) => sum + level.size, 0).toFixed(2))
    const { order, fills } = placed(exchange.account('ann', NOON), { size, price: String(two[1]?.price) })
    expect(fills.map(({ price, size }) => [numberOf(price), numberOf(size)])).toEqual(
      two.map(({ price, size }) => [price, size]),
    )
    expect(order.status).toBe('filled')
    expect(exchange.book(busy, NOON)).toEqual({ bids, asks: asks.slice(2) })
    const again = placed(exchange.account('bob', NOON), { size: '1', price: '0.99', timeInForce: 'ioc' })
    expect(numberOf(firstOf(again.fills).price)).toBe(asks[2]?.price)
    const next = firstOf(later).at
    expect(exchange.book(busy, next)).toEqual(world.book(busy.key, next))
  })

  test('NO is the other side of the same book', () => {
    const exchange = openExchange(tokens)
    const account = exchange.account('ann', NOON)
    const { fills } = placed(account, { side: 'no', size: '5', timeInForce: 'ioc' })
    expect(firstOf(fills).price).toBe(ONE - exact(String(bid.price)))
    expect(held(account, 'no')).toBe(exact('5'))
    expect(firstOf(exchange.book(busy, NOON).bids).size).toBeCloseTo(bid.size - 5, 6)
  })

  test('what cannot be had at once rests, is dropped, or refuses the whole', () => {
    const brief = { size: String(ask.size + 10), price: String(ask.price) }
    const rest = (timeInForce: 'gtc' | 'ioc') => {
      const { order } = placed(openExchange(tokens).account('ann', NOON), { ...brief, timeInForce })
      return [order.status, order.ending, numberOf(order.filled), numberOf(order.remaining)]
    }
    expect(rest('gtc')).toEqual(['open', undefined, ask.size, 10])
    expect(rest('ioc')).toEqual(['cancelled', 'not_filled', ask.size, 0])
    const account = openExchange(tokens).account('ann', NOON)
    expect(refusal(account.place(wanted({ ...brief, timeInForce: 'fok' })))).toEqual({
      reason: 'not_filled',
      fillable: exact(String(ask.size)),
    })
    expect(account.balance().total).toBe(OPENING_MONEY)
  })

  test('by money spends it and no more, to the last millionth of a contract', () => {
    const account = openExchange(tokens).account('ann', NOON)
    const { order } = placed(account, { spend: '12.34', timeInForce: 'fok' })
    expect(order.status).toBe('filled')
    const spent = OPENING_MONEY - account.balance().total
    expect(spent).toBe(order.takerValue)
    expect(exact('12.34') - spent < exact('0.000001') && spent <= exact('12.34')).toBe(true)
  })
})

describe('a resting order', () => {
  test('is filled at its own price when a trade goes through it, by the size of the trade and what the book then offers', () => {
    const exchange = openExchange(tokens)
    const price = String(bid.price)
    const through = below(bid.price)
    placed(exchange.account('ann', NOON), { price, size: '0.5' })
    expect(exchange.account('ann', through.at - 1).fills()).toEqual([])
    const fill = firstOf(exchange.account('ann', through.at).fills())
    expect(fill).toMatchObject({
      price: exact(price),
      size: exact('0.5'),
      liquidity: 'maker',
      at: through.at,
    })
    const huge = openExchange(tokens)
    placed(huge.account('bob', NOON), { price, size: '9000' })
    const filled = sumAmounts(
      huge
        .account('bob', through.at)
        .fills()
        .map(({ size }) => size),
    )
    const offered = world.book(busy.key, through.at).asks.filter((level) => level.price <= bid.price)
    expect(numberOf(filled)).toBeCloseTo(through.size + offered.reduce((sum, { size }) => sum + size, 0), 6)
    const shown = huge.book(busy, through.at)
    expect(firstOf(shown.asks).price).toBeGreaterThan(firstOf(shown.bids).price)
  })

  test('is not filled by a trade at its limit: others were there before', () => {
    const prices = [0.01, 0.02, 0.03, 0.04].map((step) => Number((bid.price - step).toFixed(2)))
    const limit = firstWhere(prices, (price) => later.find((trade) => trade.price <= price)?.price === price)
    const at = below(limit + 0.005).at
    const exchange = openExchange(tokens)
    placed(exchange.account('ann', NOON), { price: String(limit) })
    // That one is gone through.
    placed(exchange.account('bob', NOON), { price: (limit + 0.01).toFixed(2), size: '0.01' })
    expect(exchange.account('bob', at).fills()).not.toEqual([])
    expect(exchange.account('ann', at).fills()).toEqual([])
  })

  test('of two the better is first, then the older', () => {
    const exchange = openExchange(tokens)
    const through = below(bid.price - 0.01)
    const order = (owner: string, price: number) =>
      placed(exchange.account(owner, NOON), { price: price.toFixed(2), size: '9000' })
    order('late', bid.price - 0.01)
    order('ann', bid.price)
    order('bob', bid.price)
    const first = (owner: string) =>
      exchange.account(owner, through.at).fills().at(-1)?.at ?? Number.POSITIVE_INFINITY
    expect(first('ann')).toBeLessThanOrEqual(first('bob'))
    expect(first('ann')).toBe(below(bid.price).at)
    expect(first('late')).toBeGreaterThanOrEqual(first('ann'))
  })

  test('ends at its time, and with its market', () => {
    const exchange = openExchange(tokens)
    const { order } = placed(exchange.account('ann', NOON), { price: '0.01', expiresAt: NOON + 5_000 })
    expect(exchange.account('ann', NOON + 4_999).order(order.id)?.status).toBe('open')
    const ended = exchange.account('ann', NOON + 60_000)
    expect(ended.order(order.id)).toMatchObject({
      status: 'cancelled',
      ending: 'expired',
      updatedAt: NOON + 5_000,
    })
    expect(ended.balance().available).toBe(OPENING_MONEY)
    const short = firstWhere(openAt(NOON), ({ resolvesAt, seed }) => resolvesAt < NOON + 2 * HOUR && seed > 0)
    const other = placed(exchange.account('ann', NOON + 60_000), {
      market: short,
      price: '0.01',
      size: '0.01',
    }).order
    const after = exchange.account('ann', short.resolvesAt)
    if (after.order(other.id)?.status === 'cancelled')
      expect(after.order(other.id)).toMatchObject({ ending: 'market_closed', updatedAt: short.closesAt })
    expect(refusal(after.place(wanted({ market: short })))).toEqual({
      reason: 'market_closed',
      state: 'resolved',
    })
  })
})

describe('netting', () => {
  const buy = (rules: typeof pairs) => {
    const account = openExchange(rules).account('ann', NOON)
    placed(account, { side: 'yes', size: '5', timeInForce: 'ioc' })
    return account
  }

  test('of pairs: NO bought is YES sold, with what that brought', () => {
    const account = buy(pairs)
    const { fills } = placed(account, { side: 'no', size: '8', timeInForce: 'ioc' })
    expect([held(account, 'yes'), held(account, 'no')]).toEqual([0n, exact('3')])
    const lost = multiplyAmounts(exact(ask.price.toFixed(3)) - exact(bid.price.toFixed(3)), exact('5'))
    expect(firstOf(fills).realized).toBe(-lost)
    expect(account.balance().realized).toBe(-lost)
  })

  test('of pairs: contracts that a resting order was to close are replaced by money there', () => {
    const account = openExchange(pairs).account('ann', NOON)
    placed(account, { size: '10', timeInForce: 'ioc' })
    const resting = placed(account, { action: 'sell', size: '10', price: '0.95' }).order
    expect([resting.lockedHoldings, resting.lockedCash]).toEqual([exact('10'), 0n])
    placed(account, { action: 'sell', size: '4', timeInForce: 'ioc' })
    expect(account.order(resting.id)).toMatchObject({ lockedHoldings: exact('6'), lockedCash: exact('0.2') })
    expect([held(account, 'yes'), held(account, 'no')]).toEqual([exact('6'), 0n])
    expect(account.positions()[0]?.locked).toBe(exact('6'))
  })

  test('of tokens: both are held, and only what is held is sold', () => {
    const account = buy(tokens)
    placed(account, { side: 'no', size: '8', timeInForce: 'ioc' })
    expect([held(account, 'yes'), held(account, 'no')]).toEqual([exact('5'), exact('8')])
    expect(refusal(account.place(wanted({ action: 'sell', size: '5.1', timeInForce: 'ioc' })))).toEqual({
      reason: 'insufficient_holdings',
      needed: exact('5.1'),
      available: exact('5'),
    })
    placed(account, { action: 'sell', size: '4', price: '0.99' })
    expect(refusal(account.place(wanted({ action: 'sell', size: '2' })))).toMatchObject({
      available: exact('1'),
    })
  })
})

describe('a fee', () => {
  /** An exchange whose fee is what one sets. */
  const charging = (netting: 'pairs' | 'tokens') => {
    const due = { fee: 0n }
    return { due, exchange: openExchange({ venue: 'kalshi', netting, fee: () => due.fee }) }
  }

  test('of a sale is never more than it brings, at once or while it rests', () => {
    const { due, exchange } = charging('tokens')
    const account = exchange.account('ann', NOON)
    placed(account, { size: '10', timeInForce: 'ioc' })
    due.fee = exact('50')
    const before = account.balance().total
    placed(account, { action: 'sell', size: '1', timeInForce: 'ioc' })
    expect(account.balance().total).toBe(before)
    placed(account, { action: 'sell', size: '1', price: ask.price.toFixed(2) })
    const after = exchange.account('ann', firstWhere(later, ({ price }) => price > ask.price).at)
    expect(after.fills()).toHaveLength(3)
    expect(after.balance().total).toBe(before)
  })

  test('of a resting order is set aside, and charged once however many parts it is filled in', () => {
    const { due, exchange } = charging('tokens')
    due.fee = exact('0.03')
    const { order } = placed(exchange.account('ann', NOON), { price: inside, size: '9000' })
    expect(order.lockedCash).toBe(multiplyAmounts(exact(inside), exact('9000')) + exact('0.03'))
    const account = exchange.account('ann', NOON + 3 * HOUR)
    expect(account.fills().length).toBeGreaterThan(1)
    expect(account.balance().fees).toBe(exact('0.03'))
  })

  test('that is set aside for contracts taken from a resting order is at most what taking them set free', () => {
    const { due, exchange } = charging('pairs')
    const account = exchange.account('ann', NOON)
    placed(account, { size: '10', timeInForce: 'ioc' })
    const { order } = placed(account, { action: 'sell', size: '10', price: '0.95' })
    placed(account, { action: 'sell', size: '2', timeInForce: 'ioc' })
    due.fee = exact('0.5')
    placed(account, { action: 'sell', size: '2', timeInForce: 'ioc' })
    expect(account.order(order.id)?.lockedCash).toBe(exact('0.7'))
    due.fee = exact('100')
    placed(account, { action: 'sell', size: '2', timeInForce: 'ioc' })
    expect(account.order(order.id)?.lockedCash).toBe(exact('2.7'))
  })
})

describe('is refused', () => {
  const exchange = openExchange(tokens)
  const account = exchange.account('ann', NOON)
  const first = placed(account, { price: '0.01', clientOrderId: 'mine', id: '0xabc' }).order

  test.each([
    ['more than there is money for', { size: '90000', price: '0.5' }, 'insufficient_funds'],
    ['post only that takes', { price: '0.99', postOnly: true }, 'would_cross'],
    ['a used client id', { price: '0.01', clientOrderId: 'mine' }, 'duplicate_client_order_id'],
    ['a used id', { price: '0.01', id: '0xabc' }, 'duplicate_order_id'],
    ['a price off the grid', { price: '0.0155' }, 'invalid_price'],
    ['a price of one', { price: '1' }, 'invalid_price'],
    ['no size', { size: '0' }, 'invalid_size'],
    ['too fine a size', { size: '0.0000001' }, 'invalid_size'],
    ['money that rests', { spend: '5', price: '0.01' }, 'invalid_size'],
    ['a time that is over', { price: '0.01', expiresAt: NOON }, 'already_expired'],
  ])('%s', (_what, brief, reason) => {
    const before = [account.balance(), account.orders(), exchange.book(busy, NOON)]
    expect(refusal(account.place(wanted(brief)))).toMatchObject({ reason })
    expect([account.balance(), account.orders(), exchange.book(busy, NOON)]).toEqual(before)
  })

  test('a second cancel, and one of nobody’s order', () => {
    expect(refusal(account.cancel('nobody'))).toEqual({ reason: 'unknown_order' })
    expect(account.cancel(first.id)).toMatchObject({ reducedBy: exact('10') })
    expect(refusal(account.cancel(first.id))).toMatchObject({
      reason: 'order_not_open',
      order: { id: first.id },
    })
  })

  test('an order too many', () => {
    const full = openExchange(tokens).account('ann', NOON)
    for (let count = 0; count < 500; count++) placed(full, { price: '0.01', size: '1' })
    expect(refusal(full.place(wanted({ price: '0.01' })))).toEqual({ reason: 'too_many_orders', most: 500 })
  })
})

test('an order that meets one of its own account is dropped there, or cancels it', () => {
  for (const [onSelfTrade, mine, resting] of [
    ['drop-taker', 'self_trade', 'open'],
    ['cancel-maker', 'not_filled', 'cancelled'],
  ] as const) {
    const account = openExchange(pairs).account('ann', NOON)
    const first = placed(account, { price: bid.price.toFixed(3), size: '5' }).order
    const size = String(bid.size + 5)
    const { order } = placed(account, {
      action: 'sell',
      size,
      price: bid.price.toFixed(3),
      timeInForce: 'ioc',
      onSelfTrade,
    })
    expect([numberOf(order.filled), order.ending]).toEqual([bid.size, mine])
    expect(account.order(first.id)?.status).toBe(resting)
  }
})

test('a push gives back what was paid where the venue does so, and half to both sides elsewhere', () => {
  const push = firstWhere(
    openAt(NOON),
    (market) => market.payout === 0.5 && world.book(market.key, NOON).asks.length > 0,
  )
  const paidBy = (refundsPush: boolean) => {
    const exchange = openExchange({ ...tokens, refundsPush })
    placed(exchange.account('ann', NOON), { market: push, size: '2', timeInForce: 'ioc' })
    const row = firstOf(exchange.account('ann', push.resolvesAt).settlements())
    return [row.paid, row.cost] as const
  }
  expect(paidBy(false)[0]).toBe(ONE)
  const [paid, cost] = paidBy(true)
  expect(paid).toBe(cost)
})

test('events tell all that happened, in order and without gaps', () => {
  const exchange = openExchange(tokens)
  const account = exchange.account('ann', NOON)
  placed(account, { size: '1', timeInForce: 'ioc' })
  const { order } = placed(account, { price: '0.01' })
  account.cancel(order.id)
  expect(account.events().map(({ sequence, kind }) => [sequence, kind])).toEqual([
    [1, 'placed'],
    [2, 'filled'],
    [3, 'placed'],
    [4, 'cancelled'],
  ])
  expect(account.events(3)).toHaveLength(1)
})

test('the revision grows with what callers change, not with what they look at', () => {
  const desk = createPaperTrading(world)
  const account = () => desk.exchange(tokens).account('ann', NOON)
  account()
  const opened = desk.revision
  account().orders()
  account().place(wanted({ size: '0' }))
  expect(desk.revision).toBe(opened)
  const { order } = placed(account(), { price: '0.01' })
  expect(desk.revision).toBe(opened + 1)
  account().cancel(order.id)
  expect(desk.revision).toBe(opened + 2)
})
