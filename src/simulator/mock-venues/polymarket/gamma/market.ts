import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../../api/times/resolution.js'
import type { MockContext } from '../../../mock-kit/mock-venue.js'
import { roundToMicros } from '../../../mock-kit/rounding.js'
import { printOf } from '../../../mock-kit/yes-no-sides.js'
import { toIsoDay, toSecondIso } from '../../../world/common/dates.js'
import { mix } from '../../../world/common/hash.js'
import { stateAt, type WorldEvent, type WorldMarket, type WorldStats } from '../../../world/common/types.js'
import { feeTermsOf } from '../fees.js'
import {
  createHexAddress,
  ctfTokenIdsOf,
  negRiskIdOf,
  onchainEventOf,
  positionIdsOf,
  questionIdOf,
  requestId,
  shownConditionOf,
} from '../ids.js'
import { imageOf, toMicroIso, toSpacedTime } from '../labels.js'
import { hasBothLists, versionOf } from '../protocol.js'
import { type Quote, quoteOf } from '../quote.js'

export type Native = Readonly<Record<string, unknown>>

/** Renders a market of Gamma. Members without a value are omitted, as in Gamma. */
export function toGammaMarket(context: MockContext, event: WorldEvent, market: WorldMarket): Native {
  const { world, now } = context
  const quote = quoteOf(context, market, 'yes')
  const stats = world.stats(market.key, now)
  const open = stateAt(market, now) === 'open'
  // A spread of this many members would take thirty times as long.
  return Object.assign(
    {},
    identity(context, event, market),
    protocol(context, market),
    texts(event, market),
    life(context, market),
    {
      outcomePrices: outcomePrices(context, market, quote),
      liquidity: open ? String(stats.liquidity) : undefined,
      volume: String(stats.notional),
      closed: !open,
      acceptingOrders: open || acceptsAfterClose(market),
      competitive: quote.mid === undefined ? 0 : roundToMicros(1 / (1 + (quote.mid - 0.5) ** 2)),
      clearBookOnStart: event.teams !== undefined,
    },
    volumes(market, stats, now, open),
    prices(context, market, quote, open),
    sports(event, market),
    resolution(context, market),
    fees(event),
    cryptoConfig(event, market),
    sameForAll,
  )
}

/** Members that are constant in the simulation. */
const sameForAll = {
  resolutionSource: '',
  active: true,
  marketMakerAddress: '',
  new: false,
  featured: false,
  archived: false,
  restricted: true,
  enableOrderBook: true,
  orderMinSize: 5,
  hasReviewedDates: true,
  umaBond: '500',
  umaReward: '5',
  makerBaseFee: 1000,
  takerBaseFee: 1000,
  ready: false,
  funded: false,
  cyom: false,
  pagerDutyNotificationEnabled: false,
  approved: true,
  rewardsMinSize: 50,
  rewardsMaxSpread: 4.5,
  automaticallyActive: true,
  manualActivation: false,
  negRiskOther: false,
  pendingDeployment: false,
  deploying: false,
  rfqEnabled: false,
  holdingRewardsEnabled: false,
  requiresTranslation: false,
} as const

function identity({ world }: MockContext, event: WorldEvent, market: WorldMarket): Native {
  return {
    id: String(market.number),
    conditionId: shownConditionOf(world, market),
    questionID: questionIdOf(world, event, market),
    slug: market.slug,
    resolvedBy: createHexAddress(mix(world.seed, 3), 20),
    orderPriceMinTickSize: market.tick,
    negRisk: event.exclusive,
    ...(event.exclusive
      ? {
          negRiskMarketID:
            versionOf(market) === 'v2' ? onchainEventOf(world, market) : negRiskIdOf(world, event),
          negRiskRequestID: createHexAddress(mix(market.seed, 0x4e9), 32),
        }
      : {}),
  }
}

/**
 * Returns ids that trade. Only `version` selects the list: either list may be filled on either kind of row. CTF tokens
 * are JSON in a text, positions a list.
 */
