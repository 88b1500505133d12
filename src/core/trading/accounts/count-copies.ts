import { PmxError } from '../../../api/envelope/errors.js'
import { outlasts } from '../../../policy/abort.js'
import { accountOf } from '../../../venue-kit/contract/account-secrets.js'
import type { Job } from '../../request/api-call.js'
import type { AccountJob } from '../context/order-accounts.js'
import type { OrderContext } from '../context/order-context.js'
import type { OrderAccount } from '../records/copied-orders.js'
import { boundsBeforeOrder, findExtraCopies } from './extra-copies.js'

/** Maximum time that an order waits for lists, because it would otherwise be too late itself. */
const PATIENCE_MS = 5_000

type Find = () => Promise<AccountJob | undefined>
type Room = Pick<OrderContext, 'ids' | 'ledger' | 'clock' | 'accounts'>

/**
 * Writes copies of earlier orders to the journal, so that the limits count them. The limits count all accounts together, so every
 * account is checked whose credentials this run has. Lists that cannot be read, or not in time, are read again before the next
 * order; until then the limits count their orders twice.
 */
export async function countCopies(job: Pick<Job, 'venue' | 'ctx' | 'reopen'>, room: Room): Promise<void> {
  const { accounts, ledger, clock } = room
  const own = { venue: job.venue.id, account: accountOf(job.venue, job.ctx.secrets) }
  accounts.remember(job)
  const isOther = (of: OrderAccount): boolean => of.venue !== own.venue || of.account !== own.account
  const others = ledger.accountsSeen().filter(isOther)
  const searches = [
    countOnce(own, async () => job, job.ctx, room),
    ...others.map((other) => countOnce(other, () => accounts.find(other), job.ctx, room)),
  ]
  const all = Promise.all(searches)
  if (await outlasts(all, clock.monotonic() + PATIENCE_MS, clock)) ledger.noteLateChecks()
}

/**
 * Checks an account, or waits for a check that is under way, unless an earlier order waited for it in vain.
 * @param find opens the account, which may take long: only where orders are to be checked
 * @param caller context of the order's call, which reports the requests
 */
async function countOnce(of: OrderAccount, find: Find, caller: Job['ctx'], room: Room): Promise<void> {
  const known = room.accounts.recall(of)
  if (known !== undefined && !hasLists(known)) return
  const check = async (): Promise<void> => {
    try {
      await countOf(of, find, caller, room)
    } catch (error) {
      if (!(error instanceof PmxError)) throw error
      noteUnread()
    }
  }
  const noteUnread = (): void => room.ledger.uncheckedForCopies(of.venue, of.account).noteUnread()
  const result = await room.accounts.once(of, PATIENCE_MS, check)
  if (result === 'busy') noteUnread()
  // The other check may have begun before the newest order was placed. One more serves all that waited.
  if (result === 'waited') await room.accounts.once(of, PATIENCE_MS, check)
}

/** Whether the venue has lists in which a copy that has filled can be found. */
function hasLists({ venue }: AccountJob): boolean {
  return venue.account?.closedOrders !== undefined || venue.account?.fills !== undefined
}

async function countOf(
  { venue: venueId, account }: OrderAccount,
  find: Find,
  caller: Job['ctx'],
  room: Room,
): Promise<void> {
  const { due, noteChecked, noteUnread } = room.ledger.uncheckedForCopies(venueId, account)
  if (due.length === 0) return noteUnread()
  const job = await find()
  if (job === undefined) return noteUnread()
  // Nothing can be checked, so that nothing counts twice.
  if (!hasLists(job)) return noteChecked(due.map((row) => ({ row, because: 'doubt' })))
  const { venue, ctx: own, reopen } = job
  // A context of its own: rows that these lists leave out are no part of the order's response.
  const ctx = reopen?.('orderRead') ?? own
  try {
    const { unchecked } = await findExtraCopies(due, { venue }, ctx, room, boundsBeforeOrder)
    noteChecked(unchecked)
  } finally {
    if (ctx !== own) {
      caller.noteSent(ctx.upstreamCalls)
      ctx.release()
    }
  }
}
