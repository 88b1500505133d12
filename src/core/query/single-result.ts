import { PmxError } from '../../api/envelope/errors.js'
import type { UnifiedEvent, UnifiedMarket } from '../../api/models/models.js'

/** Maximum number of candidates named in the error for a query that matches several rows. */
const MAX_CANDIDATES = 10

/** Collects the rows that match a query, of which one is the result. */
export interface SingleResult<Row> {
  add(row: Row): void
  /**
   * Returns the only row, or the only one whose title or key equals the query, but never simply the first one.
   * @throws the error for no row, BAD_REQUEST with candidates when several match
   */
  row(): Row
}

interface Terms<Row> {
  keysOf(row: Row): readonly (string | undefined)[]
  idOf(row: Row): string
  none(): PmxError
  readonly what: string
}

function createOnlyOne<Row>(asked: string, { keysOf, idOf, none, what }: Terms<Row>): SingleResult<Row> {
  const sought = asked.toLowerCase()
  const candidates: string[] = []
  let first: Row | undefined
  let exact: Row | undefined
  let count = 0
  let exactCount = 0
  return {
    add(row) {
      first ??= row
      if (count++ < MAX_CANDIDATES) candidates.push(idOf(row))
      if (!keysOf(row).some((key) => key?.toLowerCase() === sought)) return
      exact ??= row
      exactCount++
    },
    row() {
      if (first === undefined) throw none()
      if (count === 1) return first
      if (exactCount === 1 && exact !== undefined) return exact
      throw new PmxError('BAD_REQUEST', `'${asked}' matches ${count} ${what}. Request one by its id.`, {
        detail: { kind: 'ambiguous', candidates },
      })
    },
  }
}

export function createSingleMarket(asked: string): SingleResult<UnifiedMarket> {
  return createOnlyOne(asked, {
    keysOf: ({ title, marketId, slug }) => [title, marketId, slug],
    idOf: ({ marketId }) => marketId,
    none: () => new PmxError('MARKET_NOT_FOUND', `Market not found: ${asked}`),
    what: 'markets',
  })
}

export function createSingleEvent(asked: string): SingleResult<UnifiedEvent> {
  return createOnlyOne(asked, {
    keysOf: ({ title, id, slug }) => [title, id, slug],
    idOf: ({ id }) => id,
    none: () => new PmxError('EVENT_NOT_FOUND', `Event not found: ${asked}`),
    what: 'events',
  })
}
