import { expect, test } from 'vitest'
import { createSeriesGenerations } from '../../../src/candles/store/series-generations.js'

test('a change counts for its series, and a change to a venue for all of its series', () => {
  const { of, note, noteVenue } = createSeriesGenerations()
  const keys = ['kalshi\na', 'kalshi\nb', 'limitless\na']
  const numbers = () => keys.map(of)
  expect(numbers()).toEqual([0, 0, 0])
  note('kalshi\na')
  expect(numbers()).toEqual([1, 0, 0])
  noteVenue('kalshi')
  expect(numbers()).toEqual([2, 2, 0])
  note('kalshi\nb')
  expect(numbers()).toEqual([2, 3, 0])
})

test('no series has a number again that it had before another change, however many change', () => {
  const { of, note } = createSeriesGenerations(10)
  const keys = Array.from({ length: 25 }, (_, at) => `kalshi\n${at}`)
  const seen = new Map(keys.map((key) => [key, of(key)]))
  const changed = new Set<string>()
  for (const key of keys) {
    note(key)
    changed.add(key)
    for (const one of changed) expect(of(one)).not.toBe(seen.get(one))
  }
})
