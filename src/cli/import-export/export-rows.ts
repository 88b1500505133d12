import { PmxError } from '../../api/envelope/errors.js'
import { isVenueId, type VenueId } from '../../api/envelope/venue-ids.js'
import { parseIso } from '../../api/times/instant.js'
import { parseResolution } from '../../api/times/resolution.js'
import { parseOutcomeId } from '../../api/values/outcome-id.js'
import { isBasis } from '../../candles/maintenance/series-reader.js'
import type { SeriesIdentity } from '../../candles/store/candle-store.js'
import type { VenueCandles } from '../../candles/store/check-rows.js'
import type { RestoredRow, SeriesNote } from '../../candles/store/import-candles.js'
import { BadRow } from '../../candles/store/import-candles.js'
import { findComplementOf, findOutcomeOf } from './table-series.js'

/** The columns that identify the series of a row in files of this version. */
export const nameColumns = ['venue', 'outcome_id', 'resolution'] as const
/** The same columns in files of earlier versions, with the series name in place of the outcome. */
export const formerNameColumns = ['venue', 'series', 'resolution', 'basis'] as const

/** The columns that import reads. Others are ignored. */
export const readColumns = [
  ...new Set([...nameColumns, ...formerNameColumns]),
  'timestamp',
  'time',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'available_at',
  'provisional',
] as const

/** Finds the series of an outcome in a file. @throws BadRow */
export type SeriesFinder = (venue: VenueId, outcomeId: string, stepMs: number, line: number) => SeriesIdentity

/**
 * Creates a series finder. It uses the notes in a file, or otherwise the series with the outcome's name and the venue's price
 * basis.
 * @param candlesOf undefined for a venue without candles
 */
export function createSeriesFinder(
  notes: Iterable<SeriesNote>,
  candlesOf: (venue: VenueId) => VenueCandles | undefined,
): SeriesFinder {
  const known = new Map<string, SeriesIdentity>()
  const complements = new Set<string>()
  const keyOf = (venue: VenueId, outcomeId: string, stepMs: number): string =>
    [venue, stepMs, outcomeId].join('\n')
  for (const { identity, outcomes } of notes) {
    const { venue, stepMs } = identity
    known.set(keyOf(venue, findOutcomeOf(identity, outcomes), stepMs), identity)
    const other = findComplementOf(outcomes)
    if (other !== undefined) complements.add(keyOf(venue, other, stepMs))
  }
  return (venue, outcomeId, stepMs, line) => {
    const key = keyOf(venue, outcomeId, stepMs)
    const own = known.get(key)
    if (own !== undefined) return own
    if (complements.has(key))
      throw new BadRow(
        line,
        `${venue}:${outcomeId} is the other outcome of a stored series. Import an export that was made without --side`,
      )
    const basis = candlesOf(venue)?.basis
    if (basis === undefined) throw new BadRow(line, `${venue} has no candles in this version`)
    return { venue, seriesKey: outcomeId, stepMs, basis }
  }
}

/** Values that apply to all rows of a file but are not in its columns, such as those in the path of a partition. */
export type PathValues = Readonly<Partial<Record<'venue' | 'resolution', string>>>

/** Returns the values in a path such as `venue=kalshi/resolution=1h/date=2026-11-20/candles.parquet`. */
export function readPathValues(path: string): PathValues {
  const found = [...path.matchAll(/(?:^|[/\\])(venue|resolution)=([^/\\]+)(?=[/\\])/g)]
  return Object.fromEntries(found.map(([, name, value]) => [name, value]))
}

/**
 * Reads a row as a candle, or returns undefined for a candle that was provisional or open when the file was written. Throws
 * BadRow with the line for an invalid row.
 */
export type RowReader = (value: unknown, line: number) => RestoredRow | undefined

/**
 * Creates a reader of consecutive rows. The next row nearly always belongs to the same series, which is then the same
 * object.
 * @param isChecked the same rows were validated before, so that they are not checked again
 */
export function createRowReader(
  findSeries: SeriesFinder,
  isChecked = false,
  path: PathValues = {},
): RowReader {
  const identities = new Map<string, SeriesIdentity>()
  let last: { readonly row: FileRow; readonly identity: SeriesIdentity } | undefined
  const identify = (row: FileRow, line: number): SeriesIdentity => {
    if (last !== undefined && isOfSame(last.row, row)) return last.identity
    const key = [row.venue, row.resolution, row.basis, row.series, row.outcome_id].join('\n')
    const identity = identities.get(key) ?? identityOf({ ...path, ...defined(row) }, findSeries, line)
    identities.set(key, identity)
    last = { row, identity }
    return identity
  }
  return (value, line) => {
    const row = isChecked ? (value as FileRow) : rowOf(value, line)
    if (isMarked(row.provisional, line) || row.available_at === null) return undefined
    const { time, open, high, low, close, volume } = row
    const timestamp = typeof row.timestamp === 'number' ? row.timestamp : timeIn(row.timestamp, line)
    const identity = identify(row, line)
    if (!isChecked && time !== undefined && Number.isInteger(timestamp) && Date.parse(time) !== timestamp)
      throw new BadRow(line, `time ${time} and timestamp ${timestamp} differ`)
    const bar =
      volume === undefined || volume === null
        ? { timestamp, open, high, low, close }
        : { timestamp, open, high, low, close, volume }
    return { identity, bar, line }
  }
}

