import * as z from 'zod'
import { isBasis } from '../../candles/archive.js'
import type { RestoredRow } from '../../candles/restore.js'
import { BadRow } from '../../candles/restore.js'
import type { SeriesIdentity } from '../../candles/store.js'
import { PmxError } from '../../contract/errors.js'
import { toIso } from '../../contract/instant.js'
import type { PriceCandle } from '../../contract/models.js'
import { resolutionMs, resolutionName } from '../../contract/resolution.js'
import { isVenueId } from '../../contract/venue-ids.js'

/** Columns of an export, in their order. `timestamp` is the opening in epoch ms, `time` the same as ISO 8601 UTC. */
export const archiveColumns = [
  'venue',
  'series',
  'resolution',
  'basis',
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

/** A candle with the name of its series; the volume is absent where it is unknown. */
export type ArchiveRow = z.output<typeof rowShape>

/** The row of a stored candle. */
export function toArchiveRow(
  { venue, seriesKey, stepMs, basis }: SeriesIdentity,
  bar: PriceCandle,
): ArchiveRow {
  const { timestamp, ...prices } = bar
  const named = { venue, series: seriesKey, resolution: resolutionName(stepMs), basis }
  return { ...named, timestamp, time: toIso(timestamp), ...prices }
}

/**
 * The candle a row tells of.
 * @throws BadRow naming the line for what is no such row
 */
export function fromArchiveRow(value: unknown, line: number): RestoredRow {
  const parsed = rowShape.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new BadRow(line, `${issue?.path.join('.') || 'the row'}: ${issue?.message ?? 'is not as expected'}`)
  }
  const { venue, series, resolution, basis, time, ...bar } = parsed.data
  if (!isVenueId(venue)) throw new BadRow(line, `'${venue}' is no venue`)
  if (!isBasis(basis)) throw new BadRow(line, `'${basis}' is no price basis`)
  if (time !== undefined && Number.isInteger(bar.timestamp) && Date.parse(time) !== bar.timestamp)
    throw new BadRow(line, `time ${time} and timestamp ${bar.timestamp} are not the same`)
  return { identity: { venue, seriesKey: series, stepMs: stepOf(resolution, line), basis }, bar, line }
}

function stepOf(resolution: string, line: number): number {
  try {
    return resolutionMs(resolution)
  } catch (error) {
    throw new BadRow(line, error instanceof PmxError ? error.message : String(error))
  }
}
