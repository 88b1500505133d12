import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { VenueReply } from '../../transport/call-types.js'
import { type ErrorForm, type ErrorRule, retryAfterSeconds, toStatusError } from '../../transport/errors.js'
import { readResetSeconds } from './hosts.js'

/** Every rejection has a word in `error_type` (README.md, "Errors"). It is inferred that an unknown order is `NOT_FOUND`. */
export const errorForm: ErrorForm = { codeIn: wordOf, ownGenericWords: new Set(['NOT_FOUND']) }

/**
 * Smarkets' exceptions to the general interpretation of failures (README.md, "Errors"). The words for orders and cancels are more
 * specific than their status. A refusal has the remaining seconds of the minute in its own header. A limit between the venue's
 * own services has status 503.
 */
export const errorRule: ErrorRule = (reply) => {
  if (reply.status < 400) return undefined
  const word = wordOf(reply.json)
  const meaning = word === undefined ? undefined : meaningOf(word)
  const isTooFast = reply.status === 429 || word === 'EVENTS_API_RATE_LIMIT'
  // It is unknown whether an order was placed before the venue failed, unless the word itself means a refusal.
  const isSure = reply.status < 500 || meaning?.kind !== undefined
  if (meaning === undefined || !isSure || isTooFast) return isTooFast ? tooFast(reply, word) : undefined
  const { code, kind, advice = '' } = meaning
  return new PmxError(code, `The venue returned HTTP ${reply.status}: ${word?.slice(0, MAX_WORD)}${advice}`, {
    ...(code === 'RATE_LIMIT_EXCEEDED' ? { retryAfter: pauseOf(reply) } : {}),
    detail: {
      upstreamStatus: reply.status,
      upstreamCode: word,
      ...(kind === undefined ? {} : { kind }),
    },
  })
}

function tooFast(reply: VenueReply, word: string | undefined): PmxError {
  return new PmxError('RATE_LIMIT_EXCEEDED', toStatusError({ ...reply, status: 429 }).message, {
    retryAfter: pauseOf(reply),
    detail: { upstreamStatus: reply.status, ...(word === undefined ? {} : { upstreamCode: word }) },
  })
}

function pauseOf({ headers }: VenueReply): number | undefined {
  return retryAfterSeconds(headers) ?? readResetSeconds(headers)
}

const MAX_WORD = 200

interface Meaning {
  readonly code: ErrorCode
  /** `orders_paused`: the venue currently accepts no orders or cancels, and did not execute this one. */
  readonly kind?: 'orders_paused'
  readonly advice?: string
}

const notPlaced: Meaning = {
  code: 'EXCHANGE_NOT_AVAILABLE',
  kind: 'orders_paused',
  advice: '. The order was not placed. You may send it again.',
}
const notCanceled: Meaning = {
  code: 'EXCHANGE_NOT_AVAILABLE',
  kind: 'orders_paused',
  advice: '. The order was not canceled and may still be filled. Send the cancel again.',
}

/** Words that concern neither an order's price nor its amount (README.md, "Errors"). */
const words: Readonly<Record<string, Meaning>> = {
  NO_DEPOSITS: { code: 'INSUFFICIENT_FUNDS' },
  ORDER_REJECTED_INSUFFICIENT_FUNDS: { code: 'INSUFFICIENT_FUNDS' },
  ORDER_REJECTED_MARKET_NOT_FOUND: { code: 'MARKET_NOT_FOUND' },
  ORDER_REJECTED_CONTRACT_NOT_FOUND: { code: 'MARKET_NOT_FOUND' },
  ORDER_REJECTED_ACCOUNT_SUSPENDED: { code: 'PERMISSION_DENIED' },
  ORDER_REJECTED_THROTTLE_EXCEEDED: { ...notPlaced, code: 'RATE_LIMIT_EXCEEDED' },
  ORDER_REJECTED_CAPACITY_REACHED: notPlaced,
  ORDER_REJECTED_SERVICE_TEMPORARILY_UNAVAILABLE: notPlaced,
  ORDER_CANCELLED_INSUFFICIENT_LIQUIDITY: { code: 'NO_LIQUIDITY' },
  ORDER_CANCEL_REJECTED_NOT_FOUND: { code: 'ORDER_NOT_FOUND' },
  ORDER_CANCEL_REJECTED_NOT_LIVE: { code: 'ORDER_NOT_FOUND' },
  ORDER_CANCEL_REJECTED_ACCOUNT_SUSPENDED: { code: 'PERMISSION_DENIED' },
  ORDER_CANCEL_REJECTED_THROTTLE_EXCEEDED: { ...notCanceled, code: 'RATE_LIMIT_EXCEEDED' },
  ORDER_CANCEL_REJECTED_CAPACITY_REACHED: notCanceled,
  ORDER_CANCEL_REJECTED_SERVICE_TEMPORARILY_UNAVAILABLE: notCanceled,
}

/** Returns the meaning of an order's error word. Several words may be joined by commas, and the first known one decides. */
function meaningOf(word: string): Meaning | undefined {
  const parts = word.split(',').map((part) => part.trim())
  for (const part of parts) if (Object.hasOwn(words, part)) return words[part]
  const isOfOrders = parts.some((part) => /^ORDER_(?:REJECTED|INVALID|CANCELLED|CANCEL_REJECTED)_/.test(part))
  return isOfOrders ? { code: 'INVALID_ORDER' } : undefined
}

function wordOf(json: unknown): string | undefined {
  const word: unknown =
    typeof json === 'object' && json !== null ? Reflect.get(json, 'error_type') : undefined
  return typeof word === 'string' && word !== '' ? word : undefined
}
