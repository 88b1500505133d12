import { type FaceCall, type Route, route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { slugOf } from '../../world/dates.js'
import { mixWide, uuidOf } from '../../world/hash.js'
import { complement, demoWallets, holdingsOf } from '../../world/wallets.js'
import { tokenIds } from './ids.js'
import { categoriesOf, named, whole } from './market-routes.js'
import { baseUnits, lastPriceOf } from './quote.js'
import { refusal } from './replies.js'

/** What the site shows beside the markets: its menu, and who holds a market (venues/limitless/README.md). */
export const siteRoutes: readonly Route[] = [
  route('GET', '/navigation', (call) => json(categoriesOf(call).map(menuEntry))),
  route('GET', '/markets/:slug/holders', holders),
]

function menuEntry(name: string, index: number): unknown {
  const slug = slugOf(name)
  return { id: uuidOf(mixWide(0x11e4, index)), name, slug, path: `/${slug}`, children: [] }
}

const DEFAULT_HOLDERS = 10

/** The wallets of the world that hold a market, the largest first; a group is held by its markets only. */
function holders(call: FaceCall): Reply {
  const found = named(call)
  if (found.kind === 'group') throw refusal(400, 'Market is a group')
  const { market } = found
  const [page, limit] = [whole(call, 'page', 1), whole(call, 'limit', DEFAULT_HOLDERS)]
  const [yesToken, noToken] = tokenIds(call.world.seed, market)
  const yesPrice = lastPriceOf(call, market)
  const heldBy = (address: string, side: 'yes' | 'no') =>
    holdingsOf(call.world, address, call.now).filter(
      (holding) => holding.market.key === market.key && holding.side === side,
    )
  const sideOf = (side: 'yes' | 'no') => {
    const price = side === 'yes' ? yesPrice : complement(yesPrice)
    const rows = demoWallets
      .flatMap(({ name, address }) =>
        heldBy(address, side).map(({ size }) => ({
          user: address,
          username: name,
          contracts: String(baseUnits(size)),
          contractsFormatted: size.toFixed(2),
          valueUSDC: String(baseUnits(size * price)),
          valueUSDCFormatted: (size * price).toFixed(2),
          tokenId: side === 'yes' ? yesToken : noToken,
        })),
      )
      .sort((a, b) => Number(b.contracts) - Number(a.contracts))
    return { data: rows.slice((page - 1) * limit, page * limit), total: rows.length }
  }
  return json({ yes: sideOf('yes'), no: sideOf('no') })
}
