import type { Balance, Order, Position, UserTrade } from '../../api/models/models.js'
import { add, decimalOf, divide, multiply, subtractDecimals, toNumber } from '../../api/values/decimal.js'
import { pathOf, type QueryValue } from '../../transport/call-types.js'
import { type CursorPaging, collect, type Page, type Paging } from '../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/contract/trading.js'
import type { MarketRow, VenueContext } from '../../venue-kit/contract/venue.js'
import type { SignedHttp } from '../../venue-kit/orders/signed-http.js'
import { assertSameSubject, readPayload } from '../../venue-kit/payload/payload.js'
import { loadOrElse, readList } from '../../venue-kit/requests/map-rows.js'
import { joinLegs, type Leg } from '../../venue-kit/requests/request-legs.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { createKalshiHttp } from './auth.js'
import { type OutcomeReading, packOutcomeId, readOutcomeId, readTicker, type Side } from './ids.js'
import { readMany } from './lookup.js'
import { findCutoff } from './native/archive.js'
import { readNextCursor } from './native/cursor.js'
import { directionOn } from './native/direction.js'
import type { KalshiEnvironment } from './native/environment.js'
import { TICKERS_PER_CALL, type Tier, tiers } from './native/find-market.js'
import { locatorOf, rememberLocator } from './native/order-place.js'
import { toOrder, toUserTrade } from './native/order-rows.js'
import {
  balanceReply,
  fillsReply,
  type NativeFill,
  type NativePosition,
  orderReply,
  ordersReply,
  positionsReply,
  restingReply,
} from './native/order-wire.js'
import { listSettlements } from './native/settlements.js'

/** Maximum number of rows on a page of an account's lists. */
const ROWS_PER_PAGE = 1_000

/** Reads the account of a key. */
export function createAccountSource(environment: KalshiEnvironment): AccountSource {
  const signed = createKalshiHttp(environment)
  return {
    balance: (ctx) => balance(signed, ctx),
    positions: (ctx) => positions(signed, environment, ctx),
    order: (orderId, ctx) => findOrder(orderId, signed, ctx),
    openOrders: (query, ctx) => listOrders({ ...query, status: 'resting' }, signed, ctx),
    // One pagination over all orders instead of one per status: newest first, so that it ends where the window begins.
    closedOrders: (query, ctx) => closedOnly(listOrders(query, signed, ctx)),
    fills: (query, ctx) => fills(query, signed, ctx),
    fillsAreNetted: true,
    settlements: (query, ctx) => listSettlements(query, signed, ctx),
  }
}

/**
 * Returns the cash of the first subaccount on all shards, and the value of its positions: `portfolio_value` is that of the
 * positions alone (docs.kalshi.com, get balance; README.md). Locked money is in positions. What resting orders hold is reported
 * to FCM members only, so while there are any, the total is unknown.
 */
async function balance(signed: SignedHttp, ctx: VenueContext): Promise<readonly Balance[]> {
  const what = 'GET /portfolio/balance'
  const reply = await signed.send({ host: 'api', path: '/portfolio/balance' }, ctx)
  const told = readPayload(balanceReply, reply.json, what)
  const { balance_dollars: available, portfolio_value: cents, balance_breakdown: parts } = told
  const mayRest = await loadOrElse('your resting orders', ctx, () => hasRestingOrders(signed, ctx), true)
  const locked =
    cents === undefined ? undefined : toNumber(divide(decimalOf(cents), decimalOf(100), 2, 'nearest'))
  return [
    {
      currency: 'USD',
      total: toNumber(add(decimalOf(available), decimalOf(locked ?? 0))),
      available,
      locked: locked ?? 0,
      metadata: {
        ...(locked === undefined || mayRest ? { unknown: ['total', 'locked'] } : {}),
        ...(locked === undefined ? {} : { positionsValue: locked }),
        ...(parts === undefined
          ? {}
          : { shards: parts.map(({ exchange_index: shard, balance }) => ({ shard, available: balance })) }),
      },
    },
  ]
}

/** Whether orders rest, of any subaccount. An unreadable row is one, too. */
async function hasRestingOrders(signed: SignedHttp, ctx: VenueContext): Promise<boolean> {
  const query = { status: 'resting', limit: 1 }
  const { json } = await signed.send({ host: 'api', path: '/portfolio/orders', query }, ctx)
  return (readPayload(restingReply, json, 'GET /portfolio/orders').orders ?? []).length > 0
}

