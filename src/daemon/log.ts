import { renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'
import { humanLogLine } from '../observe/log-line.js'
import type { Logger } from '../observe/logger.js'
import { maskValue, type SecretSet } from '../policy/secret-set.js'
import { appendPrivately, ensurePrivateDir } from './files.js'

/** A log file grows to this size, then becomes `.1` and a new one begins. */
const MAX_LOG_BYTES = 10_000_000

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export interface LogOptions {
  readonly level: LogLevel
  /** Files that get every line as JSON. */
  readonly files: readonly string[]
  /** Gets every line for people to read; absent when nobody watches. */
  readonly console: ((line: string) => void) | undefined
  /** What no line may tell, in whatever form. */
  readonly secrets: Pick<SecretSet, 'findIn' | 'mask'>
}

/** Names whose values never reach a log, at any depth pino can name. */
const secretNames = [
  'apiKey',
  'apiSecret',
  'privateKey',
  'passphrase',
  'apiToken',
  'accessToken',
  'token',
  'authorization',
  'credentials',
]

/** The daemon's logger. Lines are few: no line a request, only what is slow or fails. */
export function createLogger({ level, files, console, secrets }: LogOptions): Logger {
  const sinks = files.map(createFileSink)
  const destination = {
    write(written: string) {
      const line = withoutSecrets(written, secrets)
      for (const sink of sinks) sink(line)
      console?.(humanLogLine(line.trimEnd()))
    },
  }
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[secret]',
      },
    },
    destination,
  )
}

/** Only lines that are written come here, and they are few: each is looked through. */
function withoutSecrets(line: string, secrets: LogOptions['secrets']): string {
  const fields = JSON.parse(line) as Readonly<Record<string, unknown>>
  const masked = maskValue(fields, secrets)
  const { level, time } = fields
  return `${JSON.stringify(typeof masked === 'string' ? { level, time, msg: masked } : masked)}\n`
}

/** Appends synchronously: lines are rare, and the last ones before a crash are the ones that matter. */
function createFileSink(path: string): (line: string) => void {
  ensurePrivateDir(dirname(path))
  let size = sizeOf(path)
  let lost = 0
  return (line) => {
    try {
      if (size > MAX_LOG_BYTES) {
        renameSync(path, `${path}.1`)
        size = 0
      }
      const text = lost === 0 ? line : lostLine(lost, line) + line
      appendPrivately(path, text)
      size += text.length
      lost = 0
    } catch {
      // A full disk must not take the daemon down with it; the other sinks go on, and so does this one when it can.
      lost++
    }
  }
}

/** Where lines are missing the log says so, at the time of the first one that was written again. */
function lostLine(lost: number, next: string): string {
  const { time } = JSON.parse(next) as { readonly time: string }
  return `${JSON.stringify({ level: 'warn', time, lost, msg: 'log lines could not be written' })}\n`
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
