import type { ArgsOf } from '../../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../../api/envelope/errors.js'
import { pmxHeaders } from '../../../api/envelope/pmx-headers.js'
import type { Order, UserTrade } from '../../../api/models/models.js'
import { isEnded } from '../../../api/models/order-state.js'
import { clipText } from '../../../api/values/shown.js'
import { accountOf as holderAccount } from '../../../venue-kit/contract/account-secrets.js'
import { type Paging, paginate } from '../../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { Venue, VenueContext } from '../../../venue-kit/contract/venue.js'
import { type Handlers, type Job, MethodResult } from '../../request/api-call.js'
import { createNotSupportedError } from '../../request/not-supported-error.js'
import type { OrderContext } from '../context/order-context.js'
import { toOrderId } from '../records/reconcile-order.js'
import { createNamedMarket, requireMarket } from '../request/named-market.js'
import { accountWith, assertAccountKnown } from './account-resolver.js'
import { withPrice, withProfit } from './account-rows.js'
import { readAsRequested } from './lagging-lists.js'
import { journalServesClosedOrders, readJournaledOrders } from './placed-orders.js'

/** Maximum number of rows in one response, if the caller sets no limit. */
const MAX_ROWS = 1_000
/** Maximum number of pages per request, a venue call each. */
const MAX_PAGES = 100

type AccountMethod =
  | 'fetchBalance'
  | 'fetchPositions'
  | 'fetchOrder'
  | 'fetchOpenOrders'
  | 'fetchClosedOrders'
  | 'fetchAllOrders'
  | 'fetchMyTrades'
  | 'fetchMySettlementHistory'
  | 'getAuthNonce'
  | 'loginWithSignature'
  | 'logout'
  | 'isSessionActive'

type AccountHandlers = Required<Pick<Handlers, AccountMethod>>

/**
 * Creates the methods that read accounts: a public address if one is given, otherwise the account of the call's
 * credentials.
 * @param ledger knows the orders that were placed here: they are returned as they were requested
 */
