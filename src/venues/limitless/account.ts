import { createValidationError } from '../../api/envelope/errors.js'
import type { Order, Position } from '../../api/models/models.js'
import { toChecksumAddress } from '../../signing/address.js'
import { pathOf } from '../../transport/call-types.js'
import type { Paging } from '../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { requestRequired } from '../../venue-kit/requests/request-list.js'
import { assertWallet } from '../../venue-kit/unify/chain-ids.js'
import { omitUndefined, roundPrice } from '../../venue-kit/unify/unified-market.js'
import { sendSigned } from './auth.js'
import { maxFeeInContracts } from './fees.js'
import { findNative } from './lookup.js'
import { fromBaseUnits } from './native/base-units.js'
import { fetchUserOrders, findOrder } from './native/find-order.js'
import { findSlugsByName, findTokensBySlug, isOfOutcome } from './native/named-markets.js'
import { listFills } from './native/own-fills.js'
import { listSettlements } from './native/settlements.js'
import { type Side, tokensOf } from './native/tokens.js'
import { type NativePortfolio, portfolioReply } from './schemas.js'

const WHAT = 'GET /portfolio/{account}/positions'

/**
 * Positions of any wallet. With credentials, the caller's own positions, open orders and trades. The venue reports no balances
 * (README.md).
 */
export const accountSource: AccountSource = {
  async positionsOf(address, ctx) {
    assertWallet(address)
    // Portfolios are documented for addresses in mixed case only.
    const path = pathOf`/portfolio/${toChecksumAddress(address)}/positions`
    return positionsIn(await requestRequired(ctx, portfolioReply, { path, what: WHAT }), ctx)
  },
  positions: async (ctx) => positionsIn(await ownPortfolio(ctx), ctx),
  order: (orderId, ctx) => findOrder({ by: 'orderId', value: orderId }, ctx),
  openOrders,
  closedOrders,
  fills: listFills,
  settlements: listSettlements,
  maxFeeInContracts,
}

async function ownPortfolio(ctx: VenueContext): Promise<NativePortfolio> {
  const reply = await sendSigned({ host: 'api', path: '/portfolio/positions' }, ctx)
  return readPayload(portfolioReply, reply.json, 'GET /portfolio/positions')
}

/** Returns positions in markets of the order book, and in the older pooled ones. */
async function positionsIn(portfolio: NativePortfolio, ctx: VenueContext): Promise<readonly Position[]> {
  const { clob, amm = [], group = [] } = portfolio
  // A missing position must not reduce the reported value without a warning.
  if (group.length > 0) {
    ctx.omissions.noteCut(`positions in groups (${group.length}), because their format is not documented`)
  }
  const held = amm.filter(({ outcomeTokenAmount }) => outcomeTokenAmount > 0)
  const pooled = await Promise.all(held.map((entry) => toPooledPosition(entry, ctx)))
  return [...clob.flatMap(toPositions), ...pooled]
}

/** Lists open orders. No list has the orders of all markets, but the portfolio contains the markets with open orders. */
function openOrders({ marketId }: HistoryQuery, ctx: VenueContext): Paging<Order> {
  return {
    kind: 'cursor',
    what: 'open orders',
    idOf: ({ id }) => id,
    async fetch() {
      const slugs = marketId === undefined ? await slugsWithOrders(ctx) : await findSlugsByName(marketId, ctx)
      const lists = await Promise.all(slugs.map((slug) => fetchUserOrders(slug, ['LIVE'], ctx)))
      return { rows: lists.flat() }
    },
  }
}

