import { type ErrorCode, PmxError } from '../../api/errors.js'
import { type ErrorRule, errorOfStatus, retryAfterSeconds } from '../../transport/errors.js'

/**
 * Smarkets' exceptions to the general reading of failures (README.md): a refusal tells in a header
 * of its own how many seconds are left of the minute, and a limit between the venue's own services comes with 503.
 */
export const errorRule: ErrorRule = (reply) => {
  const word = wordOf(reply.json)
  const code = word === undefined ? undefined : codeOfOrder(word)
  if (code !== undefined && reply.status < 500)
    return new PmxError(code, `The venue answered HTTP ${reply.status}: ${word?.slice(0, LONGEST_WORD)}`, {
      detail: { upstreamStatus: reply.status, upstreamCode: word },
    })
  if (reply.status !== 429 && word !== 'EVENTS_API_RATE_LIMIT') return undefined
  const general = errorOfStatus({ ...reply, status: 429 })
  return new PmxError('RATE_LIMIT_EXCEEDED', general.message, {
    retryAfter: retryAfterSeconds(reply.headers) ?? resetSeconds(reply.headers['x-ratelimit-reset']),
    detail: { upstreamStatus: reply.status, ...(word === undefined ? {} : { upstreamCode: word }) },
  })
}

const LONGEST_WORD = 200

/** Words of orders that lie neither in their price nor in their amount (README.md). */
const orderWords: Readonly<Record<string, ErrorCode>> = {
  NO_DEPOSITS: 'INSUFFICIENT_FUNDS',
  ORDER_REJECTED_MARKET_NOT_FOUND: 'MARKET_NOT_FOUND',
  ORDER_REJECTED_CONTRACT_NOT_FOUND: 'MARKET_NOT_FOUND',
  ORDER_REJECTED_ACCOUNT_SUSPENDED: 'PERMISSION_DENIED',
  ORDER_REJECTED_THROTTLE_EXCEEDED: 'RATE_LIMIT_EXCEEDED',
  ORDER_CANCELLED_INSUFFICIENT_LIQUIDITY: 'NO_LIQUIDITY',
  ORDER_CANCEL_REJECTED_NOT_LIVE: 'ORDER_NOT_FOUND',
}

/** What words of orders mean; several may be joined by commas. A cancel of what is not there is told by its status. */
function codeOfOrder(word: string): ErrorCode | undefined {
  if (/^ORDER_REJECTED_INSUFFICIENT_FUNDS/.test(word)) return 'INSUFFICIENT_FUNDS'
  if (word === 'ORDER_CANCEL_REJECTED_NOT_FOUND') return undefined
  if (Object.hasOwn(orderWords, word)) return orderWords[word]
  return /^ORDER_(?:REJECTED|INVALID|CANCELLED|CANCEL_REJECTED)_/.test(word) ? 'INVALID_ORDER' : undefined
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
