import { describe, expect, test } from 'vitest'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { createWorld, quotedBy } from '../../../../src/simulator/world/world.js'
import { firstWhere } from '../../support/json.js'
import { NOON, SEED } from '../../support/stage.js'
import { marketsAt, openAt, sample, world } from '../../support/world.js'

describe('books', () => {
  test('the middle is the last trade price wherever both sides are quoted', () => {
    for (const market of openAt(NOON)) {
      const { bids, asks } = world.book(market.key, NOON)
      const last = world.lastTrade(market.key, NOON)
      const [bid, ask] = [bids[0], asks[0]]
      if (bid === undefined || ask === undefined || last === undefined) continue
      expect((bid.price + ask.price) / 2).toBeCloseTo(last.price, 9)
      expect(bid.price).toBeLessThan(ask.price)
    }
  })

  test('levels run away from the middle on the grid, with sizes', () => {
    for (const market of sample) {
      const { bids, asks } = world.book(market.key, NOON)
      expect(bids.map(({ price }) => price)).toEqual(bids.map(({ price }) => price).toSorted((a, b) => b - a))
      expect(asks.map(({ price }) => price)).toEqual(asks.map(({ price }) => price).toSorted((a, b) => a - b))
      for (const { price, size } of [...bids, ...asks]) {
        expect(price).toBeGreaterThanOrEqual(market.tick)
        expect(price).toBeLessThanOrEqual(1 - market.tick)
        expect(size).toBeGreaterThan(0)
      }
    }
  })

  test('there are empty books, books with one side, and none after the close', () => {
    const books = openAt(NOON).map((market) => world.book(market.key, NOON))
    expect(books.some(({ bids, asks }) => bids.length === 0 && asks.length === 0)).toBe(true)
    expect(books.some(({ bids, asks }) => bids.length === 0 && asks.length > 0)).toBe(true)
    expect(books.some(({ bids, asks }) => bids.length > 0 && asks.length === 0)).toBe(true)
    const closed = firstWhere(marketsAt(NOON), (market) => stateAt(market, NOON) === 'closed')
    expect(world.book(closed.key, NOON)).toEqual({ bids: [], asks: [] })
  })

  test('the quotes after a trade are the book after it', () => {
    for (const market of openAt(NOON)) {
      const { bids, asks } = world.book(market.key, NOON)
      const top = world.topAfter(market.key, world.lastTrade(market.key, NOON)?.price)
      expect(top).toEqual({ bid: bids[0]?.price, ask: asks[0]?.price })
    }
  })

  test('a busy book changes at least every two seconds, and the best prices with trades alone', () => {
    const market = firstWhere(
      openAt(NOON),
      ({ activity, opensAt, closesAt }) =>
        activity === 'busy' && NOON - opensAt > 3_600_000 && closesAt - NOON > 3_600_000,
    )
    for (const venue of ['kalshi', 'polymarket', 'opinion'] as const) {
      const quoted = quotedBy(createWorld({ seed: SEED }), venue)
      const looks = Array.from({ length: 301 }, (_, turn) => NOON + turn * 2_000)
      for (const [index, at] of looks.slice(1).entries()) {
        const before = looks[index] ?? at
        const [was, is] = [quoted.book(market.key, before), quoted.book(market.key, at)]
        expect(is).not.toEqual(was)
        expect(quoted.bookVersion(market.key, at)).toBeGreaterThan(quoted.bookVersion(market.key, before))
        if (quoted.lastTrade(market.key, at)?.at !== quoted.lastTrade(market.key, before)?.at) continue
        expect([is.bids[0]?.price, is.asks[0]?.price]).toEqual([was.bids[0]?.price, was.asks[0]?.price])
      }
    }
  })

  test('a book of the same version is the same book', () => {
    for (const market of sample) {
      const books = new Map<number, unknown>()
      for (let at = NOON; at < NOON + 60_000; at += 250) {
        const version = world.bookVersion(market.key, at)
        const book = world.book(market.key, at)
        if (books.has(version)) expect(book).toEqual(books.get(version))
        books.set(version, book)
      }
    }
  })
})
