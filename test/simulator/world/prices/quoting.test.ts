import { describe, expect, test } from 'vitest'
import { venueIds } from '../../../../src/api/envelope/venue-ids.js'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { quotingOf } from '../../../../src/simulator/world/prices/quoting.js'
import { createWorld, quotedBy, type SimulatedWorld } from '../../../../src/simulator/world/world.js'
import { firstWhere } from '../../support/json.js'
import { NOON, SEED } from '../../support/stage.js'

const SECOND = 1_000
const venues = venueIds.filter((id) => id !== 'router')
type Venue = (typeof venues)[number]
const world = createWorld({ seed: SEED })
const seenBy = new Map(venues.map((venue) => [venue, quotedBy(world, venue)]))
const of = (venue: Venue): SimulatedWorld => seenBy.get(venue) ?? world
const pairs = venues.flatMap((one, index) => venues.slice(index + 1).map((other) => [one, other] as const))
const lagOf = (venue: Venue): number => quotingOf(SEED, venue).lagMs
const leader = firstWhere(venues, (venue) => lagOf(venue) === 0)

const all = world.eventsAt(NOON).flatMap((event) => event.markets)
const open = all.filter((market) => stateAt(market, NOON) === 'open')
/** Busy for more than a week, and not decided yet. */
const lively = open.filter(
  ({ key, activity, opensAt, closesAt }) =>
    activity === 'busy' &&
    NOON - opensAt > 8 * DAY_MS &&
    closesAt - NOON > DAY_MS &&
    world.fairPrice(key, NOON) > 0.15 &&
    world.fairPrice(key, NOON) < 0.85,
)
const week = Array.from({ length: 168 }, (_, hours) => NOON - hours * HOUR_MS)

describe('prices of one question on two venues', () => {
  test('are studied in enough markets, and one venue alone leads', () => {
    expect(lively.length).toBeGreaterThanOrEqual(5)
    expect(venues.filter((venue) => lagOf(venue) === 0)).toEqual([leader])
    expect(Math.min(...venues.filter((venue) => venue !== leader).map(lagOf))).toBeGreaterThanOrEqual(
      5 * SECOND,
    )
    expect(Math.max(...venues.map(lagOf))).toBeLessThanOrEqual(180 * SECOND)
  })

  test('differ in most hours of a week, by less than four cents in nearly all', () => {
    const closes = new Map(
      venues.map((venue) => [
        venue,
        lively.flatMap(({ key }) => week.map((at) => of(venue).lastTrade(key, at)?.price ?? Number.NaN)),
      ]),
    )
    for (const [one, other] of pairs) {
      const there = closes.get(other) ?? []
      const gaps = (closes.get(one) ?? []).map((price, index) =>
        Math.abs(price - (there[index] ?? Number.NaN)),
      )
      const label = `${one} and ${other}`
      expect(gaps.every(Number.isFinite), label).toBe(true)
      expect(gaps.filter((gap) => gap > 1e-9).length / gaps.length, label).toBeGreaterThan(0.5)
      expect(gaps.filter((gap) => gap < 0.04).length / gaps.length, label).toBeGreaterThan(0.95)
    }
  })

  test.each(venues)('on %s come as late as its lag says', (venue) => {
    const step = 5 * SECOND
    const longest = 200 * SECOND
    const changes = (by: SimulatedWorld, key: string, from: number): number[] =>
      Array.from(
        { length: (NOON - from) / step },
        (_, turn) => by.fairPrice(key, from + (turn + 1) * step) - by.fairPrice(key, from + turn * step),
      )
    const score = new Map<number, number>()
    for (const { key } of lively.slice(0, 3)) {
      const first = changes(of(leader), key, NOON - 6 * HOUR_MS - longest)
      const own = changes(of(venue), key, NOON - 6 * HOUR_MS)
      for (let lag = 0; lag <= longest; lag += step) {
        const offset = (longest - lag) / step
        const sum = own.reduce((total, change, index) => total + change * (first[index + offset] ?? 0), 0)
        score.set(lag, (score.get(lag) ?? 0) + sum)
      }
    }
    const [best] = [...score].reduce((most, entry) => (entry[1] > most[1] ? entry : most))
    expect(Math.abs(best - lagOf(venue))).toBeLessThanOrEqual(step)
  })

  test('begin at the opening: no venue looks before it, or ahead', () => {
    for (const venue of venues) {
      const lag = lagOf(venue)
      for (const { key, opensAt } of lively) {
        const noise = of(venue).fairPrice(key, opensAt) - world.fairPrice(key, opensAt)
        expect(Math.abs(noise)).toBeLessThan(0.06)
        if (lag === 0) continue
        const early = of(venue).fairPrice(key, opensAt + lag / 2) - of(venue).fairPrice(key, opensAt)
        expect(Math.abs(early)).toBeLessThan(0.01)
      }
    }
  })

  test('end at one result', () => {
    const ended = all.filter(
      (market) =>
        stateAt(market, NOON) === 'resolved' && market.pricing.kind === 'walk' && market.payout !== 0.5,
    )
    expect(ended.length).toBeGreaterThan(50)
    for (const venue of venues) {
      for (const { key, closesAt, payout } of ended.slice(-40)) {
        const gap = of(venue).fairPrice(key, closesAt) - world.fairPrice(key, closesAt)
        expect(Math.abs(gap), key).toBeLessThan(0.05)
        expect(of(venue).market(key)?.payout).toBe(payout)
      }
    }
  })
})

