import { createValidationError, messageOf, PmxError } from '../../../api/envelope/errors.js'
import { venueNames } from '../../../api/envelope/venue-ids.js'
import type { Order, UserTrade } from '../../../api/models/models.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import { add, decimalOf, subtractDecimals, toNumber, zero } from '../../../api/values/decimal.js'
import { hasUnknownOutcome, isOpen, type JournalRow } from '../../../orders/journal.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { AccountSource } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { toRequestedTerms } from '../../../venue-kit/orders/order-request.js'
import type { Job } from '../../request/api-call.js'
import { readClosedOrders, readFills, readOpenOrders } from '../accounts/account-lists.js'
import { assertAccountKnown } from '../accounts/account-resolver.js'
import { findCandidates, isCandidateFor, isFillOf, isOfTime } from '../accounts/order-candidates.js'
import type { OrderContext } from '../context/order-context.js'
import { callOptionsOf } from '../place/place-order.js'
import { isSentLately } from '../records/list-lag.js'
import { type PlacedRecord, toPlacedOutcome } from '../records/present-state.js'
import {
  hasTime,
  isHandleOf,
  isOlder,
  isOrderOf,
  isSameDirection,
  isUnlisted,
  judgeOrderOf,
  SURE_MS,
  toOrderId,
} from '../records/reconcile-order.js'
import { mayHaveRest } from '../records/resting-remainder.js'
import { toRequestedSide } from '../request/requested-side.js'
import { isChangeOf, toChangedOrder } from './decide-change.js'
import { endUnknownOrder } from './decide-open-order.js'
import { assertLearned, createDecisionError, type Decided, type Decision } from './owner-decisions.js'
import type { OpenJob } from './reconcile-pending.js'

/** Clocks of venues and of this machine may be wrong by this long without being noticed (records/order-time.ts). */
const APART_MS = 10 * 60_000

/**
 * Writes the owner's decision about an order with an unknown outcome, or about an open order that the venue no longer
 * knows. The venue must not contradict the decision.
 * @throws VALIDATION_ERROR for an order in another state, and for an order of the venue that cannot be it or is another
 * one of the journal
 * @throws the failure to reach the venue
 */
export async function decideOrder(room: OrderContext, given: Decision, openJob: OpenJob): Promise<Decided> {
  const { ledger } = room
  const decision = 'placed' in given ? { ...given, placed: toOrderId(given.placed) } : given
  await ledger.open()
  const row = rowOf(decision.id, room)
  assertDecidable(row, decision, room)
  if ('placed' in decision) assertUnclaimed(decision.placed, row, room)
  const job = await openJob(row.venue)
  try {
    const ours = job && (await isOwn(row, job)) ? job : undefined
    return 'placed' in decision
      ? await writePlaced(row, decision.placed, ours, room)
      : await writeAbsent(row, decision, ours, room)
  } finally {
    job?.release()
  }
}

/**
 * Whether the order can be looked up at the venue with these credentials; credentials that the venue refuses have no
 * account.
 * @throws the reason why their account is unknown: an order that can be checked is not decided unchecked
 */
async function isOwn(row: JournalRow, job: Job): Promise<boolean> {
  try {
    await assertAccountKnown(job)
  } catch (error) {
    if (error instanceof PmxError && error.code === 'AUTHENTICATION_ERROR') return false
    throw error
  }
  return accountOf(job.venue, job.ctx.secrets) === row.account
}

function rowOf(id: string, { ledger }: OrderContext): JournalRow {
  const row = ledger.byId(id)
  if (row !== undefined) return row
  const named = ledger.inDoubt().filter(({ terms }) => terms.clientOrderId === id)
  const [found] = named
  if (found === undefined)
    throw createValidationError(
      'id',
      `No order with unknown status has the id '${id}'. To list them, run: pmx-local orders pending --json`,
    )
  if (named.length === 1) return found
  const ids = named.map((one) => one.id).join(', ')
  throw createValidationError(
    'id',
    `Several orders with unknown status have this client order id. Use one of these ids: ${ids}`,
  )
}

function assertDecidable(row: JournalRow, decision: Decision, { ledger }: OrderContext): void {
  const { outcome } = row
  if (!hasUnknownOutcome(row) && !isForgettable(row, decision)) {
    const became = outcome.state === 'placed' ? `placed as ${outcome.order.id}` : 'not placed'
    throw createDecisionError('The status of the order is known', `it was ${became}`)
  }
  const isYoung = isSentLately(row, ledger)
  if (ledger.isSending(row.id) || (isYoung && outcome.state === 'sending'))
    throw createDecisionError('The order is being sent', 'its status is not known yet')
  if (isYoung && 'absent' in decision)
    throw createDecisionError(
      'The order may still be in flight',
      `wait until ${SURE_MS / 1000} s after it was sent`,
    )
}

