import { requireOrRefuse, toJsonReply } from '../../../http/reply.js'
import { type ListSpec, pageOf } from '../../../mock-kit/list-endpoint.js'
import { readRepeated, whereEqual, whereFlag, whereOneOf } from '../../../mock-kit/list-filters.js'
import { type MockCall, type MockContext, type Route, route } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { toIsoDay, toSecondIso } from '../../../world/common/dates.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../../world/common/types.js'
import { findOfferedEvents, offersSeries } from '../catalogue.js'
import { findSeriesById, isRecurrent, seriesIdOf, toSeriesObject } from '../labels.js'
import { createNotFound } from './errors.js'
import { figuresOf, toShortEvent, weekOf } from './event.js'
import type { Native } from './market.js'
import { readLimit, readOffset } from './page.js'

/** Routes of series. */
export const seriesRoutes: readonly Route[] = [
  route('GET', '/series', (call) => {
    const all = call.world.series.filter((one) => isRecurrent(one) && offersSeries(one))
    return toJsonReply(pageOf(series, call, all).rows.map((one) => seriesRow(call, one)))
  }),
  route('GET', '/series/:id', (call) => toJsonReply(seriesRow(call, seriesFor(call)))),
  route('GET', '/series-summary/slug/:slug', (call) => {
    const slug = call.params['slug']
    const found = call.world.series.find((one) => one.key === slug && isRecurrent(one) && offersSeries(one))
    return toJsonReply(
      summaryRow(
        call,
        requireOrRefuse(found, () => createNotFound('slug not found')),
      ),
    )
  }),
  route('GET', '/series-summary/:id', (call) => toJsonReply(summaryRow(call, seriesFor(call)))),
]

const series: ListSpec<WorldSeries> = {
  limit: readLimit(50),
  start: readOffset(Number.POSITIVE_INFINITY),
  filters: {
    slug: whereOneOf(readRepeated, ({ key }) => key),
    recurrence: whereEqual(({ recurrence }) => recurrence),
    // Every series of the world is open.
    closed: whereFlag(() => false),
  },
}

function seriesFor(call: MockCall): WorldSeries {
  return requireOrRefuse(findSeriesById(call, call.params['id'] ?? ''), () => createNotFound('id not found'))
}

/** Returns the days and weeks of the events of a series. */
function summaryRow(context: MockContext, one: WorldSeries): Native {
  const events = findOfferedEvents(context).filter((event) => event.series.index === one.index)
  const open = events.filter((event) => stateAt(event, context.now) === 'open')
  const isPlayed = events.some(({ startsAt }) => startsAt !== undefined)
  const dayOf = ({ startsAt, endsAt }: WorldEvent): string => toIsoDay(startsAt ?? endsAt)
  const [earliest] = open
  return {
    id: seriesIdOf(one),
    title: one.title,
    slug: one.key,
    eventDates: [...new Set(events.map(dayOf))],
    eventWeeks: isPlayed ? [...new Set(events.map(weekOf))] : [],
    earliest_open_week: isPlayed && earliest !== undefined ? weekOf(earliest) : undefined,
    earliest_open_date: earliest === undefined ? undefined : dayOf(earliest),
  }
}

function seriesRow(context: MockCall, one: WorldSeries): Native {
  const events = findOfferedEvents(context).filter((event) => event.series.index === one.index)
  const figures = events.map((event) => figuresOf(context, event))
  const sum = (read: (each: (typeof figures)[number]) => number): number =>
    roundToMicros(figures.reduce((total, each) => total + read(each), 0))
  return {
    ...toSeriesObject(one),
    volume24hr: sum((each) => each.volume24hr),
    volume: sum((each) => each.volume),
    liquidity: sum((each) => each.liquidity),
    startDate: events[0] === undefined ? undefined : toSecondIso(events[0].opensAt),
    ...(context.query.flag('exclude_events') === true
      ? {}
      : { events: events.map((event) => toShortEvent(context, event)) }),
  }
}
