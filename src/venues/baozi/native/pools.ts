import { complementPrice, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { NativeMarket } from './accounts.js'

const ACTIVE = 0
const RESOLVED = 2

const LAMPORTS = 1e9
const SOL = 0

/** Returns the sum of all stakes, in the smallest unit; stakes cannot be withdrawn, and payouts do not change it. */
export function totalOf({ pools }: Pick<NativeMarket, 'pools'>): bigint {
  return pools.reduce((all, pool) => all + pool, 0n)
}

/** Converts an amount to SOL. Undefined in another currency, whose unit is unknown. */
export function toSol(amount: bigint, { currency }: Pick<NativeMarket, 'currency'>): number | undefined {
  return currency === SOL ? Number(amount) / LAMPORTS : undefined
}

/**
 * Returns the share of each pool in all stakes, which is the venue's own price. Without stakes there is none: the equal shares
 * that the venue then shows are placeholders (README.md).
 */
function sharesOf({ kind, pools }: Pick<NativeMarket, 'kind' | 'pools'>): readonly (number | undefined)[] {
  const total = totalOf({ pools })
  if (total === 0n) return pools.map(() => undefined)
  const shares = pools.map((pool) => roundPrice(Number(pool) / Number(total)))
  const [yes = 0] = shares
  return kind === 'binary' ? [yes, complementPrice(yes)] : shares
}

/** Returns the value of each outcome: its share, and once decided its payout, or undefined if it is unknown. */
export function pricesOf(market: NativeMarket): readonly (number | undefined)[] {
  if (market.status !== RESOLVED) return sharesOf(market)
  return market.pools.map((_pool, place) =>
    market.winner === undefined ? undefined : place === market.winner ? 1 : 0,
  )
}

/** Returns the time of the last bet, epoch ms. */
export function betsEndAt({ closesAt, freezeMs }: Pick<NativeMarket, 'closesAt' | 'freezeMs'>): number {
  return closesAt - freezeMs
}

/** Whether bets are accepted now: a market stays Active after its time is up. */
export function isOpen(market: NativeMarket, now: number): boolean {
  return market.status === ACTIVE && now < betsEndAt(market)
}

/** Whether an outcome can no longer be paid out. */
export function isLost(market: NativeMarket, place: number): boolean {
  return market.status === RESOLVED && market.winner !== undefined && market.winner !== place
}
