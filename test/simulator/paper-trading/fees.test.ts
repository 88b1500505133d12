import { describe, expect, test } from 'vitest'
import {
  divideAmounts,
  MICRO,
  multiplyAmounts,
  ONE,
  sumAmounts,
} from '../../../src/simulator/paper-trading/state/amount.js'
import { OPENING_MONEY } from '../../../src/simulator/paper-trading/state/types.js'
import type { PaperRules } from '../../../src/simulator/paper-trading/state/venue-rules.js'
import { inWholeLots } from '../../../src/simulator/world/lots.js'
import { firstOf, firstWhere } from '../support/json.js'
import { NOON } from '../support/stage.js'
import { openAt, sample, world } from '../support/world.js'
import { busy, exact, held, openExchange, pairs, placed, tokens } from './support.js'

const HOUR = 3_600_000
const { bids, asks } = world.book(busy.key, NOON)
const [bid, ask] = [firstOf(bids), firstOf(asks)]
const above = String((ask.price + 0.05).toFixed(2))

/** A tenth of the money of takers. */
const tenth: NonNullable<PaperRules['fee']> = ({ price, size, liquidity }) =>
  liquidity === 'taker' ? multiplyAmounts(price, size) / 10n : 0n

describe('a fee in contracts', () => {
  const rules: PaperRules = {
    ...tokens,
    fee: tenth,
    feeInContracts: ({ price }, fee) => {
      const exactly = divideAmounts(fee, price)
      return exactly - (exactly % MICRO)
    },
  }

  test('is kept from what a purchase brings, and no money is taken for it', () => {
    const account = openExchange(rules).account('ann', NOON)
    const { fills } = placed(account, { size: '3', price: above, timeInForce: 'ioc' })
    const [fill] = fills
    expect([fill?.size, fill?.withheld]).toEqual([exact('3'), exact('0.3')])
    expect(fill?.fee).toBe(multiplyAmounts(exact(String(ask.price)), exact('0.3')))
    expect(held(account, 'yes')).toBe(exact('2.7'))
    const { total, fees } = account.balance()
    expect([OPENING_MONEY - total, fees]).toEqual([multiplyAmounts(exact(String(ask.price)), exact('3')), 0n])
  })

  test('does not count against a purchase of all the money there is', () => {
    const account = openExchange({ ...rules, leastTakerFee: 1_000n * ONE }).account('ann', NOON)
    const { order } = placed(account, { spend: '2', timeInForce: 'ioc', price: above })
    expect(order.status).not.toBe('open')
    // All that was bought went for the least fee, and nothing more.
    expect(held(account, 'yes')).toBe(0n)
  })

  test('is money where something is sold', () => {
    const account = openExchange(rules).account('ann', NOON)
    placed(account, { size: '10', price: above, timeInForce: 'ioc' })
    const before = account.balance().total
    const { fills } = placed(account, { size: '9', price: '0.01', action: 'sell', timeInForce: 'ioc' })
    const [proceeds, fees] = [
      sumAmounts(fills.map(({ price, size }) => multiplyAmounts(price, size))),
      sumAmounts(fills.map(({ fee }) => fee)),
    ]
    expect(fills.every(({ withheld }) => withheld === 0n)).toBe(true)
    expect(account.balance().total - before).toBe(proceeds - fees)
    expect(held(account, 'yes')).toBe(0n)
  })
})

describe('a least fee', () => {
  const rules: PaperRules = { ...tokens, fee: tenth, leastTakerFee: 5n * ONE }
  const size = String((ask.size + 1).toFixed(2))

  test('is what the last execution of an order pays when all of them cost less', () => {
    const account = openExchange(rules).account('ann', NOON)
    const { fills } = placed(account, { size, price: above, timeInForce: 'ioc' })
    expect(fills.length).toBeGreaterThan(1)
    const [last, ...others] = fills.toReversed()
    const isCheap = sumAmounts(fills.map(({ price, size }) => multiplyAmounts(price, size) / 10n)) < 5n * ONE
    if (isCheap) expect(last?.fee).toBe(5n * ONE)
    for (const { fee, price, size } of others) expect(fee).toBe(multiplyAmounts(price, size) / 10n)
  })

  test('is nobody’s who rests, or who pays more', () => {
    const account = openExchange(rules).account('ann', NOON)
    expect(placed(account, { size: '1', price: '0.01' }).order.takerFees).toBe(0n)
    const dear = placed(account, { size: '400', price: above, timeInForce: 'ioc' })
    const whole = sumAmounts(dear.fills.map(({ price, size }) => multiplyAmounts(price, size) / 10n))
    expect(dear.order.takerFees).toBe(whole < 5n * ONE ? 5n * ONE : whole)
  })
})

test('a fee of the settlement is taken from what a market pays, and told beside it', () => {
  const ending = firstWhere(
    openAt(NOON),
    (market) => market.resolvesAt - NOON < 2 * HOUR && world.lastTrade(market.key, NOON) !== undefined,
  )
  const exchange = openExchange({ ...tokens, settlementFee: ({ paid }) => paid / 100n })
  const brief = { market: ending, price: '0.99', size: '5', timeInForce: 'ioc' as const }
  const account = exchange.account('ann', NOON)
  for (const side of ['yes', 'no'] as const)
    account.place({ ...brief, side, action: 'buy', amount: { size: 5n * ONE }, price: exact('0.99') })
  const before = account.balance().total
  const after = exchange.account('ann', ending.resolvesAt)
  const paid = sumAmounts(after.settlements().map((one) => one.paid))
  expect(after.balance().total - before).toBe(paid - paid / 100n)
  expect(sumAmounts(after.settlements().map(({ fee }) => fee))).toBe(paid / 100n)
})

