import { type Reply, toJsonReply } from '../../http/reply.js'
import { type ListSpec, pageOf, readCountOf } from '../../mock-kit/list-endpoint.js'
import { readRepeated, whereEveryWord, whereOneOf } from '../../mock-kit/list-filters.js'
import { type MockCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { findListedEvents } from '../../mock-kit/venue-view.js'
import type { WorldEvent } from '../../world/common/types.js'
import { findEventByTicker } from './ids.js'
import { statusOfEvent, toNativeEvent } from './native-event.js'
import { createCatalogueError } from './replies.js'

const PATH = '/v1/prediction-markets'

/** Routes of events with their contracts (venues/gemini-titan/README.md). */
export const catalogueRoutes: readonly Route[] = [
  route('GET', `${PATH}/events`, list),
  route('GET', `${PATH}/events/:ticker`, (call) => {
    const event = findEventByTicker(call, call.params['ticker'] ?? '')
    if (event === undefined) throw createCatalogueError(404, 'NOT_FOUND', 'Event not found')
    return toJsonReply(toNativeEvent(call, event))
  }),
]

/** Other documented calls of the catalog and of trading. */
export const catalogueNotImplemented: readonly string[] = [
  'GET /events/newly-listed',
  'GET /events/recently-settled',
  'GET /events/upcoming',
  'GET /events/:ticker/strike',
  'GET /categories',
  'GET /volume/:day',
  'GET /volume/:day/hourly',
  'GET /combos',
  'GET /combos/:symbol',
  'POST /combos',
].map((line) => line.replace(' ', ` ${PATH}`))

const refuse = (name: string): Error => createCatalogueError(400, 'InvalidInput', `${name} is invalid`)

/** Maximum number of settled events, over all pages. */
const MAX_SETTLED = 1_000

/** Ordered by number; the venue documents no order. */
const events: ListSpec<WorldEvent> = {
  limit: readCountOf('limit', { otherwise: 50, most: 500, refuse }),
  start: readCountOf('offset', { otherwise: 0, least: 0, refuse }),
  filters: {
    status: whereOneOf(readRepeated, (event, { now }) => statusOfEvent(event, now)),
    category: whereOneOf(readRepeated, ({ series }) => series.category),
    // The venue searches by meaning, the mock venue by words.
    search: whereEveryWord(({ title }) => title),
  },
}

function list(call: MockCall): Reply {
  const { now, query } = call
  const isSettled = (event: WorldEvent): boolean => statusOfEvent(event, now) === 'settled'
  const all = findListedEvents(call, 'gemini-titan')
  const hidden = new Set(
    query.all('status').includes('settled') ? all.filter(isSettled).slice(0, -MAX_SETTLED) : [],
  )
  const page = pageOf(
    events,
    call,
    all.filter((event) => !hidden.has(event)),
  )
  return toJsonReply({
    data: page.rows.map((event) => toNativeEvent(call, event)),
    pagination: { limit: page.limit, offset: page.start, total: page.total },
  })
}