/** @throws VALIDATION_ERROR where no market is given: no list has the markets of canceled orders */
function closedOrders({ marketId, outcomeId }: HistoryQuery, ctx: VenueContext): Paging<Order> {
  return {
    kind: 'cursor',
    what: 'closed orders',
    idOf: ({ id }) => id,
    async fetch() {
      const name = marketId ?? outcomeId
      if (name === undefined)
        throw createValidationError('marketId', 'Limitless lists closed orders by market. Pass marketId.')
      const slugs = await findSlugsByName(name, ctx)
      const lists = await Promise.all(
        slugs.map(async (slug) => ({
          tokens: outcomeId === undefined ? undefined : await findTokensBySlug(slug, ctx),
          orders: await fetchUserOrders(slug, ['MATCHED', 'CANCELED', 'UNMATCHED'], ctx),
        })),
      )
      const rows = lists.flatMap(({ tokens, orders }) =>
        orders.filter((order) => !isWaiting(order) && isOfOutcome(outcomeId, order.outcomeId, tokens)),
      )
      return { rows }
    },
  }
}

const isWaiting = ({ status }: Order): boolean => status === 'open' || status === 'pending'

async function slugsWithOrders(ctx: VenueContext): Promise<readonly string[]> {
  const { clob } = await ownPortfolio(ctx)
  return clob.filter(({ orders }) => (orders?.liveOrders.length ?? 0) > 0).map(({ market }) => market.slug)
}

type ClobEntry = NativePortfolio['clob'][number]
type AmmEntry = NonNullable<NativePortfolio['amm']>[number]

/**
 * Returns the positions in one market of the book: none, one or both sides. The price is the price of the last trade, or
 * the payout for a decided market, because the venue also values positions by the last trade (README.md).
 */
export function toPositions(entry: ClobEntry): Position[] {
  return (['yes', 'no'] as const).flatMap((side) => {
    const position = toPosition(entry, side)
    return position === undefined ? [] : [position]
  })
}

function toPosition(
  { market, tokensBalance, positions, latestTrade }: ClobEntry,
  side: Side,
): Position | undefined {
  const { decimals } = market.collateralToken
  const size = fromBaseUnits(tokensBalance[side], decimals)
  if (size === 0) return undefined
  const { fillPrice, cost, unrealizedPnl, realisedPnl } = positions[side]
  const traded = side === 'yes' ? latestTrade?.latestYesPrice : latestTrade?.latestNoPrice
  const winner = market.winningOutcomeIndex
  const payout = winner === undefined ? undefined : (winner === 0) === (side === 'yes') ? 1 : 0
  const price = payout ?? traded
  const value = price === undefined ? undefined : roundPrice(size * price)
  const money = (amount: string | undefined): number | undefined =>
    amount === undefined ? undefined : fromBaseUnits(amount, decimals)
  return omitUndefined<Position>({
    marketId: market.slug,
    outcomeId: side === 'yes' ? market.yesPositionId : market.noPositionId,
    outcomeLabel: side === 'yes' ? market.title : `Not ${market.title}`,
    size,
    // Contracts from a split have no price of their own, which the venue reports as 0.
    entryPrice: fillPrice === '0' ? undefined : money(fillPrice),
    currentPrice: price,
    currentValue: value,
    unrealizedPnL:
      payout === undefined ? money(unrealizedPnl) : roundPrice((value ?? 0) - fromBaseUnits(cost, decimals)),
    realizedPnL: money(realisedPnl),
  })
}

/** Converts a pooled position, which has only the index of its outcome: the market has its id. */
async function toPooledPosition(entry: AmmEntry, ctx: VenueContext): Promise<Position> {
  const { slug, title } = entry.market
  const native = await findNative({ kind: 'slug', slug }, ctx)
  const tokens = native === undefined ? undefined : tokensOf(native, WHAT)
  const price = entry.latestTrade?.outcomeTokenPrice
  return omitUndefined<Position>({
    marketId: slug,
    // Where the venue reports no tokens of a pool, only its index names an outcome.
    outcomeId:
      tokens === undefined ? String(entry.outcomeIndex) : tokens[entry.outcomeIndex === 0 ? 'yes' : 'no'],
    outcomeLabel: entry.outcomeIndex === 0 ? title : `Not ${title}`,
    size: entry.outcomeTokenAmount,
    entryPrice: entry.averageFillPrice,
    currentPrice: price,
    currentValue: price === undefined ? undefined : roundPrice(price * entry.outcomeTokenAmount),
    unrealizedPnL: entry.unrealizedPnl,
    realizedPnL: entry.realizedPnl,
  })
}
