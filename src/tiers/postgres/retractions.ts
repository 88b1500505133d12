import { alignDown } from '../../api/times/resolution.js'
import { joinSpans, MINUTE_MS, type Span } from '../../api/times/span.js'
import type {
  Retraction,
  RetractionPage,
  RetractionReason,
  SharedPart,
  SharedSeries,
  WriteResult,
} from '../../candles/shared/candle-tier.js'
import { findReplaced } from '../../candles/shared/restated-parts.js'
import type { PostgresConnection, Statements } from './connection/connection.js'
import { forgetLists } from './coordination/lists.js'
import { addPart, type Giver, type NoteDamaged } from './give.js'
import { removeSpans, toGivenReceipt } from './remove-spans.js'
import { isReplaced, RETRACTED_AT, readPlace, renderPlace } from './retraction-cursor.js'
import { isOutdated, lockSeries, readCoverage } from './series-rows.js'
import { toSeries } from './shared-rows.js'

/** The instance and the daemon that withdraws. */
export interface Withdrawer extends Giver {
  readonly instance: string
}

/**
 * Withdraws a span within a transaction, or adds what replaces it where that became known later.
 * @param noteDamaged as for `addPart`
 * @param cursor the retractions that the store of the replacement has applied; absent: not compared
 */
export async function writeRetraction(
  statements: Statements,
  { series, reason, from, to }: Retraction,
  replacement: SharedPart | undefined,
  withdrawer: Withdrawer,
  noteDamaged: NoteDamaged,
  cursor?: string,
): Promise<WriteResult> {
  const { id } = await lockSeries(statements, series)
  const { instance } = withdrawer
  if (cursor !== undefined && (await isOutdated(statements, id, { from, to }, { cursor, instance })))
    return 'outdated'
  const known = replacement === undefined ? [] : await readOwnRecords(statements, id, { from, to })
  const spans = replacement === undefined ? [{ from, to }] : findReplaced(replacement, series.stepMs, known)
  await removeSpans(statements, id, series.stepMs, spans)
  if (replacement !== undefined) await addPart(statements, series, replacement, withdrawer, noteDamaged)
  await noteRetractions(statements, id, spans, reason, withdrawer)
  return 'written'
}

/** Returns each daemon's coverage and receipts: not those of another daemon that came later with the same candles. */
async function readOwnRecords(
  statements: Statements,
  id: number,
  span: Span,
): Promise<Pick<SharedPart, 'coverage' | 'receipts'>[]> {
  const all = await readCoverage(statements, id, span)
  const found = await statements.rows(
    `SELECT from_time, to_time, known_at, within_ms, final_at, source, daemon FROM pmx_local.receipts
     WHERE series_id = $1 AND to_time > $2 AND from_time < $3`,
    [id, span.from, span.to],
  )
  return [...new Set(all.map(({ daemon }) => daemon))].map((daemon) => ({
    coverage: all.filter((entry) => entry.daemon === daemon),
    receipts: found.filter((row) => row.at(-1) === daemon).map(toGivenReceipt),
  }))
}

/**
 * Adds retractions. Their numbers come from one row, which stays locked until the end of the transaction: no transaction with a
 * lower number can commit later, so that no reader skips one.
 */
async function noteRetractions(
  { rows }: Statements,
  id: number,
  spans: readonly Span[],
  reason: RetractionReason,
  { instance, daemon }: Withdrawer,
): Promise<void> {
  if (spans.length === 0) return
  const [[last] = []] = await rows(
    'UPDATE pmx_local.meta SET retracted = retracted + $1 RETURNING retracted',
    [spans.length],
  )
  const first = Number(last) - spans.length + 1
  await rows(
    `INSERT INTO pmx_local.retractions (id, series_id, from_time, to_time, reason, origin, daemon)
     SELECT id, $2, from_time, to_time, $5, $6, $7
     FROM unnest($1::bigint[], $3::bigint[], $4::bigint[]) AS n (id, from_time, to_time)`,
    [
      ...[spans.map((_span, at) => first + at), id, spans.map(({ from }) => from), spans.map(({ to }) => to)],
      ...[reason, instance, daemon],
    ],
  )
}

/** Maximum number of retractions per page. */
const PAGE = 500

/**
 * Returns a page of the retractions of other instances. A cursor of another database, or of the same one before it was restored,
 * begins with the first retraction.
 */
