import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareUnchangedRows } from '../../../src/core/query/share-unchanged-rows.js'

interface Row {
  readonly id: string
  readonly value?: unknown
}
const idOf = ({ id }: Row): string => id

describe('a list beside an older one', () => {
  test('says what it said alone, and shares each row that is the same', () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(0, 1, null, [], {}))
    const list = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), value }), {
      selector: idOf,
    })
    fc.assert(
      fc.property(list, list, (rows, older) => {
        const shared = shareUnchangedRows<Row>(rows, older, idOf)
        expect(shared.rows).toEqual(rows)
        const isOld = (row: Row) => older.some((one) => one === row)
        const isSame = (row: Row) =>
          older.some(({ id, value: known }) => id === row.id && textOf(known) === textOf(row.value))
        expect(shared.rows.map(isOld)).toEqual(rows.map(isSame))
        expect(shared.own).toBe(rows.filter((row) => !isSame(row)).length)
      }),
      { numRuns: 300 },
    )
  })

  test.each<[unknown, unknown]>([
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [[1], { 0: 1 }],
    [{ 0: 1 }, [1]],
    [null, {}],
    [{}, null],
    [0, null],
    ['', {}],
    [[1, 2], [1]],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }],
  ])('keeps its own row where %j was %j', (value, before) => {
    const row = { id: 'a', value }
    const { rows, own } = shareUnchangedRows<Row>([row], [{ id: 'a', value: before }], idOf)
    expect([rows[0] === row, own]).toEqual([true, 1])
  })

  test('is itself where there is none', () => {
    const rows = [{ id: 'a' }]
    expect(shareUnchangedRows(rows, [], idOf)).toEqual({ rows, own: 1 })
    expect(shareUnchangedRows(rows, [], idOf).rows).toBe(rows)
  })
})

/** JSON with its members in order. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
