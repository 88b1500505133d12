import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { createContradictionNotes } from '../../../src/candles/store/contradicted-candles.js'
import { barAt, EVER, NOON, rechecks, yes } from '../support/rechecked-venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Of two hours before the close. */
const minutes = Array.from({ length: 120 }, (_, at) => at - 60)
const market = { minutes, listedAt: NOON - 2 * HOUR, lacking: Number.NaN }

const { setUp, end, remove } = await rechecks()
afterEach(end)
afterAll(remove)

describe('a response to a caller during a recheck', () => {
  /** Stores the response of a caller's request about everything, when the next recheck has begun. */
  async function respondDuring(set: Awaited<ReturnType<typeof setUp>>, bars: readonly PriceCandle[]) {
    const { state, clock, store } = set
    let isHeld = false
    state.hold = () => {
      if (!isHeld)
        createContradictionNotes(store)(yes, {
          ...{ span: { from: NOON - 2 * HOUR, to: NOON }, bars, unsure: [], requestedAt: clock.now() },
          ...{ completeTo: NOON, route: 'live', isClockRight: true },
        })
      isHeld = true
      return Promise.resolve()
    }
    for (let minutes = 0; minutes < 60 && !isHeld; minutes++) await clock.advance(MINUTE)
    expect(isHeld).toBe(true)
    await clock.advance(0)
  }
  const all = (changed: readonly PriceCandle[] = []) =>
    minutes.map(
      (minute) => changed.find(({ timestamp }) => timestamp === barAt(minute).timestamp) ?? barAt(minute),
    )
  const openIn = ({ store }: Awaited<ReturnType<typeof setUp>>) =>
    store.openDifferences(yes, EVER).flatMap(({ differing }) => differing)

  test('leaves open what it contradicts in the same window', async () => {
    const set = await setUp(market)
    const { clock, venueBars, store } = set
    venueBars.set(-20, barAt(-20, 0.8))
    await clock.advance(HOUR + 5 * MINUTE)
    expect(openIn(set)).toEqual([{ openTime: barAt(-20).timestamp, bar: barAt(-20, 0.8) }])
    const changed = [barAt(-60, 0.7), barAt(-20, 0.8), barAt(10, 0.7)]
    await respondDuring(set, all(changed))
    for (const { timestamp } of [barAt(-60), barAt(10)])
      expect(store.coverage(yes, { from: timestamp, to: timestamp + MINUTE })).toEqual([])
  })

  test('interrupts the row of responses that lack a candle', async () => {
    const set = await setUp(market)
    const { clock, venueBars, ask } = set
    venueBars.delete(30)
    await clock.advance(HOUR + 5 * MINUTE)
    expect(openIn(set)).toEqual([{ openTime: barAt(30).timestamp, bar: null, lacks: 1 }])
    await respondDuring(set, all())
    expect((await ask()).bars).toHaveLength(120)
  })

  test('that has the stored value again leaves that of the recheck open', async () => {
    const set = await setUp(market)
    const { clock, venueBars, restated } = set
    venueBars.set(7, barAt(7, 0.8))
    await clock.advance(HOUR + 5 * MINUTE)
    await respondDuring(set, all())
    expect(restated()).toEqual([])
    expect(openIn(set)).toEqual([{ openTime: barAt(7).timestamp, bar: barAt(7, 0.8) }])
  })

  test('that decides about another window saves the recheck of that one', async () => {
    const set = await setUp(market)
    const { clock, venueBars, asked, restated } = set
    const changed = [barAt(-20, 0.8), barAt(20, 0.8)]
    venueBars.set(-20, barAt(-20, 0.8)).set(20, barAt(20, 0.8))
    await clock.advance(HOUR + 5 * MINUTE)
    expect(openIn(set)).toHaveLength(2)
    asked.length = 0
    clock.passTo(clock.now() + HOUR)
    await respondDuring(set, all(changed))
    await clock.advance(MINUTE)
    expect([restated().length, openIn(set), asked.length]).toEqual([2, [], 1])
  })
})
