import { toIso } from '../../../api/times/instant.js'
import { Refusal, toJsonReply } from '../../http/reply.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'

export const SITE = 'https://www.playhunch.xyz'
export const AGENT_API = '/api/agent/v1'
const DOCS = `${SITE}/llms-full.txt`

/** Returns the `meta` of every response, as recorded on 2026-07-04 (README.md). */
export function metaAt({ now }: Pick<MockContext, 'now'>) {
  return {
    name: 'Hunch agent platform API',
    version: 'hunch-agent-api-v1',
    generatedAt: toIso(now),
    docsUrl: DOCS,
  }
}

/** Status and members of each documented error code. */
const refusals = {
  invalid_request: { status: 400, hint: 'Fix the request and send it again.' },
  market_not_found: { status: 404, hint: 'List markets with GET /api/agent/v1/markets.' },
  proof_not_found: { status: 404, hint: 'Only settled bets have a proof.' },
  not_found: { status: 404, hint: 'See the list of endpoints.' },
  market_closed: { status: 409, hint: 'Choose a market whose status is open.' },
  invalid_wallet: { status: 422, hint: 'Send an address of 0x and 40 hex digits.' },
  invalid_side: { status: 422, hint: 'Send yes, no, or the key of an outcome.' },
  size_below_min: { status: 422, hint: 'The floor is $1.' },
  quote_required: { status: 422, hint: 'Above $10 send quoteId and minSharesOut or maxPriceCents.' },
  quote_expired: { status: 422, hint: 'Quotes are valid for 60 seconds.' },
  quote_mismatch: { status: 422, hint: 'The quote is for another bet.' },
  slippage_exceeded: { status: 422, hint: 'Ask for a new quote.' },
  payment_invalid: { status: 422, hint: 'Sign exactly what accepts[0] asks for.' },
  rate_limited: { status: 429, hint: 'Back off and retry.' },
} as const

export type RefusalCode = keyof typeof refusals

/** Returns an error in the venue's format (README.md). @param extra members that some codes add, such as `issues` */
export function toRefusalReply(error: RefusalCode, message: string, extra: object = {}) {
  const { status, hint } = refusals[error]
  return toJsonReply({ error, message, hint, docsUrl: DOCS, retriable: status === 429, ...extra }, status)
}

/** Returns the same as a throwable error. */
export function createRefusal(error: RefusalCode, message: string, extra?: object): Refusal {
  return new Refusal(toRefusalReply(error, message, extra))
}

/** Rounds dollars to the cent. */
export function toDollars(amount: number): number {
  return Math.round(amount * 100) / 100
}

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Reads a wallet in lower case. @throws 422 when it is not an address */
export function walletIn(text: unknown): string {
  if (typeof text === 'string' && ADDRESS.test(text)) return text.toLowerCase()
  throw createRefusal('invalid_wallet', 'The wallet is not a Base address.')
}
