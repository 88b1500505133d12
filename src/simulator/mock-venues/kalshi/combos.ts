import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { toSecondIso } from '../../world/common/dates.js'
import { hexOf, mix, pick } from '../../world/common/hash.js'
import { stateAt } from '../../world/common/types.js'
import { settlementSources } from './event.js'
import { noFigures } from './figures.js'
import { deadLiquidity, type Native, renderFigures, toMicroIso } from './market.js'
import { COMBO_SHARD } from './shards.js'
import { eventTickerOf, marketTickerOf } from './tickers.js'
import { renderBook } from './trades.js'
import type { Scene } from './variant.js'

/**
 * A market over several legs. Users create combos all day, so they outnumber other recent rows of `/markets` unless
 * excluded. The simulation creates one every ten minutes and lists it for a day; it never trades.
 */
export interface Combo {
  readonly ticker: string
  readonly eventTicker: string
  readonly seriesTicker: string
  readonly createdAt: number
  readonly legs: readonly Leg[]
}

interface Leg extends ListedMarket {
  readonly side: 'yes' | 'no'
}

const EVERY_MS = 10 * MINUTE_MS

/** Returns the combos that are listed now, newest first. */
export function combosAt(scene: Scene): readonly Combo[] {
  const newest = Math.floor(scene.now / EVERY_MS)
  const count = DAY_MS / EVERY_MS
  return Array.from({ length: count }, (_, index) => comboOf(scene, newest - index)).filter(
    (combo) => combo !== undefined,
  )
}

export function collectionTickerOf({ variant }: Scene): string {
  return `${comboSeries(variant.tickerPrefix)}-R`
}

function comboSeries(prefix: string): string {
  return `${prefix}MVESPORTSMULTIGAME`
}

function comboOf(scene: Scene, slot: number): Combo | undefined {
  const { world, variant, now } = scene
  const seed = mix(world.seed, slot)
  const createdAt = slot * EVERY_MS + (mix(seed, 1) % EVERY_MS)
  const legs = legsAt(scene, seed, createdAt)
  const open = legs.every(({ market }) => now < market.closesAt)
  if (createdAt > now || legs.length < 2 || !open) return undefined
  const series = comboSeries(variant.tickerPrefix)
  const event = `${series}-S${new Date(createdAt).getUTCFullYear()}${hexOf(seed, 6).slice(0, 11).toUpperCase()}`
  return {
    ticker: `${event}-${hexOf(mix(seed, 2), 6).slice(0, 11).toUpperCase()}`,
    eventTicker: event,
    seriesTicker: series,
    createdAt,
    legs,
  }
}

/** Returns markets of matches that were open when the combo was created. */
function legsAt({ world, variant }: Scene, seed: number, at: number): readonly Leg[] {
  const series = world.series.filter((one) => one.tags.includes('Games'))
  return [0, 1, 2].flatMap((turn): Leg[] => {
    const event = world.latestOf(pick(series, turn).key, at - (mix(seed, 10 + turn) % HOUR_MS))
    if (event === undefined || stateAt(event, at) !== 'open') return []
    if (event.series.onlyOn?.includes(variant.venue) === false) return []
    const market = pick(event.markets, mix(seed, 20 + turn))
    return [{ event, market, side: mix(seed, 30 + turn) % 4 === 0 ? 'no' : 'yes' }]
  })
}

function legTitle({ market, side }: Leg): string {
  return `${side} ${market.label ?? market.yesLabel}`
}

/** Returns the combo with this ticker while it is listed. */
export function findComboByTicker(scene: Scene, ticker: string): Combo | undefined {
  return combosAt(scene).find((combo) => combo.ticker === ticker)
}

/** Contracts that the creator of a combo offers. */
const ASK_SIZE = 2475

function askOf({ createdAt }: Combo): number {
  return 0.5 + (mix(createdAt % 4_294_967_296, 1) % 400) / 1000
}

/** Returns the book of a combo: one bid for NO, which its row shows as the ask. */
export function toComboBook(combo: Combo): Native {
  return renderBook({ yes: [], no: [{ price: 1 - askOf(combo), size: ASK_SIZE }] })
}

