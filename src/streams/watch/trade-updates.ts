import type { Trade } from '../../api/models/models.js'
import type { StreamTrade } from '../../venue-kit/contract/stream-source.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'

/** Ids that are remembered of one tape, so that what is read twice is told once. */
const MAX_KNOWN = 5_000
/** Sockets date a trade by its match, histories of some venues by its block: the same trade is dated so far apart at most. */
const APART_MS = 30_000

/** What those who watch a tape are told. */
export interface TradeUpdate {
  /** Oldest first. */
  readonly trades: readonly StreamTrade[]
  /** Trades that were missed and cannot be read: a sentence. */
  readonly missed?: string
}

/** Trades of a book's own side as the holders of an outcome see them, and the other way round. */
export function tradesFromSide<Row extends StreamTrade>(trades: readonly Row[], isMirrored: boolean): Row[] {
  if (!isMirrored) return [...trades]
  return trades.map((trade) => {
    const side = trade.side === 'buy' ? 'sell' : trade.side === 'sell' ? 'buy' : trade.side
    return { ...trade, price: complementPrice(trade.price), side }
  })
}

/** Trades of a book's own side as the holders of an outcome see them. */
export function seenBy(
  trades: readonly StreamTrade[],
  { outcomeId, isMirrored }: { readonly outcomeId: string; readonly isMirrored: boolean },
): Trade[] {
  return tradesFromSide(trades, isMirrored).map((trade) => ({ ...trade, outcomeId }))
}

/** Tells new trades from known ones. */
export interface KnownTrades<Row extends StreamTrade = StreamTrade> {
  /** The trades that were not seen before, oldest first. */
  fresh<Some extends Row>(trades: readonly Some[]): Some[]
  /**
   * The trades of a history, which is newest first, that were not seen before, oldest first, though it may name them otherwise: trades with other
   * ids are the same where price, amount, side and about the time are. Each known one stands for one trade.
   * @param since the history is whole from then on, epoch ms
   */
  missing<Some extends Row>(trades: readonly Some[], since: number): Some[]
  /** The time of the newest one seen, epoch ms. */
  readonly newestAt: number | undefined
}

/**
 * @param keyOf what is the same for the same trade, wherever it is read; its id by default
 * @param mostKnown ids that are remembered
 */
export function createKnownTrades<Row extends StreamTrade = StreamTrade>(
  keyOf: (trade: Row) => string = ({ id }) => id,
  mostKnown = MAX_KNOWN,
): KnownTrades<Row> {
  const known = new Map<string, Row>()
  let newestAt: number | undefined
  const unknown = <Some extends Row>(trades: readonly Some[]): Some[] =>
    trades.filter((trade) => !known.has(keyOf(trade))).sort((a, b) => a.timestamp - b.timestamp)
  return {
    get newestAt() {
      return newestAt
    },
    fresh(trades) {
      const found = unknown(trades)
      for (const trade of found) {
        const { timestamp } = trade
        known.set(keyOf(trade), trade)
        newestAt = Math.max(newestAt ?? timestamp, timestamp)
      }
      for (const id of known.keys()) {
        if (known.size <= mostKnown) break
        known.delete(id)
      }
      return found
    },
    missing(trades, since) {
      const named = new Set(trades.map(keyOf))
      const left = [...known].flatMap(([id, trade]) =>
        named.has(id) || trade.timestamp < since ? [] : [trade],
      )
      return unknown(trades.toReversed()).filter((trade) => {
        const at = nearestAlike(trade, left)
        if (at >= 0) left.splice(at, 1)
        return at < 0
      })
    },
  }
}

function nearestAlike(trade: StreamTrade, others: readonly StreamTrade[]): number {
  let nearest = -1
  let leastMs = APART_MS
  for (const [index, other] of others.entries()) {
    const apartMs = Math.abs(other.timestamp - trade.timestamp)
    if (apartMs > leastMs || !isAlike(trade, other)) continue
    nearest = index
    leastMs = apartMs
  }
  return nearest
}

function isAlike(a: StreamTrade, b: StreamTrade): boolean {
  const isSameSide = a.side === b.side || a.side === 'unknown' || b.side === 'unknown'
  return isSameSide && isNear(a.price, b.price) && isNear(a.amount, b.amount)
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}
