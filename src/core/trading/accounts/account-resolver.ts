import { messageOf, PmxError } from '../../../api/envelope/errors.js'
import type { Clock } from '../../../effects/clock.js'
import {
  accountNameOf,
  accountOf,
  type EarlierAccount,
  listEarlierAccounts,
  type Secrets,
} from '../../../venue-kit/contract/account-secrets.js'
import { partOf } from '../../../venue-kit/contract/memo.js'
import type { Venue, VenueContext } from '../../../venue-kit/contract/venue.js'
import type { OpenContext } from '../../request/request-context.js'
import type { createOrderRecords } from '../records/order-records.js'

/** The names of accounts in the journal. */
type Names = Pick<ReturnType<typeof createOrderRecords>, 'hasAccount' | 'renameAccount'>

type Of = { readonly venue: Venue; readonly ctx: VenueContext }

/**
 * Returns credentials with their account, if the venue identifies accounts by an address: one wallet is one account,
 * whatever names a call uses. If the account cannot be found now, the credentials are returned unchanged. Then no
 * order is placed ({@link assertAccountKnown}), and calls that need no account continue. Rows of the account under
 * earlier names are adopted.
 */
async function withAccount(
  venue: Venue,
  secrets: Secrets,
  open: () => OpenContext,
  room: { readonly ledger: Names } | undefined,
): Promise<Secrets> {
  const { orders } = venue
  const isKnown = orders?.accountIn !== undefined || orders?.accountBy !== undefined
  if (room === undefined || !isKnown || Object.keys(secrets.values).length === 0) return secrets
  const ctx = open()
  try {
    const address = await orders.accountIn?.(ctx)
    const named = address === undefined ? secrets : { ...secrets, account: accountNameOf(venue.id, address) }
    await adopt(venue, Object.create(ctx, { secrets: { value: named } }), address, room.ledger)
    return named
  } catch (error) {
    if (!(error instanceof PmxError)) throw error
    ctx.log.debug({ reason: messageOf(error) }, "the credentials' account is not known yet")
    return secrets
  } finally {
    ctx.release()
  }
}

/**
 * How long calls wait for the venue's response about their account before they continue without it. Calls that place orders
 * wait without this limit.
 */
const patienceMs = { cancel: 500, read: 5_000 } as const

/**
 * Creates a function that adds the account to credentials ({@link withAccount}). Cancels wait only briefly for the
 * lookup, and reads do not wait long. They use the unchanged credentials if the account is not known in time.
 * @param room without it no orders are placed, and no venue is called
 */
export function createAccountFinder(
  room: { readonly ledger: Names } | undefined,
  clock: Pick<Clock, 'setTimer'>,
) {
  return async (
    venue: Venue,
    secrets: Secrets,
    open: () => OpenContext,
    patience?: keyof typeof patienceMs,
  ) => {
    const found = withAccount(venue, secrets, open, room)
    if (patience === undefined) return found
    let stopWaiting = (): void => undefined
    const late = new Promise<Secrets>((resolve) => {
      stopWaiting = clock.setTimer(patienceMs[patience], () => resolve(secrets))
    })
    return Promise.race([found, late]).finally(() => stopWaiting())
  }
}

/** Whether the venue has not yet identified the account of the credentials. */
export function isAccountUnknown({ venue, ctx }: Of): boolean {
  return venue.orders?.accountIn !== undefined && ctx.secrets.account === undefined
}

/**
 * Returns the accounts whose orders the credentials may cancel, normally one. While the account is unknown, it also
 * returns each account with open or in-flight orders. Otherwise a recently placed order would be missed.
 */
export function accountsOf(
  of: Of,
  { activeAccounts }: Pick<ReturnType<typeof createOrderRecords>, 'activeAccounts'>,
): readonly string[] {
  const account = accountOf(of.venue, of.ctx.secrets)
  return isAccountUnknown(of) ? [...new Set([account, ...activeAccounts(of.venue.id)])] : [account]
}

