import { describe, expect, test } from 'vitest'
import { isTooCoarse, paceOf } from '../../../src/venue-kit/requests/pace.js'

const MINUTE = 60_000
const at = (...minutes: readonly number[]) => minutes.map((minute) => ({ at: minute * MINUTE, price: 0.5 }))

describe('the pace of points', () => {
  test('is their median distance', () => {
    expect(paceOf(at(0, 1, 2, 30))).toBe(MINUTE)
    expect(paceOf(at(0, 10, 20, 30))).toBe(10 * MINUTE)
    expect(paceOf(at(0, 10))).toBeUndefined()
  })

  test('is too coarse from one and a half steps on', () => {
    expect(isTooCoarse(3 * MINUTE, 2 * MINUTE)).toBe(false)
    expect(isTooCoarse(3 * MINUTE + 1, 2 * MINUTE)).toBe(true)
    expect(isTooCoarse(undefined, MINUTE)).toBe(false)
  })
})