export async function readRetractions(
  { rows }: Pick<PostgresConnection, 'rows'>,
  after: string | undefined,
  instance: string,
  signal: AbortSignal,
): Promise<RetractionPage> {
  if (after === undefined) {
    const [[id, retracted, at] = []] = await rows(
      `SELECT database_id::text, retracted, (SELECT ${RETRACTED_AT} FROM pmx_local.retractions r WHERE r.id = retracted)
       FROM pmx_local.meta`,
      [],
      signal,
    )
    return { retractions: [], cursor: renderPlace(id, retracted, at) }
  }
  const place = readPlace(after)
  const found = await rows(
    `WITH m AS (SELECT database_id::text AS id, CASE
         WHEN database_id::text = $1 AND retracted >= $2 AND NOT ${isReplaced('$2', '$3')} THEN $2 ELSE 0 END AS start
       FROM pmx_local.meta)
     SELECT m.id, m.start, r.id, r.from_time, r.to_time, r.reason, r.origin::text, ${RETRACTED_AT},
       s.venue, s.series_key, s.step_ms, s.basis
     FROM m LEFT JOIN pmx_local.retractions r ON r.id > m.start LEFT JOIN pmx_local.series s ON s.id = r.series_id
     ORDER BY r.id LIMIT $4`,
    [place.database, place.number, place.at ?? null, PAGE],
    signal,
  )
  const written = found.filter(([, , id]) => id !== null)
  const [[database, start] = []] = found
  const [, , last, , , , , lastAt] = written.at(-1) ?? []
  const isUnchanged = database === place.database && Number(start) === place.number
  return {
    retractions: written.flatMap(([, , , from, to, reason, origin, at, ...names]) =>
      origin === instance
        ? []
        : [
            {
              from: Number(from),
              to: Number(to),
              reason: reason as RetractionReason,
              at: Number(at),
              series: toSeries(names),
            },
          ],
    ),
    cursor:
      last === undefined
        ? renderPlace(database, start, isUnchanged ? place.at : undefined)
        : renderPlace(database, last, lastAt),
  }
}

/** What {@link forgetDaemon} deleted. */
export interface RemovedData {
  readonly series: number
  readonly candles: number
  readonly outcomes: number
  readonly lists: number
}

/**
 * Withdraws everything that one daemon uploaded, some entries of one series at a time, so that others do not wait long. May be
 * repeated after an interruption.
 */
export async function forgetDaemon(
  connection: PostgresConnection,
  daemon: string,
  withdrawer: Withdrawer,
  signal: AbortSignal,
): Promise<RemovedData> {
  const all = await connection.rows(
    `SELECT venue, series_key, step_ms, basis FROM pmx_local.series WHERE id IN (
       SELECT series_id FROM pmx_local.coverage WHERE daemon = $1
       UNION SELECT series_id FROM pmx_local.provisional WHERE daemon = $1
       UNION SELECT series_id FROM pmx_local.receipts WHERE daemon = $1) ORDER BY id`,
    [daemon],
    signal,
  )
  let candles = 0
  for (const names of all) {
    const forget = (statements: Statements) => forgetSome(statements, toSeries(names), daemon, withdrawer)
    for (;;) {
      const removed = await connection.transact(forget, signal)
      if (removed === undefined) break
      candles += removed
    }
  }
  const outcomes = await connection.transact(
    (statements) => forgetOutcomes(statements, daemon, withdrawer),
    signal,
  )
  const lists = await forgetLists(connection, daemon, signal)
  return { series: all.length, candles, outcomes, lists }
}

/**
 * Withdraws where a daemon located outcomes. A retraction of any series of a venue makes the others drop what they were told about
 * its outcomes: it is the running interval, of which nothing is final.
 */
async function forgetOutcomes(
  statements: Statements,
  daemon: string,
  withdrawer: Withdrawer,
): Promise<number> {
  const gone = await statements.rows(
    `DELETE FROM pmx_local.outcomes WHERE daemon = $1 RETURNING venue, located::json ->> 'seriesKey'`,
    [daemon],
  )
  for (const [venue, seriesKey] of new Map(gone.map(([name, key]) => [String(name), String(key)]))) {
    const series = toSeries([venue, seriesKey, MINUTE_MS, 'trade'])
    const { id, now } = await lockSeries(statements, series)
    const from = alignDown(now, MINUTE_MS)
    await noteRetractions(statements, id, [{ from, to: from + MINUTE_MS }], 'forgotten', withdrawer)
  }
  return gone.length
}

/** Entries that are withdrawn in one transaction. Other daemons wait for it when they upload to the series. */
const FORGOTTEN_AT_ONCE = 200

/** Withdraws some of a daemon's entries of a series. @returns undefined when none are left */
async function forgetSome(
  statements: Statements,
  series: SharedSeries,
  daemon: string,
  withdrawer: Withdrawer,
): Promise<number | undefined> {
  const { id } = await lockSeries(statements, series)
  // Before the spans are cut out of receipts, one by one.
  await statements.rows('DELETE FROM pmx_local.receipts WHERE series_id = $1 AND daemon = $2', [id, daemon])
  const found = await statements.rows(
    `SELECT true, from_time, to_time FROM pmx_local.coverage WHERE series_id = $1 AND daemon = $2
     UNION ALL SELECT false, from_time, to_time FROM pmx_local.provisional WHERE series_id = $1 AND daemon = $2
     ORDER BY from_time LIMIT $3`,
    [id, daemon, FORGOTTEN_AT_ONCE],
  )
  if (found.length === 0) return undefined
  const spansOf = (isCoverage: boolean): Span[] =>
    found.flatMap(([is, from, to]) => (is === isCoverage ? [{ from: Number(from), to: Number(to) }] : []))
  const [covered, provisional] = [spansOf(true), spansOf(false)]
  await statements.rows(
    'DELETE FROM pmx_local.provisional WHERE series_id = $1 AND daemon = $2 AND from_time = ANY ($3::bigint[])',
    [id, daemon, provisional.map(({ from }) => from)],
  )
  const candles = await removeSpans(statements, id, series.stepMs, joinSpans(covered))
  await noteRetractions(statements, id, joinSpans([...covered, ...provisional]), 'forgotten', withdrawer)
  return candles
}
