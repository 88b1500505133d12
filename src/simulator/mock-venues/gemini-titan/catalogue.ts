import { json, type Reply } from '../../http/reply.js'
import { count, type ListSpec, pageOf } from '../../mock-kit/list-endpoint.js'
import { everyWord, oneOf, repeated } from '../../mock-kit/list-filters.js'
import { type FaceCall, type Route, route } from '../../mock-kit/mock-venue.js'
import { listedEvents } from '../../mock-kit/venue-view.js'
import type { WorldEvent } from '../../world/common/types.js'
import { eventByTicker } from './ids.js'
import { eventStatus, nativeEvent } from './native-event.js'
import { catalogueError } from './replies.js'

const PATH = '/v1/prediction-markets'

/** Events with their contracts (venues/gemini-titan/README.md). */
export const catalogueRoutes: readonly Route[] = [
  route('GET', `${PATH}/events`, list),
  route('GET', `${PATH}/events/:ticker`, (call) => {
    const event = eventByTicker(call, call.params['ticker'] ?? '')
    if (event === undefined) throw catalogueError(404, 'NOT_FOUND', 'Event not found')
    return json(nativeEvent(call, event))
  }),
]

/** What else is documented of the catalogue and of trading. */
export const catalogueNotPlayed: readonly string[] = [
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

const refuse = (name: string): Error => catalogueError(400, 'InvalidInput', `${name} is invalid`)

/** However they are paged, no more settled events than these. */
const MOST_SETTLED = 1_000

/** In the order of their numbers: none is documented. */
const events: ListSpec<WorldEvent> = {
  limit: count('limit', { otherwise: 50, most: 500, refuse }),
  start: count('offset', { otherwise: 0, least: 0, refuse }),
  filters: {
    status: oneOf(repeated, (event, { now }) => eventStatus(event, now)),
    category: oneOf(repeated, ({ series }) => series.category),
    // By meaning at the venue; the demo knows words alone.
    search: everyWord(({ title }) => title),
  },
}

function list(call: FaceCall): Reply {
  const { now, query } = call
  const isSettled = (event: WorldEvent): boolean => eventStatus(event, now) === 'settled'
  const all = listedEvents(call, 'gemini-titan')
  const hidden = new Set(
    query.all('status').includes('settled') ? all.filter(isSettled).slice(0, -MOST_SETTLED) : [],
  )
  const page = pageOf(
    events,
    call,
    all.filter((event) => !hidden.has(event)),
  )
  return json({
    data: page.rows.map((event) => nativeEvent(call, event)),
    pagination: { limit: page.limit, offset: page.start, total: page.total },
  })
}
