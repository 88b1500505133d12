import type { FaceCall, FaceContext } from '../../face.js'
import { amountOfNumber } from '../../paper/amount.js'
import type { PaperAccount, PaperExchange, PaperRules } from '../../paper/types.js'
import type { WorldBook, WorldMarket } from '../../world/types.js'
import { ownerOf } from './sessions.js'

/** Backing and laying net; the ladder is this venue's own, and commission is taken of what was won, not of trades. */
const rules: PaperRules = {
  venue: 'smarkets',
  netting: 'pairs',
  tick: () => amountOfNumber(0.0001),
  orderId: (hash, count) => String(1_518_455_000_000 + count * 1_000 + (hash % 1_000)),
}

function exchangeOf({ paper }: Pick<FaceContext, 'paper'>): PaperExchange {
  return paper.exchange(rules)
}

/** The book as everybody sees it, before it comes to rest on the ladder. */
export function bookOf(context: FaceContext, market: WorldMarket): WorldBook {
  return exchangeOf(context).book(market, context.now)
}

/** The account of a session. @throws 401 without one */
export function accountOf(call: FaceCall): PaperAccount {
  return exchangeOf(call).account(ownerOf(call), call.now)
}
