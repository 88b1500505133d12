import { hashText } from '../../../effects/random.js'
import type { MockCall, MockContext } from '../../mock-kit/mock-venue.js'
import { type Amount, divideAmounts, multiplyAmounts, numberOf } from '../../paper-trading/state/amount.js'
import type { PaperAccount, PaperFill, PaperOrder, PaperSettlement } from '../../paper-trading/state/types.js'
import { hexOf, mixWide } from '../../world/common/hash.js'
import { readCloid } from './action.js'
import type { Body } from './body.js'
import { toDecimal } from './figures.js'
import { coinOfMarket } from './ids.js'
import { accountOf, builderFeeOn } from './paper.js'

/** Orders and fills of an account (README.md, "Accounts"), newest first. */

/** Maximum number of rows per list. */
const MAX_ROWS = 2_000

function account(call: MockCall, body: Body): PaperAccount {
  return accountOf(call, body.user())
}

/** `openOrders` */
export function openOrders(call: MockCall, body: Body): unknown {
  return openOf(call, body).map((order) => {
    const { coin, side, limitPx, sz, oid, timestamp, origSz, cloid } = orderRow(call, order)
    return { coin, side, limitPx, sz, oid, timestamp, origSz, ...(cloid === null ? {} : { cloid }) }
  })
}

/** `frontendOpenOrders` */
export function answerFrontendOpenOrders(call: MockCall, body: Body): unknown {
  return openOf(call, body).map((order) => orderRow(call, order))
}

function openOf(call: MockCall, body: Body): readonly PaperOrder[] {
  return account(call, body)
    .orders()
    .filter(({ status }) => status === 'open')
}

/** `historicalOrders`: a row for each status of an order. */
export function answerHistoricalOrders(call: MockCall, body: Body): unknown {
  return account(call, body)
    .orders()
    .flatMap((order) => {
      const row = orderRow(call, order)
      const opened = {
        order: { ...row, sz: row.origSz },
        status: 'open',
        statusTimestamp: order.createdAt,
      }
      return order.status === 'open' ? [opened] : [opened, stateOf(call, order)]
    })
    .sort((a, b) => b.statusTimestamp - a.statusTimestamp)
    .slice(0, MAX_ROWS)
}

/** `orderStatus`, by number or by cloid. */
export function orderStatus(call: MockCall, body: Body): unknown {
  const of = account(call, body)
  const order = body.isText('oid')
    ? of.orderByClientId(readCloid(body.text('oid')))
    : of.order(String(body.integer('oid')))
  return order === undefined ? { status: 'unknownOid' } : { status: 'order', order: stateOf(call, order) }
}

function stateOf(call: MockCall, order: PaperOrder) {
  return { order: orderRow(call, order), status: orderStatusOf(order), statusTimestamp: order.updatedAt }
}

export function orderStatusOf({ status, ending, filled }: PaperOrder): string {
  if (status !== 'cancelled') return status
  if (ending === 'market_closed') return 'outcomeSettledCanceled'
  if (ending === 'self_trade') return 'selfTradeCanceled'
  if (ending === 'scheduled') return 'scheduledCancel'
  return ending === 'not_filled' && filled === 0n ? 'iocCancelRejected' : 'canceled'
}

export function orderRow(call: MockContext, order: PaperOrder) {
  return {
    coin: coinOfMarket(call, order.market, order.side),
    side: sideOf(order),
    limitPx: text(order.price ?? 0n),
    sz: text(order.size - order.filled),
    oid: Number(order.id),
    timestamp: order.createdAt,
    triggerCondition: 'N/A',
    isTrigger: false,
    triggerPx: '0.0',
    children: [],
    isPositionTpsl: false,
    reduceOnly: order.native['reduceOnly'] === true,
    orderType: 'Limit',
    origSz: text(order.size),
    tif: order.native['tif'],
    cloid: order.clientOrderId ?? null,
  }
}

function sideOf({ action }: Pick<PaperOrder, 'action'>): 'A' | 'B' {
  return action === 'buy' ? 'B' : 'A'
}

function text(amount: Amount): string {
  return toDecimal(numberOf(amount))
}

/** `userFills` */
export function answerUserFills(call: MockCall, body: Body): unknown {
  return aggregated(body, fillsOf(call, account(call, body))).slice(0, MAX_ROWS)
}

