import type { ListFilter } from '../../../mock-kit/list-endpoint.js'
import {
  noneOf,
  readRepeated,
  whereAtLeast,
  whereAtMost,
  whereEqual,
  whereFlag,
  whereOneOf,
  wherePhrase,
} from '../../../mock-kit/list-filters.js'
import type { MockCall, MockContext } from '../../../mock-kit/mock-venue.js'
import { narrowToListed } from '../../../mock-kit/venue-view.js'
import { toIsoDay } from '../../../world/common/dates.js'
import { stateAt, type WorldEvent } from '../../../world/common/types.js'
import { findOfferedEvents, offersSeries } from '../catalogue.js'
import { findEventBySlug } from '../ids.js'
import { isRecurrent, seriesIdOf, tagIds, tagSlugs } from '../labels.js'
import { createInvalid } from './errors.js'
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
    tag_slug: whereEqual(({ series }) => tagSlugs(series)),
    exclude_tag_id: noneOf(readRepeated, ({ series }, call) => tagIds(call, series)),
    recurrence: whereEqual(({ series }) => (isRecurrent(series) ? series.recurrence : undefined)),
    series_id: whereOneOf(readRepeated, ({ series }) =>
      isRecurrent(series) ? seriesIdOf(series) : undefined,
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
    version: whereOneOf(readRepeated, (event, call) => versionsIn(call, event)),
    title_search: wherePhrase(({ title }) => title),
    game_id: whereOneOf(readRepeated, (event) =>
      event.startsAt === undefined ? undefined : String(event.number),
    ),
    live: whereFlag((event, { now }) => event.startsAt !== undefined && isPlaying(event, now)),
    ended: whereFlag((event, { now }) => event.startsAt !== undefined && now >= event.closesAt),
    event_date: whereEqual(({ startsAt }) => (startsAt === undefined ? undefined : toIsoDay(startsAt))),
    event_week: whereEqual((event) => (event.startsAt === undefined ? undefined : String(weekOf(event)))),
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
  find: findEventById,
}

/** Returns the events that the query names by id or slug, of any age. Otherwise all listed events. */
export function selectEvents(call: MockCall): readonly WorldEvent[] {
  const { query } = call
  const [ids, slugs] = [query.all('id'), query.all('slug')]
  if (ids.length === 0 && slugs.length === 0) return findOfferedEvents(call)
  const found = [
    ...ids.map((id) => findEventById(call, id)),
    ...slugs.map((slug) => findEventBySlug(call, slug)),
  ]
  return [...new Set(found.filter((event) => event !== undefined))]
}

/** Returns the event with a numeric id. @throws 422 when the id is not a number */
export function findEventById(context: MockContext, id: string): WorldEvent | undefined {
  if (!/^\d{1,15}$/.test(id)) throw createInvalid('id is invalid')
  const event = narrowToListed(context, 'polymarket', context.world.eventByNumber(Number(id)))
  return event !== undefined && offersSeries(event.series) ? event : undefined
}
