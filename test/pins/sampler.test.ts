import { beforeEach, describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { venueIds } from '../../src/api/envelope/venue-ids.js'
import type { OrderBook } from '../../src/api/models/models.js'
import type { SampledEngine } from '../../src/candles/engine.js'
import type { CandleStore } from '../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { silentLogger } from '../../src/observe/logger.js'
import { type Capture, type Pin, PinsDamaged } from '../../src/pins/format.js'
import { createSampler, type Sampler } from '../../src/pins/sampler.js'
import { startDeadline } from '../../src/policy/abort.js'
import { noSecrets } from '../../src/venue-kit/contract/account-secrets.js'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { contextWithoutNetwork, engineOver, patientCall } from '../support/engine.js'
import { noMarkets } from '../support/venue.js'
import { warningsOf } from '../support/warnings.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 10, 9)

let clock: FakeClock
let store: CandleStore
let engine: SampledEngine
let venue: Venue
let pins: readonly Pin[]
let written: readonly Capture[]
let storeTrouble: string | undefined
/** Books by outcome; without one the venue has none. */
let books: Map<string, OrderBook>
/** What asking for books fails with. */
let trouble: Error | undefined
/** The outcomes of each question for books, and those that were looked for. */
let asked: string[][]
let sought: string[]
let closedAt: number | undefined
/** What finding an outcome fails with. */
let unfound: Error | undefined

const bookOf = (bid: number | undefined, ask: number | undefined, timestamp?: number): OrderBook => ({
  bids:
    bid === undefined
      ? []
      : [
          { price: 0.01, size: 1 },
          { price: bid, size: 1 },
        ],
  asks:
    ask === undefined
      ? []
      : [
          { price: 0.99, size: 1 },
          { price: ask, size: 1 },
        ],
  ...(timestamp === undefined ? {} : { timestamp }),
})

function venueWith(book: Venue['book']): Venue {
  return {
    id: 'smarkets',
    hosts: {},
    markets: noMarkets,
    outcomes: {
      hint: () => '',
      async locate(id) {
        sought.push(id)
        if (unfound !== undefined) throw unfound
        if (id === 'unknown') return undefined
        const closed = closedAt === undefined ? {} : { closedAt, isSettled: true as const }
        return { kind: 'outcome', outcome: { outcomeId: id, facts: { of: id }, ...closed } }
      },
    },
    ...(book === undefined ? {} : { book }),
  }
}

const together: NonNullable<Venue['book']> = {
  fetch: () => Promise.reject(new Error('not asked one by one')),
  async fetchMany(outcomes) {
    asked.push(outcomes.map(({ id }) => id))
    if (trouble !== undefined) throw trouble
    for (const { located, id } of outcomes) expect((await located()).facts).toEqual({ of: id })
    return new Map(books)
  },
}

beforeEach(() => {
  clock = fakeClock(NOW)
  store = createMemoryStore()
  engine = engineOver(store, clock)
  venue = venueWith(together)
  pins = []
  written = []
  storeTrouble = undefined
  books = new Map([
    ['a', bookOf(0.4, 0.43)],
    ['b', bookOf(0.2, 0.3)],
  ])
  trouble = undefined
  asked = []
  sought = []
  closedAt = undefined
  unfound = undefined
})

function sampler(): Sampler {
  return createSampler({
    clock,
    log: silentLogger,
    samples: engine.samples,
    loadVenue: () => Promise.resolve(venue),
    openContext: (_venue, { signal, secrets }) =>
      contextWithoutNetwork(clock, { signal, secrets, priority: 'background' }),
    secretsOf: () => noSecrets,
    storeTrouble: () => storeTrouble,
    readPins: () => pins,
    readRecords: () => written,
    writeRecords: (records) => {
      written = records
    },
  })
}

const pinOf = (sampleMs: number, ...outcomeIds: string[]): Pin => ({
  venue: 'smarkets',
  id: outcomeIds.join('+'),
  outcomes: outcomeIds.map((outcomeId) => ({ outcomeId })),
  pinnedAt: NOW,
  sampleMs,
})

/** Runs a sampler for a time, in which only its own timers fire. */
async function sampled(ms: number, one = sampler()): Promise<Sampler> {
  one.start()
  await clock.advance(ms)
  return one
}

const candles = (outcomeId = 'a', resolution = '1m') =>
  engine.candles(venue, outcomeId, { resolution }, patientCall())
const closes = async (outcomeId = 'a', resolution = '1m') =>
  (await candles(outcomeId, resolution)).bars.map(({ timestamp, close }) => [
    (timestamp - NOW) / MINUTE,
    close,
  ])

describe('the middle of the book', () => {
  test('is taken once a minute, of all outcomes in one call', async () => {
    pins = [pinOf(MINUTE, 'a', 'b')]
    const one = await sampled(3 * MINUTE)
    await one.stop()
    expect(await closes('a')).toEqual([
      [0, 0.415],
      [1, 0.415],
      [2, 0.415],
    ])
    expect(await closes('b')).toEqual([
      [0, 0.25],
      [1, 0.25],
      [2, 0.25],
    ])
    expect(asked).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(sought).toEqual(['a', 'b'])
  })

  test('is taken more often where that is wanted, into the same minutes', async () => {
    pins = [pinOf(20_000, 'a')]
    const one = await sampled(30_000)
    books.set('a', bookOf(0.5, 0.6))
    await clock.advance(60_000)
    await one.stop()
    const { bars } = await candles()
    expect(bars[0]).toEqual({ timestamp: NOW, open: 0.415, high: 0.55, low: 0.415, close: 0.55 })
    expect(asked).toHaveLength(5)
  })

  test('makes bars of the pace where that is longer', async () => {
    pins = [pinOf(5 * MINUTE, 'a')]
    await (await sampled(11 * MINUTE)).stop()
    expect(await closes('a', '5m')).toEqual([
      [0, 0.415],
      [5, 0.415],
      [10, 0.415],
    ])
  })

  test.each<[string, () => void]>([
    ['a side is missing', () => books.set('a', bookOf(undefined, 0.43))],
    ['the other side is', () => books.set('a', bookOf(0.4, undefined))],
    ['the book is crossed', () => books.set('a', bookOf(0.44, 0.43))],
    ['there is no book', () => books.delete('a')],
    ['the book cannot be right', () => books.set('a', bookOf(0.4, 1.5))],
    [
      'the call fails',
      () => {
        trouble = new PmxError('NETWORK_ERROR', 'no way to the venue')
      },
    ],
    ['the venue says that it is an old one', () => books.set('a', bookOf(0.4, 0.43, NOW))],
  ])('is not carried forward where %s', async (_when, happens) => {
    pins = [pinOf(MINUTE, 'a', 'b')]
    const one = await sampled(MINUTE)
    happens()
    await clock.advance(2 * MINUTE)
    books.set('a', bookOf(0.6, 0.7))
    trouble = undefined
    await clock.advance(MINUTE)
    await one.stop()
    expect(await closes('a')).toEqual([
      [0, 0.415],
      [3, 0.65],
    ])
    if (asked.length === 4 && _when !== 'the call fails') expect(await closes('b')).toHaveLength(4)
  })

  test('of a locked book is where it is locked', async () => {
    books.set('a', bookOf(0.4, 0.4))
    pins = [pinOf(MINUTE, 'a')]
    await (await sampled(MINUTE)).stop()
    expect(await closes()).toEqual([[0, 0.4]])
  })

  test('bears the time that the venue gives its book, but none to come', async () => {
    books.set('a', bookOf(0.4, 0.43, NOW + HOUR))
    pins = [pinOf(MINUTE, 'a')]
    await (await sampled(MINUTE)).stop()
    expect(await closes()).toEqual([[0, 0.415]])
  })

  test('is read one by one where the venue has no call for several; one that fails costs no other', async () => {
    venue = venueWith({
      async fetch({ id }) {
        asked.push([id])
        const book = books.get(id)
        if (book === undefined) throw new PmxError('NOT_FOUND', 'no book')
        return book
      },
    })
    books.set('a', bookOf(0.4, 1.5))
    pins = [pinOf(MINUTE, 'a', 'gone', 'b')]
    await (await sampled(MINUTE)).stop()
    expect(asked).toEqual([['a'], ['gone'], ['b']])
    expect(await closes('b')).toEqual([[0, 0.25]])
    expect(written.map(({ outcomeId, problem }) => [outcomeId, problem])).toEqual([
      ['a', expect.stringContaining('impossible level')],
      ['gone', 'it has no order book at the moment'],
      ['b', undefined],
    ])
  })

  test('is read apart from a book that spoils the answer with the others', async () => {
    const { fetchMany } = together
    venue = venueWith({
      ...together,
      async fetchMany(outcomes, ctx) {
        const read = await fetchMany?.(outcomes, ctx)
        if (outcomes.some(({ id }) => id === 'odd'))
          throw new PmxError('EXCHANGE_NOT_AVAILABLE', 'price: not a number', { retryable: false })
        return read ?? new Map()
      },
    })
    pins = [pinOf(MINUTE, 'a', 'b', 'odd')]
    await (await sampled(MINUTE)).stop()
    expect(asked).toEqual([['a', 'b', 'odd'], ['a', 'b'], ['odd']])
    expect([await closes('a'), await closes('b')]).toEqual([[[0, 0.415]], [[0, 0.25]]])
    expect(written.map(({ outcomeId, problem }) => [outcomeId, problem])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['odd', 'EXCHANGE_NOT_AVAILABLE: price: not a number'],
    ])
  })

  test('of two sides of one book is read once', async () => {
    venue = venueWith({
      ...together,
      place: () => ({ seriesKey: 'a', mirrored: false }),
    })
    pins = [pinOf(MINUTE, 'a', 'b')]
    await (await sampled(MINUTE)).stop()
    expect(asked).toEqual([['a']])
    expect(await closes('b')).toEqual([[0, 0.415]])
  })

  test('seen from the other side is stored as that of its series', async () => {
    venue = venueWith({ ...together, place: () => ({ seriesKey: 'other', mirrored: true }) })
    pins = [pinOf(MINUTE, 'a')]
    await (await sampled(MINUTE)).stop()
    const identity = { venue: 'smarkets', seriesKey: 'other', stepMs: MINUTE, basis: 'mid' } as const
    expect(store.read(identity, { from: NOW, to: NOW + 1 })[0]?.close).toBe(0.585)
    expect(await closes()).toEqual([[0, 0.415]])
  })
})

