import type { UnifiedMarket } from '../api/models.js'

/** An order that is filled at once. */
interface Taken {
  readonly market: UnifiedMarket
  readonly side: 'buy' | 'sell'
  /** 0..1 */
  readonly price: number
  /** Contracts. */
  readonly size: number
}

/** What a venue takes of it, in the currency of its prices; undefined where that is not known. */
export type TakerFee = (taken: Taken) => number | undefined