function protocol({ world, now }: MockContext, market: WorldMarket): Native {
  const version = versionOf(market)
  const both = hasBothLists(market)
  if (version === 'v1')
    return {
      version,
      clobTokenIds: JSON.stringify(ctfTokenIdsOf(world, market)),
      positionIds: both ? positionIdsOf(world, market) : undefined,
    }
  return {
    version,
    clobTokenIds: both ? JSON.stringify(ctfTokenIdsOf(world, market)) : null,
    positionIds: positionIdsOf(world, market),
    onchainEventId: onchainEventOf(world, market),
    requestId: requestId(world, market),
    resolutionStatus: resolutionStatusOf(market, now),
  }
}

/** Returns the oracle status of a market of Protocol V2. */
export function resolutionStatusOf(market: WorldMarket, now: number): 'inactive' | 'active' | 'resolved' {
  const state = stateAt(market, now)
  return state === 'resolved' ? 'resolved' : state === 'unlisted' ? 'inactive' : 'active'
}

function texts(event: WorldEvent, market: WorldMarket): Native {
  const image = imageOf(event.series)
  return {
    question: market.question,
    description: event.rules,
    outcomes: JSON.stringify([market.yesLabel, market.noLabel]),
    groupItemTitle: market.label,
    groupItemThreshold: String(market.index),
    image,
    icon: image,
  }
}

function life({ now }: MockContext, market: WorldMarket): Native {
  return {
    startDate: toMicroIso(market.opensAt, market.seed),
    startDateIso: toIsoDay(market.opensAt),
    endDate: toSecondIso(market.endsAt),
    endDateIso: toIsoDay(market.endsAt),
    createdAt: toMicroIso(market.opensAt - HOUR_MS, market.seed),
    updatedAt: toMicroIso(Math.floor(now / 60_000) * 60_000, market.seed),
    acceptingOrdersTimestamp: toSecondIso(market.opensAt),
  }
}

/** Returns the prices: absent while no price is known, then the mid price, then the payout. */
function outcomePrices({ now }: MockContext, market: WorldMarket, quote: Quote): string | undefined {
  if (stateAt(market, now) === 'resolved') return pair(market.payout)
  const price = quote.mid
  if (price !== undefined) return pair(price)
  return now - market.opensAt < DAY_MS ? undefined : pair(0.5)
}

function pair(yes: number): string {
  return JSON.stringify([String(yes), String(roundToMicros(1 - yes))])
}

/**
 * Returns the dollars traded in a span before now, proportional to its share of the trading period, or undefined for
 * none.
 */
export function computeVolumeWithin(
  market: WorldMarket,
  stats: WorldStats,
  now: number,
  spanMs: number,
): number | undefined {
  const age = Math.max(1, Math.min(now, market.closesAt) - market.opensAt)
  const share = Math.min(1, Math.max(0, spanMs - Math.max(0, now - market.closesAt)) / age)
  const volume = Math.max(stats.notional24h, roundToMicros(stats.notional * share))
  return volume === 0 ? undefined : volume
}

function volumes(market: WorldMarket, stats: WorldStats, now: number, open: boolean): Native {
  const total = stats.notional
  const day = stats.notional24h === 0 ? undefined : stats.notional24h
  const [week, month, year] = [WEEK_MS, 30 * DAY_MS, 365 * DAY_MS].map((spanMs) =>
    computeVolumeWithin(market, stats, now, spanMs),
  )
  const liquidity = open ? stats.liquidity : undefined
  return {
    volumeNum: total,
    liquidityNum: liquidity,
    volume24hr: day,
    volume1wk: week,
    volume1mo: month,
    volume1yr: year,
    volume24hrClob: day,
    volume1wkClob: week,
    volume1moClob: month,
    volume1yrClob: year,
    volumeClob: total,
    liquidityClob: liquidity,
  }
}

/** Returns quotes and price changes of outcome 0. A resolved market shows its last print, of either token. */
function prices(context: MockContext, market: WorldMarket, quote: Quote, open: boolean): Native {
  const { last, bestBid, bestAsk } = quote
  const shown = last === undefined ? undefined : open ? last.price : printOf(market, last).price
  return {
    spread: open ? roundToMicros((bestAsk ?? 1) - (bestBid ?? 0)) : market.tick,
    lastTradePrice: shown,
    bestBid,
    bestAsk: open ? bestAsk : Math.min(1, roundToMicros((last?.price ?? 0.5) + market.tick)),
    oneHourPriceChange: change(context, market, HOUR_MS),
    oneDayPriceChange: change(context, market, DAY_MS),
    oneWeekPriceChange: change(context, market, WEEK_MS),
    oneMonthPriceChange: change(context, market, 30 * DAY_MS),
  }
}

