import { createValidationError } from '../../api/envelope/errors.js'
import type { Balance, Order, Position, UserTrade } from '../../api/models/models.js'
import { decimalOf, divide, multiply, subtractDecimals, toNumber } from '../../api/values/decimal.js'
import { pathOf } from '../../transport/call-types.js'
import { type CursorPaging, collect, loadOncePerList, type Paging } from '../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { assertSameSubject, createSchemaMismatch, readPayload } from '../../venue-kit/payload/payload.js'
import { loadOrElse, readList } from '../../venue-kit/requests/map-rows.js'
import { requestList } from '../../venue-kit/requests/request-list.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { signed } from './auth.js'
import { outcomeIdOf, type Side } from './ids.js'
import { toOrder, toUserTrades } from './native/order-rows.js'
import {
  activitiesReply,
  balancesReply,
  type NativePosition,
  orderReply,
  ordersReply,
  positionsReply,
} from './native/order-wire.js'
import { longPriceOf, priceFor } from './native/prices.js'
import { requestedTradesOf, slugOf } from './native/requested-trades.js'
import { listSettlements } from './native/settlements.js'
import { marketsReply, type NativeMarket } from './schemas.js'

/** Number of rows per page. The venue documents no maximum, and 100 was observed to work for its lists. */
const ROWS_PER_PAGE = 100
/** Earlier executions were archived on 27 August and on 1 and 2 September 2026, and are not returned (README.md). */
const TOLD_FROM = Date.UTC(2026, 7, 27)
/** Number of slugs that fit into one URL. */
const SLUGS_PER_CALL = 20

/** Reads the account of a key. Ended orders can only be requested by id, because there is no list of them. */
export const accountSource: AccountSource = {
  balance,
  positions,
  order: findOrder,
  openOrders,
  fills,
  // A busted trade is to be treated as reversed (docs.polymarket.us, portfolio); that its order stays filled is inferred.
  ordersKeepReversed: true,
  settlements: listSettlements,
}

/** Returns the balance. The available amount may exceed the cash because of holdings. It is then used as the total (README.md). */
async function balance(ctx: VenueContext): Promise<readonly Balance[]> {
  const path = '/v1/account/balances'
  const { json } = await signed.send({ host: 'api', path }, ctx)
  const { balances } = readPayload(balancesReply, json, `GET ${path}`)
  return balances.map(({ currency, currentBalance, buyingPower: available, ...parts }) => {
    const total = Math.max(currentBalance, available)
    const metadata = omitUndefined(parts)
    return omitUndefined<Balance>({
      ...{ currency, total, available },
      locked: toNumber(subtractDecimals(decimalOf(total), decimalOf(available))),
      metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
    })
  })
}

async function positions(ctx: VenueContext): Promise<readonly Position[]> {
  const path = '/v1/portfolio/positions'
  const what = `GET ${path}`
  const rows = await collect<readonly [slug: string, position: NativePosition]>({
    kind: 'cursor',
    what: 'positions',
    idOf: ([slug]) => slug,
    async fetch(cursor) {
      const { json } = await signed.send({ host: 'api', path, query: { limit: ROWS_PER_PAGE, cursor } }, ctx)
      const reply = readList(positionsReply, json, what, ctx)
      return { rows: Object.entries(reply.positions), next: nextOf(reply) }
    },
  })
  const held = rows.filter(([, { netPositionDecimal: net }]) => net !== 0)
  const slugs = held.map(([slug]) => slug)
  const load = () => marketsOf(slugs, ctx)
  const markets = await loadOrElse('the prices of positions', ctx, load, new Map<string, NativeMarket>())
  return held.map(([slug, position]) => toPosition(slug, position, markets.get(slug)))
}

/** Returns the cursor. A list ends if the venue marks the end, or returns no cursor. */
function nextOf({ nextCursor, eof }: { nextCursor?: string | null | undefined; eof?: boolean | undefined }) {
  return eof === true ? undefined : (nextCursor ?? undefined)
}

async function marketsOf(
  slugs: readonly string[],
  ctx: VenueContext,
): Promise<ReadonlyMap<string, NativeMarket>> {
  const found = new Map<string, NativeMarket>()
  for (let from = 0; from < slugs.length; from += SLUGS_PER_CALL) {
    const slug = slugs.slice(from, from + SLUGS_PER_CALL)
    const query = { slug, limit: SLUGS_PER_CALL }
    const question = { host: 'gateway', path: '/v1/markets', query, what: 'GET /v1/markets' }
    const { markets } = await requestList(ctx, marketsReply, question)
    for (const market of markets) found.set(market.slug, market)
  }
  return found
}

/**
 * Converts a position. The cost of a short position is that of its own contracts. It is unknown which side's prices its average
 * uses (README.md).
 */
