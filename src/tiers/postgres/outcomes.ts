import type { VenueId } from '../../api/envelope/venue-ids.js'
import { toKnown } from '../../candles/store/candle-row.js'
import type { KnownSeries } from '../../candles/store/candle-store.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { PostgresConnection } from './connection/connection.js'

type Rows = Pick<PostgresConnection, 'rows'>

/** Returns where a daemon last located an outcome, or undefined if none did. */
export async function readKnown(
  { rows }: Rows,
  venue: VenueId,
  outcomeId: string,
  signal: AbortSignal,
): Promise<KnownSeries | undefined> {
  const [found] = await rows(
    'SELECT located, checked_at FROM pmx_local.outcomes WHERE venue = $1 AND outcome_id = $2',
    [venue, outcomeId],
    signal,
  )
  return found === undefined ? undefined : toKnown([String(found[0]), Number(found[1])])
}

/**
 * Returns where the outcomes of a venue were located, one page after another. @param after the last outcome id of the page before
 */
export async function readKnownPage(
  { rows }: Rows,
  venue: VenueId,
  after: string,
  signal: AbortSignal,
): Promise<readonly { readonly outcomeId: string; readonly known: KnownSeries }[]> {
  const found = await rows(
    `SELECT outcome_id, located, checked_at FROM pmx_local.outcomes WHERE venue = $1 AND outcome_id > $2 COLLATE "C"
     ORDER BY outcome_id COLLATE "C" LIMIT 1000`,
    [venue, after],
    signal,
  )
  return found.map(([outcomeId, located, checkedAt]) => ({
    outcomeId: String(outcomeId),
    known: toKnown([String(located), Number(checkedAt)]),
  }))
}

/** Stores where an outcome was located, unless that is older than what is stored, or later than the time of the database. */
export async function writeKnown(
  { rows }: Rows,
  venue: VenueId,
  outcomeId: string,
  { series, checkedAt }: KnownSeries,
  daemon: string,
  signal: AbortSignal,
): Promise<void> {
  await rows(
    `INSERT INTO pmx_local.outcomes (venue, outcome_id, located, checked_at, daemon)
     SELECT $1, $2, $3, $4, $5
     WHERE $4::bigint <= (extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${CLOCK_TOLERANCE_MS}
     ON CONFLICT (venue, outcome_id)
     DO UPDATE SET located = excluded.located, checked_at = excluded.checked_at, daemon = excluded.daemon
     WHERE outcomes.checked_at < excluded.checked_at`,
    [venue, outcomeId, JSON.stringify(series), checkedAt, daemon],
    signal,
  )
}
