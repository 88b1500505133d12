import { toIso } from '../../../api/times/instant.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import { slugOf } from '../../world/common/dates.js'
import { mix, mixWide } from '../../world/common/hash.js'
import type { WorldSeries, WorldStats } from '../../world/common/types.js'
import { demoWallets } from '../../world/wallets.js'
import { MAX_BPS, makerBps, takerBps } from './fees.js'
import { createHexAddress, tokenIdOf } from './ids.js'
import { isMulti, isVoided, type NativeMarket, stateOf, winnerOf } from './native-market.js'
import { bookOf } from './paper.js'
import { computePoolVolume24h } from './pool-volumes.js'
import { computeChanges24h, poolLiquidityOf, poolOf, round6, round8, shownPricesOf } from './prices.js'

export type Native = Readonly<Record<string, unknown>>

/** A row with its outcomes, which some responses change. */
export interface MarketRow extends Native {
  readonly outcomes: readonly Native[]
}

/** Renders a market as in lists (README.md). */
export function toMarketRow(context: MockContext, market: NativeMarket): MarketRow {
  const { now } = context
  const pool = market.model === 'amm' ? poolOf(context, market) : undefined
  const row = {
    publishedAt: toIso(market.opensAt),
    expiresAt: toIso(market.endsAt),
    resolvesAt: now < market.resolvesAt ? null : toIso(market.resolvesAt),
    fees: feesOf(market),
    state: stateOf(market, now),
    voided: isVoided(market, now),
    resolvedOutcomeId: winnerOf(market, now) ?? -1,
    token: market.network.token,
  }
  const rest = {
    topHolders: demoWallets.map(({ address }) => address),
    outcomes: outcomesOf(context, market, pool?.reserves ?? []),
    eventId: market.eventId ?? null,
    outcomeIndex: market.eventId === undefined ? null : market.legs[0].index,
    negRisk: market.eventId !== undefined && market.event.exclusive,
    oracle,
    scoreboard: null,
    externalSources: [],
  }
  // A spread of this many members would take many times as long.
  const figures = figuresOf(context, market, pool)
  return Object.assign({}, identity(market), texts(market), row, figures, flags(market, now), rest)
}

const oracle = {
  address: null,
  name: 'Myriad',
  url: 'https://myriad.markets',
  image_url: 'https://images.example/myriad/oracle.png',
  data: null,
}

function identity({ id, network, slug, title }: NativeMarket): Native {
  return { id, networkId: network.id, slug, title, shortName: null, ctaName: null }
}

export function imageOf({ key }: WorldSeries): string {
  return `https://images.example/myriad/${key}.png`
}

function texts({ event }: NativeMarket): Native {
  return {
    description: event.rules,
    topics: [event.series.category],
    tags: event.series.tags.map(slugOf),
    resolutionSource: 'https://gazette.example',
    resolutionTitle: 'Port Meridian Gazette',
    imageUrl: imageOf(event.series),
    bannerImageUrl: imageOf(event.series),
    ogImageUrl: imageOf(event.series),
  }
}

/** Fractions apply to pools, which have no fees; books have a table by cent (README.md, "Fees"). */
function feesOf({ model, event }: NativeMarket): Native {
  const fees = { fee: 0, treasury_fee: 0, distributor_fee: 0 }
  const address = (turn: number): string => createHexAddress(mix(event.series.index, turn), 20)
  const common = { buy: fees, sell: fees, treasury: address(1), distributor: address(2) }
  if (model === 'amm') return common
  return {
    ...common,
    taker_fee_bps: MAX_BPS,
    taker_fee_bps_array: takerBps,
    maker_fee_bps: 0,
    maker_fee_bps_array: makerBps,
  }
}

/** Sums over the questions of a market; volumes are collateral, notional volumes are shares. */
export interface Volumes {
  readonly volume: number
  readonly volume24h: number
  readonly volumeNotional: number
  readonly volumeNotional24h: number
  /** Money in the book; pools have another kind of liquidity. */
  readonly resting: number
}

