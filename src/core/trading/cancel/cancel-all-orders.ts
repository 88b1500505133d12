import { methodOf } from '../../../api/arguments/methods.js'
import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { CancelAllResult, CancelResult, Order } from '../../../api/models/models.js'
import { createDryRunError } from '../../../orders/trading-limits.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import { asCanceled, withUnknownFills } from '../../../venue-kit/orders/canceled-order.js'
import type { Job } from '../../request/api-call.js'
import { createNotSupportedError } from '../../request/not-supported-error.js'
import { listedUntilOf, listSentLately } from '../accounts/recently-sent.js'
import type { OrderContext } from '../context/order-context.js'
import { callOptionsOf } from '../place/place-order.js'
import type { OrderCallOptions } from '../records/resting-remainder.js'
import { createNamedMarket, createOpenList, type NamedMarket } from '../request/named-market.js'
import {
  cancelEach,
  cancelerOf,
  errorOf,
  lookUp,
  openOrderRecords,
  toCancelResult,
  withoutUnshown,
} from './cancel-orders.js'

/** Number of times that orders that still rest are canceled again. */
const ROUNDS = 3
/** The time up to which a list is complete, for a list that could not be read. */
const NOTHING_LISTED = 0
/** Pause before a list is read again that still shows orders. */
const PAUSE_MS = 500

/**
 * Cancels all open orders of the account, or those of one market. Each order has its own result. The list of open orders
 * is read again until every order in it is confirmed as ended. An order is not canceled just because it is missing from a
 * list. Only the venue's response about the order itself confirms that. Lists lag, so orders that were placed here
 * recently are also canceled if they are missing from the list.
 * @throws the failure to read the first list, when nothing was canceled and the journal has no open order
 */
export async function cancelAllOrders(
  marketId: string | undefined,
  job: Job,
  room: OrderContext,
): Promise<CancelAllResult> {
  const source = cancelerOf(job, methodOf.cancelAll)
  const { openOrders } = job.venue.account ?? {}
  if (openOrders === undefined) throw createNotSupportedError(methodOf.cancelAll, job.venue.id)
  const way = callOptionsOf(source, job)
  const market = marketId === undefined ? undefined : createNamedMarket(marketId, job)
  /** All orders that lists have shown. */
  const listed: Order[] = []
  const list = createOpenList(openOrders, market)
  const read = () => readOpen(list, market, listed, way, job, room)
  if (room.rails.dryRun)
    throw createDryRunError({
      cancelAll: marketId ?? 'all markets',
      cancel: (await read()).rows.map(({ id }) => id),
    })
  await openOrderRecords(room)
  const named = await cancelNatively(marketId, way, job, room)
  const results = new Map(named.map((result) => [result.orderId, result]))
  const rest = await cancelRounds(read, results, way, job, room)
  const orders = await lookUp([...results.values()], way, job, room)
  const shown = [...listed, ...orders.map(({ orderId }) => ({ id: orderId }))]
  const late = await listSentLately(market, shown, job, room, rest.listedUntil)
  const placed = late.open.map(({ id }) => `the order ${id} was placed while the others were being canceled`)
  const unread = [rest.unread ?? [], late.doubts, placed].flat()
  return {
    orders,
    allCanceled: unread.length === 0 && orders.every(hasEnded),
    ...(unread.length === 0 ? {} : { unread: unread.join('; ') }),
  }
}

/**
 * Calls the venue's own "cancel all" method, if it has one. Orders that a list shows afterwards are canceled one by one.
 * If this call fails, all orders are canceled one by one.
 */
export async function cancelNatively(
  marketId: string | undefined,
  { source, open }: OrderCallOptions,
  job: Job,
  room: OrderContext,
): Promise<readonly CancelResult[]> {
  const { cancelAll } = source
  if (cancelAll === undefined || (marketId !== undefined && cancelAll.byMarket !== true)) return []
  const ctx = open()
  try {
    const named = await cancelAll.cancel(marketId, ctx)
    const isProof = cancelAll.isConclusive === true
    return await Promise.all(
      [...named].map(([orderId, row]) => toCancelResult(orderId, row, isProof, { ...job, ctx }, room)),
    )
  } catch (error) {
    if (error instanceof PmxError) return []
    throw error
  } finally {
    ctx.release()
  }
}

type Open = Awaited<ReturnType<typeof readOpen>>

