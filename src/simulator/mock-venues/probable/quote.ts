import type { MockContext } from '../../mock-kit/mock-venue.js'
import { type Print, printOf as printed, type Sided, seenFrom } from '../../mock-kit/yes-no-sides.js'
import type { WorldBook, WorldMarket, WorldTrade } from '../../world/common/types.js'
import { yesBook } from './paper.js'

/** Returns the current book of a token; that of NO is the exact complement of that of YES (README.md). */
export function sidesOf(context: MockContext, { market, side }: Sided): WorldBook {
  return seenFrom(side, yesBook(context, market))
}

/** One in this many trades is shown as a sale. */
const SOLD_ONE_IN = 4

export function printOf(market: WorldMarket, trade: WorldTrade): Print {
  return printed(market, trade, SOLD_ONE_IN)
}
