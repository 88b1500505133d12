import type { MockContext } from '../../mock-kit/mock-venue.js'
import { slugOf, toSecondIso } from '../../world/common/dates.js'
import { stateAt, type WorldEvent, type WorldSeries } from '../../world/common/types.js'
import { isRecurrent, seriesNumberOf } from './ids.js'
import { type Native, toNativeMarket } from './native-market.js'

/** Creation time of tables, before every event. */
const MADE = '2025-09-25T16:13:27Z'

/** Renders an event with its markets (venues/polymarket_us/README.md), without any volume. */
export function toNativeEvent(context: MockContext, event: WorldEvent): Native {
  const { now } = context
  const { series } = event
  return {
    id: String(event.number),
    ticker: event.slug,
    slug: event.slug,
    title: event.title,
    description: event.title,
    startDate: toSecondIso(event.startsAt ?? event.opensAt),
    endDate: toSecondIso(event.endsAt),
    image: `https://images.example/polymarket-us/${series.key}.png`,
    active: true,
    closed: stateAt(event, now) !== 'open',
    archived: false,
    category: series.category.toLowerCase(),
    createdAt: toSecondIso(event.opensAt),
    updatedAt: toSecondIso(Math.floor(now / 60_000) * 60_000),
    startTime: toSecondIso(event.startsAt ?? event.opensAt),
    seriesSlug: isRecurrent(series) ? series.key : '',
    period: event.startsAt === undefined || now < event.startsAt ? 'NS' : 'LIVE',
    markets: event.markets.map((market) => toNativeMarket(context, { event, market }, 'nested')),
    ...(event.teams === undefined ? {} : { gameId: event.number }),
    participants: [],
    hidden: false,
    tags: series.tags.map((label, index) => ({
      id: String(index + 2),
      label,
      slug: slugOf(label),
      createdAt: MADE,
      updatedAt: MADE,
      subtags: [],
      hub: null,
    })),
    teams: [],
    sortType: 'price',
    marketGroups: [],
    streamProvider: '',
    streamRequiresAuth: false,
    combos:
      event.teams === undefined
        ? { enabled: false }
        : { enabled: true, numMarkets: event.markets.length, numSpreadsAndTotalsMarkets: 0 },
    marketCounts: { numMarkets: event.markets.length, numSpreadsAndTotalsMarkets: 0 },
  }
}

export function toNativeSeries(series: WorldSeries): Native {
  return {
    id: seriesNumberOf(series),
    slug: series.key,
    title: series.title,
    createdAt: MADE,
    updatedAt: MADE,
  }
}
