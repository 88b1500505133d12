import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createSpanTest,
  cut,
  findInsertIndex,
  hullOf,
  intersect,
  isEmpty,
  joinSpans,
  type Span,
  subtract,
} from '../../../src/api/times/span.js'

/** The naive model: a span is the set of its whole numbers. */
function points(spans: readonly Span[]): Set<number> {
  return new Set(
    spans.flatMap(({ from, to }) =>
      Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index),
    ),
  )
}

const edge = fc.integer({ min: 0, max: 40 })
const anySpan = fc.record({ from: edge, to: edge })
const realSpan = fc
  .tuple(edge, fc.integer({ min: 1, max: 15 }))
  .map(([from, length]) => ({ from, to: from + length }))
const ascending = fc
  .array(realSpan, { maxLength: 6 })
  .map((spans) => [...spans].sort((a, b) => a.from - b.from))

function expectTidy(spans: readonly Span[]): void {
  for (const [index, span] of spans.entries()) {
    expect(isEmpty(span)).toBe(false)
    const before = spans[index - 1]
    if (before !== undefined) expect(before.to).toBeLessThanOrEqual(span.from)
  }
}

test('a span is empty when it ends where it begins, or before', () => {
  expect([isEmpty({ from: 1, to: 2 }), isEmpty({ from: 1, to: 1 }), isEmpty({ from: 2, to: 1 })]).toEqual([
    false,
    true,
    true,
  ])
})

test('what two spans share is what their sets share', () => {
  fc.assert(
    fc.property(realSpan, realSpan, (a, b) => {
      const shared = intersect(a, b)
      const model = [...points([a])].filter((point) => points([b]).has(point))
      expect([...points(shared === undefined ? [] : [shared])]).toEqual(model)
      expect(intersect(b, a)).toEqual(shared)
    }),
  )
})

test('spans that only touch share nothing', () => {
  expect(intersect({ from: 0, to: 5 }, { from: 5, to: 9 })).toBeUndefined()
})

describe('a span without holes', () => {
  test('is what its set is without theirs, ascending and disjoint', () => {
    fc.assert(
      fc.property(anySpan, ascending, (span, holes) => {
        const rest = subtract(span, holes)
        const covered = points(holes)
        expect([...points(rest)]).toEqual([...points([span])].filter((point) => !covered.has(point)))
        expectTidy(rest)
      }),
    )
  })

  test('and the holes inside it make the span again', () => {
    fc.assert(
      fc.property(realSpan, ascending, (span, holes) => {
        const inside = holes.flatMap((hole) => intersect(hole, span) ?? [])
        expect(joinSpans([...subtract(span, holes), ...inside])).toEqual([span])
      }),
    )
  })

  test('may reach to infinity', () => {
    expect(subtract({ from: 0, to: Number.POSITIVE_INFINITY }, [{ from: 2, to: 3 }])).toEqual([
      { from: 0, to: 2 },
      { from: 3, to: Number.POSITIVE_INFINITY },
    ])
  })
})

describe('a union', () => {
  test('is the set of all, ascending, disjoint, and touching spans joined', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 8 }), (spans) => {
        const joined = joinSpans(spans)
        expect([...points(joined)]).toEqual([...points(spans)].sort((a, b) => a - b))
        expectTidy(joined)
        for (const [index, span] of joined.entries()) expect(joined[index - 1]?.to).not.toBe(span.from)
      }),
    )
  })

  test('leaves its spans as they were', () => {
    const spans = [
      { from: 3, to: 5 },
      { from: 0, to: 4 },
    ]
    joinSpans(spans)
    expect(spans).toEqual([
      { from: 3, to: 5 },
      { from: 0, to: 4 },
    ])
  })
})

test('the pieces of a span make the span; each is as long as asked, but the last, which may be shorter', () => {
  fc.assert(
    fc.property(anySpan, fc.integer({ min: 1, max: 12 }), (span, size) => {
      const pieces = cut(span, size)
      expect(joinSpans(pieces)).toEqual(isEmpty(span) ? [] : [span])
      expectTidy(pieces)
      for (const { from, to } of pieces.slice(0, -1)) expect(to - from).toBe(size)
      for (const { from, to } of pieces.slice(-1)) expect(to - from).toBeLessThanOrEqual(size)
    }),
  )
})

test('the hull of spans is the smallest span that holds them, in whatever order', () => {
  expect(hullOf([])).toBeUndefined()
  expect(hullOf([{ from: 3, to: 5 }])).toEqual({ from: 3, to: 5 })
  const spans = [
    { from: 4, to: 6 },
    { from: 1, to: 9 },
    { from: 7, to: 8 },
  ]
  expect([hullOf(spans), hullOf([...spans].reverse())]).toEqual([
    { from: 1, to: 9 },
    { from: 1, to: 9 },
  ])
})

test('the place in a list is that of the first item which is not before', () => {
  fc.assert(
    fc.property(fc.array(edge), edge, (items, wanted) => {
      const ascendingItems = [...items].sort((a, b) => a - b)
      const found = ascendingItems.findIndex((item) => item >= wanted)
      expect(findInsertIndex(ascendingItems, (item) => item < wanted)).toBe(found < 0 ? items.length : found)
    }),
  )
})

test('times that are asked for in their order are told of whether a span holds them', () => {
  fc.assert(
    fc.property(ascending, (spans) => {
      const disjoint = joinSpans(spans)
      const holds = createSpanTest(disjoint)
      const told = Array.from({ length: 60 }, (_, at) => at).filter(holds)
      expect(told).toEqual([...points(disjoint)])
    }),
  )
})
