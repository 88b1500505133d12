import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartGapsOf, coverageFor } from '../../src/page/chart/gaps.js'
import {
  describeSharedTier,
  type Health,
  type SharedTier,
  summaryOf,
  venueStateOf,
} from '../../src/page/shared/health.js'
import {
  agoText,
  bytesText,
  countText,
  priceText,
  safeLink,
  shortId,
  tickText,
  tookText,
} from '../../src/page/shared/labels.js'
import { hashOf, type PageLocation, parseLocation } from '../../src/page/shared/route.js'

describe('a place', () => {
  const text = fc.string({ minLength: 1, maxLength: 30 })
  const places: fc.Arbitrary<PageLocation> = fc.oneof(
    fc.constantFrom<PageLocation>(
      { view: 'venues' },
      { view: 'cache' },
      { view: 'requests' },
      { view: 'positions' },
    ),
    fc.record({ view: fc.constant('search' as const), query: fc.string(), venue: fc.string() }),
    fc.record({ view: fc.constant('market' as const), venue: text, marketId: text, outcomeId: text }),
  )

  test('is found again by its hash', () => {
    fc.assert(
      fc.property(places, (place) => {
        expect(parseLocation(hashOf(place))).toEqual(place)
      }),
    )
  })

  test.each(['', '#', '#/nope', '#/market', '#/market/kalshi', '#/%E0%A4%A/x'])(
    '%j is the beginning',
    (hash) => {
      expect(parseLocation(hash)).toEqual({ view: 'venues' })
    },
  )
})

describe('a shared history', () => {
  const tier: SharedTier = { name: 'postgres', state: 'ok', clock: 'right', taken: 0, given: 0, outbox: 0 }
  test.each<[Partial<SharedTier>, string]>([
    [{}, 'connected'],
    [{ outbox: 1 }, 'connected, 1 time range to upload'],
    [{ outbox: 12 }, 'connected, 12 time ranges to upload'],
    [{ clock: 'wrong' }, "read only, because this machine's clock is wrong"],
    [{ state: 'down', clock: 'wrong' }, 'does not respond, so this daemon calls the venues'],
  ])('%j is %s', (more, words) => expect(describeSharedTier({ ...tier, ...more })).toBe(words))
})

