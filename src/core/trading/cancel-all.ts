import { messageOf, PmxError } from '../../api/errors.js'
import { methodOf } from '../../api/methods.js'
import type { CancelAllResult, CancelResult, Order } from '../../api/models.js'
import { dryRunRefusal } from '../../orders/guard.js'
import { walk } from '../../venue-kit/paging.js'
import type { AccountSource } from '../../venue-kit/trading.js'
import type { Job } from '../call.js'
import { notSupported } from '../not-supported.js'
import { cancelEach, cancelerOf, errorOf, lookUp } from './cancels.js'
import { wayOf } from './placing.js'
import type { OrderWay } from './rests.js'
import type { OrderRoom } from './room.js'

/** How often what still rests is canceled again. */
const ROUNDS = 3
/** Before a list is read again that showed orders which were not seen to end. */
const PAUSE_MS = 500

/**
 * Cancels all open orders of the account, or those of one market. Each order has its own outcome, and the list of open
 * orders is read again until it shows no order that was not seen to end. An order that a list does not show is not
 * thereby canceled: only the venue's word about the order itself counts.
 * @throws what keeps the first list from being read, when nothing was canceled
 */
export async function cancelAllOrders(
  marketId: string | undefined,
  job: Job,
  room: OrderRoom,
): Promise<CancelAllResult> {
  const source = cancelerOf(job, methodOf.cancelAll)
  const { openOrders } = job.venue.account ?? {}
  if (openOrders === undefined) throw notSupported(methodOf.cancelAll, job.venue.id)
  const way = wayOf(source, job)
  const read = () => readOpen(openOrders, marketId, way)
  if (room.rails.dryRun)
    throw dryRunRefusal({
      cancelAll: marketId ?? 'all markets',
      cancel: (await read()).rows.map(({ id }) => id),
    })
  const results = new Map<string, CancelResult>()
  const rest = await cancelRounds(read, results, way, job, room)
  const orders = await lookUp([...results.values()], way, job)
  return {
    orders,
    allCanceled: rest.unread === undefined && orders.every(hasEnded),
    ...(rest.unread === undefined ? {} : { unread: rest.unread }),
  }
}

type Open = Awaited<ReturnType<typeof readOpen>>

/** Reads what is open and cancels it, until nothing is left or all rounds are over. */
async function cancelRounds(
  read: () => Promise<Open>,
  results: Map<string, CancelResult>,
  way: OrderWay,
  job: Job,
  room: OrderRoom,
): Promise<Pick<Open, 'unread'>> {
  for (let round = 0; ; round++) {
    const open = await read().catch((error: unknown): Open => {
      if (results.size === 0 || !(error instanceof PmxError)) throw error
      return { rows: [], unread: messageOf(error) }
    })
    const left = open.rows.filter(({ id }) => !hasEnded(results.get(id)))
    if (left.length === 0) return open
    if (round === ROUNDS) {
      for (const order of left) results.set(order.id, results.get(order.id) ?? notTried(order, job))
      return open
    }
    const canceled = await cancelEach(
      left.map(({ id }) => id),
      way,
      job,
      room,
    )
    for (const [index, result] of canceled.entries()) {
      const before = results.get(result.orderId)
      // It ended after a cancel that nothing confirmed: by that cancel, or filled. The venue is asked for it in the end.
      const isUnsure = before?.state === 'unknown' && result.state === 'ended'
      results.set(result.orderId, isUnsure ? before : withRow(result, left[index]))
    }
    if (!canceled.every(hasEnded)) await room.clock.sleep(PAUSE_MS)
  }
}

function hasEnded(result: CancelResult | undefined): boolean {
  return result?.state === 'canceled' || result?.state === 'ended'
}

/** The row of the list, where the cancel itself shows none. */
function withRow(result: CancelResult, row: Order | undefined): CancelResult {
  return result.order === undefined && row !== undefined && !hasEnded(result)
    ? { ...result, order: row }
    : result
}

function notTried(order: Order, job: Job): CancelResult {
  const message = 'The order appeared while the others were being canceled. Cancel all orders again.'
  const error = errorOf(new PmxError('EXCHANGE_NOT_AVAILABLE', message), job)
  return { orderId: order.id, state: 'not_canceled', order, error }
}

/** All open orders in a context of their own, so that what could not be read of them is known. */
async function readOpen(
  openOrders: NonNullable<AccountSource['openOrders']>,
  marketId: string | undefined,
  { open }: OrderWay,
): Promise<{ readonly rows: readonly Order[]; readonly unread?: string }> {
  const ctx = open()
  try {
    const rows: Order[] = []
    for await (const page of walk(openOrders(marketId === undefined ? {} : { marketId }, ctx)))
      rows.push(...page)
    const { isWhole, cut, warnings } = ctx.omissions
    if (isWhole && cut.length === 0) return { rows }
    return { rows, unread: [...warnings, ...cut].join('; ') || 'some rows could not be read' }
  } finally {
    ctx.release()
  }
}
