import type { MockContext } from '../../mock-kit/mock-venue.js'
import { MICRO } from '../../paper-trading/state/amount.js'
import type { PaperAccount } from '../../paper-trading/state/types.js'
import type { PaperRules } from '../../paper-trading/state/venue-rules.js'
import { tradingBy } from '../../paper-trading/trading-phase.js'
import { feeFor } from './fees.js'

/** How the venue trades: both tokens apart, fees of takers, money in millionths of a dollar. */
const rules: PaperRules = {
  venue: 'polymarket',
  netting: 'tokens',
  moneyStep: MICRO,
  fee: (execution, world) => feeFor(world.eventOf(execution.market), execution),
}

const trading = tradingBy(rules, (_call: MockContext, address: string) => address.toLowerCase())

/** The book of YES as everybody sees it, and the account of a key by its address, in any case. */
export const { bookOf: paperBook, accountOf } = trading

/** The account whose tokens a wallet holds; undefined when nobody trades with it. */
export function accountOfWallet(
  context: Pick<MockContext, 'paper' | 'now'>,
  wallet: string,
): PaperAccount | undefined {
  return trading.exchangeOf(context).known(wallet.toLowerCase(), context.now)
}
