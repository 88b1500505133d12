import type { Trade } from '../../api/models.js'
import type { CursorPaging } from '../../venue-kit/paging.js'
import { complement } from '../../venue-kit/unify.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/venue.js'
import { type FillWalk, walkFills } from './book-fills.js'
import { isPair, type OutcomeFacts, outcomeFacts } from './outcomes.js'
import { type PoolWalk, walkPool } from './pool-trades.js'
import { createTransactionNumbers, type TransactionNumbers } from './tx-ids.js'

/** Pages without a trade of the asked outcome that one page of ours may take; a pool's outcomes share one history. */
const MAX_PAGES_AT_ONCE = 60

/**
 * Public trades of one outcome, newest first, in shares: a pool's from its history, the order book's from its own
 * lists. The side is the taker's. Of a market with two outcomes all trades are told, those of the other one from this
 * side; so are those of an outcome as trades of its synthetic NO.
 */
export const tradeSource: TradeSource = {
  list: (outcomeId, query, ctx) => tradePaging(outcomeId, query, ctx),
}

/** What one walk from the newest trade down remembers. */
interface Walk {
  readonly numbers: TransactionNumbers
  /** When it began: a pool's later trades are left out, so that its pages hardly move. */
  readonly startedAt: number
  pool?: PoolWalk
  book?: FillWalk
}

interface Page {
  readonly rows: readonly Trade[]
  readonly next: number | undefined
}

function tradePaging(outcomeId: string, query: TradeQuery, ctx: VenueContext): CursorPaging<Trade> {
  const newWalk = (): Walk => ({
    numbers: createTransactionNumbers(),
    startedAt: ctx.clock.now(),
  })
  let walk = newWalk()
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch(cursor) {
      if (cursor === undefined) walk = newWalk()
      const facts = await outcomeFacts(outcomeId, ctx)
      const readPage = facts.market.ref.model === 'ob' ? bookPage : poolPage
      let page = Number(cursor ?? 1)
      for (let count = 1; ; count++) {
        const { rows, next } = await readPage(facts, query, walk, page, ctx)
        if (next === undefined) return { rows }
        if (rows.length > 0 || count === MAX_PAGES_AT_ONCE) return { rows, next: String(next) }
        page = next
      }
    },
  }
}

async function poolPage(
  { outcomeId, place, market }: OutcomeFacts,
  { start, end }: TradeQuery,
  walk: Walk,
  page: number,
  ctx: VenueContext,
): Promise<Page> {
  const window = {
    ...(start === undefined ? {} : { start }),
    end: Math.min(end ?? walk.startedAt, walk.startedAt),
  }
  // The venue counts in whole seconds, and between two of them there is nothing.
  if (start !== undefined && Math.ceil(start / 1000) > Math.floor(window.end / 1000)) {
    return { rows: [], next: undefined }
  }
  walk.pool ??= walkPool(market.ref, window)
  const { trades, next } = await walk.pool.page(page, ctx)
  const rows = trades
    // Every trade is numbered, also those of other outcomes: an id must not depend on the question.
    .map((trade) => ({ trade, id: walk.numbers.idOf(trade.hash) }))
    .filter(({ trade }) => trade.outcome === place.index || isPair(market))
    .map(({ trade, id }): Trade => {
      const { at: timestamp, price, shares: amount, side } = trade
      const row = { id, timestamp, price, amount, side, outcomeId }
      return trade.outcome !== place.index || place.isNegative ? otherSide(row) : row
    })
  return { rows, next }
}

/** Who buys an outcome sells its opposite. */
function otherSide(trade: Trade): Trade {
  return { ...trade, price: complement(trade.price), side: trade.side === 'buy' ? 'sell' : 'buy' }
}

async function bookPage(
  { outcomeId, place, market }: OutcomeFacts,
  { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY }: TradeQuery,
  walk: Walk,
  page: number,
  ctx: VenueContext,
): Promise<Page> {
  walk.book ??= walkFills(market.slug, isPair(market) ? market.indexes : [place.index])
  const { fills, toldTo } = await walk.book.next(ctx)
  const rows = fills
    .map((fill): Trade => {
      const { timestamp, price, amount, side } = fill
      const row = { id: walk.numbers.idOf(fill.txHash), timestamp, price, amount, side, outcomeId }
      return fill.outcome !== place.index || place.isNegative ? otherSide(row) : row
    })
    .filter(({ timestamp }) => timestamp >= start && timestamp <= end)
  return { rows, next: toldTo === undefined || toldTo < start ? undefined : page + 1 }
}
