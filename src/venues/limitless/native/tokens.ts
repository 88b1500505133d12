import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import type { NativeLeaf } from '../schemas.js'

export type Side = 'yes' | 'no'

/** Outcome ids by side. */
export interface Tokens {
  readonly yes: string
  readonly no: string
}

/** Whether a market is tradable: funded and not past its deadline. */
export function isOpen({ status, expired }: NativeLeaf): boolean {
  return status === 'FUNDED' && !expired
}

/** Whether a market trades against a pool: it has no book, and trades only in its social feed. */
export function isPooled(native: NativeLeaf): boolean {
  return native.tokens === undefined && (native.tradeType === 'amm' || native.address !== undefined)
}

/**
 * Returns the outcome ids of a market.
 * @returns undefined for pooled markets that are listed without any, and for markets that are not open (yet)
 * @throws EXCHANGE_NOT_AVAILABLE (drift) for an open market of the order book without tokens
 */
export function tokensOf(native: NativeLeaf, what: string): Tokens | undefined {
  if (native.tokens !== undefined) return native.tokens
  if (!isPooled(native) && isOpen(native))
    throw createSchemaMismatch(what, `market ${native.slug}.tokens`, 'an open market of the book has none')
  const [yes, no] = native.positionIds ?? []
  return yes === undefined || no === undefined ? undefined : { yes, no }
}
