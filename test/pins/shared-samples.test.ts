import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OrderBook } from '../../src/api/models/models.js'
import { OTHERS_AFTER_MS } from '../../src/candles/response/ended-samples.js'
import type { CandleTier, SharedPart } from '../../src/candles/shared/candle-tier.js'
import { createSeededRandom } from '../../src/effects/random.js'
import { silentLogger } from '../../src/observe/logger.js'
import type { Capture, Pin } from '../../src/pins/format.js'
import { createSampler, type Sampler } from '../../src/pins/sampler.js'
import { noSecrets, type Secrets } from '../../src/venue-kit/contract/account-secrets.js'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { type SharedDaemon, sharedDaemon } from '../candles/support/shared-daemon.js'
import { type FakeClock, fakeClock, passUntil } from '../support/clock.js'
import { contextWithoutNetwork, patientCall, temporaryFolder } from '../support/engine.js'
import { type MemoryHub, memoryHub } from '../support/memory-tier.js'
import { noMarkets } from '../support/venue.js'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 5, 10, 9)
const { signal } = new AbortController()
const identity = { venue: 'smarkets', seriesKey: 'a', stepMs: MINUTE, basis: 'mid' } as const

let clock: FakeClock
let hub: MemoryHub
let folder: ReturnType<typeof temporaryFolder>
let all: Sampling[]
/** The middle of every book, and how much it moves with each call. */
let middle: number
let moves: number
/** How many turns a call to the server takes. */
let turns: () => number

beforeEach(() => {
  clock = fakeClock(NOW)
  turns = () => 0
  hub = memoryHub(clock, async () => {
    for (let left = turns(); left > 0; left--) await Promise.resolve()
  })
  folder = temporaryFolder()
  all = []
  middle = 0.1
  moves = 0.01
})
afterEach(async () => {
  for (const one of all) await one.end()
  folder.remove()
})

interface Sampling {
  readonly daemon: SharedDaemon
  readonly sampler: Sampler
  /** Times of its calls for books, ms since the beginning. */
  readonly calls: number[]
  readonly records: () => readonly Capture[]
  /** Its process is gone. */
  kill(): void
  end(): Promise<void>
  /** Returns its candles: minutes since the beginning, and the close. */
  closes(outcomeId?: string): Promise<[number, number][]>
  stored(): readonly { readonly timestamp: number }[]
}

const pinOf = (...outcomeIds: string[]): Pin => ({
  venue: 'smarkets',
  id: outcomeIds.join('+'),
  outcomes: outcomeIds.map((outcomeId) => ({ outcomeId })),
  pinnedAt: NOW,
  sampleMs: MINUTE,
})

