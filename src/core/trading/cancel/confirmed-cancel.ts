import { PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import type { Clock } from '../../../effects/clock.js'
import type { Job } from '../../request/api-call.js'

/** Pauses between lookups. Users of Polymarket US report that it shows a canceled order as open for some seconds. */
const PAUSES_MS = [250, 500, 1_000, 2_000] as const

/** Number of consecutive lookups that must find nothing. A single one may have reached a server that lags behind the others. */
const MIN_MISSES = 2

/** The result of looking up an order after its cancel was accepted. */
interface OrderEnd {
  /** The order as last shown, still open where no lookup shows its end. */
  readonly order: Order
  /** Whether the venue showed the order as open and then no longer had it: canceled orders vanish on some venues. */
  readonly hasVanished: boolean
}

/**
 * Returns an order after its cancel was accepted, when the venue shows that it has ended. If the response does not
 * identify the order, for example because its body is empty, a proxy may have sent it. The source then returns the order
 * as the venue shows it.
 * @param taken the order as `OrderSource.cancel` returned it
 */
export async function findOrderEnd(
  taken: Order,
  { venue, ctx }: Pick<Job, 'venue' | 'ctx'>,
  clock: Pick<Clock, 'sleep'>,
): Promise<OrderEnd> {
  let order = taken
  let misses = 0
  for (const pauseMs of PAUSES_MS) {
    if (isEnded(order)) break
    await clock.sleep(pauseMs, ctx.signal)
    const shown = await lookUpQuietly(taken.id, { venue, ctx })
    if (shown === 'unread') continue
    misses = shown === undefined ? misses + 1 : 0
    order = shown ?? order
  }
  return { order, hasVanished: order.status === 'open' && misses >= MIN_MISSES }
}

/** @returns undefined if the venue reports that it has no such order */
async function lookUpQuietly(
  orderId: string,
  { venue, ctx }: Pick<Job, 'venue' | 'ctx'>,
): Promise<Order | 'unread' | undefined> {
  const lookUp = venue.account?.order
  if (lookUp === undefined) return 'unread'
  try {
    return await lookUp(orderId, ctx)
  } catch (error) {
    if (error instanceof PmxError) return 'unread'
    throw error
  }
}
