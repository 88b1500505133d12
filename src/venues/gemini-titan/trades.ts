import type { Trade } from '../../api/models/models.js'
import { pathOf } from '../../transport/call-types.js'
import type { TradeSource } from '../../venue-kit/contract/venue.js'
import { packOutcomeId, type Side } from './ids.js'
import { requestInstrument } from './native/instrument.js'
import { priceFor } from './native/prices.js'
import type { Facts } from './outcomes.js'
import { type NativeTrade, tradesReply } from './schemas.js'

const WHAT = 'GET /v1/trades/{symbol}'

/** Larger limits are refused. */
const MAX_TRADES = 500

const turned = { buy: 'sell', sell: 'buy' } as const

/**
 * Converts a trade for a side: NO trades at 1 - p, and a purchase of YES is a sale of NO. The side is `unknown` for other words
 * of the venue, such as those of auctions on its other markets.
 */
function toTrade(native: NativeTrade, symbol: string, side: Side): Trade {
  const taken = native.type === 'buy' || native.type === 'sell' ? native.type : undefined
  return {
    id: native.tid,
    timestamp: native.timestampms,
    price: priceFor(side, native.price),
    amount: native.amount,
    side: taken === undefined ? 'unknown' : side === 'yes' ? taken : turned[taken],
    outcomeId: packOutcomeId(symbol, side),
  }
}

/**
 * The newest 500 public trades. Older ones are not requested. It is not documented whether the venue counts from the old or the
 * new end, and its replicas differ in single trades (README.md).
 */
export const tradeSource: TradeSource<Facts> = {
  newestOnly: true,
  list: ({ facts: { symbol, side } }, _query, ctx) => ({
    kind: 'cursor',
    what: 'trades',
    idOf: (trade) => trade.id,
    async fetch() {
      const question = {
        path: pathOf`/v1/trades/${symbol}`,
        query: { limit_trades: MAX_TRADES },
        what: WHAT,
      }
      const natives = await requestInstrument(ctx, tradesReply, question)
      const rows = (natives ?? []).map((native) => toTrade(native, symbol, side))
      return { rows: rows.sort((a, b) => b.timestamp - a.timestamp) }
    },
  }),
}
