import { expect, test } from 'vitest'
import {
  findIgnoredCriteria,
  findIgnoredInEvents,
  findIgnoredInMarkets,
} from '../../../src/core/query/ignored-arguments.js'

test.each<[Parameters<typeof findIgnoredInMarkets>[0], readonly string[]]>([
  [{}, []],
  [{ searchIn: 'title' }, ['searchIn']],
  [{ searchIn: 'title', query: 'x' }, []],
  [{ query: 'x' }, []],
  [{ category: 'a' }, []],
  [{ filter: { category: 'a' } }, []],
  [{ category: 'a', filter: {} }, []],
  [{ category: 'a', filter: { category: 'b' } }, ['filter.category']],
  [{ tags: ['a'], filter: { tags: ['b'], category: 'c' } }, ['filter.tags']],
  [{ category: 'a', filter: { tags: ['b'] } }, []],
  [{ filter: { searchIn: ['title'] } }, ['filter.searchIn']],
  [{ filter: { searchIn: ['title'], text: 'x' } }, []],
  [
    { searchIn: 'both', category: 'a', tags: [], filter: { category: 'b', tags: [], searchIn: 'title' } },
    ['searchIn', 'filter.category', 'filter.tags', 'filter.searchIn'],
  ],
])('of the question %j nobody reads %j', (question, idle) => {
  expect(findIgnoredInMarkets(question)).toEqual(idle)
})

test.each<[Parameters<typeof findIgnoredInEvents>[0], readonly string[]]>([
  [{ series: 's' }, []],
  [{ eventId: 'e' }, []],
  [{ series: 's', eventId: 'e' }, ['series']],
  [{ series: 's', slug: 'e', searchIn: 'title' }, ['searchIn', 'series']],
])('of the question %j for events nobody reads %j', (question, idle) => {
  expect(findIgnoredInEvents(question)).toEqual(idle)
})

test.each<[unknown, readonly string[]]>([
  [undefined, []],
  [null, []],
  ['x', []],
  [{ searchIn: 'title' }, ['searchIn']],
  [{ searchIn: 'title', text: null }, ['searchIn']],
  [{ searchIn: 'title', text: '' }, ['searchIn']],
  [{ searchIn: null }, []],
  [{ searchIn: '' }, []],
  [{ searchIn: 'title', text: 'x' }, []],
])('of the criteria %j nobody reads %j', (criteria, idle) => {
  expect(findIgnoredCriteria(criteria)).toEqual(idle)
})