/** Like {@link accountsOf}, for calls that an unreadable journal must not prevent: cancels and reads. */
export function listKnownAccounts(of: Of, ledger: Parameters<typeof accountsOf>[1]): readonly string[] {
  try {
    return accountsOf(of, ledger)
  } catch {
    return [accountOf(of.venue, of.ctx.secrets)]
  }
}

type Claims = Pick<ReturnType<typeof createOrderRecords>, 'activeAccounts' | 'claimedBy'>

/** Returns the account of an order; while the account of the credentials is unknown, the account that has the order. */
export function accountWith(orderId: string, of: Of, ledger: Claims): string {
  const { venue, ctx } = of
  const own = accountOf(venue, ctx.secrets)
  if (!isAccountUnknown(of)) return own
  const has = (account: string): boolean => ledger.claimedBy(venue.id, account, orderId) !== undefined
  return listKnownAccounts(of, ledger).find(has) ?? own
}

/** @throws the reason why the account of the credentials is unknown */
export async function assertAccountKnown({ venue, ctx }: Of): Promise<void> {
  if (!isAccountUnknown({ venue, ctx })) return
  await venue.orders?.accountIn?.(ctx)
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    "No order was placed or changed, because the credentials' account was not known when the call began. Try again.",
    { retryable: true },
  )
}

/**
 * Checks that the account is known, since a subscription to an account follows its rows of the journal for hours. The
 * venue refuses credentials without an account.
 * @throws the reason why the account is unknown
 */
export async function assertAccountWatched(of: Of): Promise<void> {
  try {
    await assertAccountKnown(of)
  } catch (error) {
    if (!(error instanceof PmxError) || error.code !== 'AUTHENTICATION_ERROR') throw error
  }
}

/**
 * Adopts rows once the journal is open, before an order is placed. An order that is not found under the account's earlier
 * name would be placed twice.
 * @throws the reason why the journal cannot be read or written, or why earlier orders cannot be assigned
 */
export async function adoptRows({ venue, ctx }: Of, ledger: Names): Promise<void> {
  const undecided = await adopt(venue, ctx, await venue.orders?.accountIn?.(ctx), ledger)
  if (undecided !== undefined) throw undecided
}

/**
 * Moves rows that an earlier version wrote for this account under other names to its current name. If a set of names may
 * have meant another account, the venue's rules identify it.
 * @returns the reason why the account of some rows is unknown
 */
async function adopt(
  venue: Venue,
  ctx: VenueContext,
  address: string | undefined,
  ledger: Names,
): Promise<PmxError | undefined> {
  const account = accountOf(venue, ctx.secrets)
  let undecided: PmxError | undefined
  for (const earlier of listEarlierAccounts(venue, ctx.secrets, address)) {
    if (earlier.account === account || !ledger.hasAccount(venue.id, earlier.account, account)) continue
    const found = await isSame(earlier, account, { venue, ctx })
    if (found instanceof PmxError) undecided = found
    else if (found) ledger.renameAccount(venue.id, earlier.account, account)
  }
  return undecided
}

/**
 * Whether these credentials belong to the same account. Otherwise the reason why that is unknown. Credentials that the venue
 * refuses belong to no account.
 */
async function isSame(
  earlier: EarlierAccount,
  account: string,
  { venue, ctx }: Of,
): Promise<boolean | PmxError> {
  const { account: _known, ...others } = ctx.secrets
  const secrets: Secrets = { ...others, values: earlier.values }
  const { accountIn } = venue.orders ?? {}
  if (accountIn === undefined) return accountOf(venue, secrets) === account
  const memo = partOf(ctx.memo, earlier.account)
  const own: VenueContext = Object.create(ctx, { secrets: { value: secrets }, memo: { value: memo } })
  try {
    return accountNameOf(venue.id, await accountIn(own)) === account
  } catch (error) {
    ctx.log.debug(
      { reason: messageOf(error) },
      'the account that placed some earlier orders is not known yet',
    )
    if (!(error instanceof PmxError)) throw error
    return error.code === 'AUTHENTICATION_ERROR' ? false : error
  }
}
