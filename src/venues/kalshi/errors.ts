import * as z from 'zod'
import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'
import { isOwnFailure } from '../../venue-kit/orders/local-failure.js'

const members = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  details: z.string().optional().catch(undefined),
})
/** The recorded form wraps the members in `error`; the OpenAPI document shows them flat. */
const errorBody = z.union([z.object({ error: members }).transform((body) => body.error), members])

/** One word, in snake case or in the capitals of the exchange; other servers send numbers or sentences. */
const ownCode = z.string().regex(/^(?:[a-z0-9_]+|[A-Z0-9_]+)$/)
const ownError = z.union([
  z.object({ error: z.object({ code: ownCode }) }).transform(({ error }) => error.code),
  z.object({ code: ownCode }).transform(({ code }) => code),
])

/** All recorded and documented errors have a code. Two are generic: an unknown ticker or order, and a used name (recorded, 409). */
export const errorForm: ErrorForm = {
  codeIn: (json) => ownError.safeParse(json).data,
  ownGenericWords: new Set(['not_found', 'already_exists']),
}

/** Meanings of Kalshi's own codes (README.md; docs.kalshi.com, errors; recordings). */
const codes: Readonly<Record<string, ErrorCode>> = {
  bad_request: 'BAD_REQUEST',
  invalid_parameters: 'VALIDATION_ERROR',
  missing_parameters: 'VALIDATION_ERROR',
  not_found: 'NOT_FOUND',
  invalid_order: 'INVALID_ORDER',
  invalid_order_size: 'INVALID_ORDER',
  invalid_price: 'INVALID_ORDER',
  available_balance_too_low: 'INSUFFICIENT_FUNDS',
  insufficient_balance: 'INSUFFICIENT_FUNDS',
  order_already_exists: 'INVALID_ORDER',
  fill_or_kill_insufficient_resting_volume: 'INVALID_ORDER',
  market_closed: 'INVALID_ORDER',
  // A pause of the market or of the exchange: the order is certainly refused, unlike in an outage.
  trading_is_paused: 'INVALID_ORDER',
  exchange_is_paused: 'INVALID_ORDER',
  // Words of the exchange behind the gateway, one of which was observed as a code (docs.kalshi.com, order entry by FIX). An order
  // that is called unavailable may have been accepted.
  MARKET_INACTIVE: 'INVALID_ORDER',
  EXCHANGE_UNAVAILABLE: 'EXCHANGE_NOT_AVAILABLE',
  INSUFFICIENT_BALANCE: 'INSUFFICIENT_FUNDS',
  MARKET_NOT_FOUND: 'MARKET_NOT_FOUND',
  MARKET_ALREADY_CLOSED: 'INVALID_ORDER',
  EXCHANGE_PAUSED: 'INVALID_ORDER',
  TRADING_PAUSED: 'INVALID_ORDER',
  INVALID_ORDER: 'INVALID_ORDER',
  POST_ONLY_CROSS: 'INVALID_ORDER',
  SELF_CROSS_ATTEMPT: 'INVALID_ORDER',
  FOK_INSUFFICIENT_VOLUME: 'INVALID_ORDER',
  AMEND_ORDER_NO_OP: 'INVALID_ORDER',
  EXCEEDED_PER_MARKET_RISK_LIMIT: 'INVALID_ORDER',
  EXCEEDED_ORDER_GROUP_RISK_LIMIT: 'INVALID_ORDER',
  EXCEEDED_SELL_POSITION_FLOOR: 'INVALID_ORDER',
}

const MAX_TEXT_LENGTH = 200

/** An earlier call placed the order with this name. */
const DUPLICATE = 'order_already_exists'
/**
 * The order already has the price and the amount of an amendment. It is undocumented. Public clients read it as `error.code`
 * (jazzhands35/talos, `src/talos/engine.py`), and the tests of another one (`kalshi_lp`) have it with status 400, 2026.
 */
const NO_CHANGE = 'AMEND_ORDER_NO_OP'

const kinds: Readonly<Record<string, string>> = { [DUPLICATE]: 'duplicate_order', [NO_CHANGE]: 'no_change' }

/** A refusal with a success status. The whole body is the error, without an order. */
const onlyError = z.strictObject({ error: z.looseObject({ code: z.string() }) })

/**
 * Reads a refusal by the venue's own code. The general mapping matches words, and tickers contain words: `KXBALANCE-29` in a text
 * about a bad ticker would match missing funds. Other failures, including the textual 429 body, are left to the general mapping.
 * One with status 200 was reported for orders of the first generation (public issue of a client, 2026).
 */
export const kalshiErrors: ErrorRule = ({ status, json }) => {
  const isSuccess = status >= 200 && status < 300
  if (status !== 400 && status !== 409 && !(isSuccess && onlyError.safeParse(json).success)) return undefined
  const body = errorBody.safeParse(json)
  if (!body.success || body.data.code === undefined) return undefined
  const { code: word, details, message } = body.data
  const meaning = Object.hasOwn(codes, word) ? codes[word] : undefined
  // Status 409 for orders; other conflicts are left to the general mapping.
  if (status === 409 && meaning !== 'INVALID_ORDER') return undefined
  // Errors of a batch always have `details`, empty where there is nothing to add (docs.kalshi.com, order errors).
  const words = isSuccess ? [message, details] : [details || message]
  const said = (words.filter((one) => one !== undefined && one !== '').join(': ') || word).slice(
    0,
    MAX_TEXT_LENGTH,
  )
  const isAboutTicker = /\bticker\b/i.test(said) && /invalid|unknown|not (found|exist)|no such/i.test(said)
  // A failure of the venue may have any status (docs.kalshi.com, order errors): an order may have been accepted.
  const isOwn = meaning === undefined && isOwnFailure(word)
  const unworded = isOwn ? 'EXCHANGE_NOT_AVAILABLE' : 'BAD_REQUEST'
  const code = isAboutTicker && !isOwn ? 'NOT_FOUND' : (meaning ?? unworded)
  return new PmxError(code, `The venue returned HTTP ${status} (${word}): ${said}`, {
    detail: {
      upstreamStatus: status,
      upstreamCode: word,
      ...(Object.hasOwn(kinds, word) ? { kind: kinds[word] } : {}),
    },
  })
}
