import type { WorldBook, WorldMarket } from '../world/common/types.js'
import type { PaperTrading } from './exchange.js'
import type { PaperAccount, PaperExchange } from './state/types.js'
import type { PaperRules } from './state/venue-rules.js'

/** The parts of a call that paper trading needs. */
interface Asked {
  readonly paper: PaperTrading
  /** Epoch ms. */
  readonly now: number
}

/** Paper trading on one venue, as its mock venue uses it. */
interface Trading<Call, Named extends readonly unknown[]> {
  readonly exchangeOf: (call: Pick<Asked, 'paper'>) => PaperExchange
  /** Returns the public book of YES. */
  readonly bookOf: (call: Asked, market: WorldMarket) => WorldBook
  /**
   * Returns the account of the caller, opened on first use. @throws the venue's error if the caller is not authenticated
   */
  readonly accountOf: (call: Call & Asked, ...named: Named) => PaperAccount
}

/**
 * Returns paper trading with the rules of a venue.
 * @param ownerOf returns the account of a call, or throws the venue's error if the caller is not authenticated
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
