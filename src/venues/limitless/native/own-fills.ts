import type { UserTrade } from '../../../api/models/models.js'
import { decimalOf, fromUnits, toNumber, unitsOf } from '../../../api/values/decimal.js'
import type { Paging } from '../../../venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import type { MalformedRow } from '../../../venue-kit/payload/response-notes.js'
import { loadOrElse, readList } from '../../../venue-kit/requests/map-rows.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { sendSigned } from '../auth.js'
import { findSlugsByName, findTokensBySlug, isOfOutcome } from './named-markets.js'
import { DECIMALS, feeOf, RESTING } from './order-rows.js'
import { historyReply, type NativeHistoryEntry, type NativeTakenOrder } from './order-wire.js'
import { readTakenOrders, type UnreadOrder } from './taken-orders.js'
import type { Tokens } from './tokens.js'

/** Maximum number of rows per page of the history. */
const ROWS_PER_PAGE = 100
const WHAT = 'GET /portfolio/history'

/**
 * Lists purchases and sales in the account's history, newest first. The history counts contracts before the fee that a buyer pays
 * in them: the fee is looked up by the orders of the rows (../README.md, "Fees").
 */
export function listFills({ marketId, outcomeId }: HistoryQuery, ctx: VenueContext): Paging<UserTrade> {
  const nameOf = tradeNames()
  let wanted: readonly string[] | undefined
  return {
    kind: 'cursor',
    what: 'trades',
    idOf: ({ id }) => id,
    async fetch(cursor = '') {
      wanted ??= await slugsWanted(marketId, outcomeId, ctx)
      // An empty cursor selects pages by cursor; without one they are numbered.
      const query = { cursor, limit: ROWS_PER_PAGE }
      const { json } = await sendSigned({ host: 'api', path: '/portfolio/history', query }, ctx)
      const { data, nextCursor } = readList(historyReply, json, WHAT, ctx)
      const traded = data.flatMap((row): readonly TradeRow[] => {
        const [side, slug] = [sideOf(row), row.market?.slug]
        if (side === undefined || slug === undefined || wanted?.includes(slug) === false) return []
        return [{ row, side, slug }]
      })
      const orderIds = traded.flatMap(({ row }) => row.orderId ?? [])
      const orders = await loadOrElse(
        'the fees of your trades',
        ctx,
        () => readTakenOrders(orderIds, ctx),
        new Map<string, NativeTakenOrder | UnreadOrder>(),
      )
      const rows: UserTrade[] = []
      const odd: MalformedRow[] = []
      for (const [index, trade] of traded.entries()) {
        const id = nameOf(trade.row, trade.slug)
        const order = orders.get(trade.row.orderId ?? '')
        if (order !== undefined && 'problem' in order) {
          odd.push({ path: `data[${index}].orderId`, problem: order.problem, fingerprint: id })
          continue
        }
        const tokens = await findTokensBySlug(trade.slug, ctx)
        const paid = paidFor(trade, order)
        const own = toUserTrade(trade, { id, tokens, ...paid })
        if (!isOfOutcome(outcomeId, own.outcomeId, tokens)) continue
        if (paid.fee === undefined)
          ctx.omissions.noteCut(
            'fees of some of your trades, which the venue does not return: the contract counts of those purchases do not take the fee into account',
          )
        rows.push(own)
      }
      if (odd.length > 0)
        ctx.omissions.noteRows(WHAT, new Map([['', { seen: traded.length, malformed: odd }]]))
      return { rows, next: nextCursor }
    },
  }
}

interface TradeRow {
  readonly row: NativeHistoryEntry
  readonly side: 'buy' | 'sell'
  readonly slug: string
}

interface Paid {
  /** Contracts received or given. */
  readonly amount: number
  /** In USDC. Absent if it is unknown, and then `amount` is before the fee. */
  readonly fee?: number
}

