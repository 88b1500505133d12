import type { Balance, Order, Position, UserTrade } from '../../api/models/models.js'
import { pathOf } from '../../transport/call-types.js'
import { requireSecret } from '../../venue-kit/contract/account-secrets.js'
import { type CursorPaging, collect, mapPages, type Pages } from '../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { assertSameSubject, expectSomewhere } from '../../venue-kit/payload/payload.js'
import { assertWallet } from '../../venue-kit/unify/chain-ids.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { HOW_TO_SET } from './auth.js'
import { maxFeeInContracts } from './fees.js'
import { readId } from './ids.js'
import { createTradeNames, toOrder, toUserTrade } from './native/order-rows.js'
import {
  balanceReply,
  type NativeOrder,
  type NativeTrade,
  orderPage,
  orderReply,
  tradePage,
} from './native/order-wire.js'
import { type OutcomeTokens, readTokens } from './native/outcome-tokens.js'
import { findMarketOf } from './native/places.js'
import { CHAIN_ID, quoteTokenAt, readQuoteTokens } from './native/quote-tokens.js'
import { isNotFound, requestList, requestRequired } from './native/request.js'
import { asBinary, findRowBySlug } from './native/single-rows.js'
import { createStablePages, type StableList } from './native/stable-pages.js'
import { type NativePosition, positionPage } from './schemas.js'

/** The status of resting orders. */
const WAITING = '1'

/** Reads an account by its key, and the positions of any wallet. A trader's shares are in the trader's multi-signature wallet. */
export const accountSource: AccountSource = {
  async positionsOf(address, ctx) {
    assertWallet(address)
    return positionsAt(pathOf`/positions/user/${address}`, 'GET /positions/user/{wallet}', ctx)
  },
  positions: (ctx) => positionsAt('/positions', 'GET /positions', ctx),
  balance,
  order: findOrder,
  openOrders: (query, ctx) => orders(WAITING, query, ctx),
  closedOrders: (query, ctx) => orders('2,3,4,5', query, ctx),
  fills,
  maxFeeInContracts,
}

function requireKey({ secrets }: VenueContext): void {
  requireSecret(secrets, 'apiKey', 'opinion', HOW_TO_SET)
}

async function positionsAt(path: string, what: string, ctx: VenueContext): Promise<readonly Position[]> {
  requireKey(ctx)
  const rows = await collect<NativePosition>({
    kind: 'cursor',
    what: 'positions',
    idOf: (row) => row.tokenId,
    ...createStablePages(
      {
        what,
        idOf: (row) => row.tokenId,
        async read(page) {
          const answer = await requestRequired(ctx, positionPage, { path, query: { ...page }, what })
          expectSomewhere(answer.list, usual, what, 'result.list')
          return answer
        },
      },
      ctx,
    ),
  })
  return rows.filter(({ sharesOwned }) => sharesOwned > 0).map(toPosition)
}

const usual = ['outcome', 'avgEntryPrice', 'currentValueInQuoteToken', 'unrealizedPnl'] as const

function toPosition(row: NativePosition): Position {
  return omitUndefined<Position>({
    marketId: String(row.marketId),
    outcomeId: row.tokenId,
    outcomeLabel: row.outcome,
    size: row.sharesOwned,
    entryPrice: row.avgEntryPrice,
    currentValue: row.currentValueInQuoteToken,
    unrealizedPnL: row.unrealizedPnl,
  })
}

/** Returns the balance in each currency that markets use. */
async function balance(ctx: VenueContext): Promise<readonly Balance[]> {
  requireKey(ctx)
  const query = { chain_id: String(CHAIN_ID) }
  const { balances } = await requestRequired(ctx, balanceReply, {
    path: '/user/balance',
    query,
    what: 'GET /user/balance',
  })
  const tokens = await readQuoteTokens(ctx)
  return balances.map(({ quoteToken, totalBalance, availableBalance, frozenBalance }) => ({
    currency: quoteTokenAt(tokens, quoteToken)?.symbol ?? quoteToken,
    total: totalBalance,
    available: availableBalance,
    locked: frozenBalance,
  }))
}

