import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import {
  createWatch,
  type PrefetchedSeries,
  type Prefetcher,
  type RefreshTerms,
} from '../../../src/candles/fetch/prefetch.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'

const SECOND = 1_000

let clock: FakeClock
let watch: Prefetcher
/** What was refreshed, as `seconds key`. */
let refreshed: { readonly at: number; readonly key: string; readonly terms: RefreshTerms }[]
let perSecond: number
let fails: (key: string) => boolean
let tardyMs: number

beforeEach(() => {
  clock = fakeClock()
  refreshed = []
  perSecond = 1_000
  fails = () => false
  tardyMs = 0
  watch = createWatch({ clock, rateOf: () => perSecond })
})

/** A series of which `perCall` come in one call. */
function series(
  key: string,
  { venue = 'kalshi' as VenueId, perCall = 1, maxAgeMs = SECOND } = {},
): PrefetchedSeries {
  return {
    venue,
    key,
    maxAgeMs,
    perCall,
    async refresh(terms) {
      refreshed.push({ at: clock.monotonic(), key, terms })
      if (tardyMs > 0) await clock.sleep(tardyMs)
      if (fails(key)) throw new Error('the venue is down')
      return 1 / perCall
    },
  }
}

/** Asks for all of them once a second. */
async function poll(all: readonly PrefetchedSeries[], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    for (const one of all) watch.note(one)
    await clock.advance(SECOND)
  }
}

test("a venue's limits are not looked at for who only asks: what is stored spends nothing of them", async () => {
  let looks = 0
  watch = createWatch({
    clock,
    rateOf: () => {
      looks++
      return perSecond
    },
  })
  await poll([series('a')], 1)
  watch.note(series('a'))
  expect([watch.size, looks]).toEqual([1, 0])
  await poll([series('a')], 2)
  expect(refreshed.length).toBeGreaterThan(0)
  expect(looks).toBeGreaterThan(0)
})

test('nothing runs for what is asked for once, or seldom', async () => {
  for (let time = 0; time < 5; time++) {
    watch.note(series('A'))
    expect(clock.pendingTimers).toBe(0)
    await clock.advance(16 * SECOND)
  }
  expect(refreshed).toEqual([])
})

test('what is asked for every second is kept younger than a second, and no longer than somebody asks', async () => {
  await poll([series('A')], 20)
  expect(refreshed.length).toBeGreaterThanOrEqual(18)
  const ages = refreshed.slice(1).map(({ at }, index) => at - (refreshed[index]?.at ?? 0))
  expect(Math.max(...ages)).toBeLessThanOrEqual(SECOND)
  const before = refreshed.length
  await clock.advance(60 * SECOND)
  expect(refreshed.length - before).toBeLessThanOrEqual(7)
  expect([watch.size, clock.pendingTimers]).toEqual([0, 0])
})

test('a step whose candles may be older is refreshed as seldom as that', async () => {
  await poll([series('A', { maxAgeMs: 60 * SECOND })], 100)
  expect(refreshed).toHaveLength(2)
})

test('those that one call brings go together', async () => {
  perSecond = 2.5
  await poll(
    Array.from({ length: 50 }, (_, index) => series(`S${index}`, { perCall: 100 })),
    5,
  )
  const rounds = new Set(refreshed.map(({ at }) => at))
  expect(refreshed).toHaveLength(rounds.size * 50)
  expect(rounds.size).toBeGreaterThanOrEqual(3)
})

test('what waits for a refresh makes it as urgent as itself, and is told when it has come or never will', async () => {
  tardyMs = 300
  const told: string[] = []
  await poll([series('A'), series('B')], 1)
  for (const one of [series('A'), series('B')]) watch.note(one)
  expect(watch.next('C', 'interactive')).toBeUndefined()
  void watch.next('A', 'background')?.then(() => told.push('A'))
  await clock.advance(100)
  expect(refreshed.map(({ key }) => key)).toEqual(['A'])
  expect(refreshed[0]?.terms.urgency.now).toBe('background')
  void watch.next('A', 'interactive')?.then(() => told.push('B'))
  expect(refreshed[0]?.terms.urgency.now).toBe('interactive')
  expect(told).toEqual([])
  await clock.advance(300)
  expect(told).toEqual(['A', 'B'])
  void watch.next('A', 'interactive')?.then(() => told.push('closed'))
  watch.close()
  await clock.advance(0)
  expect(told).toContain('closed')
  expect(clock.pendingTimers).toBe(0)
  watch.note(series('A'))
  watch.note(series('A'))
  expect(watch.size).toBe(0)
})

