import { PmxError } from '../../api/errors.js'
import { type ErrorRule, errorOfStatus } from '../../transport/errors.js'

/**
 * Limitless' exceptions to the general reading of failures (README.md): refused parameters come with
 * `message` as a list, and a token used as a slug was answered with 500 `No entity found`.
 */
export const errorRule: ErrorRule = (reply) => {
  const said = saidIn(reply.json)
  if (reply.status === 500 && /^no entity found/i.test(said)) {
    return new PmxError('NOT_FOUND', `Limitless answered: ${said}`, {
      detail: { upstreamStatus: reply.status },
    })
  }
  const isList = reply.status >= 400 && Array.isArray(messageOf(reply.json))
  return isList ? errorOfStatus({ ...reply, json: { message: said } }) : undefined
}

/** The text of an error body, a list of messages in one line; '' when there is none. */
export function saidIn(json: unknown): string {
  const message = messageOf(json)
  const parts: readonly unknown[] = Array.isArray(message) ? message : [message]
  return parts
    .flatMap((part) => (part === undefined ? [] : [typeof part === 'string' ? part : JSON.stringify(part)]))
    .join('; ')
    .slice(0, 200)
}

function messageOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, 'message') : undefined
}
