import { DAY_MS } from '../../../api/times/resolution.js'
import { createLru } from '../../../policy/lru.js'
import type { Rhythm, WorldStats } from '../common/types.js'
import { bookAt } from './book.js'
import { MEAN_SIZE_FACTOR, priceTicksAt, scanTrades, type TradeModel } from './trades.js'

/** Open interest as a share of all traded contracts. */
const OPEN_INTEREST_SHARE = 0.35

/** Sums over (from, to] in hundredths of a contract, and in ticks times hundredths. */
interface Turnover {
  readonly size: number
  readonly worth: number
}

interface DayMemo extends Turnover {
  readonly at: number
}

/** Statistics with the first and last instant at which they are valid. */
interface StatsMemo {
  readonly from: number
  readonly until: number
  readonly stats: WorldStats
}

export interface StatsReader {
  /** Returns the statistics of a market. @throws errors of `modelOf` for an unknown market */
  of(marketKey: string, now: number): WorldStats
}

/** There are about 4,000 listed markets, of which about 600 have traded within a day. */
const MAX_FIGURES = 5_000
const MAX_DAYS = 1_500

/**
 * Derives the statistics of markets. It caches each market's last 24 h, so that a nearby instant needs only the differences. It
 * also caches statistics while they are valid, since lists read those of all markets for every page.
 */
export function createStatsReader(rhythm: Rhythm, modelOf: (marketKey: string) => TradeModel): StatsReader {
  const days = createLru<DayMemo>(MAX_DAYS)
  const figures = createLru<StatsMemo>(MAX_FIGURES)

  function lastDay(model: TradeModel, now: number): Turnover {
    const { key, closesAt } = model.market
    if (now - DAY_MS >= closesAt) return { size: 0, worth: 0 }
    const known = days.get(key)
    const sum =
      known === undefined || Math.abs(now - known.at) > DAY_MS / 2
        ? turnover(model, now - DAY_MS, now)
        : moved(model, known, now)
    days.set(key, { at: now, ...sum })
    return sum
  }

  function read(model: TradeModel, now: number): WorldStats {
    const { ticks } = model
    const day = lastDay(model, now)
    const before = expectedSize(model, now - DAY_MS)
    const contracts = (before + day.size) / 100
    const notional24h = money(day.worth / ticks / 100)
    const price = before === 0 ? 0 : priceTicksAt(model, model.market.opensAt) / ticks
    return {
      volume: money(contracts),
      volume24h: money(day.size / 100),
      notional: money((before / 100) * price + day.worth / ticks / 100),
      notional24h,
      openInterest: openInterestAt(model, now),
      liquidity: liquidityAt(model, now, rhythm),
    }
  }

  return {
    of(key, now) {
      const known = figures.get(key)
      if (known !== undefined && known.from <= now && now <= known.until) return known.stats
      const model = modelOf(key)
      const stats = read(model, now)
      // A day after its close a market no longer changes.
      const restsFrom = model.market.closesAt + DAY_MS
      const holds = now >= restsFrom ? { from: restsFrom, until: Infinity } : { from: now, until: now }
      figures.set(key, { ...holds, stats })
      return stats
    },
  }
}

function turnover(model: TradeModel, after: number, upTo: number): Turnover {
  let size = 0
  let worth = 0
  scanTrades(model, after + 1, upTo + 1, (_at, ticks, hundredths) => {
    size += hundredths
    worth += hundredths * ticks
  })
  return { size, worth }
}

/**
 * Returns the day that ends at another instant, later or earlier. All values are integers, so the sum does not depend on the
 * order.
 */
function moved(model: TradeModel, known: DayMemo, now: number): Turnover {
  const [from, to] = now < known.at ? [now, known.at] : [known.at, now]
  const atItsEnd = turnover(model, from, to)
  const atItsStart = turnover(model, from - DAY_MS, to - DAY_MS)
  const sign = now < known.at ? -1 : 1
  return {
    size: known.size + sign * (atItsEnd.size - atItsStart.size),
    worth: known.worth + sign * (atItsEnd.worth - atItsStart.worth),
  }
}

/** Returns the mean turnover from listing to a given time, in hundredths. */
function expectedSize({ market, clock }: TradeModel, until: number): number {
  if (clock === undefined) return 0
  const lived = Math.min(until, market.closesAt) - market.opensAt
  if (lived <= 0) return 0
  return Math.round((lived / clock.slotMs) * clock.meanCount * clock.sizeHundredths * MEAN_SIZE_FACTOR)
}

/** Returns the contracts held at a given time. Never falls during the trading period. */
export function openInterestAt(model: TradeModel, now: number): number {
  return Math.floor(expectedSize(model, now) * OPEN_INTEREST_SHARE) / 100
}

function liquidityAt(model: TradeModel, now: number, rhythm: Rhythm): number {
  const { bids, asks } = bookAt(model, now, rhythm)
  const buying = bids.reduce((sum, level) => sum + level.price * level.size, 0)
  const selling = asks.reduce((sum, level) => sum + (1 - level.price) * level.size, 0)
  return money(buying + selling)
}

/** Rounds to a ten-thousandth, which removes floating-point error. */
function money(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