function open(
  name: string,
  pins: readonly Pin[] = [pinOf('a')],
  {
    isPrivate,
    secrets = noSecrets,
    offsetMs = () => 0,
    change = {},
  }: {
    isPrivate?: true
    secrets?: Secrets
    offsetMs?: () => number
    change?: Partial<CandleTier>
  } = {},
): Sampling {
  const tier = { ...hub.open(), ...change }
  let isDead = false
  const own: FakeClock = {
    ...clock,
    now: () => clock.now() + offsetMs(),
    setTimer: (ms, task) => clock.setTimer(ms, () => void (isDead || task())),
  }
  const daemon = sharedDaemon(`${folder.path}/${name}.db`, own, [tier])
  const calls: number[] = []
  const venue: Venue = {
    id: 'smarkets',
    hosts: {},
    markets: noMarkets,
    ...(isPrivate === undefined ? {} : { isPrivate }),
    outcomes: {
      hint: () => '',
      locate: async (id) => ({ kind: 'outcome', outcome: { outcomeId: id, facts: {} } }),
    },
    book: {
      place: ({ outcomeId }) =>
        outcomeId === 'no' ? { seriesKey: 'yes', mirrored: true } : { seriesKey: outcomeId, mirrored: false },
      fetch: () => Promise.reject(new Error('not one by one')),
      async fetchMany(outcomes) {
        calls.push(clock.now() - NOW)
        middle = Math.round((middle + moves) * 100) / 100
        const book: OrderBook = { bids: [{ price: middle, size: 1 }], asks: [{ price: middle, size: 1 }] }
        return new Map(outcomes.map(({ id }) => [id, book]))
      },
    },
  }
  let written: readonly Capture[] = []
  const sampler = createSampler({
    clock: own,
    log: silentLogger,
    samples: daemon.engine.samples,
    leases: daemon.shared.leases,
    loadVenue: () => Promise.resolve(venue),
    openContext: (_venue, terms) => contextWithoutNetwork(own, { ...terms, priority: 'background' }),
    secretsOf: () => secrets,
    storeTrouble: () => undefined,
    readPins: () => pins,
    readRecords: () => written,
    writeRecords: (records) => {
      written = records
    },
  })
  let isEnded = false
  const one: Sampling = {
    daemon,
    sampler,
    calls,
    records: () => written,
    kill() {
      isDead = true
      tier.kill()
    },
    async end() {
      if (isEnded || isDead) return
      isEnded = true
      await passUntil(clock, sampler.stop())
      await passUntil(clock, daemon.close())
    },
    async closes(outcomeId = 'a') {
      const call = { ...patientCall(), isOwner: true }
      const { bars } = await passUntil(
        clock,
        daemon.engine.candles(venue, outcomeId, { resolution: '1m' }, call),
      )
      return bars.map(({ timestamp, close }) => [(timestamp - NOW) / MINUTE, close])
    },
    stored: () => daemon.store.read(identity, { from: NOW, to: NOW + 60 * MINUTE }),
  }
  all.push(one)
  return one
}

/** What the daemon gives that has the lease. */
function givenOf(minute: number): SharedPart {
  const span = { from: NOW + minute * MINUTE, to: NOW + (minute + 1) * MINUTE }
  const at = span.from + 30_000
  return {
    bars: [{ timestamp: span.from, open: 0.9, high: 0.9, low: 0.9, close: 0.9 }],
    coverage: [{ ...span, kind: 'data', route: 'sampled', fetchedAt: at }],
    receipts: [{ ...span, knownAt: at, withinMs: 0, finalAt: at, source: 'sampled' }],
    provisional: [],
  }
}

/** Starts samplers one after another, and lets time pass. */
async function run(ms: number, ...some: Sampling[]): Promise<void> {
  for (const one of some) {
    await clock.advance(100)
    one.sampler.start()
  }
  await clock.advance(ms - 100 * some.length)
}

