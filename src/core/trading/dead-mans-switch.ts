import { invalid } from '../../api/errors.js'
import { methodOf } from '../../api/methods.js'
import type { CancelAllAfter } from '../../api/models.js'
import { DAY_MS } from '../../api/resolution.js'
import { venueNames } from '../../api/venue-ids.js'
import { dryRunRefusal } from '../../orders/guard.js'
import { walk } from '../../venue-kit/paging.js'
import { accountOf } from '../../venue-kit/secrets.js'
import type { CancelAfter } from '../../venue-kit/trading.js'
import type { Job } from '../call.js'
import type { OpenContext } from '../context.js'
import { notSupported } from '../not-supported.js'
import type { Pulse } from './heartbeats.js'
import type { OrderRoom } from './room.js'

/** The longest timeout of one call. */
const MAX_TIMEOUT_MS = DAY_MS

/**
 * Makes the venue cancel all open orders of the account once the timeout has passed without another call; 0 ends that.
 * Where the venue only takes signs of life, the daemon sends them until the timeout has passed. They end with the daemon,
 * so that the venue cancels the orders earlier then, and never later.
 */
export async function cancelAllOrdersAfter(
  timeoutMs: number,
  job: Job,
  { rails, clock, heartbeats }: OrderRoom,
): Promise<CancelAllAfter> {
  const { venue, ctx } = job
  const source = venue.orders
  const cancelAfter = source?.cancelAfter
  if (source === undefined || cancelAfter === undefined) throw notSupported(methodOf.cancelAllAfter, venue.id)
  source.checkCredentials(ctx)
  const min = cancelAfter.kind === 'timer' ? cancelAfter.minMs : cancelAfter.silenceMs
  const isWithin = timeoutMs === 0 || (timeoutMs >= min && timeoutMs <= MAX_TIMEOUT_MS)
  if (!Number.isInteger(timeoutMs) || !isWithin)
    throw invalid(
      'timeoutMs',
      `timeoutMs must be 0 or a whole number of ms from ${min} to ${MAX_TIMEOUT_MS} on ${venueNames[venue.id]}; got ${timeoutMs}`,
    )
  if (rails.dryRun) throw dryRunRefusal({ [methodOf.cancelAllAfter]: timeoutMs })
  const cancelsAt = Math.round(clock.now()) + timeoutMs
  const heldBy = cancelAfter.kind === 'timer' ? 'venue' : 'daemon'
  if (cancelAfter.kind === 'timer') await cancelAfter.set(timeoutMs === 0 ? undefined : cancelsAt, ctx)
  else if (timeoutMs === 0) heartbeats.release(keyOf(job))
  else await heartbeats.begin(keyOf(job), timeoutMs, pulseOf(cancelAfter, job))
  return timeoutMs === 0 ? { timeoutMs, heldBy } : { timeoutMs, heldBy, cancelsAt }
}

const keyOf = ({ venue, ctx }: Job): string => `${venue.id} ${accountOf(venue, ctx.secrets)}`

function pulseOf(
  { everyMs, silenceMs, beat }: Extract<CancelAfter, { kind: 'heartbeat' }>,
  { venue, ctx, reopen }: Job,
): Pulse {
  async function within<Result>(work: (own: OpenContext) => Promise<Result>): Promise<Result> {
    const own = reopen?.('cancel') ?? ctx
    try {
      return await work(own)
    } finally {
      if (own !== ctx) own.release()
    }
  }
  return {
    everyMs,
    silenceMs,
    beat: () => within(beat),
    hasOrders: () =>
      within(async (own) => {
        const { openOrders } = venue.account ?? {}
        if (openOrders === undefined) return true
        for await (const rows of walk(openOrders({}, own))) if (rows.length > 0) return true
        return false
      }),
  }
}
