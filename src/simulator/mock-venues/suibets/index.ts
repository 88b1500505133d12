import { Refusal, type Reply, requireOrRefuse, toJsonReply } from '../../http/reply.js'
import { type ListFilter, type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { whereEqual } from '../../mock-kit/list-filters.js'
import { type MockCall, type MockHost, type MockVenue, route } from '../../mock-kit/mock-venue.js'
import { findMarketByNumber } from '../../mock-kit/native-ids.js'
import { findListedEvents, withMarkets } from '../../mock-kit/venue-view.js'
import {
  isHere,
  latestOn,
  makerOf,
  matchesOf,
  type Offer,
  offersOn,
  renderFullOffer,
  takerOf,
  toOfferRow,
  toStoredRow,
} from './offer.js'
import { POSTINGS } from './posting.js'

const MAX_OF_A_WALLET = 50

function refusal(status: number, message: string): Refusal {
  return new Refusal(toJsonReply({ message }, status))
}

/** `open` selects offers that can be taken, `all` does not filter, any other word is compared as it is. */
const byStatus: ListFilter<Offer> = ({ query, now }, name) => {
  const asked = query.text(name) ?? 'open'
  if (asked === 'all') return undefined
  if (asked !== 'open') return ({ status }) => status === asked
  return ({ status, expiresAt }) => ['open', 'partial'].includes(status) && now < expiresAt
}

const offers: ListSpec<Offer> = {
  filters: {
    status: byStatus,
    eventId: whereEqual(({ listed }) => String(listed.event.number)),
    sport: whereEqual((offer, call) => String(toOfferRow(call, offer)['sportName'])),
    currency: whereEqual(({ currency }) => currency),
    marketType: whereEqual(() => 'match_winner'),
  },
  order: () => [
    { key: ({ odds }) => odds, isFalling: true },
    { key: ({ posting }) => posting.postedAt, isFalling: true },
  ],
  // An invalid number is treated as absent.
  limit: ({ query }) => Math.min(Number.parseInt(query.text('limit') ?? '', 10) || 200, 500),
}

function list(call: MockCall): Reply {
  const listed = withMarkets(findListedEvents(call, 'suibets').filter(isHere))
  // Earlier postings are no longer open.
  const isOpen = (call.query.text('status') ?? 'open') === 'open'
  const all = listed.flatMap((one) => (isOpen ? (latestOn(call, one) ?? []) : offersOn(call, one)))
  return toJsonReply(pageOf(offers, call, all).rows.map((offer) => toOfferRow(call, offer)))
}

function one(call: MockCall): Reply {
  const id = Number.parseInt(call.params['id'] ?? '', 10)
  if (Number.isNaN(id)) throw refusal(400, 'Invalid offer ID')
  // Ids are 32-bit numbers; a larger one causes a database error.
  if (Math.abs(id) > 2_147_483_647) throw refusal(500, 'Failed to get offer')
  const listed = findMarketByNumber(call, 'suibets', Math.floor(id / POSTINGS))
  const offer =
    listed && isHere(listed.event) ? offersOn(call, listed).find((one) => one.id === id) : undefined
  if (offer === undefined) throw refusal(404, 'Offer not found')
  return toJsonReply(renderFullOffer(call, offer))
}

/** Returns offers and takes of a wallet, newest first; rows of the database, without the on-chain state. */
function mine(call: MockCall): Reply {
  const wallet = requireOrRefuse(call.query.text('wallet'), () => refusal(400, 'wallet required'))
  const all = withMarkets(findListedEvents(call, 'suibets').filter(isHere)).flatMap((one) =>
    offersOn(call, one),
  )
  const newest = (offers: readonly Offer[]) =>
    offers.toSorted((a, b) => b.posting.postedAt - a.posting.postedAt).slice(0, MAX_OF_A_WALLET)
  return toJsonReply({
    myOffers: newest(all.filter((offer) => makerOf(offer) === wallet)).map((offer) =>
      toStoredRow(call, offer),
    ),
    myMatches: newest(
      all.filter((offer) => offer.takenAt !== undefined && takerOf(offer) === wallet),
    ).flatMap((offer) => matchesOf(offer).map((match) => ({ ...match, offer: toStoredRow(call, offer) }))),
    myParlayOffers: [],
  })
}

/** Other routes of the venue's server (venues/suibets/README.md). */
const notPlayed = [
  'GET /api/events',
  'GET /api/events/counts',
  'GET /api/events/live',
  'GET /api/events/results',
  'GET /api/events/:id',
  'GET /api/p2p/clob',
  'GET /api/p2p/clob/:event',
  'GET /api/p2p/contract-info',
  'GET /api/p2p/fee-preview',
  'GET /api/p2p/fee-tiers',
  'GET /api/p2p/leaderboard',
  'GET /api/p2p/live-events',
  'GET /api/p2p/live-odds',
  'GET /api/p2p/markets',
  'GET /api/p2p/odds-history',
  'GET /api/p2p/offer-counts',
  'POST /api/p2p/offers',
  'POST /api/p2p/offers/:id/accept',
  'POST /api/p2p/offers/:id/reclaim',
  'DELETE /api/p2p/offers/:id',
  'GET /api/p2p/onchain-book',
  'GET /api/p2p/onchain-tx-feed',
  'GET /api/p2p/parlays',
  'GET /api/p2p/parlays/:id',
  'GET /api/p2p/settled-tape',
  'GET /api/p2p/settling',
  'GET /api/p2p/volume',
]

const api: MockHost = {
  prefix: '/api',
  routes: [
    route('GET', '/api/p2p/offers', list),
    route('GET', '/api/p2p/my', mine),
    route('GET', '/api/p2p/offers/:id', one),
  ],
  notImplemented: notPlayed,
  notFound: () => toJsonReply({ message: 'Not found' }, 404),
  limit: {
    capacity: 100,
    perSecond: 100 / 60,
    refusal: () =>
      toJsonReply({ message: 'Too many requests, please try again later.' }, 429, { 'retry-after': '60' }),
  },
}

/** Mock venue of SuiBets: offers of bets between two wallets; parlays are not implemented. */
export const suibetsMock: MockVenue = { venue: 'suibets', hosts: { api } }
