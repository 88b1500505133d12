import { renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'
import type { Clock } from '../../effects/clock.js'
import { type LogEntry, type LogLevel, renderLogEntry } from '../../observe/log-line.js'
import type { Logger } from '../../observe/logger.js'
import { maskValue, type SecretSet } from '../../policy/secrets/secret-set.js'
import { appendPrivately, ensurePrivateDir } from '../files/private-files.js'

/** Maximum size of a log file, bytes. Then it is renamed to `.1` and a new one begins. */
const MAX_LOG_BYTES = 10_000_000

export interface LogOptions {
  readonly level: LogLevel | 'silent'
  /** Time source of the lines. */
  readonly clock: Pick<Clock, 'now'>
  /** Files that receive every line as JSON. */
  readonly files: readonly string[]
  /** Receives every line as text. Absent without a console. */
  readonly console: ((line: string) => void) | undefined
  /** Secrets that no line may contain, in any form. */
  readonly secrets: Pick<SecretSet, 'findIn' | 'mask'>
}

/** Names whose values never get into a log, at any depth. */
const secretNames: ReadonlySet<string> = new Set([
  'apiKey',
  'apiSecret',
  'privateKey',
  'passphrase',
  'apiToken',
  'accessToken',
  'token',
  'authorization',
  'credentials',
])

type Fields = Readonly<Record<string, unknown>>

/**
 * Creates the daemon's logger. There are few lines (only slow or failed requests), so each is checked for secrets, as data.
 * pino writes JSON into the files, and the console receives text.
 */
export function createLogger({ level, clock, files, console, secrets }: LogOptions): Logger {
  const sinks = files.map(createFileSink)
  let time = ''
  const json = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${time}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    {
      write(line: string) {
        for (const sink of sinks) sink(line, time)
      },
    },
  )

  function writerOf(lineLevel: LogLevel): (fields: Fields, message: string) => void {
    if (!json.isLevelEnabled(lineLevel)) return () => {}
    return (fields, message) => {
      time = new Date(clock.now()).toISOString()
      const entry = tellable({ level: lineLevel, time, ...fields, msg: message }, secrets)
      const { level: _level, time: _time, msg, ...rest } = entry
      json[lineLevel](rest, msg)
      console?.(renderLogEntry(entry))
    }
  }

  return {
    debug: writerOf('debug'),
    info: writerOf('info'),
    warn: writerOf('warn'),
    error: writerOf('error'),
  }
}

/**
 * Returns the entry without secrets, whatever its fields are. A line that cannot be written must not fail the operation it
 * reports.
 */
function tellable(entry: LogEntry, secrets: LogOptions['secrets']): LogEntry {
  const { level, time, msg } = entry
  const bare = (text: string): LogEntry => ({ level, time, msg: text })
  try {
    const masked = maskValue(withoutSecretMembers(entry), secrets)
    return typeof masked === 'string' ? bare(masked) : (masked as LogEntry)
  } catch {
    // A cycle, or a number without a JSON form.
    return { ...bare(secrets.mask(msg)), unwritten: 'the fields of this line cannot be written as JSON' }
  }
}

function withoutSecretMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    secretNames.has(name) ? '[secret]' : withoutSecretMembers(member),
  ])
  return Object.fromEntries(members)
}

/** Creates a sink that appends synchronously. Lines are rare, and the last ones before a crash matter most. */
function createFileSink(path: string): (line: string, time: string) => void {
  ensurePrivateDir(dirname(path))
  let size = sizeOf(path)
  let lost = 0
  return (line, time) => {
    try {
      if (size > MAX_LOG_BYTES) {
        renameSync(path, `${path}.1`)
        size = 0
      }
      const text = lost === 0 ? line : lostLine(lost, time) + line
      appendPrivately(path, text)
      size += text.length
      lost = 0
    } catch {
      // A full disk must not end the daemon. The other sinks continue, and this one tries again.
      lost++
    }
  }
}

/** Returns the line that reports lost lines, with the time of the next line that was written. */
function lostLine(lost: number, time: string): string {
  return `${JSON.stringify({ level: 'warn', time, lost, msg: 'log lines could not be written' })}\n`
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
