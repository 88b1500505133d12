import { describe, expect, test } from 'vitest'
import { mergeShapes } from '../../../src/cassette/format/response-shape.js'
import { compareMembers } from '../../../src/cli/selftest/members.js'

/** Pages of rows, as venues send them. */
const page = (row: object) => ({ markets: Array.from({ length: 5 }, () => row), cursor: 'c' })

function changes(known: readonly unknown[], now: readonly unknown[]) {
  const found = compareMembers('GET /markets', mergeShapes(known), mergeShapes(now))
  return found.map(({ field, kind, change }) => `${field} ${kind}: ${change}`)
}

describe('members of a payload', () => {
  const known = [page({ id: 'a', price: '0.5', ends: null, more: { fee: 1 } })]

  test('that are as they were', () => {
    expect(changes(known, [page({ id: 'b', price: '0.7', ends: null, more: { fee: 2 } })])).toEqual([])
  })

  test.each<[string, object, readonly string[]]>([
    ['missing', { id: 'b', ends: null, more: { fee: 2 } }, ['markets[].price missing: string, now missing']],
    [
      'retyped',
      { id: 'b', price: 0.7, ends: null, more: { fee: 2 } },
      ['markets[].price retyped: string, now number'],
    ],
    [
      'new',
      { id: 'b', price: '1', ends: null, more: { fee: 2, tax: true } },
      ['markets[].more.tax new: boolean'],
    ],
    [
      'renamed',
      { id: 'b', cost: '1', ends: null, more: { fee: 2 } },
      ['markets[].price missing: string, now missing', 'markets[].cost new: string'],
    ],
    [
      'an object that is a text now',
      { id: 'b', price: '1', ends: null, more: 'fee' },
      ['markets[].more retyped: object, now string'],
    ],
  ])('that are %s', (_what, row, said) => {
    expect(changes(known, [page(row)])).toEqual(said)
  })

  test('that were null say nothing of their type', () => {
    expect(changes(known, [page({ id: 'b', price: '1', ends: 7, more: { fee: 2 } })])).toEqual([])
    expect(changes([page({ a: 1 })], [page({ a: null })])).toEqual([])
  })

  test('that only some of the known objects have may be absent', () => {
    const some = { markets: [{ a: 1, b: 1 }, { a: 1 }, { a: 1 }, { a: 1 }, { a: 1 }], cursor: '' }
    expect(changes([some], [page({ a: 1 })])).toEqual([])
  })

  test('that few known objects have are not believed to be always there', () => {
    expect(changes([{ a: 1, b: 2 }], [{ a: 1 }])).toEqual([])
  })

  test('that one known object has a list of may be of another type in others', () => {
    const question = { range: [1, 2, 3, 4, 5, 6] }
    expect(changes([question], [{ range: ['2026', '2027'] }])).toEqual([])
    expect(changes(Array(5).fill(question), [{ range: ['2026'] }])).toEqual([
      'range[] retyped: number, now string',
    ])
  })

  test('whose names are data count together', () => {
    const mids = (name: string) => Object.fromEntries([0, 1, 2, 3, 4, 5].map((n) => [`${name}${n}`, '0.5']))
    expect(changes([mids('#1'), mids('#2')], [mids('#3')])).toEqual([])
    expect(changes([mids('0xab')], [mids('KX-')])).toEqual([])
  })

  test('of a list that is empty now are not missing', () => {
    expect(changes(known, [{ markets: [], cursor: '' }])).toEqual([])
  })

  test('of answers that are lists or plain values', () => {
    const rows = Array.from({ length: 5 }, () => ({ a: 1 }))
    expect(changes([rows], [[{ a: 'x' }]])).toEqual(['[].a retyped: number, now string'])
    expect(changes([1, 2, 3, 4, 5], ['x'])).toEqual([' retyped: number, now string'])
  })
})
