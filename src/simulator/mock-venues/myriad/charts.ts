import { toIso } from '../../../api/times/instant.js'
import { DAY_MS, HOUR_MS } from '../../../api/times/resolution.js'
import { MINUTE_MS } from '../../../api/times/span.js'
import type { MockContext } from '../../mock-kit/mock-venue.js'
import type { Native } from './market-row.js'
import type { NativeMarket } from './native-market.js'
import { poolPricesOf } from './prices.js'

/** A series of the chart: the time of each point, and the time of its price. */
interface Series {
  readonly timeframe: string
  readonly labels: readonly number[]
  /** Offset from a label to the instant of its price. */
  readonly lagMs: number
}

/**
 * Returns the four price charts of every outcome, which are only in the response for one market (README.md). The two
 * fine ones are filled forward to the end. The two coarse ones stop at the bucket of the last trade, and show its
 * closing price at its opening time. They therefore differ from the fine ones. Some pools and all order books have
 * empty charts.
 * @returns one list of charts an outcome
 */
export function chartsOf(context: MockContext, market: NativeMarket): readonly (readonly Native[])[] {
  const isEmpty = market.model === 'ob' || market.event.seed % 5 === 0
  const series = isEmpty ? emptySeries : seriesOf(context, market)
  const end = Math.min(context.now, market.closesAt - 1)
  const drawn = series.map(({ timeframe, labels, lagMs }) => ({
    timeframe,
    labels,
    prices: labels.map((label) => poolPricesOf(context, market, Math.min(end, label + lagMs))),
  }))
  return market.outcomeTitles.map((_, outcome) =>
    drawn.map(({ timeframe, labels, prices }) => {
      const values = prices.map((row) => shownAt(row, outcome))
      const [first, last] = [values[0], values.at(-1)]
      return {
        timeframe,
        prices: labels.map((label, index) => ({
          value: values[index],
          timestamp: label / 1000,
          date: toIso(label),
        })),
        change_percent: first === undefined || last === undefined || first === 0 ? 0 : last / first - 1,
      }
    }),
  )
}

/** Rounds to four decimals; the two prices of a question add up to 1 at every point, as recorded. */
function shownAt(prices: readonly number[], outcome: number): number {
  const shown = (index: number): number => Math.round((prices[index] ?? 0) * 10_000)
  return (prices.length === 2 && outcome === 1 ? 10_000 - shown(0) : shown(outcome)) / 10_000
}

const emptySeries: readonly Series[] = ['24h', '7d', '30d', 'all'].map((timeframe) => ({
  timeframe,
  labels: [],
  lagMs: 0,
}))

function seriesOf({ world, now }: MockContext, market: NativeMarket): readonly Series[] {
  const end = Math.min(now, market.closesAt)
  const lastTrade = Math.max(0, ...market.legs.map((leg) => world.lastTrade(leg.key, end)?.at ?? 0))
  const fine = (timeframe: string, stepMs: number, count: number): Series => {
    const last = Math.ceil(end / stepMs) * stepMs
    const labels = Array.from({ length: count }, (_, index) => last - (count - 1 - index) * stepMs)
    return { timeframe, labels: labels.filter((label) => label >= market.opensAt), lagMs: 0 }
  }
  const coarse = (timeframe: string, from: number): Series => {
    const stepMs = 4 * HOUR_MS
    const labels: number[] = []
    const start = Math.ceil(Math.max(from, market.opensAt) / stepMs) * stepMs
    for (let label = start; label <= lastTrade; label += stepMs) labels.push(label)
    return { timeframe, labels, lagMs: stepMs - 1 }
  }
  return [
    fine('24h', 5 * MINUTE_MS, 288),
    fine('7d', 30 * MINUTE_MS, 336),
    coarse('30d', end - 30 * DAY_MS),
    coarse('all', market.opensAt),
  ]
}
