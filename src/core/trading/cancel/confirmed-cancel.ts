import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import type { Clock } from '../../../effects/clock.js'
import type { Job } from '../../request/api-call.js'

/** Pauses between lookups. Users of Polymarket US report that it shows a canceled order as open for some seconds. */
const PAUSES_MS = [250, 500, 1_000, 2_000] as const

/**
 * Returns an order after its cancel was accepted, once the venue shows its end. Where the response does not identify the
 * order, as with an empty body, a proxy may have sent it. The source then returns the order as the venue shows it.
 * @param taken the order as `OrderSource.cancel` returned it
 * @returns the order as last shown, still open where no lookup shows its end
 */
export async function findOrderEnd(
  taken: Order,
  { venue, ctx }: Pick<Job, 'venue' | 'ctx'>,
  clock: Pick<Clock, 'sleep'>,
): Promise<Order> {
  let shown = taken
  for (const pauseMs of PAUSES_MS) {
    if (isEnded(shown)) return shown
    await clock.sleep(pauseMs, ctx.signal)
    shown = (await lookUpQuietly(taken.id, { venue, ctx })) ?? shown
  }
  return shown
}

async function lookUpQuietly(
  orderId: string,
  { venue, ctx }: Pick<Job, 'venue' | 'ctx'>,
): Promise<Order | undefined> {
  try {
    return await venue.account?.order?.(orderId, ctx)
  } catch (error) {
    if (error instanceof PmxError) return undefined
    throw error
  }
}
