import type { Trade } from '../../api/models/models.js'
import type { TradeSource } from '../../venue-kit/contract/venue.js'
import { assertSameSubject, readPayload } from '../../venue-kit/payload/payload.js'
import { createTradeIds } from '../../venue-kit/unify/trade-ids.js'
import { READS } from './native/request.js'
import { fromBasisPoints, fromQuantity } from './native/units.js'
import type { Facts } from './outcomes.js'
import { type NativeTrade, recentTrades } from './schemas.js'

/**
 * Converts a contract's trades, newest first. The venue gives them no ids. An id here consists of the contract, the time, the
 * price, the quantity and, among equal trades, the position.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when it contains a trade of another contract
 */
export function toTrades(natives: readonly NativeTrade[], contractId: string, what: string): Trade[] {
  const ids = createTradeIds()
  const oldestFirst = [...natives].sort((a, b) => a.timestamp.at - b.timestamp.at)
  const trades = oldestFirst.map(({ contract_id, price, quantity, side, timestamp }): Trade => {
    assertSameSubject(contractId, contract_id, what, 'recent_trades[*].contract_id')
    const facts = `${contractId}-${timestamp.sent}-${side ?? ''}-${price}-${quantity}`
    return {
      id: ids.idOf(facts, timestamp.at),
      timestamp: timestamp.at,
      price: fromBasisPoints(price),
      amount: fromQuantity(quantity),
      side: side ?? 'unknown',
      outcomeId: contractId,
    }
  })
  return trades.reverse()
}

/** The newest public trades of a contract, without paging (README.md). */
export const tradeSource: TradeSource<Facts> = {
  newestOnly: true,
  list: ({ outcomeId }, _query, ctx) => ({
    kind: 'cursor',
    what: 'trades',
    idOf: ({ id }) => id,
    async fetch() {
      const path = `/contracts/${outcomeId}/recent_trades/`
      const { json } = await ctx.http.send({ ...READS, path, keepsLongNumbers: true })
      const what = `GET ${path}`
      return { rows: toTrades(readPayload(recentTrades, json, what).recent_trades, outcomeId, what) }
    },
  }),
}
