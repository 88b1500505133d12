import type { FaceContext } from '../../face.js'
import { amountOfNumber, ONE, rounded, times } from '../../paper/amount.js'
import type { PaperAccount, PaperExchange, PaperRules } from '../../paper/types.js'
import type { WorldBook, WorldMarket } from '../../world/types.js'

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

function exchangeOf({ paper }: Pick<FaceContext, 'paper'>): PaperExchange {
  return paper.exchange(rules)
}

/** The book of YES as everybody sees it. */
export function paperBook(context: Pick<FaceContext, 'paper' | 'now'>, market: WorldMarket): WorldBook {
  return exchangeOf(context).book(market, context.now)
}

/** The account of a key, which has one as soon as it asks. @param address of the key, in any case */
export function accountOf(context: Pick<FaceContext, 'paper' | 'now'>, address: string): PaperAccount {
  return exchangeOf(context).account(address.toLowerCase(), context.now)
}

/** The account whose tokens a wallet holds; undefined when nobody trades with it. */
export function accountHeldBy(
  context: Pick<FaceContext, 'paper' | 'now'>,
  wallet: string,
): PaperAccount | undefined {
  return exchangeOf(context).known(wallet.toLowerCase(), context.now)
}
