import type { Trade } from '../api/models.js'
import type { StreamTrade } from '../venue-kit/stream.js'
import { complement } from '../venue-kit/unify.js'

/** Ids that are remembered of one tape, so that what is read twice is told once. */
const MOST_KNOWN = 5_000

/** Trades of a book's own side as the holders of an outcome see them. */
export function seenBy(
  trades: readonly StreamTrade[],
  { outcomeId, isMirrored }: { readonly outcomeId: string; readonly isMirrored: boolean },
): Trade[] {
  return trades.map((trade) => {
    if (!isMirrored) return { ...trade, outcomeId }
    const side = trade.side === 'buy' ? 'sell' : trade.side === 'sell' ? 'buy' : trade.side
    return { ...trade, price: complement(trade.price), side, outcomeId }
  })
}

/** Tells new trades from known ones. */
export interface KnownTrades<Row extends StreamTrade = StreamTrade> {
  /** The trades that were not seen before, oldest first. */
  fresh<Some extends Row>(trades: readonly Some[]): Some[]
  /** The time of the newest one seen, epoch ms. */
  readonly newestAt: number | undefined
}

/** @param keyOf what is the same for the same trade, wherever it is read; its id by default */
export function createKnownTrades<Row extends StreamTrade = StreamTrade>(
  keyOf: (trade: Row) => string = ({ id }) => id,
): KnownTrades<Row> {
  const ids = new Set<string>()
  let newestAt: number | undefined
  return {
    get newestAt() {
      return newestAt
    },
    fresh(trades) {
      const found = trades.filter((trade) => !ids.has(keyOf(trade))).sort((a, b) => a.timestamp - b.timestamp)
      for (const trade of found) {
        const { timestamp } = trade
        ids.add(keyOf(trade))
        newestAt = Math.max(newestAt ?? timestamp, timestamp)
      }
      for (const id of ids) {
        if (ids.size <= MOST_KNOWN) break
        ids.delete(id)
      }
      return found
    },
  }
}
