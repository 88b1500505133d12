import { type Reply, requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import {
  findKey,
  type Key,
  type ListSpec,
  pageOf,
  readCountOf,
  type SortKey,
  startFromNumber,
} from '../../../mock-kit/list-endpoint.js'
import {
  noneOf,
  readRepeated,
  whereEqual,
  whereEveryWord,
  whereOneOf,
  whereWord,
} from '../../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { stateAt, type WorldEvent } from '../../../world/common/types.js'
import { findOfferedEvents } from '../catalogue.js'
import { isRecurrent, listTags, tagIds } from '../labels.js'
import { createInvalid } from './errors.js'
import { figuresOf, toGammaEvent } from './event.js'
import { events } from './events.js'
import type { Native } from './market.js'
import { refuse } from './page.js'
import { searchProfiles } from './profiles.js'

/** Routes of the full text search over titles and questions. */
export const searchRoutes: readonly Route[] = [route('GET', '/public-search', search)]

const isOpen = (event: WorldEvent, { now }: MockContext): boolean => stateAt(event, now) === 'open'

const hits: ListSpec<WorldEvent> = {
  limit: readCountOf('limit_per_type', { otherwise: 5, most: 100, refuse }),
  start: startFromNumber(readCountOf('page', { otherwise: 1, refuse })),
  filters: {
    q: whereEveryWord(
      ({ title, markets }) => `${title} ${markets.map(({ question }) => question).join(' ')}`,
    ),
    events_status: whereWord({ active: isOpen, closed: (event, call) => !isOpen(event, call) }),
    exclude_tag_id: noneOf(readRepeated, ({ series }, call) => tagIds(call, series)),
    recurrence: whereEqual(({ series }) => (isRecurrent(series) ? series.recurrence : undefined)),
    events_tag: whereOneOf(readRepeated, ({ series }) => series.tags.map((label) => label.toLowerCase())),
  },
  order: ({ query }) => {
    const sort = query.text('sort')
    if (sort === undefined) return relevance(wordsOf(query.text('q') ?? ''))
    const key = findKey(sorts, sort, () => createInvalid('sort is invalid'))
    return [{ key, isFalling: query.flag('ascending') !== true }]
  },
}

const sorts: Readonly<Record<string, Key<WorldEvent>>> = {
  volume: (event, call) => figuresOf(call, event).volume,
  volume_24hr: (event, call) => figuresOf(call, event).volume24hr,
  liquidity: (event, call) => figuresOf(call, event).liquidity,
  start_date: ({ opensAt }) => opensAt,
  end_date: ({ endsAt }) => endsAt,
  competitive: ({ opensAt }) => opensAt,
}

/** Returns the sort keys: words in the title precede words in a question, open precedes closed, then newest first. */
function relevance(wanted: readonly string[]): readonly SortKey<WorldEvent>[] {
  const score: Key<WorldEvent> = (event, call) => {
    const title = event.title.toLowerCase()
    const inTitle = wanted.every((one) => title.includes(one)) ? 2 : 0
    return inTitle + (isOpen(event, call) ? 1 : 0)
  }
  return [score, ...events.created].map((key) => ({ key, isFalling: true }))
}

function search(call: MockCall): Reply {
  const { query } = call
  const text = requireOrRefuse(query.text('q'), () => createInvalid('q is required'))
  const { rows, more, total } = pageOf(hits, call, findOfferedEvents(call))
  return toJsonReply({
    ...(rows.length === 0 ? {} : { events: rows.map((event) => eventRow(call, event)) }),
    ...(query.flag('search_tags') === true ? { tags: tagHits(call, wordsOf(text)) } : {}),
    ...(query.flag('search_profiles') === true ? { profiles: searchProfiles(wordsOf(text)) } : {}),
    pagination: { hasMore: more, totalResults: total },
  })
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Renders an event; closed markets of an open event are omitted unless requested. */
function eventRow(call: MockCall, event: WorldEvent): Native {
  const row = toGammaEvent(call, event)
  const markets = row['markets']
  const keep = call.query.flag('keep_closed_markets') === true || row['closed'] === true
  if (keep || !Array.isArray(markets)) return row
  const open: readonly unknown[] = markets.filter((market: Native) => market['closed'] !== true)
  return { ...row, markets: open }
}

function tagHits(call: MockCall, wanted: readonly string[]): readonly unknown[] {
  return listTags(call)
    .filter((tag) => wanted.some((one) => tag.label.toLowerCase().includes(one)))
    .map(({ id, label, slug }) => ({ id, label, slug, event_count: 1 }))
}
