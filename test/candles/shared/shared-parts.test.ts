import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { createSpanTest, intersect } from '../../../src/api/times/span.js'
import { createAvailability } from '../../../src/candles/series/available-at.js'
import { checkPart } from '../../../src/candles/shared/check-part.js'
import { collectPart, storePart } from '../../../src/candles/shared/shared-parts.js'
import { IMPORT_ROUTE, markRoute } from '../../../src/candles/store/candle-store.js'
import { createContradictionNotes } from '../../../src/candles/store/contradicted-candles.js'
import { openStoredHistory } from '../../../src/daemon/state/stored-history.js'
import { createPeerTier } from '../../../src/tiers/peer/create-peer-tier.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'
import { appOver } from '../../http/app-world.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, passUntil } from '../../support/clock.js'
import { atOnce, temporaryFolder } from '../../support/engine.js'
import { memoryHub } from '../../support/memory-tier.js'
import { type SharedDaemon, sharedDaemon } from '../support/shared-daemon.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 5, 10, 9, 30)
const span = { from: START - 40 * HOUR, to: START - 39 * HOUR }
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const ALWAYS = Number.POSITIVE_INFINITY

let clock: FakeClock
let world: CandleWorld
let folder: ReturnType<typeof temporaryFolder>
let daemons: SharedDaemon[]
let truth: PriceCandle[]

beforeEach(() => {
  clock = fakeClock(START)
  world = candleWorld({ clock, listedAt: START - 400 * HOUR })
  folder = temporaryFolder()
  daemons = []
  truth = world.truth('yes', MINUTE, span, START)
})
afterEach(async () => {
  for (const daemon of daemons) await passUntil(clock, daemon.close())
  folder.remove()
})

function open(name: string, ...tiers: Parameters<typeof sharedDaemon>[2]): SharedDaemon {
  const daemon = sharedDaemon(`${folder.path}/${name}.db`, clock, tiers)
  daemons.push(daemon)
  return daemon
}

const ask = (daemon: SharedDaemon) => passUntil(clock, daemon.ask(world, span))

/** A response of the venue about the span reaches a daemon. */
function respond({ store, shared }: SharedDaemon, bars: readonly PriceCandle[]): void {
  createContradictionNotes(store, shared.restate)(yes, {
    ...{ span, bars, unsure: [], requestedAt: clock.now(), route: 'truth', isClockRight: true },
  })
}

const withVolume = (bar: PriceCandle): PriceCandle => ({ ...bar, volume: (bar.volume ?? 0) + 7 })
/** The whole hour with other values. */
const corrected = () => truth.map(withVolume)
function minuteOf(place: number) {
  const bar = truth[place]
  if (bar === undefined) throw new Error('the hour has fewer candles')
  return { bar, at: { from: bar.timestamp, to: bar.timestamp + MINUTE } }
}

function asPeer({ store }: SharedDaemon) {
  const loadVenue = async () => ({}) as Venue
  const history = openStoredHistory({ store, clock, turn: atOnce, addressOf: () => '', loadVenue })
  const { fetch: serve } = appOver({ history })
  return createPeerTier({
    url: 'http://localhost:3847',
    token: undefined,
    send: async (url, { headers }) => {
      const reply = await serve(new Request(url, { headers }))
      if (!reply.headers.has('date')) reply.headers.set('date', new Date(clock.now()).toUTCString())
      return reply
    },
  })
}

describe.each([
  ['of an imported file', IMPORT_ROUTE],
  ['of a call with credentials', markRoute('truth', true)],
])('candles %s', (_what, route) => {
  test.each(['a tier', 'a peer'])('are no empty range for another daemon, through %s', async (through) => {
    const hub = memoryHub(clock)
    const one = open('one', ...(through === 'a tier' ? [hub.open()] : []))
    const own = truth.slice(10, 20)
    const coverage = own.map(({ timestamp: from }) => ({
      ...{ from, to: from + MINUTE, kind: 'data' as const, route, fetchedAt: START - HOUR },
    }))
    one.store.commit(yes, { bars: own, coverage })
    expect((await ask(one)).bars).toEqual(truth)
    await clock.advance(5_000)
    const other = open('other', through === 'a tier' ? hub.open() : asPeer(one))
    expect(await ask(other)).toEqual({ bars: truth, sent: 1 })
  })
})

