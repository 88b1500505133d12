import { PmxError } from '../../api/envelope/errors.js'
import { type ErrorRule, isTooManyRequests, retryAfterSeconds } from '../../transport/errors.js'

/**
 * Maps errors of JSON-RPC, which come with any HTTP status including 200. The code for too many requests differs between nodes. A
 * gateway in front of a node may return a refusal as text.
 */
export const errorRule: ErrorRule = (reply) => {
  const error: unknown = Reflect.get(Object(reply.json), 'error')
  const code: unknown = Reflect.get(Object(error), 'code')
  const message: unknown = typeof error === 'string' ? error : Reflect.get(Object(error), 'message')
  const isSaid = typeof message === 'string' && message !== ''
  if (typeof code !== 'number' && !(typeof error === 'string' && isSaid)) return undefined
  const words = isSaid ? message.slice(0, 200) : `error ${code}`
  const told = `The Polygon node refused the request: ${words}${/[.!]$/.test(words) ? '' : '.'}`
  const detail = { upstreamStatus: reply.status, ...(typeof code === 'number' ? { upstreamCode: code } : {}) }
  const isTooMany = code === -32005 || code === -32029 || isTooManyRequests(words)
  if (reply.status === 429 || isTooMany)
    return new PmxError('RATE_LIMIT_EXCEEDED', told, { retryAfter: retryAfterSeconds(reply.headers), detail })
  // No such method, wrong parameters, no key, or the contract itself: a retry fails too.
  const isSettled = settledCodes.has(code) || [401, 403].includes(reply.status)
  const advice = isSettled ? ' Set another node in feeds.chainlink.hosts.rpc.' : ''
  return new PmxError('EXCHANGE_NOT_AVAILABLE', `${told}${advice}`, {
    detail,
    ...(isSettled ? { retryable: false } : {}),
  })
}

const settledCodes: ReadonlySet<unknown> = new Set([-32600, -32601, -32602, 3])