/** Returns the order with this id, in any state, or undefined if the account has none. */
export async function findOrder(orderId: string, ctx: VenueContext): Promise<Order | undefined> {
  const row = await findNativeOrder(orderId, ctx)
  if (row === undefined) return undefined
  const tokens = await readTokens([row.marketId], ctx)
  return toOrder(row, tokens.get(row.marketId)?.[row.outcomeSide] ?? 'unknown')
}

/** Returns the same native order. */
export async function findNativeOrder(orderId: string, ctx: VenueContext): Promise<NativeOrder | undefined> {
  requireKey(ctx)
  const what = 'GET /order/{orderId}'
  const question = { path: pathOf`/order/${orderId}`, what }
  const answer = await requestRequired(ctx, orderReply, question).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  const row = answer?.orderData ?? undefined
  if (row === undefined) return undefined
  assertSameSubject(orderId, row.orderId, what, 'result.orderData.orderId')
  return row
}

/** @param status numbers of the requested states, separated by commas */
function orders(status: string, query: HistoryQuery, ctx: VenueContext): CursorPaging<Order> {
  const what = 'GET /order'
  const native = historyPages<NativeOrder>(
    {
      what,
      onlyGrows: status !== WAITING,
      idOf: ({ orderId }) => orderId,
      read: (page) => requestList(ctx, orderPage, { path: '/order', query: { ...page, status }, what }),
    },
    query,
    ctx,
  )
  const list = historyOf('orders', query, native, ctx, (row, tokens) =>
    toOrder(row, tokens[row.outcomeSide] ?? 'unknown'),
  )
  // Their sequence is not documented (stable-pages.ts): closed ones may be sorted by their end.
  return { ...list, isUnordered: true }
}

function fills(query: HistoryQuery, ctx: VenueContext): CursorPaging<UserTrade> {
  const what = 'GET /trade'
  const nameOf = createTradeNames()
  const native = historyPages<NativeTrade>(
    {
      what,
      onlyGrows: true,
      idOf: (row) => JSON.stringify(row),
      read: (page) => requestList(ctx, tradePage, { path: '/trade', query: { ...page }, what }),
    },
    query,
    ctx,
  )
  return historyOf('trades', query, native, ctx, (row, tokens) => toUserTrade(row, nameOf(row), tokens))
}

/** Lists the rows of one market, or of all markets. */
function historyPages<Row>(list: StableList<Row>, { marketId }: HistoryQuery, ctx: VenueContext): Pages<Row> {
  return createStablePages(
    {
      ...list,
      async read(page) {
        requireKey(ctx)
        const number = marketId === undefined ? undefined : await numberOf(marketId, ctx)
        if (marketId !== undefined && number === undefined) return { total: 0, list: [] }
        return list.read({ ...page, ...omitUndefined({ chainId: String(CHAIN_ID), marketId: number }) })
      },
    },
    ctx,
  )
}

/** Converts native rows after looking up their tokens. */
function historyOf<Native extends { readonly marketId: number }, Row extends Order | UserTrade>(
  what: string,
  { outcomeId }: HistoryQuery,
  native: Pages<Native>,
  ctx: VenueContext,
  convert: (row: Native, tokens: OutcomeTokens) => Row | undefined,
): CursorPaging<Row> {
  const wanted = outcomeId === undefined ? undefined : tokenOf(outcomeId)
  return {
    kind: 'cursor',
    what,
    idOf: ({ id }) => id,
    ...mapPages(native, async (rows) => {
      const tokens = await readTokens(
        rows.map(({ marketId }) => marketId),
        ctx,
      )
      return rows.flatMap((row) => {
        const made = convert(row, tokens.get(row.marketId) ?? {})
        return made === undefined || (outcomeId !== undefined && made.outcomeId !== wanted) ? [] : [made]
      })
    }),
  }
}

function tokenOf(outcomeId: string): string | undefined {
  const native = readId(outcomeId)
  return native.kind === 'token' ? native.tokenId : undefined
}

/** Returns the number of a binary market by any of its names. */
async function numberOf(marketId: string, ctx: VenueContext): Promise<number | undefined> {
  const native = readId(marketId)
  switch (native.kind) {
    case 'number':
      return native.number
    case 'token':
      return findMarketOf(native.tokenId, ctx)
    case 'slug':
      return asBinary(await findRowBySlug(native.slug, ctx))?.marketId
    case 'page':
      return native.isCategorical ? undefined : native.number
    case 'none':
      return undefined
  }
}
