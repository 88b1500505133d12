import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadVenue } from '../../../src/venues/registry.js'
import { exceptions, priceToleranceOf } from './exceptions.js'
import { type House, NOON, openHouse, playable } from './house.js'
import { bookOf, type Twin, tradesOf, twinsOf } from './rows.js'

const HOUR = 3_600_000

/** To the dust of floating point. */
const near = (value: number): number => Math.round(value * 1e9) / 1e9

describe.each(playable)('%s', (venue) => {
  let house: House
  let twins: Twin[]
  let has: { readonly book: boolean; readonly trades: boolean; readonly isBuilt: boolean }
  beforeAll(async () => {
    house = await openHouse('metronome', venue)
    const all = await twinsOf(house, venue, 2 * HOUR)
    twins = all.filter((_twin, index) => index % Math.ceil(all.length / 6) === 0)
    const { book, trades } = (await loadVenue(venue)) ?? {}
    has = { book: book !== undefined, trades: trades !== undefined, isBuilt: book?.emulated === true }
  })
  afterAll(() => house.close())

  const book = async (id: string, limit?: number) =>
    bookOf(await house.ask(venue, 'fetchOrderBook', [id, limit]))
  const trades = async (id: string, query: object) =>
    tradesOf(await house.ask(venue, 'fetchTrades', [id, query]))

  test('markets of the world are found again', () => {
    expect(twins.length).toBeGreaterThan(3)
  })

  test('books stand the right way round and do not cross; a depth cuts them', async () => {
    if (!has.book) return
    for (const { yes } of twins) {
      const whole = await book(yes)
      const prices = (side: 'bids' | 'asks') => whole[side].map(({ price }) => price)
      expect(prices('bids')).toEqual([...prices('bids')].sort((a, b) => b - a))
      expect(prices('asks')).toEqual([...prices('asks')].sort((a, b) => a - b))
      expect(prices('bids')[0] ?? 0).toBeLessThan(prices('asks')[0] ?? 1)
      const { bids, asks } = await book(yes, 1)
      expect({ bids, asks }).toEqual({ bids: whole.bids.slice(0, 1), asks: whole.asks.slice(0, 1) })
    }
  })

  test('the top of a book is the world’s', async () => {
    if (!has.book || has.isBuilt) return
    for (const { yes, truth } of twins) {
      const { bids, asks } = await book(yes)
      const real = house.world.book(truth.key, NOON)
      const within = priceToleranceOf(venue)
      for (const [got, want] of [
        [bids[0], real.bids[0]],
        [asks[0], real.asks[0]],
      ] as const) {
        expect(got === undefined, truth.key).toBe(want === undefined)
        expect(Math.abs((got?.price ?? 0) - (want?.price ?? 0)), truth.key).toBeLessThanOrEqual(within)
      }
    }
  })

  test('the book of no is that of yes seen from the other side', async () => {
    if (!has.book || exceptions[venue]?.ownSides !== undefined) return
    for (const { yes, no } of twins) {
      if (no === undefined) continue
      const [ours, theirs] = [await book(yes), await book(no)]
      const turned = (levels: readonly { readonly price: number; readonly size: number }[]) =>
        levels.map(({ price, size }) => [near(1 - price), size])
      expect(turned(theirs.asks)).toEqual(ours.bids.map(({ price, size }) => [near(price), size]))
      expect(turned(theirs.bids)).toEqual(ours.asks.map(({ price, size }) => [near(price), size]))
    }
  })

  test('several books come under the ids they were asked by', async () => {
    if (!has.book) return
    const ids = twins.slice(0, 3).map(({ yes }) => yes)
    const several = Object(await house.ask(venue, 'fetchOrderBooks', [ids]))
    expect(Object.keys(several).sort()).toEqual([...ids].sort())
    for (const id of ids) {
      const { bids, asks } = bookOf(several[id])
      const alone = await book(id)
      expect({ bids, asks }).toEqual({ bids: alone.bids, asks: alone.asks })
    }
  })

  test('trades are the world’s, newest first, each once', async () => {
    if (!has.trades) return
    for (const { yes, truth } of twins) {
      const rows = await trades(yes, { limit: 20 })
      const real = house.world
        .trades(truth.key, NOON - HOUR, NOON + 1)
        .slice(-Math.min(20, exceptions[venue]?.shortTape?.rows ?? 20))
        .reverse()
      expect(rows).toHaveLength(real.length)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      for (const [index, row] of rows.entries()) {
        const want = real[index]
        expect(Math.abs(row.price - (want?.price ?? 2))).toBeLessThanOrEqual(priceToleranceOf(venue))
        expect(Math.abs(row.timestamp - (want?.at ?? 0))).toBeLessThan(1_000)
      }
    }
  })

  test('a limit gives the newest, bounds are kept, and both sides show the same trades', async () => {
    if (!has.trades) return
    for (const { yes, no } of twins.slice(0, 3)) {
      const rows = await trades(yes, { limit: 12 })
      expect(await trades(yes, { limit: 5 })).toEqual(rows.slice(0, 5))
      if (rows.length < 4) continue
      const [start, end] = [rows.at(-2)?.timestamp ?? 0, rows[1]?.timestamp ?? 0]
      const inside = rows.filter(({ timestamp }) => timestamp >= start && timestamp <= end)
      expect(await trades(yes, { start, end, limit: 50 })).toEqual(inside)
      if (no === undefined) continue
      const turned = await trades(no, { limit: 12 })
      expect(turned.map(({ amount }) => amount)).toEqual(rows.map(({ amount }) => amount))
      // Prices of sides that are priced apart mirror each other about.
      const within = exceptions[venue]?.ownSides === undefined ? 1e-9 : priceToleranceOf(venue)
      for (const [index, { price }] of turned.entries())
        expect(Math.abs(1 - price - (rows[index]?.price ?? 2))).toBeLessThanOrEqual(within)
    }
  })
})
