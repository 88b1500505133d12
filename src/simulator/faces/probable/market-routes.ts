import { parseIso } from '../../../api/instant.js'
import type { FaceCall, Route } from '../../face.js'
import { route } from '../../face.js'
import { eventBySlug } from '../../native-ids.js'
import { json, type Reply } from '../../reply.js'
import { listedEvents, withMarkets } from '../../venue-view.js'
import { slugOf } from '../../world/dates.js'
import { stateAt, type WorldEvent } from '../../world/types.js'
import { byNumber, eventByNumber, idNumber } from './ids.js'
import { eventVolume, nativeEvent, nativeMarket, shortEvent, tagOf } from './native-market.js'
import { cut, pageOf, pagination } from './paging.js'
import { marketError } from './replies.js'

export const PREFIX = '/public/api/v1'

/** With the slash at the end that documents write, and without. */
function read(path: string, handle: (call: FaceCall) => Reply): readonly Route[] {
  return [`${PREFIX}${path}`, `${PREFIX}${path}/`].map((pattern) => route('GET', pattern, handle))
}

/** Events, markets, search and tags (venues/probable/README.md). */
export const marketRoutes: readonly Route[] = [
  ...read('/events', eventList),
  ...read('/events/slug/:slug', (call) => {
    const event = eventBySlug(call, 'probable', call.params['slug'] ?? '')
    if (event === undefined) throw marketError(404, 'event not found')
    return json(nativeEvent(call, event))
  }),
  ...read('/events/:id', (call) => json(nativeEvent(call, eventFor(call)))),
  ...read('/events/:id/tags', (call) => json(eventFor(call).series.tags.map((label) => tagOf(call, label)))),
  ...read('/markets', marketList),
  ...read('/markets/:id', (call) => {
    const number = idNumber(call.params['id'] ?? '')
    if (number === undefined) throw marketError(400, 'market id is invalid')
    const listed = byNumber(call, number)
    if (listed === undefined) throw marketError(500, 'failed to retrieve market: record not found')
    return json({ ...nativeMarket(call, listed), event: shortEvent(call, listed.event) })
  }),
  ...read('/public-search', search),
  ...read('/tags', tagList),
]

function eventFor(call: FaceCall): WorldEvent {
  const number = idNumber(call.params['id'] ?? '')
  if (number === undefined) throw marketError(400, 'event id is invalid')
  const event = eventByNumber(call, number)
  if (event === undefined) throw marketError(500, 'failed to retrieve event: record not found')
  return event
}

/** A bare array, where documents show an object with a pagination block. */
function eventList(call: FaceCall): Reply {
  const events = ordered(call, listedEvents(call, 'probable').filter(eventTest(call, 'status')))
  return json(cut(events, pageOf(call.query)).map((event) => nativeEvent(call, event)))
}

function eventTest({ query, now, world }: FaceCall, statusKey: string): (event: WorldEvent) => boolean {
  const status = query.text(statusKey) ?? 'all'
  if (!['active', 'closed', 'all'].includes(status)) throw marketError(400, `${statusKey} is invalid`)
  const closed = query.flag('closed')
  const active = query.flag('active')
  const slugs = [...query.all('tag_slug'), ...query.all('events_tag')].flatMap((text) => text.split(','))
  const ids = numbersOf(query.all('tag_id'))
  const unwanted = numbersOf(query.all('exclude_tag_id'))
  const recurrence = query.text('recurrence')
  const [startMin, startMax] = [timeOf(query.text('start_date_min')), timeOf(query.text('start_date_max'))]
  const [endMin, endMax] = [timeOf(query.text('end_date_min')), timeOf(query.text('end_date_max'))]
  return (event) => {
    const isOpen = stateAt(event, now) === 'open'
    const tags = event.series.tags.map((label) => ({
      id: world.tags.indexOf(label) + 1,
      slug: slugOf(label),
    }))
    const hasTag = (wanted: readonly number[]): boolean => tags.some(({ id }) => wanted.includes(id))
    return (
      (status === 'all' || (status === 'active') === isOpen) &&
      (closed === undefined || closed !== isOpen) &&
      (active === undefined || active === isOpen) &&
      (slugs.length === 0 || tags.some(({ slug }) => slugs.includes(slug))) &&
      (ids.length === 0 || hasTag(ids)) &&
      !hasTag(unwanted) &&
      (recurrence === undefined || recurrence === recurrenceOf(event)) &&
      event.opensAt >= (startMin ?? event.opensAt) &&
      event.opensAt <= (startMax ?? event.opensAt) &&
      event.endsAt >= (endMin ?? event.endsAt) &&
      event.endsAt <= (endMax ?? event.endsAt)
    )
  }
}

function recurrenceOf({ series: { recurrence } }: WorldEvent): string {
  return ['daily', 'weekly', 'monthly'].includes(recurrence) ? recurrence : 'single'
}

