import type { Span } from '../api/span.js'
import type { CandleFacts, StaleFacts } from '../candles/facts.js'
import { staleHeader } from './stored-rows.js'

/** The story of a candle answer as response headers. */
export function candleHeaders(answer: CandleFacts): Record<string, string> {
  return {
    'x-pmx-cache': answer.cache,
    'x-pmx-price-basis': answer.basis,
    ...(answer.runningFrom === undefined ? {} : { 'x-pmx-partial-from': String(answer.runningFrom) }),
    ...(answer.searchedFrom === undefined ? {} : { 'x-pmx-searched-from': String(answer.searchedFrom) }),
    ...(answer.emptyReason === undefined ? {} : { 'x-pmx-empty-reason': answer.emptyReason }),
    ...(answer.stale === undefined ? {} : staleHeaders(answer.stale)),
  }
}

/** Spans that are named one by one: headers are bounded. */
const MOST_NAMED = 20

function staleHeaders({ reason, ageS, missing }: StaleFacts): Record<string, string> {
  return {
    ...staleHeader({ reason, ageS }),
    ...(missing.length === 0 ? {} : { 'x-pmx-missing': missingText(missing) }),
  }
}

/** The newest spans, as `from-to`; then how many more there are. */
function missingText(missing: readonly Span[]): string {
  const named = missing.slice(-MOST_NAMED).map(({ from, to }) => `${from}-${to}`)
  const more = missing.length - named.length
  return [...(more > 0 ? [`+${more}`] : []), ...named].join(', ')
}
