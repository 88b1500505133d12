import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import { type VenueId, venueNames } from '../../../api/envelope/venue-ids.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import { paginate } from '../../../venue-kit/contract/paging.js'
import type { Job } from '../../request/api-call.js'
import { accountsOf } from '../accounts/account-resolver.js'
import { listedUntilOf } from '../accounts/recently-sent.js'
import type { OrderContext } from '../context/order-context.js'
import { callOptionsOf } from '../place/place-order.js'
import { mayBeUnlisted } from '../records/list-lag.js'
import type { PlacedRecord } from '../records/present-state.js'
import { cancelNatively } from './cancel-all-orders.js'
import { cancelEach, lookUp, withoutUnshown } from './cancel-orders.js'

/** An order or an account that may still be open, and why. */
export interface OpenStill {
  readonly venue: VenueId
  /** The venue's id of the order. */
  readonly orderId?: string | undefined
  /** Id of its row in the journal. */
  readonly id?: string | undefined
  readonly because: string
}

export interface AccountOrders {
  readonly venue: VenueId
  readonly account: string
  readonly canceled: readonly string[]
  readonly left: readonly OpenStill[]
}

/** Lists are read again until they are empty, at most this many times without progress. */
const MAX_TRIES = 3
const PAUSE_MS = 1_000
/** Maximum number of pages in one pass over the list; later pages are read by the next pass, after these orders are canceled. */
const MAX_PAGES = 100
/** Maximum number of orders of the journal that are canceled before the list is read; many of them may have ended. */
const MAX_AT_FIRST = 100
const UNREAD = 'some rows of the list could not be read'
const DRY = 'nothing is canceled in a dry run'

/**
 * Cancels the open orders of one account, until the venue lists none. If the venue can cancel all orders in one call, that call
 * is sent first, because it does not need a list. The newest open orders in the journal need no list either, so they do not wait
 * for it.
 */
export async function cancelOpenOrders(job: Job, room: OrderContext): Promise<AccountOrders> {
  const { venue } = job
  const account = accountOf(venue, job.ctx.secrets)
  /** Orders that are no longer open according to the venue. */
  const gone = new Set<string>()
  const canceled: string[] = []
  let left: OpenStill[] = []

  async function cancel(ids: readonly string[]) {
    const done = await cancelThese(ids, job, room)
    canceled.push(...done.canceled)
    for (const id of done.ended) gone.add(id)
    return done
  }

  /** @returns whether there was something to cancel, and whether some of it was canceled */
  async function look(first?: Promise<unknown>): Promise<'none' | 'progress' | 'stuck'> {
    const [{ ids: open, unknown }] = await Promise.all([listOpen(job, room), first])
    const ids = [...open].filter((id) => !gone.has(id))
    left =
      unknown === undefined ? [] : [{ venue: venue.id, because: `open orders cannot be read: ${unknown}` }]
    if (ids.length === 0) return unknown === undefined ? 'none' : 'stuck'
    const done = await cancel(ids)
    left.push(...done.left)
    if (room.rails.dryRun || venue.orders?.cancel === undefined) return 'none'
    return done.ended.length > 0 ? 'progress' : 'stuck'
  }

  const { orders } = venue
  if (orders?.cancelAll !== undefined && !room.rails.dryRun)
    for (const { orderId, state } of await cancelNatively(undefined, callOptionsOf(orders, job), job, room))
      if (state === 'canceled') {
        canceled.push(orderId)
        gone.add(orderId)
      }
  const isReal = orders?.cancel !== undefined && !room.rails.dryRun
  let first: Promise<unknown> | undefined
  if (isReal) first = cancel([...knownIds(ownOpen(job, room))].slice(-MAX_AT_FIRST))
  for (let tries = 1; ; first = undefined) {
    const found = await look(first)
    if (found === 'none') break
    tries = found === 'progress' ? 1 : tries + 1
    if (tries > MAX_TRIES) break
    if (found === 'stuck') await room.clock.sleep(PAUSE_MS)
  }
  return { venue: venue.id, account, canceled, left }
}

async function cancelThese(ids: readonly string[], job: Job, room: OrderContext) {
  const { id: venue, orders } = job.venue
  if (room.rails.dryRun || orders?.cancel === undefined) {
    const because = room.rails.dryRun ? DRY : `${venueNames[venue]} does not support cancels`
    return { canceled: [], ended: [], left: ids.map((orderId) => ({ venue, orderId, because })) }
  }
  const way = callOptionsOf(orders, job)
  // A list shows them as open, or may lack them: that the venue finds none of them by its id proves nothing.
  const canceled = withoutUnshown(await cancelEach(ids, way, job, room), new Set(ids), job)
  const results = await lookUp(canceled, way, job, room)
  const inState = (...states: readonly string[]): string[] =>
    results.filter(({ state }) => states.includes(state)).map(({ orderId }) => orderId)
  return {
    canceled: inState('canceled'),
    ended: inState('canceled', 'ended'),
    left: results
      .filter(({ state }) => state === 'not_canceled' || state === 'unknown')
      .map(({ orderId, error }) => ({
        venue,
        orderId,
        because: error?.message ?? 'the cancel is not confirmed',
      })),
  }
}

/**
 * Lists orders that the venue lists as open, and those that were placed so recently that its list may lack them. If the
 * venue has no list, these are the orders that are open in the journal.
 */
async function listOpen(
  job: Job,
  room: OrderContext,
): Promise<{
  readonly ids: ReadonlySet<string>
  readonly unknown?: string
}> {
  const { venue } = job
  const { ledger } = room
  const own = ownOpen(job, room)
  const { openOrders } = venue.account ?? {}
  if (openOrders === undefined) return { ids: knownIds(own) }
  const listed = new Set<string>()
  const ctx = job.reopen?.('cancel') ?? job.ctx
  try {
    const listedUntil = await listedUntilOf(job, ctx, { ledger })
    for await (const rows of paginate(openOrders({}, ctx), (pages) => pages < MAX_PAGES))
      for (const { id } of rows) listed.add(id)
    // The age of an order is known once the venue has reported its time.
    const young = knownIds(own.filter((row) => mayBeUnlisted(row, ledger, listedUntil)))
    const found = { ids: new Set([...young, ...listed]) }
    return ctx.omissions.isWhole ? found : { ...found, unknown: UNREAD }
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    return { ids: new Set([...listed, ...knownIds(own)]), unknown: messageOf(error) }
  } finally {
    if (ctx !== job.ctx) ctx.release()
  }
}

/** Returns the orders of the account that are open in the journal, oldest first. */
function ownOpen(job: Job, { ledger }: OrderContext): readonly PlacedRecord[] {
  return accountsOf(job, ledger).flatMap((account) => ledger.openOf(job.venue.id, account))
}

function knownIds(rows: readonly PlacedRecord[]): ReadonlySet<string> {
  return new Set(rows.map(({ outcome }) => outcome.order.id))
}
