import type { FaceContext } from '../../face.js'
import { amountOfNumber, ONE, rounded, times } from '../../paper/amount.js'
import { tradingBy } from '../../paper/trading.js'
import type { PaperAccount, PaperRules } from '../../paper/types.js'

/** Share of a trade that its taker pays, by what `/clob-markets` tells of every market. */
export const FEE_RATE = 0.03
const HUNDREDTH_OF_A_CENT = ONE / 10_000n

/** How the venue trades (venues/polymarket/README.md): both tokens apart, fees of takers on both sides of 0.5. */
const rules: PaperRules = {
  venue: 'polymarket',
  netting: 'tokens',
  fee({ price, size, liquidity }) {
    if (liquidity === 'maker') return 0n
    const quadratic = times(times(price, ONE - price), size)
    return rounded(times(quadratic, amountOfNumber(FEE_RATE)), HUNDREDTH_OF_A_CENT, 'nearest')
  },
}

const trading = tradingBy(rules, (_call: FaceContext, address: string) => address.toLowerCase())

/** The book of YES as everybody sees it, and the account of a key by its address, in any case. */
export const { bookOf: paperBook, accountOf } = trading

/** The account whose tokens a wallet holds; undefined when nobody trades with it. */
export function accountHeldBy(
  context: Pick<FaceContext, 'paper' | 'now'>,
  wallet: string,
): PaperAccount | undefined {
  return trading.exchangeOf(context).known(wallet.toLowerCase(), context.now)
}