describe('the table of dangers: samples of daemons that share a history', () => {
  test('are taken by one daemon, and all have its candles', async () => {
    const [one, two] = [open('one'), open('two')]
    await run(3 * MINUTE, one, two)
    const before = two.calls.length
    await clock.advance(10 * MINUTE)
    expect(one.calls.length).toBe(13)
    // Until it has seen that the other daemon samples the outcome.
    expect(before).toBeLessThanOrEqual(2)
    expect(two.calls.length).toBe(before)
    await clock.advance(15_000)
    expect(two.stored()).toEqual(one.stored())
    expect(one.stored()).toHaveLength(13)
    expect(two.records()[0]).toMatchObject({ at: expect.any(Number) })
    expect(two.records()[0]?.problem).toBeUndefined()
    const span = { from: NOW, to: NOW + 13 * MINUTE }
    const knownAt = ({ daemon }: Sampling) =>
      Math.max(...daemon.store.receipts(identity, span).map((receipt) => receipt.knownAt))
    expect(knownAt(two)).toBe(knownAt(one))
  })

  test('of the open candle are taken for a request at another daemon, and do not become its candle', async () => {
    const [one, two] = [open('one'), open('two')]
    await run(5 * MINUTE + 30_000, one, two)
    const before = two.calls.length
    const answer = await two.closes()
    expect(two.calls.length).toBe(before + 1)
    expect(answer.at(-1)).toEqual([5, middle])
    // Once an interval.
    await two.closes()
    expect(two.calls.length).toBe(before + 1)
    await clock.advance(2 * MINUTE)
    expect(two.stored()).toEqual(one.stored())
  })

  test.each([
    ['that waits', false],
    ['that may not give', true],
  ])('of the daemon that samples first win over those of one %s', async (_, isReadOnly) => {
    const holder = hub.open()
    await holder.lease?.('samples smarkets', signal)
    hub.isReadOnly = isReadOnly
    const two = open('two')
    await run(MINUTE + 15_000, two)
    expect(two.calls.length).toBeGreaterThan(0)
    expect(two.stored()).toEqual([])
    expect((await two.closes())[0]).toEqual([0, 0.11])
    hub.isReadOnly = false
    await holder.give?.(identity, givenOf(0), signal)
    hub.isReadOnly = isReadOnly
    await clock.advance(20_000)
    expect(two.stored()).toEqual(givenOf(0).bars)
  })

  test('of the open candle are not given by a daemon that stops', async () => {
    const holder = hub.open()
    await holder.lease?.('samples smarkets', signal)
    const two = open('two')
    await run(30_000, two)
    for (const minute of [0, 1, 2]) {
      await clock.advance(MINUTE)
      await holder.give?.(identity, givenOf(minute), signal)
    }
    await clock.advance(15_000)
    const before = two.calls.length
    await two.closes()
    expect(two.calls.length).toBe(before + 1)
    clock.passTo(NOW + 4 * MINUTE + 1_000)
    await two.end()
    const { bars } = await holder.take(identity, { from: NOW, to: NOW + 5 * MINUTE }, signal)
    expect(bars).toHaveLength(3)
  })

  test('that nobody else has are given by a daemon that stops', async () => {
    const holder = hub.open()
    await holder.lease?.('samples smarkets', signal)
    const two = open('two')
    await run(30_000, two)
    clock.passTo(NOW + MINUTE + 1_000)
    await two.end()
    const { bars } = await holder.take(identity, { from: NOW, to: NOW + MINUTE }, signal)
    expect(bars).toHaveLength(1)
  })

  test('of the past are taken for a request at a daemon that begins', async () => {
    const one = open('one')
    await run(90 * MINUTE, one)
    const two = open('two')
    await run(15_000, two)
    const [all, later] = [await one.closes(), await two.closes()]
    expect(later.slice(0, 89)).toEqual(all.slice(0, 89))
  })

  test('are taken for a request at a daemon that has not pinned the outcome', async () => {
    const one = open('one')
    await run(30 * MINUTE, one)
    const two = open('two', [])
    await run(1_000, two)
    const [all, later] = [await one.closes(), await two.closes()]
    expect(all.length).toBeGreaterThan(25)
    expect(later.slice(0, 29)).toEqual(all.slice(0, 29))
    expect(two.calls).toEqual([])
    await expect(two.closes('never')).rejects.toMatchObject({ detail: { kind: 'not_sampled' } })
    await clock.advance(5 * MINUTE)
    expect((await two.closes()).length).toBeGreaterThan(later.length + 3)
  })

  test('of a series with a key of its own are taken there, too', async () => {
    const one = open('one', [pinOf('no')])
    await run(30 * MINUTE, one)
    const two = open('two', [])
    await run(1_000, two)
    const [all, later] = [await one.closes('no'), await two.closes('no')]
    expect(all.length).toBeGreaterThan(25)
    expect(later.slice(0, 29)).toEqual(all.slice(0, 29))
  })

  test('are taken over from a killed daemon within 5.5 s and a round', async () => {
    const [one, two] = [open('one'), open('two')]
    await run(5 * MINUTE + 30_000, one, two)
    const before = two.calls.length
    one.kill()
    await clock.advance(5_500 + 10_000)
    expect(two.calls.length).toBe(before + 1)
    await clock.advance(3 * MINUTE)
    expect(two.calls.length).toBe(before + 4)
    await clock.advance(15_000)
    expect(two.stored().map(({ timestamp }) => (timestamp - NOW) / MINUTE)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('of outcomes that the other daemon has not pinned are taken by each, and are the same everywhere', async () => {
    const [holder, two, three] = [open('one', [pinOf('other')]), open('two'), open('three')]
    await run(10 * MINUTE, holder, two, three)
    expect(Math.max(two.calls.length, three.calls.length)).toBeGreaterThanOrEqual(9)
    // One of them leaves it to the other.
    expect(Math.min(two.calls.length, three.calls.length)).toBeLessThanOrEqual(4)
    await clock.advance(OTHERS_AFTER_MS + 15_000)
    expect(two.stored().length).toBeGreaterThanOrEqual(9)
    expect(three.stored()).toEqual(two.stored())
  })

  test.each([1, 2, 3])(
    'are taken by one of two daemons that wait for a third, in every round, whoever is faster (%i)',
    async (seed) => {
      const random = createSeededRandom(seed)
      turns = () => Math.floor(random() * 12)
      const [holder, two, three] = [open('one', [pinOf('other')]), open('two'), open('three')]
      await run(10 * MINUTE, holder, two, three)
      await clock.advance(2 * OTHERS_AFTER_MS + 15_000)
      expect(two.stored().map(({ timestamp }) => (timestamp - NOW) / MINUTE)).toEqual([...Array(10).keys()])
      expect(three.stored()).toEqual(two.stored())
      expect(Math.min(two.calls.length, three.calls.length)).toBeLessThanOrEqual(3)
    },
  )

  test.each([
    ['the first candle', 0, 'two', 'three'],
    ['the second candle', 1, 'three', 'three'],
  ])('are taken by one of two such daemons: with %s (%i) %s is slow', async (_, minute, slow, winner) => {
    // A stable price: the daemons' candles only differ in the times of the samples.
    moves = 0
    const tier = hub.open()
    const change: Partial<CandleTier> = {
      async give(series, part, ...rest) {
        if (part.bars[0]?.timestamp === NOW + minute * MINUTE) await clock.sleep(500)
        return tier.give?.(series, part, ...rest) ?? 'written'
      },
    }
    const holder = open('one', [pinOf('other')])
    const [two, three] = ['two', 'three'].map((name) =>
      open(name, undefined, {
        ...(name === slow ? { change } : {}),
        ...(name === 'three' ? { offsetMs: () => 7 } : {}),
      }),
    )
    if (two === undefined || three === undefined) return expect.unreachable()
    await run(12 * MINUTE, holder, two, three)
    const calls = { two: two.calls.length, three: three.calls.length }
    expect(calls[winner as keyof typeof calls]).toBeGreaterThanOrEqual(11)
    expect(Math.min(calls.two, calls.three)).toBeLessThanOrEqual(3)
  })

  test('with equal prices are the daemon’s whose samples were uploaded first', async () => {
    const [one, two] = [open('one'), open('two')]
    await clock.advance(2 * MINUTE)
    const decide = async ({ daemon }: Sampling, laterMs: number) => {
      const part = givenOf(0)
      const coverage = part.coverage.map((entry) => ({ ...entry, fetchedAt: entry.fetchedAt + laterMs }))
      return passUntil(clock, daemon.shared.samples.decide(identity, { ...part, coverage, provisional: [] }))
    }
    expect([await decide(one, 7), await decide(two, 0), await decide(two, 7)]).toEqual([
      'own',
      'other',
      'own',
    ])
  })

  test.each<[string, Partial<CandleTier>]>([
    ['refuses its leases', { lease: () => Promise.reject(new Error('disk full')) }],
    ['does not answer about its leases', { lease: () => new Promise(() => undefined) }],
    [
      'refuses its changes',
      {
        lease: () => Promise.reject(new Error('disk full')),
        give: () => Promise.reject(new Error('disk full')),
      },
    ],
  ])('are taken by one daemon while the server %s of the other', async (_, change) => {
    const [one, two] = [open('one'), open('two', undefined, { change })]
    await run(3 * MINUTE, one, two)
    const before = two.calls.length
    expect(before).toBeLessThanOrEqual(2)
    await clock.advance(10 * MINUTE)
    expect([one.calls.length, two.calls.length]).toEqual([13, before])
    await clock.advance(15_000)
    expect(two.stored()).toEqual(one.stored())
  })

  test('are taken by each daemon if the server takes no changes, which is read as before', async () => {
    const [one, two] = [open('one'), open('two')]
    await run(3 * MINUTE, one, two)
    hub.isReadOnly = true
    await clock.advance(8 * MINUTE)
    const before = hub.calls['take'] ?? 0
    await clock.advance(2 * MINUTE)
    expect(hub.calls['take']).toBeGreaterThan(before)
    expect([one.calls.length, two.calls.length >= 8]).toEqual([13, true])
    expect(two.daemon.shared.status()[0]?.state).toBe('ok')
  })

  test('while the server is away are taken by each daemon, and reach the others later', async () => {
    hub.health = 'down'
    const one = open('one')
    await run(3 * MINUTE, one)
    expect(one.calls).toHaveLength(3)
    await clock.advance(MINUTE)
    expect(one.stored().length).toBeGreaterThanOrEqual(3)
    hub.health = 'up'
    await clock.advance(3 * MINUTE)
    const { bars } = await hub.open().take(identity, { from: NOW, to: NOW + 4 * MINUTE }, signal)
    expect(bars.length).toBeGreaterThanOrEqual(3)
  })

  test.each<[string, { isPrivate?: true; secrets?: Secrets }]>([
    ['of a private venue', { isPrivate: true }],
    ['with a key', { secrets: { ...noSecrets, values: { apiKey: 'own' } } }],
  ])('%s never leave', async (_, options) => {
    const one = open('one', [pinOf('a')], options)
    await run(3 * MINUTE, one)
    await one.end()
    expect(one.calls.length).toBe(3)
    expect(hub.calls['give']).toBeUndefined()
    expect(hub.calls['lease']).toBeUndefined()
  })

  test('of a daemon that only takes are the candles of the others', async () => {
    const one = open('one')
    await run(3 * MINUTE, one)
    await clock.advance(15_000)
    hub.isReadOnly = true
    const two = open('two')
    await run(15_000, two)
    expect((await two.closes()).slice(0, 3)).toEqual((await one.closes()).slice(0, 3))
  })

  test.each([10, -10])(
    'that were taken while the server was away and the clock off by %i minutes are not given when it is set',
    async (minutes) => {
      let offsetMs = minutes * MINUTE
      hub.health = 'down'
      const off = open('off', [pinOf('a')], { offsetMs: () => offsetMs })
      await run(25 * MINUTE, off)
      offsetMs = 0
      await clock.advance(MINUTE)
      hub.health = 'up'
      await clock.advance(5 * MINUTE)
      expect(off.daemon.shared.status()[0]).toMatchObject({ clock: 'right', outbox: 0 })
      const wrong = { from: NOW - 20 * MINUTE, to: NOW + 25 * MINUTE }
      expect(off.daemon.store.read(identity, wrong).length).toBeGreaterThan(3)
      expect(hub.store.read(identity, wrong)).toEqual([])
    },
  )

  test.each([10, -10])(
    'of a daemon whose clock was off by %i minutes are not given when it is set',
    async (minutes) => {
      let offsetMs = minutes * MINUTE
      const off = open('off', [pinOf('a')], { offsetMs: () => offsetMs })
      await run(25 * MINUTE, off)
      expect(off.daemon.shared.status()[0]?.clock).toBe('wrong')
      offsetMs = 0
      await clock.advance(5 * MINUTE)
      expect(off.daemon.shared.status()[0]).toMatchObject({ clock: 'right', outbox: 0 })
      const span = { from: NOW - 20 * MINUTE, to: NOW + 25 * MINUTE }
      expect(off.daemon.store.read(identity, span).length).toBeGreaterThan(3)
      expect(hub.store.read(identity, span)).toEqual([])
    },
  )
})
