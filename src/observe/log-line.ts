/** The log levels, lowest first. */
const logLevels = ['debug', 'info', 'warn', 'error'] as const

export type LogLevel = (typeof logLevels)[number]

/** A line of the log as data. */
export interface LogEntry {
  readonly level: LogLevel
  /** ISO 8601. */
  readonly time: string
  readonly msg: string
  readonly [field: string]: unknown
}

/** Renders a JSON line of the log as `12:00:01 warn  request failed venue=kalshi`; returns any other text unchanged. */
export function renderLogLine(line: string): string {
  const entry = entryOf(line)
  return entry === undefined ? line : renderLogEntry(entry)
}

/** Renders a log entry, as {@link renderLogLine} does. */
export function renderLogEntry(entry: LogEntry | Readonly<Record<string, unknown>>): string {
  const { level, time, msg, ...fields } = entry
  const shown = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${show(value)}`],
  )
  const head = `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg)}`
  return [head, ...shown].join(' ')
}

/** Whether a log line has at least this level. It is true for a line without a known level. */
export function isOfLevel(line: string, least: LogLevel): boolean {
  const levels: readonly unknown[] = logLevels
  const level = levels.indexOf(entryOf(line)?.['level'])
  return level < 0 || level >= logLevels.indexOf(least)
}

function entryOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function show(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'undefined'
  return /[\s"=]/.test(value) ? JSON.stringify(value) : value
}
