import { PmxError } from '../../../api/envelope/errors.js'
import { renderForMessage } from '../../../api/values/shown.js'
import type { RowKind } from '../../../catalog/rows/row-numbers.js'

/** Maximum number of candidates named in the error for an ambiguous name. */
const MAX_NAMED = 10

/**
 * Returns the only row with the given name on any venue.
 * @param told renders a row for the list of candidates
 * @throws EVENT_NOT_FOUND or MARKET_NOT_FOUND for none, BAD_REQUEST with candidates for several
 */
export function getSingleRow<Row>(
  kind: RowKind,
  name: string,
  rows: readonly Row[],
  told: (row: Row) => object,
): Row {
  assertSome(kind, name, rows)
  const [row, ...others] = rows
  if (others.length > 0)
    throw new PmxError(
      'BAD_REQUEST',
      `${rows.length} ${kind}s have the name ${renderForMessage(name)}. Use the id of one of them.`,
      {
        detail: {
          kind: 'ambiguous',
          candidates: rows.slice(0, MAX_NAMED).map((one) => candidate(told(one))),
        },
      },
    )
  return row
}

/** @throws EVENT_NOT_FOUND or MARKET_NOT_FOUND for no row */
export function assertSome<Row>(
  kind: RowKind,
  name: string,
  rows: readonly Row[],
): asserts rows is readonly [Row, ...Row[]] {
  if (rows.length > 0) return
  throw new PmxError(
    kind === 'event' ? 'EVENT_NOT_FOUND' : 'MARKET_NOT_FOUND',
    `No ${kind} on any venue has the name ${renderForMessage(name)}. Lists that are not loaded yet were not searched.`,
  )
}

function candidate(row: object): unknown {
  const { id, title, sourceExchange } = row as Record<string, unknown>
  return { id, title, sourceExchange }
}
