import { messageOf, PmxError } from '../../api/errors.js'
import { type VenueId, venueNames } from '../../api/venue-ids.js'
import type { JournalRow } from '../../orders/journal.js'
import { accountOf } from '../../venue-kit/secrets.js'
import type { Job } from '../call.js'
import { SURE_MS, settleDoubt } from './doubt.js'
import type { OrderRoom } from './room.js'

/** What became of an order that was in doubt. */
export interface Resolved {
  /** Of its row in the journal. */
  readonly id: string
  readonly venue: VenueId
  readonly state: 'placed' | 'absent' | 'unknown'
  /** Of an order that was placed, as the venue names it. */
  readonly orderId?: string | undefined
  /** Why nobody knows yet, and what would tell. */
  readonly because?: string | undefined
}

/**
 * Asks the venues what became of the orders that are in doubt, with the credentials that the daemon holds. Nothing is
 * placed.
 * @param openJob how a venue is asked; undefined for one that this version does not serve
 */
export async function resolveOrders(
  { ledger }: OrderRoom,
  openJob: (venue: VenueId) => Promise<(Job & { release(): void }) | undefined>,
): Promise<readonly Resolved[]> {
  await ledger.open()
  const resolved: Resolved[] = []
  for (const row of ledger.inDoubt()) {
    const { id, venue } = row
    const job = await openJob(venue)
    try {
      resolved.push({ id, venue, ...(await resolve(row, job, ledger)) })
    } finally {
      job?.release()
    }
  }
  return resolved
}

async function resolve(
  row: JournalRow,
  job: Job | undefined,
  ledger: OrderRoom['ledger'],
): Promise<Pick<Resolved, 'state' | 'orderId' | 'because'>> {
  const { venue, handle, account } = row
  const name = venueNames[venue]
  const unknown = (because: string) => ({ state: 'unknown', because }) as const
  if (job?.venue.orders?.find === undefined || handle === undefined)
    return unknown(`${name} cannot be asked for it: look at your open orders and fills there`)
  if (accountOf(job.venue, job.ctx.secrets) !== account)
    return unknown(
      `it was placed with credentials that are not in this configuration: repeat the call with those and the same name`,
    )
  try {
    const found = await settleDoubt(row, job.venue.orders, job.ctx, ledger.ageOf(row))
    if (ledger.isSending(row.id)) return unknown('it is being sent again right now')
    if (found === undefined)
      return unknown(`${name} does not show it yet: it is certain ${SURE_MS / 1000} s after it was sent`)
    ledger.settle(row.id, found)
    return found.state === 'placed' ? { state: 'placed', orderId: found.order.id } : found
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    return unknown(messageOf(error))
  }
}
