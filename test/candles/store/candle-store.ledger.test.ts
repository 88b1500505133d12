import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Coverage,
  type CoverageKind,
  findUnknownParts,
  joinCoverage,
  joinNeighbors,
} from '../../../src/candles/store/candle-store.js'

const entry = (from: number, to: number, more: Partial<Coverage> = {}): Coverage => ({
  from,
  to,
  kind: 'data',
  route: 'r',
  fetchedAt: 1,
  ...more,
})

/** Places up to 40 that a list of spans holds. */
function placesOf(spans: readonly Coverage[]): number[] {
  return Array.from({ length: 40 }, (_, at) => at).filter((at) =>
    spans.some(({ from, to }) => at >= from && at < to),
  )
}

const entries = fc.array(
  fc
    .record({ from: fc.nat(30), size: fc.nat(9), fetchedAt: fc.nat(9) })
    .map(({ from, size, fetchedAt }) => entry(from, from + size, { fetchedAt })),
  { maxLength: 8 },
)

describe('the unknown parts of new entries', () => {
  test('are told once each, and are all that was not known', () => {
    fc.assert(
      fc.property(entries, entries, (fresh, older) => {
        const covered = findUnknownParts(older, [])
        expect(placesOf(covered)).toEqual(placesOf(older))
        const added = findUnknownParts(fresh, covered)
        const known = new Set(placesOf(covered))
        expect(placesOf(added)).toEqual(placesOf(fresh).filter((at) => !known.has(at)))
        const inOrder = [...covered, ...added].sort((a, b) => a.from - b.from)
        inOrder.forEach(({ from, to }, index) => {
          expect(from).toBeLessThan(to)
          expect(from).toBeGreaterThanOrEqual(inOrder[index - 1]?.to ?? 0)
        })
      }),
      { numRuns: 300 },
    )
  })

  test('say what their entry says; where two overlap, the one that begins first is believed', () => {
    const early = entry(0, 10, { kind: 'proven_empty', route: 'a' })
    const late = entry(5, 20, { route: 'b', fetchedAt: 7 })
    expect(findUnknownParts([late, early], [entry(2, 3), entry(12, 13)])).toEqual([
      { ...early, from: 0, to: 2 },
      { ...early, from: 3, to: 10 },
      { ...late, from: 10, to: 12 },
      { ...late, from: 13, to: 20 },
    ])
  })
})

describe('two neighbours of a ledger', () => {
  test('that touch or overlap and say the same are one, as new as the newer', () => {
    expect(joinCoverage(entry(0, 5, { fetchedAt: 9 }), entry(5, 8))).toEqual(entry(0, 8, { fetchedAt: 9 }))
    expect(joinCoverage(entry(5, 8), entry(0, 5, { fetchedAt: 9 }))).toEqual(entry(0, 8, { fetchedAt: 9 }))
    expect(joinCoverage(entry(0, 9), entry(3, 5))).toEqual(entry(0, 9))
  })

  test.each([
    [entry(0, 5), entry(6, 8)],
    [entry(6, 8), entry(0, 5)],
    [entry(0, 5), entry(5, 8, { route: 'other' })],
  ])('stay two: %j and %j', (a, b) => {
    expect(joinCoverage(a, b)).toBeUndefined()
  })

  test.each<[CoverageKind, CoverageKind, CoverageKind | undefined]>([
    ['data', 'proven_empty', 'data'],
    ['proven_empty', 'data', 'data'],
    ['proven_empty', 'proven_empty', 'proven_empty'],
    ['after_close', 'after_close', 'after_close'],
    ['after_close', 'before_listing', undefined],
    ['data', 'beyond_retention', undefined],
    ['beyond_retention', 'proven_empty', undefined],
  ])('of %s and %s are %s', (one, other, both) => {
    expect(joinCoverage(entry(0, 5, { kind: one }), entry(5, 8, { kind: other }))?.kind).toBe(both)
  })

  test('are joined with all that follow, in a whole ledger', () => {
    const closed = entry(30, 40, { kind: 'after_close' })
    expect(joinNeighbors([entry(0, 5), entry(5, 6), entry(6, 9), entry(10, 12), closed])).toEqual([
      entry(0, 9),
      entry(10, 12),
      closed,
    ])
    expect(joinNeighbors([])).toEqual([])
  })
})
