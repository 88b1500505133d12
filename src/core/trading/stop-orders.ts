import { locateCause, messageOf, PmxError } from '../../api/envelope/errors.js'
import { type VenueId, venueNames } from '../../api/envelope/venue-ids.js'
import type { JournalRow } from '../../orders/journal.js'
import type { OrderStop } from '../../orders/stop.js'
import type { Job } from '../request/api-call.js'
import { type AccountOrders, cancelOpenOrders, type OpenStill } from './cancel/cancel-open-orders.js'
import type { OrderContext } from './context/order-context.js'
import { type OpenJob, resolveOrders } from './reconcile/reconcile-pending.js'

/** The result of `orders stop`. */
export interface StopReport {
  readonly stop: OrderStop
  /** Orders that the venues confirmed as canceled. */
  readonly canceled: readonly { readonly venue: VenueId; readonly orderId: string }[]
  /** Orders and accounts that may still be open, and the reasons. */
  readonly left: readonly OpenStill[]
  /** Set in a dry run: nothing was canceled. */
  readonly dryRun?: true | undefined
  /**
   * Why the stop could not be written to the journal. Then only this process refuses orders, until it ends or orders are
   * resumed.
   */
  readonly unwritten?: string | undefined
  /** Why the journal could not be read. Then only orders that the venues list were canceled. */
  readonly unread?: string | undefined
}

/** How long an order that was journaled before the stop may be in flight, because no request lasts longer. */
const IN_FLIGHT_MS = 30_000
const LOOK_EVERY_MS = 100

interface Stopping {
  readonly by: string
  readonly reason?: string | undefined
  /** Venues for which this process has credentials. */
  readonly venues: readonly VenueId[]
  readonly openJob: OpenJob
}

/**
 * Refuses all orders from now on, in every process that shares the journal. It cancels open orders on the accounts for which this
 * process has credentials. Orders that were journaled before the stop are awaited, and canceled in a second pass, so open orders
 * are canceled without waiting for them or for a venue that does not respond.
 *
 * If the stop cannot be written, this process refuses orders, and open orders are still canceled. If the journal cannot be read,
 * the orders that the venues list are canceled.
 */
export async function stopOrders(room: OrderContext, stopping: Stopping): Promise<StopReport> {
  const stopped = await writeStop(room, stopping)
  const dryRun = room.rails.dryRun ? ({ dryRun: true } as const) : {}
  try {
    return { ...stopped, ...(await cancelEverywhere(room, stopping)), ...dryRun }
  } catch (error) {
    const unread = messageOf(locateCause(error))
    return { ...stopped, ...(await cancelWithoutJournal(room, stopping, unread)), ...dryRun, unread }
  }
}

async function writeStop(
  { ledger, clock }: OrderContext,
  { by, reason }: Stopping,
): Promise<Pick<StopReport, 'stop' | 'unwritten'>> {
  // The error of the stop is reported, which includes this one.
  const opening = await ledger.open().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  try {
    return { stop: ledger.stop(by, reason) }
  } catch (error) {
    return {
      stop: heldBy(ledger) ?? {
        at: Math.round(clock.now()),
        by,
        ...(reason === undefined ? {} : { reason }),
      },
      unwritten: messageOf(locateCause(opening === undefined ? error : opening.error)),
    }
  }
}

/** Returns the stop that this process holds because it could not be written: it may be an earlier one. */
function heldBy(ledger: OrderContext['ledger']): OrderStop | undefined {
  try {
    return ledger.stopInForce()
  } catch {
    return undefined
  }
}

/**
 * Cancels the orders that the venues list. Without the journal, this process knows only which orders it is sending itself. The
 * open orders are canceled immediately, and again when these have ended.
 */
async function cancelWithoutJournal(
  room: OrderContext,
  stopping: Stopping,
  why: string,
): Promise<Pick<StopReport, 'canceled' | 'left'>> {
  const { clock, ledger } = room
  const forgiving = { ...room, ledger: room.createForgivingRecords(why) }
  const isSending = ledger.underWay > 0
  const until = clock.monotonic() + IN_FLIGHT_MS
  const first = await cancelEverywhere(forgiving, stopping)
  if (!isSending) return first
  while (ledger.underWay > 0 && clock.monotonic() < until) await clock.sleep(LOOK_EVERY_MS)
  const { canceled, left } = await cancelEverywhere(forgiving, stopping)
  return { canceled: [...first.canceled, ...canceled], left }
}

