import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import { feeFor } from './fees.js'

/** Ids have 18 digits. */
const FIRST_ORDER = 145_828_000_000_000_000n
const BETWEEN_ORDERS = 1_009n

/** Both sides of a contract are held apart, as the documented positions are. */
const rules: PaperRules = {
  venue: 'gemini-titan',
  netting: 'tokens',
  fee: feeFor,
  orderId: (hash, count) =>
    String(FIRST_ORDER + BigInt(count) * BETWEEN_ORDERS * 1_000n + (BigInt(hash >>> 0) % 1_000n)),
}

/** Any key has an account of its own. */
export const { bookOf, accountOf } = tradingBy(rules, (_call: MockContext, key: string) => key)
