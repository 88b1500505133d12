import { expect, test } from 'vitest'
import { findNewFacts, type LifecycleFact } from '../../../src/candles/series/lifecycle-facts.js'

const closed = (at: number, knownAt: number): LifecycleFact => ({
  fact: 'closed',
  at,
  knownAt,
  source: 'lookup',
})
const opened = (knownAt: number): LifecycleFact => ({ fact: 'opened', knownAt, source: 'lookup' })

test('a fact that was known earlier elsewhere is new, and a later report of it is not', () => {
  const here = [closed(5, 50)]
  expect(findNewFacts(here, [closed(5, 10)])).toEqual([closed(5, 10)])
  expect(findNewFacts(here, [closed(5, 10), closed(5, 20), closed(5, 60)])).toEqual([closed(5, 10)])
})

test('facts are compared with the ones known by then', () => {
  const here = [closed(5, 10), opened(30), closed(9, 50)]
  expect(findNewFacts(here, [closed(5, 20)])).toEqual([])
  expect(findNewFacts(here, [closed(9, 40)])).toEqual([closed(9, 40)])
  expect(findNewFacts(here, [opened(35)])).toEqual([])
  expect(findNewFacts(here, [closed(7, 60)])).toEqual([closed(7, 60)])
})

test('a closing after a reopening is new, even at the same time', () => {
  expect(findNewFacts([closed(5, 10), opened(30)], [closed(5, 40)])).toEqual([closed(5, 40)])
})
