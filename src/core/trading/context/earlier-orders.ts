import { isKnownNotPlaced, type JournalRow } from '../../../orders/journal.js'
import type { Job } from '../../request/api-call.js'
import type { OrderContext } from './order-context.js'

/** Who asks for an order, and by which names. */
interface Asked {
  readonly job: Pick<Job, 'venue'>
  readonly account: string
  readonly keys: readonly string[]
  readonly fingerprint: string
}

/** So long an order whose caller may not have its answer is taken for the one that is asked for again without a name. */
const UNNAMED_MS = 2 * 60_000

/** The order that was sent by a name of this one, or wants the same and has no answer. @param id of a built order */
export function rowOf(
  as: Asked,
  { ledger }: Pick<OrderContext, 'ledger'>,
  id?: string,
): JournalRow | undefined {
  const { job, account, keys, fingerprint } = as
  const sent = id === undefined ? undefined : ledger.byId(id)
  if (sent !== undefined) {
    // One that was refused has lost its name where another order was placed by it since.
    const bearer = isKnownNotPlaced(sent) ? ledger.byNames(job.venue.id, account, keys) : undefined
    return bearer === undefined || isKnownNotPlaced(bearer) ? sent : bearer
  }
  if (keys.length === 0) {
    // A built order is known by its id.
    if (id !== undefined) return undefined
    const isSame = (row: JournalRow) => ledger.ageOf(row) < UNNAMED_MS && !isChangedSince(row, ledger)
    return ledger.deserted(job.venue.id, account, fingerprint, isSame)
  }
  // A name stands for one order as long as the row of that order is kept.
  return ledger.byNames(job.venue.id, account, keys)
}

/** Whether the order that a row changed was changed once more: what the row says of it is past. */
function isChangedSince(
  { id, at, venue, account, edits, outcome }: JournalRow,
  ledger: OrderContext['ledger'],
) {
  const last = edits === undefined ? undefined : ledger.claimedBy(venue, account, edits)
  if (last === undefined || last.id === id) return false
  return last.at > at || (last.at === at && outcome.state === 'placed')
}

/** What is looked for once more when an order without a name is written: another process may have written the same meanwhile. */
export function earlierOf(
  as: Asked,
  room: Pick<OrderContext, 'ledger'>,
  id?: string,
): { readonly earlier?: () => JournalRow | undefined } {
  return as.keys.length > 0 ? {} : { earlier: () => rowOf(as, room, id) }
}
