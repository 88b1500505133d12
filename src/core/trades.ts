import { invalid } from '../contract/errors.js'
import type { ArgsOf } from '../contract/methods.js'
import type { Trade } from '../contract/models.js'
import { walk } from '../venues/paging.js'
import type { TradeSource } from '../venues/venue.js'
import type { OpenContext } from './context.js'

/** Trades of one answer (contract: methods, `fetchTrades`). */
const MAX_TRADES = 1_000

export interface TradeAnswer {
  /** Newest first. */
  readonly trades: readonly Trade[]
  /** There were more than one answer may hold, and the caller set no limit himself. */
  readonly truncated: boolean
}

/**
 * Public trades of an outcome, newest first, both bounds inclusive; 1,000 at most.
 * @throws VALIDATION_ERROR for a limit outside 1..1000 or start after end
 */
export async function publicTrades(
  source: TradeSource,
  [outcomeId, params = {}]: ArgsOf<'fetchTrades'>,
  ctx: OpenContext,
): Promise<TradeAnswer> {
  const { limit, start, end } = params
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > MAX_TRADES)) {
    throw invalid('limit', `limit must be a whole number from 1 to ${MAX_TRADES}; got ${limit}`)
  }
  if (start !== undefined && end !== undefined && start > end) throw invalid('start', 'start lies after end')
  const wanted = limit ?? MAX_TRADES
  const oldest = start ?? Number.NEGATIVE_INFINITY
  const query = {
    limit: wanted,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  }
  const found: Trade[] = []
  for await (const rows of walk(source.list(outcomeId, query, ctx))) {
    found.push(
      ...rows.filter((row) => row.timestamp >= oldest && row.timestamp <= (end ?? Number.POSITIVE_INFINITY)),
    )
    // One more than wanted tells whether there are more.
    if (found.length > wanted || (rows.at(-1)?.timestamp ?? oldest) < oldest) break
  }
  const trades = found.sort((a, b) => b.timestamp - a.timestamp).slice(0, wanted)
  return { trades, truncated: limit === undefined && found.length > wanted }
}
