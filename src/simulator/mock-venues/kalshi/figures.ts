import { DAY_MS } from '../../../api/times/resolution.js'
import { type BookLevel, stateAt, type WorldMarket } from '../../world/common/types.js'
import { bookOf } from './account/paper.js'
import { isAsleep, type Scene } from './variant.js'

/** The numbers of a market before rendering, or undefined if there is no value. */
export interface MarketFigures {
  readonly yesBid: number | undefined
  readonly yesAsk: number | undefined
  readonly yesBidSize: number
  readonly yesAskSize: number
  readonly last: number | undefined
  readonly previous: number | undefined
  readonly previousBid: number | undefined
  readonly previousAsk: number | undefined
  /** Contracts. */
  readonly volume: number
  readonly volume24h: number
  readonly openInterest: number
}

/** Figures of a market without trades and quotes. */
export const noFigures: MarketFigures = {
  yesBid: undefined,
  yesAsk: undefined,
  yesBidSize: 0,
  yesAskSize: 0,
  last: undefined,
  previous: undefined,
  previousBid: undefined,
  previousAsk: undefined,
  volume: 0,
  volume24h: 0,
  openInterest: 0,
}

export function figuresOf(scene: Scene, market: WorldMarket): MarketFigures {
  const { world, now } = scene
  const { bids, asks } = bookOf(scene, market)
  const quotes = {
    yesBid: bids[0]?.price,
    yesAsk: asks[0]?.price,
    yesBidSize: bids[0]?.size ?? 0,
    yesAskSize: asks[0]?.size ?? 0,
  }
  if (isAsleep(scene, market)) return { ...noFigures, ...quotes }
  const stats = world.stats(market.key, now)
  const dayAgo = now - DAY_MS
  const previous = world.lastTrade(market.key, dayAgo)?.price
  const wasOpen = stateAt(market, dayAgo) === 'open'
  const top = wasOpen ? world.topAfter(market.key, previous) : undefined
  return {
    ...quotes,
    last: world.lastTrade(market.key, now)?.price,
    previous,
    previousBid: top?.bid,
    previousAsk: top?.ask,
    volume: stats.volume,
    volume24h: stats.volume24h,
    openInterest: stats.openInterest,
  }
}

/** Bids of both legs, best first. A bid for NO is an ask for YES at the complement price. */
export interface Legs {
  readonly yes: readonly BookLevel[]
  readonly no: readonly BookLevel[]
}

export function legsOf(scene: Scene, market: WorldMarket): Legs {
  const { bids, asks } = bookOf(scene, market)
  return { yes: bids, no: asks.map(({ price, size }) => ({ price: 1 - price, size })) }
}

/** Renders dollars with four decimals. */
export function toPriceText(price: number): string {
  return price.toFixed(4)
}

/** Renders a count of contracts with two decimals. */
export function toFixedCount(count: number): string {
  return count.toFixed(2)
}