export function volumesOf(context: MockContext, market: NativeMarket): Volumes {
  const stats = market.legs.map((leg) => context.world.stats(leg.key, context.now))
  const sum = (name: keyof WorldStats): number => round6(stats.reduce((total, one) => total + one[name], 0))
  const whole = { volume: sum('notional'), volumeNotional: sum('volume'), resting: sum('liquidity') }
  if (market.model === 'ob')
    return { ...whole, volume24h: sum('notional24h'), volumeNotional24h: sum('volume24h') }
  // A day is the sum of its rows; for a pool's whole trading period there is no sum (README.md, "Pools").
  const day = computePoolVolume24h(context, market)
  const [volume24h, volumeNotional24h] = [round6(day.value), round6(day.shares)]
  return {
    ...whole,
    volume: Math.max(whole.volume, volume24h),
    volumeNotional: Math.max(whole.volumeNotional, volumeNotional24h),
    volume24h,
    volumeNotional24h,
  }
}

/** Returns the initial funds of a pool, or the resting money of a book. */
export function liquidityOf(market: NativeMarket, { resting }: Volumes): number {
  return market.model === 'amm' ? poolLiquidityOf(market) : resting
}

function figuresOf(
  context: MockContext,
  market: NativeMarket,
  pool: ReturnType<typeof poolOf> | undefined,
): Native {
  const volumes = volumesOf(context, market)
  const { resting: _, ...told } = volumes
  return {
    liquidity: liquidityOf(market, volumes),
    liquidityPrice: pool?.liquidityPrice ?? 0,
    ...told,
    users: usersOf(volumes),
    shares: round6(pool?.reserves.reduce((total, reserve) => total + reserve, 0) ?? 0),
  }
}

export function usersOf({ volumeNotional }: Volumes): number {
  return Math.floor(Math.sqrt(volumeNotional))
}

function flags({ model, event, legs: [leg], closesAt }: NativeMarket, now: number): Native {
  const { startsAt } = event
  const isFeatured = event.seed % 40 === 0
  return {
    featured: isFeatured,
    featuredAt: isFeatured ? toIso(event.opensAt) : null,
    inPlay: startsAt !== undefined && now >= startsAt && now < closesAt,
    inPlayStartsAt: startsAt === undefined ? null : toIso(startsAt),
    perpetual: false,
    moneyline: event.shape === 'match' || (event.shape === 'duel' && leg.index === 0),
    executionMode: model === 'ob' ? 1 : 0,
    tradingModel: model,
  }
}

function outcomesOf(
  context: MockContext,
  market: NativeMarket,
  reserves: readonly number[],
): readonly Native[] {
  const { now } = context
  const prices = shownPricesOf(context, market)
  const changes = computeChanges24h(context, market)
  return market.outcomeTitles.map((title, id) => {
    const chance = mixWide(market.legs[0].seed, 900 + id)
    return {
      id,
      title,
      shares: round6(reserves[id] ?? 0),
      sharesHeld: sharesHeld(context, market, id),
      price: prices[id] ?? null,
      closingPrice: now < market.closesAt ? null : (prices[id] ?? null),
      priceChange24h: round8(changes[id] ?? 0),
      ...topOf(context, market, id),
      imageUrl: id === 0 ? imageOf(market.event.series) : null,
      holders: 3 + (chance % 200),
      tokenId: tokenIdOf(market.id, id),
    }
  })
}

function sharesHeld({ world, now }: MockContext, market: NativeMarket, outcome: number): number {
  const leg = market.legs[isMulti(market) ? outcome : 0] ?? market.legs[0]
  return world.openInterest(leg.key, now)
}

/** Returns the best prices of a book; null for an empty side and for pools. */
function topOf(context: MockContext, { model, legs: [leg] }: NativeMarket, outcome: number): Native {
  if (model === 'amm') return { bestBid: null, bestAsk: null }
  const { bids, asks } = bookOf(context, leg)
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  const flip = (price: number | undefined): number | null => (price === undefined ? null : round8(1 - price))
  return outcome === 0
    ? { bestBid: bid ?? null, bestAsk: ask ?? null }
    : { bestBid: flip(ask), bestAsk: flip(bid) }
}
