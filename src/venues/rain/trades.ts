import type { Trade } from '../../api/models/models.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { CursorPaging } from '../../venue-kit/contract/paging.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { complementPrice } from '../../venue-kit/unify/unified-market.js'
import { type Fill, type FillPager, paginateFills } from './native/fills.js'
import type { Facts } from './outcomes.js'

/**
 * Public trades of one option in shares, newest first, from the index of the chain. The side is the taker's. Trades of an option
 * are also trades of its synthetic NO, with the opposite side.
 */
export const tradeSource: TradeSource<Facts> = {
  list: (outcome, query, ctx) => tradePaging(outcome, query, ctx),
}

function tradePaging(
  { outcomeId, facts }: Located<Facts>,
  { start = 0, end = Number.POSITIVE_INFINITY }: TradeQuery,
  ctx: VenueContext,
): CursorPaging<Trade> {
  let walk: FillPager | undefined
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch(cursor) {
      // The index counts in whole seconds, without fractions.
      const window = { from: Math.ceil(start / 1000), to: Math.floor(Math.min(end, ctx.clock.now()) / 1000) }
      if (window.from > window.to) return { rows: [] }
      if (cursor === undefined || walk === undefined) walk = paginateFills(facts, window)
      const { fills, completeTo } = await walk.next(ctx)
      const rows = fills.map((fill) => toTrade(fill, outcomeId, facts))
      return { rows, next: completeTo === undefined ? undefined : String(Number(cursor ?? 1) + 1) }
    },
  }
}

function toTrade({ id, at, price, amount, side }: Fill, outcomeId: string, { place }: Facts): Trade {
  const trade: Trade = { id, timestamp: at, price, amount, side, outcomeId }
  return place.isNegative
    ? { ...trade, price: complementPrice(price), side: side === 'buy' ? 'sell' : 'buy' }
    : trade
}
