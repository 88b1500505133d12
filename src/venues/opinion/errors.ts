import * as z from 'zod'
import { type ErrorCode, PmxError } from '../../api/envelope/errors.js'
import type { ErrorForm, ErrorRule } from '../../transport/errors.js'
import { isOwnFailure } from '../../venue-kit/orders/local-failure.js'
import { integer } from '../../venue-kit/payload/schema.js'
import { withAliases } from './native/envelope.js'

const refusal = z.preprocess(
  withAliases,
  z.object({ errno: integer, errmsg: z.string().optional().catch(undefined) }),
)

/** A number and a text, under either pair of member names. */
export const errorForm: ErrorForm = { codeIn }

function codeIn(json: unknown): string | undefined {
  const { errno, errmsg } = refusal.safeParse(json).data ?? {}
  return errmsg === undefined ? undefined : String(errno)
}

/** Meanings of the venue's own numbers (README.md). */
const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [10_014, 'PERMISSION_DENIED'],
  [10_200, 'NOT_FOUND'],
  [10_403, 'PERMISSION_DENIED'],
  [10_605, 'NO_LIQUIDITY'],
  [10_610, 'INVALID_ORDER'],
  [11_001, 'AUTHENTICATION_ERROR'],
  [11_002, 'AUTHENTICATION_ERROR'],
  [11_005, 'AUTHENTICATION_ERROR'],
  // There is no key for this wallet; its signature is wrong, expired, or was used.
  [11_010, 'AUTHENTICATION_ERROR'],
  [11_011, 'AUTHENTICATION_ERROR'],
  [11_012, 'AUTHENTICATION_ERROR'],
  [11_013, 'AUTHENTICATION_ERROR'],
])
const GEO_BLOCK = 10_403

/** Returns the meaning of a number of the venue, if it is known. */
export function codeOf(errno: number): ErrorCode | undefined {
  return codes.get(errno)
}

/** Meanings of the texts that come with an unknown number. The first match counts. */
const words: readonly (readonly [RegExp, ErrorCode])[] = [
  [/insufficient (token )?balance/i, 'INSUFFICIENT_FUNDS'],
  [/below the minimum/i, 'INVALID_ORDER'],
  // For a post-only order; its number is not recorded, and the venue spells the member so (10610).
  [/\bpost.?only\b|\bwould (cross|match)\b|\bcross(es)? the (book|spread)\b/i, 'INVALID_ORDER'],
  // The trading wallet (funderAddress) is not that of the key.
  [/must be the current multi-signature wallet/i, 'AUTHENTICATION_ERROR'],
  [/too many|rate limit|frequent/i, 'RATE_LIMIT_EXCEEDED'],
  [/not (exist|found)|no such/i, 'NOT_FOUND'],
  [/\bapi ?key\b|unauthori[sz]ed|\bsignature\b/i, 'AUTHENTICATION_ERROR'],
  [/\bparam|invalid|illegal/i, 'BAD_REQUEST'],
]

const MAX_TEXT_LENGTH = 200

/**
 * The venue refuses with status 200 and a number in the body (README.md). With any other status, only a known number is
 * interpreted, and the rest is left to the general mapping.
 */
export const errorRule: ErrorRule = ({ status, json }) => {
  const body = refusal.safeParse(json)
  if (!body.success || body.data.errno === 0) return undefined
  const { errno, errmsg = '' } = body.data
  const isSuccess = status >= 200 && status < 300
  const known = codeOf(errno)
  if (known === undefined && !isSuccess) return undefined
  // A failure of the venue refuses nothing, whatever else its text names: an order may have been accepted.
  const worded = isOwnFailure(errmsg) ? undefined : words.find(([pattern]) => pattern.test(errmsg))?.[1]
  const code = known ?? worded ?? 'EXCHANGE_NOT_AVAILABLE'
  const kind = code === 'PERMISSION_DENIED' ? (errno === GEO_BLOCK ? 'geo' : 'unknown') : undefined
  return new PmxError(code, `The venue returned errno ${errno}: ${errmsg.slice(0, MAX_TEXT_LENGTH)}`, {
    detail: { upstreamStatus: status, upstreamCode: errno, ...(kind === undefined ? {} : { kind }) },
  })
}
