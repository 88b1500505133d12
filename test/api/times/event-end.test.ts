import { expect, test } from 'vitest'
import { findEventEnd } from '../../../src/api/times/event-end.js'

test('an event ends with the last of its markets, and nobody knows when where that of one is unknown', () => {
  const [early, late] = ['2026-11-20T00:00:00Z', '2026-12-01T00:00:00Z']
  expect(findEventEnd([{ resolutionDate: late }, { resolutionDate: early }])).toBe(Date.parse(late))
  expect(findEventEnd([{ resolutionDate: late }, {}])).toBeUndefined()
  expect(findEventEnd([{ resolutionDate: late }, { resolutionDate: 'soon' }])).toBeUndefined()
  expect(findEventEnd([])).toBeUndefined()
})
