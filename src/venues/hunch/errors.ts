import { PmxError } from '../../api/envelope/errors.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'

/** Every 404 may mean a disabled API, whatever its body (README.md). */
export const errorForm: ErrorForm = { isReadByRule: true }

/**
 * Hunch's exception to the general interpretation of failures. While the operator has disabled its API, every path returns 404,
 * which does not concern the requested market (README.md).
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  const word = wordOf(json)
  if (status !== 404 || word === UNKNOWN_MARKET) return undefined
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Hunch returned HTTP 404${word === undefined ? '' : `: ${word}`}. Its API may be switched off. Try again later.`,
    {
      retryable: false,
      detail: {
        kind: UNKNOWN_OR_OFF,
        upstreamStatus: status,
        ...(word === undefined ? {} : { upstreamCode: word }),
      },
    },
  )
}

const UNKNOWN_MARKET = 'market_not_found'
const UNKNOWN_OR_OFF = 'unknown_or_off'

/** Whether a failure is ambiguous: an id that Hunch does not know, or a disabled API. */
export function isUnknownOrOff(error: unknown): boolean {
  return error instanceof PmxError && error.detail?.['kind'] === UNKNOWN_OR_OFF
}

function wordOf(json: unknown): string | undefined {
  const word: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'error') : undefined
  return typeof word === 'string' && word !== '' ? word : undefined
}
