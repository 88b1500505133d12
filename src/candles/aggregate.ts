import type { PriceCandle } from '../contract/models.js'
import { complement } from '../venues/unify.js'
import type { PricePoint } from '../venues/venue.js'
import { alignDown } from './grid.js'

/**
 * Candles of a coarser step: open of the first part, extremes, close of the last, volumes summed; the volume is
 * absent if any part lacks it. Steps without parts stay absent.
 * @param bars ascending, of a step that divides `stepMs`
 */
export function aggregateBars(bars: readonly PriceCandle[], stepMs: number): PriceCandle[] {
  return group(bars, (bar) => bar.timestamp, stepMs).map(([timestamp, parts]) => {
    const [first, last] = endsOf(parts)
    const volumes = parts.map((part) => part.volume)
    const complete = volumes.every((volume) => volume !== undefined)
    return {
      timestamp,
      open: first.open,
      high: parts.reduce((high, part) => Math.max(high, part.high), first.high),
      low: parts.reduce((low, part) => Math.min(low, part.low), first.low),
      close: last.close,
      ...(complete ? { volume: addUp(volumes) } : {}),
    }
  })
}

/** Candles from price points; without volume. Points must ascend. */
export function barsFromPoints(points: readonly PricePoint[], stepMs: number): PriceCandle[] {
  return group(points, (point) => point.at, stepMs).map(([timestamp, parts]) => {
    const [first, last] = endsOf(parts)
    return {
      timestamp,
      open: first.price,
      high: parts.reduce((high, part) => Math.max(high, part.price), first.price),
      low: parts.reduce((low, part) => Math.min(low, part.price), first.price),
      close: last.price,
    }
  })
}

/** The other side of a two-sided market: every price becomes 1 - p, so the high comes from the low. */
export function mirrorBar(bar: PriceCandle): PriceCandle {
  return {
    ...bar,
    open: complement(bar.open),
    high: complement(bar.low),
    low: complement(bar.high),
    close: complement(bar.close),
  }
}

/** 15 significant digits are what a double keeps of any decimal. */
const DIGITS = 15

/**
 * The decimal sum: 0.1 + 0.2 is 0.3, however large the sum and in whatever order it is made. What each addition
 * loses is added at the end, so that rounding meets the true sum.
 */
function addUp(volumes: readonly number[]): number {
  let sum = 0
  let lost = 0
  for (const volume of volumes) {
    const next = sum + volume
    lost += sum >= volume ? sum - next + volume : volume - next + sum
    sum = next
  }
  return Number((sum + lost).toPrecision(DIGITS))
}

function endsOf<Item>(items: readonly Item[]): readonly [Item, Item] {
  const first = items[0]
  const last = items.at(-1)
  if (first === undefined || last === undefined) throw new RangeError('a group is never empty')
  return [first, last]
}

function group<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
  stepMs: number,
): [number, Item[]][] {
  const groups: [number, Item[]][] = []
  for (const item of items) {
    const open = alignDown(timeOf(item), stepMs)
    const last = groups.at(-1)
    if (last !== undefined && last[0] === open) last[1].push(item)
    else groups.push([open, [item]])
  }
  return groups
}
