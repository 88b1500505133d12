import type { MockContext } from '../../mock-kit/mock-venue.js'
import { stateAt, type WorldMarket } from '../../world/common/types.js'
import { complementPriceOf } from '../../world/wallets.js'
import { bookOf } from './paper.js'

/** An amount such as `{"value":"0.6350","currency":"USD"}`. */
export type Amount = { readonly value: string; readonly currency: 'USD' }

/** Renders a price of the long side, with four decimals. */
export function toDollars(value: number): Amount {
  return { value: value.toFixed(4), currency: 'USD' }
}

/** Renders a price of the short side, which is derived, without trailing zeros. */
export function toDerivedAmount(value: number): Amount {
  return { value: String(value), currency: 'USD' }
}

/** Best prices of the long side, or undefined for an empty side, or when nothing trades. */
export interface Top {
  readonly bid: number | undefined
  readonly ask: number | undefined
}

export function topOf(context: MockContext, market: WorldMarket): Top {
  if (stateAt(market, context.now) !== 'open') return { bid: undefined, ask: undefined }
  const { bids, asks } = bookOf(context, market)
  return { bid: bids[0]?.price, ask: asks[0]?.price }
}

/** Returns one minus a price, or undefined without one. */
export function complementOf(price: number | undefined): number | undefined {
  return price === undefined ? undefined : complementPriceOf(price)
}
