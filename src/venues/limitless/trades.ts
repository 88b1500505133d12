import type { Trade } from '../../contract/models.js'
import type { CursorPaging } from '../paging.js'
import type { TradeQuery, TradeSource, VenueContext } from '../venue.js'
import { type FillPage, pageAfter, pageBefore, toTrade } from './fills.js'
import { type OutcomeFacts, outcomeFacts } from './outcomes.js'

/**
 * Public trades of one outcome, newest first: every fill of its market, in the outcome's own price. The venue filters
 * neither by outcome nor by time.
 */
export const tradeSource: TradeSource = {
  list: (outcomeId, query, ctx) => tradePaging(outcomeId, query, ctx),
}

function tradePaging(outcomeId: string, query: TradeQuery, ctx: VenueContext): CursorPaging<Trade> {
  const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } = query
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch(cursor) {
      const facts = await outcomeFacts(outcomeId, ctx)
      const page = await readPage(cursor, end, facts, ctx)
      if (page === undefined) return { rows: [] }
      const rows = page.fills
        .filter(({ at }) => at >= start && at <= end)
        .map((fill) => toTrade(fill, facts.side, facts.outcomeId))
      const oldest = page.fills.at(-1)
      const isPast = oldest === undefined || oldest.at < start
      return { rows, next: isPast || page.page >= page.pages ? undefined : packPlace(page) }
    },
  }
}

function readPage(
  cursor: string | undefined,
  end: number,
  facts: OutcomeFacts,
  ctx: VenueContext,
): Promise<FillPage | undefined> {
  return cursor === undefined ? pageBefore(facts, end, ctx) : pageAfter(unpackPlace(cursor), facts, ctx)
}

type Place = Pick<FillPage, 'page' | 'pages' | 'total'>

function packPlace({ page, pages, total }: Place): string {
  return [page, pages, total].join(':')
}

function unpackPlace(cursor: string): Place {
  const [page = 0, pages = 0, total = 0] = cursor.split(':').map(Number)
  return { page, pages, total }
}
