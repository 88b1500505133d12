import { type Features, featuresOf } from '../../../src/matching/compare/features.js'
import { compareMarkets } from '../../../src/matching/compare/judge-markets.js'
import type { Comparison } from '../../../src/matching/terms/relation-types.js'
import type { LabelledMarket, LabelledPair } from './labelled.js'

/** Each is read once: the tests compare them many times. */
const known = new WeakMap<LabelledMarket, Features>()

export function read(labelled: LabelledMarket): Features {
  const features = known.get(labelled) ?? featuresOf(labelled.market, labelled.around)
  known.set(labelled, features)
  return features
}

export function compared({ a, b }: LabelledPair): Comparison {
  return compareMarkets(read(a), read(b))
}

/** How an engine that says `identity` does on labelled pairs. */
export interface Score {
  /** Of what it calls the same, how much is. */
  readonly precision: number
  /** Of what is the same, how much it calls so. */
  readonly recall: number
  /** Of pairs that are the same or imply one another, how many have the very relation that the label says. */
  readonly relations: number
  readonly pairs: number
}

const wanted: Readonly<Record<string, string>> = {
  same: 'identity',
  subset: 'subset',
  superset: 'superset',
  overlap: 'overlap',
}

export function scoreOf(pairs: readonly LabelledPair[]): Score {
  const found = pairs.map((pair) => ({ label: pair.label, relation: compared(pair).relation as string }))
  const called = found.filter(({ relation }) => relation === 'identity')
  const same = found.filter(({ label }) => label === 'same')
  const right = called.filter(({ label }) => label === 'same').length
  const related = found.filter(({ label }) => wanted[label] !== undefined)
  return {
    precision: called.length === 0 ? 1 : right / called.length,
    recall: right / same.length,
    relations: related.filter(({ label, relation }) => wanted[label] === relation).length / related.length,
    pairs: pairs.length,
  }
}
