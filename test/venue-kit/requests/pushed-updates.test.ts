import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countAddedInFront,
  type Likeness,
  withoutPushed,
} from '../../../src/venue-kit/requests/pushed-updates.js'
import { failureOf } from '../../support/expect.js'

/** Rows are numbers; those with the same tens belong to one transaction. */
const likeness: Likeness<number> = {
  isSame: (a, b) => a === b,
  transactionOf: (row) => String(Math.floor(row / 10)),
  timeOf: (row) => -row,
}

describe('pages that move while they are read', () => {
  test.each([
    [
      [40, 50, 60],
      [10, 20, 30],
      [40, 50, 60],
    ],
    [
      [30, 40, 50],
      [10, 20, 30],
      [40, 50],
    ],
    [[20, 30, 40], [10, 20, 30], [40]],
    [[10, 20, 30], [10, 20, 30], []],
    [[40, 40, 40], [30, 40, 40], [40]],
    [[10], [], [10]],
    [[], [10], []],
  ])('of %j after %j remain %j when as many were added as it looks', async (page, before, expected) => {
    expect(await withoutPushed(page, before, likeness, () => page.length)).toEqual(expected)
  })

  test.each([
    [[40, 40, 50], [30, 40, 40], 0, [40, 40, 50]],
    [[40, 40, 50], [30, 40, 40], 1, [40, 50]],
    [[41, 42, 41, 42], [40, 41, 42], 0, [41, 42, 41, 42]],
    [[40, 50], [40, 40], -1, [40, 50]],
  ])(
    'of %j after %j with %d added, fills of one transaction that look alike remain',
    async (page, before, added, expected) => {
      expect(await withoutPushed(page, before, likeness, () => added)).toEqual(expected)
    },
  )

  test.each([
    [[10, 20, 30], [10, 20, 30], 2],
    [[10, 20, 30], [40, 50, 60], 9],
    [[20, 30], [40, 50, 60], 9],
  ])('%j after %j with %d added is an earlier page', async (page, before, added) => {
    const error = await failureOf(() => withoutPushed(page, before, likeness, () => added))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'page_repeated' } })
  })

  test('nobody is asked where the rows themselves tell', async () => {
    const ask = () => {
      throw new Error('asked')
    }
    expect(await withoutPushed([20, 30, 40], [10, 20, 30], likeness, ask)).toEqual([40])
    expect(await withoutPushed([50, 60], [10, 20, 30], likeness, ask)).toEqual([50, 60])
  })

  test('what was added in front is counted', () => {
    expect(countAddedInFront([10, 20, 30], [10, 20, 30], likeness.isSame)).toBe(0)
    expect(countAddedInFront([8, 9, 10], [10, 20, 30], likeness.isSame)).toBe(2)
    expect(countAddedInFront([1, 2, 3], [10, 20, 30], likeness.isSame)).toBe(3)
    expect(countAddedInFront([1], [], likeness.isSame)).toBe(0)
  })
})

test('any list of runs of equal fills is read whole, each row once, however it grows between the pages', async () => {
  const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 6 })), {
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(
      runs,
      fc.integer({ min: 1, max: 5 }),
      fc.infiniteStream(fc.nat(2)),
      async (list, size, growth) => {
        // Every run is a transaction of equal fills; those that come later are newer.
        let rows = list.flatMap(([length], index) => Array.from({ length }, () => 10 * (index + 1)))
        const whole = rows
        const found: number[] = []
        let before: readonly number[] = []
        let read = rows.length
        let newest = -10
        for (let page = 0; page * size < rows.length; page++) {
          const now = rows.slice(page * size, (page + 1) * size)
          const added = rows.length - read
          found.push(...(await withoutPushed(now, before, likeness, () => added)))
          before = now
          read = rows.length
          const more = Math.min(size, growth.next().value)
          if (page < 3) rows = [...Array.from({ length: more }, () => (newest -= 10)), ...rows]
        }
        expect(found.filter((row) => row > 0)).toEqual(whole)
      },
    ),
  )
})