describe('a contradicted candle', () => {
  test('is not shared as an empty range, and is shared again when it is decided', async () => {
    const one = open('one')
    await ask(one)
    const { bar, at } = minuteOf(20)
    clock.passTo(START + HOUR)
    respond(
      one,
      truth.map((each) => (each === bar ? withVolume(each) : each)),
    )
    expect(one.store.provisional(yes, at)).toContainEqual(
      expect.objectContaining({ ...at, isContradicted: true }),
    )
    const part = collectPart(one.store, yes, span, ALWAYS)
    expect(part.bars).toEqual(truth.filter((each) => each !== bar))
    expect(part.provisional.filter((entry) => intersect(entry, at) !== undefined)).toEqual([])
    clock.passTo(START + HOUR + 15 * MINUTE)
    respond(one, truth)
    expect(collectPart(one.store, yes, span, ALWAYS).bars).toEqual(truth)
  })

  test('is neither final nor empty because another daemon says so', async () => {
    const one = open('one')
    await ask(one)
    const told = collectPart(one.store, yes, span, ALWAYS)
    const { bar, at } = minuteOf(20)
    clock.passTo(START + HOUR)
    respond(
      one,
      truth.map((each) => (each === bar ? withVolume(each) : each)),
    )
    const looks = one.store.provisional(yes, span)
    const empty = { ...at, route: 'truth', requestedAt: clock.now(), lookAgainAt: clock.now(), looks: 1 }
    expect(storePart(one.store, yes, told)).toBe(false)
    expect(storePart(one.store, yes, { ...told, provisional: [empty] })).toBe(false)
    expect(one.store.provisional(yes, span)).toEqual(looks)
  })

  test('is decided by the venue where a tier has it', async () => {
    const one = open('one', memoryHub(clock).open())
    await ask(one)
    clock.passTo(START + HOUR)
    const { bar } = minuteOf(20)
    respond(
      one,
      truth.map((each) => (each === bar ? withVolume(each) : each)),
    )
    await clock.advance(15 * MINUTE)
    expect((await ask(one)).bars).toEqual(truth)
    expect(one.store.coverage(yes, span)).toMatchObject([span])
  })

  test.each([20, undefined])(
    'over a peer, one response without it does not make it empty for good (only minute %s is contradicted)',
    async (place) => {
      const one = open('one')
      await ask(one)
      clock.passTo(START + HOUR)
      respond(
        one,
        truth.map((each, at) => (place === undefined || at === place ? withVolume(each) : each)),
      )
      clock.passTo(START + HOUR + 45 * MINUTE)
      const two = open('two', asPeer(one))
      const lacking = place === undefined ? undefined : minuteOf(place).bar.timestamp
      world.tamper = (batch) =>
        batch.kind === 'bars'
          ? {
              ...batch,
              bars: batch.bars.filter((each) => lacking !== undefined && each.timestamp !== lacking),
            }
          : batch
      await ask(two)
      world.tamper = undefined
      clock.passTo(START + 30 * HOUR)
      expect((await ask(two)).bars).toEqual(truth)
    },
  )

  test.each([
    // The newest candle of a response that has less of it decides nothing.
    ['the stored value', () => truth.slice(0, -1), () => truth],
    ['the new value', corrected, corrected],
  ])('waits until it is decided, and is given then: %s', async (_, decided, told) => {
    const hub = memoryHub(clock)
    hub.health = 'down'
    const one = open('one', hub.open())
    await ask(one)
    clock.passTo(START + HOUR)
    respond(one, corrected())
    hub.health = 'up'
    for (let minute = 0; minute < 12; minute++) await clock.advance(MINUTE)
    expect(hub.store.coverage(yes, span)).toEqual([])
    const isSilent = createSpanTest(hub.store.provisional(yes, span))
    expect(truth.filter(({ timestamp }) => isSilent(timestamp))).toEqual([])
    respond(one, told())
    for (let minute = 0; minute < 5; minute++) await clock.advance(MINUTE)
    expect(hub.store.read(yes, span)).toEqual(decided())
    const two = open('two', hub.open())
    world.tamper = (batch) => (batch.kind === 'bars' ? { ...batch, bars: [] } : batch)
    expect((await ask(two)).bars.slice(0, decided().length)).toEqual(decided())
  })
})

