import type { PriceCandle } from '../api/models.js'

/**
 * The JSON of one candle. Stored fragments and live answers both come from here, so a reply read from disk has the
 * very bytes of the one that was computed. Finite numbers print in JSON as they do in JavaScript.
 */
export function candleText({ timestamp, open, high, low, close, volume }: PriceCandle): string {
  const prices = `{"timestamp":${timestamp},"open":${open},"high":${high},"low":${low},"close":${close}`
  return volume === undefined ? `${prices}}` : `${prices},"volume":${volume}}`
}

/** The JSON list of candles. */
export function candlesText(bars: readonly PriceCandle[]): string {
  return `[${bars.map(candleText).join(',')}]`
}
