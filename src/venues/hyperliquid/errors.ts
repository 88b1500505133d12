import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'
import { isOwnFailure } from '../../venue-kit/orders/local-failure.js'

/** Refusals of actions have status 200, and those of unreadable requests are plain text. */
export const errorForm: ErrorForm = { isOwn: () => false }

/**
 * Hyperliquid's exceptions to the general interpretation of failures (README.md): both mean that the venue could not read the
 * request, and a retry fails as well. Other failures are left to the general mapping.
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  // Plain text; with a 4xx it would count as the caller's mistake, but the adapter wrote the request.
  if (status === 422 && typeof json === 'string' && /deserialize/i.test(json)) {
    return refused('The venue does not support this form of request, or no longer supports it.', status)
  }
  if (status === 500 && json === null) {
    return refused('The venue refused the request, because it does not have the requested coin.', status)
  }
  return undefined
}

/** Whether the venue reported that it does not serve the requested coin, which is normal for a settled side. */
export function isUnservedCoin(error: unknown): boolean {
  if (!(error instanceof PmxError)) return false
  return error.detail?.['kind'] === 'request_refused' && error.detail['upstreamStatus'] === 500
}

function refused(message: string, upstreamStatus: number): PmxError {
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, {
    retryable: false,
    detail: { kind: 'request_refused', upstreamStatus },
  })
}

/** Refusals of actions by the exchange, by their beginnings: many end with the asset (README.md). */
const refusals: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(order has )?insufficient/i, 'INSUFFICIENT_FUNDS'],
  [/could not immediately match|no liquidity/i, 'NO_LIQUIDITY'],
  [/was never placed, already canceled, or filled/i, 'ORDER_NOT_FOUND'],
  [/user or api wallet \S+ does not exist|^must deposit|^unable to recover signer/i, 'AUTHENTICATION_ERROR'],
  // Live: "Cannot set scheduled cancel time until enough volume traded. Required: $1000000. Traded: $373.47205." (ccxt)
  [/^cannot set scheduled cancel/i, 'PERMISSION_DENIED'],
  [/too many cumulative requests/i, 'RATE_LIMIT_EXCEEDED'],
  [/^(order|price)\b/i, 'INVALID_ORDER'],
]

/**
 * An action with this nonce was accepted before: another program used it, or an intermediate server sent the action twice
 * (quoted in github.com/nomeida/hyperliquid/issues/61).
 */
const usedNonce = /^invalid nonce: duplicate/i

const MAX_TEXT_LENGTH = 200

/**
 * Returns the error of a refused action, which has HTTP 200.
 * @param fallback the code of undocumented refusals
 */
export function refusalOf(said: string, fallback: ErrorCode): PmxError {
  const text = said.slice(0, MAX_TEXT_LENGTH)
  // A failure of the venue does not prove that the action was not executed.
  const unworded = isOwnFailure(said) ? 'EXCHANGE_NOT_AVAILABLE' : fallback
  const code = refusals.find(([words]) => words.test(said))?.[1] ?? unworded
  const hint =
    code === 'AUTHENTICATION_ERROR'
      ? ' The key that signed the request does not belong to a known account or approved agent (API wallet).'
      : ''
  const kind = usedNonce.test(said) ? { kind: 'duplicate_order' } : {}
  return new PmxError(code, `Hyperliquid refused the request: ${text}${hint}`, {
    detail: { upstreamStatus: 200, ...kind },
  })
}
