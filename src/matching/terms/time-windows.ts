import type { Deadline } from './deadlines.js'

/** When a question is decided, and where that time comes from. */
export interface When {
  /** The most specific time in the text. */
  readonly said?: Deadline
  /** The day in its id or slug, midnight UTC. */
  readonly referenceDay?: number
  /** A slug may have the originally planned day, and a ticker has the actual day. */
  readonly referenceKind?: 'slug' | 'ticker'
  /** The year in a ticker such as `KXNFLMVP-27-JALL`; for a season over the turn of a year the one in which it ends. */
  readonly referenceYear?: number
  /** The venue's own date of the decision, epoch ms. */
  readonly end?: number
}

/**
 * Relation of A's time to B's. `within`: A ends inside B, so that an event in A's time is also in B's. `unknown`: it cannot be
 * determined.
 */
export type TimeOrder = 'same' | 'within' | 'around' | 'apart' | 'unknown'

export interface ComparedTimes {
  readonly order: TimeOrder
  /** Confidence in the result, 0..1. */
  readonly trust: number
  /** Text for the evidence. */
  readonly words: string
}

/** The required precision of the time. */
export interface Needs {
  /** A contest takes place once, and may take place again the next day. */
  readonly isContest: boolean
  /** A value is checked at one moment. */
  readonly isMoment: boolean
  /** Maximum distance between ends that belong to the same time, if no text names it. */
  readonly sameWithinMs: number
  /** An election: venues close such markets on its day, or when the winner takes office. */
  readonly isElection?: boolean
  /** The result of an event of which a ticker's year names the edition: a championship, an award, a nomination. */
  readonly isResult?: boolean
  /** Both are about who is next, so the markets remain open until it is known. */
  readonly isNext?: boolean
  /** Both have the same number of an edition: `season 23`. */
  readonly isSameEdition?: boolean
  /** A count of events. A ticker's day is the last day on which they count. */
  readonly isTally?: boolean
}

export const rank = { at: 4, on: 3, by: 2, in: 1, edition: 0 } as const

/** Returns the most specific of the times in a text, with narrower times before wider ones. */
export function pickMostSpecific(deadlines: readonly Deadline[]): Deadline | undefined {
  return [...deadlines].sort(
    (a, b) => rank[b.kind] - rank[a.kind] || lengthOf(a) - lengthOf(b) || a.to - b.to,
  )[0]
}

export function lengthOf({ from, to }: Deadline): number {
  return from === undefined ? 0 : to - from
}

/** Returns the relation of B to A, given that of A to B. */
export function reverseOrder<Order extends string>(
  order: Order | 'within' | 'around',
): Order | 'within' | 'around' {
  return order === 'within' ? 'around' : order === 'around' ? 'within' : order
}
