import type { FaceCall, FaceContext } from '../../face.js'
import { listedEvents, visible } from '../../venue-view.js'
import { stateAt, type WorldEvent } from '../../world/types.js'
import { invalid } from './gamma-errors.js'
import { figuresOf, isFeatured } from './gamma-event.js'
import { dateOf, numberOf, type OrderFields, orderOf, type Selection } from './gamma-page.js'
import { eventBySlug } from './ids.js'
import { allTags, isRecurrent, seriesId } from './labels.js'

/** The events that a list call asks for, in its order, all pages together (venues/polymarket/README.md). */
export function selectEvents(call: FaceCall): Selection<WorldEvent> {
  const { query } = call
  const compare = orderOf(query, orderFields(call), byCreation)
  const filters = [...flagFilters(call), ...tagFilters(call), ...rangeFilters(call)]
  const rows = candidates(call).filter((event) => filters.every((accepts) => accepts(event)))
  return { rows: rows.sort(compare), compare }
}

/** Events asked for by id or slug, of any age; else all in lists. */
function candidates(call: FaceCall): WorldEvent[] {
  const { query } = call
  const ids = query.all('id')
  const slugs = query.all('slug')
  if (ids.length === 0 && slugs.length === 0) return [...listedEvents(call, 'polymarket')]
  const found = [...ids.map((id) => eventById(call, id)), ...slugs.map((slug) => eventBySlug(call, slug))]
  return [...new Set(found.filter((event) => event !== undefined))]
}

/** The event with a numeric id; @throws 422 for an id that is no number */
export function eventById(context: FaceContext, id: string): WorldEvent | undefined {
  if (!/^\d{1,15}$/.test(id)) throw invalid('id is invalid')
  return visible(context, 'polymarket', context.world.eventByNumber(Number(id)))
}

/** Oldest first. */
export function byCreation(a: WorldEvent, b: WorldEvent): number {
  return a.opensAt - b.opensAt || a.number - b.number
}

type Filter = (event: WorldEvent) => boolean

function flagFilters({ query, now }: FaceCall): Filter[] {
  const wanted = (key: string, read: (event: WorldEvent) => boolean): Filter[] => {
    const value = query.flag(key)
    return value === undefined ? [] : [(event) => read(event) === value]
  }
  return [
    // Closed events keep `active: true`.
    ...wanted('active', () => true),
    ...wanted('closed', (event) => stateAt(event, now) !== 'open'),
    ...wanted('archived', () => false),
    ...wanted('featured', isFeatured),
    ...wanted('cyom', () => false),
  ]
}

function tagFilters(call: FaceCall): Filter[] {
  const { query } = call
  const tags = allTags(call)
  const has = (label: string | undefined): Filter => {
    return (event) => label !== undefined && event.series.tags.includes(label)
  }
  const filters: Filter[] = []
  const id = query.text('tag_id')
  if (id !== undefined) filters.push(has(tags.find((tag) => tag.id === id)?.label))
  const slug = query.text('tag_slug')
  if (slug !== undefined) filters.push(has(tags.find((tag) => tag.slug === slug)?.label))
  for (const excluded of query.all('exclude_tag_id')) {
    const label = tags.find((tag) => tag.id === excluded)?.label
    filters.push((event) => !has(label)(event))
  }
  const recurrence = query.text('recurrence')
  if (recurrence !== undefined) {
    filters.push(({ series }) => isRecurrent(series) && series.recurrence === recurrence)
  }
  const series = query.text('series_id')
  if (series !== undefined)
    filters.push((event) => isRecurrent(event.series) && seriesId(event.series) === series)
  return filters
}

function rangeFilters(call: FaceCall): Filter[] {
  const { query } = call
  const range = (
    read: (event: WorldEvent) => number,
    low: number | undefined,
    high: number | undefined,
  ): Filter[] => {
    if (low === undefined && high === undefined) return []
    return [(event) => read(event) >= (low ?? -Infinity) && read(event) <= (high ?? Infinity)]
  }
  const figure = (key: 'liquidity' | 'volume'): Filter[] =>
    range(
      (event) => figuresOf(call, event)[key],
      numberOf(query, `${key}_min`),
      numberOf(query, `${key}_max`),
    )
  return [
    ...range((event) => event.opensAt, dateOf(query, 'start_date_min'), dateOf(query, 'start_date_max')),
    ...range((event) => event.endsAt, dateOf(query, 'end_date_min'), dateOf(query, 'end_date_max')),
    ...figure('liquidity'),
    ...figure('volume'),
  ]
}

function orderFields(context: FaceContext): OrderFields<WorldEvent> {
  const known = new Map<WorldEvent, ReturnType<typeof figuresOf>>()
  const figures = (event: WorldEvent): ReturnType<typeof figuresOf> => {
    const found = known.get(event) ?? figuresOf(context, event)
    known.set(event, found)
    return found
  }
  return {
    volume: (event) => figures(event).volume,
    volume24hr: (event) => figures(event).volume24hr,
    liquidity: (event) => figures(event).liquidity,
    startDate: (event) => event.opensAt,
    createdAt: (event) => event.opensAt,
    endDate: (event) => event.endsAt,
    closedTime: (event) => (stateAt(event, context.now) === 'open' ? undefined : event.closesAt),
    id: (event) => event.number,
  }
}
