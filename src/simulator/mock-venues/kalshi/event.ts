import type { WorldEvent, WorldSeries } from '../../world/common/types.js'
import { feeMultiplierOf, hasMakerFees } from './fees.js'
import { type Native, toKalshiMarket, toMicroIso } from './market.js'
import { shardOf } from './shards.js'
import { eventTickerOf, marketTickerOf, seriesTickerOf } from './tickers.js'
import { isArchived } from './tiers.js'
import type { Scene, Variant } from './variant.js'

export const settlementSources = [{ name: 'the Port Meridian Gazette', url: 'https://gazette.example' }]

/** Renders an event without its markets; it has no status, image, volume or tags. */
export function toKalshiEvent(scene: Scene, event: WorldEvent): Native {
  return {
    event_ticker: eventTickerOf(scene.variant, event),
    series_ticker: seriesTickerOf(scene.variant, event.series),
    title: event.title,
    sub_title: event.series.title,
    category: event.series.category,
    mutually_exclusive: event.exclusive,
    collateral_return_type: event.exclusive ? 'MECNET' : '',
    strike_period: '',
    exchange_index: shardOf(event.series),
    last_updated_ts: toMicroIso(event.opensAt, event.seed),
    product_metadata: { competition: event.series.title, competition_scope: 'Event' },
    settlement_sources: settlementSources,
  }
}

/** Returns the live markets of an event; archived ones are not shown with it. */
export function listLiveMarkets(scene: Scene, event: WorldEvent): readonly Native[] {
  return event.markets
    .filter((market) => !isArchived(scene, market))
    .map((market) => toKalshiMarket(scene, { event, market }))
}

/** Renders an event with its markets; once all are archived, without the `markets` member. */
export function toNestedEvent(scene: Scene, event: WorldEvent): Native {
  const markets = listLiveMarkets(scene, event)
  return { ...toKalshiEvent(scene, event), ...(markets.length === 0 ? {} : { markets }) }
}

/** Renders the metadata of an event, the only response with images. */
export function toEventMetadata(scene: Scene, event: WorldEvent): Native {
  const tickers = event.markets
    .filter((market) => !isArchived(scene, market))
    .map((market) => marketTickerOf(scene.variant, event, market))
  return metadataOf(`https://images.example/kalshi/${event.series.key}.webp`, tickers)
}

export function metadataOf(image_url: string, tickers: readonly string[]): Native {
  return {
    image_url,
    featured_image_url: '',
    market_details: tickers.map((market_ticker) => ({ market_ticker, image_url: '', color_code: '#AA00FF' })),
    settlement_sources: settlementSources,
  }
}

export function toKalshiSeries(variant: Variant, series: WorldSeries, volume: number | undefined): Native {
  const file = series.ticker
  return {
    ticker: seriesTickerOf(variant, series),
    title: series.title,
    category: series.category,
    categories: [series.category],
    // Some series have no tags, which the venue returns as null.
    tags: series.index % 9 === 8 ? null : series.tags,
    frequency: frequencies[series.recurrence],
    fee_type: hasMakerFees(series) ? 'quadratic_with_maker_fees' : 'quadratic',
    fee_multiplier: feeMultiplierOf(series),
    exchange_index: shardOf(series),
    settlement_sources: series.index % 11 === 10 ? null : settlementSources,
    contract_url: `https://assets.example/contracts/${file}.pdf`,
    contract_terms_url: `https://assets.example/terms/${file}.pdf`,
    additional_prohibitions: series.index % 2 === 0 ? null : ['Employees of the source agencies.'],
    last_updated_ts: toMicroIso(Date.UTC(2026, 0, 5), series.index),
    volume_fp: volume === undefined ? undefined : volume.toFixed(2),
  }
}

const frequencies = {
  '15m': 'fifteen_min',
  hourly: 'hourly',
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
  annual: 'custom',
} as const
