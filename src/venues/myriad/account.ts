import type { Position } from '../../api/models/models.js'
import { pathOf } from '../../transport/call-types.js'
import { type CursorPaging, collect, createNumberedPages } from '../../venue-kit/contract/paging.js'
import type { AccountSource } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { expectSomewhere } from '../../venue-kit/payload/payload.js'
import { readList } from '../../venue-kit/requests/map-rows.js'
import { assertWallet } from '../../venue-kit/unify/chain-ids.js'
import { omitUndefined, roundPrice } from '../../venue-kit/unify/unified-market.js'
import { resolveOwnWallet } from './auth.js'
import { type MarketRef, packMarketId, packOutcomeId } from './ids.js'
import { sendPublic } from './native/account-session.js'
import { isDollarToken } from './native/dollar-tokens.js'
import { findOrder, listClosedOrders, openOrders } from './native/own-orders.js'
import { type NativePosition, portfolioReply } from './schemas.js'

/** Maximum number of rows on a page (README.md). */
const PAGE_SIZE = 100

/** Statuses of ended positions without value; `ongoing`, and `won` or `voided` until it is claimed, are still held. */
const finished: ReadonlySet<NativePosition['status']> = new Set(['lost', 'claimed', 'sold'])

/**
 * A wallet's public positions in both trading models. The caller's own are those of the caller's wallet. Orders are those of the
 * order book, which only their owner can read.
 */
export const accountSource: AccountSource = {
  async positionsOf(address, ctx) {
    assertWallet(address)
    return positionsAt(address.toLowerCase(), ctx)
  },
  positions: async (ctx) => positionsAt((await resolveOwnWallet(ctx)).toLowerCase(), ctx),
  order: findOrder,
  openOrders,
  closedOrders: listClosedOrders,
}

/** @param wallet in lower case */
function positionsAt(wallet: string, ctx: VenueContext): Promise<readonly Position[]> {
  const what = 'GET /users/{address}/portfolio'
  const idOf = (position: Position): string => position.outcomeId
  const paging: CursorPaging<Position> = {
    kind: 'cursor',
    what: 'positions',
    idOf,
    ...createNumberedPages(async (page) => {
      // Without the last two parameters, the order book and holdings below a tenth of a share are left out.
      const query = { page, limit: PAGE_SIZE, trading_model: 'all', min_shares: 0 }
      const path = pathOf`/users/${wallet}/portfolio`
      const { json } = await sendPublic({ host: 'api', path, query }, ctx)
      const { data, pagination } = readList(portfolioReply, json, what, ctx)
      expectSomewhere(data, ['price', 'value', 'profit', 'token'], what, 'data')
      return {
        rows: data.flatMap((row) => toPosition(row) ?? []),
        more: pagination.hasNext && data.length > 0,
        total: pagination.total,
      }
    }, idOf),
  }
  return collect(paging)
}

/**
 * Converts a holding, or undefined for a sold, collected or lost one. Prices are for a share that pays one token; amounts
 * of tokens other than dollars are left out, as in markets.
 */
export function toPosition(row: NativePosition): Position | undefined {
  if (row.shares === 0 || finished.has(row.status)) return undefined
  const ref: MarketRef = {
    network: row.networkId,
    model: row.executionMode === 1 ? 'ob' : 'amm',
    number: row.marketId,
  }
  const isDollar = isDollarToken(row.token)
  return omitUndefined<Position>({
    marketId: packMarketId(ref),
    outcomeId: packOutcomeId(ref, { index: row.outcomeId, isNegative: false }),
    outcomeLabel: row.outcomeTitle,
    size: row.shares,
    entryPrice: row.price,
    currentPrice: row.value === undefined ? undefined : roundPrice(row.value / row.shares),
    currentValue: isDollar ? row.value : undefined,
    unrealizedPnL: isDollar ? row.profit : undefined,
  })
}
