import { describe, expect, test } from 'vitest'
import {
  areFactsFresh,
  clipToTradingPeriod,
  coversTradingPeriod,
  isOver,
  type KnownTradingPeriod,
  tradingPeriodExpiresAt,
  tradingPeriodOf,
} from '../../../src/candles/series/trading-period.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 5, 10, 9)

const known = (
  series: KnownTradingPeriod['series'],
  ageMs = 0,
  more: Partial<KnownTradingPeriod> = {},
): KnownTradingPeriod => ({
  series,
  checkedAt: NOW - ageMs,
  ...more,
})

describe('the life of an outcome', () => {
  test('holds the candles in which it is listed and closed', () => {
    expect(tradingPeriodOf({ listedAt: NOW + 1, closedAt: NOW + HOUR }, HOUR)).toEqual({
      from: NOW,
      to: NOW + 2 * HOUR,
    })
    expect(tradingPeriodOf({}, HOUR)).toEqual({ from: 0, to: Number.POSITIVE_INFINITY })
  })

  test('reaches as far as what is stored outside of it', () => {
    const life = { from: NOW, to: NOW + 10 * HOUR }
    const asked: unknown[] = []
    const stored = [NOW - 5 * HOUR, NOW - 3 * HOUR, NOW + 12 * HOUR]
    const storedIn = ({ from, to }: { from: number; to: number }) => {
      asked.push([(from - NOW) / HOUR, (to - NOW) / HOUR])
      const inside = stored.filter((at) => at >= from && at < to)
      const [first, last] = [inside[0], inside.at(-1)]
      return first === undefined || last === undefined ? undefined : { from: first, to: last }
    }
    const reach = (from: number, to: number) => {
      const found = clipToTradingPeriod(
        { from: NOW + from * HOUR, to: NOW + to * HOUR },
        life,
        HOUR,
        storedIn,
      )
      return found && [(found.from - NOW) / HOUR, (found.to - NOW) / HOUR]
    }
    expect(reach(2, 10)).toEqual([2, 10])
    expect(asked).toEqual([])
    expect(reach(-9, 20)).toEqual([-5, 13])
    expect(asked).toEqual([
      [-9, 0],
      [10, 20],
    ])
    expect(reach(-4, 3)).toEqual([-3, 3])
    expect(reach(-5, -2)).toEqual([-5, -2])
    expect(reach(-2, 0)).toBeUndefined()
    expect(reach(10, 12)).toBeUndefined()
    expect(reach(11, 20)).toEqual([12, 13])
  })

  test.each<[string, KnownTradingPeriod, boolean]>([
    ['trades', known({}), false],
    ['has closed just now', known({ closedAt: NOW }), false],
    ['has closed nearly two weeks ago', known({ closedAt: NOW - 14 * DAY + 1 }), false],
    ['has closed two weeks ago', known({ closedAt: NOW - 14 * DAY }), true],
    ['was decided nearly a day ago', known({ closedAt: NOW - DAY + 1, isSettled: true }), false],
    ['was decided a day ago', known({ closedAt: NOW - DAY, isSettled: true }), true],
    ['is decided, but nobody knows when', known({ isSettled: true }), false],
    ['is forgotten', known({ closedAt: NOW - 90 * DAY }, 0, { isUnknown: true }), false],
    [
      'is decided and forgotten',
      known({ closedAt: NOW - DAY, isSettled: true }, 0, { isUnknown: true }),
      true,
    ],
  ])('that %s', (_what, life, over) => {
    expect(isOver(life)).toBe(over)
  })

  test.each<[string, KnownTradingPeriod, number]>([
    ['trades lasts ten minutes', known({}), 10 * MINUTE],
    ['has just closed lasts ten minutes', known({ closedAt: NOW - 9 * MINUTE }), 10 * MINUTE],
    ['has closed a while ago lasts as long again', known({ closedAt: NOW - 5 * HOUR }), 5 * HOUR],
    ['has closed days ago lasts a day', known({ closedAt: NOW - 5 * DAY }), DAY],
    ['is over lasts a week', known({ closedAt: NOW - 90 * DAY }), 7 * DAY],
    [
      'is forgotten lasts ten minutes',
      known({ closedAt: NOW - 90 * DAY }, 0, { isUnknown: true }),
      10 * MINUTE,
    ],
    ['was told an hour ago lasts from then', known({}, HOUR), 10 * MINUTE - HOUR],
  ])('that %s', (_what, life, lasts) => {
    expect(tradingPeriodExpiresAt(life) - NOW).toBe(lasts)
  })

  test('tells enough while it lasts, and afterwards of times before it was told and before the closing', () => {
    const window = (to: number) => ({ from: 0, to: NOW + to })
    const tells = (life: KnownTradingPeriod, to: number) => coversTradingPeriod(life, window(to), MINUTE, NOW)
    expect(tells(known({}, 10 * MINUTE - 1), 0)).toBe(true)
    expect(tells(known({}, 10 * MINUTE), 0)).toBe(false)
    expect(tells(known({}, 10 * MINUTE), -10 * MINUTE)).toBe(true)
    expect(tells(known({}, 10 * MINUTE), 1 - 10 * MINUTE)).toBe(false)
    const closed = known({ closedAt: NOW - 3 * HOUR }, 2 * HOUR)
    expect(tells(closed, MINUTE - 3 * HOUR)).toBe(true)
    expect(tells(closed, 2 * MINUTE - 3 * HOUR)).toBe(false)
  })

  test('told in a future that did not come tells nothing', () => {
    const at = (ms: number) => coversTradingPeriod(known({}, -ms), { from: 0, to: NOW }, MINUTE, NOW)
    expect([at(MINUTE), at(MINUTE + 1)]).toEqual([true, false])
  })

  test('is asked for again before candles are asked for with facts of a day ago', () => {
    const at = (ms: number) => areFactsFresh(known({}, ms), NOW)
    expect([at(DAY - 1), at(DAY), at(1 - DAY), at(-DAY)]).toEqual([true, false, true, false])
  })
})
