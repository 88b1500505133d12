import { toIso } from '../../../api/times/instant.js'
import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import type { ListedMarket } from '../../mock-kit/venue-view.js'
import { amountOfNumber, fixedText, maxOf } from '../../paper-trading/state/amount.js'
import { mix, uuidOf } from '../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldMarket } from '../../world/common/types.js'
import { dollars, figuresOf, fixed, type MarketFigures } from './figures.js'
import { settlementFloor, shardOf } from './shards.js'
import { eventTicker, marketTicker } from './tickers.js'
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
export function kalshiMarket(scene: Scene, { event, market }: ListedMarket): Native {
  const figures = figuresOf(scene, market)
  return {
    ticker: marketTicker(scene.variant, event, market),
    event_ticker: eventTicker(scene.variant, event),
    market_type: 'binary',
    title: market.question,
    subtitle: market.seed % 6 === 0 ? (market.label ?? '') : undefined,
    yes_sub_title: yesTitle(market),
    no_sub_title: yesTitle(market),
    ...lifeOf(scene, market),
    occurrence_datetime: event.startsAt === undefined ? undefined : secondIso(event.startsAt),
    ...renderFigures(figures),
    ...strikeOf(event, market),
    price_level_structure: market.tick === 0.001 ? 'deci_cent' : 'linear_cent',
    price_ranges: [{ start: '0.0000', end: '1.0000', step: dollars(market.tick) }],
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
  const expires = secondIso(market.endsAt + 7 * DAY_MS)
  return {
    status,
    result: decided ? resultOf(market) : '',
    expiration_value: decided ? resultOf(market) : '',
    can_close_early: true,
    early_close_condition: 'This market will close and expire early if the event occurs.',
    created_time: createdTime(scene, market),
    updated_time: microIso(Math.min(scene.now, closed ? market.resolvesAt : scene.now), market.seed),
    open_time: secondIso(market.opensAt),
    close_time: secondIso(closed ? market.closesAt : market.endsAt),
    expected_expiration_time: secondIso(market.endsAt + HOUR_MS),
    expiration_time: expires,
    latest_expiration_time: expires,
    settlement_timer_seconds: 300,
    settlement_value_dollars: decided ? settlementValue(scene, market) : undefined,
    settlement_ts: status === 'finalized' ? microIso(market.resolvesAt, market.seed + 1) : undefined,
    notional_value_dollars: '1.0000',
    ...deadLiquidity,
  }
}

/** Returns the creation time, which is not exact for old markets. */
function createdTime({ now }: Scene, market: WorldMarket): string {
  const forgotten = now - market.opensAt > 300 * DAY_MS
  return forgotten ? '0001-01-01T00:00:00Z' : microIso(market.opensAt - 4 * 60_000, market.seed)
}

/** Returns the settlement value of YES, at least the floor. */
export function settlementValue({ world }: Pick<Scene, 'world'>, market: WorldMarket): string {
  return fixedText(maxOf(amountOfNumber(market.payout), settlementFloor(market, world) ?? 0n), 4)
}

function boundsOf({ world }: Scene, market: WorldMarket): Native {
  const floor = settlementFloor(market, world)
  return floor === undefined
    ? { settlement_bounds_type: 'default' }
    : { settlement_bounds_type: 'floor', settlement_floor_dollars: fixedText(floor, 4) }
}

export function resultOf(market: WorldMarket): string {
  return market.payout === 1 ? 'yes' : market.payout === 0 ? 'no' : 'scalar'
}

/** Renders the figures: an empty side is bid 0 or ask 1, no trade is 0. */
export function renderFigures(figures: MarketFigures): Native {
  const { bid, ask } = quoted(figures)
  return {
    yes_bid_dollars: dollars(bid),
    yes_bid_size_fp: fixed(figures.yesBidSize),
    yes_ask_dollars: dollars(ask),
    yes_ask_size_fp: fixed(figures.yesAskSize),
    no_bid_dollars: dollars(1 - ask),
    no_ask_dollars: dollars(1 - bid),
    ...pastDollars(figures),
    volume_fp: fixed(figures.volume),
    volume_24h_fp: fixed(figures.volume24h),
    open_interest_fp: fixed(figures.openInterest),
  }
}

function quoted({ yesBid, yesAsk }: MarketFigures): { readonly bid: number; readonly ask: number } {
  return { bid: yesBid ?? 0, ask: yesAsk ?? 1 }
}

function pastDollars(figures: MarketFigures): Native {
  return {
    last_price_dollars: dollars(figures.last ?? 0),
    previous_price_dollars: dollars(figures.previous ?? 0),
    previous_yes_bid_dollars: dollars(figures.previousBid ?? 0),
    previous_yes_ask_dollars: dollars(figures.previousAsk ?? 0),
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
    return { strike_type: 'structured', custom_strike: { participant: participantId(market.label) } }
  }
  return { strike_type: 'custom', custom_strike: {} }
}

/** Returns the id of the structured target with a name. */
export function participantId(name: string): string {
  return uuidOf([...name].reduce((hash, letter) => mix(hash, letter.codePointAt(0) ?? 0), 0x7a6))
}

/** `2026-05-20T19:06:01.154369Z` */
export function microIso(epochMs: number, chance: number): string {
  return `${toIso(epochMs).slice(0, -1)}${String(mix(chance, 6) % 1000).padStart(3, '0')}Z`
}

/** `2026-05-20T19:10:00Z` */
export function secondIso(epochMs: number): string {
  return `${toIso(epochMs).slice(0, 19)}Z`
}