/**
 * Returns the amount and fee of a trade. An order pays for its immediate fills, which are reported with the order; later fills of
 * a resting order are free (docs.limitless.exchange, user-guide/fees: takers only).
 */
export function paidFor(
  { row, side }: Pick<TradeRow, 'row' | 'side'>,
  order: NativeTakenOrder | undefined,
): Paid {
  const amount = amountOf(row)
  const units = unitsOf(decimalOf(amount), DECIMALS, 'nearest')
  const { execution } = order ?? {}
  const { contractsGross, contractsFee } = execution?.totalsRaw ?? {}
  if (order === undefined) return { amount }
  const [event, taken] = [row.tradeEventId, execution?.tradeEventId]
  const gross = contractsGross === undefined ? undefined : BigInt(contractsGross)
  const isOther = event !== undefined && taken !== undefined && event !== taken
  const tookNothing = execution === undefined || gross === 0n
  if (order.order.orderType === RESTING && (isOther || tookNothing)) return { amount, fee: 0 }
  const fee = feeOf(execution)
  if (isOther || gross === undefined || contractsFee === undefined || fee === undefined) return { amount }
  const net = gross - BigInt(contractsFee)
  const isTaken = units === gross || units === net
  if (!isTaken) return { amount }
  return { amount: side === 'buy' ? toNumber(fromUnits(net, DECIMALS)) : amount, fee }
}

function toUserTrade(
  { row, side, slug }: TradeRow,
  { id, tokens, amount, fee }: Paid & { readonly id: string; readonly tokens: Tokens | undefined },
): UserTrade {
  const { outcomeIndex, outcomeTokenPrice: price } = row
  if (outcomeIndex === undefined || price === undefined)
    throw createSchemaMismatch(WHAT, 'data', 'a trade without its outcome or its price')
  return omitUndefined<UserTrade>({
    id,
    timestamp: row.blockTimestamp,
    price,
    amount,
    side,
    outcomeId: tokens === undefined ? 'unknown' : tokens[outcomeIndex === 0 ? 'yes' : 'no'],
    marketId: slug,
    orderId: row.orderId,
    fee,
    txHash: row.transactionHash,
  })
}

function amountOf({ outcomeTokenAmount: amount }: NativeHistoryEntry): number {
  if (amount === undefined) throw createSchemaMismatch(WHAT, 'data', 'a trade without its amount')
  return amount
}

function sideOf({ strategy }: NativeHistoryEntry): 'buy' | 'sell' | undefined {
  if (strategy === 'Buy') return 'buy'
  return strategy === 'Sell' ? 'sell' : undefined
}

/**
 * Creates names for the trades of one pagination: by their event; rows without one by their transaction, in which they are
 * counted. An order that matched one of the same account has two rows of one event.
 */
function tradeNames(): (row: NativeHistoryEntry, slug: string) => string {
  const counts = new Map<string, number>()
  const events = new Map<string, string[]>()
  return (row, slug) => {
    const { tradeEventId, orderId, strategy, outcomeIndex, outcomeTokenAmount } = row
    if (tradeEventId !== undefined) {
      const content = [orderId, strategy, outcomeIndex, outcomeTokenAmount].join(' ')
      const sharing = events.get(tradeEventId) ?? []
      events.set(tradeEventId, sharing)
      if (!sharing.includes(content)) sharing.push(content)
      return suffixed(tradeEventId, sharing.indexOf(content))
    }
    const name = `${row.transactionHash ?? `${slug}-${row.blockTimestamp}`}-${outcomeIndex}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return suffixed(name, count)
  }
}

function suffixed(name: string, index: number): string {
  return index === 0 ? name : `${name}-${index + 1}`
}

/** Undefined if the trades of all markets are requested. */
async function slugsWanted(
  marketId: string | undefined,
  outcomeId: string | undefined,
  ctx: VenueContext,
): Promise<readonly string[] | undefined> {
  const name = marketId ?? outcomeId
  return name === undefined ? undefined : findSlugsByName(name, ctx)
}
