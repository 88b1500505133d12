import { describe, expect, test } from 'vitest'
import { createPaperTrading } from '../../../src/simulator/paper-trading/exchange.js'
import { numberOf } from '../../../src/simulator/paper-trading/state/amount.js'
import { stateAt } from '../../../src/simulator/world/common/types.js'
import { createWorld, quotedBy } from '../../../src/simulator/world/world.js'
import { firstOf, firstWhere } from '../support/json.js'
import { NOON, SEED } from '../support/stage.js'
import { placed, tokens } from './support.js'

const SECOND = 1_000
const world = createWorld({ seed: SEED, prices: 'by-venue' })
const quoted = quotedBy(world, tokens.venue)

/** A busy market whose best ask comes and goes for a minute in which nobody trades. */
const market = firstWhere(
  world.eventsAt(NOON).flatMap((event) => event.markets),
  (one) =>
    one.activity === 'busy' &&
    stateAt(one, NOON) === 'open' &&
    quoted.book(one.key, NOON).asks.length > 1 &&
    quoted.trades(one.key, NOON, NOON + 60 * SECOND).length === 0,
)
const seconds = Array.from({ length: 60 }, (_, second) => NOON + second * SECOND)
const best = firstOf(quoted.book(market.key, NOON).asks)

describe('a book that changes between trades', () => {
  test('has sizes of all kinds at its best price', () => {
    const sizes = seconds.map((at) => quoted.book(market.key, at).asks[0]?.size ?? 0)
    expect(new Set(sizes).size).toBeGreaterThan(20)
    expect(Math.max(...sizes)).toBeGreaterThan(best.size)
  })

  test('is not crossed by an order that took its best level and rests there', () => {
    const exchange = createPaperTrading(world).exchange(tokens)
    const size = String(best.size + 10)
    const { order } = placed(exchange.account('ann', NOON), { market, size, price: String(best.price) })
    expect([numberOf(order.filled), numberOf(order.remaining)]).toEqual([best.size, 10])
    for (const at of seconds) {
      const { bids, asks } = exchange.book(market, at)
      expect(bids[0]).toEqual({ price: best.price, size: 10 })
      expect(asks[0]?.price).toBeGreaterThan(best.price)
    }
  })

  test('is the world’s own again after the next trade', () => {
    const exchange = createPaperTrading(world).exchange(tokens)
    placed(exchange.account('ann', NOON), { market, size: '1', timeInForce: 'ioc' })
    const { at } = firstOf(quoted.trades(market.key, NOON + 1, NOON + 600 * SECOND))
    expect(exchange.book(market, at - 1)).not.toEqual(quoted.book(market.key, at - 1))
    expect(exchange.book(market, at)).toEqual(quoted.book(market.key, at))
  })
})