describe('a time at which all orders end', () => {
  test('ends those that are open then, and no later one', () => {
    const exchange = openExchange(tokens)
    const account = exchange.account('ann', NOON)
    const first = placed(account, { price: '0.01' })
    account.cancelAllAt(NOON + HOUR)
    expect(exchange.account('ann', NOON + HOUR - 1).order(first.order.id)?.status).toBe('open')
    const second = placed(exchange.account('ann', NOON + HOUR), { price: '0.01' })
    const later = exchange.account('ann', NOON + 2 * HOUR)
    expect(later.order(first.order.id)).toMatchObject({
      status: 'cancelled',
      ending: 'scheduled',
      updatedAt: NOON + HOUR,
    })
    expect(later.order(second.order.id)?.status).toBe('open')
  })

  test('comes before a trade of the same account at a later time, however late one looks', () => {
    const late = firstWhere(
      world.trades(busy.key, NOON + 1, NOON + 6 * HOUR),
      ({ price }) => price < bid.price,
    )
    const exchange = openExchange(tokens)
    const { order } = placed(exchange.account('ann', NOON), { price: String(bid.price) })
    exchange.account('ann', NOON).cancelAllAt(late.at)
    const told = exchange.account('ann', late.at + HOUR).order(order.id)
    expect([told?.ending, told?.filled]).toEqual(['scheduled', 0n])
  })

  test('is taken back', () => {
    const exchange = openExchange(tokens)
    const { order } = placed(exchange.account('ann', NOON), { price: '0.01' })
    exchange.account('ann', NOON).cancelAllAt(NOON + HOUR)
    exchange.account('ann', NOON).cancelAllAt(undefined)
    expect(exchange.account('ann', NOON + 2 * HOUR).order(order.id)?.status).toBe('open')
  })
})

describe('whole sizes', () => {
  const whole = inWholeLots(world)

  test('are those of every level and trade, and candles add up to the trades', () => {
    for (const market of sample) {
      const { bids, asks } = whole.book(market.key, NOON)
      const trades = whole.trades(market.key, NOON - 6 * HOUR, NOON)
      for (const { size } of [...bids, ...asks, ...trades]) {
        expect(Number.isInteger(size)).toBe(true)
        expect(size).toBeGreaterThanOrEqual(1)
      }
      const volume = trades.reduce((sum, { size }) => sum + size, 0)
      const bars = whole.bars(market.key, HOUR / 4, NOON - 6 * HOUR, NOON, NOON)
      const first = bars[0]?.openAt ?? NOON
      const before = trades.filter(({ at }) => at < first).reduce((sum, { size }) => sum + size, 0)
      expect(bars.reduce((sum, bar) => sum + bar.volume, 0) + before).toBe(volume)
    }
  })

  test('change no price and no time', () => {
    const facts = (of: typeof world) =>
      of.trades(busy.key, NOON - HOUR, NOON).map(({ at, price, sequence }) => [at, price, sequence])
    expect(facts(whole)).toEqual(facts(world))
    expect(whole.book(busy.key, NOON).asks.map(({ price }) => price)).toEqual(asks.map(({ price }) => price))
  })

  test('are what an order meets', () => {
    const exchange = openExchange({ ...tokens, hasWholeSizes: true })
    const { fills } = placed(exchange.account('ann', NOON), {
      size: '4000',
      price: above,
      timeInForce: 'ioc',
    })
    expect(fills.length).toBeGreaterThan(0)
    for (const { size } of fills) expect(size % ONE).toBe(0n)
  })
})

describe('what is charged of an order, and paid for having rested', () => {
  const rules: PaperRules = {
    ...pairs,
    isQuoted: () => false,
    // The second and every later fill is free.
    takerFees: (executions) => executions.map((_execution, index) => (index === 0 ? ONE : 0n)),
    makerRebate: ({ side, price, size }) => (side === 'yes' ? multiplyAmounts(price, size) / 100n : 0n),
  }

  test('is of all its fills together, and goes to the maker with each', () => {
    const exchange = openExchange(rules)
    const [ann, bob] = [exchange.account('ann', NOON), exchange.account('bob', NOON)]
    const { order } = placed(ann, { size: '100', price: '0.4' })
    placed(ann, { size: '50', price: '0.3' })
    const sold = placed(bob, { size: '150', price: '0.3', action: 'sell', timeInForce: 'ioc' })
    expect(sold.fills.map(({ fee }) => fee)).toEqual([ONE, 0n])
    // 100 × 0.4 and 50 × 0.3, and a hundredth of each back.
    expect(OPENING_MONEY - ann.balance().total).toBe(exact('54.45'))
    expect(ann.balance().fees).toBe(exact('-0.55'))
    expect(ann.fills().map(({ fee }) => fee)).toEqual([exact('-0.15'), exact('-0.4')])
    expect(ann.order(order.id)).toMatchObject({ makerFees: 0n, makerRebates: exact('0.4') })
  })

  test('leaves what rests as it was set aside', () => {
    const exchange = openExchange(rules)
    const [ann, bob] = [exchange.account('ann', NOON), exchange.account('bob', NOON)]
    const { order } = placed(ann, { size: '100', price: '0.4' })
    placed(bob, { size: '60', price: '0.4', action: 'sell', timeInForce: 'ioc' })
    expect(ann.order(order.id)?.lockedCash).toBe(exact('16'))
  })
})
