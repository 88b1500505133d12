import { PmxError } from '../../../api/envelope/errors.js'
import { isEnded } from '../../../api/models/order-state.js'
import { hasUnknownOutcome, type JournalRow, type StoredError } from '../../../orders/journal.js'
import { mergeOrder } from '../../../venue-kit/orders/order-progress.js'
import type { Job, MethodResult } from '../../request/api-call.js'
import { rowOf } from '../context/earlier-orders.js'
import { assertSameOrder, FATE_MS } from '../context/in-flight-orders.js'
import type { OrderContext } from '../context/order-context.js'
import { type PlacedOutcome, toPlacedOutcome } from '../records/present-state.js'
import { reconcileOrder } from '../records/reconcile-order.js'
import { type Sender, toCallerOrder, withoutRest } from './place-order.js'
import { createUnknownOutcomeError, toOrderOutcome } from './unknown-outcome.js'

/** How long to wait for the outcome of an order that another process may be sending, and how often to check. */
const ELSEWHERE_MS = 15_000
const LOOK_EVERY_MS = 100
/** The decision about an order that may be a duplicate. */
export type DuplicateAction = { readonly kind: 'told'; readonly told: MethodResult } | MayPlace

/** The order may be sent to the venue. */
export type MayPlace =
  /** The order is sent again under the same name, which the venue accepts only once. */
  | { readonly kind: 'again'; readonly row: JournalRow }
  /** As a new order. A built order that was not placed when it was sent before already has a row. */
  | { readonly kind: 'new'; readonly row?: JournalRow }

/**
 * Decides whether an order is a duplicate of an earlier one.
 * @param id id of the row, if the order has one before it is sent
 * @throws NETWORK_ERROR while the outcome is unknown, VALIDATION_ERROR for a name of another order
 */
export async function checkDuplicate(
  as: Sender,
  isDeserted: () => boolean,
  room: OrderContext,
  id?: string,
): Promise<DuplicateAction> {
  const row = rowOf(as, room, id)
  if (row === undefined) return { kind: 'new' }
  assertSameOrder(row.fingerprint, as)
  // Before any wait: a caller that requests the same order meanwhile requests a separate order.
  room.ledger.awaited(row.id, isDeserted)
  let isAwaited = false
  try {
    const own = id === undefined ? undefined : room.ledger.byId(id)
    const ended = await endedElsewhere(row, room)
    const isUnnamed = id === undefined && as.keys.length === 0
    // A caller that already has that response is another caller, and requested another order.
    if (isUnnamed && (await isAnsweredElsewhere(ended, room)))
      return await checkDuplicate(as, isDeserted, room, id)
    const found = await becameOf(ended, as.job, room, own)
    isAwaited = found.kind !== 'new'
    return found
  } finally {
    if (!isAwaited) room.ledger.unawaited(row.id)
  }
}

/**
 * Returns the row with its outcome, if another process is sending the order and finishes soon. With a slow clock, the row
 * of a killed process seems recent for a long time.
 */
async function endedElsewhere(row: JournalRow, { ledger, clock }: OrderContext): Promise<JournalRow> {
  const until = clock.monotonic() + ELSEWHERE_MS
  const isAwaited = (one: JournalRow): boolean =>
    one.outcome.state === 'sending' && !ledger.isSending(one.id) && ledger.ageOf(one) < ELSEWHERE_MS
  let now = row
  while (clock.monotonic() < until && isAwaited(now)) {
    await clock.sleep(LOOK_EVERY_MS)
    now = ledger.byId(row.id) ?? now
  }
  return now
}

/**
 * Whether a caller of another process has the response of an order. Until that is known, the order may be the current caller's. A
 * response that is never reported as delivered counts as lost after a while.
 */
