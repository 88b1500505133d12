import * as z from 'zod'
import type { Settlement } from '../../../api/models/models.js'
import {
  type Decimal,
  decimalOf,
  divide,
  multiply,
  one,
  subtractDecimals,
  toNumber,
  zero,
} from '../../../api/values/decimal.js'
import type { CursorPaging } from '../../../venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../venue-kit/contract/trading.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import type { SignedHttp } from '../../../venue-kit/orders/signed-http.js'
import {
  isoTime,
  listOrNull,
  decimal as number,
  optionalOf,
  ornamentOf,
  text,
} from '../../../venue-kit/payload/schema.js'
import { readList, rowsOf } from '../../../venue-kit/requests/map-rows.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { packOutcomeId, readOutcomeId, readTicker, type Side } from '../ids.js'
import { readNextCursor } from './cursor.js'

/** A settled market (docs.kalshi.com, get settlements; recorded in August 2026). */
const settlement = z.object({
  ticker: text,
  yes_count_fp: number,
  yes_total_cost_dollars: optionalOf(number),
  no_count_fp: number,
  no_total_cost_dollars: optionalOf(number),
  /** Cents, for all contracts. */
  revenue: optionalOf(number),
  /** Cents, for one YES contract. */
  value: optionalOf(number),
  market_result: ornamentOf(text),
  settled_time: isoTime,
  /** Fee of the trades, both sides together: 0.2021 for 15 contracts at 0.74 (recorded). */
  fee_cost: optionalOf(number),
})
type NativeSettlement = z.output<typeof settlement>

/** `GET /portfolio/settlements` */
const settlementsReply = z.object({
  settlements: listOrNull(rowsOf(settlement, 'settlements')),
  cursor: z.string().nullish(),
})

const PATH = '/portfolio/settlements'
const ROWS_PER_PAGE = 1_000
const CENTS = decimalOf(100)

export function listSettlements(
  { marketId, outcomeId, since, until }: HistoryQuery,
  signed: SignedHttp,
  ctx: VenueContext,
): CursorPaging<Settlement> {
  const outcome = outcomeId === undefined ? undefined : readOutcomeId(outcomeId)
  const named = marketId ?? (outcome?.kind === 'certain' ? outcome.ref.ticker : undefined)
  const ticker = named === undefined ? undefined : readTicker(named)
  const wanted = outcomeId?.trim().toUpperCase()
  return {
    kind: 'cursor',
    what: 'settlements',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      if (named !== undefined && ticker === undefined) return { rows: [] }
      const what = `GET ${PATH}`
      const query = {
        ticker,
        limit: ROWS_PER_PAGE,
        cursor,
        // Whole seconds, one wider on each side: the core cuts exactly.
        min_ts: since === undefined ? undefined : Math.max(0, Math.floor(since / 1000) - 1),
        max_ts: until === undefined ? undefined : Math.floor(until / 1000) + 1,
      }
      const { json } = await signed.send({ host: 'api', path: PATH, query }, ctx)
      const reply = readList(settlementsReply, json, what, ctx)
      return {
        rows: reply.settlements
          .flatMap(toSettlements)
          .filter((row) => wanted === undefined || row.outcomeId === wanted),
        next: readNextCursor(reply.cursor, reply.settlements.length, ROWS_PER_PAGE, what),
      }
    },
  }
}

/** Returns a row for each held side. Revenue and fee cover both: where both were held, a side has no fee of its own. */
function toSettlements(row: NativeSettlement): readonly Settlement[] {
  const sides = (['yes', 'no'] as const).filter((side) => row[`${side}_count_fp`] > 0)
  return sides.map((side) => {
    const isAlone = sides.length === 1
    return omitUndefined<Settlement>({
      id: `${row.ticker}:${side}`,
      marketId: row.ticker,
      outcomeId: packOutcomeId({ ticker: row.ticker, side }),
      timestamp: row.settled_time,
      contracts: row[`${side}_count_fp`],
      payout: isAlone && row.revenue !== undefined ? dollars(row.revenue) : payoutOf(row, side),
      cost: row[`${side}_total_cost_dollars`],
      fee: isAlone ? row.fee_cost : undefined,
      metadata: omitUndefined({
        result: row.market_result,
        feeOfBothSides: isAlone ? undefined : row.fee_cost,
      }),
    })
  })
}

/**
 * Returns the payout by the value of one YES contract, or undefined if the venue does not report it. Both sides were also
 * held where contracts were sold: the pairs were paid out before, which is not in the revenue (../README.md, "Accounts
 * and orders").
 */
function payoutOf(row: NativeSettlement, side: Side): number | undefined {
  const yes = paidByYes(row)
  if (yes === undefined) return undefined
  const each = side === 'yes' ? yes : subtractDecimals(one, yes)
  return toNumber(multiply(each, decimalOf(row[`${side}_count_fp`])))
}

/**
 * Returns the value of a YES contract. A value of 0 was observed for winning contracts: there the result counts. A losing
 * contract may have a value: a settlement floor is paid to losing YES contracts (bounds.ts).
 */
function paidByYes({ market_result: result, value }: NativeSettlement): Decimal | undefined {
  if (result === 'yes') return one
  if (value !== undefined && value !== 0) return divide(decimalOf(value), CENTS, 4, 'nearest')
  return result === 'no' || value === 0 ? zero : undefined
}

function dollars(cents: number): number {
  return toNumber(divide(decimalOf(cents), CENTS, 2, 'nearest'))
}
