import * as z from 'zod'
import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'

const body = z.object({
  error: z.object({ code: z.string(), message: z.string().optional().catch(undefined) }),
})

/** A code of text and a message in `error`; what other hosts of it answer 404 with is not on record. */
export const errorForm: ErrorForm = { isOwn: (json) => body.safeParse(json).success, isDistinct: true }

/** Codes of the host of books whose meaning is known (README.md, "Accounts and orders"). */
const codes: Readonly<Record<string, ErrorCode>> = {
  'PAS-4008': 'AUTHENTICATION_ERROR',
  'PAS-4205': 'INVALID_ORDER',
  'PAS-4206': 'NO_LIQUIDITY',
}

/** What else orders may be refused for is told in words only. */
const words: readonly (readonly [RegExp, ErrorCode])[] = [
  [
    /order\b.*(not found|does not exist|unknown)|(not found|unknown).*\border\b(?! ?book)/i,
    'ORDER_NOT_FOUND',
  ],
  [/insufficient|not enough|balance|allowance/i, 'INSUFFICIENT_FUNDS'],
  [/liquidity/i, 'NO_LIQUIDITY'],
  [/signature|api key|unauthori[sz]ed|passphrase/i, 'AUTHENTICATION_ERROR'],
]

export const errorRule: ErrorRule = ({ status, json }) => {
  const read = status >= 400 ? body.safeParse(json) : undefined
  const { code = '', message = '' } = read?.data?.error ?? {}
  const known = codes[code]
  return known && refusal(known, code, message, status)
}

/** What a server says that does not know itself what became of an order. */
const failedMeanwhile = /time(d )?-?out|status .*\bunknown|\binternal\b|server error|unexpected response/i
/** Numbers that refuse nothing: those of success, and HTTP's of failures of its own. */
const isNoRefusal = (code: number): boolean => code === 0 || code === 200 || (code >= 500 && code < 600)

/** An order that was refused in an answer that looks like a success; in doubt where the answer refuses nothing. */
export function refusedOrder(code: number, message: string): PmxError {
  if (isNoRefusal(code) || failedMeanwhile.test(message))
    return refusal('EXCHANGE_NOT_AVAILABLE', String(code), message, 200)
  const meant = words.find(([pattern]) => pattern.test(message))?.[1] ?? 'INVALID_ORDER'
  return refusal(meant, String(code), message, 200)
}

/** Whether a refusal says that the order is none of the account's, or open no longer. */
export function isUnknownOrder(json: unknown): boolean {
  const { message = '' } = body.safeParse(json).data?.error ?? {}
  return /order/i.test(message) && /not found|does not exist|unknown/i.test(message)
}

function refusal(code: ErrorCode, word: string, message: string, status: number): PmxError {
  const said = message.slice(0, 200)
  return new PmxError(code, `Probable answered ${word}: ${said}`, {
    detail: { upstreamStatus: status, upstreamCode: word },
  })
}
