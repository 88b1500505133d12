import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import { type ErrorRule, toStatusError } from '../../transport/errors.js'

/**
 * Limitless' exceptions to the general interpretation of failures (README.md). Refused parameters have a list in `message`, and a
 * token used as a slug had the response 500 `No entity found`.
 */
export const errorRule: ErrorRule = (reply) => {
  const said = readErrorText(reply.json)
  if (reply.status === 500 && /^no entity found/i.test(said)) {
    return new PmxError('NOT_FOUND', `Limitless returned: ${said}`, {
      detail: { upstreamStatus: reply.status },
    })
  }
  const order = orderError(reply.status, said, codesIn(reply.json))
  if (order !== undefined) return order
  const isList = reply.status >= 400 && Array.isArray(messageOf(reply.json))
  return isList ? toStatusError({ ...reply, json: { message: said } }) : undefined
}

/** Meanings of order refusals; the venue documents only some of its texts (README.md, "Accounts and orders"). */
const orderRefusals: readonly (readonly [RegExp, ErrorCode])[] = [
  [/orders? not found|already cancell?ed|must be a uuid/i, 'ORDER_NOT_FOUND'],
  [/insufficient|not enough/i, 'INSUFFICIENT_FUNDS'],
  [/invalid signature|signature type|signer|api key/i, 'AUTHENTICATION_ERROR'],
  [/tick size|fee[ _]?rate|deadline|post.?only/i, 'INVALID_ORDER'],
]

/** Refusals that are handled if the order was sent, by their texts (PyPI limitless-sdk 1.3.0, "Collateral Fee Venues"). */
const kinds: readonly (readonly [RegExp, RefusalKind])[] = [
  [/fee[ _]?rate[ _]?mismatch/i, 'fee_rate_mismatch'],
  [/allowance for the order fee/i, 'fee_allowance'],
]
type RefusalKind = 'fee_rate_mismatch' | 'fee_allowance'

/** Whether the venue refused an order for this reason. */
export function isRefusal(error: unknown, kind: RefusalKind): error is PmxError {
  return error instanceof PmxError && error.detail?.['kind'] === kind
}

const usedName = /client.?order.?id|duplicate/i

/** @param codes words next to the message that may identify a refusal as well */
function orderError(status: number, said: string, codes: string): PmxError | undefined {
  const message = `Limitless returned: ${said === '' ? codes : said}`
  const told = `${said} ${codes}`
  // The only documented conflict for the calls made here: a used client order id, which the text names. Another text may be a
  // proxy's.
  if (status === 409 && usedName.test(told))
    return new PmxError('INVALID_ORDER', message, {
      detail: { upstreamStatus: status, kind: 'duplicate_order' },
    })
  const found = status === 400 ? orderRefusals.find(([words]) => words.test(told)) : undefined
  const kind = kinds.find(([words]) => words.test(told))?.[1]
  return (
    found &&
    new PmxError(found[1], message, {
      detail: { upstreamStatus: status, ...(kind === undefined ? {} : { kind }) },
    })
  )
}

/** Returns the text of an error body, a list of messages in one line, or '' if there is none. */
export function readErrorText(json: unknown): string {
  const message = messageOf(json)
  const parts: readonly unknown[] = Array.isArray(message) ? message : [message]
  return parts
    .flatMap((part) => (part === undefined ? [] : [typeof part === 'string' ? part : JSON.stringify(part)]))
    .join('; ')
    .slice(0, 200)
}

/** Returns the codes of an error body, next to its message or instead of it. */
function codesIn(json: unknown): string {
  const { code, error }: { code?: unknown; error?: unknown } = Object(json)
  return [code, error]
    .filter((word) => typeof word === 'string')
    .join(' ')
    .slice(0, 100)
}

function messageOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null ? Reflect.get(json, 'message') : undefined
}
