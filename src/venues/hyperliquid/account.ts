import type { Balance, Order, Position, Settlement, UserTrade } from '../../api/models/models.js'
import { add, type Decimal, decimalOf, subtractDecimals, toNumber, zero } from '../../api/values/decimal.js'
import type { Paging } from '../../venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { sentIn } from '../../venue-kit/requests/map-rows.js'
import { assertWallet } from '../../venue-kit/unify/chain-ids.js'
import { omitUndefined, roundPrice } from '../../venue-kit/unify/unified-market.js'
import { coinOf, isLeftover, marketIdOf, type NativeId, packOutcomeId, readId, readToken } from './ids.js'
import { fetchMeta, questionOf, templatesFor } from './native/catalog.js'
import { COMMON_WEIGHT, LIGHT_WEIGHT, requestInfo, requestInfoList } from './native/info.js'
import { labelOutcome, labelParent, labelSide } from './native/labels.js'
import { toOpenOrder, toOrder, toSettlement, toUserTrade } from './native/order-rows.js'
import {
  fills as fillRows,
  historicalOrders,
  type NativeFill,
  openOrders as openOrderRows,
  spotBalances,
} from './native/order-wire.js'
import { findOrder } from './native/orders-info.js'
import { resolveOwnAccount } from './native/own-account.js'
import { fetchMids, type Mids } from './native/prices.js'
import { sideIn } from './outcomes.js'
import { spotState } from './schemas.js'

type TokenBalance = ReturnType<typeof spotState.parse>['balances'][number]

/**
 * Returns the positions of any address: its balances of outcome tokens. Leftovers of settled outcomes name no side, so their
 * value is unknown. They are left out and reported.
 */
async function positionsOf(address: string, ctx: VenueContext): Promise<readonly Position[]> {
  assertWallet(address)
  const body = { type: 'spotClearinghouseState', user: address.toLowerCase() }
  const { balances } = await requestInfo(ctx, spotState, { body, weight: LIGHT_WEIGHT })
  const held = balances.filter(({ coin, total }) => readToken(coin) !== undefined && total !== 0)
  const leftovers = balances.filter(({ coin, total }) => isLeftover(coin) && total !== 0)
  if (leftovers.length > 0) {
    const which = leftovers.map(({ coin }) => coin).slice(0, 5)
    ctx.omissions.noteCut(
      `balances of settled outcomes (${which.join(', ')}), because Hyperliquid does not return their side`,
      'ended',
    )
  }
  if (held.length === 0) return []
  const [mids, labels] = await Promise.all([fetchMids(ctx), readLabels(ctx)])
  return held.flatMap((balance) => toPosition(balance, mids, labels) ?? [])
}

/** Returns the balances that are not outcome tokens: the collateral, and other coins of the exchange. */
async function balanceOf(address: string, ctx: VenueContext): Promise<readonly Balance[]> {
  assertWallet(address)
  const body = { type: 'spotClearinghouseState', user: address.toLowerCase() }
  const { balances, evmEscrows } = await requestInfo(ctx, spotBalances, { body, weight: LIGHT_WEIGHT })
  const escrows = (evmEscrows ?? []).map(({ coin, total }) => ({ coin, total, hold: total }))
  const byCoin = new Map<string, { total: Decimal; hold: Decimal; loans: Balance['metadata'] }>()
  for (const { coin, total, hold, ...loans } of [...balances, ...escrows]) {
    if (readToken(coin) !== undefined || isLeftover(coin)) continue
    const sum = byCoin.get(coin) ?? { total: zero, hold: zero, loans: {} }
    byCoin.set(coin, {
      total: add(sum.total, decimalOf(total)),
      hold: add(sum.hold, decimalOf(hold)),
      loans: { ...sum.loans, ...omitUndefined<object>(loans) },
    })
  }
  return [...byCoin].map(([currency, { total, hold, loans }]) =>
    omitUndefined<Balance>({
      currency,
      total: toNumber(total),
      available: toNumber(subtractDecimals(total, hold)),
      locked: toNumber(hold),
      metadata: loans === undefined || Object.keys(loans).length === 0 ? undefined : loans,
    }),
  )
}

/**
 * Accounts are public by their address; the caller's account is the one that the credentials name, or that their key acts for.
 */
export const accountSource: AccountSource = {
  positionsOf,
  balanceOf,
  positions: async (ctx) => positionsOf(await resolveOwnAccount(ctx), ctx),
  balance: async (ctx) => balanceOf(await resolveOwnAccount(ctx), ctx),
  order: findOrder,
  openOrders,
  closedOrders,
  fills,
  settlements,
}

/** Wraps a list without pages. */
function onePage<Row extends { readonly id: string }>(
  what: string,
  read: () => Promise<readonly Row[]>,
): Paging<Row> {
  return { kind: 'cursor', what, idOf: ({ id }) => id, fetch: async () => ({ rows: await read() }) }
}

function openOrders(query: HistoryQuery, ctx: VenueContext): Paging<Order> {
  return onePage('open orders', async () => {
    const body = { type: 'frontendOpenOrders', user: await resolveOwnAccount(ctx) }
    const rows = await requestInfoList(ctx, openOrderRows, { body, weight: COMMON_WEIGHT })
    return rows.flatMap((row) => (row === undefined ? [] : [toOpenOrder(row)])).filter(isWanted(query))
  })
}

