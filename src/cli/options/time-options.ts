import { toInstant, toIso } from '../../api/times/instant.js'
import type { Span } from '../../api/times/span.js'
import { CommandFailed, exitCodes } from '../output/output.js'

const DAY_MS = 86_400_000
const unitMs = { m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS } as const
const unitMonths = { mo: 1, y: 12 } as const

/** The forms of a time, for the help of a flag that takes a time. */
export const timeForms = 'relative (2h, 7d, 12w, 6mo, 5y), yesterday, ISO 8601 or epoch'

/** The help text for the end of a span, which is now by default. */
export const endHelp = 'End time: 2h, 7d, yesterday, ISO 8601 or epoch (default: now)'

/**
 * Parses a typed time: `7d` or `-7d` (that long ago), `now`, `today` or `yesterday` (midnight UTC), ISO 8601, or an epoch time.
 * Units are minutes, hours, days and weeks, and calendar months (`mo`) and years in UTC.
 * @returns epoch ms
 * @throws CommandFailed (usage) with the flag and its allowed forms
 */
export function readTime(text: string, flag: string, now: number): number {
  const word = text.trim().toLowerCase()
  const ago = /^-?(\d{1,6})\s*(mo|[mhdwy])$/.exec(word)
  if (ago !== null) return Math.max(0, subtract(now, Number(ago[1]), ago[2] as Unit))
  const midnight = now - (now % DAY_MS)
  if (word === 'now') return now
  if (word === 'today') return midnight
  if (word === 'yesterday') return midnight - DAY_MS
  try {
    return toInstant(text, flag)
  } catch {
    throw new CommandFailed(
      `${flag} is not a valid time: '${text}'. Use 2026-01-31, 2026-01-31T14:30Z, epoch seconds, yesterday, ` +
        'or a relative time such as 30m, 2h, 7d, 12w, 6mo or 5y.',
      exitCodes.usage,
    )
  }
}

type Unit = keyof typeof unitMs | keyof typeof unitMonths

/** Subtracts a duration from a time. If the earlier month does not have that day, its last day is used. */
function subtract(now: number, count: number, unit: Unit): number {
  if (unit !== 'mo' && unit !== 'y') return now - count * unitMs[unit]
  const at = new Date(now)
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth() - count * unitMonths[unit]
  const firstOf = (month: number): number =>
    Date.UTC(Math.floor(month / 12), month - Math.floor(month / 12) * 12)
  // Before 1970 there are no candles, and `Date.UTC` reads two-digit years as 19xx.
  if (months < 1970 * 12) return 0
  const sinceFirst = now - Date.UTC(at.getUTCFullYear(), at.getUTCMonth())
  const dayMs = sinceFirst % DAY_MS
  const days = (sinceFirst - dayMs) / DAY_MS
  const lastDay = (firstOf(months + 1) - firstOf(months)) / DAY_MS - 1
  return firstOf(months) + Math.min(days, lastDay) * DAY_MS + dayMs
}

/** Like {@link readTime}, but returns ISO 8601 for a call of the API; undefined stays undefined. */
export function parseIsoTime(text: string | undefined, flag: string, now: number): string | undefined {
  return text === undefined ? undefined : toIso(readTime(text, flag, now))
}

/** Flags that select the open times of an export. */
interface SpanFlags {
  readonly start?: string
  /** Exclusive. */
  readonly until?: string
  /** Inclusive. */
  readonly end?: string
  /** A day in UTC. */
  readonly day?: string
}

/**
 * Parses the open times of an export.
 * @throws CommandFailed (usage) for flags that exclude each other, and for an empty span, which would replace a file with nothing
 */
export function readExportSpan({ start, until, end, day }: SpanFlags, now: number): Span {
  if (day !== undefined) {
    if (start !== undefined || until !== undefined || end !== undefined)
      throw new CommandFailed(
        '--day cannot be combined with --start, --until or --end. Use --day alone.',
        exitCodes.usage,
      )
    const from = readTime(day, '--day', now)
    if (from % DAY_MS !== 0)
      throw new CommandFailed(
        `--day is not a valid date: '${day}'. Use 2026-01-31 or yesterday.`,
        exitCodes.usage,
      )
    return { from, to: from + DAY_MS }
  }
  if (until !== undefined && end !== undefined)
    throw new CommandFailed('--until and --end cannot be combined. Use one of them.', exitCodes.usage)
  const from = start === undefined ? 0 : readTime(start, '--start', now)
  const to =
    until !== undefined
      ? readTime(until, '--until', now)
      : end !== undefined
        ? readTime(end, '--end', now) + 1
        : Number.MAX_SAFE_INTEGER
  if (from >= to)
    throw new CommandFailed(
      `--start is after ${until === undefined ? '--end' : '--until'}. Use an earlier --start.`,
      exitCodes.usage,
    )
  return { from, to }
}
