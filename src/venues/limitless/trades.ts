import type { Trade } from '../../api/models/models.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { CursorPaging } from '../../venue-kit/contract/paging.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import { type FillPager, paginateFills, toTrade } from './native/fills.js'
import type { OutcomeFacts } from './outcomes.js'

/**
 * Public trades of one outcome, newest first: every fill of its market, in the outcome's own price. The venue filters neither by
 * outcome nor by time; the page at the end of the window is found by binary search.
 */
export const tradeSource: TradeSource<OutcomeFacts> = {
  list: (outcome, query, ctx) => tradePaging(outcome, query, ctx),
}

function tradePaging(
  { outcomeId, facts }: Located<OutcomeFacts>,
  { end = Number.POSITIVE_INFINITY }: TradeQuery,
  ctx: VenueContext,
): CursorPaging<Trade> {
  let walk: FillPager | undefined
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch(cursor) {
      if (cursor === undefined || walk === undefined) walk = paginateFills(facts)
      const page = cursor === undefined ? await walk.begin(end, ctx) : await walk.next(ctx)
      if (page === undefined) return { rows: [] }
      const rows = page.fills.map((fill) => toTrade(fill, facts.side, outcomeId))
      return { rows, next: page.page >= page.pages ? undefined : String(page.page) }
    },
  }
}