async function positions(
  signed: SignedHttp,
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<readonly Position[]> {
  const what = 'GET /portfolio/positions'
  const rows = await collect<NativePosition>({
    kind: 'cursor',
    what: 'positions',
    idOf: ({ ticker }) => ticker,
    async fetch(cursor) {
      const query = { count_filter: 'position', limit: ROWS_PER_PAGE, cursor }
      const { json } = await signed.send({ host: 'api', path: '/portfolio/positions', query }, ctx)
      const { market_positions, cursor: next } = readList(positionsReply, json, what, ctx)
      return {
        rows: market_positions,
        next: readNextCursor(next, market_positions.length, ROWS_PER_PAGE, what),
      }
    },
  })
  const held = rows.filter(({ position_fp }) => position_fp !== 0)
  const markets = await loadOrElse(
    'the prices of positions',
    ctx,
    () =>
      marketsOf(
        held.map(({ ticker }) => ticker),
        environment,
        ctx,
      ),
    new Map<string, MarketRow>(),
  )
  return held.map((row) => toPosition(row, markets.get(row.ticker)))
}

async function marketsOf(
  tickers: readonly string[],
  environment: KalshiEnvironment,
  ctx: VenueContext,
): Promise<ReadonlyMap<string, MarketRow>> {
  const found = new Map<string, MarketRow>()
  for (let from = 0; from < tickers.length; from += TICKERS_PER_CALL) {
    const rows = await readMany(tickers.slice(from, from + TICKERS_PER_CALL), environment, ctx)
    for (const row of rows) found.set(row.market.marketId, row)
  }
  return found
}

export function toPosition(
  { ticker, position_fp, market_exposure_dollars: cost, realized_pnl_dollars: realizedPnL }: NativePosition,
  row: MarketRow | undefined,
): Position {
  const size = Math.abs(position_fp)
  const outcomeId = packOutcomeId({ ticker, side: position_fp < 0 ? 'no' : 'yes' })
  const outcome = row?.market.outcomes.find((one) => one.outcomeId === outcomeId)
  // A price of 0 may be an unknown one (api/README.md, "Lists and lookups"), except for a settlement price.
  const isDecided = row?.market.sourceMetadata?.['priceSource'] === 'settlement'
  const price = outcome?.price === 0 && !isDecided ? undefined : outcome?.price
  const value = price === undefined ? undefined : multiply(decimalOf(price), decimalOf(size))
  return omitUndefined<Position>({
    marketId: ticker,
    outcomeId,
    outcomeLabel: outcome?.label,
    size,
    entryPrice:
      cost === undefined ? undefined : toNumber(divide(decimalOf(cost), decimalOf(size), 6, 'nearest')),
    currentPrice: price,
    currentValue: value && toNumber(value),
    unrealizedPnL:
      value && cost !== undefined ? toNumber(subtractDecimals(value, decimalOf(cost))) : undefined,
    realizedPnL,
  })
}

/** Returns the order with this id, or undefined if the account has none. */
export async function findOrder(
  orderId: string,
  signed: SignedHttp,
  ctx: VenueContext,
): Promise<Order | undefined> {
  const what = 'GET /portfolio/orders/{order_id}'
  const reply = await signed.send(
    { host: 'api', path: pathOf`/portfolio/orders/${orderId}`, accept: [404] },
    ctx,
  )
  if (reply.status === 404) return undefined
  const { order } = readPayload(orderReply, reply.json, what)
  assertSameSubject(orderId, order.order_id, what, 'order.order_id')
  rememberLocator(orderId, locatorOf(order), ctx)
  return toOrder(order)
}

interface OrderQuery extends HistoryQuery {
  readonly status?: 'resting'
}

/** Lists orders, newest first; older ones are in the historical tier. */
export function listOrders(query: OrderQuery, signed: SignedHttp, ctx: VenueContext): CursorPaging<Order> {
  return history('orders', query, signed, ctx, { status: query.status }, (json, what) => {
    const reply = readList(ordersReply, json, what, ctx)
    // Resting orders may be canceled.
    for (const order of reply.orders)
      if (order.status === 'resting') rememberLocator(order.order_id, locatorOf(order), ctx)
    return { rows: reply.orders.map(toOrder), cursor: reply.cursor }
  })
}

/**
 * Lists fills. The venue shows a purchase of NO as a sale of YES if it was placed in terms of YES, so that the fills of an outcome
 * are all fills of its market.
 */
function fills(query: HistoryQuery, signed: SignedHttp, ctx: VenueContext): Paging<UserTrade> {
  const wanted = query.outcomeId === undefined ? undefined : readOutcomeId(query.outcomeId)
  const ofMarket = wanted?.kind === 'certain' ? { marketId: query.marketId ?? wanted.ref.ticker } : {}
  function toWanted(row: NativeFill): readonly UserTrade[] {
    if (query.outcomeId === undefined) return [toUserTrade(row)]
    const side = sideOf(row.ticker, wanted)
    return side === undefined ? [] : [toUserTrade({ ...row, direction: directionOn(side, row.direction) })]
  }
  return history('fills', { ...query, ...ofMarket }, signed, ctx, {}, (json, what) => {
    const reply = readList(fillsReply, json, what, ctx)
    return {
      rows: reply.fills.flatMap(toWanted),
      cursor: reply.cursor,
      scanned: reply.fills.length,
    }
  })
}

/** Returns the outcome of a market that an id means: `X-NO` may be NO of X, or YES of a market with this name. */
function sideOf(ticker: string, wanted: OutcomeReading | undefined): Side | undefined {
  if (wanted?.kind === 'certain') return wanted.ref.ticker === ticker ? wanted.ref.side : undefined
  if (wanted?.full === ticker) return 'yes'
  return wanted?.stripped === ticker ? 'no' : undefined
}

interface ReadPage<Row> {
  readonly rows: readonly Row[]
  readonly cursor?: string | null | undefined
  /** Number of native rows of the page, if not all of them are used. */
  readonly scanned?: number
}

function history<Row extends { readonly id: string }>(
  name: 'orders' | 'fills',
  { marketId, since, until, status }: OrderQuery,
  signed: SignedHttp,
  ctx: VenueContext,
  filter: Readonly<Record<string, QueryValue>>,
  read: (json: unknown, what: string) => ReadPage<Row>,
): CursorPaging<Row> {
  const ticker = marketId === undefined ? undefined : readTicker(marketId)
  if (marketId !== undefined && ticker === undefined) return joinLegs(name, (row: Row) => row.id, [])
  async function fetchPage(tier: Tier, cursor: string | undefined): Promise<Page<Row>> {
    const path = tier === 'live' ? `/portfolio/${name}` : `/historical/${name}`
    const what = `GET ${path}`
    const query = {
      ...filter,
      ticker,
      limit: ROWS_PER_PAGE,
      cursor,
      // Whole seconds, one wider on each side: the core cuts exactly.
      min_ts: since === undefined ? undefined : Math.max(0, Math.floor(since / 1000) - 1),
      max_ts: until === undefined ? undefined : Math.floor(until / 1000) + 1,
    }
    const accept = tier === 'live' ? [] : [404]
    const reply = await signed.send({ host: 'api', path, query, accept }, ctx)
    if (reply.status === 404) return { rows: [] }
    const { rows, cursor: next, scanned = rows.length } = read(reply.json, what)
    return { rows, next: readNextCursor(next, scanned, ROWS_PER_PAGE, what) }
  }
  const leg = (tier: Tier): Leg<Row> => ({
    async isNeeded() {
      if (tier === 'live') return true
      // Resting orders are in the live tier.
      if (status !== undefined) return false
      const cutoff = (await findCutoff(ctx))?.tradedBefore
      return cutoff !== undefined && (since ?? 0) < cutoff
    },
    fetch: (cursor: string | undefined) => fetchPage(tier, cursor),
  })
  return joinLegs(name, (row) => row.id, tiers.map(leg))
}

/** Drops orders that rest. */
function closedOnly(paging: CursorPaging<Order>): Paging<Order> {
  return {
    ...paging,
    async fetch(cursor: string | undefined) {
      const { rows, ...page } = await paging.fetch(cursor)
      return { ...page, rows: rows.filter(({ status }) => status !== 'open') }
    },
  }
}