describe('a replaced candle', () => {
  /** A daemon with a candle that two responses corrected hours after it was fetched. */
  async function corrected(one: SharedDaemon): Promise<ReturnType<typeof minuteOf>> {
    const known = minuteOf(20)
    const now = truth.map((each) => (each === known.bar ? withVolume(each) : each))
    clock.passTo(START + 5 * HOUR)
    await clock.advance(MINUTE)
    respond(one, now)
    await clock.advance(15 * MINUTE)
    respond(one, now)
    for (let minute = 0; minute < 5; minute++) await clock.advance(MINUTE)
    return known
  }
  const known = ({ store }: SharedDaemon, { bar, at }: ReturnType<typeof minuteOf>) => ({
    value: store.read(yes, at),
    restated: store.restated(yes, at),
    availableAt: createAvailability({
      ...{ receipts: store.receipts(yes, span), restated: store.restated(yes, span) },
      ...{ stepMs: MINUTE, finalAfterMs: 90_000 },
    })(bar.timestamp),
  })

  test('has its former value, and is available since its correction, in every daemon', async () => {
    const hub = memoryHub(clock)
    const [one, two] = [open('one', hub.open()), open('two', hub.open())]
    await clock.advance(3_000)
    await ask(one)
    await clock.advance(5_000)
    await ask(two)
    const minute = await corrected(one)
    const told = known(one, minute)
    expect(told).toMatchObject({ value: [withVolume(minute.bar)], restated: [{ former: minute.bar }] })
    expect(told.availableAt).toBeGreaterThan(START + 5 * HOUR)
    await ask(two)
    expect(known(two, minute)).toEqual(told)
    const three = open('three', asPeer(one))
    await ask(three)
    expect(known(three, minute)).toEqual(told)
    const four = open('four', hub.open())
    await ask(four)
    expect(known(four, minute)).toEqual(told)
  })

  test('is removed in every daemon once it is removed in one', async () => {
    const hub = memoryHub(clock)
    const [one, two] = [open('one', hub.open()), open('two', hub.open())]
    await clock.advance(3_000)
    await ask(one)
    await clock.advance(5_000)
    await ask(two)
    const { bar, at } = minuteOf(20)
    const without = truth.filter((each) => each !== bar)
    clock.passTo(START + 5 * HOUR)
    respond(
      one,
      [...without, withVolume(bar)].sort((a, b) => a.timestamp - b.timestamp),
    )
    for (let time = 0; time < 3; time++) {
      await clock.advance(95 * MINUTE)
      respond(one, without)
    }
    for (let minute = 0; minute < 5; minute++) await clock.advance(MINUTE)
    world.tamper = (batch) =>
      batch.kind === 'bars'
        ? { ...batch, bars: batch.bars.filter(({ timestamp }) => timestamp !== bar.timestamp) }
        : batch
    expect(one.store.read(yes, at)).toEqual([])
    expect(hub.store.read(yes, at)).toEqual([])
    for (const daemon of [one, two, open('three', hub.open()), open('four', asPeer(one))]) {
      expect((await ask(daemon)).bars).toEqual(without)
      expect(known(daemon, { bar, at })).toMatchObject({ value: [], restated: [{ former: bar }] })
    }
  })

  test('is refused with a former value that no venue can have had', async () => {
    const one = open('one')
    await ask(one)
    const { bar } = await corrected(one)
    const part = collectPart(one.store, yes, span, ALWAYS)
    expect(checkPart(part, MINUTE, span, clock.now())).toMatchObject({ restated: [{ former: bar }] })
    const [entry] = part.restated ?? []
    if (entry === undefined) throw new Error('nothing was replaced')
    for (const wrong of [
      { ...entry, until: clock.now() + HOUR },
      { ...entry, openTime: entry.openTime + 1 },
      { ...entry, former: { ...bar, high: 2 } },
      { ...entry, former: { ...bar, timestamp: bar.timestamp + MINUTE } },
    ])
      expect(checkPart({ ...part, restated: [wrong] }, MINUTE, span, clock.now())).toEqual(expect.any(String))
  })
})
