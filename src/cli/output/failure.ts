import { type ErrorCode, errorTable } from '../../api/envelope/errors.js'
import { toPrintable } from './display-width.js'

/** The `error` member of a failed reply as far as people are told about it. */
export interface FailureFacts {
  readonly message: string
  readonly code?: string | undefined
  readonly exchange?: string | null | undefined
  readonly detail?: unknown
  /** Seconds. */
  readonly retryAfter?: number | undefined
  readonly retryable?: boolean | undefined
}

/** What to do next where the API's advice speaks of members and routes that nobody sees on a command line. */
const commandAdvice: Partial<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: "Change that argument; 'pmx-local <command> --help' tells what it takes.",
  PERMISSION_DENIED: 'The message says who refuses; ask from where, or with credentials, that may.',
  RATE_LIMIT_EXCEEDED: 'Wait a moment.',
  EXCHANGE_NOT_AVAILABLE: 'Retry later.',
  NOT_SUPPORTED: "'pmx-local venues' shows what each venue can do.",
}

/** Longest detail that is shown; it is a hint, not the whole payload. */
const MAX_DETAIL = 400

/**
 * A failure for people: code and message, then what to do, then the detail.
 * @param requestId names the request in the daemon's log
 */
export function renderFailure(error: FailureFacts, requestId: string | undefined): string[] {
  const { code, exchange, message } = error
  const detail = withoutField(error.detail)
  const head = [code ?? 'Failed', ...(exchange == null ? [] : [`(${exchange})`])].join(' ')
  return [
    toPrintable(`${head}: ${message}`),
    ...adviceLines(error),
    ...(isStored(detail) ? ["  'pmx-local candles' and 'call' show what is stored with --stale."] : []),
    ...(detail == null ? [] : [`  ${clip(toPrintable(JSON.stringify(detail)))}`]),
    ...(requestId === undefined ? [] : [`  request id ${toPrintable(requestId)}`]),
  ]
}

/** Whether the failure tells of stored candles, which the caller did not want. */
function isStored(detail: unknown): boolean {
  return typeof detail === 'object' && detail !== null && 'stored' in detail
}

/** The member that is wrong stands in the message; its name in the API means nothing on a command line. */
function withoutField(detail: unknown): unknown {
  if (typeof detail !== 'object' || detail === null || !('field' in detail)) return detail
  const { field: _named, ...rest } = detail
  return Object.keys(rest).length === 0 ? undefined : rest
}

function adviceLines({ code, retryAfter, retryable, detail }: FailureFacts): string[] {
  if (isOfKind(detail, 'offline'))
    return [
      "  'pmx-local stop', and a start without --offline (or offline: true in the configuration) asks again.",
    ]
  // The message says what is missing and to record it: nothing is to be looked up, and nothing to be tried again.
  if (isOfKind(detail, 'cassette_miss')) return []
  const wait =
    retryAfter !== undefined
      ? `Try again in ${Math.max(1, Math.ceil(retryAfter))} s.`
      : retryable === true
        ? 'The same call may work later.'
        : undefined
  const advice = isKnownCode(code)
    ? (commandAdvice[code] ?? errorTable[code].advice).replaceAll('`', "'")
    : undefined
  const line = [retryAfter === undefined ? advice : undefined, wait]
    .filter((part) => part !== undefined)
    .join(' ')
  return line === '' ? [] : [`  ${line}`]
}

/** `offline`: the daemon was told to ask no venue, so that no network is to be looked after. */
function isOfKind(detail: unknown, kind: 'offline' | 'cassette_miss'): boolean {
  return typeof detail === 'object' && detail !== null && 'kind' in detail && detail.kind === kind
}

function isKnownCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorTable, code)
}

function clip(text: string): string {
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL - 1)}…` : text
}
