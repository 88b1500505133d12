import { expect, test } from 'vitest'
import { createArrivals } from '../../src/policy/event-loop-yield.js'

function setUp() {
  const rounds: (() => void)[] = []
  const { note, later } = createArrivals((task) => rounds.push(task))
  let isDone = false
  later(() => {
    isDone = true
  })
  /** Whether the work has been done by the end of a round. */
  const round = (arrived: boolean): boolean => {
    if (arrived) note()
    rounds.shift()?.()
    return isDone
  }
  return { round }
}

test('work waits while connections arrive, round after round', () => {
  expect(setUp().round(false)).toBe(true)
  const { round } = setUp()
  expect([true, true, false].map(round)).toEqual([false, false, true])
})

test('work does not wait for ever', () => {
  const { round } = setUp()
  let rounds = 1
  while (!round(true)) rounds++
  expect(rounds).toBe(101)
})
