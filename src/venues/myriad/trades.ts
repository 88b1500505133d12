import type { Trade } from '../../api/models/models.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { CursorPaging } from '../../venue-kit/contract/paging.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { type FillPager, paginateFills } from './native/book-fills.js'
import { type PoolPager, type PoolTrade, type PoolWindow, paginatePool } from './native/pool-trades.js'
import { createTransactionNumbers, type TransactionNumbers } from './native/transaction-numbers.js'
import { isPair, type OutcomeFacts } from './outcomes.js'

/**
 * Public trades of one outcome, newest first, in shares: a pool's from its history, the order book's from its own lists. The side
 * is the taker's. A market with two outcomes returns all trades, with those of the other outcome converted to this side. Trades
 * of an outcome are converted to its synthetic NO as well.
 */
export const tradeSource: TradeSource<OutcomeFacts> = {
  list: (outcome, query, ctx) => tradePaging(outcome, query, ctx),
}

/** State of one pagination from the newest trade down. */
interface Walk {
  readonly outcome: Located<OutcomeFacts>
  readonly numbers: TransactionNumbers
  /** The requested window of a pool; later trades are left out, so that its pages hardly move. */
  readonly window: PoolWindow
  pool?: PoolPager
  book?: FillPager
}

interface Page {
  readonly rows: readonly Trade[]
  readonly next: number | undefined
  readonly isBlank?: boolean | 'part'
}

function tradePaging(
  outcome: Located<OutcomeFacts>,
  { start, end }: TradeQuery,
  ctx: VenueContext,
): CursorPaging<Trade> {
  const readPage = outcome.facts.ref.model === 'ob' ? bookPage : poolPage
  const newWalk = (): Walk => {
    const startedAt = ctx.clock.now()
    const window = { ...(start === undefined ? {} : { start }), end: Math.min(end ?? startedAt, startedAt) }
    return { outcome, numbers: createTransactionNumbers(), window }
  }
  let walk: Walk | undefined
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch(cursor) {
      if (cursor === undefined || walk === undefined) walk = newWalk()
      const { rows, next, isBlank } = await readPage(walk, Number(cursor ?? 1), ctx)
      return {
        rows,
        next: next === undefined ? undefined : String(next),
        ...(isBlank === undefined || isBlank === false ? {} : { isBlank }),
      }
    },
  }
}

/** Returns the trades of the requested outcome from a page of a pool, which may be none: a pool's outcomes share one history. */
async function poolPage(walk: Walk, page: number, ctx: VenueContext): Promise<Page> {
  const { start, end } = walk.window
  // The venue counts in whole seconds, without fractions.
  if (start !== undefined && Math.ceil(start / 1000) > Math.floor(end / 1000)) {
    return { rows: [], next: undefined }
  }
  const { ref } = walk.outcome.facts
  walk.pool ??= paginatePool(ref, walk.window)
  const { trades, next, isBlank } = await walk.pool.page(page, ctx)
  return { rows: poolRows(trades, walk), next, isBlank }
}

function poolRows(trades: readonly PoolTrade[], { outcome: { outcomeId, facts }, numbers }: Walk): Trade[] {
  return (
    trades
      // Every trade is numbered, including those of other outcomes: an id must not depend on the request.
      .map((trade) => ({ trade, id: numbers.idOf(trade.hash) }))
      .filter(({ trade }) => trade.outcome === facts.place.index || isPair(facts))
      .map(({ trade, id }): Trade => {
        const { at: timestamp, price, shares: amount, side } = trade
        return seenFrom({ id, timestamp, price, amount, side, outcomeId }, trade.outcome, facts)
      })
  )
}

/** Converts a trade of an outcome to the requested one. */
function seenFrom(trade: Trade, outcome: number, { place }: OutcomeFacts): Trade {
  return outcome !== place.index || place.isNegative ? otherSide(trade) : trade
}

/** Returns the opposite trade: a purchase of an outcome is a sale of its opposite. */
function otherSide(trade: Trade): Trade {
  return { ...trade, price: complementPrice(trade.price), side: trade.side === 'buy' ? 'sell' : 'buy' }
}

async function bookPage(walk: Walk, page: number, ctx: VenueContext): Promise<Page> {
  const { outcomeId, facts } = walk.outcome
  walk.book ??= paginateFills(facts.slug, isPair(facts) ? facts.indexes : [facts.place.index])
  const { fills, completeTo, isBlank } = await walk.book.next(ctx)
  const rows = fills.map((fill): Trade => {
    const { timestamp, price, amount, side } = fill
    const id = walk.numbers.idOf(fill.txHash)
    return seenFrom({ id, timestamp, price, amount, side, outcomeId }, fill.outcome, facts)
  })
  // Both lists may go back beyond the start before a fill from there can be returned.
  const isPast = completeTo !== undefined && completeTo < (walk.window.start ?? completeTo)
  return { rows, next: completeTo === undefined || isPast ? undefined : page + 1, isBlank }
}