describe('the share of the venue', () => {
  test('is kept whatever its books turn out to cost', async () => {
    // A quarter of 4 calls a minute is one; each round costs one here.
    venue = {
      ...venue,
      hosts: {
        api: { url: 'https://venue.test', limit: { capacity: 9, perSecond: 4 / 60, source: 'test' } },
      },
    }
    pins = [pinOf(10_000, 'a')]
    await (await sampled(5 * MINUTE)).stop()
    expect(asked).toHaveLength(5)
  })

  test('is not taken while the venue asks to wait', async () => {
    trouble = new PmxError('RATE_LIMIT_EXCEEDED', 'slow down', { retryAfter: 170, retryable: true })
    pins = [pinOf(MINUTE, 'a')]
    const one = await sampled(MINUTE)
    trouble = undefined
    await clock.advance(2 * MINUTE)
    await one.stop()
    expect(asked).toHaveLength(2)
    expect(await closes()).toEqual([[2, 0.415]])
  })
})

describe('an outcome', () => {
  test('is not looked for again after a restart, nor for a day', async () => {
    pins = [pinOf(HOUR, 'a')]
    await (await sampled(2 * HOUR)).stop()
    engine = engineOver(store, clock)
    await (await sampled(20 * HOUR)).stop()
    expect(sought).toEqual(['a'])
    clock.passTo(NOW + 2 * DAY)
    await (await sampled(2 * HOUR)).stop()
    expect(sought).toEqual(['a', 'a'])
  })

  test('that cannot be found is told, costs the others nothing, and is looked for again later', async () => {
    pins = [pinOf(MINUTE, 'unknown', 'a')]
    const one = await sampled(2 * HOUR)
    await one.stop()
    expect(sought.filter((id) => id === 'unknown')).toHaveLength(1)
    expect((await closes('a')).length).toBeGreaterThan(90)
    expect(written[0]).toMatchObject({ outcomeId: 'unknown', problem: expect.stringContaining('NOT_FOUND') })
  })

  test('that was found is sampled on while the venue cannot find it', async () => {
    pins = [pinOf(HOUR, 'a')]
    await (await sampled(HOUR)).stop()
    clock.passTo(NOW + 2 * DAY)
    unfound = new PmxError('NETWORK_ERROR', 'down', { retryable: true })
    await (await sampled(HOUR)).stop()
    expect((await closes('a', '1h')).at(-1)).toEqual([48 * 60, 0.415])
  })

  test('whose market has closed is sampled no more', async () => {
    closedAt = NOW - 2 * DAY
    pins = [pinOf(MINUTE, 'a')]
    await (await sampled(3 * MINUTE)).stop()
    expect(asked).toEqual([])
    expect(written).toMatchObject([{ problem: 'its market has closed', done: true }])
  })

  test('that is pinned twice is sampled at the shorter pace, and no more when it is unpinned', async () => {
    pins = [pinOf(5 * MINUTE, 'a'), pinOf(MINUTE, 'a', 'b')]
    const one = await sampled(2 * MINUTE)
    expect(asked).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    pins = []
    await clock.advance(5 * MINUTE)
    await one.stop()
    expect([asked.length, written]).toEqual([2, []])
  })

  test('of a venue that has candles by now is left to who captures them', async () => {
    venue = { ...venue, book: { ...together, emulated: true } }
    pins = [pinOf(MINUTE, 'a')]
    await (await sampled(3 * MINUTE)).stop()
    expect([asked, sought]).toEqual([[], []])
  })
})

