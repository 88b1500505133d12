import type { UserTrade } from '../../../api/models/models.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { loadOrElse } from '../../../venue-kit/requests/map-rows.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { CHAIN, sendSigned } from '../auth.js'
import { packOrderId } from './order-rows.js'
import { type KeyedTrade, keyedTradesReply } from './order-wire.js'

/** The number used in the documents. The maximum is not published. */
const ROWS_PER_PAGE = 20
const MAX_PAGES_PER_TOKEN = 5
/** Maximum number of tokens whose lists are read for one page of trades, with one call each. */
const MAX_TOKENS = 10

/** The collateral, and its name in the documents. A fee in contracts is not converted. */
const money: ReadonlySet<string> = new Set(['USDT', 'USDC'])

/**
 * Adds the order and the fee to the caller's trades. The public list has neither. The list with a key has both, but no
 * transaction. The venue does not document whether that list contains other accounts. A row therefore counts only if token, time,
 * price, size and side are equal. If the two lists have different numbers of equal rows, and these rows disagree, order and fee
 * stay absent.
 */
export async function withOrders(
  trades: readonly UserTrade[],
  ctx: VenueContext,
): Promise<readonly UserTrade[]> {
  const byToken = new Map<string, UserTrade[]>()
  for (const trade of trades) {
    const token = trade.outcomeId ?? 'unknown'
    if (token !== 'unknown') byToken.set(token, [...(byToken.get(token) ?? []), trade])
  }
  const tokens = [...byToken.keys()]
  if (tokens.length > MAX_TOKENS) noteCut(ctx)
  return loadOrElse(
    'order ids and fees of your trades',
    ctx,
    async () => {
      const found = new Map<UserTrade, UserTrade>()
      for (const token of tokens.slice(0, MAX_TOKENS)) {
        const own = byToken.get(token) ?? []
        const rows = await readKeyed(token, own, ctx)
        for (const trade of own) found.set(trade, { ...trade, ...factsOf(trade, own, token, rows) })
      }
      return trades.map((trade) => found.get(trade) ?? trade)
    },
    trades,
  )
}

/** Reads the rows of a token, until they contain each of its trades. */
async function readKeyed(
  tokenId: string,
  trades: readonly UserTrade[],
  ctx: VenueContext,
): Promise<readonly KeyedTrade[]> {
  const rows: KeyedTrade[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES_PER_TOKEN; page++) {
    const query = { tokenId, limit: ROWS_PER_PAGE, next_cursor: cursor }
    const { json } = await sendSigned({ path: `/trade/${CHAIN}`, query }, ctx)
    const reply = readPayload(keyedTradesReply, json, 'GET /trade/{chainId}')
    rows.push(...reply.trades)
    const isLast = reply.next_cursor === undefined || ['', cursor].includes(reply.next_cursor)
    if (isLast || trades.every((trade) => hasRowsOfTwins(trade, trades, rows))) return rows
    cursor = reply.next_cursor
  }
  noteCut(ctx)
  return rows
}

/** Whether there is an equal row for each trade that is equal to this one. */
function hasRowsOfTwins(
  trade: UserTrade,
  trades: readonly UserTrade[],
  rows: readonly KeyedTrade[],
): boolean {
  return rows.filter((row) => isSame(trade, row)).length >= twinsOf(trade, trades).length
}

/** Returns the trades that cannot be told apart by the list, including the trade itself. */
function twinsOf(trade: UserTrade, trades: readonly UserTrade[]): readonly UserTrade[] {
  const { timestamp, price, amount, side } = trade
  return trades.filter(
    (other) =>
      other.timestamp === timestamp &&
      other.price === price &&
      other.amount === amount &&
      other.side === side,
  )
}

function isSame({ timestamp, price, amount, side }: UserTrade, row: KeyedTrade): boolean {
  const isBuy = side === 'buy'
  return row.time === timestamp && row.price === price && row.qty === amount && row.buyer === isBuy
}

/**
 * Returns the order and the fee of a trade. If there are as many equal trades as equal rows, each trade gets one row. The
 * assignment does not affect sums.
 */
function factsOf(
  trade: UserTrade,
  trades: readonly UserTrade[],
  tokenId: string,
  rows: readonly KeyedTrade[],
): Pick<UserTrade, 'orderId' | 'fee'> {
  const fitting = rows.filter((row) => isSame(trade, row))
  const twins = twinsOf(trade, trades)
  const own = fitting.length === twins.length ? fitting.slice(twins.indexOf(trade)).slice(0, 1) : fitting
  const number = onlyOf(own.map(({ orderId }) => orderId))
  return omitUndefined<Pick<UserTrade, 'orderId' | 'fee'>>({
    orderId: number === undefined ? undefined : packOrderId({ number, tokenId }),
    fee: onlyOf(own.map(feeOf)),
  })
}

function feeOf({ commission, commissionAsset }: KeyedTrade): number | undefined {
  return commissionAsset !== undefined && money.has(commissionAsset.toUpperCase()) ? commission : undefined
}

/** Returns the common value, or undefined if they differ. */
function onlyOf<Value>(values: readonly Value[]): Value | undefined {
  const [first, ...others] = new Set(values)
  return others.length === 0 ? first : undefined
}

function noteCut({ omissions }: VenueContext): void {
  omissions.noteCut(
    'order ids and fees of some of your trades: Probable lists them by outcome. Pass outcomeId to get those of one outcome.',
  )
}