/** `userFillsByTime`: both bounds inclusive; oldest first, unless reversed. */
export function answerUserFillsByTime(call: MockCall, body: Body): unknown {
  const [from, to] = [body.integer('startTime'), body.optionalInteger('endTime') ?? call.now]
  const all = aggregated(body, fillsOf(call, account(call, body)))
  const rows = all.filter(({ time }) => time >= from && time <= to)
  const isReversed = body.has('reversed') && body.flag('reversed')
  return (isReversed ? rows : rows.toReversed()).slice(0, MAX_ROWS)
}

/** A fill or a settlement. */
type FillRow = ReturnType<typeof settlementRow> & { readonly cloid?: string; readonly builderFee?: string }

/**
 * Merges on request the fills of one order at one instant into one row, at the average price.
 * @param rows newest first
 */
function aggregated(body: Body, rows: readonly FillRow[]): readonly FillRow[] {
  if (!body.has('aggregateByTime') || !body.flag('aggregateByTime')) return rows
  const merged: FillRow[] = []
  for (const row of rows) {
    const last = merged.at(-1)
    const isSame = last?.oid === row.oid && last.time === row.time && last.crossed && row.crossed
    if (last === undefined || !isSame) merged.push(row)
    else merged[merged.length - 1] = together(last, row)
  }
  return merged
}

/** @param earlier a fill of the same order, which determines the names of both */
function together(later: FillRow, earlier: FillRow): FillRow {
  const sum = (name: 'sz' | 'fee' | 'closedPnl' | 'builderFee'): string =>
    toDecimal(Number(later[name] ?? 0) + Number(earlier[name] ?? 0))
  const money = Number(later.px) * Number(later.sz) + Number(earlier.px) * Number(earlier.sz)
  const sz = sum('sz')
  return {
    ...earlier,
    px: toDecimal(money / Number(sz)),
    sz,
    fee: sum('fee'),
    closedPnl: sum('closedPnl'),
    ...(earlier.builderFee === undefined ? {} : { builderFee: sum('builderFee') }),
  }
}

/** Returns fills and settlements, newest first. */
export function fillsOf(call: MockContext, of: PaperAccount): FillRow[] {
  const held = new Map<string, Amount>()
  const filled = of
    .fills()
    .toReversed()
    .map((fill) => {
      const coin = coinOfMarket(call, fill.market, fill.order.side)
      const before = held.get(coin) ?? 0n
      held.set(coin, fill.order.action === 'buy' ? before + fill.size : before - fill.size)
      return fillRow(coin, before, fill, of.order(fill.order.id)?.native)
    })
    .toReversed()
  const settled = of
    .settlements()
    .filter(({ size }) => size > 0n)
    .map((settlement) => settlementRow(call, settlement))
  return [...filled, ...settled].sort((a, b) => b.time - a.time)
}

function fillRow(
  coin: string,
  before: Amount,
  { order, ...fill }: PaperFill,
  native?: Readonly<Record<string, unknown>>,
): FillRow {
  const builderFee =
    order.action === 'sell' ? builderFeeOn(multiplyAmounts(fill.price, fill.size), native) : 0n
  return {
    coin,
    px: text(fill.price),
    sz: text(fill.size),
    side: sideOf(order),
    time: fill.at,
    startPosition: text(before),
    dir: order.action === 'buy' ? 'Buy' : 'Sell',
    closedPnl: text(fill.realized),
    hash: hashOf(order.id),
    oid: Number(order.id),
    crossed: fill.liquidity === 'taker',
    fee: text(fill.fee),
    tid: Number(fill.id),
    feeToken: 'USDC',
    twapId: null,
    ...(order.clientOrderId === undefined ? {} : { cloid: order.clientOrderId }),
    // A part of `fee`; absent where it is 0.
    ...(builderFee === 0n ? {} : { builderFee: text(builderFee) }),
  }
}

function settlementRow(call: MockContext, { market, side, size, paid, cost, fee, at }: PaperSettlement) {
  const coin = coinOfMarket(call, market, side)
  return {
    coin,
    px: text(divideAmounts(paid, size)),
    sz: text(size),
    side: 'A',
    time: at,
    startPosition: text(size),
    dir: 'Settlement',
    closedPnl: text(paid - cost),
    hash: hashOf(coin),
    oid: mixWide(hashText(coin), 1) % 1_000_000_000,
    crossed: true,
    fee: text(fee),
    tid: mixWide(hashText(coin), 2) % 1_000_000_000,
    feeToken: 'USDC',
    twapId: null,
  }
}

function hashOf(name: string): string {
  return `0x${hexOf(mixWide(hashText(name), 3), 32)}`
}