describe('what a venue keeps of the world', () => {
  test('questions, times and payouts', () => {
    for (const venue of venues) expect(of(venue).eventsAt(NOON)).toBe(world.eventsAt(NOON))
  })

  test('is that prices of an exclusive event add up to about one', () => {
    const events = world.eventsAt(NOON).filter((event) => event.exclusive && stateAt(event, NOON) === 'open')
    for (const venue of venues) {
      const sums = events.map((event) =>
        event.markets.reduce((sum, { key }) => sum + of(venue).fairPrice(key, NOON), 0),
      )
      const shared = events.map((event) =>
        event.markets.reduce((sum, { key }) => sum + world.fairPrice(key, NOON), 0),
      )
      // A sum moves with the lag as well, by what single runners have moved meanwhile.
      for (const [index, sum] of sums.entries())
        expect(Math.abs(sum - (shared[index] ?? 0))).toBeLessThan(0.08)
      expect(sums.reduce((total, sum) => total + sum, 0) / sums.length).toBeCloseTo(1, 1)
    }
  })

  test('is that ladders fall, and that ranges add up', () => {
    const ladders = world.eventsAt(NOON).filter((event) => event.shape === 'strike-ladder')
    const ranges = world.eventsAt(NOON).filter((event) => event.shape === 'range-buckets')
    for (const venue of venues) {
      const prices = (markets: readonly WorldMarket[], at: number): number[] =>
        markets.map(({ key }) => of(venue).fairPrice(key, at))
      for (const { markets, opensAt, closesAt } of ladders.slice(-10)) {
        const falling = prices(markets, (opensAt + closesAt) / 2)
        expect(falling).toEqual(falling.toSorted((a, b) => b - a))
      }
      for (const { markets, opensAt, closesAt } of ranges.slice(-10)) {
        const shares = prices(markets, (opensAt + closesAt) / 2)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      }
    }
  })
})

describe('trades of a venue', () => {
  test('have times, sizes and volumes of their own', () => {
    const market = lively[0]
    if (market === undefined) throw new Error('no lively market')
    const day = (venue: Venue) => of(venue).trades(market.key, NOON - DAY_MS, NOON)
    for (const [one, other] of pairs) {
      const times = new Set(day(one).map(({ at }) => at))
      const both = day(other).filter(({ at }) => times.has(at))
      expect(both.length, `${one} and ${other}`).toBeLessThan(day(other).length / 50)
    }
    const volumes = venues.map((venue) => of(venue).stats(market.key, NOON).volume24h)
    expect(new Set(volumes).size).toBe(venues.length)
  })
})

describe('one seed', () => {
  test('gives the same quotes however they are asked for, and another seed others', () => {
    const again = createWorld({ seed: SEED })
    const another = createWorld({ seed: SEED + 1 })
    const facts = (by: SimulatedWorld, key: string) => [
      by.trades(key, NOON - HOUR_MS, NOON),
      by.book(key, NOON),
      by.stats(key, NOON),
    ]
    for (const venue of venues.toReversed()) {
      const { key } = firstWhere(lively, (market) => market.activity === 'busy')
      expect(facts(quotedBy(again, venue), key)).toEqual(facts(of(venue), key))
    }
    expect(venues.map((venue) => quotingOf(SEED + 1, venue).lagMs)).not.toEqual(venues.map(lagOf))
    const quarter = firstWhere(all, (market) => market.closesAt - market.opensAt === 15 * 60 * SECOND)
    const own = of('kalshi').trades(quarter.key, quarter.opensAt, quarter.closesAt)
    expect(own.length).toBeGreaterThan(0)
    expect(quotedBy(another, 'kalshi').trades(quarter.key, quarter.opensAt, quarter.closesAt)).not.toEqual(
      own,
    )
  })

  test('has void markets, quarter hours and days at any time', () => {
    for (const now of [NOON, NOON + 37 * DAY_MS]) {
      const markets = world.eventsAt(now).flatMap((event) => event.markets)
      expect(markets.some((market) => market.payout === 0.5 && stateAt(market, now) === 'resolved')).toBe(
        true,
      )
      const lives = new Set(
        markets.filter((market) => stateAt(market, now) === 'open').map((one) => one.closesAt - one.opensAt),
      )
      expect(lives.has(15 * 60 * SECOND)).toBe(true)
      expect(lives.has(DAY_MS)).toBe(true)
    }
  })
})
