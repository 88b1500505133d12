import type { Settlement } from '../../../api/models/models.js'
import { decimalOf, divide, multiply, toNumber } from '../../../api/values/decimal.js'
import type { CursorPaging } from '../../../venue-kit/contract/paging.js'
import { omitUndefined } from '../../../venue-kit/unify/unified-market.js'
import { toUnits } from './order-rows.js'
import type { NativeOrder } from './order-wire.js'

/** Prices are ten-thousandths. */
const POINTS = decimalOf(10_000)

/**
 * Lists settlements, with one row per settled order. The payout of a lay, and the effect of a dead heat or a reduction on a
 * price, are not documented. Such rows have no payout. The commission on winnings applies to a whole market and is not part of an
 * order, so the profit is known only for lost or voided orders (../README.md, "Accounts and orders").
 */
export function settlementsOf(
  orders: CursorPaging<NativeOrder>,
  contractId: string | undefined,
): CursorPaging<Settlement> {
  return {
    kind: 'cursor',
    what: 'settlements',
    idOf: ({ id }) => id,
    async fetch(cursor) {
      const { rows, next } = await orders.fetch(cursor)
      const settled = rows.filter((row) => row.state === 'settled' && row.quantity_filled > 0)
      return {
        rows: settled
          .filter((row) => contractId === undefined || row.contract_id === contractId)
          .map(toSettlement),
        next,
      }
    },
  }
}

function toSettlement(row: NativeOrder): Settlement {
  const { side, outcome, last_modified_datetime: at } = row
  const contracts = toUnits(row.quantity_filled)
  const cost = side === 'buy' ? costOf(row) : undefined
  const payout = side === 'buy' ? payoutOf(outcome, contracts, cost) : undefined
  const isSure = outcome === 'loser' || outcome === 'void'
  return omitUndefined<Settlement>({
    id: row.id,
    marketId: row.market_id,
    outcomeId: row.contract_id,
    timestamp: at ?? 0,
    contracts,
    payout,
    cost,
    fee: isSure && payout !== undefined ? 0 : undefined,
    metadata: omitUndefined({ side, result: outcome, unknown: at === undefined ? ['timestamp'] : undefined }),
  })
}

function payoutOf(
  outcome: string | undefined,
  contracts: number,
  cost: number | undefined,
): number | undefined {
  if (outcome === 'winner') return contracts
  if (outcome === 'loser') return 0
  return outcome === 'void' ? cost : undefined
}

function costOf(row: NativeOrder): number | undefined {
  const points = row.average_price_matched_precise ?? row.average_price_matched
  if (points === undefined || points <= 0) return undefined
  const price = divide(decimalOf(points), POINTS, 8, 'nearest')
  return toNumber(multiply(price, decimalOf(toUnits(row.quantity_filled))))
}
