import * as z from 'zod'
import { resolutionMs, resolutionName } from '../../api/resolution.js'
import { isVenueId } from '../../api/venue-ids.js'
import { isBasis } from '../../candles/archive.js'
import { BadRow, type SeriesNote } from '../../candles/restore.js'
import type { CoverageKind, SeriesIdentity } from '../../candles/store.js'

/** How an export tells what was known of a series beside its candles: JSON, in the place its format has for it. */

const kinds = [
  'data',
  'proven_empty',
  'before_listing',
  'after_close',
  'beyond_retention',
] as const satisfies readonly CoverageKind[]

const time = z.number().int().nonnegative()

/** What venues have stored about a series; who asks them again checks it (`CandleSource.facts`). */
const factsShape = z.record(z.string(), z.json())

const noteShape = z.object({
  about: z.object({ venue: z.string(), series: z.string(), resolution: z.string(), basis: z.string() }),
  /** From, to (epoch ms, half-open), kind, route, fetched at. */
  coverage: z.array(z.tuple([time, time, z.enum(kinds), z.string(), time])),
  outcomes: z.array(
    z.object({
      series: z.object({
        outcomeId: z.string(),
        seriesKey: z.string(),
        mirrored: z.boolean(),
        listedAt: z.number().exactOptional(),
        closedAt: z.number().exactOptional(),
        facts: factsShape,
      }),
      checkedAt: time,
    }),
  ),
})

/** The JSON value of a note. */
export function toNoteJson({ identity, coverage, outcomes }: SeriesNote): z.input<typeof noteShape> {
  const { venue, seriesKey, stepMs, basis } = identity
  return {
    about: { venue, series: seriesKey, resolution: resolutionName(stepMs), basis },
    coverage: coverage.map(({ from, to, kind, route, fetchedAt }) => [from, to, kind, route, fetchedAt]),
    outcomes: outcomes.map(({ series, checkedAt }) => ({
      series: { ...series, facts: factsShape.parse(series.facts) },
      checkedAt,
    })),
  }
}

/** Whether a JSON value of a file is a note rather than a candle. */
export function isNoteJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'about' in value
}

/**
 * The note a JSON value tells.
 * @throws BadRow naming the line for what is no such note
 */
export function fromNoteJson(value: unknown, line: number): SeriesNote {
  const parsed = noteShape.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new BadRow(
      line,
      `coverage: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not as expected'}`,
    )
  }
  const { about, coverage, outcomes } = parsed.data
  const { venue, series, resolution, basis } = about
  if (!isVenueId(venue) || !isBasis(basis))
    throw new BadRow(line, `coverage: '${venue}' or '${basis}' is unknown`)
  const identity: SeriesIdentity = { venue, seriesKey: series, stepMs: resolutionMs(resolution), basis }
  let last = 0
  const entries = coverage.map(([from, to, kind, route, fetchedAt]) => {
    if (from < last || to <= from || from % identity.stepMs !== 0 || to % identity.stepMs !== 0)
      throw new BadRow(line, `coverage: the span from ${from} to ${to} is out of order or off the grid`)
    last = to
    return { from, to, kind, route, fetchedAt }
  })
  return { identity, coverage: entries, outcomes }
}
