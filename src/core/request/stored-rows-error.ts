import type { StoredTerms } from '../../api/arguments/stored-terms.js'
import { takesStored } from '../../api/arguments/stored-terms.js'
import type { Unreachable } from '../../candles/fetch/unreachable.js'

/** Stored rows that may replace a failure to reach their venue. */
interface StoredRows {
  readonly rows: number
  /** Age of the rows, seconds. */
  readonly ageS: number
  /** Description of the rows, such as `A list read`. */
  readonly what: string
}

/**
 * Checks that the caller accepts stored rows.
 * @throws the failure for every other caller, with the stored rows in `detail.stored`
 */
export function assertTakesRows(
  terms: StoredTerms | undefined,
  { error }: Unreachable,
  { rows, ageS, what }: StoredRows,
): void {
  if (takesStored(terms, ageS)) return
  throw error.with({
    message: `${error.message} ${what} ${ageS} s ago is stored. To get it, send stale=ok.`,
    detail: { ...error.detail, stored: { rows, ageSeconds: ageS, switch: 'stale=ok' } },
  })
}
