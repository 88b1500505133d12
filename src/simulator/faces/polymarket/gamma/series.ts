import { type FaceCall, type FaceContext, type Route, route } from '../../../face.js'
import { type ListSpec, pageOf } from '../../../list.js'
import { flag, oneOf, repeated, same } from '../../../list-filters.js'
import { json, orRefuse } from '../../../reply.js'
import { rounded } from '../../../rounding.js'
import type { WorldSeries } from '../../../world/types.js'
import { eventsListed, offersSeries } from '../catalogue.js'
import { isRecurrent, secondIso, seriesById, seriesObject } from '../labels.js'
import { notFound } from './errors.js'
import { figuresOf, shortEvent } from './event.js'
import type { Native } from './market.js'
import { limit, offset } from './page.js'

/** Series (venues/polymarket/README.md). */
export const seriesRoutes: readonly Route[] = [
  route('GET', '/series', (call) => {
    const all = call.world.series.filter((one) => isRecurrent(one) && offersSeries(one))
    return json(pageOf(series, call, all).rows.map((one) => seriesRow(call, one)))
  }),
  route('GET', '/series/:id', (call) => json(seriesRow(call, seriesFor(call)))),
]

const series: ListSpec<WorldSeries> = {
  limit,
  start: offset(Number.POSITIVE_INFINITY),
  filters: {
    slug: oneOf(repeated, ({ key }) => key),
    recurrence: same(({ recurrence }) => recurrence),
    // Every series of the demo world goes on.
    closed: flag(() => false),
  },
}

function seriesFor(call: FaceCall): WorldSeries {
  return orRefuse(seriesById(call, call.params['id'] ?? ''), () => notFound('id not found'))
}

function seriesRow(context: FaceContext, one: WorldSeries): Native {
  const events = eventsListed(context).filter((event) => event.series.index === one.index)
  const figures = events.map((event) => figuresOf(context, event))
  const sum = (read: (each: (typeof figures)[number]) => number): number =>
    rounded(figures.reduce((total, each) => total + read(each), 0))
  return {
    ...seriesObject(one),
    volume24hr: sum((each) => each.volume24hr),
    volume: sum((each) => each.volume),
    liquidity: sum((each) => each.liquidity),
    startDate: events[0] === undefined ? undefined : secondIso(events[0].opensAt),
    events: events.map((event) => shortEvent(context, event)),
  }
}
