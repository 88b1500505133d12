import type { FaceCall, Route } from '../../face.js'
import { route } from '../../face.js'
import { json, type Reply } from '../../reply.js'
import { listedEvents } from '../../venue-view.js'
import { stateAt, type WorldEvent } from '../../world/types.js'
import { invalid } from './gamma-errors.js'
import { figuresOf, gammaEvent } from './gamma-event.js'
import { byCreation } from './gamma-events.js'
import type { Native } from './gamma-market.js'
import { allTags } from './labels.js'

const DEFAULT_PER_TYPE = 5
const MAX_PER_TYPE = 100

/** Full text search over titles and questions (venues/polymarket/README.md). */
export const searchRoutes: readonly Route[] = [route('GET', '/public-search', search)]

function search(call: FaceCall): Reply {
  const { query } = call
  const text = query.text('q')
  if (text === undefined) throw invalid('q is required')
  const perType = positive(call, 'limit_per_type', DEFAULT_PER_TYPE)
  const page = positive(call, 'page', 1)
  const size = Math.min(perType, MAX_PER_TYPE)
  const found = hits(call, words(text))
  const start = (page - 1) * size
  const rows = found.slice(start, start + size)
  const tags = query.flag('search_tags') === true ? { tags: tagHits(call, words(text)) } : {}
  return json({
    ...(rows.length === 0 ? {} : { events: rows.map((event) => eventRow(call, event)) }),
    ...tags,
    pagination: { hasMore: start + rows.length < found.length, totalResults: found.length },
  })
}

function positive({ query }: FaceCall, key: string, otherwise: number): number {
  const value = query.integer(key) ?? otherwise
  if (value === 'bad' || value < 1) throw invalid(`${key} is invalid`)
  return value
}

function words(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

function hits(call: FaceCall, wanted: readonly string[]): readonly WorldEvent[] {
  const { query, now } = call
  const status = query.text('events_status')
  const tags = query.all('events_tag')
  const found = listedEvents(call, 'polymarket').filter((event) => {
    const open = stateAt(event, now) === 'open'
    if (status === 'active' && !open) return false
    if (status === 'closed' && open) return false
    if (tags.length > 0 && !event.series.tags.some((label) => tags.includes(label.toLowerCase())))
      return false
    return wanted.every((word) => textOf(event).includes(word))
  })
  return [...found].sort(rank(call, wanted))
}

function textOf(event: WorldEvent): string {
  return `${event.title} ${event.markets.map((market) => market.question).join(' ')}`.toLowerCase()
}

/** Relevance: words in the title before words in a question, open before closed, newest first. */
function rank(call: FaceCall, wanted: readonly string[]): (a: WorldEvent, b: WorldEvent) => number {
  const { query, now } = call
  const sort = query.text('sort')
  if (sort !== undefined) {
    const fields: Readonly<Record<string, (event: WorldEvent) => number>> = {
      volume: (event) => figuresOf(call, event).volume,
      volume_24hr: (event) => figuresOf(call, event).volume24hr,
      liquidity: (event) => figuresOf(call, event).liquidity,
      start_date: (event) => event.opensAt,
      end_date: (event) => event.endsAt,
      competitive: (event) => event.opensAt,
    }
    const read = Object.hasOwn(fields, sort) ? fields[sort] : undefined
    if (read === undefined) throw invalid('sort is invalid')
    const sign = query.flag('ascending') === true ? 1 : -1
    return (a, b) => sign * (read(a) - read(b))
  }
  const score = (event: WorldEvent): number => {
    const title = event.title.toLowerCase()
    const inTitle = wanted.every((word) => title.includes(word)) ? 2 : 0
    return inTitle + (stateAt(event, now) === 'open' ? 1 : 0)
  }
  return (a, b) => score(b) - score(a) || byCreation(b, a)
}

/** Closed markets of an open event are hidden unless asked for. */
function eventRow(call: FaceCall, event: WorldEvent): Native {
  const row = gammaEvent(call, event)
  const markets = row['markets']
  const keep = call.query.flag('keep_closed_markets') === true || row['closed'] === true
  if (keep || !Array.isArray(markets)) return row
  const open: readonly unknown[] = markets.filter((market: Native) => market['closed'] !== true)
  return { ...row, markets: open }
}

function tagHits(call: FaceCall, wanted: readonly string[]): readonly unknown[] {
  return allTags(call)
    .filter((tag) => wanted.some((word) => tag.label.toLowerCase().includes(word)))
    .map(({ id, label, slug }) => ({ id, label, slug, event_count: 1 }))
}
