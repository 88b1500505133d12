import { alignDown, alignUp } from '../api/grid.js'
import type { Span } from '../api/span.js'
import type { VenueId } from '../api/venue-ids.js'
import type { Database } from '../storage/driver.js'
import { holdSamples, locatedSeries, storedSeries } from './archive.js'
import type { AddressOf } from './sqlite-store.js'

/** What went: all steps of an outcome's series that touch the span, at the steps' own borders. */
interface Forgotten {
  readonly series: number
  readonly candles: number
  /** Ledger entries that lost a part. */
  readonly entries: number
  /** The series are of our own samples: what goes of them is gone for good. */
  readonly samples?: true
}

/**
 * Takes a span of an outcome out of the ledger, with its candles, in one transaction: it is unknown again, and is
 * fetched when asked.
 * @param outcomeId the outcome, or the native name of its series
 * @param span epoch ms; a step that it touches goes as a whole
 * @param dryRun only counts
 */
export function forgetSpan(
  database: Database,
  {
    venue,
    outcomeId,
    addressOf,
  }: { readonly venue: VenueId; readonly outcomeId: string; readonly addressOf: AddressOf },
  span: Span,
  dryRun = false,
): Forgotten {
  const seriesKey = locatedSeries(database, venue, outcomeId, addressOf)?.seriesKey ?? outcomeId
  const cuts = storedSeries(database, { venue, seriesKey, addressOf })
    .map(({ id, stepMs }) => ({ id, from: alignDown(span.from, stepMs), to: alignUp(span.to, stepMs) }))
    .map((cut) => ({ ...cut, ...touched(database, cut) }))
    .filter(({ candles, entries }) => candles > 0 || entries > 0)
  const ids = cuts.map(({ id }) => id)
  const samples = holdSamples(database, ids) ? ({ samples: true } as const) : {}
  if (!dryRun) {
    database.transaction(() => {
      for (const cut of cuts) forget(database, cut)
    })
  }
  return {
    series: cuts.length,
    candles: cuts.reduce((sum, { candles }) => sum + candles, 0),
    entries: cuts.reduce((sum, { entries }) => sum + entries, 0),
    ...samples,
  }
}

interface Cut extends Span {
  /** Of the series. */
  readonly id: number
}

function touched(database: Database, { id, from, to }: Cut) {
  const count = (sql: string, values: readonly number[]): number =>
    Number(database.prepare(sql).rows(...values)[0]?.[0] ?? 0)
  return {
    candles: count('SELECT count(*) FROM candles WHERE series_id = ? AND open_time >= ? AND open_time < ?', [
      id,
      from,
      to,
    ]),
    entries: count('SELECT count(*) FROM coverage WHERE series_id = ? AND from_time < ? AND to_time > ?', [
      id,
      to,
      from,
    ]),
  }
}

function forget(database: Database, { id, from, to }: Cut): void {
  const run = (sql: string, values: readonly number[]): void => void database.prepare(sql).run([...values])
  run('DELETE FROM candles WHERE series_id = ? AND open_time >= ? AND open_time < ?', [id, from, to])
  run('DELETE FROM coverage WHERE series_id = ? AND from_time >= ? AND to_time <= ?', [id, from, to])
  // An entry that reaches over the end keeps its newer part, one that reaches over the beginning its older one.
  run(
    `INSERT INTO coverage (series_id, from_time, to_time, kind, route, fetched_at)
     SELECT series_id, ?, to_time, kind, route, fetched_at FROM coverage
     WHERE series_id = ? AND from_time < ? AND to_time > ?`,
    [to, id, to, to],
  )
  run('UPDATE coverage SET to_time = ? WHERE series_id = ? AND from_time < ? AND to_time > ?', [
    from,
    id,
    from,
    from,
  ])
  run('DELETE FROM coverage WHERE series_id = ? AND from_time >= ? AND from_time < ?', [id, from, to])
}
