import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Span } from '../../../src/api/times/span.js'
import { createRecheck, type Recheck } from '../../../src/candles/maintenance/recheck.js'
import { createContradictionNotes } from '../../../src/candles/store/contradicted-candles.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, passUntil } from '../../support/clock.js'
import { atOnce, temporaryFolder } from '../../support/engine.js'
import { type MemoryHub, memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const hour = { from: START - 40 * HOUR, to: START - 39 * HOUR }
const { signal } = new AbortController()

describe('a span that another daemon withdraws', () => {
  let clock: FakeClock
  let world: CandleWorld
  let hub: MemoryHub
  let folder: ReturnType<typeof temporaryFolder>
  let daemon: SharedDaemon
  let recheck: Recheck
  let truth: readonly PriceCandle[]
  let first: Span
  let second: Span
  let hold: () => Promise<void>

  beforeEach(async () => {
    clock = fakeClock(START)
    hold = () => Promise.resolve()
    world = candleWorld({ clock, listedAt: START - 400 * HOUR, hold: () => hold() })
    hub = memoryHub(clock)
    folder = temporaryFolder()
    daemon = sharedDaemon(`${folder.path}/a.db`, clock, [hub.open()])
    await clock.advance(2_000)
    // Two responses: nothing of the hour is provisional afterwards.
    for (const pauseMs of [HOUR, 0]) {
      await ask()
      clock.passTo(clock.now() + pauseMs)
      await clock.advance(2_000)
    }
    expect(daemon.store.provisional(yes, hour)).toEqual([])
    truth = world.truth('yes', MINUTE, hour, START)
    first = spanOf(5)
    second = spanOf(30)
    recheck = createRecheck({
      ...{ store: daemon.store, again: daemon.engine.again, clock, turn: atOnce, share: 0 },
      loadVenue: async () => world.venue,
      rateOf: () => 1_000,
      onError: (error) => expect.unreachable(String(error)),
    })
  })
  afterEach(async () => {
    recheck.close()
    await passUntil(clock, daemon.close())
    folder.remove()
  })

  const ask = () => passUntil(clock, daemon.ask(world, hour))
  function spanOf(place: number): Span {
    const { timestamp: from } = truth[place] ?? expect.unreachable(`no candle ${place}`)
    return { from, to: from + MINUTE }
  }
  const isOf =
    ({ from }: Span) =>
    ({ timestamp }: PriceCandle) =>
      timestamp === from
  /** Contradicts candles an hour later. */
  async function contradict(spans: readonly Span[]): Promise<void> {
    clock.passTo(clock.now() + HOUR)
    const bars = truth.map((bar) =>
      spans.some(({ from }) => from === bar.timestamp) ? { ...bar, volume: (bar.volume ?? 0) + 7 } : bar,
    )
    createContradictionNotes(daemon.store)(yes, {
      ...{ span: hour, bars, unsure: [], requestedAt: clock.now(), route: 'truth', isClockRight: true },
    })
    for (const span of spans) expect(daemon.store.coverage(yes, span)).toEqual([])
  }
  async function withdraw(span: Span): Promise<void> {
    await hub.open().retract?.({ series: yes, ...span, reason: 'forgotten' }, undefined, signal)
    await clock.advance(3_000)
    expect(daemon.store.read(yes, span)).toEqual([])
  }
  const openTimes = () =>
    daemon.store
      .openDifferences(yes, hour)
      .flatMap(({ differing }) => differing.map(({ openTime }) => openTime))

  test('has no contradicted candle afterwards, and the rest of its window has', async () => {
    await contradict([first, second])
    await withdraw(second)
    expect(openTimes()).toEqual([first.from])
    expect((await ask()).bars).toEqual(truth)
    expect(daemon.store.coverage(yes, second)).toMatchObject([{ kind: 'data' }])
    expect(daemon.store.coverage(yes, first)).toEqual([])
  })

  test('is not contradicted by a recheck of the rest of its window', async () => {
    await contradict([first, second])
    await withdraw(second)
    // A response without a value on which two agree leaves the first one open.
    world.tamper = (batch) =>
      batch.kind === 'bars' ? { ...batch, bars: batch.bars.filter((bar) => !isOf(first)(bar)) } : batch
    await clock.advance(12 * MINUTE)
    world.tamper = undefined
    expect(recheck.counts.get('kalshi')).toMatchObject({ calls: 1, added: 0 })
    expect(openTimes()).toEqual([first.from])
    expect((await ask()).bars).toEqual(truth)
    expect(daemon.store.coverage(yes, second)).toMatchObject([{ kind: 'data' }])
  })
  test('is not contradicted by a recheck that began before', async () => {
    await contradict([second])
    let respond: (() => void) | undefined
    hold = () =>
      new Promise((resolve) => {
        respond = resolve
      })
    for (let minute = 0; minute < 12 && respond === undefined; minute++) await clock.advance(MINUTE)
    expect(respond).toBeDefined()
    await withdraw(second)
    hold = () => Promise.resolve()
    respond?.()
    await clock.advance(MINUTE)
    expect(openTimes()).toEqual([])
    expect(daemon.store.read(yes, second)).toEqual([])
    expect((await ask()).bars).toEqual(truth)
    expect(daemon.store.coverage(yes, hour)).toMatchObject([hour])
  })
})
