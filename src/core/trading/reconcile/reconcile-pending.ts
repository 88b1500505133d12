import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import { type VenueId, venueNames } from '../../../api/envelope/venue-ids.js'
import type { Order } from '../../../api/models/models.js'
import {
  hasOpenRest,
  hasUnknownOutcome,
  type JournalRow,
  type OrderOutcome,
} from '../../../orders/journal.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { Job } from '../../request/api-call.js'
import { isAccountUnknown } from '../accounts/account-resolver.js'
import { type Candidate, findCandidates } from '../accounts/order-candidates.js'
import { cancelEach } from '../cancel/cancel-orders.js'
import type { OrderContext } from '../context/order-context.js'
import { callOptionsOf } from '../place/place-order.js'
import { toPlacedOutcome } from '../records/present-state.js'
import { isOlder, reconcileOrder, SURE_MS } from '../records/reconcile-order.js'
import { mayHaveRest, type OrderCallOptions } from '../records/resting-remainder.js'

/** Result for an order whose outcome was unknown, or whose remainder was open. */
export interface Resolved {
  /** Id of its row in the journal. */
  readonly id: string
  readonly venue: VenueId
  readonly state: 'placed' | 'absent' | 'unknown'
  /** The venue's id of an order that was placed. */
  readonly orderId?: string | undefined
  /** Reason why the outcome is still unknown, and what would resolve it. */
  readonly because?: string | undefined
  /** Orders and fills at the venue that may be it, if the venue has no lookup by its name. */
  readonly candidates?: readonly Candidate[] | undefined
}

const REST_OPEN = 'it was placed, but its remainder is not canceled yet'

/** @param why `cancel` does not wait for the lookup of the credentials' account */
export type OpenJob = (venue: VenueId, why?: 'cancel') => Promise<(Job & { release(): void }) | undefined>

/**
 * Resolves orders with an unknown outcome at their venues, and cancels the remainders that must be canceled, with the
 * daemon's credentials. No orders are placed.
 * @param openJob opens a job of a venue, or undefined for a venue that this version does not serve
 */
export async function resolveOrders(room: OrderContext, openJob: OpenJob): Promise<readonly Resolved[]> {
  const { ledger } = room
  await ledger.open()
  const rows = new Map([...ledger.inDoubt(), ...ledger.mayHaveRests()].map((row) => [row.id, row]))
  const byVenue = new Map<VenueId, JournalRow[]>()
  for (const row of rows.values()) byVenue.set(row.venue, [...(byVenue.get(row.venue) ?? []), row])
  const resolved = new Map<string, Resolved>()
  // Venues are called concurrently, since one may not respond.
  await Promise.all(
    [...byVenue].map(async ([venue, ofVenue]) => {
      for (const row of ofVenue) {
        const job = await openJob(venue)
        try {
          resolved.set(row.id, { id: row.id, venue, ...(await resolve(row, job, room)) })
        } finally {
          job?.release()
        }
      }
    }),
  )
  return [...rows.keys()].flatMap((id) => resolved.get(id) ?? [])
}

/** A process that placed an order first cancels its remainder itself. */
const ABANDONED_MS = 15_000

/**
 * Restarts cancels that an earlier run of the daemon left open, if the daemon has the credentials.
 * @param of `all` at the start; `abandoned` excludes those that another process may be about to cancel
 */
export async function resumeCancels(
  room: OrderContext,
  openJob: OpenJob,
  of: 'all' | 'abandoned' = 'all',
): Promise<void> {
  const { ledger, rests } = room
  const isTaken = (row: JournalRow): boolean =>
    of === 'all' || (ledger.isAbandoned(row, ABANDONED_MS) && !rests.isGivenUp(row.id))
  for (const row of ledger.mayHaveRests().filter(isTaken)) {
    const job = await openJob(row.venue, 'cancel')
    if (job === undefined) continue
    job.release()
    const { orders } = job.venue
    if (orders === undefined) continue
    const way = callOptionsOf(orders, job)
    if (isAccountUnknown(job)) void cancelUnproven(row, way, job, room)
    else if (accountOf(job.venue, job.ctx.secrets) === row.account) void rests.begin(row, way)
  }
}

/**
 * Cancels an order that may belong to the account. If the venue finds no order, this proves nothing, because the order may belong
 * to another account. It is checked again once the credentials' account is known.
 */
async function cancelUnproven(
  { outcome }: JournalRow,
  way: OrderCallOptions,
  job: Job,
  room: OrderContext,
): Promise<void> {
  if (room.rails.dryRun || outcome.state !== 'placed') return
  await cancelEach([outcome.order.id], way, job, room)
}

