import { toIso } from '../../../api/instant.js'
import type { FaceCall, FaceContext, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { uuidOf } from '../../world/hash.js'
import { stateAt, type WorldEvent } from '../../world/types.js'
import { bookOf } from './book-routes.js'
import { badParams } from './errors.js'
import { eventUuid, hexAddress } from './ids.js'
import { groupAsked, listedGroups } from './lookup.js'
import { imageOf, marketRow, type Native, usersOf, type Volumes, volumesOf } from './market-row.js'
import { nativeMarkets } from './native-market.js'
import { bnb } from './networks.js'
import { round6 } from './prices.js'

/** Events of the order book: groups of its markets (venues/myriad/README.md). */
export const eventRoutes: readonly Route[] = [
  route('GET', '/events', listEvents),
  route('GET', '/events/:id', (call) => json(eventRow(call, groupAsked(call)))),
  route('GET', '/events/:id/orderbook', eventBooks),
]

const states = ['open', 'closed', 'resolved']

/** The whole list in one answer. */
function listEvents(call: FaceCall): Reply {
  const state = call.query.text('state')
  if (state !== undefined && !states.includes(state))
    throw badParams(`state must be one of ${states.join(', ')}`)
  const networks = call.query.list('network_id')
  const isAsked = networks.length === 0 || networks.includes(String(bnb.id))
  const found = isAsked
    ? listedGroups(call).filter((event) => state === undefined || stateAt(event, call.now) === state)
    : []
  return json({ data: found.map((event) => eventRow(call, event)) })
}

function eventRow(context: FaceContext, event: WorldEvent): Native {
  const { world, now } = context
  const markets = nativeMarkets(event, world.seed)
  const volumes = markets.map((market) => volumesOf(context, market))
  const sum = (name: keyof Volumes): number => round6(volumes.reduce((total, one) => total + one[name], 0))
  const winner = event.markets.findIndex(({ payout }) => payout === 1)
  const isKnown = event.exclusive && now >= event.resolvesAt && winner >= 0
  const isFeatured = event.seed % 40 === 0
  return {
    type: 'event',
    id: eventUuid(event, world.seed),
    networkId: bnb.id,
    slug: event.slug,
    title: event.title,
    description: event.rules,
    imageUrl: imageOf(event.series),
    bannerImageUrl: imageOf(event.series),
    state: stateAt(event, now),
    resolvedOutcomeIndex: isKnown ? winner : null,
    expiresAt: toIso(event.endsAt),
    publishedAt: toIso(event.opensAt),
    negRisk: event.exclusive,
    negRiskId: event.exclusive ? hexAddress(event.seed, 32) : null,
    volume: sum('volume'),
    volume24h: sum('volume24h'),
    volumeNotional: sum('volumeNotional'),
    volumeNotional24h: sum('volumeNotional24h'),
    liquidity: sum('resting'),
    users: volumes.reduce((total, one) => total + usersOf(one), 0),
    featured: isFeatured,
    featuredAt: isFeatured ? toIso(event.opensAt) : null,
    externalSources: [],
    markets: markets.map((market) => marketRow(context, market)),
  }
}

/** The books of outcome 0 of every market. */
function eventBooks(call: FaceCall): Reply {
  const markets = nativeMarkets(groupAsked(call), call.world.seed)
  return json({
    outcomes: markets.map((market) => ({
      marketId: uuidOf(market.legs[0].seed),
      ethMarketId: market.id,
      outcomeIndex: market.legs[0].index,
      title: market.title,
      orderbook: bookOf(call, market, 0),
    })),
  })
}
