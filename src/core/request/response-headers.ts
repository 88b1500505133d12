import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
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

/** Number of calls of the venue that a response cost. */
export function upstreamHeader(calls: number): { readonly [pmxHeaders.upstreamRequests]: string } {
  return { [pmxHeaders.upstreamRequests]: String(calls) }
}

/** That no venue was called for an answer. */
export const withoutCall = upstreamHeader(0)

/** Of candles. */
export function candleHeaders(answer: CandleFacts): Record<string, string> {
  return {
    [pmxHeaders.cache]: answer.cache,
    [pmxHeaders.priceBasis]: answer.basis,
    ...(answer.runningFrom === undefined ? {} : { [pmxHeaders.partialFrom]: String(answer.runningFrom) }),
    ...(answer.searchedFrom === undefined ? {} : { [pmxHeaders.searchedFrom]: String(answer.searchedFrom) }),
    ...(answer.liveAgeMs === undefined ? {} : liveAgeHeader(answer.liveAgeMs)),
    ...(answer.early === undefined ? {} : earlyHeaders(answer.early)),
    ...(answer.provisional === undefined ? {} : { [pmxHeaders.provisional]: spansText(answer.provisional) }),
    ...(answer.emptyReason === undefined ? {} : { [pmxHeaders.emptyReason]: answer.emptyReason }),
    ...missingHeader(answer.unsampled ?? answer.unkept ?? []),
    ...(answer.stale === undefined ? {} : staleHeaders(answer.stale)),
  }
}

function earlyHeaders({ ageMs, completeUntil }: EarlyFacts): Record<string, string> {
  return { ...liveAgeHeader(ageMs), [pmxHeaders.completeUntil]: String(completeUntil) }
}

/** How old what changes all the time is in an answer, ms. */
export function liveAgeHeader(ageMs: number): { readonly [pmxHeaders.liveAge]: string } {
  return { [pmxHeaders.liveAge]: String(Math.round(ageMs)) }
}

/** Spans that are named one by one: headers are bounded. */
const MOST_NAMED = 20

function staleHeaders({ reason, ageS, missing }: StaleFacts): Record<string, string> {
  return { ...staleHeader({ reason, ageS }), ...missingHeader(missing) }
}

function missingHeader(missing: readonly Span[]): Record<string, string> {
  return missing.length === 0 ? {} : { [pmxHeaders.missing]: spansText(missing) }
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
    [pmxHeaders.listAge]: String(ageS),
    [pmxHeaders.cache]: cache,
    ...(stale === undefined ? {} : staleHeader({ ...stale, ageS })),
  }
}

/** That an answer is stored because its venue could not be asked. */
export function staleHeader({ reason, ageS }: { readonly reason: string; readonly ageS: number }): {
  readonly [pmxHeaders.stale]: string
} {
  return { [pmxHeaders.stale]: `${reason}; age=${ageS}` }
}

/** Longest warning that is sent as a header. */
const MAX_LENGTH = 800

/** What had to be left out of an answer. */
export function omissionHeaders({ rows, warnings, cut }: Omitted): Record<string, string> {
  return {
    ...(rows === 0 ? {} : { [pmxHeaders.skippedRows]: String(rows) }),
    ...(cut.length === 0 ? {} : { [pmxHeaders.truncated]: headerSafe(cut.join('; ')) }),
    ...(warnings.length === 0 ? {} : { [pmxHeaders.warning]: headerSafe(warnings.join('; ')) }),
  }
}

function headerSafe(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_LENGTH)
}
