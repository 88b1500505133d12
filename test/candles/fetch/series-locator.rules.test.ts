import { beforeEach, describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { FetchCall } from '../../../src/candles/fetch/fetch-target.js'
import { createLocator, type Locator } from '../../../src/candles/fetch/series-locator.js'
import type { CandleStore, KnownSeries } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { locateOutcome } from '../../../src/core/listings/outcome-resolver.js'
import { type CandleWorld, candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock, settle } from '../../support/clock.js'
import { contextWithoutNetwork, patientCall } from '../../support/engine.js'

const NOON = Date.UTC(2026, 5, 10, 12)
const remnant = { outcomeId: 'gone', seriesKey: 'gone', mirrored: false, facts: {} }

let clock: FakeClock
let world: CandleWorld
let store: CandleStore
let locator: Locator
let released: number
let venueTime: number | undefined
beforeEach(() => {
  clock = fakeClock(NOON)
  world = candleWorld({ clock, listedAt: NOON - 9_000 })
  store = { ...createMemoryStore(), remnant: (_venue, id) => (id === 'gone' ? remnant : undefined) }
  released = 0
  venueTime = undefined
  locator = createLocator({
    store,
    clock,
    locateOutcome,
    openContext: (_venue, terms) => ({
      ...contextWithoutNetwork(clock, terms, venueTime),
      release: () => void released++,
    }),
  })
})

function wanted(outcomeId = 'yes', call: FetchCall = patientCall()) {
  const { candles } = world.venue
  if (candles === undefined) throw new Error('the venue has candles')
  return { venue: world.venue, source: candles, outcomeId, call }
}

test('what is stored is told where it is good enough, and asks nobody', async () => {
  const known = { series: { ...remnant, outcomeId: 'yes' }, checkedAt: 1 }
  store.remember('kalshi', 'yes', known)
  expect(await locator.locate(wanted(), (found) => found === known)).toBe(known)
  expect(world.located).toBe(0)
  expect((await locator.locate(wanted(), () => false)).series.seriesKey).toBe('yes')
  expect(world.located).toBe(1)
})

test('what was found is stored, with the time at which the venue told it', async () => {
  venueTime = NOON - 5_000
  const found = await locator.locate(wanted('no'), () => false)
  expect(found).toEqual({
    series: {
      outcomeId: 'no',
      seriesKey: 'yes',
      mirrored: true,
      listedAt: NOON - 9_000,
      listingToldAt: NOON - 5_000,
      facts: {},
    },
    checkedAt: NOON - 5_000,
  })
  expect(store.known('kalshi', 'no')).toEqual(found)
})

test('callers at the same moment share one look, which is told one of them', async () => {
  const calls = [patientCall(), patientCall()]
  await Promise.all(calls.map((call) => locator.locate(wanted('yes', call), () => false)))
  expect([world.located, released, calls.map(({ sent }) => sent)]).toEqual([1, 1, [1, 0]])
})

test.each<[string, () => FetchCall, string]>([
  [
    'of other credentials',
    () => ({ ...patientCall(), secrets: { values: { apiKey: 'k' }, withheld: false } }),
    'yes',
  ],
  ['about another outcome', patientCall, 'no'],
])('callers %s look by themselves', async (_what, call, outcomeId) => {
  await Promise.all([
    locator.locate(wanted(), () => false),
    locator.locate(wanted(outcomeId, call()), () => false),
  ])
  expect(world.located).toBe(2)
})

test('what a call with credentials located is marked, until one without them locates it', async () => {
  const secrets = { values: { apiKey: 'k' }, withheld: false }
  await locator.locate(wanted('yes', { ...patientCall(), secrets }), () => false)
  expect(store.known('kalshi', 'yes')).toMatchObject({ isWithKey: true })
  await locator.locate(wanted(), () => false)
  expect(store.known('kalshi', 'yes')).not.toHaveProperty('isWithKey')
})

test('of an outcome that the venue does not know what is stored is told, and nothing is remembered', async () => {
  clock.passTo(NOON + 5)
  expect(await locator.locate(wanted('gone'), () => true)).toEqual({
    series: remnant,
    checkedAt: NOON + 5,
    isUnknown: true,
  })
  expect(await locator.relocate(wanted('gone'))).toMatchObject({ isUnknown: true })
  expect(store.known('kalshi', 'gone')).toBeUndefined()
  await expect(locator.locate(wanted('other'), () => true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(released).toBe(3)
})

test('only NOT_FOUND says that an outcome is unknown', async () => {
  world.relocated = () => {
    throw new PmxError('NETWORK_ERROR', 'down')
  }
  store = Object.assign(store, { remnant: () => remnant })
  await expect(locator.locate(wanted(), () => true)).rejects.toThrow('down')
  await expect(locator.relocate(wanted())).rejects.toThrow('down')
  expect(world.located).toBe(2)
  world.relocated = () => {
    throw new TypeError('a bug')
  }
  await expect(locator.relocate(wanted())).rejects.toThrow('a bug')
})

test('what the venue says now is asked for once more by what is remembered, where it is not found', async () => {
  let asked = 0
  world.relocated = (series) => {
    if (++asked === 1) throw new PmxError('NOT_FOUND', 'not by this')
    return series
  }
  expect((await locator.relocate(wanted())).series.seriesKey).toBe('yes')
  expect(asked).toBe(2)
})

test('who takes only what is stored asks nobody', async () => {
  const call = { ...patientCall(), stored: { serves: true, unasked: 'only_if_cached' as const } }
  await expect(locator.locate(wanted('yes', call), () => true)).rejects.toMatchObject({
    status: 504,
    exchange: 'kalshi',
    detail: { kind: 'only_if_cached' },
  })
  await settle()
  expect(world.located).toBe(0)
})

describe('a caller who waits for a second, where the venue takes longer to say what it knows', () => {
  const remembered = { series: { ...remnant, outcomeId: 'yes' }, checkedAt: NOON - 1 }

  /** What he is told within two seconds of a venue that takes five; undefined where he still waits then. */
  async function toldInTime(
    freshness: FetchCall['freshness'],
    known: KnownSeries | 'nothing' = remembered,
  ): Promise<KnownSeries | undefined> {
    if (known !== 'nothing') store.remember('kalshi', 'yes', known)
    const slow = createLocator({
      store,
      clock,
      locateOutcome: async (...asked) => {
        await clock.sleep(5_000)
        return locateOutcome(...asked)
      },
      openContext: (_venue, terms) => contextWithoutNetwork(clock, terms),
    })
    let told: KnownSeries | undefined
    const call = freshness === undefined ? patientCall() : { ...patientCall(), freshness }
    const asking = slow.locate(wanted('yes', call), () => false).then((found) => (told = found))
    await clock.advance(2_000)
    const inTime = told
    await clock.advance(5_000)
    await asking
    return inTime
  }

  test('is told what is remembered of a market that trades, and the venue answers for the next', async () => {
    expect(await toldInTime({ waitMs: 1_000, begunAt: clock.monotonic() })).toBe(remembered)
    expect(store.known('kalshi', 'yes')?.checkedAt).toBeGreaterThan(NOON)
  })

  test('waits where nothing is remembered, or the market has closed since', async () => {
    expect(await toldInTime({ waitMs: 1_000, begunAt: clock.monotonic() }, 'nothing')).toBeUndefined()
    const closed = { ...remembered, series: { ...remembered.series, closedAt: NOON - 5 } }
    expect(await toldInTime({ waitMs: 1_000, begunAt: clock.monotonic() }, closed)).toBeUndefined()
  })

  test('waits where he says himself how old it may be, or has set no time', async () => {
    const begunAt = clock.monotonic()
    expect(await toldInTime({ waitMs: 1_000, maxAgeMs: 9_000, begunAt })).toBeUndefined()
    expect(await toldInTime({ begunAt: clock.monotonic() })).toBeUndefined()
    expect(await toldInTime(undefined)).toBeUndefined()
  })

  test('hears of a venue that is down at once, and takes what is remembered where only the time ran out', async () => {
    store.remember('kalshi', 'yes', remembered)
    const call = { ...patientCall(), freshness: { waitMs: 1_000, begunAt: clock.monotonic() } }
    world.relocated = () => {
      throw new PmxError('NETWORK_ERROR', 'down')
    }
    await expect(locator.locate(wanted('yes', call), () => false)).rejects.toThrow('down')
    world.relocated = () => {
      throw new PmxError('RATE_LIMIT_EXCEEDED', 'no turn in time', { detail: { kind: 'local_budget' } })
    }
    expect(await locator.locate(wanted('yes', call), () => false)).toBe(remembered)
  })
})
