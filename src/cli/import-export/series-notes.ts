import * as z from 'zod'
import { isVenueId } from '../../api/envelope/venue-ids.js'
import { parseResolution, renderResolution } from '../../api/times/resolution.js'
import { isBasis } from '../../candles/maintenance/series-reader.js'
import { lifecycleFacts } from '../../candles/series/lifecycle-facts.js'
import {
  factsShape,
  seriesShape,
  toFact,
  toProvisional,
  toReceipt,
  toRestated,
} from '../../candles/store/candle-row.js'
import type { CoverageKind, SeriesIdentity } from '../../candles/store/candle-store.js'
import { BadRow, type SeriesNote } from '../../candles/store/import-candles.js'

/**
 * The schema of notes: the coverage and other data about a series in an export. Notes are JSON, and each format has its own place
 * for them.
 */

const kinds = [
  'data',
  'proven_empty',
  'before_listing',
  'after_close',
  'beyond_retention',
] as const satisfies readonly CoverageKind[]

const time = z.number().int().nonnegative()
const maybeTime = time.nullable()
const maybe = z.number().nullable()

const noteShape = z.object({
  about: z.object({
    venue: z.string(),
    series: z.string(),
    resolution: z.string(),
    basis: z.string(),
    /** The origin of the candles. Absent if it is the venue's own address. */
    origin: z.string().exactOptional(),
  }),
  /** From, to (epoch ms, half-open), kind, route, fetched at. */
  coverage: z.array(z.tuple([time, time, z.enum(kinds), z.string(), time])),
  /**
   * From, to, route, requested at, next request at, requests. Absent from files of older versions, as are the following members.
   */
  provisional: z.array(z.tuple([time, time, z.string(), time, time, time])).default([]),
  /** From, to, known at, within ms, final at, source. */
  receipts: z.array(z.tuple([time, time, time, maybeTime, maybeTime, z.string()])).default([]),
  /** Open time, former open, high, low, close, volume, known at, until, source; no prices where there was no candle. */
  restated: z
    .array(z.tuple([time, maybe, maybe, maybe, maybe, maybe, maybeTime, time, z.string()]))
    .default([]),
  outcomes: z.array(
    z.object({
      series: seriesShape,
      checkedAt: time,
      /** Fact, at, known at, value, source. */
      lifecycle: z.array(z.tuple([z.enum(lifecycleFacts), maybe, time, maybe, z.string()])).default([]),
    }),
  ),
})

/** Converts a note into its JSON value. */
export function toNoteJson(note: SeriesNote): z.input<typeof noteShape> {
  const { identity, origin, coverage, provisional, receipts, restated, outcomes } = note
  const { venue, seriesKey, stepMs, basis } = identity
  return {
    about: {
      venue,
      series: seriesKey,
      resolution: renderResolution(stepMs),
      basis,
      ...(origin === undefined || origin === '' ? {} : { origin }),
    },
    coverage: coverage.map(({ from, to, kind, route, fetchedAt }) => [from, to, kind, route, fetchedAt]),
    provisional: provisional.map(({ from, to, route, requestedAt, lookAgainAt, looks }) => [
      from,
      to,
      route,
      requestedAt,
      lookAgainAt,
      looks,
    ]),
    receipts: receipts.map(({ from, to, knownAt, withinMs = null, finalAt = null, source }) => [
      from,
      to,
      knownAt,
      withinMs,
      finalAt,
      source,
    ]),
    restated: restated.map(({ openTime, former, knownAt = null, until, source }) => [
      openTime,
      former?.open ?? null,
      former?.high ?? null,
      former?.low ?? null,
      former?.close ?? null,
      former?.volume ?? null,
      knownAt,
      until,
      source,
    ]),
    outcomes: outcomes.map(({ series, checkedAt, lifecycle }) => ({
      series: { ...series, facts: factsShape.parse(series.facts) },
      checkedAt,
      lifecycle: lifecycle.map(({ fact, at = null, knownAt, value = null, source }) => [
        fact,
        at,
        knownAt,
        value,
        source,
      ]),
    })),
  }
}

/** Whether a JSON value in a file is a note rather than a candle. */
export function isNoteJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'about' in value
}

/**
 * Parses a note from a JSON value.
 * @throws BadRow with the line of an invalid note
 */
export function fromNoteJson(value: unknown, line: number): SeriesNote {
  const parsed = noteShape.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new BadRow(
      line,
      `coverage: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'has an unexpected format'}`,
    )
  }
  const { about, coverage } = parsed.data
  const { venue, series, resolution, basis, origin } = about
  if (!isVenueId(venue) || !isBasis(basis))
    throw new BadRow(line, `coverage: '${venue}' or '${basis}' is unknown`)
  const identity: SeriesIdentity = { venue, seriesKey: series, stepMs: parseResolution(resolution), basis }
  let last = 0
  const entries = coverage.map(([from, to, kind, route, fetchedAt]) => {
    if (from < last || to <= from || from % identity.stepMs !== 0 || to % identity.stepMs !== 0)
      throw new BadRow(
        line,
        `coverage: the span from ${from} to ${to} is out of order, or not a multiple of the resolution`,
      )
    last = to
    return { from, to, kind, route, fetchedAt }
  })
  return {
    identity,
    ...(origin === undefined ? {} : { origin }),
    coverage: entries,
    ...recordsOf(parsed.data, identity.stepMs, line),
  }
}

/** Returns the records of a note except its coverage. @throws BadRow for a span that is not aligned to the interval */
function recordsOf(
  { provisional, receipts, restated, outcomes }: z.output<typeof noteShape>,
  stepMs: number,
  line: number,
): Pick<SeriesNote, 'provisional' | 'receipts' | 'restated' | 'outcomes'> {
  for (const [from, to] of [...provisional, ...receipts]) {
    if (to <= from || from % stepMs !== 0 || to % stepMs !== 0)
      throw new BadRow(
        line,
        `coverage: the span from ${from} to ${to} is empty, or not a multiple of the resolution`,
      )
  }
  return {
    // As rows of the database, so that absent values are represented in the same way.
    provisional: provisional.map(toProvisional),
    receipts: receipts.map(toReceipt),
    restated: restated.map(toRestated),
    outcomes: outcomes.map((known) => ({ ...known, lifecycle: known.lifecycle.map(toFact) })),
  }
}