function numbersOf(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text) => text.split(',')).map(Number)
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = parseIso(text)
  if (time === undefined) throw marketError(400, 'date is invalid')
  return time
}

/** Newest first unless told otherwise. */
function ordered(call: FaceCall, events: readonly WorldEvent[]): readonly WorldEvent[] {
  const { query } = call
  const sort = query.text('sort') ?? 'created_at'
  const volumes = new Map<WorldEvent, number>()
  if (sort === 'volume') for (const event of events) volumes.set(event, eventVolume(call, event))
  const keys: Readonly<Record<string, (event: WorldEvent) => number>> = {
    created_at: (event) => event.opensAt,
    volume: (event) => volumes.get(event) ?? 0,
    market_count: (event) => event.markets.length,
    end_date: (event) => event.endsAt,
    relevance: (event) => (stateAt(event, call.now) === 'open' ? 1 : 0),
  }
  const key = Object.hasOwn(keys, sort) ? keys[sort] : undefined
  if (key === undefined) throw marketError(400, 'sort is invalid')
  const sign = query.flag('ascending') === true ? 1 : -1
  return [...events].sort((a, b) => sign * (key(a) - key(b)) || b.number - a.number)
}

/** The newest id first. Filters it does not know are ignored: there is none by slug, token or condition. */
function marketList(call: FaceCall): Reply {
  const { query, now } = call
  const [active, closed] = [query.flag('active'), query.flag('closed')]
  const eventId = query.text('event_id')
  const number = eventId === undefined ? undefined : idNumber(eventId)
  if (eventId !== undefined && number === undefined) throw marketError(400, 'event_id is invalid')
  const event = number === undefined ? undefined : eventByNumber(call, number)
  const events = eventId === undefined ? listedEvents(call, 'probable') : event === undefined ? [] : [event]
  const rows = withMarkets(events)
    .filter(({ market }) => {
      const isOpen = stateAt(market, now) === 'open'
      return (active === undefined || active === isOpen) && (closed === undefined || closed !== isOpen)
    })
    .sort((a, b) => b.market.number - a.market.number)
  const page = pageOf(query)
  return json({
    markets: cut(rows, page).map((listed) => nativeMarket(call, listed)),
    pagination: pagination(rows.length, page),
  })
}

/** Words in titles, questions and tags (venues/probable/README.md). */
function search(call: FaceCall): Reply {
  const { query } = call
  const words = (query.text('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) throw marketError(400, 'q is required')
  const isWanted = eventTest(call, 'events_status')
  const found = listedEvents(call, 'probable').filter((event) => isWanted(event) && mentions(event, words))
  const sort = query.text('sort') ?? 'relevance'
  const rows = sort === 'relevance' ? byRelevance(call, found) : ordered(call, found)
  const page = pageOf(query)
  const tags = query.flag('search_tags') === false ? [] : call.world.tags
  return json({
    events: cut(rows, page).map((event) => searchRow(call, event)),
    tags: tags
      .filter((label) => words.some((word) => label.toLowerCase().includes(word)))
      .map((label) => tagOf(call, label)),
    pagination: pagination(rows.length, page),
  })
}

function mentions(event: WorldEvent, words: readonly string[]): boolean {
  const questions = event.markets.map(({ question }) => question)
  const text = [event.title, ...questions, ...event.series.tags].join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Open ones first, then the newest. */
function byRelevance({ now }: FaceCall, events: readonly WorldEvent[]): readonly WorldEvent[] {
  const isOpen = (event: WorldEvent): number => (stateAt(event, now) === 'open' ? 1 : 0)
  return [...events].sort((a, b) => isOpen(b) - isOpen(a) || b.opensAt - a.opensAt || b.number - a.number)
}

function searchRow(call: FaceCall, event: WorldEvent): Readonly<Record<string, unknown>> {
  if (call.query.flag('optimized') === true) return shortEvent(call, event)
  const keepsClosed = call.query.flag('keep_closed_markets') !== false
  const kept = event.markets.filter((market) => keepsClosed || stateAt(market, call.now) === 'open')
  return {
    ...shortEvent(call, event),
    markets: kept.map((market) => nativeMarket(call, { event, market })),
  }
}

function tagList(call: FaceCall): Reply {
  const { query, world } = call
  const sort = query.text('sort') ?? 'id'
  const sign = query.text('order') === 'desc' ? -1 : 1
  const rows = world.tags.map((label) => tagOf(call, label))
  if (sort === 'label' || sort === 'slug') rows.sort((a, b) => sign * (a[sort] < b[sort] ? -1 : 1))
  else rows.sort((a, b) => sign * (a.id - b.id))
  const page = pageOf(query)
  return json({ tags: cut(rows, page), pagination: pagination(rows.length, page) })
}
