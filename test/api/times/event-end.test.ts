import { expect, test } from 'vitest'
import { eventEnd } from '../../../src/api/times/event-end.js'

test('an event ends with the last of its markets, and nobody knows when where that of one is unknown', () => {
  const [early, late] = ['2026-11-20T00:00:00Z', '2026-12-01T00:00:00Z']
  expect(eventEnd([{ resolutionDate: late }, { resolutionDate: early }])).toBe(Date.parse(late))
  expect(eventEnd([{ resolutionDate: late }, {}])).toBeUndefined()
  expect(eventEnd([{ resolutionDate: late }, { resolutionDate: 'soon' }])).toBeUndefined()
  expect(eventEnd([])).toBeUndefined()
})
