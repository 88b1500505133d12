import { pmxHeaders } from '../../api/envelope/pmx-headers.js'
import type { Span } from '../../api/times/span.js'
import type { CandleFacts, MaxWaitFacts, StaleFacts } from '../../candles/response/response-metadata.js'
import type { Omitted } from '../../venue-kit/payload/response-notes.js'

/** Response headers that describe if a response comes from. */

/** State of a cached list when it is returned. */
export interface CacheState {
  /** Seconds since the oldest of the lists began to be read. */
  readonly ageS: number
  readonly cache: 'hit' | 'stale' | 'miss'
  /** Reason why an old or doubtful list is served, in one word (api/README.md); usually absent. */
  readonly stale?: { readonly reason: string }
}

/** Creates the header with the number of venue calls made for a response. */
export function createUpstreamHeader(calls: number): { readonly [pmxHeaders.upstreamRequests]: string } {
  return { [pmxHeaders.upstreamRequests]: String(calls) }
}

/** The header of a response without a venue call. */
export const withoutCall = createUpstreamHeader(0)

/** Creates the headers of a candle response. */
export function createCandleHeaders(answer: CandleFacts): Record<string, string> {
  return {
    [pmxHeaders.cache]: answer.cache,
    [pmxHeaders.priceBasis]: answer.basis,
    ...(answer.runningFrom === undefined ? {} : { [pmxHeaders.partialFrom]: String(answer.runningFrom) }),
    ...(answer.searchedFrom === undefined ? {} : { [pmxHeaders.searchedFrom]: String(answer.searchedFrom) }),
    ...(answer.liveAgeMs === undefined ? {} : createLiveAgeHeader(answer.liveAgeMs)),
    ...(answer.early === undefined ? {} : earlyHeaders(answer.early)),
    ...createProvisionalHeader(answer.provisional),
    ...(answer.provisionalCandles === undefined
      ? {}
      : { [pmxHeaders.provisionalCandles]: String(answer.provisionalCandles) }),
    ...(answer.notFinal === undefined ? {} : { [pmxHeaders.notFinal]: spansText(answer.notFinal) }),
    ...(answer.finalAfter === undefined ? {} : { [pmxHeaders.finalAfter]: String(answer.finalAfter) }),
    ...(answer.isCut === true ? { [pmxHeaders.truncated]: 'limit' } : {}),
    ...(answer.emptyReason === undefined ? {} : { [pmxHeaders.emptyReason]: answer.emptyReason }),
    ...(answer.period === undefined ? {} : periodHeader(answer.period)),
    ...missingHeader(answer.unsampled ?? answer.unkept ?? []),
    ...(answer.stale === undefined ? {} : staleHeaders(answer.stale)),
  }
}

/** Creates the header with the times about which only one response reports. */
export function createProvisionalHeader(times: readonly Span[] | undefined): Record<string, string> {
  return times === undefined ? {} : { [pmxHeaders.provisional]: spansText(times) }
}

function periodHeader({ listedAt, closedAt }: NonNullable<CandleFacts['period']>): Record<string, string> {
  return { [pmxHeaders.tradingPeriod]: `${listedAt ?? ''}-${closedAt ?? ''}` }
}

function earlyHeaders({ ageMs, completeUntil }: MaxWaitFacts): Record<string, string> {
  return { ...createLiveAgeHeader(ageMs), [pmxHeaders.completeUntil]: String(completeUntil) }
}

/** Creates the header with the age of the live data in a response, ms. */
export function createLiveAgeHeader(ageMs: number): { readonly [pmxHeaders.liveAge]: string } {
  return { [pmxHeaders.liveAge]: String(Math.round(ageMs)) }
}

/** Maximum number of spans that are listed one by one, since headers are bounded. */
const MAX_NAMED = 20

function staleHeaders({ reason, ageS, missing }: StaleFacts): Record<string, string> {
  return { ...createStaleHeader({ reason, ageS }), ...missingHeader(missing) }
}

function missingHeader(missing: readonly Span[]): Record<string, string> {
  return missing.length === 0 ? {} : { [pmxHeaders.missing]: spansText(missing) }
}

/** Returns the newest spans as `from-to`, then the number of the remaining spans. */
function spansText(spans: readonly Span[]): string {
  const named = spans.slice(-MAX_NAMED).map(({ from, to }) => `${from}-${to}`)
  const more = spans.length - named.length
  return [...(more > 0 ? [`+${more}`] : []), ...named].join(', ')
}

/**
 * Reads the spans in a header. If the header does not list the oldest spans, everything before the listed spans is
 * included.
 */
export function parseSpans(text: string): Span[] {
  const [first, ...others] = text.split(', ')
  const isCut = first?.startsWith('+') === true
  const spans = (isCut ? others : text.split(', ')).map((part): Span => {
    const [from = Number.NaN, to = Number.NaN] = part.split('-').map(Number)
    return { from, to }
  })
  return isCut ? [{ from: 0, to: spans[0]?.from ?? Number.MAX_SAFE_INTEGER }, ...spans] : spans
}

/** Creates the headers of a response from cached lists. */
export function createCacheHeaders({ ageS, cache, stale }: CacheState): Record<string, string> {
  return {
    [pmxHeaders.listAge]: String(ageS),
    [pmxHeaders.cache]: cache,
    ...(stale === undefined ? {} : createStaleHeader({ ...stale, ageS })),
  }
}

/** Creates the header of a stored response whose venue could not be called. */
export function createStaleHeader({ reason, ageS }: { readonly reason: string; readonly ageS: number }): {
  readonly [pmxHeaders.stale]: string
} {
  return { [pmxHeaders.stale]: `${reason}; age=${ageS}` }
}

/** Maximum length of a warning that is sent as a header. */
const MAX_LENGTH = 800

/** Creates the headers for what had to be left out of a response. */
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
