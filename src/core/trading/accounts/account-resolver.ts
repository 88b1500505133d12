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
 * Credentials with the account that they lead to, where the venue knows accounts by an address: one wallet is one account,
 * whichever names come with a call. As they were where that cannot be found out now: no order is placed then
 * ({@link assertAccountKnown}), and what needs no account goes on. Rows of the account are adopted on the way.
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
    ctx.log.debug({ reason: messageOf(error) }, 'whose account the credentials are is not known yet')
    return secrets
  } finally {
    ctx.release()
  }
}

/** So long calls wait for what the venue says of their account: then they go without that. What places orders waits on. */
const patienceMs = { cancel: 500, read: 5_000 } as const

/**
 * Adds to credentials the account that they lead to ({@link withAccount}). No cancel waits for a look-up, and no read for
 * long: for one they are as they were where the account is not known soon.
 * @param room without it no orders are placed, and nothing is asked
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

/** Whether the venue has not said yet whose account the credentials are. */
export function isAccountUnknown({ venue, ctx }: Of): boolean {
  return venue.orders?.accountIn !== undefined && ctx.secrets.account === undefined
}

/**
 * The accounts whose orders the credentials may cancel: one. While it is not known which, each that has orders open or
 * under way, because an order that was placed a moment ago must not be taken for none.
 */
export function accountsOf(
  of: Of,
  { activeAccounts }: Pick<ReturnType<typeof createOrderRecords>, 'activeAccounts'>,
): readonly string[] {
  const account = accountOf(of.venue, of.ctx.secrets)
  return isAccountUnknown(of) ? [...new Set([account, ...activeAccounts(of.venue.id)])] : [account]
}

/** The same where a journal that cannot be read must keep nothing from being canceled or shown. */
export function listKnownAccounts(of: Of, ledger: Parameters<typeof accountsOf>[1]): readonly string[] {
  try {
    return accountsOf(of, ledger)
  } catch {
    return [accountOf(of.venue, of.ctx.secrets)]
  }
}

type Claims = Pick<ReturnType<typeof createOrderRecords>, 'activeAccounts' | 'claimedBy'>

/** The account whose order it is; while it is not known whose account the credentials are, the one that has the order. */
export function accountWith(orderId: string, of: Of, ledger: Claims): string {
  const { venue, ctx } = of
  const own = accountOf(venue, ctx.secrets)
  if (!isAccountUnknown(of)) return own
  const has = (account: string): boolean => ledger.claimedBy(venue.id, account, orderId) !== undefined
  return listKnownAccounts(of, ledger).find(has) ?? own
}

/** @throws what keeps it from being known whose account the credentials are */
export async function assertAccountKnown({ venue, ctx }: Of): Promise<void> {
  if (!isAccountUnknown({ venue, ctx })) return
  await venue.orders?.accountIn?.(ctx)
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    'Nothing was placed or changed: whose account the credentials are was not known when the call began. Try again.',
    { retryable: true },
  )
}

/**
 * What is watched of an account follows its rows of the journal for hours. Credentials that lead to none are the venue's to
 * refuse.
 * @throws what keeps it from being known whose account they are
 */
export async function assertAccountWatched(of: Of): Promise<void> {
  try {
    await assertAccountKnown(of)
  } catch (error) {
    if (!(error instanceof PmxError) || error.code !== 'AUTHENTICATION_ERROR') throw error
  }
}

/**
 * The same once the journal is open, before an order is placed: an order of the account that is not found under its earlier
 * name would be placed twice.
 * @throws what keeps the journal from being read or written, or earlier orders from being told apart
 */
export async function adoptRows({ venue, ctx }: Of, ledger: Names): Promise<void> {
  const undecided = await adopt(venue, ctx, await venue.orders?.accountIn?.(ctx), ledger)
  if (undecided !== undefined) throw undecided
}

/**
 * Rows that an earlier version wrote for this account under other names of it are its own from now on. Where a set of
 * names may have meant another account, the venue's rules say which one it means.
 * @returns what keeps it from being known whose account some of them are
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

/** Whether these credentials lead to the account as well; what keeps that from being known. Those that the venue does not take lead to none. */
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
    ctx.log.debug({ reason: messageOf(error) }, 'whose account some earlier orders are is not known yet')
    if (!(error instanceof PmxError)) throw error
    return error.code === 'AUTHENTICATION_ERROR' ? false : error
  }
}
