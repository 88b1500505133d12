import type { Trade } from '../../api/models/models.js'
import type { TradeSource } from '../../venue-kit/contract/venue.js'
import { assertSameSubject } from '../../venue-kit/payload/payload.js'
import { coinOf, packOutcomeId, type SideRef } from './ids.js'
import { readRecentTrades } from './native/recent-trades.js'
import type { Facts } from './outcomes.js'
import type { NativeTrade } from './schemas.js'

const WHAT = 'POST /info recentTrades'

const sides = { B: 'buy', A: 'sell' } as const

/**
 * Converts fills of a side's own coin. The id is the fill's: all fills of one order share the hash.
 * @throws EXCHANGE_NOT_AVAILABLE when a fill of another coin is among them
 */
export function toTrades(natives: readonly NativeTrade[], ref: SideRef): Trade[] {
  const coin = coinOf(ref)
  const outcomeId = packOutcomeId(ref)
  return natives.map((native, index) => {
    assertSameSubject(coin, native.coin, WHAT, `[${index}].coin`)
    return {
      id: native.tid,
      timestamp: native.time,
      price: native.px,
      amount: native.sz,
      side: sides[native.side],
      outcomeId,
    }
  })
}

/** The newest public trades: about ten, without pages. Older ones are not public (README.md). */
export const tradeSource: TradeSource<Facts> = {
  newestOnly: true,
  list: ({ facts: { ref } }, _query, ctx) => ({
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch() {
      return { rows: toTrades(await readRecentTrades(ref, ctx), ref) }
    },
  }),
}
