import { PmxError } from '../../api/errors.js'
import type { ErrorRule } from '../../transport/errors.js'

/**
 * Hunch's exception to the general reading of failures: while the operator has switched its API off, every path
 * answers 404, which says nothing about what was asked for (README.md).
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  if (status !== 404 || wordOf(json) === UNKNOWN_MARKET) return undefined
  const word = wordOf(json)
  return new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `Hunch answered HTTP 404${word === undefined ? '' : `: ${word}`}. Its API may be switched off; ask again later.`,
    {
      retryable: false,
      detail: { upstreamStatus: status, ...(word === undefined ? {} : { upstreamCode: word }) },
    },
  )
}

const UNKNOWN_MARKET = 'market_not_found'

function wordOf(json: unknown): string | undefined {
  const word: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'error') : undefined
  return typeof word === 'string' && word !== '' ? word : undefined
}
