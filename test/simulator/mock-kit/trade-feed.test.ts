import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/api/times/resolution.js'
import {
  listTradesSince,
  readTradeFeed,
  takeRows,
  tradeCursorOf,
} from '../../../src/simulator/mock-kit/trade-feed.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { NOON, SEED } from '../support/stage.js'

const world = createWorld({ seed: SEED })
const markets = world.eventsAt(NOON).flatMap((event) => event.markets)
const some = markets.filter((_market, index) => index % 40 === 0)

test('a feed is all trades of the window, newest first', () => {
  const window = { from: NOON - 2 * DAY_MS, to: NOON }
  const rows = [...readTradeFeed(world, some, window)]
  const expected = some.flatMap((market) => world.trades(market.key, window.from, window.to + 1)).length
  expect(rows.length).toBe(expected)
  const times = rows.map(({ trade }) => trade.at)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('pages by place are the feed cut in pieces, wherever it is cut', () => {
  const window = { from: NOON - 6 * HOUR_MS, to: NOON }
  const whole = [...readTradeFeed(world, some, window)].map(tradeCursorOf)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), (size) => {
      const pages: unknown[] = []
      let after: (typeof whole)[number] | undefined
      for (;;) {
        const { rows, more } = takeRows(readTradeFeed(world, some, { ...window, after }), size)
        pages.push(...rows.map(tradeCursorOf))
        const last = rows.at(-1)
        if (!more || last === undefined) break
        after = tradeCursorOf(last)
      }
      expect(pages).toEqual(whole)
    }),
    { numRuns: 15 },
  )
})

test('no markets and no time are empty feeds', () => {
  expect([...readTradeFeed(world, [], { from: 0, to: NOON })]).toEqual([])
  expect([...readTradeFeed(world, some, { from: NOON, to: NOON - 1 })]).toEqual([])
})

test('a feed of which hardly anything is wanted is read only so far', () => {
  const window = { from: NOON - 45 * DAY_MS, to: NOON, most: 5_000 }
  const rows = [...readTradeFeed(world, some, window)]
  expect(rows.length).toBeGreaterThanOrEqual(5_000)
  expect(rows.length).toBeLessThan(10_000)
  const unbound = takeRows(readTradeFeed(world, some, { ...window, most: undefined }), rows.length)
  expect(rows.map(tradeCursorOf)).toEqual(unbound.rows.map(tradeCursorOf))
})

test('two looks one after the other tell every trade once, oldest first', () => {
  const start = NOON - 6 * HOUR_MS
  const whole = [...readTradeFeed(world, some, { from: start + 1, to: NOON })].toReversed()
  // At the very instant of a trade.
  const middle = whole[Math.floor(whole.length / 2)]?.trade.at ?? NOON
  const looks = [
    ...listTradesSince({ world, now: middle }, some, start),
    ...listTradesSince({ world, now: NOON }, some, middle),
  ]
  expect(looks).toEqual(whole)
  expect(looks.length).toBeGreaterThan(0)
})
