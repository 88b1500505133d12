/** Dates in the forms of titles and ids; everything UTC. */

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export interface DateParts {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

export function dateParts(epochMs: number): DateParts {
  const date = new Date(epochMs)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  }
}

function monthName(month: number): string {
  return months[month - 1] ?? 'January'
}

/** Returns `November 21`. */
export function toMonthDayText(epochMs: number): string {
  const { month, day } = dateParts(epochMs)
  return `${monthName(month)} ${day}`
}

/** Returns `November 21, 2026`. */
export function dateText(epochMs: number): string {
  return `${toMonthDayText(epochMs)}, ${dateParts(epochMs).year}`
}

/** Returns `November 2026`. */
export function toMonthText(epochMs: number): string {
  const { month, year } = dateParts(epochMs)
  return `${monthName(month)} ${year}`
}

/** Returns `12:15`. */
export function toClockText(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(11, 16)
}

/** Returns `2026-11-21`. */
export function toIsoDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

/** Returns `26NOV21`, or `26NOV211215` with the time of day. */
export function toCodeDate(epochMs: number, withTime: boolean): string {
  const { year, month, day } = dateParts(epochMs)
  const date = `${String(year % 100).padStart(2, '0')}${monthName(month).slice(0, 3).toUpperCase()}${String(day).padStart(2, '0')}`
  return withTime ? date + toClockText(epochMs).replace(':', '') : date
}

/** Parses {@link toCodeDate}, or undefined for anything else. */
export function parseCodeDate(code: string): number | undefined {
  const match = /^(\d{2})([A-Z]{3})(\d{2})(?:(\d{2})(\d{2}))?$/.exec(code)
  if (match === null) return undefined
  const month = months.findIndex((name) => name.slice(0, 3).toUpperCase() === match[2])
  if (month < 0) return undefined
  return Date.UTC(
    2000 + Number(match[1]),
    month,
    Number(match[3]),
    Number(match[4] ?? '0'),
    Number(match[5] ?? '0'),
  )
}

/** Returns a text as a URL slug: lower case, ASCII letters and digits, single dashes. */
export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Renders a time such as `2026-05-20T19:10:00Z`. */
export function toSecondIso(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
}
