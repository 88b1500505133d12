import { amountOfNumber } from '../../paper-trading/state/amount.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import { ownerOf } from './sessions.js'

/** Backing and laying net; the ladder is this venue's own, and commission is taken of what was won, not of trades. */
const rules: PaperRules = {
  venue: 'smarkets',
  netting: 'pairs',
  tick: () => amountOfNumber(0.0001),
  orderId: (hash, count) => String(1_518_455_000_000 + count * 1_000 + (hash % 1_000)),
}

/** Books before they come to rest on the ladder; accounts are those of sessions. */
export const { bookOf, accountOf } = tradingBy(rules, ownerOf)
