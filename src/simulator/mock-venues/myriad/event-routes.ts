import { toIso } from '../../../api/times/instant.js'
import { toJsonReply } from '../../http/reply.js'
import { type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { readCommaSeparated, whereOneOf, whereWord } from '../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../mock-kit/mock-venue.js'
import { stateAt, type WorldEvent } from '../../world/common/types.js'
import { notOneOf } from './errors.js'
import { createHexAddress, eventUuidOf } from './ids.js'
import { findListedGroups, readGroup } from './lookup.js'
import { imageOf, type Native, toMarketRow, usersOf, type Volumes, volumesOf } from './market-row.js'
import { nativeMarkets } from './native-market.js'
import { bnb } from './networks.js'
import { round6 } from './prices.js'

/** Routes of order-book events, which are groups of markets (README.md). */
export const eventRoutes: readonly Route[] = [
  route('GET', '/events', (call) =>
    toJsonReply({
      data: pageOf(events, call, findListedGroups(call)).rows.map((event) => eventRow(call, event)),
    }),
  ),
  route('GET', '/events/:id', (call) => toJsonReply(eventRow(call, readGroup(call)))),
]

const inState =
  (state: string) =>
  (event: WorldEvent, { now }: MockCall): boolean =>
    stateAt(event, now) === state

/** Returns the whole list in one response. */
const events: ListSpec<WorldEvent> = {
  filters: {
    state: whereWord(
      { open: inState('open'), closed: inState('closed'), resolved: inState('resolved') },
      notOneOf,
    ),
    network_id: whereOneOf(readCommaSeparated, () => String(bnb.id)),
  },
  limit: () => Number.POSITIVE_INFINITY,
}

function eventRow(context: MockContext, event: WorldEvent): Native {
  const { world, now } = context
  const markets = nativeMarkets(event, world.seed)
  const volumes = markets.map((market) => volumesOf(context, market))
  const sum = (name: keyof Volumes): number => round6(volumes.reduce((total, one) => total + one[name], 0))
  const winner = event.markets.findIndex(({ payout }) => payout === 1)
  const isKnown = event.exclusive && now >= event.resolvesAt && winner >= 0
  const isFeatured = event.seed % 40 === 0
  return {
    type: 'event',
    id: eventUuidOf(event, world.seed),
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
    negRiskId: event.exclusive ? createHexAddress(event.seed, 32) : null,
    volume: sum('volume'),
    volume24h: sum('volume24h'),
    volumeNotional: sum('volumeNotional'),
    volumeNotional24h: sum('volumeNotional24h'),
    liquidity: sum('resting'),
    users: volumes.reduce((total, one) => total + usersOf(one), 0),
    featured: isFeatured,
    featuredAt: isFeatured ? toIso(event.opensAt) : null,
    externalSources: [],
    markets: markets.map((market) => toMarketRow(context, market)),
  }
}
