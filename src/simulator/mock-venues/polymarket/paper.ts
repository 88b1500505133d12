import type { MockContext } from '../../mock-kit/mock-venue.js'
import { MICRO } from '../../paper-trading/state/amount.js'
import type { PaperAccount } from '../../paper-trading/state/types.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import { feeFor } from './fees.js'

/** Trading rules of the venue: both tokens separate, taker fees, money in millionths of a dollar. */
const rules: PaperRules = {
  venue: 'polymarket',
  netting: 'tokens',
  moneyStep: MICRO,
  fee: (execution, world) => feeFor(world.eventOf(execution.market), execution),
}

const trading = tradingBy(rules, (_call: MockContext, address: string) => address.toLowerCase())

/** Returns the public book of YES, and the account of a key by its address, case-insensitive. */
export const { bookOf: paperBook, accountOf } = trading

/** Returns the account whose tokens a wallet holds, or undefined if no account uses it. */
export function accountOfWallet(
  context: Pick<MockContext, 'paper' | 'now'>,
  wallet: string,
): PaperAccount | undefined {
  return trading.exchangeOf(context).known(wallet.toLowerCase(), context.now)
}