describe('a gap', () => {
  test('is where no daemon ran', async () => {
    pins = [pinOf(MINUTE, 'a')]
    await (await sampled(2 * MINUTE)).stop()
    clock.passTo(NOW + HOUR)
    engine = engineOver(store, clock)
    await (await sampled(2 * MINUTE)).stop()
    const { bars, unsampled } = await candles()
    expect(bars.map(({ timestamp }) => (timestamp - NOW) / MINUTE)).toEqual([0, 1, 60, 61])
    expect(unsampled).toEqual([{ from: NOW + 2 * MINUTE, to: NOW + HOUR }])
  })

  test('is where the machine slept', async () => {
    pins = [pinOf(MINUTE, 'a')]
    const one = await sampled(MINUTE + 10_000)
    clock.jump(HOUR)
    await clock.advance(MINUTE)
    await one.stop()
    expect((await closes()).map(([minute]) => minute)).toEqual([0, 1, 61, 62])
  })
})

describe('the record', () => {
  test('tells when the last sample was taken, when the next one is due, and what stood in the way', async () => {
    pins = [pinOf(MINUTE, 'a')]
    const one = await sampled(MINUTE + 20_000)
    expect([...one.records()]).toEqual([
      {
        venue: 'smarkets',
        outcomeId: 'a',
        resolution: '1m',
        at: NOW + MINUTE + 5_000,
        triedAt: NOW + MINUTE + 5_000,
        nextAt: NOW + 2 * MINUTE + 5_000,
      },
    ])
    books.set('a', bookOf(0.4, undefined))
    storeTrouble = 'the disk is full'
    await clock.advance(MINUTE)
    await one.stop()
    expect(written).toMatchObject([{ at: NOW + MINUTE + 5_000, problem: 'its book has no ask' }])
  })

  test('says so where candles cannot be stored for good', async () => {
    storeTrouble = 'the disk is full'
    pins = [pinOf(MINUTE, 'a')]
    await (await sampled(MINUTE)).stop()
    expect(written[0]?.problem).toBe('candles cannot be stored: the disk is full')
  })
})

