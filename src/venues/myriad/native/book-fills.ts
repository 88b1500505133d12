import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { complementPrice, roundPrice } from '../../../venue-kit/unify/unified-market.js'
import type { NativeTrade } from '../schemas.js'
import { type BookTradesPager, paginateBookTrades } from './book-trades.js'

/** Paginates the fills of an order book, of all its outcomes together: the venue lists those of each separately. */
export interface FillPager {
  /** Returns the next fills, newest first; there may be none before the end. */
  next(ctx: VenueContext): Promise<FillStretch>
}

interface FillStretch {
  readonly fills: readonly NativeTrade[]
  /** All fills after this have been returned, epoch ms, or undefined if there are no more. */
  readonly completeTo: number | undefined
  /** See `BookTradesPager`. `part` if the other outcome's list may have more fills. */
  readonly isBlank: boolean | 'part'
}

interface Side {
  readonly outcome: number
  readonly walk: BookTradesPager
  page: number
  /** Read, but not returned: the other side may have newer ones that are not read yet. */
  waiting: readonly NativeTrade[]
  /** Time of the oldest one read in epoch ms; infinite before the first page, minus infinite after the last. */
  readTo: number
}

/**
 * Begins a pagination. The order does not depend on the requested outcome: within one second, fills of the first outcome come
 * first.
 */
export function paginateFills(slug: string, outcomes: readonly number[]): FillPager {
  const sides = [...outcomes]
    .sort((a, b) => a - b)
    .map(
      (outcome): Side => ({
        outcome,
        walk: paginateBookTrades({ slug, outcome }),
        page: 0,
        waiting: [],
        readTo: Number.POSITIVE_INFINITY,
      }),
    )
  const toldTo = (): number => Math.max(...sides.map(({ readTo }) => readTo))

  /**
   * Reads the beginning of the first list again if the second one has a match that was made after the first was read: its other
   * legs are missing, and a maker's leg would be reported as the trade.
   */
  async function completeNewest(ctx: VenueContext): Promise<void> {
    const [first, second] = sides
    if (first === undefined || second === undefined) return
    const newest = first.waiting[0]?.timestamp ?? Number.NEGATIVE_INFINITY
    const known = new Set(first.waiting.map(({ txHash }) => txHash))
    const taken = new Set(second.waiting.filter(isTaker).map(({ txHash }) => txHash))
    const halves = new Set(
      second.waiting
        .filter(({ txHash, timestamp }) => timestamp >= newest && !known.has(txHash) && !taken.has(txHash))
        .map(({ txHash }) => txHash),
    )
    if (halves.size === 0) return
    const again = await paginateBookTrades({ slug, outcome: first.outcome }).page(1, ctx)
    // Later matches than these may be halves again.
    first.waiting = [...again.rows.filter(({ txHash }) => halves.has(txHash)), ...first.waiting]
  }

  return {
    async next(ctx) {
      let isBlank: FillStretch['isBlank'] = false
      const behind = sides.find(({ readTo }) => readTo === toldTo())
      if (behind !== undefined && behind.readTo !== Number.NEGATIVE_INFINITY) {
        behind.page++
        const { rows, oldest, ...page } = await behind.walk.page(behind.page, ctx)
        isBlank = page.isBlank && sides.length > 1 ? 'part' : page.isBlank
        behind.waiting = [...behind.waiting, ...rows]
        behind.readTo = oldest ?? Number.NEGATIVE_INFINITY
        if (behind.page === 1 && behind === sides.at(-1)) await completeNewest(ctx)
      }
      const told = toldTo()
      const fills = sides.flatMap(({ waiting }) => waiting.filter(({ timestamp }) => timestamp > told))
      for (const side of sides) side.waiting = side.waiting.filter(({ timestamp }) => timestamp <= told)
      return {
        fills: matchesIn(fills, Math.min(...outcomes)).sort((a, b) => b.timestamp - a.timestamp),
        completeTo: told === Number.NEGATIVE_INFINITY ? undefined : told,
        isBlank,
      }
    },
  }
}

/**
 * Returns the matches. A match may have several rows: the taker's leg, and one of each maker. Only the taker pays a fee,
 * so legs with a fee belong to takers. In a transaction without any, legs of one direction are counted where both
 * directions have the same total. Otherwise legs of one price and size count once (../README.md).
 * @param fills of both outcomes, with all rows of each transaction
 * @param yes the outcome by whose price legs are compared
 */
export function matchesIn(fills: readonly NativeTrade[], yes: number): NativeTrade[] {
  const legs = new Map<string, NativeTrade[]>()
  for (const fill of fills) legs.set(fill.txHash, [...(legs.get(fill.txHash) ?? []), fill])
  const kept = new Set([...legs.values()].flatMap((ofOne) => takersAmong(ofOne, yes)))
  return onceEach(fills.filter((fill) => kept.has(fill)))
}

/** Only the taker pays a fee. */
function isTaker({ fees }: NativeTrade): boolean {
  return (fees?.total ?? 0) > 0
}

function takersAmong(legs: readonly NativeTrade[], yes: number): readonly NativeTrade[] {
  const paying = legs.filter(isTaker)
  if (paying.length > 0 || legs.length < 2) return paying.length > 0 ? paying : legs
  // A purchase of NO has the same direction as a sale of YES; both sides of a match have opposite directions.
  const [up, down] = [true, false].map((isUp) =>
    legs.filter(({ outcome, side }) => ((outcome === yes) === (side === 'buy')) === isUp),
  ) as [NativeTrade[], NativeTrade[]]
  if (up.length > 0 && isNear(sumOf(up), sumOf(down))) {
    const isUpFirst = up.includes(legs[0] as NativeTrade)
    return up.length < down.length || (up.length === down.length && isUpFirst) ? up : down
  }
  const seen = new Set<string>()
  return legs.filter(({ outcome, price, amount }) => {
    const leg = `${roundPrice(outcome === yes ? price : complementPrice(price))} ${amount}`
    const isNew = !seen.has(leg)
    seen.add(leg)
    return isNew
  })
}

function sumOf(legs: readonly NativeTrade[]): number {
  return legs.reduce((sum, { amount }) => sum + amount, 0)
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(a, b)
}

/**
 * Drops duplicates. Two buyers of opposite outcomes mint a pair of shares, two sellers burn one. It is not documented whether the
 * venue lists such a fill under both outcomes: it is one fill in any case.
 */
function onceEach(fills: readonly NativeTrade[]): NativeTrade[] {
  const byTransaction = new Map<string, NativeTrade[]>()
  return fills.filter((fill) => {
    const others = byTransaction.get(fill.txHash) ?? []
    byTransaction.set(fill.txHash, others)
    const half = others.findIndex((other) => isOtherHalf(fill, other))
    if (half < 0) others.push(fill)
    else others.splice(half, 1)
    return half < 0
  })
}

function isOtherHalf(a: NativeTrade, b: NativeTrade): boolean {
  const isSameTrade = a.outcome !== b.outcome && a.side === b.side && a.amount === b.amount
  // Prices have up to 18 decimals, more than their complements preserve.
  return isSameTrade && roundPrice(a.price) === complementPrice(b.price)
}
