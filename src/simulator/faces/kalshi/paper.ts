import { once } from '../../once.js'
import type { PaperAccount, PaperExchange, PaperRules } from '../../paper/types.js'
import type { WorldBook, WorldMarket } from '../../world/types.js'
import { feeFor } from './fees.js'
import { callerOf } from './signature.js'
import { isAsleep, type KalshiCall, type Scene, type Variant } from './variant.js'

/** How the venue trades (venues/kalshi/README.md): YES and NO net, and fees are by the series. */
const rulesOf = once(
  (variant: Variant): PaperRules => ({
    venue: variant.venue,
    netting: 'pairs',
    fee: feeFor,
    isQuoted: (market, world) => !isAsleep({ variant, world }, market),
  }),
)

function exchangeOf({ paper, variant }: Pick<Scene, 'paper' | 'variant'>): PaperExchange {
  return paper.exchange(rulesOf(variant))
}

/** The book as everybody sees it. */
export function bookOf(scene: Scene, market: WorldMarket): WorldBook {
  return exchangeOf(scene).book(market, scene.now)
}

/** The account of a signed call: any key is one of its own. @throws 401 for a call that is not signed as documented */
export function accountOf(call: KalshiCall): PaperAccount {
  return exchangeOf(call).account(callerOf(call), call.now)
}
