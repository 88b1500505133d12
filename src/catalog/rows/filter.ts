import type { LateNumberName, NumberName } from './row-numbers.js'

/** Where a text may be looked for; `outcomes` are their labels. */
export type TextField = 'title' | 'description' | 'category' | 'tags' | 'outcomes'

/** A text that one of the fields must hold, whatever the case. */
export interface SoughtText {
  readonly text: string
  readonly fields: readonly TextField[]
}

/** Numbers from `min` to `max`. */
export interface Range {
  readonly min: number
  readonly max: number
  /** Without `min` and `max` themselves. */
  readonly isOpen?: true
  /** Whether rows pass of which the number is unknown. */
  readonly orUnknown: boolean
}

export type Ranges = Readonly<Partial<Record<NumberName | LateNumberName, Range>>>

/** What rows of a list must have; members that are absent let everything through. */
export interface RowFilter {
  /** Each of them. */
  readonly texts?: readonly SoughtText[]
  /** As `across/category.ts` reads it: the word of the venue in any case, or one of our names. */
  readonly category?: string
  /** Any of them, whatever the case. */
  readonly tags?: readonly string[]
  readonly ranges?: Ranges
}

/** What is no finite number is unknown. */
export function isInRange({ min, max, isOpen, orUnknown }: Range, number: number | undefined): boolean {
  if (number === undefined || !Number.isFinite(number)) return orUnknown
  return isOpen === true ? number > min && number < max : number >= min && number <= max
}
