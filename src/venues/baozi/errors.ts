import { PmxError } from '../../api/envelope/errors.js'
import {
  type ErrorRule,
  isTooManyRequests,
  retryAfterSeconds,
  toStatusError,
} from '../../transport/errors.js'

/**
 * Failures of JSON-RPC, which have any HTTP status, including 200 (README.md). The same code means "node is behind" on one node
 * and "too many requests" on another, so that the text decides.
 */
export const errorRule: ErrorRule = (reply) => {
  const failure = failureIn(reply.json)
  if (failure === undefined) return undefined
  const { code, message } = failure
  const detail = { upstreamStatus: reply.status, ...(code === undefined ? {} : { upstreamCode: code }) }
  if (reply.status === 429 || code === 429 || code === -32429 || isTooManyRequests(message)) {
    return new PmxError('RATE_LIMIT_EXCEEDED', told(message), {
      retryAfter: retryAfterSeconds(reply.headers),
      detail,
    })
  }
  if (
    (code !== undefined && refusals.has(code)) ||
    /excluded from account secondary indexes/i.test(message)
  ) {
    return new PmxError('EXCHANGE_NOT_AVAILABLE', `${told(message)} ${elsewhere}`, {
      retryable: false,
      detail: { ...detail, kind: 'request_refused' },
    })
  }
  if ([401, 403].includes(reply.status) || code === 403 || code === 401) {
    const status = code === 401 || reply.status === 401 ? 401 : 403
    const general = toStatusError({ ...reply, status })
    return new PmxError(general.code, `${told(message)} ${elsewhere}`, {
      detail: { ...general.detail, ...detail },
    })
  }
  return new PmxError('EXCHANGE_NOT_AVAILABLE', told(message), { detail })
}

/** No such method, wrong parameters, disabled, or no longer in the indexes. A retry would also fail. */
const refusals: ReadonlySet<number> = new Set([-32600, -32601, -32602, -32010, 410])

const elsewhere =
  'Not every Solana node returns the accounts of a program. Set venues.baozi.hosts.rpc or BAOZI_RPC_URL to a node that does.'

const MAX_WORDS = 200

function told(message: string): string {
  return `The Solana node refused the request: ${message.slice(0, MAX_WORDS)}${/[.!]$/.test(message) ? '' : '.'}`
}

function failureIn(
  json: unknown,
): { readonly code: number | undefined; readonly message: string } | undefined {
  const error: unknown = Reflect.get(Object(json), 'error')
  if (error === undefined || error === null || error === false) return undefined
  const code = toCode(Reflect.get(Object(error), 'code'))
  const message: unknown = typeof error === 'string' ? error : Reflect.get(Object(error), 'message')
  if (typeof message === 'string' && message !== '') return { code, message }
  return { code, message: code === undefined ? 'it returned no reason' : `error ${code}` }
}

/** Gateways in front of a node send the number as text, or omit it. */
function toCode(code: unknown): number | undefined {
  const number = typeof code === 'string' && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  return typeof number === 'number' ? number : undefined
}
