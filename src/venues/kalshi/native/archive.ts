import { DAY_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { defineMemoKey } from '../../../venue-kit/contract/memo.js'
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
const cutoffKey = defineMemoKey<Cutoff>('cutoff', 3_600_000)
/** The tier does not disappear: its last known end is used if a response has none. */
const lastKey = defineMemoKey<Cutoff>('last cutoff', 7 * DAY_MS)
/** A response without an end may be a fault. It is used for only a minute, so that it does not hide the archive for long. */
const noneKey = defineMemoKey<true>('no cutoff', MINUTE_MS)

/**
 * Returns the boundary between the live and the historical tier (README.md; docs.kalshi.com, historical data).
 * @returns undefined if there is no historical tier, as observed on the demo
 */
export async function findCutoff(ctx: VenueContext): Promise<Cutoff | undefined> {
  const { memo } = ctx
  const known = memo.get(cutoffKey, '')
  if (known !== undefined) return known
  if (memo.get(noneKey, '') === true) return memo.get(lastKey, '')
  const reply = await requestOptional(ctx, cutoffReply, {
    path: '/historical/cutoff',
    what: 'GET /historical/cutoff',
  })
  const cutoff = reply && { settledBefore: reply.market_settled_ts, tradedBefore: reply.trades_created_ts }
  if (cutoff?.settledBefore === undefined && cutoff?.tradedBefore === undefined) {
    memo.set(noneKey, '', true)
    return memo.get(lastKey, '') ?? cutoff
  }
  memo.set(cutoffKey, '', cutoff)
  memo.set(lastKey, '', cutoff)
  return cutoff
}
