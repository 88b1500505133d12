import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import { feeFor } from './fees.js'

/** Ids have 18 digits. */
const FIRST_ORDER = 145_828_000_000_000_000n
const BETWEEN_ORDERS = 1_009n

/** Positions in both sides of a contract are separate, as documented. */
const rules: PaperRules = {
  venue: 'gemini-titan',
  netting: 'tokens',
  fee: feeFor,
  orderId: (hash, count) =>
    String(FIRST_ORDER + BigInt(count) * BETWEEN_ORDERS * 1_000n + (BigInt(hash >>> 0) % 1_000n)),
}

/** Returns the books, and the account of a key; each key has a separate account. */
export const { bookOf, accountOf } = tradingBy(rules, (_call: MockContext, key: string) => key)