async function isAnsweredElsewhere(row: JournalRow, { ledger, clock }: OrderContext): Promise<boolean> {
  const until = clock.monotonic() + FATE_MS
  let now = row
  const isPending = ({ outcome, isAnswered, settledAt = 0 }: JournalRow): boolean =>
    outcome.state === 'placed' && !isAnswered && Math.abs(clock.now() - settledAt) < FATE_MS
  while (!ledger.isOfThisRun(row.id) && isPending(now) && clock.monotonic() < until) {
    await clock.sleep(LOOK_EVERY_MS)
    now = ledger.byId(row.id) ?? now
  }
  return now.isAnswered
}

/** @param own the row that a built order already has */
async function becameOf(
  row: JournalRow,
  job: Job,
  room: OrderContext,
  own: JournalRow | undefined,
): Promise<DuplicateAction> {
  const { outcome } = row
  const notPlaced: DuplicateAction = own === undefined ? { kind: 'new' } : { kind: 'new', row: own }
  if (outcome.state === 'refused' || outcome.state === 'absent') return notPlaced
  const told = async (placed: PlacedOutcome): Promise<DuplicateAction> => {
    const order = await withoutRest(row, placed, job, room)
    return { kind: 'told', told: toCallerOrder(order, row.id, room, true) }
  }
  if (outcome.state === 'placed') return told(await asShownNow(outcome, row.account, job, room))
  const found = await askVenue(row, job, room)
  const now = room.ledger.byId(row.id) ?? row
  // The cancel of a remainder, begun after the response was lost, may have recorded the order first.
  if (!hasUnknownOutcome(now)) return becameOf(now, job, room, own)
  if (found === undefined) return { kind: 'again', row }
  if (found.state === 'absent') {
    room.ledger.settle(row.id, found)
    return notPlaced
  }
  return told(room.ledger.settle(row.id, toPlacedOutcome(found.order, row)))
}

/**
 * Returns the current state of a placed order: an order that was open in the journal may have filled since. If the venue
 * does not show it, the known state is returned.
 */
async function asShownNow(
  placed: PlacedOutcome,
  account: string,
  { venue, ctx }: Job,
  { ledger }: OrderContext,
): Promise<PlacedOutcome> {
  const { order, isRestOpen } = placed
  // The cancel of a remainder updates the order itself.
  if (isEnded(order) || isRestOpen === true) return placed
  try {
    const shown = await venue.account?.order?.(order.id, ctx)
    const now = shown && mergeOrder(order, ledger.asAsked(venue.id, account, shown))
    return now === undefined ? placed : { ...placed, order: now }
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    return placed
  }
}

/**
 * Returns undefined if the order may be sent again under its name.
 * @throws NETWORK_ERROR while the outcome is unknown
 */
async function askVenue(row: JournalRow, { venue, ctx }: Job, { ledger }: OrderContext) {
  const lost = (because: StoredError) => createUnknownOutcomeError(row.terms, row.handle, because, row.edits)
  if (ledger.isSending(row.id)) throw lost(stillUnderWay)
  const { outcome } = row
  const because = outcome.state === 'unknown' ? outcome.error : cutOff
  if (venue.orders === undefined) throw lost(because)
  const found = await reconcileOrder(
    row,
    venue.orders,
    ctx,
    () => ledger.ageOf(row),
    (until) => ledger.mayShowEarlier(row, until),
    (order) => ledger.hadTerms(row, order),
  ).catch((thrown: unknown) => {
    throw lost(toOrderOutcome(thrown, true).error)
  })
  if (ledger.isSending(row.id)) throw lost(stillUnderWay)
  if (found !== undefined && found.state !== 'unknown') return found
  // A refusal of the second change, after the order has ended, says nothing about the first one.
  if (found !== undefined && row.edits !== undefined) throw lost(because)
  if (row.isUnique === true && row.handle !== undefined && venue.orders.find !== undefined) return undefined
  throw lost(because)
}

export const cutOff: StoredError = {
  code: 'NETWORK_ERROR',
  message: 'The daemon stopped while the order was being sent.',
}
const stillUnderWay: StoredError = {
  code: 'NETWORK_ERROR',
  message: 'The order is being sent at the moment.',
}
