import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import { isVenueId } from '../../api/envelope/venue-ids.js'
import type { PriceCandle } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import { parseResolution, renderResolution } from '../../api/times/resolution.js'
import { isBasis } from '../../candles/maintenance/series-reader.js'
import type { SeriesIdentity } from '../../candles/store/candle-store.js'
import type { RestoredRow } from '../../candles/store/import-candles.js'
import { BadRow } from '../../candles/store/import-candles.js'

/** Columns that identify the series of a row. */
export const identityColumns = ['venue', 'series', 'resolution', 'basis'] as const

/** Columns of an export, in order. `timestamp` is the opening in epoch ms, `time` the same as ISO 8601 UTC. */
export const archiveColumns = [
  ...identityColumns,
  'timestamp',
  'time',
  'open',
  'high',
  'low',
  'close',
  'volume',
] as const

const rowShape = z.object({
  venue: z.string(),
  series: z.string().min(1),
  resolution: z.string(),
  basis: z.string(),
  timestamp: z.number(),
  time: z.string().exactOptional(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number().exactOptional(),
})

/** A candle with the identity of its series; the volume is absent where it is unknown. */
export type ArchiveRow = z.output<typeof rowShape>

/** Converts a stored candle into a row. */
export function toArchiveRow(
  { venue, seriesKey, stepMs, basis }: SeriesIdentity,
  bar: PriceCandle,
): ArchiveRow {
  const { timestamp, open, high, low, close, volume } = bar
  const [resolution, time] = [renderResolution(stepMs), toIso(timestamp)]
  const row = { venue, series: seriesKey, resolution, basis, timestamp, time, open, high, low, close }
  return volume === undefined ? row : { ...row, volume }
}

/** Reads a row as a candle; throws BadRow with the line for an invalid row. */
export type RowReader = (value: unknown, line: number) => RestoredRow

/**
 * Creates a reader of consecutive rows. The next row is nearly always of the same series, which is then the same object.
 * @param isChecked the same rows were validated before, so that they are not checked again
 */
export function createRowReader(isChecked = false): RowReader {
  const identities = new Map<string, SeriesIdentity>()
  let last: { readonly row: ArchiveRow; readonly identity: SeriesIdentity } | undefined
  const identify = (row: ArchiveRow, line: number): SeriesIdentity => {
    if (last !== undefined && isOfSame(last.row, row)) return last.identity
    const key = [row.venue, row.resolution, row.basis, row.series].join('\n')
    const identity = identities.get(key) ?? identityOf(row, line)
    identities.set(key, identity)
    last = { row, identity }
    return identity
  }
  return (value, line) => {
    const row = isChecked ? (value as ArchiveRow) : rowOf(value, line)
    const { timestamp, time, open, high, low, close, volume } = row
    const identity = identify(row, line)
    if (!isChecked && time !== undefined && Number.isInteger(timestamp) && Date.parse(time) !== timestamp)
      throw new BadRow(line, `time ${time} and timestamp ${timestamp} are not the same`)
    const bar =
      volume === undefined
        ? { timestamp, open, high, low, close }
        : { timestamp, open, high, low, close, volume }
    return { identity, bar, line }
  }
}

function isOfSame(a: ArchiveRow, b: ArchiveRow): boolean {
  return a.series === b.series && a.venue === b.venue && a.resolution === b.resolution && a.basis === b.basis
}

const numbers = ['timestamp', 'open', 'high', 'low', 'close'] as const

/** Checks the members of a row. Millions of rows pass here, so the error message is built separately. */
function rowOf(value: unknown, line: number): ArchiveRow {
  const row = value as ArchiveRow
  const isRow =
    typeof value === 'object' &&
    value !== null &&
    identityColumns.every((name) => typeof row[name] === 'string') &&
    numbers.every((name) => Number.isFinite(row[name])) &&
    row.series !== '' &&
    (row.time === undefined || typeof row.time === 'string') &&
    (row.volume === undefined || Number.isFinite(row.volume))
  if (isRow) return row
  const parsed = rowShape.safeParse(value)
  const issue = parsed.success ? undefined : parsed.error.issues[0]
  throw new BadRow(line, `${issue?.path.join('.') || 'the row'}: ${issue?.message ?? 'is not as expected'}`)
}

function identityOf({ venue, series, resolution, basis }: ArchiveRow, line: number): SeriesIdentity {
  if (!isVenueId(venue)) throw new BadRow(line, `'${venue}' is no venue`)
  if (!isBasis(basis)) throw new BadRow(line, `'${basis}' is no price basis`)
  return { venue, seriesKey: series, stepMs: stepOf(resolution, line), basis }
}

function stepOf(resolution: string, line: number): number {
  try {
    return parseResolution(resolution)
  } catch (error) {
    throw new BadRow(line, error instanceof PmxError ? error.message : String(error))
  }
}