/** Price levels of combos since 27 August 2026: thousandths, and ten thousandths at both ends. */
export const comboPriceLevels = {
  price_level_structure: 'center_deci_edge_centi_cent',
  price_ranges: [
    { start: '0.0000', end: '0.0100', step: '0.0001' },
    { start: '0.0100', end: '0.9900', step: '0.0010' },
    { start: '0.9900', end: '1.0000', step: '0.0001' },
  ],
} as const

/** Renders a combo as a market. */
export function toComboMarket(scene: Scene, combo: Combo): Native {
  const { variant } = scene
  const title = combo.legs.map(legTitle).join(',')
  const closes = Math.min(...combo.legs.map(({ market }) => market.endsAt))
  const expires = toSecondIso(closes + 2 * DAY_MS)
  const tickers = combo.legs.map(({ event, market }) => marketTickerOf(variant, event, market))
  const events = combo.legs.map(({ event }) => eventTickerOf(variant, event))
  return {
    ticker: combo.ticker,
    event_ticker: combo.eventTicker,
    market_type: 'binary',
    title,
    yes_sub_title: title,
    no_sub_title: title,
    status: 'active',
    result: '',
    expiration_value: '',
    can_close_early: true,
    created_time: toMicroIso(combo.createdAt, combo.createdAt),
    updated_time: toMicroIso(combo.createdAt, combo.createdAt + 1),
    open_time: toSecondIso(combo.createdAt),
    close_time: toSecondIso(closes),
    expected_expiration_time: toSecondIso(closes),
    expiration_time: expires,
    latest_expiration_time: expires,
    settlement_timer_seconds: 5,
    notional_value_dollars: '1.0000',
    ...deadLiquidity,
    ...renderFigures({ ...noFigures, yesAsk: askOf(combo), yesAskSize: ASK_SIZE }),
    strike_type: 'custom',
    custom_strike: {
      'Associated Events': events.join(','),
      'Associated Market Sides': combo.legs.map(({ side }) => side).join(','),
      'Associated Markets': tickers.join(','),
      'Multivariate Event Ticker': combo.eventTicker,
    },
    ...comboPriceLevels,
    settlement_bounds_type: 'default',
    exchange_index: COMBO_SHARD,
    is_provisional: true,
    mve_collection_ticker: collectionTickerOf(scene),
    mve_selected_legs: combo.legs.map(({ side }, index) => ({
      event_ticker: events[index],
      market_ticker: tickers[index],
      side,
    })),
    rules_primary: '',
    rules_secondary: 'The resulting market resolves to Yes if every leg does.',
  }
}

/** Returns the series of all combos. */
export function toComboSeriesRow({ variant, world }: Scene): Native {
  return {
    ticker: comboSeries(variant.tickerPrefix),
    title: 'Combos of games',
    category: 'Exotics',
    categories: ['Exotics'],
    tags: null,
    frequency: 'custom',
    fee_type: 'quadratic_with_combo_maker_fees',
    fee_multiplier: 1,
    exchange_index: COMBO_SHARD,
    settlement_sources: settlementSources,
    contract_url: 'https://assets.example/contracts/MVE.pdf',
    contract_terms_url: 'https://assets.example/terms/MVE.pdf',
    additional_prohibitions: null,
    last_updated_ts: toMicroIso(Date.UTC(2026, 0, 5), world.seed),
  }
}

/** Returns the combo with this event while it is listed; each combo has a separate event. */
export function findComboByEvent(scene: Scene, ticker: string): Combo | undefined {
  return combosAt(scene).find(({ eventTicker }) => eventTicker === ticker)
}

/** Renders a combo as an event of the multivariate list. */
export function toComboEvent(combo: Combo): Native {
  return {
    event_ticker: combo.eventTicker,
    series_ticker: combo.seriesTicker,
    title: 'Combo',
    sub_title: 'MVE',
    category: 'Sports',
    mutually_exclusive: false,
    collateral_return_type: '',
    strike_period: '',
    exchange_index: COMBO_SHARD,
    last_updated_ts: toMicroIso(combo.createdAt, combo.createdAt + 1),
    settlement_sources: settlementSources,
  }
}
