import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import { memberOf } from '../../api/values/json.js'
import type { VenueReply } from '../../transport/call-types.js'
import { type ErrorForm, type ErrorRule, retryAfterSeconds } from '../../transport/errors.js'

/**
 * All of its hosts have a text in `error` (README.md), as some gateways do. The text for an unknown order is inferred from that of
 * its other lookups.
 */
export const errorForm: ErrorForm = {
  isOwn: (json) => readErrorText(json) !== undefined,
  ownGenericWords: new Set(['not found']),
}

/**
 * Polymarket's exceptions to the general interpretation of failures (README.md). An `error` member is a failure whatever the
 * status, because the older data host throttles with status 200. A few texts have another meaning than their status. Other
 * responses are left to the general mapping.
 */
export const errorRule: ErrorRule = (reply) => {
  const { status, json } = reply
  const said = readErrorText(json)
  // The matching engine restarts and accepts nothing meanwhile, whatever the text (README.md).
  if (status === 425) return pausedOrders(said ?? 'the matching engine is restarting', reply)
  if (said === undefined) return undefined
  if (ordersPaused.test(said)) return pausedOrders(said, reply)
  if (status === 429) return tooManyOrders(said, reply)
  const refused = orderRefusal(sentences.get(said) ?? said, status)
  if (refused !== undefined) return refused
  if (isOrderRefused(json)) return notTaken(said, status, isStanding(json))
  if (status >= 200 && status < 300) return errorInSuccess(said, status)
  if (status === 503 && /keyset pagination is not configured/i.test(said)) {
    return new PmxError('NOT_SUPPORTED', `Polymarket returned: ${said}`, {
      detail: { upstreamStatus: status, kind: 'route_gone' },
    })
  }
  // The order was delayed or failed after the checks: with 400 it would count as not accepted.
  if (status === 400 && failedTaking.test(said)) return notTaken(said, status)
  // The venue dropped the request itself; with 400 it would count as the caller's mistake.
  if (status === 400 && /context canceled/i.test(said)) {
    return new PmxError('EXCHANGE_NOT_AVAILABLE', `Polymarket dropped the request: ${said}`, {
      detail: { upstreamStatus: status },
    })
  }
  return undefined
}

function errorInSuccess(said: string, status: number): PmxError {
  const detail = { upstreamStatus: status, kind: 'error_in_success' }
  if (/too many requests|rate limit/i.test(said)) {
    return new PmxError('RATE_LIMIT_EXCEEDED', `Polymarket's rate limit was exceeded: ${said}`, {
      detail,
    })
  }
  if (/no orderbook exists|not found/i.test(said)) {
    return new PmxError('NOT_FOUND', `Polymarket returned: ${said}`, { detail })
  }
  return new PmxError('EXCHANGE_NOT_AVAILABLE', `Polymarket returned HTTP ${status} with an error: ${said}`, {
    detail,
  })
}

/** Modes in which the exchange accepts no orders, or no taker orders (README.md), regardless of the status. */
const ordersPaused = /^trading is disabled|trading is currently (disabled|cancel-only)|^post-only mode\b/i

/** Creates the error for paused orders. Its status would count as a failure of the host, which serves everything else. */
function pausedOrders(said: string, { json, headers }: VenueReply): PmxError {
  const message = `Polymarket does not accept orders of this type at the moment. This order was not placed: ${said}`
  const code = memberOf(json, 'code')
  const told = memberOf(json, 'retry_after_seconds')
  const isTold = typeof told === 'number' && told >= 0 && Number.isFinite(told)
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, {
    retryAfter: retryAfterSeconds(headers) ?? (isTold ? Math.ceil(told) : undefined),
    detail: { kind: 'orders_paused', ...(typeof code === 'string' ? { code: code.slice(0, 60) } : {}) },
  })
}

/** Headers of the limits per signing key. Other limits have no such headers. */
const rateHeaders = { tier: 'poly-ratelimit-tier', remaining: 'poly-ratelimit-remaining' } as const

/**
 * Creates the error for a rate limit. Nothing was placed, because a batch that exceeds the remaining limit is refused completely.
 * Returns undefined for limits per address.
 */
function tooManyOrders(said: string, { headers }: VenueReply): PmxError | undefined {
  const told = Object.entries(rateHeaders).flatMap(([name, header]) => {
    const value = headers[header]
    return value === undefined ? [] : [[name, value.slice(0, 60)] as const]
  })
  if (told.length === 0) return undefined
  const limits = Object.fromEntries(told)
  const which = limits['tier'] === undefined ? '' : ` (tier ${limits['tier']})`
  return new PmxError('RATE_LIMIT_EXCEEDED', `Polymarket limits the orders of this key${which}: ${said}`, {
    retryAfter: retryAfterSeconds(headers),
    detail: { upstreamStatus: 429, ...limits },
  })
}

/** Texts for failures or delays after an order was checked. Older documents have them in capitals. */
const failedTaking =
  /run the execution|insert order|delaying the order|match delayed|^(invalid_order_error|execution_error|delaying_order_error|order_delayed)$/i

/** Failures of the venue while it accepted the order, whose status is then unknown. */
const failedMeanwhile = new RegExp(
  `${failedTaking.source}|\\bdelay|\\binternal\\b|server error|time(d )?-?out`,
  'i',
)

