import { defineMemoKey, remember } from '../../../venue-kit/contract/memo.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { requestOptional } from '../../../venue-kit/requests/request-list.js'
import { cutoffReply } from '../schemas.js'

/** End of the historical tier, epoch ms; a bound is absent while nothing has been archived. */
export interface Cutoff {
  /** Markets settled earlier, and their candles, are in the historical tier. */
  readonly settledBefore: number | undefined
  /** Trades executed earlier are in the historical tier, whatever their market. */
  readonly tradedBefore: number | undefined
}

/**
 * The documents call the cutoff regularly advanced, without an interval; it is about three months old, so that an hour is
 * negligible.
 */
const cutoffKey = defineMemoKey<{ readonly cutoff: Cutoff | undefined }>('cutoff', 3_600_000)

/**
 * Returns the boundary between the live and the historical tier (README.md; docs.kalshi.com, historical data).
 * @returns undefined where there is no historical tier, as observed on the demo
 */
export async function findCutoff(ctx: VenueContext): Promise<Cutoff | undefined> {
  const { cutoff } = await remember(ctx.memo, cutoffKey, '', async () => {
    const reply = await requestOptional(ctx, cutoffReply, {
      path: '/historical/cutoff',
      what: 'GET /historical/cutoff',
    })
    if (reply === undefined) return { cutoff: undefined }
    return { cutoff: { settledBefore: reply.market_settled_ts, tradedBefore: reply.trades_created_ts } }
  })
  return cutoff
}
