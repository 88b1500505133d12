import { assertWithin, MAX_TRADES } from '../../api/arguments/bounds.js'
import { tradeQuery } from '../../api/arguments/fields.js'
import type { ArgsOf } from '../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import type { Trade } from '../../api/models/models.js'
import type { LocatedNow } from '../../candles/fetch/series-locator.js'
import { paginate } from '../../venue-kit/contract/paging.js'
import type { TradeSource, VenueContext } from '../../venue-kit/contract/venue.js'

/** Maximum number of pages per request, a venue call each: deeper trades would cost all other callers the venue's budget. */
const MAX_PAGES = 200

export interface TradeAnswer {
  /** Newest first. */
  readonly trades: readonly Trade[]
  /**
   * Whether trades are missing: there are more than one response may hold, and the caller set no limit. Or the venue has its
   * newest trades only, and these do not reach back to the requested bounds.
   */
  readonly truncated: boolean
  /** Set when the start is in the future: no venue was called. */
  readonly inFuture?: true
}

/**
 * Reads public trades of an outcome, newest first, both bounds inclusive; 1,000 at most. Trades deeper in the venue's
 * list than the maximum number of pages are cut, and noted.
 * @param locate finds the outcome, if the venue must be called
 * @throws VALIDATION_ERROR for a limit outside 1..1000 or start after end
 * @throws NOT_FOUND for an id that is not an outcome
 * @throws BAD_REQUEST (`trades_too_deep`) when no trade was found within the maximum number of pages
 */
export async function readPublicTrades(
  source: TradeSource,
  [, params = {}]: ArgsOf<'fetchTrades'>,
  ctx: VenueContext,
  locate: () => Promise<LocatedNow>,
): Promise<TradeAnswer> {
  const { limit, start, end } = params
  assertAskable(params)
  if (start !== undefined && start > ctx.clock.now()) return { trades: [], truncated: false, inFuture: true }
  const wanted = limit ?? MAX_TRADES
  const oldest = start ?? Number.NEGATIVE_INFINITY
  const query = {
    limit: wanted,
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  }
  const { located } = await locate()
  const found: Trade[] = []
  let seenFrom: number | undefined
  let isTooLong = false
  const mayGoOn = (pages: number): boolean => {
    isTooLong = pages >= MAX_PAGES
    return !isTooLong
  }
  for await (const rows of paginate(source.list(located, query, ctx), mayGoOn)) {
    found.push(
      ...rows.filter((row) => row.timestamp >= oldest && row.timestamp <= (end ?? Number.POSITIVE_INFINITY)),
    )
    seenFrom = rows.at(-1)?.timestamp ?? seenFrom
    // One row more than requested shows whether there are more.
    if (found.length > wanted || (rows.at(-1)?.timestamp ?? oldest) < oldest) break
  }
  if (isTooLong && found.length === 0) throw tooDeep()
  if (isTooLong && (limit === undefined || found.length < wanted)) {
    ctx.omissions.noteCut(`trades beyond the first ${MAX_PAGES} pages of the venue's list (the maximum)`)
  }
  const trades = found.sort((a, b) => b.timestamp - a.timestamp).slice(0, wanted)
  const isBounded = start !== undefined || end !== undefined
  const isCut =
    source.newestOnly === true && isBounded && found.length < wanted && (seenFrom ?? oldest) > oldest
  return { trades, truncated: isCut || (limit === undefined && found.length > wanted) }
}

function assertAskable({ limit, start, end }: NonNullable<ArgsOf<'fetchTrades'>[1]>): void {
  assertWithin('limit', tradeQuery.limit, limit)
  if (start !== undefined && end !== undefined && start > end)
    throw createValidationError('start', 'start is after end')
}

/** Creates the error for trades that are too deep: an empty list would mean that there were none. */
function tooDeep(): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `These trades are older than the newest ${MAX_PAGES} pages of the venue's list, and older pages are not read. Request a later time.`,
    { detail: { kind: 'trades_too_deep' } },
  )
}
