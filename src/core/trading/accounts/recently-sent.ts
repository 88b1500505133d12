import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { Order } from '../../../api/models/models.js'
import { hasUnknownOutcome, type JournalRow } from '../../../orders/journal.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import type { Job } from '../../request/api-call.js'
import type { OrderContext } from '../context/order-context.js'
import { isSentLately, mayBeUnlisted } from '../records/list-lag.js'
import { isHandleOf } from '../records/reconcile-order.js'
import { isIn, type NamedMarket } from '../request/named-market.js'
import { accountsOf } from './account-resolver.js'

/**
 * Returns the time up to which lists of the account show orders. It is read only if the venue reports it and the journal
 * contains open orders from before the last minute. It must be read before the list. If it cannot be read, no list is
 * treated as complete.
 * @returns epoch ms
 */
export async function listedUntilOf(
  { venue }: Pick<Job, 'venue'>,
  ctx: VenueContext,
  { ledger }: Pick<OrderContext, 'ledger'>,
): Promise<number | undefined> {
  const { listedUntil } = venue.orders ?? {}
  if (listedUntil === undefined) return undefined
  try {
    // A process that has placed nothing so far has not opened the journal.
    await ledger.open()
    const open = accountsOf({ venue, ctx }, ledger).flatMap((account) => ledger.openOf(venue.id, account))
    return open.every((row) => isSentLately(row, ledger)) ? undefined : await listedUntil(ctx)
  } catch (error) {
    if (error instanceof PmxError) return 0
    throw error
  }
}

/** Orders of an account that were sent so recently that a list of the venue may lack them. */
interface SentLately {
  /** Orders that are open in the journal. */
  readonly open: readonly Order[]
  /** Reasons why unknown orders may be open, one sentence each. */
  readonly doubts: readonly string[]
}

/**
 * Lists orders of the account that were placed here, or may have been, within the time by which lists lag.
 * @param shown orders that the venue showed; they are left out
 * @param listedUntil see {@link listedUntilOf}
 */
export async function listSentLately(
  market: NamedMarket | undefined,
  shown: readonly Pick<Order, 'id' | 'clientOrderId'>[],
  { venue, ctx }: Job,
  { ledger }: OrderContext,
  listedUntil?: number,
): Promise<SentLately> {
  const isYoung = (row: JournalRow): boolean => mayBeUnlisted(row, ledger, listedUntil)
  const isShown = (row: JournalRow): boolean => shown.some((order) => isHandleOf(row, order))
  const ids = new Set(shown.map(({ id }) => id))
  try {
    await ledger.open()
    const accounts = accountsOf({ venue, ctx }, ledger)
    const isOwn = (row: JournalRow): boolean => row.venue === venue.id && accounts.includes(row.account)
    const open = accounts
      .flatMap((account) => ledger.openOf(venue.id, account))
      .filter((row) => isYoung(row) && !ids.has(row.outcome.order.id))
    const unsure = [...ledger.inDoubt(), ...ledger.inFlight()].filter(
      (row) => isOwn(row) && isYoung(row) && !isShown(row),
    )
    // A market has several names, and the orders have one of them.
    const isOther = ({ terms }: JournalRow): boolean => market !== undefined && terms.marketId !== market.name
    const meant = [...open, ...unsure].some(isOther) ? await market?.row() : undefined
    const isWanted = (row: JournalRow): boolean => !isOther(row) || isIn(meant, row.terms)
    const names = new Set(
      unsure.filter((row) => hasUnknownOutcome(row) && isWanted(row)).map(({ terms }) => terms.clientOrderId),
    )
    return {
      open: open.filter(isWanted).map(({ outcome }) => outcome.order),
      doubts: [...names].map((name) => `the order ${name} was sent a moment ago and may have been placed`),
    }
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    return { open: [], doubts: [`recently sent orders cannot be read: ${messageOf(error)}`] }
  }
}
