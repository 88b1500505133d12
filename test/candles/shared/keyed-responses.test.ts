import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSpanTest, intersect } from '../../../src/api/times/span.js'
import { collectPart } from '../../../src/candles/shared/shared-parts.js'
import { createContradictionNotes } from '../../../src/candles/store/contradicted-candles.js'
import { openStoredHistory } from '../../../src/daemon/state/stored-history.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, passUntil } from '../../support/clock.js'
import { atOnce, temporaryFolder } from '../../support/engine.js'
import { type MemoryHub, memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
// So recent that a fetch of the time before takes some intervals after it as well.
const span = { from: START - 5 * HOUR, to: START - 4 * HOUR }
const before = { from: span.from - HOUR, to: span.from }
const both = { from: before.from, to: span.to }
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const secrets = { values: { apiKey: "a caller's" }, withheld: false }
const blank = { bars: [], coverage: [], receipts: [], provisional: [] }

let clock: FakeClock
let world: CandleWorld
let hub: MemoryHub
let folder: ReturnType<typeof temporaryFolder>
let daemon: SharedDaemon

beforeEach(() => {
  clock = fakeClock(START)
  world = candleWorld({ clock, listedAt: START - 400 * HOUR })
  hub = memoryHub(clock)
  folder = temporaryFolder()
  daemon = sharedDaemon(`${folder.path}/candles.db`, clock, [hub.open()])
})
afterEach(async () => {
  await passUntil(clock, daemon.close())
  folder.remove()
})

const ask = (at = span, call = {}) => passUntil(clock, daemon.ask(world, at, { call }))
const collected = (at = both) => collectPart(daemon.store, yes, at, clock.now())

describe('responses to calls with credentials', () => {
  test('leave with nothing: no candle, coverage, receipt or empty range', async () => {
    const { bars } = await ask(span, { secrets })
    expect(bars.length).toBeGreaterThan(0)
    expect(daemon.store.coverage(yes, span).map(({ route }) => route)).toContain('truth+key')
    expect(collected()).toEqual(blank)
    const loadVenue = async () => ({}) as Venue
    const history = openStoredHistory({
      ...{ store: daemon.store, clock, turn: atOnce, addressOf: () => '', loadVenue },
    })
    expect(await history.part(yes, span)).toEqual(blank)
  })

  test('stay when a caller without credentials asks for the time before', async () => {
    await ask(span, { secrets })
    const held = daemon.store.coverage(yes, span).flatMap((entry) => intersect(entry, span) ?? [])
    await ask(before)
    await clock.advance(10 * MINUTE)
    const isHeld = createSpanTest(held)
    const given = hub.store.read(yes, both)
    expect(given.length).toBeGreaterThan(0)
    expect(given.filter(({ timestamp }) => isHeld(timestamp))).toEqual([])
    expect(
      hub.store.coverage(yes, both).flatMap((one) => held.flatMap((own) => intersect(one, own) ?? [])),
    ).toEqual([])
    expect(hub.store.receipts(yes, both).map(({ source }) => source)).not.toContain('truth+key')
  })

  test('serve every caller of the daemon', async () => {
    const first = await ask(span, { secrets })
    const again = await ask()
    expect([again.bars, again.sent]).toEqual([first.bars, 0])
  })

  test('are compared with later ones, and contradict nothing that was shared', async () => {
    const { bars } = await ask(span, { secrets })
    await ask(before)
    const note = createContradictionNotes(daemon.store, daemon.shared.restate)
    clock.passTo(START + HOUR)
    const respond = (at: typeof span, route: string) => {
      const changed = daemon.store.read(yes, at).map((bar) => ({ ...bar, volume: (bar.volume ?? 0) + 7 }))
      note(yes, { span: at, bars: changed, unsure: [], requestedAt: clock.now(), route, isClockRight: true })
      return daemon.store.provisional(yes, at).filter(({ isContradicted }) => isContradicted === true).length
    }
    expect(bars.length).toBeGreaterThan(0)
    expect(respond(before, 'truth+key')).toBe(0)
    expect(respond(span, 'truth')).toBeGreaterThan(0)
  })
})
