import * as z from 'zod'
import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'

const body = z.object({
  error: z.object({ code: z.string(), message: z.string().optional().catch(undefined) }),
})

/** A code as text, and a message in `error`. The 404 responses of its other hosts are not recorded. */
export const errorForm: ErrorForm = { codeIn: (json) => body.safeParse(json).data?.error.code }

/** Known codes of the host of books (README.md, "Accounts and orders"). */
const codes: Readonly<Record<string, ErrorCode>> = {
  'PAS-4008': 'AUTHENTICATION_ERROR',
  'PAS-4205': 'INVALID_ORDER',
  'PAS-4206': 'NO_LIQUIDITY',
}

/** Other reasons for refused orders, which have a text but no code. */
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

/** Texts of a server failure that leaves the status of an order unknown. */
const failedMeanwhile = /time(d )?-?out|status .*\bunknown|\binternal\b|server error|unexpected response/i
/** Numbers that are not refusals: those of a success, and HTTP statuses of server failures. */
const isNoRefusal = (code: number): boolean => code === 0 || code === 200 || (code >= 500 && code < 600)

/**
 * Returns the error for an order that was refused in a response with a success status. Its status is unknown if the response is
 * not a refusal.
 */
export function createRefusedOrderError(code: number, message: string): PmxError {
  if (isNoRefusal(code) || failedMeanwhile.test(message))
    return refusal('EXCHANGE_NOT_AVAILABLE', String(code), message, 200)
  const meant = words.find(([pattern]) => pattern.test(message))?.[1] ?? 'INVALID_ORDER'
  return refusal(meant, String(code), message, 200)
}

/** Whether a refusal means that the order is not the account's, or no longer open. */
export function isUnknownOrder(json: unknown): boolean {
  const { message = '' } = body.safeParse(json).data?.error ?? {}
  return /order/i.test(message) && /not found|does not exist|unknown/i.test(message)
}

function refusal(code: ErrorCode, word: string, message: string, status: number): PmxError {
  const said = message.slice(0, 200)
  return new PmxError(code, `Probable returned ${word}: ${said}`, {
    detail: { upstreamStatus: status, upstreamCode: word },
  })
}
