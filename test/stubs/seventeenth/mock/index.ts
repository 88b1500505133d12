import type { VenueId } from '../../../../src/api/envelope/venue-ids.js'
import { MINUTE_MS } from '../../../../src/api/times/span.js'
import { Refusal, type Reply, toJsonReply } from '../../../../src/simulator/http/reply.js'
import { pageOf, readCountOf, startFromNumber } from '../../../../src/simulator/mock-kit/list-endpoint.js'
import { whereEqual } from '../../../../src/simulator/mock-kit/list-filters.js'
import { type MockCall, type MockVenue, route } from '../../../../src/simulator/mock-kit/mock-venue.js'
import { findMarketByNumber } from '../../../../src/simulator/mock-kit/native-ids.js'
import {
  findListedEvents,
  type ListedMarket,
  narrowToListed,
} from '../../../../src/simulator/mock-kit/venue-view.js'
import { priceFor, seenFrom } from '../../../../src/simulator/mock-kit/yes-no-sides.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../../../src/simulator/world/common/types.js'

const VENUE = 'seventeenth' as string as VenueId

/** Of the world's series it has one in so many: enough for several pages. */
const SERIES_APART = 4
const isHere = ({ series }: WorldEvent): boolean => series.index % SERIES_APART === 0

const refuse = (): Error => new Refusal(toJsonReply({ problem: 'bad request' }, 400))
const missing = (): Refusal => new Refusal(toJsonReply({ problem: 'no such thing' }, 404))

const states = { unlisted: 'open', open: 'open', closed: 'halted', resolved: 'settled' } as const
const stateOf = ({ closesAt }: WorldEvent, now: number): string => (now < closesAt ? 'open' : 'over')

function nativeContract({ world, now }: MockCall, market: WorldMarket) {
  return {
    id: `17-${market.number}`,
    name: market.label ?? market.question,
    state: states[stateAt(market, now)],
    opens: market.opensAt,
    ends: market.endsAt,
    ...(now < market.closesAt ? {} : { closed: market.closesAt }),
    last: world.lastTrade(market.key, now)?.price ?? null,
    turnover_day: world.stats(market.key, now).volume24h,
  }
}

function nativeEvent(call: MockCall, event: WorldEvent) {
  return {
    id: `e17-${event.number}`,
    name: event.title,
    slug: event.slug,
    rules: event.rules,
    state: stateOf(event, call.now),
    opens: event.opensAt,
    contracts: event.markets
      .filter(({ opensAt }) => opensAt <= call.now)
      .map((market) => nativeContract(call, market)),
  }
}

function list(call: MockCall): Reply {
  const page = pageOf<WorldEvent, MockCall>(
    {
      filters: { state: whereEqual((event, { now }) => stateOf(event, now)) },
      limit: () => 20,
      start: startFromNumber(readCountOf('page', { otherwise: 1, refuse })),
    },
    call,
    findListedEvents(call, VENUE).filter(isHere),
  )
  return toJsonReply({ events: page.rows.map((event) => nativeEvent(call, event)), more: page.more })
}

function oneEvent(call: MockCall): Reply {
  const number = Number(/^e17-(\d+)$/.exec(call.params['id'] ?? '')?.[1])
  const event = narrowToListed(call, VENUE, call.world.eventByNumber(number))
  if (event === undefined || !isHere(event)) throw missing()
  return toJsonReply(nativeEvent(call, event))
}

function contractFor(call: MockCall, text: string | undefined): ListedMarket {
  const number = Number(/^17-(\d+)$/.exec(text ?? '')?.[1])
  const listed = Number.isNaN(number) ? undefined : findMarketByNumber(call, VENUE, number)
  if (listed === undefined || !isHere(listed.event)) throw missing()
  return listed
}

function oneContract(call: MockCall): Reply {
  const { event, market } = contractFor(call, call.params['id'])
  return toJsonReply({ event: nativeEvent(call, event), contract: nativeContract(call, market) })
}

function sided(call: MockCall) {
  const [, contract, letter] = /^(.+)-([yn])$/.exec(call.params['token'] ?? '') ?? []
  return { market: contractFor(call, contract).market, side: letter === 'y' ? 'yes' : 'no' } as const
}

function book(call: MockCall): Reply {
  const { market, side } = sided(call)
  const { bids, asks } = seenFrom(side, call.world.book(market.key, call.now))
  const rows = (levels: typeof bids) => levels.map(({ price, size }) => [String(price), size])
  return toJsonReply({ at: call.now, bids: rows(bids), asks: rows(asks) })
}

/** Bars that open within [from, to), in prices of the side that is asked for. */
function bars(call: MockCall): Reply {
  const { market, side } = sided(call)
  const [step, from, to] = ['step', 'from', 'to'].map((name) => call.query.integer(name))
  if (typeof step !== 'number' || typeof from !== 'number' || typeof to !== 'number') throw refuse()
  const until = Math.min(to, call.now + 1)
  const rows = call.world.bars(market.key, step * MINUTE_MS, from, until, call.now + 1)
  return toJsonReply(
    rows.map(({ openAt, open, high, low, close, volume }) => {
      const [top, bottom] = side === 'yes' ? [high, low] : [low, high]
      return [openAt, ...[open, top, bottom, close].map((price) => priceFor(side, price)), volume]
    }),
  )
}

/** The made-up venue's own interface; it never imports the adapter. */
export const seventeenthMock: MockVenue = {
  venue: VENUE,
  hosts: {
    api: {
      prefix: '/v1',
      routes: [
        route('GET', '/v1/events', list),
        route('GET', '/v1/events/:id', oneEvent),
        route('GET', '/v1/contracts/:id', oneContract),
        route('GET', '/v1/books/:token', book),
        route('GET', '/v1/bars/:token', bars),
      ],
      notFound: () => toJsonReply({ problem: 'no such path' }, 404),
    },
  },
}
