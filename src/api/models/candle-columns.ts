/** Values of consecutive candles, one list a column; all lists have at least `count` values. */
export interface CandleColumns {
  readonly count: number
  /** Open times, ascending, epoch ms. */
  readonly timestamp: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  /** NaN where unknown. */
  readonly volume: Float64Array
}

/** Creates lists with room for the given number of candles. */
export function createCandleColumns(count: number): CandleColumns {
  const list = (): Float64Array => new Float64Array(count)
  return { count, timestamp: list(), open: list(), high: list(), low: list(), close: list(), volume: list() }
}