/** Maximum number of orders in their only list. */
const MAX_ORDERS = 2_000

/** Lists closed orders. An order is in the list once per status, some with the same time: the status that ended it counts. */
function closedOrders(query: HistoryQuery, ctx: VenueContext): Paging<Order> {
  return onePage('orders', async () => {
    const body = { type: 'historicalOrders', user: await resolveOwnAccount(ctx) }
    const rows = await requestInfoList(ctx, historicalOrders, { body, weight: COMMON_WEIGHT })
    if (sentIn(rows) >= MAX_ORDERS)
      ctx.omissions.noteCut(
        `orders older than the newest ${MAX_ORDERS} order changes, which Hyperliquid does not return`,
      )
    const ended = rows.flatMap((row) => (row === undefined || row.status === 'open' ? [] : [row]))
    ended.sort((a, b) => b.statusTimestamp - a.statusTimestamp)
    const latest = new Map<string, Order>()
    for (const row of ended) if (!latest.has(row.order.oid)) latest.set(row.order.oid, toOrder(row))
    return [...latest.values()].filter(isWanted(query))
  })
}

/** Maximum number of rows per page of fills; the next one goes back from the time of its last row. */
const FILLS_PER_PAGE = 2_000

/** Newest first; the venue retains the newest 10,000, including those of all other markets. */
function fills(query: HistoryQuery, ctx: VenueContext): Paging<UserTrade> {
  return fillPages('fills', toUserTrade, query, ctx)
}

/** Settlements are among the fills. */
function settlements(query: HistoryQuery, ctx: VenueContext): Paging<Settlement> {
  return fillPages('settlements', toSettlement, query, ctx)
}

function fillPages<
  Row extends { readonly id: string; readonly marketId?: string; readonly outcomeId?: string },
>(
  what: string,
  convert: (fill: NativeFill) => Row | undefined,
  query: HistoryQuery,
  ctx: VenueContext,
): Paging<Row> {
  return {
    kind: 'cursor',
    what,
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const endTime = cursor === undefined ? query.until : Number(cursor)
      const body = {
        type: 'userFillsByTime',
        user: await resolveOwnAccount(ctx),
        startTime: Math.max(0, query.since ?? 0),
        ...(endTime === undefined ? {} : { endTime }),
        reversed: true,
      }
      const rows = await requestInfoList(ctx, fillRows, { body, weight: COMMON_WEIGHT })
      const found = rows.flatMap(({ fill }) => (fill && convert(fill)) ?? []).filter(isWanted(query))
      const isFull = sentIn(rows) >= FILLS_PER_PAGE
      return { rows: found, next: isFull ? String(Math.min(...rows.map(({ time }) => time))) : undefined }
    },
  }
}

/** Returns a test for rows of the requested market or outcome, by any of its names. */
function isWanted({ marketId, outcomeId }: HistoryQuery) {
  const native = marketId === undefined ? undefined : readId(marketId)
  const market = native === undefined ? undefined : marketIdIn(native)
  const side = outcomeId === undefined ? undefined : sideIn(outcomeId)
  return (row: { readonly marketId?: string; readonly outcomeId?: string }): boolean =>
    (marketId === undefined || row.marketId === market) &&
    (outcomeId === undefined || (side !== undefined && row.outcomeId === packOutcomeId(side)))
}

function marketIdIn(native: NativeId): string | undefined {
  if (native.kind === 'market' || native.kind === 'page') return marketIdOf(native.outcome)
  return native.kind === 'side' ? marketIdOf(native.ref.outcome) : undefined
}

/**
 * Converts a balance, or undefined for a balance of something else. Prices, value and profit are left out where the book
 * has no mid price or the venue no cost (split shares have no cost of their own).
 */
function toPosition(
  { coin, total, entryNtl }: TokenBalance,
  mids: Mids,
  labels: ReadonlyMap<string, string>,
): Position | undefined {
  const ref = readToken(coin)
  if (ref === undefined) return undefined
  const outcomeId = packOutcomeId(ref)
  const price = mids[coinOf(ref)]
  const cost = entryNtl === 0 ? undefined : entryNtl
  const value = price === undefined ? undefined : total * price
  return omitUndefined<Position>({
    marketId: marketIdOf(ref.outcome),
    outcomeId,
    outcomeLabel: labels.get(outcomeId),
    size: total,
    entryPrice: cost === undefined ? undefined : roundPrice(cost / total),
    currentPrice: price,
    currentValue: value === undefined ? undefined : roundPrice(value),
    unrealizedPnL: value === undefined || cost === undefined ? undefined : roundPrice(value - cost),
  })
}

/** Returns the side labels of everything that is being traded, by outcome id. */
async function readLabels(ctx: VenueContext): Promise<ReadonlyMap<string, string>> {
  const meta = await fetchMeta(ctx)
  const templates = await templatesFor([...meta.questions, ...meta.outcomes], ctx)
  return new Map(
    meta.outcomes.flatMap((outcome) => {
      const question = questionOf(outcome.outcome, meta)
      const parent = question && labelParent(question, templates)
      const { facts } = labelOutcome(outcome, parent, templates)
      return outcome.sideSpecs.map(({ name }, side): [string, string] => [
        packOutcomeId({ outcome: outcome.outcome, side }),
        labelSide(name, facts),
      ])
    }),
  )
}
