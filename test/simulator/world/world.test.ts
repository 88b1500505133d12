import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/api/times/resolution.js'
import { stateAt } from '../../../src/simulator/world/common/types.js'
import { createWorld, type SimulatedWorld } from '../../../src/simulator/world/world.js'
import { firstWhere } from '../support/json.js'
import { NOON, SEED } from '../support/stage.js'
import { instants, marketsAt, openAt, sample, world } from '../support/world.js'

const MINUTE = 60_000

describe('one seed, one world', () => {
  test('two instances agree on listings, trades and books, whatever they were asked before', () => {
    const other = createWorld({ seed: SEED })
    for (const now of [...instants].reverse()) other.eventsAt(now)
    for (const now of instants) {
      const listing = (of: SimulatedWorld): unknown =>
        of.eventsAt(now).map(({ key, title, slug, number }) => ({ key, title, slug, number }))
      expect(listing(other)).toEqual(listing(world))
    }
    for (const { key } of sample) {
      expect(other.trades(key, NOON - DAY_MS, NOON)).toEqual(world.trades(key, NOON - DAY_MS, NOON))
      expect(other.book(key, NOON)).toEqual(world.book(key, NOON))
      expect(other.stats(key, NOON)).toEqual(world.stats(key, NOON))
    }
  })

  test('history does not change as time passes: what is listed later has the same past', () => {
    const later = createWorld({ seed: SEED })
    later.eventsAt(NOON + 9 * DAY_MS)
    for (const market of sample) {
      const then = world.bars(market.key, HOUR_MS, NOON - 3 * DAY_MS, NOON)
      expect(later.bars(market.key, HOUR_MS, NOON - 3 * DAY_MS, NOON)).toEqual(then)
    }
  })

  test('another seed gives other prices', () => {
    const other = createWorld({ seed: SEED + 1 })
    const market = firstWhere(openAt(NOON, other), (one) => one.activity === 'busy')
    const here = world.market(market.key)
    expect(here?.seed).not.toBe(market.seed)
  })

  test('everything is found again by key and by number, however old', () => {
    for (const event of world.eventsAt(NOON)) {
      expect(world.event(event.key)).toBe(event)
      expect(world.eventByNumber(event.number)).toBe(event)
      for (const market of event.markets) {
        expect(world.market(market.key)).toBe(market)
        expect(world.marketByNumber(market.number)).toBe(market)
      }
    }
    const old = world.event('quorra-updown-15m.1000')
    expect(old?.opensAt).toBe(Date.UTC(2020, 0, 6) + 1000 * 15 * MINUTE)
    expect(world.lastTrade(`${old?.key}.0`, NOON)).toBeDefined()
  })

  test.each(['nothing.1', 'quorra-updown-15m', 'quorra-updown-15m.-1', 'quorra-updown-15m.x', ''])(
    'a made-up key is nobody: %j',
    (key) => {
      expect(world.event(key)).toBeUndefined()
      expect(world.market(`${key}.0`)).toBeUndefined()
    },
  )

  test('made-up numbers are nobody', () => {
    for (const number of [0, -1, 999, 1.5, Number.MAX_SAFE_INTEGER, 1_500]) {
      expect(world.eventByNumber(number)).toBeUndefined()
    }
  })
})