async function cancelEverywhere(
  room: OrderContext,
  { venues, openJob }: Stopping,
): Promise<Pick<StopReport, 'canceled' | 'left'>> {
  const { ledger } = room
  const openToCancel: OpenJob = (venue) => openJob(venue, 'cancel')
  const ofVenueNow = (venue: VenueId) => ofVenue(venue, openToCancel, room)
  const undecided = new Set([...ledger.inFlight(), ...ledger.inDoubt()].map(({ venue }) => venue))
  const atOnce = Promise.all(venues.map(ofVenueNow))
  // A failure is reported below.
  atOnce.catch(() => undefined)
  await haveLanded(room)
  const resolved = await resolveOrders(room, openToCancel)
  const doubts = resolved.filter(({ state }) => state === 'unknown')
  const isListed = new Set(doubts.map(({ id }) => id))
  const underWay = ledger.inFlight().filter(({ id }) => !isListed.has(id))
  const first = await atOnce
  const again = await Promise.all(
    venues.map((venue) => (undecided.has(venue) ? ofVenueNow(venue) : undefined)),
  )
  const known = first.flatMap((one, index) => withSecond(one, again[index]) ?? [])
  const left = [
    ...known.flatMap((one) => one.left),
    ...doubts.map(({ id, venue, because = 'its status is unknown' }) => ({ venue, id, because })),
    ...underWay.map(({ id, venue }) => ({ venue, id, because: 'it is still being sent' })),
    ...ofOtherAccounts(ledger.openOrders(), known),
  ]
  const canceled = known.flatMap((one) => one.canceled.map((orderId) => ({ venue: one.venue, orderId })))
  return { canceled, left }
}

/** Joins the results of two passes over one account. The second one determines what is left. */
function withSecond(
  first: AccountOrders | undefined,
  second: AccountOrders | undefined,
): AccountOrders | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return { ...second, canceled: [...new Set([...first.canceled, ...second.canceled])] }
}

/**
 * @param of the time of the stop to end: another stop remains
 * @returns the stop that ended, or undefined if orders were not stopped, or only by another stop
 * @throws EXCHANGE_NOT_AVAILABLE if the journal cannot be written: then the stop remains
 */
export async function resumeOrders(
  { ledger }: OrderContext,
  by: string,
  of?: number,
): Promise<OrderStop | undefined> {
  try {
    await ledger.open()
    return ledger.endStop(by, of)
  } catch (error) {
    throw new PmxError(
      'EXCHANGE_NOT_AVAILABLE',
      `Orders are not resumed, because the order journal (orders.db in the state folder) cannot be read or written: ${messageOf(locateCause(error))}`,
      { retryable: true, detail: { kind: 'journal' }, cause: error },
    )
  }
}

/**
 * Waits for orders that were written before the stop, whichever process sends them. The wait is limited to the maximum
 * duration of a request. With a slow clock, a row of an earlier run would seem recent for a long time.
 */
async function haveLanded({ ledger, clock }: OrderContext): Promise<void> {
  const until = clock.monotonic() + IN_FLIGHT_MS
  const isAwaited = (row: JournalRow): boolean => ledger.ageOf(row) < IN_FLIGHT_MS
  while (clock.monotonic() < until && ledger.inFlight().some(isAwaited)) await clock.sleep(LOOK_EVERY_MS)
}

async function ofVenue(
  venue: VenueId,
  openJob: OpenJob,
  room: OrderContext,
): Promise<AccountOrders | undefined> {
  const job = await openJob(venue)
  if (job === undefined) return undefined
  job.release()
  return mayHoldOrders(job) ? cancelOpenOrders(job, room) : undefined
}

/** Whether orders can be placed with these credentials; some only read market data. */
function mayHoldOrders({ venue, ctx }: Job): boolean {
  try {
    venue.orders?.checkCredentials(ctx)
    return venue.orders !== undefined
  } catch (error) {
    if (error instanceof PmxError) return false
    throw error
  }
}

/**
 * Returns orders of accounts for which this process has no credentials, because those were sent with the calls. One line for each
 * account.
 */
function ofOtherAccounts(
  rows: readonly JournalRow[],
  known: readonly Pick<AccountOrders, 'venue' | 'account'>[],
): readonly OpenStill[] {
  const accounts = new Set(known.map(({ venue, account }) => `${venue} ${account}`))
  const others = new Map<string, JournalRow[]>()
  for (const row of rows) {
    const account = `${row.venue} ${row.account}`
    if (!accounts.has(account)) others.set(account, [...(others.get(account) ?? []), row])
  }
  return [...others.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    const orders = more.length === 0 ? 'an order' : `${more.length + 1} orders`
    const because = `${orders} may be open. Their credentials are not in the configuration, so check your open orders on ${venueNames[first.venue]}`
    return [{ venue: first.venue, id: first.id, because }]
  })
}
