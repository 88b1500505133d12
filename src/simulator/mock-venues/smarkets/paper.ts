import { toAmount } from '../../paper-trading/state/amount.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import { ownerOf } from './sessions.js'

/**
 * Trading rules: backing and laying are netted, prices are on the venue's odds ladder, and commission is charged on
 * winnings, not on trades.
 */
const rules: PaperRules = {
  venue: 'smarkets',
  netting: 'pairs',
  tick: () => toAmount(0.0001),
  orderId: (hash, count) => String(1_518_455_000_000 + count * 1_000 + (hash % 1_000)),
}

/** Returns books before rounding to the odds ladder, and the accounts of sessions. */
export const { bookOf, accountOf } = tradingBy(rules, ownerOf)
