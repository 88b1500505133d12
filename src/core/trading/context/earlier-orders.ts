import { isKnownNotPlaced, type JournalRow } from '../../../orders/journal.js'
import type { Job } from '../../request/api-call.js'
import type { OrderContext } from './order-context.js'

/** The caller of an order, and the names that it gave the order. */
interface Asked {
  readonly job: Pick<Job, 'venue'>
  readonly account: string
  readonly keys: readonly string[]
  readonly fingerprint: string
}

/** How long an order without a name, whose caller may lack the response, is treated as the order of an identical later call. */
const UNNAMED_MS = 2 * 60_000

/**
 * Returns the order that was sent with one of these names, or an identical one without a delivered response.
 * @param id id of a built order
 */
export function rowOf(
  as: Asked,
  { ledger }: Pick<OrderContext, 'ledger'>,
  id?: string,
): JournalRow | undefined {
  const { job, account, keys, fingerprint } = as
  const sent = id === undefined ? undefined : ledger.byId(id)
  if (sent !== undefined) {
    // A refused order has lost its name where another order was placed with it since.
    const bearer = isKnownNotPlaced(sent) ? ledger.byNames(job.venue.id, account, keys) : undefined
    return bearer === undefined || isKnownNotPlaced(bearer) ? sent : bearer
  }
  if (keys.length === 0) {
    // A built order is identified by its id.
    if (id !== undefined) return undefined
    const isSame = (row: JournalRow) => ledger.ageOf(row) < UNNAMED_MS && !isChangedSince(row, ledger)
    return ledger.deserted(job.venue.id, account, fingerprint, isSame)
  }
  // A name belongs to one order as long as the row of that order is stored.
  return ledger.byNames(job.venue.id, account, keys)
}

/** Whether the order that a row changed was changed again, so that the row is outdated. */
function isChangedSince(
  { id, at, venue, account, edits, outcome }: JournalRow,
  ledger: OrderContext['ledger'],
) {
  const last = edits === undefined ? undefined : ledger.claimedBy(venue, account, edits)
  if (last === undefined || last.id === id) return false
  return last.at > at || (last.at === at && outcome.state === 'placed')
}

/**
 * Returns a lookup that runs when an order without a name is written: another process may have written an identical one
 * in the meantime.
 */
export function earlierOf(
  as: Asked,
  room: Pick<OrderContext, 'ledger'>,
  id?: string,
): { readonly earlier?: () => JournalRow | undefined } {
  return as.keys.length > 0 ? {} : { earlier: () => rowOf(as, room, id) }
}
