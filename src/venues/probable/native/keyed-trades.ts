import type { UserTrade } from '../../../api/models/models.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { readPayload } from '../../../venue-kit/payload/payload.js'
import { unlessFailing } from '../../../venue-kit/requests/map-rows.js'
import { known } from '../../../venue-kit/unify/unified-market.js'
import { CHAIN, sendSigned } from '../auth.js'
import { packOrderId } from './order-rows.js'
import { type KeyedTrade, keyedTradesReply } from './order-wire.js'

/** As many as the documents ask for; the most is not published. */
const ROWS_PER_PAGE = 20
const MAX_PAGES_PER_TOKEN = 5
/** Tokens whose list is read for one page of trades; each costs a call. */
const MAX_TOKENS = 10

/** The collateral and what the documents call it. A fee in contracts is not converted. */
const money: ReadonlySet<string> = new Set(['USDT', 'USDC'])

/**
 * Adds the order and the fee to own trades. The public list has neither; the list that is read with a key has both, and no
 * transaction. The venue does not document whether that list holds other accounts: a row counts only where token, time,
 * price, size and side are equal, and rows that disagree about the order or the fee leave it absent.
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
  return unlessFailing(
    'order ids and fees of own trades',
    ctx,
    async () => {
      const found = new Map<UserTrade, UserTrade>()
      for (const token of tokens.slice(0, MAX_TOKENS)) {
        const own = byToken.get(token) ?? []
        const rows = await readKeyed(token, own, ctx)
        for (const trade of own) found.set(trade, { ...trade, ...factsOf(trade, token, rows) })
      }
      return trades.map((trade) => found.get(trade) ?? trade)
    },
    trades,
  )
}

/** The rows of a token, until each of its trades is among them. */
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
    if (isLast || trades.every((trade) => rows.some((row) => isSame(trade, row)))) return rows
    cursor = reply.next_cursor
  }
  noteCut(ctx)
  return rows
}

function isSame({ timestamp, price, amount, side }: UserTrade, row: KeyedTrade): boolean {
  const isBuy = side === 'buy'
  return row.time === timestamp && row.price === price && row.qty === amount && row.buyer === isBuy
}

function factsOf(
  trade: UserTrade,
  tokenId: string,
  rows: readonly KeyedTrade[],
): Pick<UserTrade, 'orderId' | 'fee'> {
  const fitting = rows.filter((row) => isSame(trade, row))
  const number = onlyOf(fitting.map(({ orderId }) => orderId))
  return known<Pick<UserTrade, 'orderId' | 'fee'>>({
    orderId: number === undefined ? undefined : packOrderId({ number, tokenId }),
    fee: onlyOf(fitting.map(feeOf)),
  })
}

function feeOf({ commission, commissionAsset }: KeyedTrade): number | undefined {
  return commissionAsset !== undefined && money.has(commissionAsset.toUpperCase()) ? commission : undefined
}

/** The value that all have; undefined where they differ. */
function onlyOf<Value>(values: readonly Value[]): Value | undefined {
  const [first, ...others] = new Set(values)
  return others.length === 0 ? first : undefined
}

function noteCut({ omissions }: VenueContext): void {
  omissions.noteCut(
    'order ids and fees of some own trades: Probable lists them by outcome. Name one with outcomeId.',
  )
}
