import { PmxError } from '../../api/envelope/errors.js'
import type { Trade } from '../../api/models/models.js'
import type { Located } from '../../venue-kit/contract/outcome.js'
import type { CursorPaging } from '../../venue-kit/contract/paging.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/contract/venue.js'
import type { OutcomeFacts } from './native/directory.js'
import { createTradeIds, seenFrom, toTrade } from './native/fills.js'
import { paginateTrades } from './native/trade-span.js'

/**
 * Public trades of one outcome, newest first. The route serves the whole market without a filter by time or token. Fills of the
 * other token are converted to this token's side (see {@link tradesFromSide}). Amounts are in shares, and the side is the
 * taker's.
 */
export const tradeSource: TradeSource<OutcomeFacts> = {
  list: (outcome, query, ctx) => tradePaging(outcome, query, ctx),
}

function tradePaging(
  outcome: Located<OutcomeFacts>,
  query: TradeQuery,
  ctx: VenueContext,
): CursorPaging<Trade> {
  let walk: ((offset: number) => Promise<Step>) | undefined
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch(cursor) {
      if (cursor === undefined || walk === undefined) walk = startWalk(outcome, query, ctx)
      const { rows, next } = await walk(Number(cursor ?? 0))
      return { rows, next: next === undefined ? undefined : String(next) }
    },
  }
}

interface Step {
  readonly rows: readonly Trade[]
  readonly next?: number
}

function startWalk({ outcomeId, facts }: Located<OutcomeFacts>, query: TradeQuery, ctx: VenueContext) {
  const tape = paginateTrades(facts, ctx, rowsFor(query))
  const ids = createTradeIds()
  return async (offset: number): Promise<Step> => {
    const { fills, next, isCut } = await tape.page(offset)
    if (isCut === true) throw tooDeep()
    // Every fill is numbered, including unused ones: ids must not depend on the request.
    const rows = fills.flatMap((fill): Trade[] => {
      const id = ids.idOf(fill)
      const seen = seenFrom(fill, outcomeId, facts)
      return seen === undefined ? [] : [toTrade(seen, id)]
    })
    // Older fills may be only of other tokens, and then only this check detects that the start has passed.
    const isPast = query.start !== undefined && (fills.at(-1)?.at ?? query.start) < query.start
    return next === undefined || isPast ? { rows } : { rows, next }
  }
}

/** Returns the page size, which is small for a small request. */
function rowsFor({ limit, start, end }: TradeQuery): number {
  return start !== undefined || end !== undefined ? 500 : Math.max(100, Math.min(500, limit + 1))
}

function tooDeep(): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    "Probable's list of trades does not go back that far. Request fewer trades, or a later start.",
    { detail: { kind: 'trades_too_deep' } },
  )
}