test('a series that fails is left to those who ask for it, and a venue that fails is left alone for longer and longer', async () => {
  fails = (key) => key === 'A'
  await poll([series('A'), series('B')], 3)
  expect(watch.next('B', 'interactive')).toBeDefined()
  fails = () => true
  await poll([series('A'), series('B')], 3)
  expect(watch.next('B', 'interactive')).toBeUndefined()
  refreshed = []
  await poll([series('A'), series('B')], 60)
  expect(new Set(refreshed.map(({ at }) => at)).size).toBeLessThanOrEqual(7)
  fails = () => false
  await poll([series('A'), series('B')], 60)
  expect(watch.size).toBe(2)
})

test('a venue that fails is asked again after two seconds, then after twice as long, at most half a minute', async () => {
  fails = () => true
  await poll([series('A')], 125)
  const gaps = refreshed.slice(1).map(({ at }, index) => (at - (refreshed[index]?.at ?? 0)) / SECOND)
  expect(gaps).toEqual([2, 4, 8, 16, 30, 30, 30])
})

test('what is due within the same moment goes together', async () => {
  watch.note(series('A'))
  watch.note(series('A'))
  await clock.advance(50)
  watch.note(series('B'))
  watch.note(series('B'))
  await clock.advance(800)
  expect(refreshed.map(({ at, key }) => [at - (refreshed[0]?.at ?? 0), key])).toEqual([
    [0, 'A'],
    [0, 'B'],
  ])
})

test('a series is watched from a quarter of a minute between two questions on, until three are left out', async () => {
  watch.note(series('A'))
  await clock.advance(15 * SECOND)
  watch.note(series('A'))
  expect(watch.size).toBe(1)
  await clock.advance(44 * SECOND)
  expect([watch.size, refreshed.length]).toEqual([1, 3])
  await clock.advance(5 * SECOND)
  expect([watch.size, refreshed.length, clock.pendingTimers]).toEqual([0, 3, 0])
})

test('no more are watched than can be, and a round brings no more than can be read at once', async () => {
  for (let index = 0; index < 2_001; index++) {
    const one = series(`S${index}`, { perCall: 1_000 })
    watch.note(one)
    watch.note(one)
  }
  expect(watch.size).toBe(2_000)
  await clock.advance(SECOND)
  const [first] = refreshed
  expect(refreshed.filter(({ at }) => at === first?.at)).toHaveLength(200)
})

test('a round under way becomes no more urgent for one who waits for a series that is not in it', async () => {
  perSecond = 2.5
  tardyMs = 300
  await poll([series('A'), series('B')], 4)
  while (refreshed.length < 5) await clock.advance(10)
  const under = refreshed.at(-1)
  const other = under?.key === 'A' ? 'B' : 'A'
  void watch.next(other, 'interactive')
  expect(under?.terms.urgency.now).toBe('background')
  void watch.next(under?.key ?? '', 'interactive')
  expect(under?.terms.urgency.now).toBe('interactive')
})

test('with one call a second two series are refreshed in turn, each call as soon as it may be made', async () => {
  perSecond = 2.5
  await poll([series('A'), series('B')], 8)
  const keys = refreshed.map(({ key }) => key).join('')
  expect(keys).toMatch(/^(AB)+A?$/)
  const gaps = refreshed.slice(1).map(({ at }, index) => at - (refreshed[index]?.at ?? 0))
  expect(gaps.slice(1)).toEqual(gaps.slice(1).map(() => SECOND))
})

test('whatever is watched: no venue gets more calls than its share, those refreshed longest ago come first, and one venue does not wait for another', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 2_000 }),
      async (count, rate, perCall, tardy) => {
        clock = fakeClock()
        refreshed = []
        perSecond = rate
        tardyMs = tardy
        watch = createWatch({ clock, rateOf: () => perSecond })
        const all = Array.from({ length: count }, (_, index) => series(`K${index}`, { perCall }))
        const other = series('P', { venue: 'polymarket' })
        await poll([...all, other], 20)
        const seconds = 20
        const ours = refreshed.filter(({ key }) => key.startsWith('K'))
        expect(ours.length / perCall).toBeLessThanOrEqual(0.4 * rate * seconds + Math.max(1, 0.4 * rate) + 1)
        // Nobody is refreshed twice before everybody who waits had his turn.
        const turns = all.map(({ key }) => ours.filter((one) => one.key === key).length)
        expect(Math.max(...turns) - Math.min(...turns)).toBeLessThanOrEqual(1)
        expect(refreshed.filter(({ key }) => key === 'P').length).toBeGreaterThanOrEqual(
          Math.floor(Math.min(0.4 * rate * seconds, seconds / (1 + tardy / SECOND)) / 2),
        )
        watch.close()
      },
    ),
    { numRuns: 40 },
  )
})
