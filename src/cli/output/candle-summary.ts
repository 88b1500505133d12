import { PMX_HEADER_PREFIX, pmxHeaders } from '../../api/envelope/pmx-headers.js'
import { renderCount } from './counted.js'
import { joinToWidth, toPrintable } from './display-width.js'
import { formatMinute } from './times.js'

/** Response headers, lower-case names. */
export type Headers = Readonly<Record<string, string>>

const cacheWords: Readonly<Record<string, string>> = {
  hit: 'from the cache',
  partial: 'partly from the cache',
  miss: 'from the venue',
}

const basisWords: Readonly<Record<string, string>> = {
  trade: 'trade prices',
  mid: 'mid prices',
  point: 'prices sampled by the venue',
}

const emptyWords: Readonly<Record<string, string>> = {
  no_trades: 'no trades in this window',
  before_listing: 'the market was not listed yet',
  after_close: 'the market had closed',
  beyond_retention: 'the venue no longer has data for this range',
  not_sampled: 'no samples in this window',
  in_future: 'this window is in the future',
}

/** Renders the number, source and price basis of candles, and notable facts, in lines of at most `columns` if possible. */
export function renderCandleSummary(count: number, headers: Headers, columns: number): string[] {
  const parts = [
    count === 0 ? emptyPart(headers[pmxHeaders.emptyReason]) : renderCount(count, 'candle'),
    count === 0 ? undefined : word(cacheWords, headers[pmxHeaders.cache]),
    upstreamPart(headers[pmxHeaders.upstreamRequests]),
    word(basisWords, headers[pmxHeaders.priceBasis]),
    runningPart(headers[pmxHeaders.partialFrom]),
    renderModeNotice(headers),
  ]
  return joinToWidth(
    parts.filter((part) => part !== undefined),
    ' · ',
    columns,
  )
}

/** Renders important warnings about a response, one per line. Usually there are none. */
export function warningsOf(headers: Headers): string[] {
  const {
    [pmxHeaders.ignored]: ignored,
    [pmxHeaders.warning]: warning,
    [pmxHeaders.truncated]: truncated,
  } = headers
  const {
    [pmxHeaders.stale]: stale,
    [pmxHeaders.missing]: missing,
    [pmxHeaders.missingVenues]: venues,
  } = headers
  return [
    ...(stale === undefined ? unsampledText(missing) : [staleText(toPrintable(stale), missing)]),
    ...(ignored === undefined ? [] : [`Ignored unknown arguments: ${toPrintable(ignored)}`]),
    ...(warning === undefined ? [] : [`Warning: ${toPrintable(warning)}`]),
    ...(truncated === undefined ? [] : [cutText(toPrintable(truncated))]),
    ...(venues === undefined
      ? []
      : [
          `The market lists of these venues are missing from the result, because they are not synced yet: ${toPrintable(venues.split(',').join(', '))}.`,
        ]),
  ]
}

/**
 * Renders the reason why the venue was not called, and the age and gaps of the stored data.
 * @param stale `<reason>; age=<seconds>`
 * @param missing `<from>-<to>, ...` in ms, before them `+<n>` for more
 */
function staleText(stale: string, missing: string | undefined): string {
  const [, reason = stale, seconds] = /^(\w+); age=(\d+)$/.exec(stale) ?? []
  const age = seconds === undefined ? '' : `, fetched ${seconds} s ago`
  const lack = missing === undefined ? '' : `; not stored: ${holesText(toPrintable(missing))}`
  return `Stored data, not refreshed (${reason})${age}${lack}.`
}

/** Renders gaps: ranges that the venue does not store or, for a venue without candles, ranges without samples. */
function unsampledText(missing: string | undefined): string[] {
  return missing === undefined
    ? []
    : [`Not available at the venue, or not sampled: ${holesText(toPrintable(missing))}.`]
}

/** Maximum number of listed gaps, of which the newest are shown. */
const MAX_HOLES = 3

function holesText(missing: string): string {
  const parts = missing.split(', ')
  const unnamed = Number(/^\+(\d{1,9})$/.exec(parts[0] ?? '')?.[1] ?? 0)
  const holes = parts.map((part) => /^(\d{1,15})-(\d{1,15})$/.exec(part)).filter((hole) => hole !== null)
  const named = holes.slice(-MAX_HOLES).map(([, from, to]) => holeText(Number(from), Number(to)))
  if (named.length === 0) return 'the rest of the window'
  const more = unnamed + holes.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} earlier`] : [])].join(', ')
}

/** Renders a gap. A gap that begins at the epoch has no known start. */
function holeText(from: number, to: number): string {
  return from === 0 ? `before ${formatMinute(to)}` : `${formatMinute(from)} to ${formatMinute(to)}`
}

/** Renders the number of returned rows, or the missing part with its reason. */
function cutText(truncated: string): string {
  return /^\d+$/.test(truncated)
    ? `Only ${truncated} rows are shown. There are more.`
    : `Not all: ${truncated}.`
}

/** Renders a note if a response is not from live venues, or returns undefined for a live response. */
export function renderModeNotice({ [pmxHeaders.mode]: mode }: Headers): string | undefined {
  if (mode === undefined) return undefined
  if (mode === 'demo') return 'demo mode: all data is simulated'
  return mode === 'replay' ? 'replayed from a recording, not live' : `mode ${toPrintable(mode)}`
}

/** Renders the headers of pmx-local, as `name: value` lines. */
export function renderPmxHeaders(headers: Headers): string[] {
  return Object.entries(headers)
    .filter(([name]) => name.startsWith(PMX_HEADER_PREFIX) || name === 'x-request-id')
    .map(([name, value]) => `${name}: ${toPrintable(value)}`)
}

function word(words: Readonly<Record<string, string>>, key: string | undefined): string | undefined {
  if (key === undefined) return undefined
  return Object.hasOwn(words, key) ? words[key] : toPrintable(key)
}

function emptyPart(reason: string | undefined): string {
  const why = word(emptyWords, reason)
  return why === undefined ? 'no candles' : `no candles: ${why}`
}

function upstreamPart(calls: string | undefined): string | undefined {
  if (calls === undefined || !/^\d+$/.test(calls)) return undefined
  return renderCount(Number(calls), 'venue call')
}

function runningPart(openedAt: string | undefined): string | undefined {
  if (openedAt === undefined || !/^\d{1,15}$/.test(openedAt)) return undefined
  return `the candle of ${formatMinute(Number(openedAt))} is still open`
}