/** A row of a file. Times are epoch ms or ISO 8601. */
interface FileRow {
  readonly venue?: string
  readonly outcome_id?: string
  readonly series?: string
  readonly resolution?: string
  readonly basis?: string
  readonly timestamp: number | string
  readonly time?: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume?: number | null
  /** Null for a candle that was open. Undefined in files without the column. */
  readonly available_at?: unknown
  readonly provisional?: unknown
}

/**
 * Whether a flag is set. Other programs write it as `True`, `t`, `1` or `1.0`.
 * @throws BadRow for a word that is not a flag, because a provisional candle must not become final
 */
function isMarked(flag: unknown, line: number): boolean {
  if (flag === undefined || flag === null || typeof flag === 'boolean') return flag === true
  const word = String(flag).trim().toLowerCase()
  if (/^(true|t|yes|y)$/.test(word) || (word !== '' && Number(word) === 1)) return true
  if (/^(false|f|no|n|nan|)$/.test(word) || Number(word) === 0) return false
  throw new BadRow(line, `provisional: '${word}' must be true or false`)
}

function timeIn(text: string, line: number): number {
  const time = parseIso(text)
  if (time === undefined) throw new BadRow(line, `timestamp: '${text}' is not a time`)
  return time
}

function isOfSame(a: FileRow, b: FileRow): boolean {
  return (
    a.outcome_id === b.outcome_id &&
    a.series === b.series &&
    a.venue === b.venue &&
    a.resolution === b.resolution &&
    a.basis === b.basis
  )
}

function defined(row: FileRow): FileRow {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== undefined),
  ) as unknown as FileRow
}

const prices = ['open', 'high', 'low', 'close'] as const
const texts = ['venue', 'outcome_id', 'series', 'resolution', 'basis', 'time'] as const

/** Checks the members of a row. Millions of rows are checked here, so the error message is built separately. */
function rowOf(value: unknown, line: number): FileRow {
  const row = value as FileRow
  const isRow =
    typeof value === 'object' &&
    value !== null &&
    (typeof row.timestamp === 'string' || Number.isFinite(row.timestamp)) &&
    texts.every((name) => row[name] === undefined || typeof row[name] === 'string') &&
    prices.every((name) => Number.isFinite(row[name])) &&
    (row.volume === undefined || row.volume === null || Number.isFinite(row.volume))
  if (isRow) return row
  throw new BadRow(line, problemOf(value))
}

function problemOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return 'the row is not an object'
  const row = value as Readonly<Record<string, unknown>>
  const shown = (name: string): string =>
    row[name] === undefined ? `${name} is missing` : `${name} is ${JSON.stringify(row[name])}`
  const text = texts.find((name) => row[name] !== undefined && typeof row[name] !== 'string')
  if (text !== undefined) return `${shown(text)}, which is not text`
  const time = row['timestamp']
  if (typeof time !== 'string' && !Number.isFinite(time)) return `${shown('timestamp')}, which is not a time`
  const price = [...prices, 'volume'].find((name) => !Number.isFinite(row[name]))
  return price === undefined ? 'the row has an unexpected format' : `${shown(price)}, which is not a number`
}

function identityOf(row: FileRow, findSeries: SeriesFinder, line: number): SeriesIdentity {
  const { series, basis, resolution } = row
  const missing = ['venue', 'resolution'].find(
    (name) => (row as unknown as Record<string, unknown>)[name] === undefined,
  )
  const named = row.outcome_id === undefined ? undefined : parseOutcomeId(row.outcome_id)
  const venue = row.venue ?? named?.venue
  if (venue === undefined || resolution === undefined)
    throw new BadRow(line, `${missing ?? 'venue'} is missing`)
  if (!isVenueId(venue)) throw new BadRow(line, `'${venue}' is not a venue`)
  const stepMs = stepOf(resolution, line)
  if (row.outcome_id !== undefined) {
    if (named !== undefined && named.venue !== venue)
      throw new BadRow(line, `outcome_id ${row.outcome_id} does not belong to ${venue}`)
    if (row.outcome_id === '') throw new BadRow(line, 'outcome_id is empty')
    return findSeries(venue, named?.id ?? row.outcome_id, stepMs, line)
  }
  if (series === undefined || series === '') throw new BadRow(line, 'outcome_id is missing')
  if (!isBasis(basis)) throw new BadRow(line, `'${basis}' is not a price basis`)
  return { venue, seriesKey: series, stepMs, basis }
}

function stepOf(resolution: string, line: number): number {
  try {
    return parseResolution(resolution)
  } catch (error) {
    throw new BadRow(line, error instanceof PmxError ? error.message : String(error))
  }
}
