import type { StoredTerms } from '../../api/arguments/stored-terms.js'
import { takesStored } from '../../api/arguments/stored-terms.js'
import type { Unreachable } from '../../candles/fetch/unreachable.js'

/** Rows that are stored, in the place of a failure to reach their venue. */
interface StoredRows {
  readonly rows: number
  /** How old they are, seconds. */
  readonly ageS: number
  /** What they are, for people, such as `A list read`. */
  readonly what: string
}

/**
 * Lets who takes what is stored have it.
 * @throws the failure for everybody else, with what is stored in `detail.stored`
 */
export function assertTakesRows(
  terms: StoredTerms | undefined,
  { error }: Unreachable,
  { rows, ageS, what }: StoredRows,
): void {
  if (takesStored(terms, ageS)) return
  throw error.with({
    message: `${error.message} ${what} ${ageS} s ago is stored; stale=ok gives it.`,
    detail: { ...error.detail, stored: { rows, ageSeconds: ageS, switch: 'stale=ok' } },
  })
}