export function createAccountHandlers(
  ledger:
    | Pick<
        OrderContext['ledger'],
        | 'activeAccounts'
        | 'asListed'
        | 'claimedBy'
        | 'noteReversal'
        | 'placedLately'
        | 'open'
        | 'placed'
        | 'tradeAsAsked'
      >
    | undefined,
): AccountHandlers {
  /** Reads closed orders from the venue's list; if it has none, those that were placed here. */
  async function closedOrdersOf(
    method: AccountMethod,
    query: HistoryQuery,
    job: Job,
  ): Promise<Paging<Order>> {
    const { venue, ctx } = job
    const { closedOrders } = accountOf(venue)
    if (closedOrders !== undefined) return closedOrders(query, ctx)
    if (ledger === undefined || !journalServesClosedOrders(job))
      throw createNotSupportedError(method, venue.id)
    venue.orders?.checkCredentials(ctx)
    // An empty result for another account's name does not mean that there are no orders.
    await assertAccountKnown(job)
    await ledger.open()
    return readJournaledOrders(query, job, holderAccount(venue, ctx.secrets), ledger)
  }

  return {
    async fetchBalance([address], { venue, ctx }) {
      const { balance, balanceOf } = accountOf(venue)
      const rows = await ofAddressOrOwn('fetchBalance', address, venue, ctx, balanceOf, balance)
      return rows.map((row) => ({ ...row, venue: venue.id }))
    },
    async fetchPositions([address], { venue, ctx }) {
      const { positions, positionsOf } = accountOf(venue)
      const rows = await ofAddressOrOwn('fetchPositions', address, venue, ctx, positionsOf, positions)
      return rows.map((row) => ({ ...withPrice(row), venue: venue.id }))
    },

    async fetchOrder([id], job) {
      const { venue, ctx } = job
      const orderId = toOrderId(id)
      const { order } = accountOf(venue)
      if (order === undefined) throw createNotSupportedError('fetchOrder', venue.id)
      const shown = await readAsRequested(job, ledger, async (show) => {
        const found = await order(orderId, ctx)
        return found && show(found)
      })
      if (shown !== undefined) return shown
      const young = ledger?.placedLately(venue.id, accountWith(orderId, job, ledger), orderId)
      if (young !== undefined) return young
      throw new PmxError('ORDER_NOT_FOUND', `Order not found: ${clipText(orderId)}`)
    },

    async fetchOpenOrders([marketId], job) {
      const { venue, ctx } = job
      const { openOrders } = accountOf(venue)
      if (openOrders === undefined) throw createNotSupportedError('fetchOpenOrders', venue.id)
      const list = (query: HistoryQuery) =>
        readAsRequested(job, ledger, (show) =>
          rowsOf({}, ctx, [openOrders(query, ctx)], show, (order) => !isEnded(order)),
        )
      if (marketId === undefined) return list({})
      const rows = await list({ marketId })
      if (Array.isArray(rows.data) && rows.data.length > 0) return rows
      // A list is also empty for an unknown name.
      const market = await requireMarket(createNamedMarket(marketId, job))
      return market.marketId === marketId ? rows : list({ marketId: market.marketId })
    },
    async fetchClosedOrders([params = {}], job) {
      const closed = await closedOrdersOf('fetchClosedOrders', queryOf(params), job)
      return readAsRequested(job, ledger, (show) => rowsOf(params, job.ctx, [closed], show))
    },
    async fetchAllOrders([params = {}], job) {
      const { venue, ctx } = job
      const { openOrders } = accountOf(venue)
      if (openOrders === undefined) throw createNotSupportedError('fetchAllOrders', venue.id)
      const query = queryOf(params)
      const closed = await closedOrdersOf('fetchAllOrders', query, job)
      return readAsRequested(job, ledger, (show) =>
        rowsOf(params, ctx, [openOrders(query, ctx), closed], show),
      )
    },
    async fetchMyTrades([params = {}], job) {
      const { venue, ctx } = job
      const { fills, fillsAreNetted, fillsAreSums, ordersKeepReversed } = accountOf(venue)
      if (fills === undefined) throw createNotSupportedError('fetchMyTrades', venue.id)
      if (fillsAreSums === true && params.since !== undefined)
        ctx.omissions.noteCut(
          "fills of orders that were placed before 'since': the venue reports trades with the time of their order",
        )
      const account = holderAccount(venue, ctx.secrets)
      // With an outcome, all trades are already those of that outcome.
      const isAsked = fillsAreNetted === true && params.outcomeId === undefined
      const asAsked = (row: UserTrade): UserTrade =>
        ledger?.tradeAsAsked(venue.id, accountWith(row.orderId ?? '', job, ledger), row) ?? row
      return rowsOf(params, ctx, [fills(queryOf(params), ctx)], (row) => {
        if (ordersKeepReversed === true) ledger?.noteReversal(venue.id, account, row)
        return { ...(isAsked ? asAsked(row) : row), venue: venue.id }
      })
    },
    async fetchMySettlementHistory([params = {}], { venue, ctx }) {
      const { settlements } = accountOf(venue)
      if (settlements === undefined) throw createNotSupportedError('fetchMySettlementHistory', venue.id)
      return rowsOf(params, ctx, [settlements(queryOf(params), ctx)], withProfit)
    },

    async getAuthNonce([walletAddress], job) {
      return loginOf(job, 'getAuthNonce').nonce(walletAddress, job.ctx)
    },
    async loginWithSignature([walletAddress, signature, nonce], job) {
      return loginOf(job, 'loginWithSignature').login({ walletAddress, signature, nonce }, job.ctx)
    },
    async logout(_args, job) {
      await loginOf(job, 'logout').logout(job.ctx)
    },
    // A session is the key that a login returned; a venue without login has no session.
    isSessionActive: async (_args, { venue, ctx }) =>
      accountOf(venue).login !== undefined && (ctx.secrets.values['apiKey'] ?? '') !== '',
  }
}

function accountOf({ account = {} }: Venue): AccountSource {
  return account
}

function loginOf({ venue }: Job, method: AccountMethod): NonNullable<AccountSource['login']> {
  const { login } = accountOf(venue)
  if (login === undefined) throw createNotSupportedError(method, venue.id)
  return login
}

