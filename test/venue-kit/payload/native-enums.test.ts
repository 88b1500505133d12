import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import {
  addUnknownWords,
  createWordTable,
  describeUnknownWord,
  enumOf,
  listEnumerations,
  listUnknownWords,
  noteUnknownWord,
  numberedEnumOf,
  openEnumOf,
  spelledEnumOf,
  takeUnknownWords,
} from '../../../src/venue-kit/payload/native-enums.js'
import { optionalOf, ornamentOf } from '../../../src/venue-kit/payload/schema.js'
import { findSingleStep, UNREAD } from '../../../src/venue-kit/payload/single-request.js'

beforeEach(() => void takeUnknownWords())

const side = enumOf('kalshi', 'test.side', ['yes', 'no'])

test('a known word is read, and nothing is counted', () => {
  expect([side.parse('yes'), findSingleStep(side)?.('no')]).toEqual(['yes', 'no'])
  expect(listUnknownWords()).toEqual([])
  expect(listEnumerations()).toContainEqual({ venue: 'kalshi', name: 'test.side', words: ['yes', 'no'] })
})

test('an unknown word is refused with its name, and counted', () => {
  const row = z.object({ side })
  expect(findSingleStep(row)?.({ side: 'zz_new' })).toBe(UNREAD)
  const { error } = row.safeParse({ side: 'zz_new' })
  expect(error?.issues).toMatchObject([{ path: ['side'], message: "unknown value 'zz_new' for test.side" }])
  row.safeParse({ side: 'zz_new' })
  row.safeParse({ side: 7 })
  expect(listUnknownWords()).toEqual([
    { venue: 'kalshi', enumeration: 'test.side', word: 'zz_new', count: 2 },
  ])
})

test('an unknown word of an ornament is left out, and counted', () => {
  const row = z.object({ side: ornamentOf(side) })
  expect(row.parse({ side: 'zz_new' })).toEqual({})
  expect(listUnknownWords()).toHaveLength(1)
})

test('an open word is passed on as it came, an unknown one counted', () => {
  const kind = openEnumOf('kalshi', 'test.kind', ['plain', 'fancy'])
  const row = z.object({ kind, other: optionalOf(kind) })
  expect(listEnumerations()).toContainEqual({ venue: 'kalshi', name: 'test.kind', words: ['plain', 'fancy'] })
  expect(findSingleStep(row)?.({ kind: 'plain', other: '' })).toEqual({ kind: 'plain', other: undefined })
  expect(listUnknownWords()).toEqual([])
  expect(findSingleStep(row)?.({ kind: 'plain', other: 'zz_new' })).toBe(UNREAD)
  expect(row.parse({ kind: 'fancy', other: 'zz_new' })).toEqual({ kind: 'fancy', other: 'zz_new' })
  for (const wrong of [7, '', null]) expect(row.safeParse({ kind: wrong }).success).toBe(false)
  expect(listUnknownWords()).toEqual([
    { venue: 'kalshi', enumeration: 'test.kind', word: 'zz_new', count: 1 },
  ])
  expect(describeUnknownWord('test.kind', 'y'.repeat(50))).toContain(`'${'y'.repeat(40)}...' for test.kind`)
})

test('a table of words gives its own members only', () => {
  const meaningOf = createWordTable('kalshi', 'test.status', { open: 1, closed: 2 })
  expect([meaningOf('open'), meaningOf('constructor'), meaningOf('zz_new')]).toEqual([
    1,
    undefined,
    undefined,
  ])
  expect(listUnknownWords().map(({ word }) => word)).toEqual(['constructor', 'zz_new'])
})

test('counts of another thread are added, long words are cut, and the number of words is bounded', () => {
  addUnknownWords([{ venue: 'kalshi', enumeration: 'test.side', word: 'zz', count: 3 }])
  side.safeParse('zz')
  expect(takeUnknownWords()).toMatchObject([{ word: 'zz', count: 4 }])
  noteUnknownWord('kalshi', 'test.side', 'x'.repeat(5_000))
  expect(takeUnknownWords()[0]?.word).toHaveLength(43)
  for (let index = 0; index < 2_000; index++) noteUnknownWord('kalshi', 'test.side', `word ${index}`)
  expect(listUnknownWords()).toHaveLength(500)
})

test('a word of several spellings is read by its own, and refused as the venue sent it', () => {
  const state = spelledEnumOf('kalshi', 'test.state', ['live', 'over'], (sent) =>
    sent.toLowerCase().replace(/^state_/, ''),
  )
  expect([state.parse('STATE_LIVE'), findSingleStep(state)?.('Over')]).toEqual(['live', 'over'])
  expect(listUnknownWords()).toEqual([])
  expect(z.object({ state }).safeParse({ state: 'STATE_ZZ' }).error?.issues).toMatchObject([
    { path: ['state'], message: "unknown value 'STATE_ZZ' for test.state" },
  ])
  expect([state.safeParse(undefined).success, state.safeParse(7).success]).toEqual([false, false])
  expect(listUnknownWords()).toMatchObject([{ word: 'STATE_ZZ', count: 1 }])
  expect(listEnumerations()).toContainEqual({ venue: 'kalshi', name: 'test.state', words: ['live', 'over'] })
})

test('a number that is a word is read as such or as digits, and others are refused and counted', () => {
  const code = numberedEnumOf('kalshi', 'test.code', [0, 1])
  expect([code.parse(0), code.parse('1'), findSingleStep(code)?.(1)]).toEqual([0, 1, 1])
  const row = z.object({ code })
  for (const sent of [2, '2', 'zz_new'])
    expect(row.safeParse({ code: sent }).error?.issues).toMatchObject([
      { path: ['code'], message: `unknown value '${sent}' for test.code` },
    ])
  expect(row.safeParse({}).success).toBe(false)
  expect(z.object({ code: ornamentOf(code) }).parse({ code: 9 })).toEqual({})
  expect(listUnknownWords().map(({ word, count }) => [word, count])).toEqual([
    ['2', 2],
    ['zz_new', 1],
    ['9', 1],
  ])
  expect(listEnumerations()).toContainEqual({ venue: 'kalshi', name: 'test.code', words: ['0', '1'] })
})

test('a table of numbers is asked by them', () => {
  const meaningOf = createWordTable('kalshi', 'test.version', { 1: 'first' })
  expect([meaningOf(1), meaningOf(2)]).toEqual(['first', undefined])
  expect(listUnknownWords()).toMatchObject([{ word: '2', count: 1 }])
})