describe('words', () => {
  test.each([
    [undefined, '–'],
    [0, '0.0%'],
    [0.645, '64.5%'],
    [0.5943, '59.43%'],
    [1, '100.0%'],
  ])('the price %j is %s', (price, words) => expect(priceText(price)).toBe(words))

  test.each([
    [undefined, '–'],
    [0, '0'],
    [42.5, '42.5'],
    [9_999, '9,999'],
    [12_345, '12.3k'],
    [2_500_000, '2.5M'],
    [1.5e9, '1.5B'],
    [-20_000, '-20.0k'],
  ])('the count %j is %s', (count, words) => expect(countText(count)).toBe(words))

  test('sizes, spans and ids are short', () => {
    expect([bytesText(12), bytesText(45_678), bytesText(3_400_000)]).toEqual(['12 B', '46 kB', '3.4 MB'])
    expect([agoText(0, 500), agoText(0, 59_000), agoText(0, 7_200_000), agoText(0, 9e8)]).toEqual([
      'now',
      '59 s ago',
      '2 h ago',
      '10 d ago',
    ])
    expect([tookText(0.2), tookText(12.4), tookText(2_340)]).toEqual(['<1 ms', '12 ms', '2.3 s'])
    expect(shortId('1234567890123456789012345678901234567890')).toBe('123456789012345…34567890')
  })

  test('a tick has its date where that is another one', () => {
    const noon = Date.UTC(2026, 10, 25, 12)
    expect(tickText(noon, undefined)).toBe('12:00')
    expect(tickText(noon, noon - 3_600_000)).toBe('12:00')
    expect(tickText(noon, noon - 86_400_000)).toBe('11-25')
    expect(tickText(Date.UTC(2026, 10, 25), undefined)).toBe('11-25')
  })

  test.each([
    ['https://venue.example/market', true],
    ['http://venue.example/market', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//venue.example', false],
    ['not an address', false],
    [undefined, false],
  ])('%s may become a link: %s', (url, may) => expect(safeLink(url) !== undefined).toBe(may))
})

describe('the health of a venue', () => {
  const calls = {
    sent: 3,
    ok: 3,
    failed: 0,
    retried: 0,
    rateLimited: 0,
    refused: 0,
    inFlight: 0,
    lastOkAt: 100,
  }
  const healthOf = (over: Partial<Health>): Health => ({
    timestamp: 1_000,
    mode: 'live',
    version: '1',
    offline: false,
    uptimeSeconds: 1,
    memoryBytes: { rss: 1 },
    candleStore: { kind: 'ok' },
    venues: { kalshi: calls },
    breakers: {},
    budgets: {},
    ...over,
  })
  const failed = (code: string, at = 200) => ({
    venues: { kalshi: { ...calls, lastError: { at, code, message: 'no' } } },
  })

  test.each<[string, Partial<Health>, string]>([
    ['was never asked', { venues: {} }, 'idle'],
    ['answers', {}, 'up'],
    ['failed last', failed('NETWORK_ERROR'), 'failing'],
    ['failed before it answered', failed('NETWORK_ERROR', 50), 'up'],
    ['turns this machine away', failed('PERMISSION_DENIED'), 'blocked'],
    ['wants fewer calls', failed('RATE_LIMIT_EXCEEDED'), 'limited'],
    ['has calls waiting', { budgets: { 'kalshi api': { waiting: 2 } } }, 'limited'],
    ['is left alone for a while', { breakers: { 'kalshi api': {} } }, 'failing'],
    ['is not another whose name begins the same', { breakers: { 'kalshi-demo api': {} } }, 'up'],
  ])('that %s', (_what, over, state) => expect(venueStateOf('kalshi', healthOf(over))).toBe(state))

  test('all of them are one sentence', () => {
    expect(summaryOf(['idle', 'idle'])).toBe('2 venues ready, none called yet')
    expect(summaryOf(['up', 'up', 'idle'])).toBe('2 of 3 venues in use, all up')
    expect(summaryOf(['up', 'blocked', 'limited', 'limited'])).toBe('1 up, 1 blocked, 2 limited')
  })
})

describe('gaps between candles', () => {
  const bar = (timestamp: number) => ({ timestamp, open: 0.5, high: 0.5, low: 0.5, close: 0.5 })

  test('are told with their reason: nothing was traded, or nobody asked', () => {
    const candles = [bar(0), bar(10), bar(40), bar(50), bar(90)]
    expect(
      chartGapsOf(candles, 10, [
        [0, 30, 'data'],
        [30, 60, 'proven_empty'],
      ]),
    ).toEqual([
      { from: 20, to: 40, kind: 'no_trades' },
      { from: 60, to: 90, kind: 'not_asked' },
    ])
  })

  test('are exactly the steps that have no candle', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1 }), (places) => {
        const times = [...places].sort((a, b) => a - b).map((place) => place * 10)
        const missing = chartGapsOf(times.map(bar), 10, []).flatMap(({ from, to }) =>
          Array.from({ length: (to - from) / 10 }, (_, index) => from + index * 10),
        )
        const [first = 0, last = 0] = [times[0], times.at(-1)]
        const all = Array.from({ length: (last - first) / 10 + 1 }, (_, index) => first + index * 10)
        expect([...missing, ...times].sort((a, b) => a - b)).toEqual(all)
      }),
    )
  })

  test('are judged by the coarsest stored step that divides that of the candles', () => {
    const steps = [60_000, 3_600_000, 86_400_000].map((stepMs) => ({ stepMs, spans: [] }))
    expect(coverageFor(steps, 21_600_000)?.stepMs).toBe(3_600_000)
    expect(coverageFor(steps, 300_000)?.stepMs).toBe(60_000)
    expect(coverageFor([{ stepMs: 3_600_000, spans: [] }], 60_000)).toBeUndefined()
  })
})
