import { afterAll, afterEach, expect, test } from 'vitest'
import { noCounts } from '../../../src/candles/store/recheck-rows.js'
import { barAt, NOON, rechecks, yes } from '../support/rechecked-venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const { setUp, end, remove } = await rechecks()
afterEach(end)
afterAll(remove)

const shown = (answer: { readonly bars: readonly unknown[]; readonly notFinal?: unknown }) => [
  answer.bars.length,
  answer.notFinal,
]
const stepOf = (minute: number) => ({ from: barAt(minute).timestamp, to: barAt(minute + 1).timestamp })

test('more than three first candles are provisional when three responses lack them, and removed when seven do', async () => {
  const { clock, store, venueBars, ask, restated } = await setUp()
  for (let minute = 0; minute < 5; minute++) venueBars.delete(minute)
  await clock.advance(HOUR + 15 * MINUTE)
  expect(shown(await ask())).toEqual([60, undefined])
  await clock.advance(30 * MINUTE)
  expect(shown(await ask())).toEqual([60, [{ from: barAt(0).timestamp, to: barAt(5).timestamp }]])
  clock.passTo(NOON + DAY)
  await clock.advance(HOUR)
  expect((await ask()).bars).toHaveLength(60)
  for (let day = 2; day < 6; day++) {
    clock.passTo(NOON + day * DAY)
    await clock.advance(HOUR)
  }
  expect(shown(await ask())).toEqual([55, undefined])
  expect(restated().map(({ former }) => former)).toEqual([0, 1, 2, 3, 4].map((minute) => barAt(minute)))
  expect(store.openDifferences(yes, stepOf(0))).toEqual([])
})

test('a response that has them again ends that: they are final', async () => {
  const { clock, venueBars, ask, asked } = await setUp()
  for (let minute = 0; minute < 5; minute++) venueBars.delete(minute)
  await clock.advance(2 * HOUR)
  expect((await ask()).notFinal).toHaveLength(1)
  for (let minute = 0; minute < 5; minute++) venueBars.set(minute, barAt(minute))
  await clock.advance(6 * HOUR)
  expect(shown(await ask())).toEqual([60, undefined])
  const calls = asked.length
  await clock.advance(HOUR)
  expect(asked).toHaveLength(calls)
})

const FAR = { minutes: [-180, -179, -30, 58, 59], windowSteps: 60, listedAt: NOON - 4 * HOUR }

test('a candle with others only far from it is removed when three responses about it and them lack it', async () => {
  const { clock, venueBars, ask } = await setUp(FAR)
  venueBars.delete(-30)
  await clock.advance(HOUR + 15 * MINUTE)
  expect((await ask()).bars).toContainEqual(barAt(-30))
  await clock.advance(3 * HOUR)
  expect((await ask()).bars).toHaveLength(4)
})

test('it stays while the venue has none of the others either', async () => {
  const { clock, venueBars, ask } = await setUp(FAR)
  venueBars.clear()
  await clock.advance(3 * HOUR)
  expect((await ask()).bars).toHaveLength(5)
})

test('a far candle that does not exist either decides nothing: the next one does', async () => {
  const minutes = [-180, -179, -100, -30, 58, 59]
  const { clock, venueBars, ask } = await setUp({ ...FAR, minutes })
  venueBars.delete(-30)
  venueBars.delete(-100)
  await clock.advance(DAY)
  expect((await ask()).bars).toHaveLength(4)
})

test.each([
  ['removed', { removing: [barAt(20).timestamp], replacing: [] }],
  ['replaced', { replacing: [barAt(20, 0.4)] }],
])('a candle that responses %s wrongly comes back within two hours, without samples', async (_, decided) => {
  const { clock, store, ask, asked } = await setUp({ share: 0 })
  await clock.advance(30 * MINUTE)
  store.noteLook(
    { identity: yes, span: stepOf(20), look: 0, tries: 2, differing: [] },
    { counts: noCounts, differing: [], ...decided },
    { requestedAt: clock.now(), route: 'live' },
  )
  expect((await ask()).bars).not.toContainEqual(barAt(20))
  await clock.advance(50 * MINUTE)
  const calls = asked.length
  await clock.advance(HOUR)
  expect((await ask()).bars).toContainEqual(barAt(20))
  expect(asked.length).toBeGreaterThan(calls)
  await clock.advance(8 * DAY)
  const last = asked.length
  await clock.advance(DAY)
  expect(asked).toHaveLength(last)
})

test('many candles that were removed are rechecked by one request at each age', async () => {
  const { clock, venueBars, asked, ask } = await setUp()
  for (let minute = 0; minute < 50; minute++) venueBars.delete(minute)
  for (let day = 0; day < 3; day++) {
    clock.passTo(NOON + day * DAY + 20 * MINUTE)
    await clock.advance(9 * HOUR)
  }
  expect((await ask()).bars).toHaveLength(10)
  expect(asked.length).toBeLessThan(12)
  for (let minute = 0; minute < 50; minute++) venueBars.set(minute, barAt(minute))
  clock.passTo(NOON + 7 * DAY + HOUR)
  await clock.advance(3 * HOUR)
  expect(shown(await ask())).toEqual([60, undefined])
})

test.each([
  ['removed while the venue retains everything since the listing', 5 * DAY, 59],
  ['not removed when the venue has deleted the oldest candles', 90 * MINUTE, 60],
])('a first candle that three responses lack is %s', async (_, retentionMs, left) => {
  const { clock, venueBars, ask } = await setUp({ retentionMs })
  venueBars.delete(0)
  await clock.advance(2 * HOUR)
  expect((await ask()).bars).toHaveLength(left)
})
