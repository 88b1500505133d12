import type { Span } from '../../../api/times/span.js'
import { mix } from '../../world/common/hash.js'
import type { WorldMarket } from '../../world/common/types.js'
import { listEasternMidnights } from './eastern.js'
import { toFixedCount, toPriceText } from './figures.js'
import type { Native } from './market.js'
import { isAsleep, type Scene } from './variant.js'

/** Length of a candle, minutes. */
export type Period = 1 | 60 | 1440

interface Ohlc {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** A native candle before rendering: stamped with its end, with quotes and trades. */
export interface Candle {
  /** Seconds; the inclusive end of the period. */
  readonly end: number
  readonly price: (Ohlc & { readonly mean: number }) | undefined
  /** The last price before the period. */
  readonly previous: number | undefined
  readonly bid: Ohlc
  readonly ask: Ohlc
  /** Contracts. */
  readonly volume: number
  readonly openInterest: number
}

/** One in so many periods without trades has a candle nevertheless, because the book changed; a day always has one. */
const TOLD_ONE_IN: Readonly<Record<Period, number>> = { 1: 12, 60: 4, 1440: 1 }

/**
 * Returns the candles of a market that end in [start, end] (seconds), ascending and sparse. They include the open
 * period if it ends early enough. Days are New York days.
 */
export function candlesOf(
  scene: Scene,
  market: WorldMarket,
  period: Period,
  start: number,
  end: number,
): readonly Candle[] {
  const periods = periodsOf(scene, market, period, start * 1000, end * 1000)
  const first = periods[0]
  const last = periods.at(-1)
  if (first === undefined || last === undefined) return []
  const tape = readTape(scene, market, first.from, last.to)
  const found: Candle[] = []
  let previous = isAsleep(scene, market)
    ? undefined
    : scene.world.lastTrade(market.key, first.from - 1)?.price
  let next = 0
  for (const { from, to } of periods) {
    const startsAt = next
    while ((tape.at[next] ?? Number.POSITIVE_INFINITY) < to) next++
    const traded = next > startsAt
    const told = traded || mix(market.seed, Math.floor(to / 60_000)) % TOLD_ONE_IN[period] === 0
    if (told) found.push(candle(scene, market, tape, { from, to, startsAt, endsAt: next }, previous))
    if (traded) previous = tape.price[next - 1]
  }
  return found
}

function periodsOf(
  scene: Scene,
  market: WorldMarket,
  period: Period,
  start: number,
  end: number,
): readonly Span[] {
  const lives = { from: market.opensAt, to: Math.min(scene.now, market.closesAt - 1) }
  return period === 1440 ? dayEnds(lives, start, end) : evenEnds(period * 60_000, lives, start, end)
}

function evenEnds(stepMs: number, lives: Span, start: number, end: number): readonly Span[] {
  const first = Math.max(Math.floor(lives.from / stepMs) + 1, Math.ceil(start / stepMs))
  const last = Math.min(Math.floor(lives.to / stepMs) + 1, Math.floor(end / stepMs))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const to = (first + index) * stepMs
    return { from: to - stepMs, to }
  })
}

const MAX_DAY_MS = 25 * 3_600_000

function dayEnds(lives: Span, start: number, end: number): readonly Span[] {
  const midnights = listEasternMidnights(
    Math.max(lives.from - MAX_DAY_MS, start - MAX_DAY_MS),
    Math.min(lives.to + MAX_DAY_MS, end),
  )
  return midnights
    .slice(1)
    .map((to, index) => ({ from: midnights[index] ?? to, to }))
    .filter(({ from, to }) => to > lives.from && from <= lives.to && to >= start && to <= end)
}

/** The trades of a span in columns. */
interface Tape {
  readonly at: number[]
  readonly price: number[]
  readonly size: number[]
}

function readTape(scene: Scene, market: WorldMarket, from: number, to: number): Tape {
  const tape: Tape = { at: [], price: [], size: [] }
  if (isAsleep(scene, market)) return tape
  const ticks = Math.round(1 / market.tick)
  scene.world.scan(market.key, from, Math.min(to, scene.now + 1), (at, price, size) => {
    tape.at.push(at)
    tape.price.push(price / ticks)
    tape.size.push(size)
  })
  return tape
}

