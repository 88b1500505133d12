import { messageOf, PmxError } from '../../api/errors.js'
import { type VenueId, venueNames } from '../../api/venue-ids.js'
import { walk } from '../../venue-kit/paging.js'
import { accountOf } from '../../venue-kit/secrets.js'
import type { Job } from '../call.js'
import type { OpenContext } from '../context.js'
import { SURE_MS } from './doubt.js'
import type { OrderRoom } from './room.js'

/** What may still be open, and why. */
export interface OpenStill {
  readonly venue: VenueId
  /** As the venue names it. */
  readonly orderId?: string | undefined
  /** Of its row in the journal. */
  readonly id?: string | undefined
  readonly because: string
}

export interface AccountOrders {
  readonly venue: VenueId
  readonly account: string
  readonly canceled: readonly string[]
  readonly left: readonly OpenStill[]
}

/** Lists are read again until they are empty; this often without any progress. */
const MOST_TRIES = 3
const PAUSE_MS = 1_000
/** Pages of one look at the list; more are read by the next look, when these are canceled. */
const MOST_PAGES = 100
/** Cancels under way at the same time. */
const AT_ONCE = 10
const UNREAD = 'some rows of its list of open orders could not be read'
const DRY = 'nothing is canceled in a dry run'

/** Cancels the open orders of one account, until the venue lists none. */
export async function cancelOpenOrders(job: Job, room: OrderRoom): Promise<AccountOrders> {
  const { venue } = job
  const account = accountOf(venue, job.ctx.secrets)
  /** Orders of which the venue said that they are open no more. */
  const gone = new Set<string>()
  const canceled: string[] = []
  let left: OpenStill[] = []

  async function cancelOne(orderId: string, ctx: OpenContext): Promise<OpenStill | undefined> {
    try {
      const order = await venue.orders?.cancel?.(orderId, ctx)
      if (order === undefined)
        return { venue: venue.id, orderId, because: `${venueNames[venue.id]} cancels no orders` }
      room.ledger.asAsked(venue.id, account, order)
      if (order.status === 'canceled') canceled.push(orderId)
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      if (error.code !== 'ORDER_NOT_FOUND') return { venue: venue.id, orderId, because: messageOf(error) }
    }
    gone.add(orderId)
    return undefined
  }

  /** @returns whether there was something to cancel, and something of it was */
  async function look(): Promise<'none' | 'progress' | 'stuck'> {
    const ctx = job.reopen?.('cancel') ?? job.ctx
    try {
      const open = await listOpen(job, ctx, account, room)
      const ids = [...open].filter((id) => !gone.has(id))
      left = ctx.omissions.isWhole ? [] : [{ venue: venue.id, because: UNREAD }]
      if (ids.length === 0) return 'none'
      const unread = left.length
      if (room.rails.dryRun) {
        left.push(...ids.map((orderId) => ({ venue: venue.id, orderId, because: DRY })))
        return 'none'
      }
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const some = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => cancelOne(id, ctx)))
        left.push(...some.filter((one) => one !== undefined))
      }
      return left.length - unread < ids.length ? 'progress' : 'stuck'
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      left = [{ venue: venue.id, because: `open orders are not known: ${messageOf(error)}` }]
      return 'stuck'
    } finally {
      if (ctx !== job.ctx) ctx.release()
    }
  }

  for (let tries = 1; ; ) {
    const found = await look()
    if (found === 'none') break
    tries = found === 'progress' ? 1 : tries + 1
    if (tries > MOST_TRIES) break
    if (found === 'stuck') await room.clock.sleep(PAUSE_MS)
  }
  return { venue: venue.id, account, canceled, left }
}

/** Orders that the venue lists as open, and those that were placed so recently that its list may not have them yet. */
async function listOpen(
  { venue }: Job,
  ctx: OpenContext,
  account: string,
  { ledger }: OrderRoom,
): Promise<ReadonlySet<string>> {
  const own = ledger.openOrders().filter((row) => row.venue === venue.id && row.account === account)
  const ids = new Set<string>()
  const { openOrders } = venue.account ?? {}
  for (const row of own) {
    const { outcome } = row
    const isYoung = openOrders === undefined || ledger.ageOf(row) < SURE_MS
    if (outcome.state === 'placed' && isYoung) ids.add(outcome.order.id)
  }
  if (openOrders === undefined) return ids
  for await (const rows of walk(openOrders({}, ctx), (pages) => pages < MOST_PAGES))
    for (const { id } of rows) ids.add(id)
  return ids
}
