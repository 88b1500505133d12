import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Span } from '../../../src/api/times/span.js'
import {
  answerableSpansAt,
  INDEPENDENT_LOOKS_MS,
  judgeLook,
  type Look,
  type Provisional,
  withNewerProvisional,
  withProvisional,
} from '../../../src/candles/series/empty-range-confirmation.js'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 5, 10)
const STEPS = 12
const span: Span = { from: NOW - STEPS * MINUTE, to: NOW }
const barAt = (step: number, volume = 5): PriceCandle => ({
  timestamp: span.from + step * MINUTE,
  open: 0.5,
  high: 0.5,
  low: 0.5,
  close: 0.5,
  volume,
})
const entry = (facts: Partial<Provisional> = {}): Provisional => ({
  ...span,
  route: 'r',
  requestedAt: NOW,
  lookAgainAt: NOW + INDEPENDENT_LOOKS_MS,
  looks: 1,
  ...facts,
})
const lookAt = (steps: readonly number[], facts: Partial<Look> = {}): Look => ({
  span,
  stepMs: MINUTE,
  route: 'r',
  bars: steps.map((step) => barAt(step)),
  emptySpans: [],
  withheld: [],
  requestedAt: NOW,
  isClockRight: true,
  ...facts,
})
const later = NOW + INDEPENDENT_LOOKS_MS

test('rows are final at once, silence between them is not', () => {
  expect(judgeLook(lookAt([0, 1, 5]), { bars: [], provisional: [] })).toEqual({
    final: [
      { from: span.from, to: span.from + 2 * MINUTE },
      { from: span.from + 5 * MINUTE, to: span.from + 6 * MINUTE },
    ],
    provisional: [entry({ from: span.from + 2 * MINUTE })],
  })
})

test('an empty range that is final already is not provisional again', () => {
  const covered = [{ from: span.from + 2 * MINUTE, to: span.to }]
  const none = { bars: [], provisional: [] }
  expect(judgeLook(lookAt([0, 1, 5], { covered }), none).provisional).toEqual([])
  const left = entry({ from: span.from + 2 * MINUTE, to: span.from + 4 * MINUTE })
  const lacking = lookAt([0], { covered, isLacking: true, requestedAt: later })
  expect(judgeLook(lacking, { bars: [], provisional: [left] }).provisional).toEqual([
    entry({
      from: span.from + MINUTE,
      to: span.from + 2 * MINUTE,
      requestedAt: later,
      lookAgainAt: later + INDEPENDENT_LOOKS_MS,
    }),
  ])
})

test('an empty range whose responses lack a known candle for more than a day becomes final', () => {
  const at = (looks: number) => {
    const before = { bars: [barAt(0)], provisional: [entry({ from: span.from + MINUTE, looks })] }
    return judgeLook(lookAt([], { isLacking: true, requestedAt: later }), before).final
  }
  expect([at(6), at(7)]).toMatchObject([[], [{ from: span.from + MINUTE, to: span.to }]])
})

describe('a second response', () => {
  const bars = [barAt(0), barAt(5)]
  test.each<[what: string, look: Look, looks: number | 'final']>([
    ['that says the same is final', lookAt([0, 5], { requestedAt: later }), 'final'],
    ['that comes too soon changes nothing', lookAt([0, 5], { requestedAt: later - 1 }), 1],
    ['that has more begins anew', lookAt([0, 3, 5], { requestedAt: later }), 1],
    ['that lacks a candle proves nothing', lookAt([0], { requestedAt: later }), 2],
    [
      'that has less of a candle proves nothing',
      { ...lookAt([0], { requestedAt: later }), bars: [barAt(0), barAt(5, 4)] },
      2,
    ],
    [
      'that does not keep it any more proves nothing',
      lookAt([], { requestedAt: later, withheld: [span] }),
      2,
    ],
    ['of a wrong clock proves nothing', lookAt([0, 5], { requestedAt: later, isClockRight: false }), 0],
    ['that was asked for before the first proves nothing', lookAt([0, 5], { requestedAt: NOW - 1 }), 1],
  ])('%s', (_, look, looks) => {
    const { final, provisional } = judgeLook(look, { bars, provisional: [entry()] })
    if (looks === 'final') expect([final, provisional]).toEqual([[span], []])
    else expect(provisional.map((one) => one.looks)).toEqual([looks])
  })
})

describe('incomplete candles', () => {
  const cutAt = (close: number, afterMs: number): Look => {
    const cut = { ...barAt(3), high: close, close }
    return {
      ...lookAt([], { requestedAt: NOW + afterMs }),
      bars: [barAt(0), cut, barAt(5)],
      cut: [cut.timestamp],
    }
  }
  const finalAfter = (first: Look, second: Look): readonly Span[] => {
    const { provisional } = judgeLook(first, { bars: [], provisional: [] })
    return judgeLook(second, { bars: [barAt(0), barAt(5)], provisional }).final
  }
  const isFinal = (spans: readonly Span[]) =>
    spans.some(({ from, to }) => from <= barAt(3).timestamp && to > barAt(3).timestamp)

  test('are final when two responses have them with the same values', () => {
    expect(isFinal(finalAfter(cutAt(0.6, 0), cutAt(0.6, INDEPENDENT_LOOKS_MS)))).toBe(true)
  })
  test('are not final with other values', () => {
    expect(isFinal(finalAfter(cutAt(0.6, 0), cutAt(0.7, INDEPENDENT_LOOKS_MS)))).toBe(false)
  })
  test('are not final when the first response is without them', () => {
    expect(isFinal(finalAfter(lookAt([0, 5]), cutAt(0.7, INDEPENDENT_LOOKS_MS)))).toBe(false)
  })
  test('confirm no empty range when the second response is without them', () => {
    expect(isFinal(finalAfter(cutAt(0.6, 0), lookAt([0, 5], { requestedAt: later })))).toBe(false)
  })
})