function change({ world, now }: MockContext, market: WorldMarket, spanMs: number): number | undefined {
  const then = world.lastTrade(market.key, now - spanMs)
  const last = world.lastTrade(market.key, now)
  if (then === undefined || last === undefined || then.price === last.price) return undefined
  return roundToMicros(last.price - then.price)
}

function sports(event: WorldEvent, market: WorldMarket): Native {
  if (event.startsAt === undefined) return {}
  return {
    gameStartTime: toSpacedTime(event.startsAt),
    secondsDelay: 3,
    gameId: String(event.number),
    sportsMarketType: market.strike === undefined ? 'moneyline' : 'totals',
    line: market.strike?.floor,
  }
}

function resolution({ now }: MockContext, market: WorldMarket): Native {
  const state = stateAt(market, now)
  if (state === 'open') return { umaResolutionStatuses: '[]' }
  const closedTime = toSpacedTime(market.closesAt)
  if (versionOf(market) === 'v2') return { closedTime, umaResolutionStatuses: '[]' }
  return {
    closedTime,
    umaEndDate: toSecondIso(market.closesAt),
    umaResolutionStatus: state === 'resolved' ? 'resolved' : 'proposed',
    umaResolutionStatuses: '["proposed"]',
    automaticallyResolved: state === 'resolved' ? true : undefined,
  }
}

function fees(event: WorldEvent): Native {
  const terms = feeTermsOf(event)
  if (terms === undefined) return { feesEnabled: false, feeType: null }
  const { type, rate, rebate } = terms
  return {
    feesEnabled: true,
    feeType: type,
    feeSchedule: { exponent: 1, rate, takerOnly: true, rebateRate: rebate },
    makerRebatesFeeShareBps: event.shape === 'up-down' ? 10_000 : undefined,
  }
}

/** Returns the resolution rule of an up/down market: the average price of a minute (recorded October 2026). */
function cryptoConfig(event: WorldEvent, market: WorldMarket): Native {
  if (event.shape !== 'up-down') return {}
  const asset = event.series.key.split('-')[0] ?? ''
  const duration =
    event.series.recurrence === 'daily' ? '1d' : event.series.recurrence === '15m' ? '15m' : '1h'
  const id = `${asset}-${duration}-twap-60`
  return {
    eventStartTime: toSecondIso(market.opensAt),
    cryptoMarketConfigId: id,
    cryptoMarketConfig: { id, asset, duration, twapEnabled: true, twapLookbackSeconds: 60 },
  }
}

/** Whether a closed market still claims to accept orders, as recorded. */
function acceptsAfterClose(market: WorldMarket): boolean {
  return market.seed % 40 === 0
}

/**
 * Renders a child row of an open date ladder that was announced but never deployed: without ids and prices (recorded
 * September 2026). No lookup finds its id.
 */
export function toUndeployedMarket(event: WorldEvent): Native {
  const image = imageOf(event.series)
  return {
    id: String(event.number * 32 + 31),
    question: event.title.replace('___ ?', 'a date to be announced?'),
    conditionId: '',
    slug: `${event.slug}-tba`,
    resolutionSource: '',
    endDate: toSecondIso(event.endsAt),
    liquidity: '0',
    image,
    icon: image,
    description: event.rules,
    outcomes: '["Yes", "No"]',
    volume: '0',
    active: false,
    closed: false,
    marketMakerAddress: '',
    createdAt: toMicroIso(event.opensAt, event.seed),
    updatedAt: toMicroIso(event.opensAt + DAY_MS, event.seed),
    archived: false,
    restricted: true,
    groupItemTitle: 'To be announced',
    groupItemThreshold: '31',
    enableOrderBook: true,
    orderPriceMinTickSize: 0.01,
    orderMinSize: 5,
    volumeNum: 0,
    liquidityNum: 0,
    volume24hr: 0,
    negRisk: false,
    ready: false,
    funded: false,
    spread: 1,
    lastTradePrice: 0,
    bestBid: 0,
    bestAsk: 1,
    umaResolutionStatuses: '[]',
    feesEnabled: false,
    feeType: null,
    version: 'v1',
  }
}