test('pins that cannot be read stop nothing', async () => {
  pins = [pinOf(MINUTE, 'a')]
  let isDamaged = false
  const one = createSampler({
    clock,
    log: silentLogger,
    samples: engine.samples,
    loadVenue: () => Promise.resolve(venue),
    openContext: (_venue, { signal, secrets }) =>
      contextWithoutNetwork(clock, { signal, secrets, priority: 'background' }),
    secretsOf: () => noSecrets,
    storeTrouble: () => undefined,
    readPins() {
      if (isDamaged) throw new PinsDamaged('pins.json', 'not JSON')
      return pins
    },
    readRecords: () => [],
    writeRecords() {},
  })
  await sampled(MINUTE, one)
  isDamaged = true
  await clock.advance(MINUTE)
  await one.stop()
  expect(await closes()).toHaveLength(2)
})

test('all venues may be sampled at once, and nothing takes that for a leak', async () => {
  pins = venueIds.map((venue) => ({ ...pinOf(MINUTE, 'a'), venue }))
  let asked = 0
  const held = venueWith({
    ...together,
    fetchMany: (_outcomes, { signal }) =>
      new Promise((_resolve, reject) => {
        asked++
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const one = createSampler({
    clock,
    log: silentLogger,
    samples: engine.samples,
    loadVenue: (id) => Promise.resolve({ ...held, id }),
    openContext(_venue, { signal, secrets, allowedMs }) {
      const deadline = startDeadline(clock, allowedMs, signal)
      const ctx = contextWithoutNetwork(clock, {
        signal: deadline.signal,
        secrets,
        priority: 'background',
      })
      return { ...ctx, release: () => deadline.release() }
    },
    secretsOf: () => noSecrets,
    storeTrouble: () => undefined,
    readPins: () => pins,
    readRecords: () => [],
    writeRecords() {},
  })
  expect(await warningsOf(() => sampled(MINUTE, one))).toEqual([])
  expect(asked).toBe(venueIds.length)
  await one.stop()
})

test('stopping breaks off what is under way, and leaves no timer', async () => {
  const aborted: unknown[] = []
  venue = venueWith({
    ...together,
    fetchMany: (_outcomes, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(signal.reason)
          reject(signal.reason as Error)
        })
      }),
  })
  pins = [pinOf(MINUTE, 'a')]
  const one = await sampled(MINUTE)
  await one.stop()
  expect([aborted.length, clock.pendingTimers]).toEqual([1, 0])
  expect(written.every(({ problem }) => problem === undefined)).toBe(true)
})
