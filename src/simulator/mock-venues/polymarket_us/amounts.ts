import type { MockContext } from '../../mock-kit/mock-venue.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { otherSidePrice } from '../../world/wallets.js'
import { bookOf } from './paper.js'

/** `{"value":"0.6350","currency":"USD"}` */
export type Amount = { readonly value: string; readonly currency: 'USD' }

/** Prices of the long side have four decimals. */
export function dollars(value: number): Amount {
  return { value: value.toFixed(4), currency: 'USD' }
}

/** Prices of the short side are derived, without trailing zeros. */
export function derived(value: number): Amount {
  return { value: String(value), currency: 'USD' }
}

/** What is quoted for the long side; undefined where nobody does, or nothing trades. */
export interface Top {
  readonly bid: number | undefined
  readonly ask: number | undefined
}

export function topOf(context: MockContext, market: WorldMarket): Top {
  if (stateAt(market, context.now) !== 'open') return { bid: undefined, ask: undefined }
  const { bids, asks } = bookOf(context, market)
  return { bid: bids[0]?.price, ask: asks[0]?.price }
}

/** One minus a price; undefined for none. */
export function turned(price: number | undefined): number | undefined {
  return price === undefined ? undefined : otherSidePrice(price)
}
