import type { Spans } from './compare-spans.js'
import { reverseOrder, type TimeOrder } from './time-windows.js'

/** Relation between the cases in which A is YES and those in which B is YES. */
export type Relation = 'identity' | 'subset' | 'superset' | 'overlap' | 'related'

/** Why two similar questions are not the same. */
export type ConflictReason =
  | 'other deadline'
  | 'other threshold'
  | 'other source'
  | 'reversed polarity'
  | 'other subject'
  /** The user unlinked them. */
  | 'your decision'

/** An outcome of A, and the outcome of B that is paid out in the same cases. */
export interface OutcomePair {
  readonly a: string
  readonly b: string
}

export interface Comparison {
  /** `conflict`: they look alike and are not the same; `unrelated`: they do not even look alike. */
  readonly relation: Relation | 'conflict' | 'unrelated'
  /** 0..1: confidence in the relation. */
  readonly confidence: number
  /** Reasons for and against it, one sentence each. */
  readonly evidence: readonly string[]
  /** For a conflict, at least one. */
  readonly reasons: readonly ConflictReason[]
  /** Outcomes that mean the same. For reversed questions, YES in one is paired with NO in the other. Empty if there are none. */
  readonly outcomes: readonly OutcomePair[]
}

/** Returns the comparison of B with A, given that of A with B. */
export function reverseComparison(comparison: Comparison): Comparison {
  const { relation } = comparison
  return {
    ...comparison,
    relation: relation === 'subset' ? 'superset' : relation === 'superset' ? 'subset' : relation,
    outcomes: comparison.outcomes.map(({ a, b }) => ({ a: b, b: a })),
  }
}

/** Whether outcomes of both are paid out in the same cases, or one question implies the other. */
export function isCertain({ relation, outcomes }: Pick<Comparison, 'relation' | 'outcomes'>): boolean {
  return outcomes.length > 0 || relation === 'subset' || relation === 'superset'
}

/** Whether YES in one question is exactly NO in the other. */
export function isReversed({ relation, reasons, outcomes }: Comparison): boolean {
  return relation === 'conflict' && reasons.join() === 'reversed polarity' && outcomes.length > 0
}

/** Returns the relation implied by times and values, if they do not contradict each other. */
export function relationOf(time: TimeOrder, span: Spans, isNegated: boolean): Relation {
  if (time === 'unknown') return 'related'
  const orders = [isNegated ? reverseOrder(time) : time, isNegated ? reverseOrder(span) : span].filter(
    (one) => one !== 'same',
  )
  if (orders.length === 0) return 'identity'
  if (orders.every((order) => order === 'within')) return 'subset'
  return orders.every((order) => order === 'around') ? 'superset' : 'overlap'
}