test.each<[what: string, look: Look]>([
  ['of its span', lookAt([], { requestedAt: later })],
  ['elsewhere', lookAt([0, 5], { requestedAt: later, isLacking: true })],
])('a response without a stored candle %s confirms no empty range', (_, look) => {
  const gap = entry({ from: barAt(1).timestamp, to: barAt(5).timestamp })
  const { provisional } = judgeLook(look, { bars: [barAt(0), barAt(5)], provisional: [gap] })
  expect(provisional.some(({ from, looks }) => from === gap.from && looks === 2)).toBe(true)
})

test('what a wrong clock has asked for is asked for twice more', () => {
  const wrong = judgeLook(lookAt([0, 5], { isClockRight: false }), { bars: [], provisional: [] })
  expect(wrong.provisional.map(({ looks }) => looks)).toEqual([0])
  const before = { bars: [barAt(0), barAt(5)], provisional: wrong.provisional }
  const right = judgeLook(lookAt([0, 5], { requestedAt: later }), before)
  expect(right.provisional).toMatchObject([
    { looks: 1, requestedAt: later, lookAgainAt: later + INDEPENDENT_LOOKS_MS },
  ])
})

test('what a clock that ran ahead has left is not answered from', () => {
  const far = entry({ requestedAt: NOW + 86_400_000, lookAgainAt: NOW + 90_000_000 })
  expect(answerableSpansAt([far, entry()], NOW, NOW)).toEqual([entry()])
  expect(answerableSpansAt([entry()], NOW + INDEPENDENT_LOOKS_MS, NOW + INDEPENDENT_LOOKS_MS)).toEqual([])
})

test('whatever responses leave out, a step without a candle is final only when two independent ones left it out', () => {
  const step = fc.integer({ min: 0, max: STEPS - 1 })
  const look = fc.record({
    left: fc.uniqueArray(step, { maxLength: STEPS }),
    afterMs: fc.integer({ min: 0, max: 3 * INDEPENDENT_LOOKS_MS }),
  })
  fc.assert(
    fc.property(fc.uniqueArray(step), fc.array(look, { minLength: 1, maxLength: 8 }), (traded, looks) => {
      let provisional: Provisional[] = []
      const stored = new Set<number>()
      const final = new Set<number>()
      const silentAt = new Map<number, number[]>()
      let askedAt = NOW
      for (const { left, afterMs } of looks) {
        askedAt += afterMs
        const told = traded.filter((one) => !left.includes(one)).sort((a, b) => a - b)
        const bars = [...stored].sort((a, b) => a - b).map((one) => barAt(one))
        const judged = judgeLook(lookAt(told, { requestedAt: askedAt }), { bars, provisional })
        provisional = withProvisional(provisional, judged.provisional, span)
        for (const one of told) stored.add(one)
        for (let one = 0; one < STEPS; one++) {
          if (!told.includes(one)) silentAt.set(one, [...(silentAt.get(one) ?? []), askedAt])
          const at = span.from + one * MINUTE
          if (judged.final.some(({ from, to }) => at >= from && at < to)) final.add(one)
        }
        assertSilentTwice(
          [...final].filter((one) => !stored.has(one)),
          silentAt,
        )
        assertKnown(final, provisional)
      }
    }),
  )
})

function assertSilentTwice(steps: readonly number[], silentAt: ReadonlyMap<number, readonly number[]>): void {
  for (const one of steps) {
    const times = silentAt.get(one) ?? []
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(INDEPENDENT_LOOKS_MS)
  }
}

/** What is not final is provisional, in entries that do not overlap. */
function assertKnown(final: ReadonlySet<number>, provisional: readonly Provisional[]): void {
  for (let one = 0; one < STEPS; one++) {
    const at = span.from + one * MINUTE
    const holding = provisional.filter(({ from, to }) => at >= from && at < to)
    expect(holding.length).toBeLessThanOrEqual(1)
    if (!final.has(one)) expect(holding).toHaveLength(1)
  }
}

test('many newer spans replace the known ones as one after another does', () => {
  const spans = fc
    .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 16 })
    .map((times) => [...times].sort((a, b) => a - b))
    .chain((times) =>
      fc.constant(
        times.flatMap((from, at) => {
          const to = times[at + 1]
          return at % 2 === 1 || to === undefined ? [] : [{ from, to }]
        }),
      ),
    )
  const list = (requestedAt: number) => spans.map((all) => all.map((one) => entry({ ...one, requestedAt })))
  fc.assert(
    fc.property(list(NOW), list(NOW + MINUTE), (known, newer) => {
      let oneByOne: readonly Provisional[] = known
      for (const one of newer) oneByOne = withProvisional(oneByOne, [one], one)
      expect(withNewerProvisional(known, newer)).toEqual(oneByOne)
    }),
  )
})