/** Whether the decision is that an open order has ended. */
function isForgettable(row: JournalRow, decision: Decision): row is PlacedRecord {
  return 'absent' in decision && row.outcome.state === 'placed' && isOpen(row)
}

async function writePlaced(
  row: JournalRow,
  orderId: string,
  job: Job | undefined,
  room: OrderContext,
): Promise<Decided> {
  const { id, venue, terms } = row
  const order = await orderOf(row, orderId, job, room)
  // The venue may use another id than the owner's decision.
  assertUnclaimed(order.id, row, room, job !== undefined && isHandleOf(row, order))
  assertLearned(room.ledger.learn(row, toPlacedOutcome(toRequestedSide(terms, order), row)))
  const now = room.ledger.byId(id)
  if (job?.venue.orders !== undefined && now !== undefined && mayHaveRest(now))
    void room.rests.begin(now, callOptionsOf(job.venue.orders, job))
  const decided = { id, venue, state: 'placed', orderId: order.id } as const
  if (job === undefined) return { ...decided, isUnchecked: true }
  // A clock may have been wrong, so that the owner knows better.
  const isOdd = row.edits === undefined && hasTime(order) && !isOfTime(order.timestamp, row)
  return isOdd ? { ...decided, warning: `Check the time: ${describeTime(row, order)}.` } : decided
}

/** Returns the order that the owner names, as the venue shows it if it can be called. */
async function orderOf(
  row: JournalRow,
  orderId: string,
  job: Job | undefined,
  { ledger }: OrderContext,
): Promise<Order> {
  if (!isChangeOf(row, orderId)) return job === undefined ? untold(row, orderId) : checked(row, orderId, job)
  const shown = job && (await lookUp(orderId, row, job.venue.account ?? {}, job.ctx))
  return toChangedOrder(row, orderId, shown, ledger.claimedBy(row.venue, row.account, orderId))
}

async function writeAbsent(
  row: JournalRow,
  decision: Decision,
  job: Job | undefined,
  room: OrderContext,
): Promise<Decided> {
  if (isForgettable(row, decision)) return endUnknownOrder(row, job, room)
  const { id, venue, handle, terms, at } = row
  const find = handle && job?.venue.orders?.find
  if (handle !== undefined && find !== undefined && job !== undefined) {
    const found = await find(handle, terms, at, job.ctx).catch(unlessUnlisted)
    if (found !== undefined && mayBeSent(row, found))
      throw createDecisionError('The order was placed', `${venueNames[venue]} shows it as ${found.id}`)
  }
  const warning = job && find === undefined ? await warnOfCandidates(row, job, room) : undefined
  // The venue may have shown that the clock of this machine is fast, and the order recent.
  assertDecidable(row, decision, room)
  assertLearned(room.ledger.learn(row, { state: 'absent' }))
  const decided = { id, venue, state: 'absent' } as const
  if (job === undefined) return { ...decided, isUnchecked: true }
  return warning === undefined ? decided : { ...decided, warning }
}

/** Returns a warning about orders that may be this one, at a venue without names. The limits no longer count them. */
async function warnOfCandidates(
  row: JournalRow,
  { venue, ctx }: Job,
  { ledger }: OrderContext,
): Promise<string | undefined> {
  if (row.edits !== undefined) return undefined
  const isClaimed = (id: string): boolean => ledger.claimedBy(venue.id, row.account, id) !== undefined
  const name = venueNames[venue.id]
  try {
    const found = await findCandidates(row, venue.account ?? {}, ctx, isClaimed)
    const [first] = found
    if (first === undefined) return undefined
    const id = first.orderId === undefined ? '' : ` (${first.orderId})`
    return `${name} shows an order${id} that may be this one. If it is, the limits do not count it, so cancel it there or with cancelOrder.`
  } catch (error) {
    return `It is unknown whether ${name} shows the order: ${messageOf(error)}`
  }
}

/**
 * Whether an order with the name of a sent order can be that order. The order may have been changed since, but not to the other
 * side. An order with its terms is only an earlier one if it is older than clocks can differ.
 */
function mayBeSent(row: JournalRow, found: Order): boolean {
  if (row.edits !== undefined) return isOrderOf(row.terms, found)
  const identity = judgeOrderOf(row, found)
  if (identity !== 'unsure') return identity === 'same'
  const at = isOrderOf(row.terms, found) ? row.at - APART_MS : row.at
  return isSameDirection(row.terms, found) && !isOlder(found, at)
}

/** Returns undefined for an order that is not listed: some venues list only some orders, so this proves nothing. */
function unlessUnlisted(error: unknown): undefined {
  if (isUnlisted(error)) return undefined
  throw error
}