/** Reads open orders and cancels them, until none are left or all rounds are used. */
async function cancelRounds(
  read: () => Promise<Open>,
  results: Map<string, CancelResult>,
  way: OrderCallOptions,
  job: Job,
  room: OrderContext,
): Promise<Pick<Open, 'unread' | 'listedUntil'>> {
  /** Orders whose end the venue confirmed individually. */
  const sure = new Set<string>()
  for (let round = 0; ; round++) {
    const open = await read().catch((error: unknown): Open => {
      if (results.size === 0 || !(error instanceof PmxError)) throw error
      return { rows: [], unlisted: new Set(), unread: messageOf(error) }
    })
    const left = open.rows.filter(({ id }) => !sure.has(id))
    if (left.length === 0) return open
    if (round === ROUNDS) {
      markLeft(left, results, job)
      return open
    }
    const ids = left.map(({ id }) => id)
    const canceled = withoutUnshown(await cancelEach(ids, way, job, room), open.unlisted, job)
    const unfound = await listUnfound(canceled, way, job, room)
    for (const [index, result] of canceled.entries()) {
      const before = results.get(result.orderId)
      // An order that the next list shows again has not ended.
      if (hasEnded(result) && !unfound.has(result.orderId)) sure.add(result.orderId)
      // The order ended by an earlier cancel. Where that cancel is not confirmed, the order is looked up at the venue in the
      // end.
      const endedBefore =
        result.state === 'ended' && (before?.state === 'unknown' || before?.state === 'canceled')
      results.set(result.orderId, endedBefore ? before : withRow(result, left[index]))
    }
    if (unfound.size > 0 || !canceled.every(hasEnded)) await room.clock.sleep(PAUSE_MS)
  }
}

function hasEnded(result: CancelResult | undefined): boolean {
  return result?.state === 'canceled' || result?.state === 'ended'
}

function isFailure(result: CancelResult | undefined): boolean {
  return result?.state === 'not_canceled' || result?.state === 'unknown'
}

/**
 * Adds the list's row if the cancel itself returns none. Its fills are those before the cancel, so that they are unknown unless
 * the order still rests.
 */
function withRow(result: CancelResult, row: Order | undefined): CancelResult {
  const { state, order } = result
  if (order !== undefined || row === undefined || state === 'ended') return result
  if (state === 'not_canceled') return { ...result, order: row }
  return { ...result, order: state === 'canceled' ? asCanceled(row) : withUnknownFills(row) }
}

/** Returns orders that the venue listed as open, and that neither a cancel nor a lookup finds by its id. */
async function listUnfound(
  results: readonly CancelResult[],
  way: OrderCallOptions,
  job: Job,
  room: OrderContext,
): Promise<ReadonlySet<string>> {
  const ended = results.filter(({ state, order }) => state === 'ended' && order === undefined)
  const ids = new Set(ended.map(({ orderId }) => orderId))
  const shown = await lookUp(withoutUnshown(ended, ids, job), way, job, room)
  return new Set(shown.filter((result) => !hasEnded(result)).map(({ orderId }) => orderId))
}

/** Sets the result of orders that are listed after the last round. */
function markLeft(left: readonly Order[], results: Map<string, CancelResult>, job: Job): void {
  for (const order of left) {
    const before = results.get(order.id)
    if (!isFailure(before)) results.set(order.id, notTried(order, before !== undefined, job))
  }
}

/** @param wasTried whether a cancel found no such order */
function notTried(order: Order, wasTried: boolean, job: Job): CancelResult {
  const message = wasTried
    ? 'The venue lists the order as open, but does not find it by its id. Cancel all orders again.'
    : 'The order appeared while the others were being canceled. Cancel all orders again.'
  const error = errorOf(new PmxError('EXCHANGE_NOT_AVAILABLE', message), job)
  return { orderId: order.id, state: 'not_canceled', order, error }
}

/**
 * Reads all open orders in a separate context, so that unreadable rows are known. Orders that were placed recently and
 * are not listed are added.
 * @param listed receives the orders of the list
 */
async function readOpen(
  list: ReturnType<typeof createOpenList>,
  market: NamedMarket | undefined,
  listed: Order[],
  { open }: OrderCallOptions,
  job: Job,
  room: OrderContext,
): Promise<{
  readonly rows: readonly Order[]
  /** Orders that are missing from the list. */
  readonly unlisted: ReadonlySet<string>
  readonly unread?: string
  /** Epoch ms. Absent if it is not known that lists lag by more than a minute. */
  readonly listedUntil?: number | undefined
}> {
  const { venue } = job
  const ctx = open()
  try {
    let listedUntil = await listedUntilOf(job, ctx, room)
    const { rows: found, unknown } = await list(ctx).catch(async (error: unknown) => {
      if (!(error instanceof PmxError) || !(error.code === 'MARKET_NOT_FOUND' || error.retryable)) throw error
      // A market in which an order was placed here recently is known, whatever the venue responds. A list that cannot be
      // read lacks all orders, and those of the journal are canceled anyway.
      if (error.retryable) listedUntil = NOTHING_LISTED
      if ((await listSentLately(market, [], job, room, listedUntil)).open.length === 0) throw error
      return { rows: [], unknown: messageOf(error) }
    })
    listed.push(...found)
    const account = accountOf(venue, ctx.secrets)
    const shown = found.map((order) => room.ledger.asAsked(venue.id, account, order))
    const young = (await listSentLately(market, found, job, room, listedUntil)).open
    const unlisted = new Set(young.map(({ id }) => id))
    const rows = [...shown, ...young]
    const { rows: lost, cut, warnings } = ctx.omissions
    const isWhole = lost === 0 && cut.length === 0
    const left = isWhole ? '' : [...warnings, ...cut].join('; ') || 'some rows could not be read'
    const unread = [left, unknown ?? ''].filter((why) => why !== '').join('; ')
    return { rows, unlisted, listedUntil, ...(unread === '' ? {} : { unread }) }
  } finally {
    ctx.release()
  }
}
