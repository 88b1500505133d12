import type { FaceCall, FaceHost, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, text } from '../../reply.js'
import type { Listed } from '../../venue-view.js'
import type { WorldEvent } from '../../world/types.js'
import { invalid, notFound } from './gamma-errors.js'
import { gammaEvent, shortEvent } from './gamma-event.js'
import { eventById, selectEvents } from './gamma-events.js'
import { gammaMarket, type Native } from './gamma-market.js'
import { keysOf, type MarketKeys, marketById, selectMarkets } from './gamma-markets.js'
import { keysetCursor, lastIdOf, limitOf, offsetOf, type Selection } from './gamma-page.js'
import { searchRoutes } from './gamma-search.js'
import { tableRoutes } from './gamma-tables.js'
import { eventBySlug, marketBySlug } from './ids.js'
import { tagsOf } from './labels.js'

const eventRoutes: readonly Route[] = [
  route('GET', '/events', (call) =>
    json(page(call, selectEvents(call).rows).map((event) => gammaEvent(call, event))),
  ),
  route('GET', '/events/keyset', (call) => {
    const { rows, next } = keysetPage(call, 'events', selectEvents(call), eventKeys)
    const schema = 'https://gamma-api.polymarket.com/schemas/EventsKeysetListResponse.json'
    return json({ $schema: schema, events: rows.map((event) => gammaEvent(call, event)), next_cursor: next })
  }),
  route('GET', '/events/pagination', (call) => {
    const all = selectEvents(call).rows
    const rows = page(call, all)
    return json({
      data: rows.map((event) => gammaEvent(call, event)),
      pagination: { hasMore: offsetOf(call.query) + rows.length < all.length, totalResults: all.length },
    })
  }),
  route('GET', '/events/slug/:slug', (call) => json(gammaEvent(call, slugged(call)))),
  route('GET', '/events/:id', (call) => json(gammaEvent(call, identified(call)))),
  route('GET', '/events/:id/tags', (call) => json(tagsOf(call, identified(call).series))),
  route('GET', '/events/:id/comments/count', (call) =>
    json({ count: shortEvent(call, identified(call))['commentCount'] }),
  ),
]

const marketRoutes: readonly Route[] = [
  route('GET', '/markets', (call) =>
    json(marketRows(call, page(call, selectMarkets(call, keysOf(call)).rows))),
  ),
  route('GET', '/markets/keyset', (call) => {
    const all = selectMarkets(call, keysOf(call))
    const { rows, next } = keysetPage(call, 'markets', all, marketKeys)
    return json({ markets: marketRows(call, rows), next_cursor: next })
  }),
  route('POST', '/markets/information', (call) => json(bodyRows(call))),
  route('POST', '/markets/abridged', (call) => json(bodyRows(call))),
  route('GET', '/markets/slug/:slug', (call) => json(marketRow(call, sluggedMarket(call)))),
  route('GET', '/markets/:id', (call) => json(marketRow(call, identifiedMarket(call)))),
  route('GET', '/markets/:id/tags', (call) => json(tagsOf(call, identifiedMarket(call).event.series))),
  route('GET', '/markets/:id/description', (call) =>
    json({ description: identifiedMarket(call).event.rules }),
  ),
]

/** The metadata host (venues/polymarket/README.md). */
export const gammaHost: FaceHost = {
  prefix: '',
  routes: [
    route('GET', '/status', () => text('OK')),
    ...eventRoutes,
    ...marketRoutes,
    ...searchRoutes,
    ...tableRoutes,
  ],
  notFound: () => json({ type: 'not found error', error: 'not found' }, 404),
}

function page<Row>({ query }: FaceCall, rows: readonly Row[]): readonly Row[] {
  const offset = offsetOf(query)
  return rows.slice(offset, offset + limitOf(query))
}

/** How a cursor names a row and finds it again. */
interface RowKeys<Row> {
  readonly idOf: (row: Row) => string
  readonly find: (call: FaceCall, id: string) => Row | undefined
}

const eventKeys: RowKeys<WorldEvent> = { idOf: (event) => String(event.number), find: eventById }
const marketKeys: RowKeys<Listed> = { idOf: ({ market }) => String(market.number), find: marketById }

/** A page that begins after the row a cursor names, also when that row has left the list since. */
function keysetPage<Row>(
  call: FaceCall,
  kind: 'events' | 'markets',
  { rows: all, compare }: Selection<Row>,
  { idOf, find }: RowKeys<Row>,
): { readonly rows: readonly Row[]; readonly next: string | undefined } {
  const { query } = call
  if (query.has('offset')) throw invalid('offset is not supported, use after_cursor')
  const order = `${query.text('order') ?? ''} ${query.text('ascending') ?? ''}`
  const cursor = query.text('after_cursor')
  const seen = cursor === undefined ? undefined : find(call, lastIdOf(kind, order, cursor))
  const left = seen === undefined ? all : all.filter((row) => compare(row, seen) > 0)
  const rows = left.slice(0, limitOf(query))
  const last = rows.at(-1)
  return {
    rows,
    next: last !== undefined && rows.length < left.length ? keysetCursor(kind, order, idOf(last)) : undefined,
  }
}

function slugged(call: FaceCall): WorldEvent {
  const event = eventBySlug(call, call.params['slug'] ?? '')
  if (event === undefined) throw notFound('slug not found')
  return event
}

function identified(call: FaceCall): WorldEvent {
  const event = eventById(call, call.params['id'] ?? '')
  if (event === undefined) throw notFound('id not found')
  return event
}

function sluggedMarket(call: FaceCall): Listed {
  const listed = marketBySlug(call, call.params['slug'] ?? '')
  if (listed === undefined) throw notFound('slug not found')
  return listed
}

function identifiedMarket(call: FaceCall): Listed {
  const listed = marketById(call, call.params['id'] ?? '')
  if (listed === undefined) throw notFound('id not found')
  return listed
}

/** A market of a market list: with its event in short, and its tags when they are asked for. */
function marketRow(call: FaceCall, { event, market }: Listed): Native {
  return {
    ...gammaMarket(call, event, market),
    events: [shortEvent(call, event)],
    tags: call.query.flag('include_tag') === true ? tagsOf(call, event.series) : undefined,
  }
}

function marketRows(call: FaceCall, rows: readonly Listed[]): readonly Native[] {
  return rows.map((row) => marketRow(call, row))
}

function bodyRows(call: FaceCall): readonly Native[] {
  return marketRows(call, page(call, selectMarkets(call, bodyKeys(call.request.body)).rows))
}

function bodyKeys(body: unknown): MarketKeys {
  if (typeof body !== 'object' || body === null) throw invalid('body is invalid')
  const list = (name: string): readonly string[] => {
    const value: unknown = Reflect.get(body, name)
    return Array.isArray(value) ? value.map(String) : []
  }
  return {
    ids: list('id'),
    slugs: list('slug'),
    conditions: list('conditionIds'),
    tokens: list('clobTokenIds'),
    questions: list('questionIds'),
  }
}
