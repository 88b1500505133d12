import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { Span } from '../../api/times/span.js'
import type { CandleFacts, MaxWaitFacts, StaleFacts } from '../../candles/response/response-metadata.js'
import type { Omitted } from '../../venue-kit/payload/response-notes.js'

/** The story behind an answer, as response headers. */

/** How a kept list stands when it is given. */
export interface CacheState {
  /** Seconds since the oldest of the lists began to be read. */
  readonly ageS: number
  readonly cache: 'hit' | 'stale' | 'miss'
  /** Why it is served although it is old or in doubt, in one word (api/README.md); absent as a rule. */
  readonly stale?: { readonly reason: string }
}

/** Number of calls of the venue that a response cost. */
export function createUpstreamHeader(calls: number): { readonly [pmxHeaders.upstreamRequests]: string } {
  return { [pmxHeaders.upstreamRequests]: String(calls) }
}

/** That no venue was called for an answer. */
export const withoutCall = createUpstreamHeader(0)

/** Of candles. */
export function createCandleHeaders(answer: CandleFacts): Record<string, string> {
  return {
    [pmxHeaders.cache]: answer.cache,
    [pmxHeaders.priceBasis]: answer.basis,
    ...(answer.runningFrom === undefined ? {} : { [pmxHeaders.partialFrom]: String(answer.runningFrom) }),
    ...(answer.searchedFrom === undefined ? {} : { [pmxHeaders.searchedFrom]: String(answer.searchedFrom) }),
    ...(answer.liveAgeMs === undefined ? {} : createLiveAgeHeader(answer.liveAgeMs)),
    ...(answer.early === undefined ? {} : earlyHeaders(answer.early)),
    ...(answer.provisional === undefined ? {} : { [pmxHeaders.provisional]: spansText(answer.provisional) }),
    ...(answer.emptyReason === undefined ? {} : { [pmxHeaders.emptyReason]: answer.emptyReason }),
    ...missingHeader(answer.unsampled ?? answer.unkept ?? []),
    ...(answer.stale === undefined ? {} : staleHeaders(answer.stale)),
  }
}

function earlyHeaders({ ageMs, completeUntil }: MaxWaitFacts): Record<string, string> {
  return { ...createLiveAgeHeader(ageMs), [pmxHeaders.completeUntil]: String(completeUntil) }
}

/** How old what changes all the time is in an answer, ms. */
export function createLiveAgeHeader(ageMs: number): { readonly [pmxHeaders.liveAge]: string } {
  return { [pmxHeaders.liveAge]: String(Math.round(ageMs)) }
}

/** Spans that are named one by one: headers are bounded. */
const MAX_NAMED = 20

function staleHeaders({ reason, ageS, missing }: StaleFacts): Record<string, string> {
  return { ...createStaleHeader({ reason, ageS }), ...missingHeader(missing) }
}

function missingHeader(missing: readonly Span[]): Record<string, string> {
  return missing.length === 0 ? {} : { [pmxHeaders.missing]: spansText(missing) }
}

/** The newest spans, as `from-to`; then how many more there are. */
function spansText(spans: readonly Span[]): string {
  const named = spans.slice(-MAX_NAMED).map(({ from, to }) => `${from}-${to}`)
  const more = spans.length - named.length
  return [...(more > 0 ? [`+${more}`] : []), ...named].join(', ')
}

/** Of an answer from kept lists. */
export function createCacheHeaders({ ageS, cache, stale }: CacheState): Record<string, string> {
  return {
    [pmxHeaders.listAge]: String(ageS),
    [pmxHeaders.cache]: cache,
    ...(stale === undefined ? {} : createStaleHeader({ ...stale, ageS })),
  }
}

/** That an answer is stored because its venue could not be asked. */
export function createStaleHeader({ reason, ageS }: { readonly reason: string; readonly ageS: number }): {
  readonly [pmxHeaders.stale]: string
} {
  return { [pmxHeaders.stale]: `${reason}; age=${ageS}` }
}

/** Longest warning that is sent as a header. */
const MAX_LENGTH = 800

/** What had to be left out of an answer. */
export function createOmissionHeaders({ rows, warnings, cut }: Omitted): Record<string, string> {
  return {
    ...(rows === 0 ? {} : { [pmxHeaders.skippedRows]: String(rows) }),
    ...(cut.length === 0 ? {} : { [pmxHeaders.truncated]: headerSafe(cut.join('; ')) }),
    ...(warnings.length === 0 ? {} : { [pmxHeaders.warning]: headerSafe(warnings.join('; ')) }),
  }
}

function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_LENGTH)
}