describe('what the world holds at any instant', () => {
  test.each(instants.map((now) => [new Date(now).toISOString(), now] as const))('at %s', (_name, now) => {
    const events = world.eventsAt(now)
    const markets = marketsAt(now)
    const open = openAt(now)
    const openEvents = events.filter((event) => stateAt(event, now) === 'open')
    const resolved = markets.filter((market) => stateAt(market, now) === 'resolved')

    expect(events.length).toBeGreaterThanOrEqual(200)
    expect(markets.length).toBeGreaterThanOrEqual(600)
    expect(openEvents.length).toBeGreaterThanOrEqual(120)
    expect(events.every((event) => event.opensAt <= now)).toBe(true)
    expect(Math.min(...events.map((event) => event.closesAt))).toBeLessThan(now - 120 * DAY_MS)
    expect(new Set(resolved.map((market) => market.payout))).toEqual(new Set([0, 0.5, 1]))
    expect(markets.some((market) => stateAt(market, now) === 'closed')).toBe(true)
    expect(open.filter((market) => now - market.opensAt > 100 * DAY_MS).length).toBeGreaterThan(100)
    expect(open.some((market) => now - market.opensAt < 15 * MINUTE)).toBe(true)
    expect(
      open.some((market) => market.activity === 'never' && world.lastTrade(market.key, now) === undefined),
    ).toBe(true)
    expect(new Set(open.map((market) => market.tick))).toEqual(new Set([0.01, 0.001]))
    expect(
      events.some((event) => new Set(event.markets.map((one) => stateAt(one, now) === 'open')).size === 2),
    ).toBe(true)
    expect(new Set(openEvents.map((event) => event.shape)).size).toBe(8)
    expect(new Set(openEvents.map((event) => event.series.recurrence)).size).toBe(6)
    expect(openEvents.some((event) => event.title.length > 200)).toBe(true)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII is meant
    expect(openEvents.filter((event) => /[^\u0000-\u00ff]/.test(event.title)).length).toBeGreaterThan(0)
  })

  test('ids, slugs and codes are unique', () => {
    const events = world.eventsAt(NOON)
    const markets = marketsAt(NOON)
    expect(new Set(events.map((event) => event.slug)).size).toBe(events.length)
    expect(new Set(markets.map((market) => market.slug)).size).toBe(markets.length)
    expect(new Set(markets.map((market) => market.number)).size).toBe(markets.length)
    for (const event of events) {
      const codes = event.markets.map((market) => market.code)
      expect(new Set(codes).size).toBe(codes.length)
      expect(codes.every((code) => /^[A-Z0-9.]+$/.test(code))).toBe(true)
    }
  })

  test('at least 120 events are open all year round', () => {
    for (let day = 0; day < 400; day += 10) {
      const now = NOON + day * DAY_MS
      expect(
        world.eventsAt(now).filter((event) => stateAt(event, now) === 'open').length,
      ).toBeGreaterThanOrEqual(120)
    }
  })

  test('new events appear on the minute they open, and closed ones stay for 120 days', () => {
    const event = firstWhere(world.eventsAt(NOON), (one) => one.series.key === 'meridian-high')
    const has = (now: number): boolean =>
      createWorld({ seed: SEED })
        .eventsAt(now)
        .some(({ key }) => key === event.key)
    expect(has(event.opensAt - 1)).toBe(false)
    expect(has(event.opensAt)).toBe(true)
    expect(has(event.closesAt + 120 * DAY_MS)).toBe(true)
    expect(has(event.closesAt + 200 * DAY_MS)).toBe(false)
  })

  test('exactly one market of an exclusive event pays, and their prices add up to about one', () => {
    const sums: number[] = []
    for (const event of world.eventsAt(NOON).filter((one) => one.exclusive)) {
      expect(event.markets.reduce((sum, market) => sum + market.payout, 0)).toBe(1)
      const middle = (event.opensAt + event.closesAt) / 2
      const prices = event.markets.map((market) => world.lastTrade(market.key, middle)?.price)
      const known = prices.filter((price) => price !== undefined)
      if (known.length === prices.length) sums.push(known.reduce((sum, price) => sum + price, 0))
    }
    // Last trades of one event are of different ages, so single sums lie off a little.
    expect(sums.filter((sum) => sum > 0.85 && sum < 1.15).length / sums.length).toBeGreaterThan(0.9)
    expect(sums.reduce((total, sum) => total + sum, 0) / sums.length).toBeCloseTo(1, 1)
  })

  test('prices end near their payout', () => {
    const settled = marketsAt(NOON).filter(
      (market) =>
        stateAt(market, NOON) === 'resolved' &&
        market.activity !== 'never' &&
        market.pricing.kind !== 'between',
    )
    const misses = settled.filter((market) => {
      const last = world.lastTrade(market.key, NOON)
      return (
        last !== undefined &&
        market.closesAt - last.at < HOUR_MS &&
        Math.abs(last.price - market.payout) > 0.4
      )
    })
    expect(misses.length / settled.length).toBeLessThan(0.05)
  })
})
