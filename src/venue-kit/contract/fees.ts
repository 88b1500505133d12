import type { UnifiedMarket } from '../../api/models/models.js'

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

/** How a venue counts a fee. */
export interface FeeTerms {
  /** In words of `price`, `contracts` and the parameters. */
  readonly formula: string
  readonly parameters: Readonly<Record<string, number | readonly (readonly [number, number])[]>>
  /** What it holds for, or takes for granted, where the market does not state all of it. */
  readonly note?: string
  /** The fee of an order that is filled whole at its price; undefined where it is not known. */
  feeOf(order: Omit<Taken, 'market'>): number | undefined
}

/** Fees of a market now; what is not known of one kind of order is absent. */
interface FeeSchedule {
  readonly currency?: string
  readonly taker?: FeeTerms
  readonly maker?: FeeTerms
}

/** @param at epoch ms; undefined where nothing is known of the market's fees */
export type FeeScheduleOf = (market: UnifiedMarket, at: number) => FeeSchedule | undefined

/** Of orders that pay nothing. */
export const noFee: FeeTerms = { formula: '0', parameters: {}, feeOf: () => 0 }
