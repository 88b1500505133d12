import { beforeEach, describe, expect, test } from 'vitest'
import type { SampledEngine } from '../../../src/candles/engine.js'
import type { CandleQuery } from '../../../src/candles/response/window.js'
import { sampledKeyOf } from '../../../src/candles/series/sampled-basis.js'
import type { CandleStore } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import type { Located } from '../../../src/venue-kit/contract/outcome.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { engineOver, patientCall } from '../../support/engine.js'
import { noMarkets } from '../../support/venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.UTC(2026, 5, 10, 9)

let clock: FakeClock
let store: CandleStore
let engine: SampledEngine
/** Ids that the venue was asked about. */
let located: string[]

/** A venue with books and no candles; `no-<id>` is the other side of `<id>`. */
const venue: Venue<{ readonly side: string }> = {
  id: 'smarkets',
  hosts: {},
  markets: noMarkets,
  outcomes: {
    hint: () => 'Any text is one here.',
    async locate(id) {
      located.push(id)
      return id === 'unknown'
        ? undefined
        : { kind: 'outcome', outcome: { outcomeId: id.toLowerCase(), facts: { side: id } } }
    },
  },
  book: {
    fetch: async () => ({ bids: [], asks: [] }),
    place: ({ outcomeId }: Located<unknown>) => ({
      seriesKey: outcomeId.replace(/^no-/, ''),
      mirrored: outcomeId.startsWith('no-'),
    }),
  },
}
const series = { venue: 'smarkets', seriesKey: 'a', stepMs: MINUTE } as const

beforeEach(() => {
  clock = fakeClock(NOW)
  located = []
  store = createMemoryStore()
  engine = engineOver(store, clock)
})

function known(outcomeId: string, seriesKey = outcomeId, mirrored = false): void {
  engine.samples.remember('smarkets', outcomeId, {
    series: { outcomeId, seriesKey, mirrored, facts: {} },
    checkedAt: clock.now(),
  })
}

/** One sample in the middle of each minute from now on; undefined takes none. */
function sample(prices: readonly (number | undefined)[], stepMs = MINUTE): void {
  for (const price of prices) {
    clock.passTo(clock.now() + stepMs / 2)
    if (price !== undefined) engine.samples.add({ ...series, stepMs }, { at: clock.now(), price })
    clock.passTo(clock.now() + stepMs / 2)
    engine.samples.finalize()
  }
}

const ask = (query: CandleQuery, outcomeId = 'a', call = patientCall()) =>
  engine.candles(venue, outcomeId, query, call)
const flat = (timestamp: number, price: number) => ({
  timestamp,
  open: price,
  high: price,
  low: price,
  close: price,
})

describe('a bar', () => {
  test('has the first, the highest, the lowest and the last sample of its minute, and no volume', async () => {
    known('a')
    for (const [seconds, price] of [
      [5, 0.4],
      [20, 0.46],
      [35, 0.39],
      [50, 0.41],
    ] as const) {
      clock.passTo(NOW + seconds * 1_000)
      expect(engine.samples.add(series, { at: clock.now(), price })).toBe(true)
    }
    const running = await ask({ resolution: '1m' })
    const bar = { timestamp: NOW, open: 0.4, high: 0.46, low: 0.39, close: 0.41 }
    expect(running).toMatchObject({ bars: [bar], basis: 'mid', cache: 'hit', runningFrom: NOW })
    clock.passTo(NOW + MINUTE)
    engine.samples.finalize()
    expect(await ask({ resolution: '1m' })).not.toHaveProperty('runningFrom')
    expect((await ask({ resolution: '1m' })).bars).toEqual([bar])
  })

  test('is stored with what vouches for it when its time is over, not before', () => {
    engine.samples.add(series, { at: NOW + 1, price: 0.5 })
    const identity = { ...series, basis: 'mid' as const }
    const ever = { from: 0, to: NOW + HOUR }
    clock.passTo(NOW + MINUTE - 1)
    engine.samples.finalize()
    expect([store.read(identity, ever), store.coverage(identity, ever)]).toEqual([[], []])
    clock.passTo(NOW + MINUTE)
    engine.samples.finalize()
    expect(store.read(identity, ever)).toEqual([flat(NOW, 0.5)])
    expect(store.coverage(identity, ever)).toEqual([
      { from: NOW, to: NOW + MINUTE, kind: 'data', route: 'sampled', fetchedAt: NOW + 1 },
    ])
  })

  test('that is over takes no more samples, neither stored nor before the one that runs', () => {
    sample([0.5])
    expect(engine.samples.add(series, { at: NOW + 50_000, price: 0.9 })).toBe(false)
    expect(engine.samples.add(series, { at: clock.now() + 1, price: 0.6 })).toBe(true)
    expect(engine.samples.add(series, { at: clock.now(), price: 0.7 })).toBe(false)
    expect(engine.samples.add(series, { at: clock.now() - 1, price: 0.9 })).toBe(false)
    expect(engine.samples.running(series)).toEqual(flat(NOW + MINUTE, 0.6))
  })

  test('of a clock that ran ahead is dropped when the clock is set back', () => {
    clock.jump(5 * HOUR)
    engine.samples.add(series, { at: clock.now(), price: 0.5 })
    clock.jump(-5 * HOUR)
    expect(engine.samples.add(series, { at: clock.now(), price: 0.6 })).toBe(true)
    expect(engine.samples.running(series)).toEqual(flat(NOW, 0.6))
  })

  test('that runs is all that a process loses that is killed', async () => {
    known('a')
    sample([0.4, 0.5])
    engine.samples.add(series, { at: clock.now() + 1, price: 0.6 })
    engine = engineOver(store, clock)
    expect((await ask({ resolution: '1m' })).bars).toEqual([flat(NOW, 0.4), flat(NOW + MINUTE, 0.5)])
    // The minute in which it was killed is sampled anew.
    sample([0.7])
    expect((await ask({ resolution: '1m' })).bars.at(-1)).toEqual(flat(NOW + 2 * MINUTE, 0.7))
  })
})

