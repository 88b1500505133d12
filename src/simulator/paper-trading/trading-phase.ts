import type { WorldBook, WorldMarket } from '../world/common/types.js'
import type { PaperTrading } from './exchange.js'
import type { PaperAccount, PaperExchange } from './state/types.js'
import type { PaperRules } from './state/venue-rules.js'

/** What of a call the desk looks at. */
interface Asked {
  readonly paper: PaperTrading
  /** Epoch ms. */
  readonly now: number
}

/** Paper trading of one venue, as its face asks for it. */
interface Trading<Call, Named extends readonly unknown[]> {
  readonly exchangeOf: (call: Pick<Asked, 'paper'>) => PaperExchange
  /** The book of YES as everybody sees it. */
  readonly bookOf: (call: Asked, market: WorldMarket) => WorldBook
  /** The account of the owner that is read, opened when it is first asked for. @throws the refusal of who is none */
  readonly accountOf: (call: Call & Asked, ...named: Named) => PaperAccount
}

/**
 * How a venue trades, and whose account a call is of.
 * @param ownerOf throws the venue's refusal of who does not show that he is somebody
 */
export function tradingBy<Call, Named extends readonly unknown[]>(
  rules: PaperRules,
  ownerOf: (call: Call, ...named: Named) => string,
): Trading<Call, Named> {
  const exchangeOf = ({ paper }: Pick<Asked, 'paper'>): PaperExchange => paper.exchange(rules)
  return {
    exchangeOf,
    bookOf: (call, market) => exchangeOf(call).book(market, call.now),
    accountOf: (call, ...named) => exchangeOf(call).account(ownerOf(call, ...named), call.now),
  }
}