interface Stretch extends Span {
  /** Indices into the tape. */
  readonly startsAt: number
  readonly endsAt: number
}

function candle(
  scene: Scene,
  market: WorldMarket,
  tape: Tape,
  { to, startsAt, endsAt }: Stretch,
  previous: number | undefined,
): Candle {
  const { world, now } = scene
  const prices = tape.price.slice(startsAt, endsAt)
  const sizes = tape.size.slice(startsAt, endsAt)
  const volume = sizes.reduce((sum, size) => sum + size, 0)
  const worth = prices.reduce((sum, price, index) => sum + price * (sizes[index] ?? 0), 0)
  const ohlc = prices.length === 0 ? undefined : ohlcOf(prices)
  const quotes = quotePaths(scene, market, previous, ohlc)
  return {
    end: Math.floor(to / 1000),
    price: ohlc === undefined ? undefined : { ...ohlc, mean: worth / volume },
    previous,
    bid: quotes.bid,
    ask: quotes.ask,
    volume: volume / 100,
    openInterest: isAsleep(scene, market) ? 0 : world.openInterest(market.key, Math.min(to - 1, now)),
  }
}

function ohlcOf(values: readonly number[]): Ohlc {
  let high = Number.NEGATIVE_INFINITY
  let low = Number.POSITIVE_INFINITY
  for (const value of values) {
    if (value > high) high = value
    if (value < low) low = value
  }
  return { open: values[0] ?? 0, high, low, close: values.at(-1) ?? 0 }
}

/**
 * Derives quotes from trades. They start where the last trade before the period left them, and change with each trade.
 * A higher price never has a lower quote, so the extremes of quotes and prices coincide.
 */
function quotePaths(
  scene: Scene,
  market: WorldMarket,
  previous: number | undefined,
  prices: Ohlc | undefined,
): { readonly bid: Ohlc; readonly ask: Ohlc } {
  const nobody = isAsleep(scene, market)
  const seen = [previous, ...(prices === undefined ? [] : [prices.high, prices.low, prices.close])]
  const tops = seen.map((price) =>
    nobody ? { bid: undefined, ask: undefined } : scene.world.topAfter(market.key, price),
  )
  return { bid: ohlcOf(tops.map((top) => top.bid ?? 0)), ask: ohlcOf(tops.map((top) => top.ask ?? 1)) }
}

type Spelling = (candle: Candle) => Native

/** Renders the current format: dollars and fixed-point counts. Absent values are omitted. */
export const currentCandle: Spelling = (one) => ({
  end_period_ts: one.end,
  open_interest_fp: toFixedCount(one.openInterest),
  price: {
    ...(one.price === undefined ? {} : priceMembers(one.price, '_dollars')),
    ...(one.price === undefined ? {} : { mean_dollars: toPriceText(one.price.mean) }),
    ...(one.previous === undefined ? {} : { previous_dollars: toPriceText(one.previous) }),
  },
  volume_fp: toFixedCount(one.volume),
  yes_ask: priceMembers(one.ask, '_dollars'),
  yes_bid: priceMembers(one.bid, '_dollars'),
})

/** Renders the format of the archive: plain names with dollar texts, all members present, null without a trade. */
export const archivedCandle: Spelling = (one) => ({
  end_period_ts: one.end,
  open_interest: toFixedCount(one.openInterest),
  price: {
    ...(one.price === undefined
      ? { open: null, high: null, low: null, close: null, mean: null }
      : { ...priceMembers(one.price), mean: toPriceText(one.price.mean) }),
    previous: one.previous === undefined ? null : toPriceText(one.previous),
  },
  volume: toFixedCount(one.volume),
  yes_ask: priceMembers(one.ask),
  yes_bid: priceMembers(one.bid),
})

/** @param suffix of the names, such as `_dollars` */
function priceMembers({ open, high, low, close }: Ohlc, suffix = ''): Native {
  const prices = Object.entries({ open, high, low, close })
  return Object.fromEntries(prices.map(([name, price]) => [`${name}${suffix}`, toPriceText(price)]))
}
