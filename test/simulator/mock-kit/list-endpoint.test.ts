import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readQuery } from '../../../src/simulator/http/query.js'
import {
  findKey,
  type ListSpec,
  pageOf,
  readCountOf,
  sortPositionOf,
  startFromNumber,
} from '../../../src/simulator/mock-kit/list-endpoint.js'
import {
  noneOf,
  readCommaSeparated,
  readIsoDate,
  readNumber,
  readRepeated,
  whereAtLeast,
  whereAtMost,
  whereEqual,
  whereEveryWord,
  whereFlag,
  whereOneOf,
  wherePhrase,
  whereWord,
} from '../../../src/simulator/mock-kit/list-filters.js'
import type { MockCall } from '../../../src/simulator/mock-kit/mock-venue.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { contextOf } from '../support/context.js'

interface Thing {
  readonly id: number
  readonly name: string
  readonly size?: number | undefined
  readonly tags: readonly string[]
  readonly isOpen: boolean
}

const world = createWorld({ seed: 1 })

function asking(search: string): MockCall {
  const request = { method: 'GET', path: '/', search, headers: {}, body: undefined }
  const query = readQuery(new URLSearchParams(search))
  return { ...contextOf(world, 0), request, query, params: {} }
}

const refuse = (name: string): Error => new Error(`bad ${name}`)
const limit = readCountOf('limit', { otherwise: 3, most: 5, refuse })
const sizes = { id: ({ id }: Thing) => id, size: ({ size }: Thing) => size, name: ({ name }: Thing) => name }

const filters: NonNullable<ListSpec<Thing>['filters']> = {
  open: whereFlag(({ isOpen }) => isOpen),
  name: whereEqual(({ name }) => name),
  tag: whereOneOf(readRepeated, ({ tags }) => tags),
  id: whereOneOf(readCommaSeparated, ({ id }) => String(id)),
  without: noneOf(readCommaSeparated, ({ tags }) => tags),
  state: whereWord({ open: ({ isOpen }) => isOpen, any: undefined }, (name, words) =>
    refuse(`${name}: ${words}`),
  ),
  mood: whereWord({ open: ({ isOpen }) => isOpen }),
  min: whereAtLeast(readNumber(refuse), ({ size }) => size),
  max: whereAtMost(readNumber(refuse), ({ size }) => size),
  since: whereAtLeast(readIsoDate(refuse), ({ id }) => id * 1000),
  title: wherePhrase(({ name }) => name),
  q: whereEveryWord(({ name, tags }) => `${name} ${tags.join(' ')}`),
}

const things: readonly Thing[] = [
  { id: 1, name: 'Oak', size: 30, tags: ['tree', 'big'], isOpen: true },
  { id: 2, name: 'Fern', size: 2, tags: ['plant'], isOpen: true },
  { id: 3, name: 'Moss', tags: ['plant', 'wet'], isOpen: false },
  { id: 4, name: 'Ash', size: 30, tags: ['tree'], isOpen: false },
]

function kept(search: string): readonly number[] {
  const spec: ListSpec<Thing> = { filters, limit: () => 100 }
  return pageOf(spec, asking(search), things).rows.map(({ id }) => id)
}

describe('a filter keeps just what it says', () => {
  test.each([
    ['', [1, 2, 3, 4]],
    ['unknown=1', [1, 2, 3, 4]],
    ['open=true', [1, 2]],
    ['open=0', [3, 4]],
    ['name=Ash', [4]],
    ['tag=wet&tag=big', [1, 3]],
    ['id=2,%204', [2, 4]],
    ['without=plant,big', [4]],
    ['state=open', [1, 2]],
    ['state=any', [1, 2, 3, 4]],
    ['mood=constructor', [1, 2, 3, 4]],
    ['min=30', [1, 4]],
    ['max=29.5', [2]],
    ['since=1970-01-01T00:00:03Z', [3, 4]],
    ['q=TREE%20o', [1]],
    ['title=AS', [4]],
    ['title=h%20a', []],
    ['open=false&tag=tree', [4]],
  ])('%s', (search, ids) => expect(kept(search)).toEqual(ids))

  test('and a value that cannot be read is refused in the words of the venue', () => {
    expect(() => kept('min=much')).toThrow('bad min')
    expect(() => kept('since=lately')).toThrow('bad since')
    expect(() => kept('state=toString')).toThrow('bad state: open, any')
  })

  test('and one that is not given may stand for a value', () => {
    const spec: ListSpec<Thing> = {
      filters: { open: whereFlag(({ isOpen }) => isOpen, true) },
      limit: () => 9,
    }
    const ids = (search: string): unknown => pageOf(spec, asking(search), things).rows.map(({ id }) => id)
    expect([ids(''), ids('open=false')]).toEqual([
      [1, 2],
      [3, 4],
    ])
  })
})

