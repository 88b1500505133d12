import { toIso } from '../../../api/instant.js'
import type { FaceCall, FaceContext, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { offers } from '../../venue-view.js'
import { type Holding, holdingsOf } from '../../world/wallets.js'
import { transactionOf } from './actions.js'
import { badParams } from './errors.js'
import { fits, modelAsked } from './lookup.js'
import { imageOf, marketRow, type Native } from './market-row.js'
import {
  isMulti,
  isVoided,
  type NativeMarket,
  nativeMarkets,
  nativeState,
  winnerOf,
} from './native-market.js'
import { blockAt } from './networks.js'
import { pageAsked, pageOf, windowAsked } from './paging.js'
import { round6, shownPrices } from './prices.js'

/** What an address holds and did; public (venues/myriad/README.md). */
export const userRoutes: readonly Route[] = [
  route('GET', '/users/:address/portfolio', getPortfolio),
  route('GET', '/users/:address/events', getEvents),
  route('GET', '/users/:address/markets', getMarkets),
]

/** A holding of the world, as a position in an outcome. */
interface NativePosition {
  readonly market: NativeMarket
  readonly outcome: number
  readonly holding: Holding
}

/** Shares below this are not shown. */
const LEAST_SHARES = 0.1
const DEFAULT_MARKETS = 10

function getPortfolio(call: FaceCall): Reply {
  const at = pageAsked(call)
  const least = call.query.number('min_shares') ?? LEAST_SHARES
  if (least === 'bad') throw badParams('min_shares must be a number')
  const found = positionsAsked(call).filter(({ holding }) => holding.size >= least)
  return json(pageOf(found, at, (position) => positionRow(call, position)))
}

function getEvents(call: FaceCall): Reply {
  const { from, to } = windowAsked(call)
  const found = positionsAsked(call)
    .filter(({ holding }) => holding.acquiredAt >= from && holding.acquiredAt <= to)
    .sort((a, b) => b.holding.acquiredAt - a.holding.acquiredAt)
  return json(pageOf(found, pageAsked(call), (position) => purchaseRow(addressOf(call), position)))
}

/** The markets an address holds something of, each with what it holds there. */
function getMarkets(call: FaceCall): Reply {
  const state = call.query.text('state')
  const ids = call.query.list('market_ids')
  const words = call.query.text('keyword')?.toLowerCase()
  const byMarket = new Map<NativeMarket, NativePosition[]>()
  for (const position of positionsAsked(call)) {
    const { market } = position
    if (state !== undefined && nativeState(market, call.now) !== state) continue
    if (ids.length > 0 && !ids.includes(`${market.network.id}:${market.id}`)) continue
    if (words !== undefined && !market.title.toLowerCase().includes(words)) continue
    byMarket.set(market, [...(byMarket.get(market) ?? []), position])
  }
  const at = pageAsked(call, undefined, DEFAULT_MARKETS)
  return json(
    pageOf([...byMarket], at, ([market, positions]) => ({
      market: marketRow(call, market),
      portfolio: { positions: positions.map((position) => positionRow(call, position)), liquidity: {} },
    })),
  )
}

function addressOf({ params }: FaceCall): string {
  const address = params['address'] ?? ''
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw badParams('address must be an Ethereum address')
  return address
}

function positionsAsked(call: FaceCall): NativePosition[] {
  const { world, now, query } = call
  const model = modelAsked(call)
  const [network, id, slug] = ['network_id', 'market_id', 'market_slug'].map((key) => query.text(key))
  const token = query.text('token_address')?.toLowerCase()
  return holdingsOf(world, addressOf(call), now)
    .flatMap((holding) => positionOf(call, holding) ?? [])
    .filter(
      ({ market }) =>
        fits(market, model) &&
        (network === undefined || network === String(market.network.id)) &&
        (id === undefined || id === String(market.id)) &&
        (slug === undefined || slug === market.slug) &&
        (token === undefined || token === market.network.token.address.toLowerCase()),
    )
}

/** Undefined for what cannot be held here: a pool of many outcomes knows no other side of one of them. */
function positionOf({ world }: FaceContext, holding: Holding): NativePosition | undefined {
  const event = world.eventOf(holding.market)
  if (!offers(event.series, 'myriad')) return undefined
  const market = nativeMarkets(event, world.seed).find(({ legs }) =>
    legs.some((leg) => leg.key === holding.market.key),
  )
  if (market === undefined) return undefined
  if (!isMulti(market)) return { market, holding, outcome: holding.side === 'yes' ? 0 : 1 }
  return holding.side === 'yes' ? { market, holding, outcome: holding.market.index } : undefined
}

function statusOf(market: NativeMarket, outcome: number, now: number): string {
  if (nativeState(market, now) !== 'resolved') return 'ongoing'
  if (isVoided(market, now)) return 'voided'
  return winnerOf(market, now) === outcome ? 'won' : 'lost'
}

/** `2026-12-31 23:59:00`, UTC without saying so. */
function spacedTime(at: number): string {
  return toIso(at).slice(0, 19).replace('T', ' ')
}

function positionRow(context: FaceContext, { market, outcome, holding }: NativePosition): Native {
  const { size, entryPrice, realized } = holding
  const price = shownPrices(context, market)[outcome] ?? entryPrice
  const cost = size * entryPrice
  const profit = size * price - cost
  const status = statusOf(market, outcome, context.now)
  return {
    marketId: market.id,
    marketTitle: market.title,
    marketSlug: market.slug,
    imageUrl: imageOf(market.event.series),
    outcomeId: outcome,
    outcomeTitle: market.outcomeTitles[outcome],
    networkId: market.network.id,
    token: market.network.token.address,
    tokenId: null,
    shares: size,
    // What was paid a share, not what one is worth.
    price: entryPrice,
    value: round6(size * price),
    profit: round6(profit),
    roi: round6(profit / cost),
    totalProfit: round6(profit + realized),
    totalRoi: round6((profit + realized) / cost),
    positionFees: 0,
    totalFees: 0,
    winningsToClaim: status === 'won',
    winningsClaimed: false,
    voidedWinningsToClaim: status === 'voided',
    voidedWinningsClaimed: false,
    status,
    claimed: false,
    executionMode: market.model === 'ob' ? 1 : 0,
    expiresAt: spacedTime(market.endsAt),
    eventId: market.eventId ?? null,
  }
}

function purchaseRow(user: string, { market, outcome, holding }: NativePosition): Native {
  const { acquiredAt, size, entryPrice } = holding
  return {
    user,
    action: 'buy',
    marketTitle: market.title,
    marketSlug: market.slug,
    marketId: market.id,
    networkId: market.network.id,
    outcomeTitle: market.outcomeTitles[outcome],
    outcomeId: outcome,
    imageUrl: imageOf(market.event.series),
    shares: size,
    value: round6(size * entryPrice),
    timestamp: Math.floor(acquiredAt / 1000),
    blockNumber: blockAt(market.network, acquiredAt),
    token: market.network.token.address,
    txId: transactionOf(market, acquiredAt),
  }
}
