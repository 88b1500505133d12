import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/api/times/span.js'
import { priceFor, pricesAt, printOf, seenFrom } from '../../../src/simulator/mock-kit/yes-no-sides.js'
import { createWorld } from '../../../src/simulator/world/world.js'

const NOON = Date.UTC(2026, 10, 21, 12)
const world = createWorld({ seed: 7, rhythm: 'metronome' })
const market = world
  .eventsAt(NOON)
  .filter(({ opensAt, closesAt }) => opensAt < NOON - 60 * MINUTE_MS && closesAt > NOON + 60 * MINUTE_MS)
  .flatMap(({ markets }) => markets)[0]
if (market === undefined) throw new Error('the world has no open market')

test('NO mirrors YES: the price is what is left of 1, and who bids for one offers the other', () => {
  expect([priceFor('yes', 0.31), priceFor('no', 0.31), priceFor('no', undefined)]).toEqual([
    0.31,
    0.69,
    undefined,
  ])
  const book = { bids: [{ price: 0.3, size: 5 }], asks: [{ price: 0.4, size: 7 }] }
  expect(seenFrom('yes', book)).toEqual(book)
  expect(seenFrom('no', book)).toEqual({
    bids: [{ price: 0.6, size: 7 }],
    asks: [{ price: 0.7, size: 5 }],
  })
})

test('a taker of YES buys it or sells NO, and one of NO the other way round', () => {
  const seen = new Set<string>()
  for (let minute = 0; minute < 60; minute++) {
    const trade = world.lastTrade(market.key, NOON - minute * MINUTE_MS)
    if (trade === undefined) continue
    const { side, action, price } = printOf(market, trade, 3)
    expect(price).toBe(priceFor(side, trade.price))
    expect((side === 'yes') === (action === 'BUY')).toBe(trade.takerSide === 'yes')
    seen.add(`${action} ${trade.takerSide}`)
  }
  expect([...seen].sort()).toEqual(['BUY no', 'BUY yes', 'SELL no', 'SELL yes'])
})

describe('prices at instants', () => {
  const instants = Array.from({ length: 30 }, (_, index) => NOON + (index - 29) * 20_000)

  test('are those of the last trade until then', () => {
    const told = pricesAt({ world }, { market, side: 'no' }, instants, NOON)
    expect(told).toEqual(
      instants.map((at) => ({ at, price: priceFor('no', world.lastTrade(market.key, at)?.price) })),
    )
  })

  test('end where they are to end, and begin with the first trade', () => {
    const end = NOON - 5 * 20_000
    expect(pricesAt({ world }, { market, side: 'yes' }, instants, end).at(-1)?.at).toBe(end)
    expect(pricesAt({ world }, { market, side: 'yes' }, instants, (instants[0] ?? 0) - 1)).toEqual([])
    const before = [market.opensAt - 2 * MINUTE_MS, market.opensAt - MINUTE_MS]
    expect(pricesAt({ world }, { market, side: 'yes' }, before, NOON)).toEqual([])
  })
})
