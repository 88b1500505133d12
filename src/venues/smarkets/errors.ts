import { PmxError } from '../../api/errors.js'
import { type ErrorRule, errorOfStatus, retryAfterSeconds } from '../../transport/errors.js'

/**
 * Smarkets' exceptions to the general reading of failures (README.md): a refusal tells in a header
 * of its own how many seconds are left of the minute, and a limit between the venue's own services comes with 503.
 */
export const errorRule: ErrorRule = (reply) => {
  const word = wordOf(reply.json)
  if (reply.status !== 429 && word !== 'EVENTS_API_RATE_LIMIT') return undefined
  const general = errorOfStatus({ ...reply, status: 429 })
  return new PmxError('RATE_LIMIT_EXCEEDED', general.message, {
    retryAfter: retryAfterSeconds(reply.headers) ?? resetSeconds(reply.headers['x-ratelimit-reset']),
    detail: { upstreamStatus: reply.status, ...(word === undefined ? {} : { upstreamCode: word }) },
  })
}

/** Longer than any of the venue's windows: a larger number is no count of seconds. */
const LONGEST_WINDOW_S = 3600

function resetSeconds(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d+(\.\d+)?$/.test(header.trim())) return undefined
  const seconds = Math.ceil(Number(header))
  return seconds <= LONGEST_WINDOW_S ? seconds : undefined
}

function wordOf(json: unknown): string | undefined {
  const word: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'error_type') : undefined
  return typeof word === 'string' && word !== '' ? word : undefined
}