async function ofAddressOrOwn<Rows>(
  method: AccountMethod,
  address: string | undefined,
  venue: Venue,
  ctx: VenueContext,
  ofAddress: ((address: string, ctx: VenueContext) => Promise<Rows>) | undefined,
  own: ((ctx: VenueContext) => Promise<Rows>) | undefined,
): Promise<Rows> {
  if (ofAddress === undefined && own === undefined) throw createNotSupportedError(method, venue.id)
  if (address === undefined) {
    if (own !== undefined) return own(ctx)
    throw new PmxError(
      'AUTHENTICATION_ERROR',
      `${method} without an address requests your own account, which cannot be read here. Pass a public address.`,
    )
  }
  if (ofAddress !== undefined) return ofAddress(address, ctx)
  throw new PmxError(
    'NOT_SUPPORTED',
    `${venue.id} does not show other accounts. Call ${method} with your credentials and without an address.`,
  )
}

type HistoryParams = NonNullable<ArgsOf<'fetchMyTrades'>[0]>

function queryOf({ cursor: _unread, ...query }: HistoryParams): HistoryQuery {
  const { limit, since, until } = query
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1))
    throw createValidationError('limit', `limit must be a whole number, 1 or more; got ${limit}`)
  if (since !== undefined && until !== undefined && since > until)
    throw createValidationError('since', 'since is after until')
  return query
}

interface Dated {
  readonly id: string
  readonly timestamp: number
}

/** Returns the rows of all lists that are within the window, newest first and as they are shown, up to the limit. */
async function rowsOf<Row extends Dated>(
  { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, limit }: HistoryParams,
  ctx: VenueContext,
  lists: readonly Paging<Row>[],
  shown: (row: Row) => Row = (row) => row,
  isKept: (row: Row) => boolean = () => true,
): Promise<MethodResult> {
  const wanted = limit ?? MAX_ROWS
  const found = new Map<string, Row>()
  let isCut = false
  for (const list of lists) {
    let [count, oldest, isDescending] = [0, Number.POSITIVE_INFINITY, list.isUnordered !== true]
    // A list that has gone back in time this far has no rows of the window on later pages.
    const mayGoOn = (pages: number): boolean => {
      const hasEnough = isDescending && (count > wanted || oldest < since)
      if (!hasEnough && pages >= MAX_PAGES) isCut = true
      return !hasEnough && pages < MAX_PAGES
    }
    for await (const rows of paginate(list, mayGoOn)) {
      for (const row of rows) {
        // An order that was closed between two lists is in both; the later one is more recent.
        if (isUndated(row)) {
          found.set(row.id, row)
          continue
        }
        isDescending &&= row.timestamp <= oldest
        oldest = Math.min(oldest, row.timestamp)
        if (row.timestamp < since || row.timestamp > until) continue
        found.set(row.id, row)
        count++
      }
    }
  }
  ctx.omissions.assertFew()
  const isWindow = since > Number.NEGATIVE_INFINITY || until < Number.POSITIVE_INFINITY
  const kept = isWindow ? withoutUndated(found, ctx) : [...found.values()]
  const sorted = kept.sort((a, b) => b.timestamp - a.timestamp)
  const rows = sorted.slice(0, wanted).map(shown).filter(isKept)
  const isTruncated = isCut || (limit === undefined && sorted.length > wanted)
  return new MethodResult(rows, isTruncated ? { [pmxHeaders.truncated]: String(rows.length) } : {})
}

/** Whether a row has no time; then its position in the list proves nothing about the order of the list. */
function isUndated(row: Dated): boolean {
  return row.timestamp === 0
}

function withoutUndated<Row extends Dated>(
  found: ReadonlyMap<string, Row>,
  { omissions }: VenueContext,
): Row[] {
  const rows = [...found.values()]
  const dated = rows.filter((row) => !isUndated(row))
  const lacking = rows.length - dated.length
  if (lacking > 0)
    omissions.noteCut(
      `rows that the venue reports without a time (${lacking}): to get them, leave out since and until`,
    )
  return dated
}
