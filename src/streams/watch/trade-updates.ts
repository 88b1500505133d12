import type { Trade } from '../../api/models/models.js'
import type { StreamTrade } from '../../venue-kit/contract/stream-source.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'

/** Number of stored trade ids per outcome, so that a trade that is read twice is reported once. */
const MAX_KNOWN = 5_000
/**
 * Sockets date a trade by its match, and some venues' histories by its block. This is the maximum difference for the same trade.
 */
const APART_MS = 30_000

/** An update for the watchers of trades. */
export interface TradeUpdate {
  /** Oldest first. */
  readonly trades: readonly StreamTrade[]
  /** A sentence about missed trades that cannot be read. */
  readonly missed?: string
}

/** Converts trades on a book's own side to an outcome's trades, and vice versa. */
export function tradesFromSide<Row extends StreamTrade>(trades: readonly Row[], isMirrored: boolean): Row[] {
  if (!isMirrored) return [...trades]
  return trades.map((trade) => {
    const side = trade.side === 'buy' ? 'sell' : trade.side === 'sell' ? 'buy' : trade.side
    return { ...trade, price: complementPrice(trade.price), side }
  })
}

/** Converts trades on a book's own side to an outcome's trades. */
export function seenBy(
  trades: readonly StreamTrade[],
  { outcomeId, isMirrored }: { readonly outcomeId: string; readonly isMirrored: boolean },
): Trade[] {
  return tradesFromSide(trades, isMirrored).map((trade) => ({ ...trade, outcomeId }))
}

/** Distinguishes new trades from known ones. */
export interface KnownTrades<Row extends StreamTrade = StreamTrade> {
  /** Returns the new trades, oldest first. */
  fresh<Some extends Row>(trades: readonly Some[]): Some[]
  /**
   * Returns the new trades of a history (newest first), oldest first. The history may use other ids, so trades with the same
   * price, amount, side and approximate time are treated as the same. Each known trade matches only one.
   * @param since start of the complete part of the history, epoch ms
   */
  missing<Some extends Row>(trades: readonly Some[], since: number): Some[]
  /** Whether a history has a known trade of the time of the newest one. Also true if no trade of that time is known. */
  isNewestIn(trades: readonly Row[], newestAt: number): boolean
  /** Time of the newest known trade, epoch ms. */
  readonly newestAt: number | undefined
}

/**
 * @param keyOf a value that is equal for the same trade in every source, its id by default
 * @param mostKnown number of stored ids
 */
export function createKnownTrades<Row extends StreamTrade = StreamTrade>(
  keyOf: (trade: Row) => string = ({ id }) => id,
  mostKnown = MAX_KNOWN,
): KnownTrades<Row> {
  const known = new Map<string, Row>()
  let newestAt: number | undefined
  const unknown = <Some extends Row>(trades: readonly Some[]): Some[] =>
    trades.filter((trade) => !known.has(keyOf(trade))).sort((a, b) => a.timestamp - b.timestamp)
  const isKnown = (trade: Row): boolean => {
    const before = known.get(keyOf(trade))
    return before !== undefined && isSameTrade(before, trade)
  }

  /**
   * Renames known trades whose ids have shifted. If a venue has no trade ids, our ids count from a transaction's newest trade. If
   * a response lacks that trade, each id belongs to a different trade.
   */
  function followIds(trades: readonly Row[]): void {
    const named = new Set<Row>()
    const moved = trades.flatMap((trade) => {
      const before = known.get(keyOf(trade))
      if (before === undefined || isSameTrade(before, trade)) return []
      const now = trades.find((one) => !named.has(one) && isSameTrade(before, one) && !isKnown(one))
      if (now === undefined) return []
      named.add(now)
      return [{ from: keyOf(trade), to: keyOf(now), before }]
    })
    for (const { from } of moved) known.delete(from)
    for (const { to, before } of moved) known.set(to, before)
  }

  return {
    get newestAt() {
      return newestAt
    },
    isNewestIn(trades, at) {
      const newest = [...known].filter(([, { timestamp }]) => timestamp === at)
      const isIn = ([id, trade]: readonly [string, Row]): boolean =>
        trades.some((one) => keyOf(one) === id) || nearestAlike(trade, trades) >= 0
      return newest.length === 0 || newest.some(isIn)
    },
    fresh(trades) {
      followIds(trades)
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
      followIds(trades)
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

function isSameTrade(a: StreamTrade, b: StreamTrade): boolean {
  return Math.abs(a.timestamp - b.timestamp) <= APART_MS && isAlike(a, b)
}

function isAlike(a: StreamTrade, b: StreamTrade): boolean {
  const isSameSide = a.side === b.side || a.side === 'unknown' || b.side === 'unknown'
  return isSameSide && isNear(a.price, b.price) && isNear(a.amount, b.amount)
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}
