import { expect, test } from 'vitest'
import { createAvailability } from '../../../src/candles/series/available-at.js'

const MINUTE = 60_000
const source = 'live'
const terms = { receipts: [], restated: [], stepMs: MINUTE, finalAfterMs: 2 * MINUTE }

test('without a live receipt it is the close and the lag of the venue, whenever it was fetched', () => {
  const fetched = { from: 0, to: 10 * MINUTE, knownAt: 1e12, finalAt: 1e12, source }
  const availableAt = createAvailability({ ...terms, receipts: [fetched] })
  expect([0, MINUTE, 9 * MINUTE].map(availableAt)).toEqual([3 * MINUTE, 4 * MINUTE, 12 * MINUTE])
})

test('a live capture bounds it, and its end bounds its last candles', () => {
  const live = { from: 2 * MINUTE, to: 5 * MINUTE, knownAt: 6 * MINUTE, withinMs: 90_000, source }
  const availableAt = createAvailability({ ...terms, receipts: [live] })
  const times = [1, 2, 3, 4, 5].map((minute) => availableAt(minute * MINUTE))
  expect(times).toEqual([4 * MINUTE, 4.5 * MINUTE, 5.5 * MINUTE, 6 * MINUTE, 8 * MINUTE])
})

test('a candle that arrived late does not end the capture around it', () => {
  const live = { from: 0, to: 10 * MINUTE, knownAt: 11 * MINUTE, withinMs: 8 * MINUTE, source }
  const late = { from: 4 * MINUTE, to: 5 * MINUTE, knownAt: 14 * MINUTE, withinMs: 9 * MINUTE, source }
  const availableAt = createAvailability({ ...terms, receipts: [live, late] })
  expect([2, 4, 5, 10].map((minute) => availableAt(minute * MINUTE))).toEqual([
    11 * MINUTE,
    14 * MINUTE,
    11 * MINUTE,
    13 * MINUTE,
  ])
})

test('a receipt of a slow clock does not put it before the close', () => {
  const live = { from: 0, to: MINUTE, knownAt: 10_000, withinMs: 0, source }
  expect(createAvailability({ ...terms, receipts: [live] })(0)).toBe(MINUTE)
})

test('a replaced value became available with its replacement', () => {
  const former = { openTime: 0, source }
  const restated = [
    { ...former, until: 50 * MINUTE },
    { ...former, until: 90 * MINUTE },
  ]
  const availableAt = createAvailability({ ...terms, restated })
  expect([0, MINUTE].map(availableAt)).toEqual([90 * MINUTE, 4 * MINUTE])
})