async function resolve(
  row: JournalRow,
  job: Job | undefined,
  { ledger, rests }: OrderContext,
): Promise<Pick<Resolved, 'state' | 'orderId' | 'because' | 'candidates'>> {
  const { venue, handle, account } = row
  const name = venueNames[venue]
  const unknown = (because: string) => ({ state: 'unknown', because }) as const
  if (job?.venue.orders === undefined)
    return unknown(`${name} has no lookup for it. Check your open orders and fills there`)
  if (isAccountUnknown(job))
    return unknown(`${name} does not report which account the credentials belong to. Try again`)
  if (accountOf(job.venue, job.ctx.secrets) !== account)
    return unknown(
      'it was placed with credentials that are not in this configuration. Repeat the call with those credentials and the same name, or set its status with `pmx-local orders resolve`',
    )
  const source = job.venue.orders
  try {
    if (mayHaveRest(row)) await rests.end(row, callOptionsOf(source, job))
    const now = ledger.byId(row.id) ?? row
    if (hasOpenRest(now)) return unknown(REST_OPEN)
    if (hasUnknownOutcome(now) && (source.find === undefined || handle === undefined))
      return await withCandidates(row, job, ledger, `${name} has no lookup by name`)
    const found = hasUnknownOutcome(now)
      ? await reconcileOrder(
          now,
          source,
          job.ctx,
          () => ledger.ageOf(now),
          (until) => ledger.mayShowEarlier(now, until),
          (order) => ledger.hadTerms(now, order),
        )
      : foundBefore(now)
    if (ledger.isSending(row.id)) return unknown('it is being sent again at the moment')
    if (found === undefined) return unknown(describeUnseen(now, name, ledger))
    if (found.state === 'unknown') return unknown(describeUnsure(now, found.order, name))
    const outcome = found.state === 'absent' ? found : toPlacedOutcome(found.order, row)
    if (hasUnknownOutcome(now) && !ledger.learn(now, outcome))
      return unknown('the journal changed in the meantime: check the order again')
    if (hasOpenRest({ outcome })) return unknown(REST_OPEN)
    return found.state === 'placed' ? { state: 'placed', orderId: found.order.id } : found
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    // The venue's lists do not contain every order, so an unlisted order may have been placed.
    if (error.code === 'ORDER_NOT_FOUND') return withCandidates(row, job, ledger, messageOf(error))
    return unknown(messageOf(error))
  }
}

/** Returns why an order that the venue shows does not prove what became of a row. */
function describeUnsure({ edits, at }: JournalRow, order: Order, name: string): string {
  const { id, status } = order
  if (edits !== undefined)
    return `${name} shows order ${id} as ${status}, but does not show whether it was changed. If it was, run \`pmx-local orders resolve <id> --placed ${id}\`, otherwise \`pmx-local orders resolve <id> --absent\``
  const other = isOlder(order, at) ? 'it was placed before this one was sent' : 'with different terms'
  return `${name} lists order ${id} under this order's name, but ${other}. Check whether it is this order, and set its status with \`pmx-local orders resolve\``
}

/** Returns why nothing is known yet about an order that the venue does not show. */
function describeUnseen(row: JournalRow, name: string, ledger: OrderContext['ledger']): string {
  if (row.edits !== undefined && ledger.ageOf(row) >= SURE_MS)
    return `${name} does not show order ${row.edits}, so it is unknown whether the order was changed. If it was, run \`pmx-local orders resolve <id> --placed ${row.edits}\`, otherwise \`pmx-local orders resolve <id> --absent\``
  return ledger.ageOf(row) < SURE_MS
    ? `${name} does not show it yet. Its status is certain ${SURE_MS / 1000} s after it was sent`
    : `${name} does not show it, and its lists may be older than the order. Try again`
}

/** Returns candidates for an order that has no name at its venue, so that the owner can decide. */
async function withCandidates(
  row: JournalRow,
  { venue, ctx }: Job,
  ledger: OrderContext['ledger'],
  why: string,
): Promise<Pick<Resolved, 'state' | 'because' | 'candidates'>> {
  const { account = {} } = venue
  const decide = 'set its status with `pmx-local orders resolve`'
  const lists = [account.openOrders, account.closedOrders, account.fills]
  if (lists.every((list) => list === undefined))
    return { state: 'unknown', because: `${why}. Check your open orders and fills there, and ${decide}` }
  const isClaimed = (orderId: string): boolean => {
    const other = ledger.claimedBy(venue.id, row.account, orderId)
    return other !== undefined && other.id !== row.id
  }
  try {
    const candidates = await findCandidates(row, account, ctx, isClaimed)
    const shown = candidates.length === 0 ? 'nothing' : candidates.length
    const because = `${why}. Your open orders, history and fills show ${shown} that may be this order. Check, and ${decide}`
    return { state: 'unknown', because, candidates }
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    return { state: 'unknown', because: messageOf(error) }
  }
}

/** Returns the outcome that became known in the meantime. */
function foundBefore({
  outcome,
}: JournalRow): Extract<OrderOutcome, { state: 'placed' | 'absent' }> | undefined {
  return outcome.state === 'placed' || outcome.state === 'absent' ? outcome : undefined
}
