import type { UnifiedMarket } from '../../api/models/models.js'

/** An order that is filled immediately. */
interface Taken {
  readonly market: UnifiedMarket
  readonly side: 'buy' | 'sell'
  /** 0..1 */
  readonly price: number
  /** Contracts. */
  readonly size: number
}

/** Returns the taker fee in the currency of the prices, or undefined if it is unknown. */
export type TakerFee = (taken: Taken) => number | undefined

/** A fee formula and its parameters. */
export interface FeeTerms {
  /** The formula, written with `price`, `contracts` and the parameters. */
  readonly formula: string
  readonly parameters: Readonly<Record<string, number | readonly (readonly [number, number])[]>>
  /** Scope and assumptions of the formula, if the market does not state all of it. */
  readonly note?: string
  /** Returns the fee of an order that fills completely at its price, or undefined if it is unknown. */
  feeOf(order: Omit<Taken, 'market'>): number | undefined
}

/** Current fees of a market; a kind of order with unknown fees is absent. */
interface FeeSchedule {
  readonly currency?: string
  readonly taker?: FeeTerms
  readonly maker?: FeeTerms
}

/** Returns a market's fees at a given time (`at`, epoch ms), or undefined if none of them are known. */
export type FeeScheduleOf = (market: UnifiedMarket, at: number) => FeeSchedule | undefined

/** Fee terms of orders that pay no fee. */
export const noFee: FeeTerms = { formula: '0', parameters: {}, feeOf: () => 0 }
