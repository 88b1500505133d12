import { PmxError } from '../../api/errors.js'
import { type ErrorRule, retryAfterSeconds } from '../../transport/errors.js'

/** Failures of JSON-RPC come with any HTTP status, 200 too; which code means "too many" differs between nodes. */
export const errorRule: ErrorRule = (reply) => {
  const error: unknown = Reflect.get(Object(reply.json), 'error')
  const code: unknown = Reflect.get(Object(error), 'code')
  const message: unknown = Reflect.get(Object(error), 'message')
  if (typeof code !== 'number') return undefined
  const words = typeof message === 'string' && message !== '' ? message.slice(0, 200) : `error ${code}`
  const told = `The Polygon node refused: ${words}${/[.!]$/.test(words) ? '' : '.'}`
  const detail = { upstreamStatus: reply.status, upstreamCode: code }
  if (reply.status === 429 || code === -32005 || code === -32029 || /too many|rate limit/i.test(words)) {
    return new PmxError('RATE_LIMIT_EXCEEDED', told, { retryAfter: retryAfterSeconds(reply.headers), detail })
  }
  // No such method, wrong parameters, no key, or the contract itself: it comes again with the next try.
  const isSettled = [-32600, -32601, -32602, 3].includes(code) || [401, 403].includes(reply.status)
  const advice = isSettled ? ' Another node can be named in feeds.chainlink.hosts.rpc.' : ''
  return new PmxError('EXCHANGE_NOT_AVAILABLE', `${told}${advice}`, {
    detail,
    ...(isSettled ? { retryable: false } : {}),
  })
}
