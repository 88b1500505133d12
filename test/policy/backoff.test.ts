import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeDoubledWait, drawBackoff } from '../../src/policy/backoff.js'
import { createRetryBudget } from '../../src/policy/retry-budget.js'

const limits = { baseMs: 200, capMs: 5_000 }

test('a wait is at least 0, below base * 2^attempt and below the cap', () => {
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), unit, (attempt, chance) => {
      const wait = drawBackoff(attempt, limits, () => chance)
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThan(Math.min(limits.capMs, limits.baseMs * 2 ** attempt))
      expect(Number.isInteger(wait)).toBe(true)
    }),
  )
})

test('waits without chance double up to the cap', () => {
  expect([0, 1, 4, 5, 2_000].map((attempt) => computeDoubledWait(attempt, limits))).toEqual([
    200, 400, 3_200, 5_000, 5_000,
  ])
})

test('the whole range is used: full jitter', () => {
  const waits = [0, 0.25, 0.5, 0.999].map((chance) => drawBackoff(0, limits, () => chance))
  expect(waits).toEqual([0, 50, 100, 199])
})

describe('a retry budget', () => {
  test('is spent one by one and then refuses', () => {
    const budget = createRetryBudget(2, 0.5)
    expect([budget.spend(), budget.spend(), budget.spend()]).toEqual([true, true, false])
  })

  test('earns a part of a retry with each success', () => {
    const budget = createRetryBudget(1, 0.5)
    budget.spend()
    budget.earn()
    expect(budget.spend()).toBe(false)
    budget.earn()
    expect(budget.spend()).toBe(true)
  })

  test('never holds more than its maximum', () => {
    const budget = createRetryBudget(1, 0.5)
    for (let success = 0; success < 100; success++) budget.earn()
    expect([budget.spend(), budget.spend()]).toEqual([true, false])
  })

  test('in an outage lets through its maximum plus the earned share, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 300 }), (events) => {
        const budget = createRetryBudget(10, 0.1)
        let spent = 0
        let earned = 0
        for (const success of events) {
          if (success) {
            budget.earn()
            earned++
          } else if (budget.spend()) spent++
          expect(spent).toBeLessThanOrEqual(10 + 0.1 * earned + 1e-9)
        }
      }),
    )
  })
})
