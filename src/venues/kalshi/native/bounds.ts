import type { NativeMarket } from '../schemas.js'

/**
 * The minimum payout of a YES contract: prices below are refused, and NO pays at most 1 minus it (docs.kalshi.com, settlement
 * bounds; OpenAPI 3.34, Market). `unknown` has the value that was read: its value and valid prices are then unknown.
 */
export type SettlementBounds =
  | { readonly kind: 'none' }
  /** 0..1; it is only ever raised. */
  | { readonly kind: 'floor'; readonly floor: number }
  | { readonly kind: 'unknown'; readonly word: string }

/** Returns the bounds of a market. Rows from before 29 September 2026 have no such member, and no bounds. */
export function boundsOf({
  settlement_bounds_type: word,
  settlement_floor_dollars: floor,
}: Pick<NativeMarket, 'settlement_bounds_type' | 'settlement_floor_dollars'>): SettlementBounds {
  if (word === 'default' || (word === undefined && floor === undefined)) return { kind: 'none' }
  if (word !== undefined && word !== 'floor') return { kind: 'unknown', word }
  return floor === undefined
    ? { kind: 'unknown', word: 'floor, without its settlement_floor_dollars' }
    : { kind: 'floor', floor }
}
