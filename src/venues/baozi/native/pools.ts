import { complementPrice, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { NativeMarket } from './accounts.js'

const ACTIVE = 0
const RESOLVED = 2

const LAMPORTS = 1e9
const SOL = 0

/** All stakes together, in the smallest unit; nobody can take one back, and payouts leave it as it is. */
export function totalOf({ pools }: Pick<NativeMarket, 'pools'>): bigint {
  return pools.reduce((all, pool) => all + pool, 0n)
}

/** An amount in SOL; undefined in another currency, whose unit nobody has seen. */
export function inSol(amount: bigint, { currency }: Pick<NativeMarket, 'currency'>): number | undefined {
  return currency === SOL ? Number(amount) / LAMPORTS : undefined
}

/**
 * The share of each pool in all stakes, which is the venue's own price. Where nothing is staked there is none: the even
 * shares that the venue shows then stand for nothing (README.md).
 */
function sharesOf({ kind, pools }: Pick<NativeMarket, 'kind' | 'pools'>): readonly (number | undefined)[] {
  const total = totalOf({ pools })
  if (total === 0n) return pools.map(() => undefined)
  const shares = pools.map((pool) => roundPrice(Number(pool) / Number(total)))
  const [yes = 0] = shares
  return kind === 'binary' ? [yes, complementPrice(yes)] : shares
}

/** What each outcome is worth: its share, and once decided what it pays; undefined where nothing says so. */
export function pricesOf(market: NativeMarket): readonly (number | undefined)[] {
  if (market.status !== RESOLVED) return sharesOf(market)
  return market.pools.map((_pool, place) =>
    market.winner === undefined ? undefined : place === market.winner ? 1 : 0,
  )
}

/** When the last bet is taken, epoch ms. */
export function betsEndAt({ closesAt, freezeMs }: Pick<NativeMarket, 'closesAt' | 'freezeMs'>): number {
  return closesAt - freezeMs
}

/** Whether a bet is taken now: nothing moves a market on from Active when its time is up. */
export function isOpen(market: NativeMarket, now: number): boolean {
  return market.status === ACTIVE && now < betsEndAt(market)
}

/** Whether an outcome can no longer be paid out. */
export function isLost(market: NativeMarket, place: number): boolean {
  return market.status === RESOLVED && market.winner !== undefined && market.winner !== place
}
