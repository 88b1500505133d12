import { toInstant, toIso } from '../../api/times/instant.js'
import type { Span } from '../../api/times/span.js'
import { CommandFailed, exitCodes } from '../output/output.js'

const DAY_MS = 86_400_000
const unitMs = { m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS } as const

/** Forms of a time, for the help of a flag that takes one. */
export const timeForms = '7d, -2h, yesterday, ISO 8601 or epoch'

/** Help of the end of a span that is now by default. */
export const endHelp = '-2h, yesterday, ISO 8601 or epoch; default: now'

/**
 * Parses a typed time: `7d` or `-7d` (so long ago), `now`, `today`, `yesterday` (midnight UTC), ISO 8601, epoch.
 * @returns epoch ms
 * @throws CommandFailed (usage) with the flag and its allowed forms
 */
export function readTime(text: string, flag: string, now: number): number {
  const word = text.trim().toLowerCase()
  const ago = /^-?(\d{1,6})\s*([mhdw])$/.exec(word)
  if (ago !== null) return Math.max(0, now - Number(ago[1]) * unitMs[ago[2] as keyof typeof unitMs])
  const midnight = now - (now % DAY_MS)
  if (word === 'now') return now
  if (word === 'today') return midnight
  if (word === 'yesterday') return midnight - DAY_MS
  try {
    return toInstant(text, flag)
  } catch {
    throw new CommandFailed(
      `${flag} takes a time and got '${text}'. Write 2026-01-31, 2026-01-31T14:30Z, epoch seconds, 7d (seven days ago), -2h or yesterday.`,
      exitCodes.usage,
    )
  }
}

/** As {@link readTime}, but returns ISO 8601 for a call of the API; undefined stays undefined. */
export function parseIsoTime(text: string | undefined, flag: string, now: number): string | undefined {
  return text === undefined ? undefined : toIso(readTime(text, flag, now))
}

/** Flags that select open times of an export. */
interface SpanFlags {
  readonly start?: string
  /** Exclusive. */
  readonly until?: string
  /** Inclusive. */
  readonly end?: string
  /** A day of UTC. */
  readonly day?: string
}

/**
 * Parses the open times of an export.
 * @throws CommandFailed (usage) for flags that exclude each other, and for an empty span: it would replace a file with nothing
 */
export function readExportSpan({ start, until, end, day }: SpanFlags, now: number): Span {
  if (day !== undefined) {
    if (start !== undefined || until !== undefined || end !== undefined)
      throw new CommandFailed(
        '--day and --start, --until or --end exclude each other. Give --day alone.',
        exitCodes.usage,
      )
    const from = readTime(day, '--day', now)
    if (from % DAY_MS !== 0)
      throw new CommandFailed(
        `--day takes a date and got '${day}'. Write 2026-01-31 or yesterday.`,
        exitCodes.usage,
      )
    return { from, to: from + DAY_MS }
  }
  if (until !== undefined && end !== undefined)
    throw new CommandFailed('--until and --end exclude each other. Give one of them.', exitCodes.usage)
  const from = start === undefined ? 0 : readTime(start, '--start', now)
  const to =
    until !== undefined
      ? readTime(until, '--until', now)
      : end !== undefined
        ? readTime(end, '--end', now) + 1
        : Number.MAX_SAFE_INTEGER
  if (from >= to)
    throw new CommandFailed(
      `--start lies after ${until === undefined ? '--end' : '--until'}. Give an earlier --start.`,
      exitCodes.usage,
    )
  return { from, to }
}
