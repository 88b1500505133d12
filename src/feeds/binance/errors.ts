import { PmxError } from '../../api/envelope/errors.js'
import { type ErrorRule, retryAfterSeconds, toStatusError } from '../../transport/errors.js'

const NO_SUCH_SYMBOL = -1121
const ILLEGAL_CHARACTERS = -1100
const TOO_MANY_REQUESTS = -1003

/** Maps errors of the form `{code, msg}`. 418 is a ban after an ignored 429 (../README.md). */
export const errorRule: ErrorRule = (reply) => {
  const code: unknown = Reflect.get(Object(reply.json), 'code')
  const msg: unknown = Reflect.get(Object(reply.json), 'msg')
  const message = typeof msg === 'string' ? msg.slice(0, 200) : undefined
  if (reply.status === 418 || reply.status === 429 || code === TOO_MANY_REQUESTS) {
    return new PmxError('RATE_LIMIT_EXCEEDED', `Binance's rate limit was exceeded${told(message)}`, {
      retryAfter: retryAfterSeconds(reply.headers),
      detail: { upstreamStatus: reply.status },
    })
  }
  if (reply.status < 400 || typeof code !== 'number') return undefined
  if (code === NO_SUCH_SYMBOL || code === ILLEGAL_CHARACTERS) {
    return new PmxError('NOT_FOUND', `Binance does not have this pair${told(message)}`, {
      detail: { upstreamStatus: reply.status, upstreamCode: code },
    })
  }
  const general = toStatusError({ ...reply, json: { message } })
  return general.with({ detail: { ...general.detail, upstreamCode: code } })
}

function told(message: string | undefined): string {
  return message === undefined ? '.' : `: ${message}`
}
