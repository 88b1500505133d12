import type { FaceCall, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { countActions, takeActions } from './actions.js'
import { fits, groupAsked, marketOfModel, modelAsked } from './lookup.js'
import { type NativeMarket, nativeMarkets } from './native-market.js'
import { pageAsked, paginationOf, windowAsked } from './paging.js'

/** What happened in a market, or in all books of an event (venues/myriad/README.md). */
export const actionRoutes: readonly Route[] = [
  route('GET', '/markets/:id/events', (call) => answerActions(call, [marketOfModel(call)])),
  route('GET', '/events/:id/actions', (call) => {
    const model = modelAsked(call)
    const markets = nativeMarkets(groupAsked(call), call.world.seed)
    return answerActions(
      call,
      markets.filter((market) => fits(market, model)),
    )
  }),
]

function answerActions(call: FaceCall, markets: readonly NativeMarket[]): Reply {
  const at = pageAsked(call)
  const window = windowAsked(call)
  const total = countActions(call, markets, window)
  const data = takeActions(call, markets, window, { skip: (at.page - 1) * at.limit, count: at.limit })
  return json({ data, pagination: paginationOf(at, total) })
}
