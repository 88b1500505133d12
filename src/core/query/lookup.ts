import { PmxError } from '../../api/errors.js'
import type { UnifiedSeries } from '../../api/models.js'
import { withoutZeros } from '../../api/numerals.js'
import type { EventRow, MarketRow, Venue } from '../../venue-kit/venue.js'

/**
 * The row that a lookup found, if it is what was asked for.
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `wrong_row` when the venue answered with something else
 */
export function assertAsked<Row>(
  row: Row,
  asked: string,
  isAsked: (row: Row, asked: string) => boolean,
  venue: Venue,
): Row {
  if (isAsked(row, asked)) return row
  throw new PmxError(
    'EXCHANGE_NOT_AVAILABLE',
    `${venue.id} answered the lookup of '${asked}' with something else.`,
    {
      exchange: venue.id,
      detail: { kind: 'wrong_row', asked },
      retryable: false,
    },
  )
}

/**
 * Refuses a question that names one thing by keys of different ones; the first key alone would be answered in silence.
 * @param field the key that contradicts, when it does
 * @throws BAD_REQUEST
 */
export function assertAgrees(agrees: boolean, field: string, given: string, asked: string): void {
  if (agrees) return
  throw new PmxError(
    'BAD_REQUEST',
    `${field} '${given}' is of something else than '${asked}'; send one of them.`,
    {
      field,
      detail: { kind: 'contradiction' },
    },
  )
}

/**
 * Whether a row found for `asked` really is what was asked for: one of its own keys, or a page address holding its
 * slug or id. A venue that answers with its first row instead of "unknown" is found out here.
 */
export function isAskedMarket(row: MarketRow, asked: string): boolean {
  const { market, aliases = [] } = row
  const outcomeIds = market.outcomes.map((outcome) => outcome.outcomeId)
  const keys = [market.marketId, market.slug, market.contractAddress, market.url]
  return isOneOf(asked, [...keys, ...outcomeIds, ...aliases])
}

/** As {@link isAskedMarket}, for events. */
export function isAskedEvent(row: EventRow, asked: string): boolean {
  return isOneOf(asked, [row.event.id, row.event.slug, row.event.url, ...(row.aliases ?? [])])
}

/** As {@link isAskedMarket}, for series. */
export function isAskedSeries(series: UnifiedSeries, asked: string): boolean {
  return isOneOf(asked, [series.id, series.ticker, series.slug, series.url])
}

/** Whether the market has this very outcome, under its id or another spelling of it. */
export function hasOutcome({ market, aliases = [] }: MarketRow, outcomeId: string): boolean {
  return [...market.outcomes.map((outcome) => outcome.outcomeId), ...aliases].some((id) =>
    same(id, outcomeId),
  )
}

/** Whether what names a thing is the address of a page. */
export function isAddress(asked: string): boolean {
  return /^https?:\/\//i.test(asked)
}

/** Whether this very address is the one that the market's row tells, as browsers and people write it. */
export function isShownOn({ market }: MarketRow, address: string): boolean {
  return same(placeOf(market.url), placeOf(address))
}

/** An address without what leads to the same page with and without it. */
function placeOf(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/+$/, '')
}

function isOneOf(asked: string, keys: readonly (string | undefined)[]): boolean {
  const known = keys.filter((key) => key !== undefined).filter((key) => key !== '')
  if (known.some((key) => same(key, asked))) return true
  if (!isAddress(asked)) return false
  const segments = asked.split(/[/?#]/).map((segment) => decodeSafely(segment))
  return known.some((key) => segments.some((segment) => same(segment, key)))
}

/** Ids differ by more than their case on no venue; callers often write tickers in lower case. */
function same(a: string, b: string): boolean {
  return withoutZeros(a.toLowerCase()) === withoutZeros(b.toLowerCase())
}

function decodeSafely(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
