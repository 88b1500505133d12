import { DAY_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import {
  findListedEvents,
  type ListedMarket,
  narrowToListed,
  offers,
  withMarkets,
} from '../../mock-kit/venue-view.js'
import { parseCodeDate, toCodeDate } from '../../world/common/dates.js'
import type { WorldEvent, WorldMarket, WorldSeries } from '../../world/common/types.js'
import type { Scene, Variant } from './variant.js'

/**
 * Tickers: series, then the day (and minute, for short-lived events) of the announced end, then the code of the market.
 */

export function seriesTickerOf(variant: Variant, series: WorldSeries): string {
  return variant.tickerPrefix + series.ticker
}

export function eventTickerOf(variant: Variant, event: WorldEvent): string {
  return `${seriesTickerOf(variant, event.series)}-${toCodeDate(event.endsAt, hasTime(event.series))}`
}

function hasTime({ recurrence }: WorldSeries): boolean {
  return recurrence === '15m' || recurrence === 'hourly'
}

/** Returns the ticker of a market; the market of a single-market event has the ticker of the event. */
export function marketTickerOf(variant: Variant, event: WorldEvent, market: WorldMarket): string {
  const ticker = eventTickerOf(variant, event)
  return event.markets.length === 1 ? ticker : `${ticker}-${market.code}`
}

/** Returns the ticker of a market whose event is not at hand. */
export function tickerOfMarket(
  { variant, world }: Pick<Scene, 'variant' | 'world'>,
  market: WorldMarket,
): string {
  return marketTickerOf(variant, world.eventOf(market), market)
}

export function findSeriesByTicker({ world, variant }: Scene, ticker: string): WorldSeries | undefined {
  const found = world.series.find((series) => seriesTickerOf(variant, series) === ticker)
  return found !== undefined && offers(found, variant.venue) ? found : undefined
}

/** Returns the event with a ticker, of any age. */
export function findEventByTicker(scene: Scene, ticker: string): WorldEvent | undefined {
  const [head = '', date = '', ...rest] = ticker.split('-')
  const series = findSeriesByTicker(scene, head)
  const endsAt = parseCodeDate(date)
  if (series === undefined || endsAt === undefined || rest.length > 0) return undefined
  const found = scene.world
    .endingIn(series.key, endsAt, endsAt + (hasTime(series) ? MINUTE_MS : DAY_MS))
    .find((event) => eventTickerOf(scene.variant, event) === ticker)
  return narrowToListed(scene, scene.variant.venue, found)
}

/** Returns the market with a ticker, of any age. */
export function findMarketByTicker(scene: Scene, ticker: string): ListedMarket | undefined {
  const [head = '', date = ''] = ticker.split('-')
  const event = findEventByTicker(scene, `${head}-${date}`)
  const market = event?.markets.find((one) => marketTickerOf(scene.variant, event, one) === ticker)
  return event === undefined || market === undefined ? undefined : { event, market }
}

/** Returns all listed events, archived or not. */
export function listAllEvents(scene: Scene): readonly WorldEvent[] {
  return findListedEvents(scene, scene.variant.venue)
}

export function listAllMarkets(scene: Scene): readonly ListedMarket[] {
  return withMarkets(findListedEvents(scene, scene.variant.venue))
}
