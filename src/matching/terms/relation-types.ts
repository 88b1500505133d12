import type { Spans } from './thresholds.js'
import { reverseOrder, type TimeOrder } from './time-windows.js'

/** How what decides A with yes lies to what decides B with yes. */
export type Relation = 'identity' | 'subset' | 'superset' | 'overlap' | 'related'

/** Why two questions that look alike are not the same. */
export type ConflictReason =
  | 'other deadline'
  | 'other threshold'
  | 'other source'
  | 'reversed polarity'
  | 'other subject'
  /** The user unlinked them. */
  | 'said by you'

/** An outcome of A and the one of B that is paid out in the same cases. */
export interface OutcomePair {
  readonly a: string
  readonly b: string
}

export interface Comparison {
  /** `conflict`: they look alike and are not the same; `unrelated`: they do not even look alike. */
  readonly relation: Relation | 'conflict' | 'unrelated'
  /** 0..1: how sure the relation is. */
  readonly confidence: number
  /** What speaks for it and against, a sentence each. */
  readonly evidence: readonly string[]
  /** For a conflict, at least one. */
  readonly reasons: readonly ConflictReason[]
  /** Outcomes that mean the same; for reversed questions YES of one with NO of the other. Empty where none do. */
  readonly outcomes: readonly OutcomePair[]
}

/** The comparison of B with A from that of A with B. */
export function reverseComparison(comparison: Comparison): Comparison {
  const { relation } = comparison
  return {
    ...comparison,
    relation: relation === 'subset' ? 'superset' : relation === 'superset' ? 'subset' : relation,
    outcomes: comparison.outcomes.map(({ a, b }) => ({ a: b, b: a })),
  }
}

/** Whether some outcome of one is paid in the same cases as one of the other, or one question implies the other. */
export function isCertain({ relation, outcomes }: Pick<Comparison, 'relation' | 'outcomes'>): boolean {
  return outcomes.length > 0 || relation === 'subset' || relation === 'superset'
}

/** Whether yes of one question is exactly no of the other. */
export function isReversed({ relation, reasons, outcomes }: Comparison): boolean {
  return relation === 'conflict' && reasons.join() === 'reversed polarity' && outcomes.length > 0
}

/** What follows from how the times and the values lie to each other, where neither stands against the other. */
export function relationOf(time: TimeOrder, span: Spans, isNegated: boolean): Relation {
  if (time === 'unknown') return 'related'
  const orders = [isNegated ? reverseOrder(time) : time, isNegated ? reverseOrder(span) : span].filter(
    (one) => one !== 'same',
  )
  if (orders.length === 0) return 'identity'
  if (orders.every((order) => order === 'within')) return 'subset'
  return orders.every((order) => order === 'around') ? 'superset' : 'overlap'
}