test('counts are cut or refused above the most, and refused below the least', () => {
  const strict = readCountOf('limit', {
    otherwise: 3,
    least: 0,
    most: 5,
    refuse,
    refuseMore: (_, most) => refuse(`above ${most}`),
  })
  expect([limit(asking('')), limit(asking('limit=5')), limit(asking('limit=6'))]).toEqual([3, 5, 5])
  expect([strict(asking('limit=0')), strict(asking('limit=5'))]).toEqual([0, 5])
  expect(() => strict(asking('limit=6'))).toThrow('bad above 5')
  for (const search of ['limit=0', 'limit=-1', 'limit=1.5', 'limit=x']) {
    expect(() => limit(asking(search))).toThrow('bad limit')
  }
})

test('rows without the key come last in either direction, and only names of the table are keys', () => {
  const sorted = (name: string, isFalling: boolean): unknown => {
    const order = () => [
      { key: findKey(sizes, name, refuse), isFalling },
      { key: sizes.id, isFalling: true },
    ]
    return pageOf<Thing, MockCall>({ order, limit: () => 9 }, asking(''), things).rows.map(({ id }) => id)
  }
  expect(sorted('size', false)).toEqual([2, 4, 1, 3])
  expect(sorted('size', true)).toEqual([4, 1, 2, 3])
  expect(sorted('name', false)).toEqual([4, 2, 3, 1])
  expect(() => sorted('constructor', true)).toThrow('bad id, size, name')
})

const anyThings = fc
  .array(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      size: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      tags: fc.array(fc.string({ maxLength: 1 }), { maxLength: 2 }),
      isOpen: fc.constantFrom(true, false),
    }),
    { maxLength: 40 },
  )
  .map((rows) => rows.map((row, id): Thing => ({ ...row, id })))

const asks = fc.record({
  limit: fc.integer({ min: 1, max: 5 }),
  by: fc.constantFrom('size', 'name', 'id'),
  isFalling: fc.constantFrom(true, false),
  filter: fc.constantFrom('', 'open=true', 'name=a', 'min=2', 'state=open&max=3'),
})

describe('pages of every kind concatenate to the whole, and no row comes twice', () => {
  const order =
    ({ by, isFalling }: { by: string; isFalling: boolean }) =>
    () => [
      { key: findKey(sizes, by, refuse), isFalling },
      { key: sizes.id, isFalling },
    ]
  const whole = (asked: Parameters<typeof order>[0] & { filter: string }, rows: readonly Thing[]) =>
    pageOf<Thing, MockCall>(
      { filters, order: order(asked), limit: () => rows.length + 1 },
      asking(asked.filter),
      rows,
    )

  test('by offset', () => {
    fc.assert(
      fc.property(anyThings, asks, (rows, asked) => {
        const start = readCountOf('offset', { otherwise: 0, least: 0, refuse })
        const spec: ListSpec<Thing> = { filters, order: order(asked), limit, start }
        const seen: Thing[] = []
        for (let more = true; more; ) {
          const search = `${asked.filter}&limit=${asked.limit}&offset=${seen.length}`
          const page = pageOf(spec, asking(search), rows)
          expect(page.total).toBe(whole(asked, rows).total)
          expect(page.start).toBe(seen.length)
          seen.push(...page.rows)
          more = page.more
        }
        expect(seen).toEqual(whole(asked, rows).rows)
      }),
    )
  })

  test('by number', () => {
    fc.assert(
      fc.property(anyThings, asks, (rows, asked) => {
        const start = startFromNumber(readCountOf('page', { otherwise: 1, refuse }))
        const spec: ListSpec<Thing> = { filters, order: order(asked), limit, start }
        const seen: Thing[] = []
        for (let number = 1, more = true; more; number++) {
          const page = pageOf(spec, asking(`${asked.filter}&limit=${asked.limit}&page=${number}`), rows)
          seen.push(...page.rows)
          more = page.more
        }
        expect(seen).toEqual(whole(asked, rows).rows)
      }),
    )
  })

  test('by the place of the last row, also when that row has left the list since', () => {
    fc.assert(
      fc.property(anyThings, asks, (rows, asked) => {
        let last: Thing | undefined
        const seen: Thing[] = []
        for (let more = true; more; ) {
          const spec: ListSpec<Thing> = {
            filters,
            order: order(asked),
            limit,
            after: (call) => last && sortPositionOf(order(asked)(), last, call),
          }
          const left = rows.filter((row) => row !== last)
          const page = pageOf(spec, asking(`${asked.filter}&limit=${asked.limit}`), left)
          seen.push(...page.rows)
          last = page.rows.at(-1)
          more = page.more
        }
        expect(seen).toEqual(whole(asked, rows).rows)
      }),
    )
  })

  test('and a filter leaves the others in their order', () => {
    fc.assert(
      fc.property(anyThings, asks, (rows, asked) => {
        const all = whole({ ...asked, filter: '' }, rows).rows
        const passes = (row: Thing): boolean => whole(asked, [row]).total === 1
        expect(whole(asked, rows).rows).toEqual(all.filter(passes))
      }),
    )
  })
})
