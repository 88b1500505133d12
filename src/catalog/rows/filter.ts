import type { LateNumberName, NumberName } from './row-numbers.js'

/** Fields of a text search; `outcomes` are their labels. */
export type TextField = 'title' | 'description' | 'category' | 'tags' | 'outcomes'

/** A text that one of the fields must contain, ignoring case. */
export interface SoughtText {
  readonly text: string
  readonly fields: readonly TextField[]
}

/** Numbers from `min` to `max`. */
export interface Range {
  readonly min: number
  readonly max: number
  /** Excludes `min` and `max` themselves. */
  readonly isOpen?: true
  /** Whether rows with an unknown number pass. */
  readonly orUnknown: boolean
}

export type Ranges = Readonly<Partial<Record<NumberName | LateNumberName, Range>>>

/** The conditions that a list's rows must meet. Absent members do not filter. */
export interface RowFilter {
  /** All of them must match. */
  readonly texts?: readonly SoughtText[]
  /** As `query/category.ts` reads it: the venue's word in any case, or a unified name. */
  readonly category?: string
  /** One of them must match, ignoring case. */
  readonly tags?: readonly string[]
  readonly ranges?: Ranges
}

/** Whether the number is in the range. A number that is not finite is unknown. */
export function isInRange({ min, max, isOpen, orUnknown }: Range, number: number | undefined): boolean {
  if (number === undefined || !Number.isFinite(number)) return orUnknown
  return isOpen === true ? number > min && number < max : number >= min && number <= max
}
