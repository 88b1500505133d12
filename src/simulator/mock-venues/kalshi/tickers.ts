import { DAY_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import { type ListedMarket, listedEvents, offers, visible, withMarkets } from '../../mock-kit/venue-view.js'
import { codeDate, parseCodeDate } from '../../world/common/dates.js'
import type { WorldEvent, WorldMarket, WorldSeries } from '../../world/common/types.js'
import type { Scene, Variant } from './variant.js'

/**
 * Tickers: series, then the day (and minute, for short-lived events) of the announced end, then the code of the market.
 */

export function seriesTicker(variant: Variant, series: WorldSeries): string {
  return variant.tickerPrefix + series.ticker
}

export function eventTicker(variant: Variant, event: WorldEvent): string {
  return `${seriesTicker(variant, event.series)}-${codeDate(event.endsAt, hasTime(event.series))}`
}

function hasTime({ recurrence }: WorldSeries): boolean {
  return recurrence === '15m' || recurrence === 'hourly'
}

/** Returns the ticker of a market; the market of a single-market event has the ticker of the event. */
export function marketTicker(variant: Variant, event: WorldEvent, market: WorldMarket): string {
  const ticker = eventTicker(variant, event)
  return event.markets.length === 1 ? ticker : `${ticker}-${market.code}`
}

/** Returns the ticker of a market whose event is not at hand. */
export function tickerOfMarket(
  { variant, world }: Pick<Scene, 'variant' | 'world'>,
  market: WorldMarket,
): string {
  return marketTicker(variant, world.eventOf(market), market)
}

export function seriesByTicker({ world, variant }: Scene, ticker: string): WorldSeries | undefined {
  const found = world.series.find((series) => seriesTicker(variant, series) === ticker)
  return found !== undefined && offers(found, variant.venue) ? found : undefined
}

/** Returns the event with a ticker, of any age. */
export function eventByTicker(scene: Scene, ticker: string): WorldEvent | undefined {
  const [head = '', date = '', ...rest] = ticker.split('-')
  const series = seriesByTicker(scene, head)
  const endsAt = parseCodeDate(date)
  if (series === undefined || endsAt === undefined || rest.length > 0) return undefined
  const found = scene.world
    .endingIn(series.key, endsAt, endsAt + (hasTime(series) ? MINUTE_MS : DAY_MS))
    .find((event) => eventTicker(scene.variant, event) === ticker)
  return visible(scene, scene.variant.venue, found)
}

/** Returns the market with a ticker, of any age. */
export function marketByTicker(scene: Scene, ticker: string): ListedMarket | undefined {
  const [head = '', date = ''] = ticker.split('-')
  const event = eventByTicker(scene, `${head}-${date}`)
  const market = event?.markets.find((one) => marketTicker(scene.variant, event, one) === ticker)
  return event === undefined || market === undefined ? undefined : { event, market }
}

/** Returns all listed events, archived or not. */
export function allEvents(scene: Scene): readonly WorldEvent[] {
  return listedEvents(scene, scene.variant.venue)
}

export function allMarkets(scene: Scene): readonly ListedMarket[] {
  return withMarkets(listedEvents(scene, scene.variant.venue))
}
