import { complement, roundPrice } from '../../../venue-kit/unify.js'
import type { VenueContext } from '../../../venue-kit/venue.js'
import type { NativeTrade } from '../wire.js'
import { type BookWalk, walkBook } from './book-trades.js'

/** The fills of an order book, of all its outcomes together: the venue lists those of each by themselves. */
export interface FillWalk {
  /** The next fills, newest first; there may be none before the end. */
  next(ctx: VenueContext): Promise<FillStretch>
}

interface FillStretch {
  readonly fills: readonly NativeTrade[]
  /** All fills after this have been given, epoch ms; undefined when there are no more. */
  readonly toldTo: number | undefined
}

interface Side {
  readonly walk: BookWalk
  page: number
  /** Read, but not given: the other side may have newer ones that are not read yet. */
  waiting: readonly NativeTrade[]
  /** Epoch ms of the oldest one read; infinite before the first page, minus infinite after the last. */
  readTo: number
}

/**
 * Begins a walk. The order does not depend on which outcome is asked for: of one second, fills of the first outcome
 * come first.
 */
export function walkFills(slug: string, outcomes: readonly number[]): FillWalk {
  const sides = [...outcomes]
    .sort((a, b) => a - b)
    .map(
      (outcome): Side => ({
        walk: walkBook({ slug, outcome }),
        page: 0,
        waiting: [],
        readTo: Number.POSITIVE_INFINITY,
      }),
    )
  const toldTo = (): number => Math.max(...sides.map(({ readTo }) => readTo))
  return {
    async next(ctx) {
      const behind = sides.find(({ readTo }) => readTo === toldTo())
      if (behind !== undefined && behind.readTo !== Number.NEGATIVE_INFINITY) {
        behind.page++
        const { rows, oldest } = await behind.walk.page(behind.page, ctx)
        behind.waiting = [...behind.waiting, ...rows]
        behind.readTo = oldest ?? Number.NEGATIVE_INFINITY
      }
      const told = toldTo()
      const fills = sides.flatMap(({ waiting }) => waiting.filter(({ timestamp }) => timestamp > told))
      for (const side of sides) side.waiting = side.waiting.filter(({ timestamp }) => timestamp <= told)
      return {
        fills: onceEach(fills).sort((a, b) => b.timestamp - a.timestamp),
        toldTo: told === Number.NEGATIVE_INFINITY ? undefined : told,
      }
    },
  }
}

/**
 * Two buyers of opposite outcomes make a pair of shares, two sellers unmake one. Whether the venue lists such a fill
 * under both outcomes is not documented: where it does, it is still one fill.
 */
export function onceEach(fills: readonly NativeTrade[]): NativeTrade[] {
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
  // Prices have up to 18 decimals, more than their complements keep.
  return isSameTrade && roundPrice(a.price) === complement(b.price)
}
