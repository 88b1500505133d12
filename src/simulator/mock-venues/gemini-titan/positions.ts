import { toIso } from '../../../api/times/instant.js'
import { type Reply, toJsonReply } from '../../http/reply.js'
import {
  type Amount,
  divideAmounts,
  multiplyAmounts,
  numberOf,
  ONE,
  toAmount,
  toAmountText,
} from '../../paper-trading/state/amount.js'
import type { PaperPosition, PaperSettlement } from '../../paper-trading/state/types.js'
import { stateAt } from '../../world/common/types.js'
import { toNativePrices } from './native-event.js'
import { metadataOf, resolutionSideOf, symbolFor } from './order-row.js'
import { bookOf } from './paper.js'
import type { AccountCall } from './signed.js'

/** Open and settled positions. The filters are in the query, which is not signed. */

const MOST = 1_000

/** Returns all open positions, unsorted, without a limit. */
export function openPositions(call: AccountCall): Reply {
  const event = call.query.text('eventTicker')?.toUpperCase()
  const rows = call.account
    .positions()
    .filter(({ size }) => size > 0n)
    .map((position) => positionRow(call, position))
    .filter(({ contractMetadata: { eventTicker, parentEventTicker } }) =>
      isOf(event, eventTicker, parentEventTicker),
    )
  const sorted = sort(call, rows, sortKeys, (row) => row.instrumentId)
  const limit = call.query.integer('limit')
  if (typeof limit !== 'number') return toJsonReply({ positions: sorted, total: rows.length })
  return toJsonReply({ positions: pageOf(call, sorted, limit), total: rows.length })
}

function isOf(wanted: string | undefined, ...tickers: readonly (string | null)[]): boolean {
  return wanted === undefined || tickers.includes(wanted)
}

function pageOf<Row>({ query }: AccountCall, rows: readonly Row[], limit: number): readonly Row[] {
  const offset = query.integer('offset')
  const start = typeof offset === 'number' ? Math.max(0, offset) : 0
  return rows.slice(start, start + Math.min(MOST, Math.max(1, limit)))
}

function positionRow(call: AccountCall, position: PaperPosition) {
  const { market, side, size, locked, cost, realized } = position
  const price = sellPrice(call, position)
  const value = price === undefined ? undefined : multiplyAmounts(price, size)
  return {
    symbol: symbolFor(call, market),
    instrumentId: market.number,
    totalQuantity: toAmountText(size),
    quantityOnHold: toAmountText(locked),
    avgPrice: toAmountText(divideAmounts(cost, size)),
    outcome: side,
    contractMetadata: metadataOf(call, market),
    prices: toNativePrices(call, market),
    resolutionSide: null,
    isAboveAutoStartThreshold: false,
    isLive: stateAt(market, call.now) === 'open',
    realizedPl: toAmountText(realized),
    // Absent without a quote to sell at, as are the next two.
    ...(value === undefined
      ? {}
      : {
          marketValue: toAmountText(value),
          unrealizedPnl: toAmountText(value - cost),
          ...(cost === 0n
            ? {}
            : { unrealizedPct: Math.round(numberOf(divideAmounts(value - cost, cost)) * 1e6) / 1e4 }),
        }),
  }
}

/** Returns the price to sell the outcome: the best bid of YES, or the complement of its best ask. */
function sellPrice(call: AccountCall, { market, side }: PaperPosition): Amount | undefined {
  const { bids, asks } = bookOf(call, market)
  const price = (side === 'yes' ? bids : asks)[0]?.price
  if (price === undefined) return undefined
  return side === 'yes' ? toAmount(price) : ONE - toAmount(price)
}

type Row = ReturnType<typeof positionRow>
type Key<Sorted> = readonly [read: (row: Sorted) => number | undefined, isFalling: boolean]

/** With the default direction of each key. */
const sortKeys: Readonly<Record<string, Key<Row>>> = {
  positionvalue: [({ marketValue }) => Number(marketValue ?? 0), true],
  unrealizedpnl: [
    ({ unrealizedPnl }) => (unrealizedPnl === undefined ? undefined : Number(unrealizedPnl)),
    true,
  ],
  expirydate: [({ contractMetadata }) => Date.parse(contractMetadata.expiryDate), false],
}

/** Sorts rows. An unknown name sorts by the first key. Rows without a value are last in both directions. */
function sort<Sorted>(
  { query }: AccountCall,
  rows: readonly Sorted[],
  keys: Readonly<Record<string, Key<Sorted>>>,
  tie: (row: Sorted) => number,
): readonly Sorted[] {
  const asked = query.text('sort')
  if (asked === undefined) return rows
  const [, sign = '', name = ''] = /^([+ -]?)(.*)$/.exec(asked) ?? []
  const known = Object.hasOwn(keys, name.toLowerCase()) ? keys[name.toLowerCase()] : Object.values(keys)[0]
  const [read, falls] = known ?? [() => 0, true]
  const isFalling = sign === '' ? falls : sign === '-'
  return rows.toSorted((a, b) => {
    const [left, right] = [read(a), read(b)]
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined) || tie(a) - tie(b)
    return (isFalling ? right - left : left - right) || tie(a) - tie(b)
  })
}

/** Returns settled positions, latest first. */
export function answerSettledPositions(call: AccountCall): Reply {
  const { query } = call
  const [event, category] = [
    query.text('eventTicker')?.toUpperCase(),
    query.text('category')?.trim().toLowerCase(),
  ]
  const search = (query.text('search') ?? '').trim().slice(0, 64).toLowerCase()
  const rows = call.account
    .settlements()
    .filter(({ size }) => size > 0n)
    .map((settlement) => settledRow(call, settlement))
    .filter(({ contractMetadata: about }) => {
      if (!isOf(event, about.eventTicker, about.parentEventTicker)) return false
      if (category !== undefined && about.category.toLowerCase() !== category) return false
      const text = [about.eventName, about.contractName, about.eventTicker, about.category]
        .join('\n')
        .toLowerCase()
      return search.length < 3 || text.includes(search)
    })
  const sorted = /^[+ -]?payout$/.test(query.text('sort') ?? '')
    ? sort(call, rows, { payout: [({ payout }) => Number(payout), true] }, (row) => row.instrumentId)
    : rows
  const limit = query.integer('limit')
  const positions = pageOf(call, sorted, typeof limit === 'number' ? limit : MOST)
  return toJsonReply({ positions, total: rows.length })
}

/** Profits of sales before settlement are separate from the settlement. */
function settledRow(call: AccountCall, { market, side, size, cost, paid, realized, at }: PaperSettlement) {
  const before = realized - (paid - cost)
  return {
    accountId: 12_345,
    instrumentId: market.number,
    instrumentSymbol: symbolFor(call, market),
    position: toAmountText(side === 'yes' ? size : -size),
    positionQuantity: toAmountText(size),
    outcome: side,
    payout: toAmountText(paid),
    resolutionSide: resolutionSideOf(market),
    settledAt: toIso(at),
    contractMetadata: metadataOf(call, market),
    costBasis: toAmountText(cost),
    realizedPnl: toAmountText(before),
    netProfit: toAmountText(paid - cost + before),
  }
}
