import { type ErrorCode, errorTable } from '../../api/envelope/errors.js'
import { toPrintable } from './display-width.js'

/** The displayed members of `error` in a failed reply. */
export interface FailureFacts {
  readonly message: string
  readonly code?: string | undefined
  readonly exchange?: string | null | undefined
  readonly detail?: unknown
  /** Seconds. */
  readonly retryAfter?: number | undefined
  readonly retryable?: boolean | undefined
}

/** Advice for the CLI, because the API's advice names members and routes that a command line does not have. */
const commandAdvice: Partial<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: "Change that argument. 'pmx-local <command> --help' lists its values.",
  PERMISSION_DENIED: 'Read the message, then use another network or other credentials.',
  RATE_LIMIT_EXCEEDED: 'Wait a moment.',
  EXCHANGE_NOT_AVAILABLE: 'Retry later.',
  NOT_SUPPORTED: "'pmx-local venues' shows the methods of each venue.",
}

/** What to do about a failure that does not go away by itself, although others with the same code do. */
const WOULD_FAIL_AGAIN = 'Read the message first. The same call would fail again.'
const MAY_BE_DONE = 'Read the message before you retry. The call may have succeeded.'

/** Maximum length of a displayed detail, which is a hint and not the full payload. */
const MAX_DETAIL = 400

/**
 * Renders a failure: first the message, then what to do, then the detail, the code and the ids.
 * @param requestId identifies the request in the daemon's log
 */
export function renderFailure(error: FailureFacts, requestId: string | undefined): string[] {
  const { code, exchange, message } = error
  const detail = withoutField(error.detail)
  const ids = [code, exchange, requestId === undefined ? undefined : `request id ${requestId}`]
  const known = ids.filter((one) => one != null)
  return [
    toPrintable(message),
    ...adviceLines(error),
    ...(isStored(detail)
      ? ["  To get the stored data, pass --stale to 'pmx-local candles' or 'pmx-local call'."]
      : []),
    ...(detail == null ? [] : [`  ${clip(toPrintable(JSON.stringify(detail)))}`]),
    ...(known.length === 0 ? [] : [`  ${toPrintable(known.join(', '))}`]),
  ]
}

/** Whether the failure mentions stored candles, which the call did not allow. */
function isStored(detail: unknown): boolean {
  return typeof detail === 'object' && detail !== null && 'stored' in detail
}

/** Removes the field, because the message names it, and its API name has no meaning on a command line. */
function withoutField(detail: unknown): unknown {
  if (typeof detail !== 'object' || detail === null || !('field' in detail)) return detail
  const { field: _named, ...rest } = detail
  return Object.keys(rest).length === 0 ? undefined : rest
}

function adviceLines({ code, retryAfter, retryable, detail }: FailureFacts): string[] {
  if (isOfKind(detail, 'offline'))
    return ['  Restart the daemon without --offline, and without offline: true in the configuration.']
  // The message already names the fix, a new recording: no other advice applies.
  if (isOfKind(detail, 'cassette_miss')) return []
  // With such a failure, "retry" would invite a second order.
  if (retryable === false && isKnownCode(code) && errorTable[code].retryable)
    return [`  ${isUnknownOutcome(detail) ? MAY_BE_DONE : WOULD_FAIL_AGAIN}`]
  const wait =
    retryAfter !== undefined
      ? `Retry in ${Math.max(1, Math.ceil(retryAfter))} s.`
      : retryable === true
        ? 'The same call may succeed later.'
        : undefined
  const advice = isKnownCode(code)
    ? (commandAdvice[code] ?? errorTable[code].advice).replaceAll('`', "'")
    : undefined
  const line = [retryAfter === undefined ? advice : undefined, wait]
    .filter((part) => part !== undefined)
    .join(' ')
  return line === '' ? [] : [`  ${line}`]
}

/** Whether a detail is of this kind. `offline`: calls to venues are turned off, so the network is not the cause. */
function isOfKind(detail: unknown, kind: 'offline' | 'cassette_miss'): boolean {
  return typeof detail === 'object' && detail !== null && 'kind' in detail && detail.kind === kind
}

function isUnknownOutcome(detail: unknown): boolean {
  return typeof detail === 'object' && detail !== null && 'state' in detail && detail.state === 'unknown'
}

function isKnownCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorTable, code)
}

function clip(text: string): string {
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL - 1)}…` : text
}
