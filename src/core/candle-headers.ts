import type { CandleFacts } from '../candles/facts.js'

/** The story of a candle answer as response headers. */
export function candleHeaders(answer: CandleFacts): Record<string, string> {
  return {
    'x-pmx-cache': answer.cache,
    'x-pmx-price-basis': answer.basis,
    ...(answer.runningFrom === undefined ? {} : { 'x-pmx-partial-from': String(answer.runningFrom) }),
    ...(answer.searchedFrom === undefined ? {} : { 'x-pmx-searched-from': String(answer.searchedFrom) }),
    ...(answer.emptyReason === undefined ? {} : { 'x-pmx-empty-reason': answer.emptyReason }),
  }
}
