import { toIso } from '../../../api/times/instant.js'
import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { maxOf, toAmount, toFixedText } from '../../paper-trading/state/amount.js'
import { toSecondIso } from '../../world/common/dates.js'
import { mix, uuidOf } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { figuresOf, type MarketFigures, toFixedCount, toPriceText } from './figures.js'
import { settlementFloorOf, shardOf } from './shards.js'
import { eventTickerOf, marketTickerOf } from './tickers.js'
import type { Scene } from './variant.js'

export type Native = Readonly<Record<string, unknown>>

/** Status words in the body of a market; filters use other words (venues/kalshi/README.md). */
export type NativeStatus = 'active' | 'closed' | 'determined' | 'finalized'

export function statusOf({ now }: Pick<Scene, 'now'>, market: WorldMarket): NativeStatus {
  const state = stateAt(market, now)
  if (state === 'resolved') return 'finalized'
  if (state !== 'closed') return 'active'
  // The result is known some time before it is paid.
  return now < (market.closesAt + market.resolvesAt) / 2 ? 'closed' : 'determined'
}

/**
 * Absent from the specification since OpenAPI 3.31, where it was always 0. Recordings of August 2026 have it.
 * kalshi-sdk 22.4.0 (October 2026) rejects a market without it.
 */
export const deadLiquidity: Native = { liquidity_dollars: '0.0000' }

/** Renders a market. */
export function toKalshiMarket(scene: Scene, { event, market }: ListedMarket): Native {
  const figures = figuresOf(scene, market)
  return {
    ticker: marketTickerOf(scene.variant, event, market),
    event_ticker: eventTickerOf(scene.variant, event),
    market_type: 'binary',
    title: market.question,
    subtitle: market.seed % 6 === 0 ? (market.label ?? '') : undefined,
    yes_sub_title: yesTitle(market),
    no_sub_title: yesTitle(market),
    ...lifeOf(scene, market),
    occurrence_datetime: event.startsAt === undefined ? undefined : toSecondIso(event.startsAt),
    ...renderFigures(figures),
    ...strikeOf(event, market),
    price_level_structure: market.tick === 0.001 ? 'deci_cent' : 'linear_cent',
    price_ranges: [{ start: '0.0000', end: '1.0000', step: toPriceText(market.tick) }],
    ...boundsOf(scene, market),
    exchange_index: shardOf(event.series),
    rules_primary: `${market.question} If so, then the market resolves to Yes.`,
    rules_secondary: event.rules,
  }
}

function yesTitle(market: WorldMarket): string {
  return market.label === 'Match Winner' ? market.yesLabel : (market.label ?? market.yesLabel)
}

function lifeOf(scene: Scene, market: WorldMarket): Native {
  const status = statusOf(scene, market)
  const decided = status === 'determined' || status === 'finalized'
  const closed = status !== 'active'
  const expires = toSecondIso(market.endsAt + 7 * DAY_MS)
  return {
    status,
    result: decided ? resultOf(market) : '',
    expiration_value: decided ? resultOf(market) : '',
    can_close_early: true,
    early_close_condition: 'This market will close and expire early if the event occurs.',
    created_time: createdTime(scene, market),
    updated_time: toMicroIso(Math.min(scene.now, closed ? market.resolvesAt : scene.now), market.seed),
    open_time: toSecondIso(market.opensAt),
    close_time: toSecondIso(closed ? market.closesAt : market.endsAt),
    expected_expiration_time: toSecondIso(market.endsAt + HOUR_MS),
    expiration_time: expires,
    latest_expiration_time: expires,
    settlement_timer_seconds: 300,
    settlement_value_dollars: decided ? settlementValueOf(scene, market) : undefined,
    settlement_ts: status === 'finalized' ? toMicroIso(market.resolvesAt, market.seed + 1) : undefined,
    notional_value_dollars: '1.0000',
    ...deadLiquidity,
  }
}

/** Returns the creation time, which is not exact for old markets. */
function createdTime({ now }: Scene, market: WorldMarket): string {
  const forgotten = now - market.opensAt > 300 * DAY_MS
  return forgotten ? '0001-01-01T00:00:00Z' : toMicroIso(market.opensAt - 4 * 60_000, market.seed)
}

/** Returns the settlement value of YES, at least the floor. */
export function settlementValueOf({ world }: Pick<Scene, 'world'>, market: WorldMarket): string {
  return toFixedText(maxOf(toAmount(market.payout), settlementFloorOf(market, world) ?? 0n), 4)
}

function boundsOf({ world }: Scene, market: WorldMarket): Native {
  const floor = settlementFloorOf(market, world)
  return floor === undefined
    ? { settlement_bounds_type: 'default' }
    : { settlement_bounds_type: 'floor', settlement_floor_dollars: toFixedText(floor, 4) }
}

export function resultOf(market: WorldMarket): string {
  return market.payout === 1 ? 'yes' : market.payout === 0 ? 'no' : 'scalar'
}

/** Renders the figures: an empty side is bid 0 or ask 1, no trade is 0. */
export function renderFigures(figures: MarketFigures): Native {
  const { bid, ask } = quoted(figures)
  return {
    yes_bid_dollars: toPriceText(bid),
    yes_bid_size_fp: toFixedCount(figures.yesBidSize),
    yes_ask_dollars: toPriceText(ask),
    yes_ask_size_fp: toFixedCount(figures.yesAskSize),
    no_bid_dollars: toPriceText(1 - ask),
    no_ask_dollars: toPriceText(1 - bid),
    ...pastDollars(figures),
    volume_fp: toFixedCount(figures.volume),
    volume_24h_fp: toFixedCount(figures.volume24h),
    open_interest_fp: toFixedCount(figures.openInterest),
  }
}

function quoted({ yesBid, yesAsk }: MarketFigures): { readonly bid: number; readonly ask: number } {
  return { bid: yesBid ?? 0, ask: yesAsk ?? 1 }
}

function pastDollars(figures: MarketFigures): Native {
  return {
    last_price_dollars: toPriceText(figures.last ?? 0),
    previous_price_dollars: toPriceText(figures.previous ?? 0),
    previous_yes_bid_dollars: toPriceText(figures.previousBid ?? 0),
    previous_yes_ask_dollars: toPriceText(figures.previousAsk ?? 0),
  }
}

function strikeOf(event: WorldEvent, market: WorldMarket): Native {
  const { strike } = market
  if (strike?.floor !== undefined && strike.cap !== undefined) {
    return { strike_type: 'between', floor_strike: strike.floor, cap_strike: strike.cap }
  }
  if (strike?.floor !== undefined) return { strike_type: 'greater', floor_strike: strike.floor }
  if (strike?.cap !== undefined) return { strike_type: 'less', cap_strike: strike.cap }
  if (event.exclusive && market.label !== undefined) {
    return { strike_type: 'structured', custom_strike: { participant: participantIdOf(market.label) } }
  }
  return { strike_type: 'custom', custom_strike: {} }
}

/** Returns the id of the structured target with a name. */
export function participantIdOf(name: string): string {
  return uuidOf([...name].reduce((hash, letter) => mix(hash, letter.codePointAt(0) ?? 0), 0x7a6))
}

/** `2026-05-20T19:06:01.154369Z` */
export function toMicroIso(epochMs: number, chance: number): string {
  return `${toIso(epochMs).slice(0, -1)}${String(mix(chance, 6) % 1000).padStart(3, '0')}Z`
}
