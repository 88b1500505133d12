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
 * Returns the row that a lookup found, if it is the requested one.
 * @throws EXCHANGE_NOT_AVAILABLE with detail kind `wrong_row` when the venue returned another row
 */
export function assertRequested<Row>(
  row: Row,
  asked: string,
  isAsked: (row: Row, asked: string) => boolean,
  venue: Venue,
): Row {
  if (isAsked(row, asked)) return row
  throw new PmxError('EXCHANGE_NOT_AVAILABLE', `${venue.id} returned a different object for '${asked}'.`, {
    exchange: venue.id,
    detail: { kind: 'wrong_row', asked },
    retryable: false,
  })
}

/**
 * Rejects a query whose keys identify different objects. Otherwise every key after the first would be silently ignored.
 * @param field the key that contradicts, when it does
 * @throws BAD_REQUEST
 */
export function assertAgrees(agrees: boolean, field: string, given: string, asked: string): void {
  if (agrees) return
  throw new PmxError(
    'BAD_REQUEST',
    `${field} '${given}' belongs to a different object than '${asked}'. Send only one of them.`,
    {
      field,
      detail: { kind: 'contradiction' },
    },
  )
}

/**
 * Whether a row found for `asked` is the requested one: `asked` is one of its keys, or a page address with its slug or id.
 * This detects a venue that returns its first row instead of "unknown".
 */
export function isRequestedMarket(row: MarketRow, asked: string): boolean {
  return isOneOf(asked, marketKeysOf(row))
}

/** Like {@link isRequestedMarket}, for events. */
export function isRequestedEvent(row: EventRow, asked: string): boolean {
  return isOneOf(asked, eventKeysOf(row))
}

/** Like {@link isRequestedMarket}, for series. */
export function isRequestedSeries(series: UnifiedSeries, asked: string): boolean {
  return isOneOf(asked, pickNonEmptyKeys([series.id, series.ticker, series.slug, series.url]))
}

/** Whether the market has this outcome, under its id or another spelling of it. */
export function hasOutcome(row: MarketRow, outcomeId: string): boolean {
  const asked = normalizeKey(outcomeId)
  return outcomeKeysOf(row).some((id) => normalizeKey(id) === asked)
}

/** Whether this address is the address in the market's row, in any form that browsers and users write. */
export function isShownOn({ market }: MarketRow, address: string): boolean {
  return normalizeKey(placeOf(market.url)) === normalizeKey(placeOf(address))
}

/** Returns an address without the parts that do not change the page. */
function placeOf(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/+$/, '')
}

function isOneOf(asked: string, keys: readonly string[]): boolean {
  const spellings = spellingsOf(asked)
  return keys.some((key) => spellings.includes(normalizeKey(key)))
}
