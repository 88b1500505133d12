import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noOutbox } from '../../../src/candles/database/change-table.js'
import { sampledKeyOf } from '../../../src/candles/series/sampled-basis.js'
import type { CandleTier, SharedPart, SharedSeries } from '../../../src/candles/shared/candle-tier.js'
import { createWithdrawnSpans } from '../../../src/candles/shared/withdrawn-spans.js'
import { seriesNameOf } from '../../../src/candles/store/candle-store.js'
import { CLOCK_TOLERANCE_MS } from '../../../src/effects/clock.js'
import { createReadyAnswers } from '../../../src/http/response/ready-responses.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, passUntil } from '../../support/clock.js'
import { openStore, temporaryFolder } from '../../support/engine.js'
import { type MemoryHub, memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const morning = { from: START - 10 * HOUR, to: START - 4 * HOUR }
const part = { from: morning.from + HOUR, to: morning.from + 2 * HOUR }
const yes: SharedSeries = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' }
const { signal } = new AbortController()

describe('a peer that still has what was withdrawn', () => {
  let clock: FakeClock
  let world: CandleWorld
  let hub: MemoryHub
  let other: MemoryHub
  let folder: ReturnType<typeof temporaryFolder>
  let daemons: SharedDaemon[]

  beforeEach(async () => {
    clock = fakeClock(START)
    world = candleWorld({ clock, listedAt: START - 400 * HOUR })
    hub = memoryHub(clock)
    other = memoryHub(clock)
    folder = temporaryFolder()
    daemons = []
    // The peer has fetched the morning with a wrong volume.
    const whole = sharedDaemon(`${folder.path}/whole.db`, clock, [other.open()])
    await passUntil(clock, whole.ask(world, morning))
    await passUntil(clock, whole.close())
    const admin = other.open()
    const right = await admin.take(yes, morning, signal)
    const wrong = right.bars.map((bar) => ({ ...bar, volume: 7 }))
    other.store.remove(yes, morning)
    await admin.give?.(yes, { ...right, bars: wrong }, signal)
    world.asked.splice(0)
  })
  afterEach(async () => {
    for (const daemon of daemons) await passUntil(clock, daemon.close())
    folder.remove()
  })

  /** The other daemon, as a peer. */
  const peer = (): CandleTier => {
    const { take, now, close } = other.open()
    return { name: 'peer', take, now, close }
  }
  const open = (name: string, tiers = [hub.open(), peer()]): SharedDaemon => {
    const daemon = sharedDaemon(`${folder.path}/${name}.db`, clock, tiers)
    daemons.push(daemon)
    return daemon
  }
  const ask = async (daemon: SharedDaemon, span = morning) => passUntil(clock, daemon.ask(world, span))
  const volumes = ({ bars }: { readonly bars: readonly unknown[] }) =>
    new Set(bars.map((bar) => (bar as { readonly volume: number }).volume === 7))
  const withdraw = (reason: 'forgotten' | 'restated' | 'future' = 'forgotten') =>
    hub.open().retract?.({ series: yes, ...part, reason }, undefined, signal)
  const truth = (span = part) => world.truth('yes', MINUTE, span, clock.now())

  test.each(['forgotten', 'restated', 'future'] as const)(
    'does not bring it back: the venue is asked (%s)',
    async (reason) => {
      const daemon = open('b')
      await clock.advance(0)
      expect(volumes(await ask(daemon))).toEqual(new Set([true]))
      expect(world.asked).toHaveLength(0)
      await clock.advance(2_000)
      await withdraw(reason)
      await clock.advance(2_000)
      expect(daemon.store.coverage(yes, part)).toEqual([])
      expect(await ask(daemon, part)).toEqual({ bars: truth(), sent: 1 })
      // The rest is still taken.
      expect(volumes(await ask(daemon, { from: part.to, to: morning.to }))).toEqual(new Set([true]))
    },
  )

  test('does not bring it back after a restart either', async () => {
    const before = open('b')
    await clock.advance(0)
    await ask(before)
    await clock.advance(2_000)
    await withdraw()
    await clock.advance(2_000)
    await passUntil(clock, before.close())
    daemons = []
    const daemon = open('b')
    await clock.advance(2_000)
    expect(await ask(daemon, part)).toEqual({ bars: truth(), sent: 1 })
  })

  test('does not bring it to a daemon that begins after it was withdrawn', async () => {
    await withdraw()
    await clock.advance(HOUR)
    const daemon = open('late')
    await clock.advance(2_000)
    expect(await ask(daemon, part)).toEqual({ bars: truth(), sent: 1 })
  })

  test.each(['hangs', 'down'] as const)(
    'does not bring it to a new daemon that asks before the list of what was withdrawn was read (%s)',
    async (health) => {
      await withdraw()
      hub.health = health
      const daemon = open('late')
      expect(await ask(daemon, part)).toEqual({ bars: truth(), sent: 1 })
      hub.health = 'up'
      await clock.advance(35_000)
      expect(await ask(daemon, part)).toEqual({ bars: truth(), sent: 0 })
      // The peer is asked once the list is known. A part after the span was fetched with it.
      expect(volumes(await ask(daemon, { from: part.to + HOUR, to: morning.to }))).toEqual(new Set([true]))
    },
  )

  test('brings the rest to a daemon that knows the list of before, while the server is away', async () => {
    const before = open('b')
    await clock.advance(2_000)
    await withdraw()
    await clock.advance(2_000)
    await passUntil(clock, before.close())
    daemons = []
    hub.health = 'down'
    const daemon = open('b')
    expect(volumes(await ask(daemon, { from: part.to, to: morning.to }))).toEqual(new Set([true]))
    expect(await ask(daemon, part)).toEqual({ bars: truth(), sent: 1 })
  })

  test('is not served from a cached response either, nor what other daemons located', async () => {
    const daemon = open('b')
    await clock.advance(0)
    await ask(daemon)
    const misplaced = { ...yes, seriesKey: 'misplaced' }
    const { series } = daemon.store.known('kalshi', 'yes') ?? expect.unreachable()
    const located = { series: { ...series, outcomeId: 'other', seriesKey: 'misplaced' }, checkedAt: START }
    daemon.store.remember('kalshi', 'other', { ...located, isShared: true })
    const ready = createReadyAnswers({
      ...{ clock, maxBytes: 1_000_000, base: {}, generation: daemon.engine.generation },
    })
    const cached = [
      seriesNameOf(yes),
      seriesNameOf(misplaced),
      seriesNameOf({ ...misplaced, stepMs: 60 * MINUTE }),
      sampledKeyOf(misplaced),
      seriesNameOf({ ...misplaced, venue: 'limitless' }),
    ]
    for (const seriesKey of cached) {
      const generation = daemon.engine.generation(seriesKey)
      const reuse = {
        seriesKey,
        generation,
        freshUntil: Number.POSITIVE_INFINITY,
        seenBy: 'everybody' as const,
      }
      ready.put(seriesKey, '[]', {}, reuse as never)
    }
    const isServed = () => cached.map((seriesKey) => ready.get(seriesKey) !== undefined)
    expect(isServed()).toEqual([true, true, true, true, true])
    await clock.advance(2_000)
    await withdraw()
    await clock.advance(2_000)
    expect(daemon.store.known('kalshi', 'other')).toBeUndefined()
    expect(isServed()).toEqual([false, false, false, false, true])
  })

  test('is believed once it has fetched it again', async () => {
    const daemon = open('b')
    await clock.advance(2_000)
    await withdraw()
    await clock.advance(10 * MINUTE)
    const again = await other.open().take(yes, part, signal)
    other.store.remove(yes, part)
    await other.open().give?.(
      yes,
      {
        ...again,
        bars: truth(),
        coverage: [{ ...part, kind: 'data', route: 'live', fetchedAt: clock.now() }],
        receipts: again.receipts.map((entry) => ({ ...entry, knownAt: clock.now() })),
        provisional: [],
      },
      signal,
    )
    other.tamper = (told) => ({
      ...told,
      receipts: told.receipts.filter(({ knownAt }) => knownAt > START + MINUTE),
    })
    expect(await ask(daemon, part)).toEqual({ bars: truth(), sent: 0 })
  })
})

describe('spans that tiers withdrew', () => {
  const at = (minute: number) => minute * MINUTE
  const spans = (from: number, to: number) => ({ from: at(from), to: at(to) })
  const bar = (minute: number) => ({
    timestamp: at(minute),
    open: 0.5,
    high: 0.5,
    low: 0.5,
    close: 0.5,
    volume: 1,
  })
  const told = (more: Partial<SharedPart> = {}): SharedPart => ({
    bars: [bar(0), bar(1), bar(2), bar(3)],
    coverage: [{ ...spans(0, 4), kind: 'data', route: 'live', fetchedAt: at(100) }],
    receipts: [{ ...spans(0, 4), knownAt: at(100), source: 'live' }],
    provisional: [],
    ...more,
  })
  const withdrawn = (when: number, span = spans(1, 3), tier = 'postgres') => {
    const all = createWithdrawnSpans(noOutbox)
    all.note(tier, yes, { ...span, at: at(when), isForgotten: true })
    return all
  }
  const minutesOf = ({ bars }: SharedPart) => bars.map(({ timestamp }) => timestamp / MINUTE)

  test('what was fetched before is cut out of the parts of other tiers, with all that belongs to it', () => {
    const cut = withdrawn(200).cut(
      'peer',
      yes,
      told({ restated: [{ openTime: at(1), until: at(90), source: 'live' }] }),
    )
    expect(minutesOf(cut)).toEqual([0, 3])
    expect(cut.coverage.map(({ from, to }) => ({ from, to }))).toEqual([spans(0, 1), spans(3, 4)])
    expect(cut.receipts.map(({ from, to }) => ({ from, to }))).toEqual([spans(0, 1), spans(3, 4)])
    expect(cut.restated).toBeUndefined()
  })

  test('the tier that withdrew it has what replaces it', () => {
    const all = withdrawn(200)
    expect(all.cut('postgres', yes, told())).toEqual(told())
    expect(all.cut('peer', { ...yes, seriesKey: 'no' }, told())).toEqual(told())
  })

  test('what was fetched after it is taken, except within the difference that clocks may have', () => {
    const tolerance = CLOCK_TOLERANCE_MS / MINUTE
    expect(minutesOf(withdrawn(99 - tolerance).cut('peer', yes, told()))).toEqual([0, 1, 2, 3])
    expect(minutesOf(withdrawn(100 - tolerance).cut('peer', yes, told()))).toEqual([0, 3])
  })

  test('joined coverage is as old as the oldest receipt there', () => {
    const receipts = [
      { ...spans(2, 4), knownAt: at(50), source: 'live' },
      { ...spans(0, 4), knownAt: at(100), source: 'live' },
    ]
    expect(minutesOf(withdrawn(60).cut('peer', yes, told({ receipts })))).toEqual([0, 1, 3])
  })

  test('a live capture is as old as its parts', () => {
    const receipts = [{ ...spans(0, 4), knownAt: at(100), withinMs: MINUTE / 2, source: 'live' }]
    expect(minutesOf(withdrawn(1.1).cut('peer', yes, told({ receipts })))).toEqual([0, 2, 3])
  })

  test('a value that replaced another later is taken', () => {
    const receipts = [{ ...spans(0, 4), knownAt: at(100), source: 'live' }]
    const restated = [{ openTime: at(2), until: at(300), source: 'live' }]
    expect(minutesOf(withdrawn(200).cut('peer', yes, told({ receipts, restated })))).toEqual([0, 2, 3])
  })

  test('an empty range that one earlier response confirms is no look', () => {
    const provisional = [
      { ...spans(0, 4), route: 'live', requestedAt: at(100), lookAgainAt: at(110), looks: 1 },
    ]
    const cut = withdrawn(200).cut('peer', yes, { ...told(), bars: [], coverage: [], provisional })
    expect(cut.provisional.map(({ from, to }) => ({ from, to }))).toEqual([spans(0, 1), spans(3, 4)])
  })

  test('are stored in the file, at most so many, and each only with its newest time', () => {
    const folder = temporaryFolder()
    const store = openStore(`${folder.path}/a.db`)
    for (const when of [1, 2, 3])
      store.noteWithdrawn('postgres', yes, { ...spans(1, 3), at: when, isForgotten: false })
    store.noteWithdrawn('postgres 2', yes, { ...spans(2, 5), at: 4, isForgotten: true })
    store.close()
    const again = openStore(`${folder.path}/a.db`)
    expect(again.withdrawn(yes, spans(0, 9))).toEqual([
      { ...spans(1, 3), tier: 'postgres', at: 3 },
      { ...spans(2, 5), tier: 'postgres 2', at: 4 },
    ])
    expect(again.withdrawn(yes, spans(3, 4))).toHaveLength(1)
    expect(again.withdrawn({ ...yes, basis: 'mid' }, spans(0, 9))).toEqual([])
    expect(createWithdrawnSpans(again).forgottenAt('postgres', 'kalshi')).toBe(4)
    expect(createWithdrawnSpans(again).forgottenAt('postgres 2', 'kalshi')).toBeUndefined()
    again.close()
    folder.remove()
  })
})
