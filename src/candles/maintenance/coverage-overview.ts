import { isVenueId, type VenueId } from '../../api/envelope/venue-ids.js'
import { renderResolution } from '../../api/times/resolution.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { Database, SqlValue } from '../../storage/driver.js'
import type { AddressOf } from '../database/sqlite-store.js'
import type { CoverageKind } from '../store/candle-store.js'
import { locateSeries } from './series-reader.js'

/** An overview of the stored data, in pieces small enough to be read between requests. Read access is enough. */

/** A span of open times with coverage: from, to (exclusive), and kind. Epoch ms. */
type KnownSpan = readonly [from: number, to: number, kind: CoverageKind]

interface SeriesOverview {
  readonly venue: VenueId
  /** Name as in exports. */
  readonly series: string
  readonly resolution: string
  readonly basis: string
  /** Address of the venue, unless it is the venue's own. */
  readonly address?: string
  readonly candles: number
  /** Open times of its first and last candle, epoch ms. */
  readonly first?: number
  readonly last?: number
  /** Time of the last fetch, epoch ms. */
  readonly fetchedAt?: number
  /** Ascending. If there are many, only the newest ones. */
  readonly spans: readonly KnownSpan[]
}

interface StoredOverview {
  /** Number of series of each venue. */
  readonly venues: Partial<Readonly<Record<VenueId, number>>>
  readonly series: readonly SeriesOverview[]
  /** Whether there are more after these. */
  readonly more: boolean
}

/** Number of series per page. */
const PAGE = 20
/** Maximum number of spans per series. More could not be distinguished on a bar. */
const MAX_SPANS = 300

/**
 * Returns a page of the stored series, with the most recently created series first.
 * @param turn awaited after each series, so that other work gets a turn
 */
export async function readOverview(
  database: Database,
  query: { readonly venue: VenueId | undefined; readonly offset: number },
  turn: EventLoopYield,
): Promise<StoredOverview> {
  const counts = database
    .prepare('SELECT venue, count(*) FROM series WHERE made_from_ms = 0 GROUP BY venue')
    .rows()
    .flatMap(([venue, count]) => (isVenueId(String(venue)) ? [[String(venue), Number(count)]] : []))
  const rows = database
    .prepare(
      `SELECT id, venue, outcome, step_ms, basis, address FROM series
       WHERE made_from_ms = 0 AND venue = ifnull(?, venue) ORDER BY id DESC LIMIT ? OFFSET ?`,
    )
    .rows(query.venue ?? null, PAGE + 1, query.offset)
  const series: SeriesOverview[] = []
  for (const row of rows.slice(0, PAGE)) {
    const one = overviewOf(database, row)
    if (one !== undefined) series.push(one)
    await turn()
  }
  return { venues: Object.fromEntries(counts), series, more: rows.length > PAGE }
}

function overviewOf(database: Database, row: readonly SqlValue[]): SeriesOverview | undefined {
  const [id = 0, venue, series, stepMs, basis, address] = row
  const name = String(venue)
  if (!isVenueId(name)) return undefined
  const [counted] = database
    .prepare(
      `SELECT sum(n), min(first), max(last) FROM (
         SELECT count(*) AS n, min(open_time) AS first, max(open_time) AS last FROM loose_candles WHERE series_id = ?
         UNION ALL
         SELECT sum(count), min(from_time), max(last_time) FROM sealed_chunks WHERE series_id = ?)`,
    )
    .rows(id, id)
  const [candles, first, last] = counted ?? []
  const [asked] = database.prepare('SELECT max(fetched_at) FROM coverage WHERE series_id = ?').rows(id)
  const fetchedAt = asked?.[0]
  return {
    venue: name,
    series: String(series),
    resolution: renderResolution(Number(stepMs)),
    basis: String(basis),
    ...(address === '' ? {} : { address: String(address) }),
    candles: Number(candles ?? 0),
    ...(typeof first === 'number' ? { first } : {}),
    ...(typeof last === 'number' ? { last } : {}),
    ...(typeof fetchedAt === 'number' ? { fetchedAt } : {}),
    spans: spansOf(database, id),
  }
}

function spansOf(database: Database, seriesId: SqlValue): KnownSpan[] {
  return database
    .prepare(
      'SELECT from_time, to_time, kind FROM coverage WHERE series_id = ? ORDER BY from_time DESC LIMIT ?',
    )
    .rows(seriesId, MAX_SPANS)
    .reverse()
    .map(([from, to, kind]) => [Number(from), Number(to), String(kind) as CoverageKind])
}

/** The coverage of the native resolutions that serve an outcome's candles, finest first. */
interface OutcomeCoverage {
  readonly steps: readonly {
    readonly resolution: string
    readonly stepMs: number
    readonly spans: readonly KnownSpan[]
  }[]
}

/** Returns nothing if the outcome was never requested, or if its venue had a different address at that time. */
export function readOutcomeCoverage(
  database: Database,
  venue: VenueId,
  outcomeId: string,
  addressOf: AddressOf,
): OutcomeCoverage {
  const located = locateSeries(database, venue, outcomeId, addressOf)
  if (located === undefined) return { steps: [] }
  const rows = database
    .prepare(
      `SELECT id, step_ms FROM series
       WHERE made_from_ms = 0 AND venue = ? AND outcome = ? AND address = ? ORDER BY step_ms`,
    )
    .rows(venue, located.seriesKey, addressOf(venue))
  return {
    steps: rows.map(([id = 0, stepMs]) => ({
      resolution: renderResolution(Number(stepMs)),
      stepMs: Number(stepMs),
      spans: spansOf(database, id),
    })),
  }
}
