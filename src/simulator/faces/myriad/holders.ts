import type { FaceCall, FaceContext, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { mixWide } from '../../world/hash.js'
import { hexAddress } from './ids.js'
import { marketOfModel } from './lookup.js'
import type { Native } from './market-row.js'
import { isMulti, type NativeMarket } from './native-market.js'
import { type Page, pageAsked, paginationOf } from './paging.js'

/** Who holds the outcomes of a market; the limit counts for each outcome (venues/myriad/README.md). */
export const holderRoutes: readonly Route[] = [route('GET', '/markets/:id/holders', listHolders)]

function listHolders(call: FaceCall): Reply {
  const market = marketOfModel(call)
  const at = pageAsked(call)
  const data = market.outcomeTitles.map((title, outcome) => holdersOf(call, market, { title, outcome }, at))
  const total = Math.max(...data.map(({ totalHolders }) => Number(totalHolders)))
  return json({ data, pagination: paginationOf(at, total) })
}

/** What is held, divided among some so that each later one has half of the one before. */
function holdersOf(
  { world, now }: FaceContext,
  market: NativeMarket,
  { title, outcome }: { readonly title: string; readonly outcome: number },
  { page, limit }: Page,
): Native {
  const leg = market.legs[isMulti(market) ? outcome : 0] ?? market.legs[0]
  const held = world.openInterest(leg.key, now)
  const totalHolders = held === 0 ? 0 : 3 + (mixWide(leg.seed, 900 + outcome) % 20)
  const holders = Array.from({ length: totalHolders }, (_, index) => ({
    user: hexAddress(mixWide(leg.seed + outcome, index), 20),
    shares: Math.round((held / 2 ** (index + 1)) * 1e6) / 1e6,
  }))
  const start = (page - 1) * limit
  return {
    outcomeId: outcome,
    outcomeTitle: title,
    totalHolders,
    holders: holders.slice(start, start + limit),
  }
}
