import { venueNames } from '../../../api/envelope/venue-ids.js'
import { isEnded } from '../../../api/models/order-state.js'
import { asCanceled } from '../../../venue-kit/orders/canceled-order.js'
import { mergeOrder } from '../../../venue-kit/orders/order-progress.js'
import { listLeftOut } from '../../../venue-kit/payload/response-notes.js'
import type { Job } from '../../request/api-call.js'
import { readOpenOrders } from '../accounts/account-lists.js'
import type { OrderContext } from '../context/order-context.js'
import { mayBeUnlisted } from '../records/list-lag.js'
import { type PlacedRecord, toPlacedOutcome } from '../records/present-state.js'
import { toRequestedSide } from '../request/requested-side.js'
import { assertLearned, createDecisionError, type Decided } from './owner-decisions.js'

const OPEN = 'The order is open'

/**
 * Records that an order in the journal no longer rests, if the venue no longer shows it. Otherwise the order would never
 * end, and would always count toward the limits. Its fills are not known.
 * @param job undefined if the venue cannot be called with the credentials of the account
 * @throws VALIDATION_ERROR for an order that the venue shows, or may show
 */
export async function endUnknownOrder(
  row: PlacedRecord,
  job: Job | undefined,
  room: OrderContext,
): Promise<Decided> {
  const { id, venue, terms } = row
  const { order } = row.outcome
  const shown = job && (await shownBy(row, job, room))
  if (shown !== undefined) {
    const asked = toRequestedSide(terms, shown, true)
    assertLearned(room.ledger.learn(row, toPlacedOutcome(mergeOrder(order, asked) ?? asked, row)))
    return { id, venue, state: 'placed', orderId: order.id }
  }
  // Each change of an order has a row of its own.
  const rows = room.ledger.openOf(venue, row.account).filter(({ outcome }) => outcome.order.id === order.id)
  for (const one of rows)
    assertLearned(room.ledger.learn(one, { state: 'placed', order: asCanceled(one.outcome.order) }))
  const decided = { id, venue, state: 'absent', orderId: order.id } as const
  return job === undefined ? { ...decided, isUnchecked: true } : decided
}

/** Returns the order as the venue shows it to have ended, or undefined if it shows none. */
async function shownBy(
  row: PlacedRecord,
  { venue: { account = {}, orders, id }, ctx }: Job,
  room: OrderContext,
) {
  const name = venueNames[id]
  const orderId = row.outcome.order.id
  // The age of lists is read before the lists.
  const listedUntil = await orders?.listedUntil?.(ctx)
  const order = await account.order?.(orderId, ctx)
  if (order !== undefined && !isEnded(order))
    throw createDecisionError(OPEN, `${name} shows it as ${order.status}`)
  if (order !== undefined) return order
  const open = await readOpenOrders(account, {}, ctx)
  if (open.rows.some((one) => one.id === orderId)) throw createDecisionError(OPEN, `${name} lists it as open`)
  const isWhole = account.openOrders !== undefined && !open.isCut && listLeftOut(ctx.omissions).length === 0
  if (!isWhole || mayBeUnlisted(row, room.ledger, listedUntil))
    throw createDecisionError('The order may be open', `it may be missing from the list of ${name}`)
  return undefined
}
