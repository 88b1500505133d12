import * as z from 'zod'
import type { Settlement } from '../../../api/models/models.js'
import { decimalOf, subtractDecimals, toNumber } from '../../../api/values/decimal.js'
import type { OffsetPaging } from '../../../venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import {
  isoTime,
  listOrNull,
  decimal as number,
  optionalOf,
  ornamentOf,
  text,
} from '../../../venue-kit/payload/schema.js'
import { readList, rowsOf, sentIn } from '../../../venue-kit/requests/map-rows.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { signed } from '../auth.js'
import { packMarketId, packOutcomeId, readId } from '../ids.js'

/** A settled position (OpenAPI 1.0.0, positions/settled). */
const position = z.object({
  instrumentSymbol: text,
  /** Below 0 for NO contracts. */
  position: number,
  payout: optionalOf(number),
  costBasis: optionalOf(number),
  /** Profits of sales before the end. */
  realizedPnl: optionalOf(number),
  /** Payout minus cost, including those profits. */
  netProfit: optionalOf(number),
  resolutionSide: ornamentOf(text),
  settledAt: isoTime,
})
type NativeSettled = z.output<typeof position>

/** `POST /v1/prediction-markets/positions/settled` */
const settledReply = z.object({ positions: listOrNull(rowsOf(position, 'positions')) })

const PATH = '/v1/prediction-markets/positions/settled'
const ROWS_PER_PAGE = 1_000

export function listSettlements(
  { marketId, outcomeId }: HistoryQuery,
  ctx: VenueContext,
): OffsetPaging<Settlement> {
  const named = [marketId, outcomeId].flatMap((name) => (name === undefined ? [] : [readId(name)]))
  const isWanted = (row: Settlement): boolean =>
    named.every((id) => id.kind === 'contract' && row.marketId === packMarketId(id.symbol)) &&
    (outcomeId === undefined || row.outcomeId === outcomeId)
  return {
    kind: 'offset',
    what: 'settlements',
    idOf: ({ id }) => id,
    async fetch(offset) {
      // They are in the query, which is not signed (../README.md).
      const query = { limit: ROWS_PER_PAGE, offset }
      const { json } = await signed.send({ host: 'account', path: PATH, query, body: {} }, ctx)
      const { positions } = readList(settledReply, json, `POST ${PATH}`, ctx)
      const scanned = sentIn(positions)
      return {
        rows: positions.flatMap((row) => toSettlement(row) ?? []).filter(isWanted),
        scanned,
        end: scanned !== ROWS_PER_PAGE,
      }
    },
  }
}

/** Undefined if no contracts were left. It is not documented whether the cost includes fees: the row has none. */
function toSettlement(row: NativeSettled): Settlement | undefined {
  const { instrumentSymbol: symbol, position: held, payout, costBasis: cost, settledAt } = row
  if (held === 0) return undefined
  const side = held > 0 ? 'yes' : 'no'
  return omitUndefined<Settlement>({
    id: `${symbol}:${side}:${settledAt}`,
    marketId: packMarketId(symbol),
    outcomeId: packOutcomeId(symbol, side),
    timestamp: settledAt,
    contracts: Math.abs(held),
    payout,
    cost,
    realizedPnL:
      payout === undefined || cost === undefined
        ? undefined
        : toNumber(subtractDecimals(decimalOf(payout), decimalOf(cost))),
    metadata: omitUndefined({
      result: row.resolutionSide,
      netProfit: row.netProfit,
      realizedBefore: row.realizedPnl,
    }),
  })
}
