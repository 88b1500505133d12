import { json, orRefuse } from '../../../http/reply.js'
import { type ListSpec, pageOf } from '../../../mock-kit/list-endpoint.js'
import { same, whereFlag, whereOneOf, whereRepeated } from '../../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { isoDay } from '../../../world/common/dates.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../../world/common/types.js'
import { eventsListed, offersSeries } from '../catalogue.js'
import { isRecurrent, secondIso, seriesById, seriesId, seriesObject } from '../labels.js'
import { notFound } from './errors.js'
import { figuresOf, shortEvent, weekOf } from './event.js'
import type { Native } from './market.js'
import { cap, offset } from './page.js'

/** Routes of series. */
export const seriesRoutes: readonly Route[] = [
  route('GET', '/series', (call) => {
    const all = call.world.series.filter((one) => isRecurrent(one) && offersSeries(one))
    return json(pageOf(series, call, all).rows.map((one) => seriesRow(call, one)))
  }),
  route('GET', '/series/:id', (call) => json(seriesRow(call, seriesFor(call)))),
  route('GET', '/series-summary/slug/:slug', (call) => {
    const slug = call.params['slug']
    const found = call.world.series.find((one) => one.key === slug && isRecurrent(one) && offersSeries(one))
    return json(
      summaryRow(
        call,
        orRefuse(found, () => notFound('slug not found')),
      ),
    )
  }),
  route('GET', '/series-summary/:id', (call) => json(summaryRow(call, seriesFor(call)))),
]

const series: ListSpec<WorldSeries> = {
  limit: cap(50),
  start: offset(Number.POSITIVE_INFINITY),
  filters: {
    slug: whereOneOf(whereRepeated, ({ key }) => key),
    recurrence: same(({ recurrence }) => recurrence),
    // Every series of the world is open.
    closed: whereFlag(() => false),
  },
}

function seriesFor(call: MockCall): WorldSeries {
  return orRefuse(seriesById(call, call.params['id'] ?? ''), () => notFound('id not found'))
}

/** Returns the days and weeks of the events of a series. */
function summaryRow(context: MockContext, one: WorldSeries): Native {
  const events = eventsListed(context).filter((event) => event.series.index === one.index)
  const open = events.filter((event) => stateAt(event, context.now) === 'open')
  const isPlayed = events.some(({ startsAt }) => startsAt !== undefined)
  const dayOf = ({ startsAt, endsAt }: WorldEvent): string => isoDay(startsAt ?? endsAt)
  const [earliest] = open
  return {
    id: seriesId(one),
    title: one.title,
    slug: one.key,
    eventDates: [...new Set(events.map(dayOf))],
    eventWeeks: isPlayed ? [...new Set(events.map(weekOf))] : [],
    earliest_open_week: isPlayed && earliest !== undefined ? weekOf(earliest) : undefined,
    earliest_open_date: earliest === undefined ? undefined : dayOf(earliest),
  }
}

function seriesRow(context: MockCall, one: WorldSeries): Native {
  const events = eventsListed(context).filter((event) => event.series.index === one.index)
  const figures = events.map((event) => figuresOf(context, event))
  const sum = (read: (each: (typeof figures)[number]) => number): number =>
    roundToMicros(figures.reduce((total, each) => total + read(each), 0))
  return {
    ...seriesObject(one),
    volume24hr: sum((each) => each.volume24hr),
    volume: sum((each) => each.volume),
    liquidity: sum((each) => each.liquidity),
    startDate: events[0] === undefined ? undefined : secondIso(events[0].opensAt),
    ...(context.query.flag('exclude_events') === true
      ? {}
      : { events: events.map((event) => shortEvent(context, event)) }),
  }
}