/** @param isNamed whether the order has the name of the row, or may have. Then rows of its changes may have its id. */
function assertUnclaimed(
  orderId: string,
  row: JournalRow,
  { ledger }: OrderContext,
  isNamed = row.handle !== undefined,
): void {
  // The other rows of a changed order are of the same order.
  if (isChangeOf(row, orderId)) return
  const claim = ledger.claimedBy(row.venue, row.account, orderId)
  const isChangeOfIt = isNamed && row.edits === undefined && claim?.edits === orderId
  const other = isChangeOfIt ? ledger.placedAs(row.venue, row.account, orderId) : claim
  if (other === undefined || other.id === row.id) return
  throw createDecisionError(
    `'${orderId}' belongs to a different order in the journal`,
    `its id in the journal is ${other.id}`,
    {
      claimedBy: other.id,
    },
  )
}

/**
 * Returns the order as the venue shows it.
 * @throws VALIDATION_ERROR if the venue shows none, or one that cannot be it
 */
async function checked(row: JournalRow, orderId: string, job: Job): Promise<Order> {
  const { terms, venue } = row
  const name = venueNames[venue]
  const order = await lookUp(orderId, row, job.venue.account ?? {}, job.ctx)
  if (order === undefined)
    throw createDecisionError(`'${orderId}' cannot be this order`, `${name} shows no order with this id`)
  const isNamed = row.edits === undefined && isHandleOf(row, order) && mayBeSent(row, order)
  if (!isNamed && !(isOrderOf(terms, order) && isCandidateFor(terms, order)))
    throw createDecisionError(
      `'${orderId}' cannot be this order`,
      `${name} shows it as ${described(order)}, but this one is ${described(toRequestedTerms(terms))}`,
    )
  if (isHandleOf(row, order) && isOlder(order, row.at - APART_MS))
    throw createDecisionError(`'${orderId}' cannot be this order`, describeTime(row, order))
  return order
}

function describeTime({ venue, at }: JournalRow, { timestamp }: Order): string {
  const [shown, sent] = [timestamp, at].map((time) => new Date(time).toISOString())
  return `${venueNames[venue]} shows it as placed at ${shown}, but this one was sent at ${sent}`
}

function described({
  side,
  amount,
  price,
  outcomeId,
  marketId,
}: Pick<Order, 'side' | 'amount' | 'price' | 'outcomeId' | 'marketId'>): string {
  return `${side} ${amount} of '${outcomeId}' (market '${marketId}') at ${price ?? 'no price'}`
}

async function lookUp(
  orderId: string,
  { terms, at }: JournalRow,
  source: AccountSource,
  ctx: VenueContext,
): Promise<Order | undefined> {
  const isIt = ({ id }: Order): boolean => id === orderId
  const query = { marketId: terms.marketId }
  const order = await source.order?.(orderId, ctx)
  if (order !== undefined) return order
  const open = await readOpenOrders(source, query, ctx)
  const listed = open.rows.find(isIt)
  if (listed !== undefined) return listed
  const since = at - DAY_MS
  const closed = await readClosedOrders(source, { ...query, since }, ctx)
  const ended = closed.rows.find(isIt)
  if (ended !== undefined) return ended
  const { rows } = await readFills(source, { ...query, since }, ctx)
  const own = rows.filter((fill) => fill.orderId === orderId)
  if (own.length === 0) return undefined
  if (!own.every((fill) => isFillOf(terms, fill)))
    throw createDecisionError(`'${orderId}' cannot be this order`, 'its fills belong to a different order')
  const isOver = source.openOrders !== undefined && !open.isCut
  return ofFills(orderId, terms, own, isOver)
}

/** Returns an order for which the venue shows only the fills. */
function ofFills(
  id: string,
  terms: JournalRow['terms'],
  fills: readonly UserTrade[],
  isOver: boolean,
): Order {
  const filled = toNumber(fills.reduce((sum, { amount }) => add(sum, decimalOf(amount)), zero))
  const rest = subtractDecimals(decimalOf(terms.amount), decimalOf(filled))
  const remaining = Math.max(0, toNumber(rest))
  const status = remaining === 0 ? 'filled' : isOver ? 'canceled' : 'open'
  const timestamp = Math.min(...fills.map((fill) => fill.timestamp))
  return { id, ...toRequestedTerms(terms), status, filled, remaining, timestamp }
}

/** Returns the order as it was sent, for an account that cannot be read. */
function untold({ terms, at }: JournalRow, id: string): Order {
  const unknown = ['status', 'filled', 'remaining', 'timestamp']
  const amount = Number(terms.amount)
  return {
    id,
    ...toRequestedTerms(terms),
    status: 'open',
    filled: 0,
    remaining: amount,
    timestamp: at,
    metadata: { unknown },
  }
}
