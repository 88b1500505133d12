import type { ListFilter } from '../../../mock-kit/list-endpoint.js'
import {
  noneOf,
  phrase,
  same,
  whereAtLeast,
  whereAtMost,
  whereFlag,
  whereOneOf,
  whereRepeated,
} from '../../../mock-kit/list-filters.js'
import type { MockCall, MockContext } from '../../../mock-kit/mock-venue.js'
import { visible } from '../../../mock-kit/venue-view.js'
import { isoDay } from '../../../world/common/dates.js'
import { stateAt, type WorldEvent } from '../../../world/common/types.js'
import { eventsListed, offersSeries } from '../catalogue.js'
import { eventBySlug } from '../ids.js'
import { isRecurrent, seriesId, tagIds, tagSlugs } from '../labels.js'
import { invalid } from './errors.js'
import { figuresOf, isFeatured, versionsIn, weekOf } from './event.js'
import { date, type GammaList, number } from './page.js'

const isClosed = (event: WorldEvent, { now }: MockContext): boolean => stateAt(event, now) !== 'open'

/** Whether a match is being played. */
const isPlaying = ({ startsAt = Number.POSITIVE_INFINITY, closesAt }: WorldEvent, now: number): boolean =>
  now >= startsAt && now < closesAt

/** Events with one of the tags, or with `tag_match=all` with each of them. */
const tagged: ListFilter<WorldEvent> = ({ query, ...call }, name) => {
  const wanted = query.all(name)
  if (wanted.length === 0) return undefined
  return ({ series }) => {
    const has = new Set(tagIds(call, series))
    return query.text('tag_match') === 'all'
      ? wanted.every((id) => has.has(id))
      : wanted.some((id) => has.has(id))
  }
}

/** The event list, oldest first unless the query orders it. */
export const events: GammaList<WorldEvent> = {
  kind: 'events',
  filters: {
    // Closed events keep `active: true`.
    active: whereFlag(() => true),
    closed: whereFlag(isClosed),
    archived: whereFlag(() => false),
    featured: whereFlag(isFeatured),
    cyom: whereFlag(() => false),
    tag_id: tagged,
    tag_slug: same(({ series }) => tagSlugs(series)),
    exclude_tag_id: noneOf(whereRepeated, ({ series }, call) => tagIds(call, series)),
    recurrence: same(({ series }) => (isRecurrent(series) ? series.recurrence : undefined)),
    series_id: whereOneOf(whereRepeated, ({ series }) =>
      isRecurrent(series) ? seriesId(series) : undefined,
    ),
    start_date_min: whereAtLeast(date, ({ opensAt }) => opensAt),
    start_date_max: whereAtMost(date, ({ opensAt }) => opensAt),
    end_date_min: whereAtLeast(date, ({ endsAt }) => endsAt),
    end_date_max: whereAtMost(date, ({ endsAt }) => endsAt),
    liquidity_min: whereAtLeast(number, (event, call) => figuresOf(call, event).liquidity),
    liquidity_max: whereAtMost(number, (event, call) => figuresOf(call, event).liquidity),
    volume_min: whereAtLeast(number, (event, call) => figuresOf(call, event).volume),
    volume_max: whereAtMost(number, (event, call) => figuresOf(call, event).volume),
  },
  keysetFilters: {
    version: whereOneOf(whereRepeated, (event, call) => versionsIn(call, event)),
    title_search: phrase(({ title }) => title),
    game_id: whereOneOf(whereRepeated, (event) =>
      event.startsAt === undefined ? undefined : String(event.number),
    ),
    live: whereFlag((event, { now }) => event.startsAt !== undefined && isPlaying(event, now)),
    ended: whereFlag((event, { now }) => event.startsAt !== undefined && now >= event.closesAt),
    event_date: same(({ startsAt }) => (startsAt === undefined ? undefined : isoDay(startsAt))),
    event_week: same((event) => (event.startsAt === undefined ? undefined : String(weekOf(event)))),
    start_time_min: whereAtLeast(date, ({ startsAt }) => startsAt),
    start_time_max: whereAtMost(date, ({ startsAt }) => startsAt),
  },
  keys: {
    volume: (event, call) => figuresOf(call, event).volume,
    volume24hr: (event, call) => figuresOf(call, event).volume24hr,
    liquidity: (event, call) => figuresOf(call, event).liquidity,
    startDate: ({ opensAt }) => opensAt,
    createdAt: ({ opensAt }) => opensAt,
    endDate: ({ endsAt }) => endsAt,
    closedTime: (event, call) => (isClosed(event, call) ? event.closesAt : undefined),
    id: (event) => event.number,
  },
  created: [({ opensAt }) => opensAt, (event) => event.number],
  idOf: (event) => String(event.number),
  find: eventById,
}

/** Returns the events that the query names by id or slug, of any age; else all listed events. */
export function requestedEvents(call: MockCall): readonly WorldEvent[] {
  const { query } = call
  const [ids, slugs] = [query.all('id'), query.all('slug')]
  if (ids.length === 0 && slugs.length === 0) return eventsListed(call)
  const found = [...ids.map((id) => eventById(call, id)), ...slugs.map((slug) => eventBySlug(call, slug))]
  return [...new Set(found.filter((event) => event !== undefined))]
}

/** Returns the event with a numeric id. @throws 422 when the id is not a number */
export function eventById(context: MockContext, id: string): WorldEvent | undefined {
  if (!/^\d{1,15}$/.test(id)) throw invalid('id is invalid')
  const event = visible(context, 'polymarket', context.world.eventByNumber(Number(id)))
  return event !== undefined && offersSeries(event.series) ? event : undefined
}
