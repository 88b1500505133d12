import type { UserTrade } from '../../api/models/models.js'
import type { Clock } from '../../effects/clock.js'
import type { AccountSource } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { createKnownTrades } from '../watch/trade-updates.js'
import { createSummedFills } from './summed-fills.js'
import { type AccountReading, LIST_OVERLAP_MS, readRowsSince, type Tracker, wasFast } from './tracker.js'

/** Number of stored trades per account: more than a reading after a long outage returns. */
const MAX_KNOWN = 50_000

interface TradeTrackerDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly account: AccountSource
  /** Called with every row that reverses a trade. */
  noteReversal(trade: UserTrade): void
  /** Called with every new trade. @returns the trade as its order was requested */
  showTrade(trade: UserTrade): UserTrade
}

/** Returns the key of a trade. Its id may differ between lists and frames, but `metadata.tradeId` is the same. */
function keyOf({ id, orderId = '', metadata }: UserTrade): string {
  return JSON.stringify([orderId, metadata?.['tradeId'] ?? id, metadata?.['reverses'] ?? ''])
}

/** Creates a tracker of an account's trades, which reports each trade once, identified by its id. */
export function createTradeTracker({
  clock,
  account,
  noteReversal,
  showTrade,
}: TradeTrackerDeps): Tracker<UserTrade> {
  const isSummed = account.fillsAreSums === true
  const known = isSummed ? createSummedFills() : createKnownTrades<UserTrade>(keyOf, MAX_KNOWN)
  let readAt: number | undefined

  async function read(ctx: VenueContext): Promise<AccountReading<UserTrade>> {
    const isFirst = readAt === undefined
    const begunAt = clock.now()
    const since = (readAt ?? begunAt) - LIST_OVERLAP_MS
    readAt = begunAt
    if (account.fills === undefined)
      return {
        rows: [],
        ...(isFirst ? {} : { missed: 'missed trades cannot be read, because the venue does not list them' }),
      }
    try {
      // Sums have the time of their orders, which may be much older.
      const from = isSummed ? Number.NEGATIVE_INFINITY : since
      const { rows, isCut } = await readRowsSince(account.fills({ since, withReversals: true }, ctx), from)
      ctx.omissions.assertFew()
      const fresh = known.fresh(rows)
      for (const row of fresh) if (row.metadata?.['reverses'] !== undefined) noteReversal(row)
      if (isFirst && wasFast(begunAt, clock.now())) {
        readAt = undefined
        return await read(ctx)
      }
      if (isFirst) return { rows: [] }
      return {
        rows: fresh.map(showTrade),
        ...(isCut ? { missed: 'one poll cannot read all trades' } : {}),
      }
    } catch (error) {
      readAt = isFirst ? undefined : since + LIST_OVERLAP_MS
      throw error
    }
  }

  return { apply: (rows) => known.fresh(rows).map(showTrade), read, current: [] }
}
