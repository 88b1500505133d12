import { describe, expect, test } from 'vitest'
import type { ConflictReason } from '../../src/matching/terms/relation-types.js'
import { heldOutPairs } from './labelled/held-out.js'
import { learnedPairs } from './labelled/learned.js'
import { tunedPairs } from './labelled/tuned.js'
import type { Label, LabelledPair } from './support/labelled.js'
import { compared, scoreOf } from './support/markets.js'

const all: readonly LabelledPair[] = [...tunedPairs, ...learnedPairs, ...heldOutPairs]

const titlesOf = ({ a, b }: LabelledPair): string => `${a.market.title} | ${b.market.title}`

test('there are enough pairs, of every label, and each is there once', () => {
  expect(all.length).toBeGreaterThanOrEqual(300)
  expect(new Set(all.map(({ label }) => label)).size).toBe(10)
  expect(new Set(all.map(({ a, b }) => JSON.stringify([a, b]).replace(/"[ab]\d+(?:-\d)?"/g, ''))).size).toBe(
    all.length,
  )
})

test.each([
  ['of all pairs', all],
  ['of those that the engine was never changed for', heldOutPairs],
])('%s what is called the same is, and most of what is the same is called so', (_, pairs) => {
  const { precision, recall, relations } = scoreOf(pairs)
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.8)
  expect(relations).toBeGreaterThanOrEqual(0.8)
})

test('no trap is ever the same', () => {
  const traps = all.filter(({ label }) => label !== 'same')
  expect(traps.filter((pair) => compared(pair).relation === 'identity').map(titlesOf)).toEqual([])
})

describe('a look-alike', () => {
  const reasonOf: Readonly<Partial<Record<Label, ConflictReason>>> = {
    reversed: 'reversed polarity',
    deadline: 'other deadline',
    threshold: 'other threshold',
    source: 'other source',
  }

  test('nearly always says why it is none, for the reason that a reader gives', () => {
    const traps = all.filter(({ label }) => reasonOf[label] !== undefined)
    const wrong = traps.filter((pair) => {
      const { relation, reasons } = compared(pair)
      // Of two values the larger one may imply the smaller.
      if (pair.label === 'threshold' && (relation === 'subset' || relation === 'superset')) return false
      return relation !== 'conflict' || !reasons.some((reason) => reason === reasonOf[pair.label])
    })
    expect(wrong.length / traps.length).toBeLessThanOrEqual(0.03)
  })

  test('of another subject is in conflict, or hardly alike', () => {
    const others = all.filter(({ label }) => label === 'subject' || label === 'apart')
    const seen = new Set(others.map((pair) => compared(pair).relation))
    expect([...seen].sort()).toEqual(['conflict', 'related', 'unrelated'])
  })
})

test('whatever is said of a pair has a sentence, and a conflict a reason', () => {
  for (const pair of all) {
    const { relation, evidence, reasons, confidence } = compared(pair)
    expect(evidence.length, titlesOf(pair)).toBeGreaterThan(0)
    expect(reasons.length > 0, titlesOf(pair)).toBe(relation === 'conflict')
    expect(confidence).toBeGreaterThanOrEqual(0)
    expect(confidence).toBeLessThanOrEqual(1)
  }
})
