import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { ErrorRule } from '../../transport/errors.js'

/**
 * An `error` member is a failure regardless of the status (README.md); with a success status the general mapping would return it as
 * data. Refusals of orders are identified by their texts. Other responses are left to that mapping.
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  if (status === 400 || status === 409) return orderError(status, json)
  if (status < 200 || status >= 300 || typeof json !== 'object' || json === null) return undefined
  // `"error": null` next to data means that there was none.
  if (!('error' in json) || json.error === null || json.error === false) return undefined
  const said = typeof json.error === 'string' ? json.error.slice(0, 200) : 'an error'
  const detail = { upstreamStatus: status, kind: 'error_in_success' }
  if (/rate limit|too many requests/i.test(said)) {
    return new PmxError('RATE_LIMIT_EXCEEDED', `Myriad's rate limit was exceeded: ${said}`, { detail })
  }
  const message = `Myriad returned HTTP ${status}: ${said}`
  if (/not found/i.test(said)) return new PmxError('NOT_FOUND', message, { detail })
  if (mayPass.test(said)) return new PmxError('EXCHANGE_NOT_AVAILABLE', message, { detail })
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${message}. Retrying does not help, because the venue refused this request.`,
    {
      detail,
      retryable: false,
    },
  )
}

/** Texts of temporary server failures; all others refuse the request. */
const mayPass = /internal|server error|time(d )?-?out|temporar|unavailable|try again|overloaded|busy/i

/** Texts of refused orders, if known (README.md, "Accounts and orders"). */
const orderRefusals: readonly (readonly [RegExp, ErrorCode])[] = [
  [/liquidity|cannot be filled|not fill/i, 'NO_LIQUIDITY'],
  [/insufficient|allowance|not approved/i, 'INSUFFICIENT_FUNDS'],
  [/signature|unauthori[sz]ed|wallet.?mismatch|trader.?forbidden|no.?wallet/i, 'AUTHENTICATION_ERROR'],
  [/invalid order|market .*(not open|closed|resolved)|expiration/i, 'INVALID_ORDER'],
]

/** That something exists may be the text of any server (gRPC's `ALREADY_EXISTS`). */
const usedHash = /hash|duplicate|\border\b.*\bexists/i

function orderError(status: number, json: unknown): PmxError | undefined {
  const said = saidIn(json)
  const message = `Myriad returned: ${said}`
  const { code }: { code?: unknown } = Object(json)
  // The only documented conflict, a second order with the same hash, which the text names. Another text may be a proxy's.
  const told = typeof code === 'string' ? `${said} ${code}` : said
  if (status === 409 && usedHash.test(told))
    return new PmxError('INVALID_ORDER', message, {
      detail: { upstreamStatus: status, kind: 'duplicate_order' },
    })
  const found = orderRefusals.find(([words]) => words.test(told))
  return found && new PmxError(found[1], message, { detail: { upstreamStatus: status } })
}

/** Returns the venue's text in the body of a failure; '' if there is none. */
function saidIn(json: unknown): string {
  const { error, message }: { error?: unknown; message?: unknown } = Object(json)
  const said = [error, message].find((text) => typeof text === 'string')
  return typeof said === 'string' ? said.slice(0, 200) : ''
}

/** Whether a 404 means an unknown order, and not an unknown path. */
export function isUnknownOrder(json: unknown): boolean {
  return /order.*not found/i.test(saidIn(json))
}

/** Whether a refused cancellation means that the order is no longer open. */
export function isOrderOver(json: unknown): boolean {
  return /already|filled|expired|cancel+ed|not open/i.test(saidIn(json))
}