function toPosition(
  slug: string,
  { netPositionDecimal: net, cost, baseCost = cost, realized, avgPx, comboLegDetails: legs }: NativePosition,
  market: NativeMarket | undefined,
): Position {
  const size = Math.abs(net)
  const side: Side = net > 0 ? 'long' : 'short'
  const longPrice = market && longPriceOf(market)
  const price = longPrice === undefined ? undefined : priceFor(side, longPrice)
  const value = price === undefined ? undefined : multiply(decimalOf(price), decimalOf(size))
  const isLong = side === 'long'
  // That of short was only observed above 0: another one may be received money.
  const isCost = baseCost !== undefined && (isLong || baseCost > 0)
  const paid = isCost ? decimalOf(Math.abs(baseCost)) : undefined
  const average = paid && toNumber(divide(paid, decimalOf(size), 6, 'nearest'))
  return omitUndefined<Position>({
    marketId: slug,
    outcomeId: outcomeIdOf(slug, side),
    outcomeLabel: side,
    size,
    entryPrice: isLong ? (avgPx ?? average) : average,
    currentPrice: price,
    currentValue: value && toNumber(value),
    unrealizedPnL: value && paid && toNumber(subtractDecimals(value, paid)),
    realizedPnL: realized,
    // A market that is not a combo has an empty list of legs.
    metadata: legs && legs.length > 0 ? { comboLegs: legs } : undefined,
  })
}

/** Returns the order with this id, or undefined if the account has none. */
export async function findOrder(orderId: string, ctx: VenueContext): Promise<Order | undefined> {
  const what = 'GET /v1/order/{id}'
  const request = { host: 'api', path: pathOf`/v1/order/${orderId}`, accept: [404] }
  const reply = await signed.send(request, ctx)
  if (reply.status === 404) return undefined
  const { order } = readPayload(orderReply, reply.json, what)
  assertSameSubject(orderId, order.id, what, 'order.id')
  return toOrder(order)
}

/** Lists open orders, which the venue returns in one response. */
function openOrders({ marketId }: HistoryQuery, ctx: VenueContext): Paging<Order> {
  const path = '/v1/orders/open'
  return {
    kind: 'cursor',
    what: 'open orders',
    idOf: ({ id }) => id,
    async fetch() {
      const slug = marketId === undefined ? undefined : await slugOf(marketId, ctx)
      if (marketId !== undefined && slug === undefined) return { rows: [] }
      const query = slug === undefined ? {} : { slugs: [slug] }
      const { json } = await signed.send({ host: 'api', path, query }, ctx)
      const { orders } = readList(ordersReply, json, `GET ${path}`, ctx)
      const rows = orders.map(toOrder)
      return { rows: slug === undefined ? rows : rows.filter((order) => order.marketId === slug) }
    },
  }
}

function fills(query: HistoryQuery, ctx: VenueContext): CursorPaging<UserTrade> {
  const path = '/v1/portfolio/activities'
  const what = `GET ${path}`
  const asked = loadOncePerList(() => requestedTradesOf(query, ctx))
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const wanted = await asked()
      if (wanted === undefined) return { rows: [] }
      const { json } = await signed.send(
        {
          host: 'api',
          path,
          query: {
            limit: ROWS_PER_PAGE,
            cursor,
            marketSlug: wanted.slug,
            types: ['ACTIVITY_TYPE_TRADE'],
            sortOrder: 'SORT_ORDER_DESCENDING',
          },
        },
        ctx,
      )
      const reply = readList(activitiesReply, json, what, ctx)
      const trades = reply.activities.flatMap(({ type, trade }) => {
        if (type !== 'ACTIVITY_TYPE_TRADE') return []
        if (trade === undefined)
          throw createSchemaMismatch(what, 'activities[*].trade', 'a trade without one')
        return [trade]
      })
      const rows = trades
        .flatMap(toUserTrades)
        .filter(({ marketId }) => wanted.slug === undefined || marketId === wanted.slug)
      const next = nextOf(reply)
      if (next === undefined && (query.since ?? 0) < TOLD_FROM)
        ctx.omissions.noteCut(
          'trades before 2026-08-27, which Polymarket US has archived and no longer returns',
        )
      return { rows: ofSide(wanted.side, rows), next }
    },
  }
}

function ofSide(side: Side | undefined, rows: readonly UserTrade[]): readonly UserTrade[] {
  if (side === undefined) return rows
  if (rows.some((row) => row.side === 'unknown'))
    throw createValidationError(
      'outcomeId',
      'Polymarket US does not return the side of some of your trades in this market. Pass marketId instead.',
    )
  return rows.filter(({ marketId = '', outcomeId }) => outcomeId === outcomeIdOf(marketId, side))
}
