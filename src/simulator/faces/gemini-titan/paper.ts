import type { FaceContext } from '../../face.js'
import type { PaperExchange, PaperRules } from '../../paper/types.js'
import type { WorldBook, WorldMarket } from '../../world/types.js'

/** Ids have 18 digits. */
const FIRST_ORDER = 145_828_000_000_000_000n
const BETWEEN_ORDERS = 1_009n

/** Both sides of a contract are held apart, as the documented positions are; what trades cost is not documented. */
const rules: PaperRules = {
  venue: 'gemini-titan',
  netting: 'tokens',
  orderId: (hash, count) =>
    String(FIRST_ORDER + BigInt(count) * BETWEEN_ORDERS * 1_000n + (BigInt(hash >>> 0) % 1_000n)),
}

export function exchangeOf({ paper }: Pick<FaceContext, 'paper'>): PaperExchange {
  return paper.exchange(rules)
}

/** The book as everybody sees it. */
export function bookOf(context: Pick<FaceContext, 'paper' | 'now'>, market: WorldMarket): WorldBook {
  return exchangeOf(context).book(market, context.now)
}