describe('an answer', () => {
  test('has gaps where nothing was sampled, and says where', async () => {
    known('a')
    sample([0.4, undefined, undefined, 0.5])
    const { bars, unsampled } = await ask({ resolution: '1m', start: NOW - MINUTE })
    expect(bars).toEqual([flat(NOW, 0.4), flat(NOW + 3 * MINUTE, 0.5)])
    expect(unsampled).toEqual([
      { from: NOW - MINUTE, to: NOW },
      { from: NOW + MINUTE, to: NOW + 3 * MINUTE },
    ])
  })

  test('about a gap alone is empty for that reason, not for want of trades', async () => {
    known('a')
    sample([0.4, undefined, undefined, 0.5])
    const gap = await ask({ resolution: '1m', start: NOW + MINUTE, end: NOW + 2 * MINUTE })
    expect(gap).toMatchObject({ bars: [], emptyReason: 'not_sampled' })
    expect(await ask({ resolution: '1m', start: NOW + HOUR })).toMatchObject({
      bars: [],
      emptyReason: 'in_future',
    })
  })

  test('keeps the newest, however far apart they are', async () => {
    known('a')
    sample([0.1, 0.2, 0.3])
    clock.passTo(NOW + 900 * HOUR)
    sample([0.4])
    const { bars } = await ask({ resolution: '1m', limit: 3 })
    expect(bars.map(({ open }) => open)).toEqual([0.2, 0.3, 0.4])
    expect((await ask({ resolution: '1m', limit: 3 })).unsampled).toEqual([
      { from: NOW + 3 * MINUTE, to: NOW + 900 * HOUR },
    ])
  })

  test('in a coarser step leaves out what lacks a part, but not what runs', async () => {
    known('a')
    sample([0.5, 0.51, 0.52, 0.53, 0.54])
    sample([0.6, 0.61, undefined, 0.63, 0.64])
    sample([0.7, 0.69])
    clock.passTo(clock.now() + 20_000)
    const { bars, runningFrom, unsampled } = await ask({ resolution: '5m' })
    expect(bars).toEqual([
      { timestamp: NOW, open: 0.5, high: 0.54, low: 0.5, close: 0.54 },
      { timestamp: NOW + 10 * MINUTE, open: 0.7, high: 0.7, low: 0.69, close: 0.69 },
    ])
    expect([runningFrom, unsampled]).toEqual([
      NOW + 10 * MINUTE,
      [{ from: NOW + 5 * MINUTE, to: NOW + 10 * MINUTE }],
    ])
    // The minute that ran is over without a sample: the candle that runs lacks a part.
    clock.passTo(NOW + 13 * MINUTE)
    expect((await ask({ resolution: '5m' })).bars).toHaveLength(1)
  })

  test('is good until a part of it may turn out to be missing', async () => {
    known('a')
    sample([0.5])
    clock.passTo(clock.now() + 20_000)
    const { freshUntil } = await ask({ resolution: '1h' })
    expect(freshUntil).toBe(NOW + 2 * MINUTE)
    const past = await ask({ resolution: '1m', start: NOW, end: NOW })
    expect(past.freshUntil).toBe(Number.POSITIVE_INFINITY)
  })

  test('is void with every new sample', async () => {
    known('a')
    sample([0.5])
    const { seriesKey, generation } = await ask({ resolution: '1m' })
    expect([seriesKey, engine.generation(seriesKey)]).toEqual([sampledKeyOf(series), generation])
    engine.samples.add(series, { at: clock.now(), price: 0.6 })
    expect(engine.generation(seriesKey)).toBeGreaterThan(generation)
  })

  test('joins what was sampled at different paces', async () => {
    known('a')
    sample([0.4, 0.41, 0.42, 0.43, 0.44])
    sample([0.5, undefined, 0.6], 5 * MINUTE)
    const { bars } = await ask({ resolution: '5m' })
    expect(bars.map(({ timestamp, close }) => [(timestamp - NOW) / MINUTE, close])).toEqual([
      [0, 0.44],
      [5, 0.5],
      [15, 0.6],
    ])
    expect((await ask({ resolution: '1m' })).bars).toHaveLength(5)
  })

  test('of a step that the samples cannot be built into is refused with those that can', async () => {
    known('a')
    sample([0.5], 5 * MINUTE)
    await expect(ask({ resolution: '1m' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('Available resolutions: 5m, 15m'),
    })
  })

  test('as JSON is the same', async () => {
    known('a')
    sample([0.4, undefined, 0.5])
    const { bars, ...facts } = await ask({ resolution: '1m' })
    const { json, ...told } = await engine.candlesJson(venue, 'a', { resolution: '1m' }, patientCall())
    expect([JSON.parse(json), told]).toEqual([bars, facts])
  })
})

test('samples that were imported are found by the name of their series', async () => {
  sample([0.5])
  engine = engineOver(store, clock)
  expect((await ask({ resolution: '1m' })).bars).toEqual([flat(NOW, 0.5)])
})

describe('the other side', () => {
  test('of a book that two outcomes share is one minus its samples, high and low swapped', async () => {
    known('no-a', 'a', true)
    engine.samples.add(series, { at: NOW, price: 0.4 })
    engine.samples.add(series, { at: NOW + 1, price: 0.45 })
    expect((await ask({ resolution: '1m' }, 'no-a')).bars).toEqual([
      { timestamp: NOW, open: 0.6, high: 0.6, low: 0.55, close: 0.55 },
    ])
  })

  test('need not be pinned itself', async () => {
    sample([0.4])
    await expect(ask({ resolution: '1m' }, 'no-a')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
    engine.samples.watch([series])
    expect((await ask({ resolution: '1m' }, 'no-a')).bars).toEqual([flat(NOW, 0.6)])
    expect(located).toEqual(['no-a'])
  })
})

describe('an outcome that is not sampled', () => {
  test('is refused with how to have it sampled, and the venue is not asked', async () => {
    await expect(ask({}, 'b')).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
      message: expect.stringContaining("'pmx-local pin --sample 1m smarkets b'"),
      detail: { kind: 'not_sampled', command: 'pmx-local pin --sample 1m smarkets b' },
    })
    expect(located).toEqual([])
  })

  test('is refused so beside others that are; one that there is not is NOT_FOUND', async () => {
    engine.samples.watch([series])
    await expect(ask({}, 'b')).rejects.toMatchObject({ detail: { kind: 'not_sampled' } })
    await expect(ask({}, 'unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is not asked for where no venue is', async () => {
    engine.samples.watch([series])
    const call = { ...patientCall(), stored: { serves: true, unasked: 'offline' as const } }
    await expect(engine.candles(venue, 'b', {}, call)).rejects.toMatchObject({ status: 504 })
    expect(located).toEqual([])
  })

  test('yet is an empty list once it is pinned', async () => {
    known('a')
    engine.samples.watch([series])
    expect(await ask({ resolution: '1m' })).toMatchObject({ bars: [], emptyReason: 'not_sampled' })
    expect(located).toEqual([])
  })
})

test('a stored series is answered without its venue, whatever else is not', async () => {
  known('a')
  sample([0.5])
  clock.passTo(NOW + 100 * HOUR)
  const call = { ...patientCall(), stored: { serves: true, unasked: 'offline' as const } }
  expect((await engine.candles(venue, ' a ', { resolution: '1m' }, call)).bars).toEqual([flat(NOW, 0.5)])
  expect([call.sent, located]).toEqual([0, []])
})

test('what was sampled of a venue that shows nothing to strangers is for the owner', async () => {
  known('a')
  sample([0.5])
  const hidden = { ...venue, isPrivate: true } as const
  await expect(engine.candles(hidden, 'a', {}, patientCall())).rejects.toMatchObject({
    code: 'AUTHENTICATION_ERROR',
  })
  const owner = { ...patientCall(), isOwner: true }
  expect((await engine.candles(hidden, 'a', { resolution: '1m' }, owner)).bars).toHaveLength(1)
})

test('a wrong clock deletes no samples: nobody can be asked for them again', () => {
  sample([0.5])
  store.dropFuture(NOW - 24 * HOUR)
  expect(store.read({ ...series, basis: 'mid' }, { from: 0, to: NOW + HOUR })).toHaveLength(1)
})

test('a sampled minute that is over and not stored yet is in the answer, before the one that runs', async () => {
  known('a')
  engine.samples.add(series, { at: NOW + 1, price: 0.5 })
  clock.passTo(NOW + MINUTE + 1)
  const answer = await ask({ resolution: '1m' })
  expect(answer.bars).toEqual([flat(NOW, 0.5)])
  expect(answer).not.toHaveProperty('runningFrom')
  clock.passTo(NOW + 2 * MINUTE + 1)
  const gap = { from: NOW + MINUTE, to: NOW + 2 * MINUTE }
  expect(await ask({ resolution: '1m' })).toMatchObject({ bars: [flat(NOW, 0.5)], unsampled: [gap] })
})

test('an answer without a gap says of none, and gives no reason for being empty', async () => {
  known('a')
  sample([0.5, 0.6])
  const answer = await ask({ resolution: '1m' })
  expect(answer).toMatchObject({ bars: [flat(NOW, 0.5), flat(NOW + MINUTE, 0.6)], isOver: false })
  expect(answer).not.toHaveProperty('unsampled')
  expect(answer).not.toHaveProperty('emptyReason')
})

test('bars sampled in the very step come before those that are built of finer ones', async () => {
  known('a')
  const coarse = { ...series, stepMs: 5 * MINUTE }
  for (let minute = 0; minute < 5; minute++) {
    clock.passTo(NOW + minute * MINUTE + 1)
    engine.samples.add(series, { at: clock.now(), price: 0.1 })
    engine.samples.add(coarse, { at: clock.now(), price: 0.9 })
    clock.passTo(NOW + (minute + 1) * MINUTE)
    engine.samples.finalize()
  }
  expect((await ask({ resolution: '5m' })).bars).toEqual([flat(NOW, 0.9)])
  expect((await ask({ resolution: '1m' })).bars).toHaveLength(5)
  // A finer sample may be missing as soon as its minute is over.
  expect((await ask({ resolution: '5m' })).freshUntil).toBe(NOW + 6 * MINUTE)
})

test('what was sampled before in a step of which none can be built says nothing of the time', async () => {
  known('a')
  sample([0.5], HOUR)
  sample([0.6])
  const answer = await ask({ resolution: '1m' })
  expect(answer.bars).toEqual([flat(NOW + HOUR, 0.6)])
  expect(answer).not.toHaveProperty('unsampled')
})

test('a series is found however much space is around its name', async () => {
  sample([0.5])
  expect((await ask({ resolution: '1m' }, ' a ')).bars).toEqual([flat(NOW, 0.5)])
  known('no-a', 'a', true)
  sample([0.4])
  expect((await ask({ resolution: '1m', limit: 1 }, ' no-a ')).bars).toEqual([flat(NOW + MINUTE, 0.6)])
})

test('where a venue names no other place for a book, an outcome has its own', async () => {
  engine.samples.watch([series])
  const plain: Venue<{ readonly side: string }> = {
    ...venue,
    book: { fetch: async () => ({ bids: [], asks: [] }) },
  }
  engine.samples.add(series, { at: NOW + 1, price: 0.3 })
  expect((await engine.candles(plain, 'A', { resolution: '1m' }, patientCall())).bars).toEqual([
    flat(NOW, 0.3),
  ])
})
