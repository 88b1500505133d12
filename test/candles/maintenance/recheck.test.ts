import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Span } from '../../../src/api/times/span.js'
import { candleMigrations } from '../../../src/candles/database/migrations.js'
import { createSqliteStore } from '../../../src/candles/database/sqlite-store.js'
import { readProvisionalCandles, readSeriesColumns } from '../../../src/candles/maintenance/series-reader.js'
import { verifyCandles } from '../../../src/candles/maintenance/verify.js'
import { checkPart } from '../../../src/candles/shared/check-part.js'
import { collectPart } from '../../../src/candles/shared/shared-parts.js'
import { noCounts } from '../../../src/candles/store/recheck-rows.js'
import { createRecheckedMemoryStore } from '../../../src/candles/store/rechecked-memory-store.js'
import { openDatabase } from '../../../src/storage/open.js'
import { barAt, EVER, NOON, rechecks, yes } from '../support/rechecked-venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const { driver, newFile, setUp, end, remove } = await rechecks()
afterEach(end)
afterAll(remove)

const byTime = (a: PriceCandle, b: PriceCandle) => a.timestamp - b.timestamp

describe('final windows are fetched again', () => {
  test('an hour, a day and seven days later, once each', async () => {
    const { clock, asked, counts } = await setUp()
    await clock.advance(HOUR - 2 * MINUTE)
    expect(asked).toEqual([])
    await clock.advance(5 * MINUTE)
    expect(asked).toEqual([NOON - HOUR])
    expect(counts()).toMatchObject({ windows: 1, compared: 60, changed: 0, lacking: 0, added: 0, calls: 1 })
    clock.passTo(NOON + DAY + HOUR)
    await clock.advance(5 * MINUTE)
    clock.passTo(NOON + 7 * DAY + HOUR)
    await clock.advance(5 * MINUTE)
    clock.passTo(NOON + 20 * DAY)
    await clock.advance(5 * MINUTE)
    expect(counts()).toMatchObject({ windows: 3, compared: 180 })
  })

  test('completely, also if the venue returns only a part of a window', async () => {
    const { clock, asked, counts } = await setUp({ stepsAnAnswer: 40 })
    await clock.advance(HOUR + 5 * MINUTE)
    expect(counts()).toMatchObject({ compared: 60, calls: asked.length })
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  test('a response that a cache has held since an earlier look confirms nothing', async () => {
    const { clock, state, venueBars, restated, counts } = await setUp()
    venueBars.set(7, barAt(7, 0.8))
    await clock.advance(HOUR - 30_000)
    state.venueTime = clock.now()
    await clock.advance(4 * MINUTE)
    expect(counts()).toMatchObject({ changed: 1, replaced: 0 })
    await clock.advance(HOUR)
    expect([restated(), counts()?.replaced]).toEqual([[], 0])
    // The venue is asked itself again, and tells what was right.
    state.venueTime = undefined
    venueBars.set(7, barAt(7))
    await clock.advance(30 * MINUTE)
    expect([restated(), counts()?.replaced]).toEqual([[], 0])
  })

  test('looks without a venue time confirm nothing while our clock may be wrong', async () => {
    const { clock, state, venueBars, restated, counts } = await setUp()
    venueBars.set(7, barAt(7, 0.8))
    state.isTimeTold = false
    await clock.advance(HOUR)
    // Somebody sets our clock, so that the next look seems to be independent.
    state.isClockConfirmed = false
    clock.jump(20 * MINUTE)
    await clock.advance(3 * MINUTE)
    venueBars.set(7, barAt(7))
    expect([restated(), counts()?.replaced ?? 0]).toEqual([[], 0])
    state.isClockConfirmed = true
    await clock.advance(HOUR)
    expect([restated(), counts()?.replaced]).toEqual([[], 0])
  })

  test.each([
    ['rows', false],
    ['chunks', true],
  ])(
    'a value is replaced in %s when two looks agree, and the former one is kept',
    async (_form, isSealed) => {
      const { clock, venueBars, ask, restated, counts, database } = await setUp({ isSealed })
      const before = await ask()
      venueBars.set(7, barAt(7, 0.8))
      await clock.advance(HOUR + 3 * MINUTE)
      expect(counts()).toMatchObject({ changed: 1, replaced: 0 })
      expect((await ask()).bars).toEqual(before.bars)
      expect(restated()).toEqual([])
      await clock.advance(11 * MINUTE)
      expect(counts()).toMatchObject({ windows: 1, changed: 1, replaced: 1 })
      const after = await ask()
      expect(after.bars[7]).toEqual(barAt(7, 0.8))
      expect(after.bars).toHaveLength(60)
      expect(after.generation).not.toBe(before.generation)
      expect(restated()).toMatchObject([
        { openTime: barAt(7).timestamp, former: barAt(7), knownAt: NOON + 10 * MINUTE, source: 'live' },
      ])
      const { findings, rechecks } = await verifyCandles(database)
      expect(findings).toEqual([])
      expect(rechecks).toMatchObject([
        { venue: 'kalshi', ageMs: HOUR, windows: 1, compared: 60, changed: 1, replaced: 1 },
      ])
    },
  )

  test('a contradiction makes earlier results outdated: they lack its mark', async () => {
    const { clock, venueBars, ask } = await setUp()
    await clock.advance(15 * MINUTE)
    await ask()
    const before = await ask()
    venueBars.set(7, barAt(7, 0.8))
    await clock.advance(46 * MINUTE)
    const after = await ask()
    expect(after.provisional).not.toEqual(before.provisional)
    expect(after.generation).not.toBe(before.generation)
    const again = await ask()
    expect(again.generation).toBe(after.generation)
  })

  test('a difference that does not last changes nothing, and its end is noted once', async () => {
    const { clock, venueBars, ask, restated, decided } = await setUp()
    const before = await ask()
    venueBars.set(7, barAt(7, 0.8))
    await clock.advance(HOUR + 3 * MINUTE)
    expect(decided).toEqual([])
    venueBars.set(7, barAt(7))
    await clock.advance(30 * MINUTE)
    expect((await ask()).bars).toEqual(before.bars)
    expect(restated()).toEqual([])
    expect(decided).toEqual([{ from: barAt(7).timestamp, to: barAt(8).timestamp }])
  })

  test.each([
    ['rows', false],
    ['chunks', true],
  ])(
    'a candle in %s is removed when two looks have both of its neighbors without it',
    async (_form, isSealed) => {
      const { clock, venueBars, ask, counts, restated, decided, database } = await setUp({
        lacking: 9,
        isSealed,
      })
      await clock.advance(15 * MINUTE)
      expect(counts()).toMatchObject({ confirmations: 1, windows: 0 })
      venueBars.set(9, barAt(9))
      venueBars.delete(3)
      await clock.advance(HOUR - 7 * MINUTE)
      expect(counts()).toMatchObject({ windows: 1, compared: 59, lacking: 1, added: 1, replaced: 0 })
      expect((await ask()).bars[3]).toEqual(barAt(3))
      await clock.advance(12 * MINUTE)
      expect(counts()).toMatchObject({ lacking: 1, absent: 0, replaced: 2 })
      const { bars, notFinal } = await ask()
      expect([bars, notFinal]).toEqual([[...venueBars.values()].sort(byTime), undefined])
      expect(restated()).toMatchObject([
        { openTime: barAt(3).timestamp, former: barAt(3) },
        { openTime: barAt(9).timestamp },
      ])
      expect(decided).toEqual([{ from: barAt(3).timestamp, to: barAt(10).timestamp }])
      expect((await verifyCandles(database)).suspicions).toEqual([])
    },
  )

  test('a removed candle is added again when two looks have it', async () => {
    const { clock, venueBars, ask } = await setUp()
    venueBars.delete(3)
    await clock.advance(HOUR + 15 * MINUTE)
    expect((await ask()).bars).toHaveLength(59)
    venueBars.set(3, barAt(3))
    clock.passTo(NOON + DAY + HOUR)
    await clock.advance(20 * MINUTE)
    expect((await ask()).bars[3]).toEqual(barAt(3))
  })

  test.each([
    ['the first half', (minute: number) => minute < 30],
    ['the last half', (minute: number) => minute >= 30],
    ['nothing', () => false],
  ])('candles that responses lack stay if those have %s alone', async (_, isLeft) => {
    const { clock, venueBars, ask, counts, restated } = await setUp()
    for (const minute of [...venueBars.keys()]) if (!isLeft(minute)) venueBars.delete(minute)
    await clock.advance(3 * HOUR)
    expect(counts()).toMatchObject({ replaced: 0 })
    expect([(await ask()).bars.length, restated()]).toEqual([60, []])
  })

  test('ten candles in a row stay until three looks lack them', async () => {
    const { clock, venueBars, ask } = await setUp()
    for (let minute = 20; minute < 30; minute++) venueBars.delete(minute)
    await clock.advance(HOUR + 15 * MINUTE)
    expect((await ask()).bars).toHaveLength(60)
    await clock.advance(30 * MINUTE)
    expect((await ask()).bars).toHaveLength(50)
  })

  test('a candle that one look adds to an empty minute is forgotten when two others lack it', async () => {
    const { clock, store, venueBars, ask, asked } = await setUp({ lacking: 9 })
    await clock.advance(15 * MINUTE)
    const minute9 = { from: barAt(9).timestamp, to: barAt(10).timestamp }
    venueBars.set(9, barAt(9))
    await clock.advance(HOUR - 7 * MINUTE)
    venueBars.delete(9)
    expect((await ask()).notFinal).toEqual([minute9])
    await clock.advance(12 * MINUTE)
    expect((await ask()).notFinal).toEqual([minute9])
    await clock.advance(30 * MINUTE)
    expect([(await ask()).notFinal, store.openDifferences(yes, EVER)]).toEqual([undefined, []])
    const calls = asked.length
    await clock.advance(3 * HOUR)
    expect(asked).toHaveLength(calls)
  })

  test.each([
    ['a file', false],
    ['memory', true],
  ])(
    'a candle that replaces an empty range in %s is covered by data, as a shared history requires',
    (_name, isInMemory) => {
      const store = isInMemory
        ? createRecheckedMemoryStore()
        : createSqliteStore(openDatabase(driver, newFile(), candleMigrations).database, () => '')
      const span = { from: NOON - HOUR, to: NOON }
      store.commit(yes, {
        bars: [],
        coverage: [{ ...span, kind: 'proven_empty', route: 'live', fetchedAt: NOON }],
      })
      const window = { identity: yes, span, look: 0, tries: 1, differing: [] }
      const looked = { counts: noCounts, differing: [], replacing: [barAt(7)] }
      store.noteLook(window, looked, { requestedAt: NOON, route: 'live' })
      const part = collectPart(store, yes, span, NOON)
      expect([part.bars, checkPart(part, MINUTE, span, NOON)]).toEqual([[barAt(7)], expect.any(Object)])
    },
  )

  test('a blank answer deletes nothing', async () => {
    const { clock, venueBars, ask, counts } = await setUp()
    const before = await ask()
    venueBars.clear()
    await clock.advance(HOUR + 20 * MINUTE)
    expect(counts()).toMatchObject({ lacking: 60, absent: 60, replaced: 0 })
    expect((await ask()).bars).toEqual(before.bars)
  })

  test('a venue that fails is left alone for a while', async () => {
    const { clock, asked, fail } = await setUp()
    fail(new Error('out of order'))
    await clock.advance(HOUR + 3 * MINUTE)
    expect(asked).toHaveLength(1)
    await clock.advance(5 * MINUTE)
    expect(asked).toHaveLength(1)
    fail(undefined)
    await clock.advance(10 * MINUTE)
    expect(asked).toHaveLength(2)
  })

  test('within a share of the limits', async () => {
    const { clock, asked } = await setUp({ rate: 0 })
    await clock.advance(HOUR + 30 * MINUTE)
    expect(asked).toHaveLength(1)
    clock.passTo(NOON + 7 * DAY)
    await clock.advance(30 * MINUTE)
    expect(asked).toHaveLength(1)
  })

  test('also beside a contradiction that is open, which a blank response about the rest does not end', async () => {
    const { clock, store, venueBars, restated, ask, counts } = await setUp()
    await clock.advance(HOUR + 3 * MINUTE)
    const minute0 = { from: barAt(0).timestamp, to: barAt(1).timestamp }
    clock.passTo(NOON + DAY + 9 * MINUTE)
    // A response has another value for the first candle, shortly before the window is due for the second time.
    store.noteLook(
      { identity: yes, span: minute0, look: 0, tries: 0, differing: [] },
      { counts: noCounts, differing: [{ openTime: minute0.from, bar: barAt(0, 0.4) }], replacing: [] },
      { requestedAt: clock.now(), route: 'live' },
    )
    const right = [...venueBars].map(([minute, bar]) => [minute, minute === 0 ? barAt(0, 0.4) : bar] as const)
    venueBars.clear()
    await clock.advance(8 * MINUTE)
    expect(store.coverage(yes, minute0)).toEqual([])
    expect(counts()).toMatchObject({ windows: 2, lacking: 59 })
    for (const [minute, bar] of right) venueBars.set(minute, bar)
    await clock.advance(HOUR)
    expect((await ask()).bars[0]).toEqual(barAt(0, 0.4))
    expect(restated()).toMatchObject([{ openTime: minute0.from, former: barAt(0) }])
  })

  test('find a changed candle beside one that stays contradicted', async () => {
    const { clock, store, venueBars, ask } = await setUp()
    const minute10 = { from: barAt(10).timestamp, to: barAt(11).timestamp }
    const open = [{ openTime: minute10.from, bar: barAt(10, 0.4) }]
    store.noteLook(
      { identity: yes, span: minute10, look: 0, tries: 0, differing: [] },
      { counts: noCounts, differing: open, replacing: [] },
      { requestedAt: clock.now() + 30 * DAY, route: 'live' },
    )
    venueBars.set(20, barAt(20, 0.7))
    await clock.advance(2 * HOUR)
    expect((await ask()).bars[20]).toEqual(barAt(20, 0.7))
  })

  test('none where no share is chosen', async () => {
    const { clock, asked } = await setUp({ share: 0 })
    await clock.advance(3 * HOUR)
    expect(asked).toEqual([])
  })
})

const stores = [
  ['in a file', false],
  ['in memory', true],
] as const

test.each(stores)(
  'provisional spans %s that are due are asked for again, and are final when the venue says the same',
  async (_, isInMemory) => {
    const { clock, store, asked, counts } = await setUp({ share: 0, isInMemory })
    const span = { from: NOON - 5 * HOUR, to: NOON - 4 * HOUR }
    const askedAt = clock.now()
    const entry = {
      ...span,
      route: 'live',
      requestedAt: askedAt,
      lookAgainAt: askedAt + 30 * MINUTE,
      looks: 1,
    }
    store.commit(yes, { bars: [], coverage: [], provisional: { within: span, entries: [entry] } })
    await clock.advance(20 * MINUTE)
    expect(asked).toEqual([])
    await clock.advance(15 * MINUTE)
    expect(counts()).toMatchObject({ confirmations: 1, windows: 0 })
    expect(store.provisional(yes, span)).toEqual([])
    expect(store.coverage(yes, span)).toMatchObject([{ kind: 'proven_empty' }])
    expect(store.receipts(yes, span)).toMatchObject([{ ...span, knownAt: askedAt }])
    expect(store.receipts(yes, span)[0]?.finalAt).toBeGreaterThanOrEqual(askedAt + 30 * MINUTE)
  },
)

test.each(stores)('what is final by now is no longer due %s, and costs no call', async (_, isInMemory) => {
  const { clock, store, asked } = await setUp({ share: 0, isInMemory })
  const span = { from: NOON - 30 * MINUTE, to: NOON - 20 * MINUTE }
  const look = { ...span, route: 'live', requestedAt: clock.now(), lookAgainAt: clock.now(), looks: 1 }
  store.commit(yes, {
    bars: [],
    coverage: [{ ...span, kind: 'data', route: 'live', fetchedAt: clock.now() }],
    provisional: { within: span, entries: [look] },
    ends: { within: span, entries: [{ ...look, bars: [] }] },
  })
  await clock.advance(2 * MINUTE)
  expect([store.dueProvisional(clock.now(), 10), store.ends(yes, span), asked]).toEqual([[], [], []])
})

test.each([
  ['before', 19, false],
  ['after', 30, false],
  ['before', 19, true],
])(
  'a candle %s rows that one response lacks is compared with the response that has them',
  async (_, minute, isInMemory) => {
    const { clock, ask, restated } = await setUp({
      share: 0,
      isInMemory,
      // Of trades in the order of time those of ten minutes are missing, and a part of those beside them.
      first: (bars) =>
        bars.flatMap((bar, place) => {
          if (place >= 20 && place < 30) return []
          return place === minute ? [{ ...bar, volume: 1, close: 0.4 }] : [bar]
        }),
    })
    await clock.advance(45 * MINUTE)
    const { bars, provisional } = await ask()
    expect(provisional).toBeUndefined()
    expect(bars).toEqual(Array.from({ length: 60 }, (_bar, at) => barAt(at)))
    expect(restated()).toMatchObject([{ former: { volume: 1 } }])
  },
)

describe.each(stores)('a response that contradicts a final candle %s', (_, isInMemory) => {
  const quiet = (bars: readonly PriceCandle[]) => bars.filter((_bar, place) => place < 20 || place >= 30)

  /** The first response has another value in one minute, and lacks ten others, so that the range is asked for again. */
  async function setUpContradicted() {
    const house = await setUp({
      share: 0,
      rate: 0,
      isInMemory,
      first: (bars) =>
        quiet(bars).map((bar) => (bar.timestamp === barAt(19).timestamp ? barAt(19, 0.4) : bar)),
    })
    expect((await house.ask()).notFinal).toBeUndefined()
    await house.clock.advance(11 * MINUTE)
    const second = await house.ask()
    return { ...house, second }
  }
  const minute19 = { from: barAt(19).timestamp, to: barAt(19).timestamp + MINUTE }

  test('decides contradicted candles that a response about their whole window would not reach', async () => {
    const { clock, store, venueBars } = await setUp({ share: 0, isInMemory, stepsAnAnswer: 100 })
    const times = [5, 50]
    for (const minute of times) venueBars.set(minute, barAt(minute, 0.8))
    store.noteLook(
      { identity: yes, span: { from: NOON - HOUR, to: NOON }, look: 0, tries: 0, differing: [] },
      {
        counts: noCounts,
        differing: times.map((minute) => ({ openTime: barAt(minute).timestamp, bar: barAt(minute, 0.8) })),
        replacing: [],
      },
      { requestedAt: clock.now(), route: 'live' },
    )
    await clock.advance(2 * HOUR)
    const closes = store.read(yes, { from: NOON - HOUR, to: NOON }).map(({ close }) => close)
    expect(times.map((minute) => closes[minute])).toEqual([0.8, 0.8])
  })

  test('makes it provisional until a third one decides, without a recheck', async () => {
    const { clock, ask, second, store, database, restated, asked } = await setUpContradicted()
    expect(second.bars[19]).toEqual(barAt(19, 0.4))
    expect(second).toMatchObject({ notFinal: [minute19], provisionalCandles: 1, provisional: [minute19] })
    // The daemon itself has asked for the empty range, a minute ago.
    expect(second.finalAfter).toBe(clock.now() + 9 * MINUTE)
    expect(store.coverage(yes, minute19)).toEqual([])
    const exported = isInMemory
      ? undefined
      : [...readSeriesColumns(database, 1, EVER)].flatMap(({ timestamp, count }) => [
          ...timestamp.subarray(0, count),
        ])
    if (exported !== undefined) {
      expect(exported).toHaveLength(59)
      expect(exported).not.toContain(minute19.from)
      expect(readProvisionalCandles(database, 1, EVER)).toMatchObject([{ bar: barAt(19, 0.4) }])
    }
    const calls = asked.length
    expect((await ask()).notFinal).toEqual([minute19])
    expect(asked).toHaveLength(calls)
    await clock.advance(10 * MINUTE)
    const third = await ask()
    expect(third.notFinal).toBeUndefined()
    expect(third.provisional).toBeUndefined()
    expect(third.bars[19]).toEqual(barAt(19))
    expect(restated()).toMatchObject([{ openTime: minute19.from, former: { close: 0.4 }, source: 'live' }])
    expect(asked).toHaveLength(calls + 1)
    await clock.advance(DAY)
    await ask()
    expect(asked).toHaveLength(calls + 1)
  })

  test('stays open while the venue does not find it: that decides nothing', async () => {
    const { clock, ask, fail, store, venueBars, restated } = await setUp({ share: 0, isInMemory })
    venueBars.set(19, barAt(19, 0.4))
    store.noteLook(
      { identity: yes, span: minute19, look: 0, tries: 0, differing: [] },
      { counts: noCounts, differing: [{ openTime: minute19.from, bar: barAt(19, 0.4) }], replacing: [] },
      { requestedAt: clock.now(), route: 'live' },
    )
    fail(new PmxError('NOT_FOUND', 'not found'))
    await clock.advance(12 * MINUTE)
    expect(store.coverage(yes, minute19)).toEqual([])
    fail(undefined)
    await clock.advance(2 * HOUR)
    const { bars, notFinal } = await ask()
    expect([bars[19], notFinal]).toEqual([barAt(19, 0.4), undefined])
    expect(restated()).toMatchObject([{ openTime: minute19.from, former: barAt(19) }])
  })

  test('is forgotten where the third one has the stored value', async () => {
    const { clock, ask, venueBars, restated } = await setUpContradicted()
    venueBars.set(19, barAt(19, 0.4))
    await clock.advance(10 * MINUTE)
    const { bars, notFinal } = await ask()
    expect([bars[19], notFinal, restated()]).toEqual([barAt(19, 0.4), undefined, []])
  })

  test('stays open while all three differ, or the third one lacks the candle', async () => {
    const { clock, ask, venueBars } = await setUpContradicted()
    venueBars.set(19, barAt(19, 0.6))
    await clock.advance(10 * MINUTE)
    expect((await ask()).notFinal).toEqual([minute19])
    venueBars.delete(19)
    await clock.advance(30 * MINUTE)
    expect((await ask()).notFinal).toEqual([minute19])
    venueBars.set(19, barAt(19, 0.6))
    await clock.advance(90 * MINUTE)
    const { bars, notFinal } = await ask()
    expect([bars[19], notFinal]).toEqual([barAt(19, 0.6), undefined])
  })
})

test('candles in memory that were derived from a contradicted one are removed, and nothing is open of a removed span', async () => {
  const store = createRecheckedMemoryStore()
  const span = { from: NOON - HOUR, to: NOON }
  const entry = { ...span, kind: 'data', route: 'live', fetchedAt: NOON } as const
  const five = { ...yes, stepMs: 5 * MINUTE, derivedFromMs: MINUTE }
  store.commit(yes, { bars: [barAt(7)], coverage: [entry] })
  store.commit(five, { bars: [{ ...barAt(5) }, { ...barAt(10) }], coverage: [entry] })
  const minute7 = { from: barAt(7).timestamp, to: barAt(8).timestamp }
  store.noteLook(
    { identity: yes, span: minute7, look: 0, tries: 0, differing: [] },
    { counts: noCounts, differing: [{ openTime: minute7.from, bar: barAt(7, 0.8) }], replacing: [] },
    { requestedAt: NOON, route: 'live' },
  )
  expect(store.read(five, EVER)).toEqual([barAt(10)])
  expect(store.dueConfirmations(NOON + 9 * MINUTE)).toEqual([])
  expect(store.dueConfirmations(NOON + 10 * MINUTE)).toMatchObject([{ span: minute7, tries: 1 }])
  expect(store.coverage(yes, minute7)).toEqual([])
  store.remove(yes, minute7)
  expect([store.openDifferences(yes, EVER), store.dueConfirmations(NOON + DAY)]).toEqual([[], []])
})

test.each([
  ['a file', false],
  ['memory', true],
])('a part that is removed from %s ends no contradiction of the rest of its window', (_name, isInMemory) => {
  const store = isInMemory
    ? createRecheckedMemoryStore()
    : createSqliteStore(openDatabase(driver, newFile(), candleMigrations).database, () => '')
  const [five, seven] = [5, 7].map((minute) => {
    const { timestamp } = barAt(minute)
    return { from: timestamp, to: timestamp + MINUTE }
  }) as [Span, Span]
  const span = { from: five.from, to: seven.to }
  store.commit(yes, {
    bars: [barAt(5), barAt(6), barAt(7)],
    coverage: [{ ...span, kind: 'data', route: 'live', fetchedAt: NOON }],
  })
  store.noteLook(
    { identity: yes, span, look: 0, tries: 0, differing: [] },
    {
      counts: noCounts,
      differing: [five, seven].map(({ from }, place) => ({
        openTime: from,
        bar: barAt(place === 0 ? 5 : 7, 0.8),
      })),
      replacing: [],
    },
    { requestedAt: NOON, route: 'live' },
  )
  // Another daemon that shares the history has withdrawn one of the candles.
  store.remove(yes, five)
  expect(store.coverage(yes, seven)).toEqual([])
  expect(store.provisional(yes, EVER)).toMatchObject([{ ...seven, isContradicted: true }])
  store.remove(yes, seven)
  expect(store.openDifferences(yes, EVER)).toEqual([])
})

test.each([
  ['a file', false],
  ['memory', true],
])('open entries of one venue in %s, however many, leave the others their turn', (_name, isInMemory) => {
  const store = isInMemory
    ? createRecheckedMemoryStore()
    : createSqliteStore(openDatabase(driver, newFile(), candleMigrations).database, () => '')
  const span = { from: NOON - HOUR, to: NOON }
  const terms = { requestedAt: NOON, route: 'live' }
  for (let place = 0; place < 60; place++) {
    const venue = place < 59 ? 'kalshi' : 'limitless'
    const identity = { ...yes, venue, seriesKey: `${place}` } as const
    const look = { ...terms, requestedAt: NOON + place, lookAgainAt: NOON + place, looks: 1 }
    store.commit(identity, {
      bars: [],
      coverage: [{ ...span, kind: 'data', route: 'live', fetchedAt: NOON }],
      provisional: { within: span, entries: [{ ...span, ...look }] },
    })
    store.noteLook(
      { identity, span, look: 0, tries: 0, differing: [] },
      { counts: noCounts, differing: [{ openTime: span.from, bar: barAt(0) }], replacing: [] },
      { ...terms, requestedAt: NOON + place },
    )
  }
  const [ranges, windows] = [store.dueProvisional(NOON + HOUR, 50), store.dueConfirmations(NOON + HOUR)]
  for (const due of [ranges, windows]) {
    expect(due.slice(0, 50).map(({ identity }) => identity.seriesKey)).toEqual(
      [...Array(50).keys()].map(String),
    )
    expect(due.slice(50).map(({ identity }) => identity.venue)).toEqual(['limitless'])
  }
})
