import { PmxError } from '../../api/envelope/errors.js'
import type { UnifiedSeries } from '../../api/models/models.js'
import {
  eventKeysOf,
  marketKeysOf,
  normalizeKey,
  outcomeKeysOf,
  pickNonEmptyKeys,
  spellingsOf,
} from '../../catalog/rows/lookup-keys.js'
import type { EventRow, MarketRow, Venue } from '../../venue-kit/contract/venue.js'

/**
 * The row that a lookup found, if it is what was asked for.
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `wrong_row` when the venue answered with something else
 */
export function assertRequested<Row>(
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
export function isRequestedMarket(row: MarketRow, asked: string): boolean {
  return isOneOf(asked, marketKeysOf(row))
}

/** As {@link isRequestedMarket}, for events. */
export function isRequestedEvent(row: EventRow, asked: string): boolean {
  return isOneOf(asked, eventKeysOf(row))
}

/** As {@link isRequestedMarket}, for series. */
export function isRequestedSeries(series: UnifiedSeries, asked: string): boolean {
  return isOneOf(asked, pickNonEmptyKeys([series.id, series.ticker, series.slug, series.url]))
}

/** Whether the market has this very outcome, under its id or another spelling of it. */
export function hasOutcome(row: MarketRow, outcomeId: string): boolean {
  const asked = normalizeKey(outcomeId)
  return outcomeKeysOf(row).some((id) => normalizeKey(id) === asked)
}

/** Whether this very address is the one that the market's row tells, as browsers and people write it. */
export function isShownOn({ market }: MarketRow, address: string): boolean {
  return normalizeKey(placeOf(market.url)) === normalizeKey(placeOf(address))
}

/** An address without what leads to the same page with and without it. */
function placeOf(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/+$/, '')
}

function isOneOf(asked: string, keys: readonly string[]): boolean {
  const spellings = spellingsOf(asked)
  return keys.some((key) => spellings.includes(normalizeKey(key)))
}