/** Returns the error for an order that was not accepted, unless the venue failed. Returns undefined if the status is sufficient. */
function notTaken(said: string, status: number, stands = false): PmxError | undefined {
  if (status >= 500 || status === 408 || status === 425 || status === 429) return undefined
  const detail = { upstreamStatus: status }
  return stands || failedMeanwhile.test(said)
    ? new PmxError('EXCHANGE_NOT_AVAILABLE', `Polymarket failed while it processed the order: ${said}`, {
        detail,
      })
    : new PmxError('INVALID_ORDER', `Polymarket refused the order: ${said}`, { detail })
}

/** Whether an order was refused, and therefore has no id. Such a response was observed with `success` (README.md). */
function isOrderRefused(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  const { success, errorMsg, orderID } = json as Readonly<Record<string, unknown>>
  return success === false || (orderID === '' && typeof errorMsg === 'string' && errorMsg !== '')
}

/**
 * Whether the response names its order and its state. A row of a batch may report no success for an order that is delayed for the
 * takers of its market (README.md). An order that is live or matched may be filled, whatever the other members contain.
 */
function isStanding(json: unknown): boolean {
  const [id, state] = [memberOf(json, 'orderID'), memberOf(json, 'status')]
  return typeof id === 'string' && id !== '' && typeof state === 'string' && standing.test(state)
}
const standing = /^(delayed|live|matched|unmatched)$/i

/** Meanings of the words in older documents, according to the sentences given with them. */
const sentences: ReadonlyMap<string, string> = new Map(
  Object.entries({
    INVALID_ORDER_MIN_TICK_SIZE: 'order is invalid. Price breaks minimum tick size rules',
    INVALID_ORDER_MIN_SIZE: 'order is invalid. Size lower than the minimum',
    INVALID_ORDER_DUPLICATED: 'order is invalid. Duplicated.',
    INVALID_ORDER_NOT_ENOUGH_BALANCE: 'not enough balance / allowance',
    INVALID_ORDER_EXPIRATION: 'invalid expiration',
    INVALID_POST_ONLY_ORDER_TYPE: 'invalid post-only order: order type',
    INVALID_POST_ONLY_ORDER: 'invalid post-only order: order crosses book',
    FOK_ORDER_NOT_FILLED_ERROR: "order couldn't be fully filled",
    MARKET_NOT_READY: 'the market is not yet ready to process new orders',
  }),
)

interface Refusal {
  readonly said: RegExp
  readonly code: ErrorCode
  readonly kind?: string
  readonly hint?: string
}

/** The venue's reasons for refused orders, regardless of the status (README.md, "Accounts and orders"). */
const refusals: readonly Refusal[] = [
  {
    said: /order_version_mismatch/i,
    code: 'INVALID_ORDER',
    kind: 'order_version_mismatch',
    hint: 'The order was signed for another version of the exchange. Send it again as a new order, which is signed for the current version.',
  },
  { said: /order .*\binvalid\b.*\bduplicated\b/i, code: 'INVALID_ORDER', kind: 'duplicate_order' },
  {
    said: /not enough balance|allowance is not enough/i,
    code: 'INSUFFICIENT_FUNDS',
    hint: 'A missing approval of an exchange contract, and a wrong signatureType or funderAddress, cause the same error.',
  },
  {
    // Reported for deposit wallets that are not on the chain yet, and for funders that are not the key's own wallet.
    said: /order signer address has to be the address of the api key/i,
    code: 'AUTHENTICATION_ERROR',
    kind: 'signer_not_of_key',
    hint: 'With a deposit wallet (signatureType 3), funderAddress must be the wallet that belongs to this privateKey. The wallet must exist on the chain. Your first order on the site deploys it.',
  },
  {
    said: /invalid signature|has to be the (?:address|owner) of the api key/i,
    code: 'AUTHENTICATION_ERROR',
    hint: 'signatureType and funderAddress must belong to the account, and apiKey must be one of its keys.',
  },
  { said: /no orders found to match|couldn't be fully filled/i, code: 'NO_LIQUIDITY' },
  { said: /^order .*crosses the book|canceled in the CTF exchange contract/i, code: 'INVALID_ORDER' },
  {
    said: /minimum tick size|lower than the minimum|min size|invalid amounts|invalid expiration|invalid post-only|not yet ready to process new orders/i,
    code: 'INVALID_ORDER',
  },
  {
    said: /maker address not allowed/i,
    code: 'PERMISSION_DENIED',
    kind: 'maker_not_allowed',
    hint: 'Accounts created since May 2026 trade from a deposit wallet. Send its address as funderAddress, and signatureType 3 or no signatureType.',
  },
  { said: /address banned|closed only mode/i, code: 'PERMISSION_DENIED' },
]

function orderRefusal(said: string, status: number): PmxError | undefined {
  const found = refusals.find((one) => one.said.test(said))
  if (found === undefined) return undefined
  const { code, kind, hint } = found
  return new PmxError(
    code,
    `Polymarket refused the request: ${said}${hint === undefined ? '' : `. ${hint}`}`,
    {
      detail: { upstreamStatus: status, ...(kind === undefined ? {} : { kind }) },
    },
  )
}

/** Returns the text of an error body, at most 200 characters, or undefined if the body is not an error body. */
export function readErrorText(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  // A refused order has its own member for the reason, with status 200.
  const text: unknown =
    Reflect.get(json, isOrderRefused(json) ? 'errorMsg' : 'error') ?? Reflect.get(json, 'error')
  return typeof text === 'string' && text !== '' ? text.slice(0, 200) : undefined
}
