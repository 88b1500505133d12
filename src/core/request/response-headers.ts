import type { Span } from '../../api/times/span.js'
import type { CandleFacts, EarlyFacts, StaleFacts } from '../../candles/response/response-metadata.js'
import type { Omitted } from '../../venue-kit/payload/response-notes.js'

/** The story behind an answer, as response headers. */

/** How a kept list stands when it is given. */
export interface KeptState {
  /** Seconds since the oldest of the lists began to be read. */
  readonly ageS: number
  readonly cache: 'hit' | 'stale' | 'miss'
  /** Why it is served although it is old or in doubt, in one word (api/README.md); absent as a rule. */
  readonly stale?: { readonly reason: string }
}

/** That no venue was called for an answer. */
export const withoutCall = { 'x-pmx-upstream-requests': '0' } as const

/** Of candles. */
export function candleHeaders(answer: CandleFacts): Record<string, string> {
  return {
    'x-pmx-cache': answer.cache,
    'x-pmx-price-basis': answer.basis,
    ...(answer.runningFrom === undefined ? {} : { 'x-pmx-partial-from': String(answer.runningFrom) }),
    ...(answer.searchedFrom === undefined ? {} : { 'x-pmx-searched-from': String(answer.searchedFrom) }),
    ...(answer.liveAgeMs === undefined ? {} : liveAgeHeader(answer.liveAgeMs)),
    ...(answer.early === undefined ? {} : earlyHeaders(answer.early)),
    ...(answer.provisional === undefined ? {} : { 'x-pmx-provisional': spansText(answer.provisional) }),
    ...(answer.emptyReason === undefined ? {} : { 'x-pmx-empty-reason': answer.emptyReason }),
    ...missingHeader(answer.unsampled ?? answer.unkept ?? []),
    ...(answer.stale === undefined ? {} : staleHeaders(answer.stale)),
  }
}

function earlyHeaders({ ageMs, completeUntil }: EarlyFacts): Record<string, string> {
  return { ...liveAgeHeader(ageMs), 'x-pmx-complete-until': String(completeUntil) }
}

/** How old what changes all the time is in an answer, ms. */
export function liveAgeHeader(ageMs: number): { readonly 'x-pmx-live-age': string } {
  return { 'x-pmx-live-age': String(Math.round(ageMs)) }
}

/** Spans that are named one by one: headers are bounded. */
const MOST_NAMED = 20

function staleHeaders({ reason, ageS, missing }: StaleFacts): Record<string, string> {
  return { ...staleHeader({ reason, ageS }), ...missingHeader(missing) }
}

function missingHeader(missing: readonly Span[]): Record<string, string> {
  return missing.length === 0 ? {} : { 'x-pmx-missing': spansText(missing) }
}

/** The newest spans, as `from-to`; then how many more there are. */
function spansText(spans: readonly Span[]): string {
  const named = spans.slice(-MOST_NAMED).map(({ from, to }) => `${from}-${to}`)
  const more = spans.length - named.length
  return [...(more > 0 ? [`+${more}`] : []), ...named].join(', ')
}

/** Of an answer from kept lists. */
export function keptHeaders({ ageS, cache, stale }: KeptState): Record<string, string> {
  return {
    'x-pmx-list-age': String(ageS),
    'x-pmx-cache': cache,
    ...(stale === undefined ? {} : staleHeader({ ...stale, ageS })),
  }
}

/** That an answer is stored because its venue could not be asked. */
export function staleHeader({ reason, ageS }: { readonly reason: string; readonly ageS: number }): {
  readonly 'x-pmx-stale': string
} {
  return { 'x-pmx-stale': `${reason}; age=${ageS}` }
}

/** Longest warning that is sent as a header. */
const MAX_LENGTH = 800

/** What had to be left out of an answer. */
export function omissionHeaders({ rows, warnings, cut }: Omitted): Record<string, string> {
  return {
    ...(rows === 0 ? {} : { 'x-pmx-skipped-rows': String(rows) }),
    ...(cut.length === 0 ? {} : { 'x-pmx-truncated': headerSafe(cut.join('; ')) }),
    ...(warnings.length === 0 ? {} : { 'x-pmx-warning': headerSafe(warnings.join('; ')) }),
  }
}

function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_LENGTH)
}
