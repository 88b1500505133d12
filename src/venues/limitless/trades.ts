import type { Trade } from '../../api/models.js'
import type { CursorPaging } from '../../venue-kit/paging.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/venue.js'
import { type FillWalk, toTrade, walkFills } from './fills.js'
import { outcomeFacts } from './outcomes.js'

/**
 * Public trades of one outcome, newest first: every fill of its market, in the outcome's own price. The venue filters
 * neither by outcome nor by time.
 */
export const tradeSource: TradeSource = {
  list: (outcomeId, query, ctx) => tradePaging(outcomeId, query, ctx),
}

function tradePaging(outcomeId: string, query: TradeQuery, ctx: VenueContext): CursorPaging<Trade> {
  const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } = query
  let walk: FillWalk | undefined
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch(cursor) {
      const facts = await outcomeFacts(outcomeId, ctx)
      if (cursor === undefined || walk === undefined) walk = walkFills(facts)
      const page = cursor === undefined ? await walk.begin(end, ctx) : await walk.next(ctx)
      if (page === undefined) return { rows: [] }
      const rows = page.fills
        .filter(({ at }) => at >= start && at <= end)
        .map((fill) => toTrade(fill, facts.side, facts.outcomeId))
      const oldest = page.fills.at(-1)
      const isPast = oldest !== undefined && oldest.at < start
      return { rows, next: isPast || page.page >= page.pages ? undefined : String(page.page) }
    },
  }
}
