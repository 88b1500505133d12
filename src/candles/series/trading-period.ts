import { alignDown, DAY_MS } from '../../api/times/resolution.js'
import { hullOf, intersect, isEmpty, type Span } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { CandleSeries } from '../../venue-kit/contract/venue.js'

/** What is known of the life of an outcome, and since when. */
export interface KnownTradingPeriod {
  readonly series: Life
  /** When its venue told it, epoch ms. */
  readonly checkedAt: number
  /** The venue does not know it, or no longer: what is stored of it is all there is. */
  readonly isForgotten?: true
}

type Life = Pick<CandleSeries, 'listedAt' | 'closedAt' | 'isSettled' | 'closingToldAt' | 'listingToldAt'>

/** While a market trades, its closing may be learned this much late. */
export const RELOCATE_AFTER_MS = 10 * 60_000
/** A venue is asked for candles with facts about their series that are no older: markets move and are renamed. */
const FACTS_AGE_MS = DAY_MS
/** A closing that the venue stands by for so long is for good, also where the venue has no word for that. */
const CLOSED_FOR_GOOD_MS = 14 * DAY_MS

/** Open times at which the market can have candles. */
export function tradingPeriodOf({ listedAt, closedAt }: Life, stepMs: number): Span {
  return {
    from: listedAt === undefined ? 0 : alignDown(listedAt, stepMs),
    to: closedAt === undefined ? Number.POSITIVE_INFINITY : alignDown(closedAt, stepMs) + stepMs,
  }
}

/**
 * The part of a window in which there can be candles: that of the market's life, and whatever is stored outside of it,
 * because a venue may name another listing or closing than it did.
 * @param storedIn open times of the first and last candle that are stored in a span
 */
export function clipToTradingPeriod(
  window: Span,
  life: Span,
  stepMs: number,
  storedIn: (span: Span) => Span | undefined,
): Span | undefined {
  const outside = [
    { from: window.from, to: Math.min(window.to, life.from) },
    { from: Math.max(window.from, life.to), to: window.to },
  ].flatMap((span) => (isEmpty(span) ? [] : (storedIn(span) ?? [])))
  const found = outside.map(({ from, to }) => ({
    from: alignDown(from, stepMs),
    to: alignDown(to, stepMs) + stepMs,
  }))
  return hullOf([intersect(window, life) ?? [], ...found].flat())
}

/**
 * Whether nothing more will come of the market: decided a day ago, so that late candles are there too, or closed for so
 * long that the venue stands by it. Of an outcome that the venue does not know nothing closed but what is stored, and it
 * may be known again tomorrow.
 */
export function isOver({ series, checkedAt, isForgotten }: KnownTradingPeriod): boolean {
  if (series.closedAt === undefined || (isForgotten === true && series.isSettled !== true)) return false
  if (isCloseUnconfirmed({ series, checkedAt })) return false
  return checkedAt - series.closedAt >= (series.isSettled === true ? DAY_MS : CLOSED_FOR_GOOD_MS)
}

/** Whether one lookup alone tells that a market has closed: it may be of a server that is wrong for a moment. */
export function isCloseUnconfirmed({
  series: { closedAt, closingToldAt },
  checkedAt,
}: Pick<KnownTradingPeriod, 'series' | 'checkedAt'>): boolean {
  if (closedAt === undefined || closingToldAt === undefined) return false
  return checkedAt - closingToldAt < RELOCATE_AFTER_MS
}

/** The same of a time of listing. */
function isListingUnconfirmed({ series: { listingToldAt }, checkedAt }: KnownTradingPeriod): boolean {
  return listingToldAt !== undefined && checkedAt - listingToldAt < RELOCATE_AFTER_MS
}

/**
 * When a lookup told first of the listing that is told now.
 * @param before what was known of it until then
 */
export function listingSeenAt(
  before: Life | undefined,
  now: Pick<Life, 'listedAt'>,
  checkedAt: number,
): Pick<Life, 'listingToldAt'> {
  if (now.listedAt === undefined) return {}
  if (before?.listedAt !== now.listedAt) return { listingToldAt: checkedAt }
  return before.listingToldAt === undefined ? {} : { listingToldAt: before.listingToldAt }
}

/**
 * When a lookup told first that a market has closed, of one that tells so now.
 * @param before what was known of it until then
 */
export function closeSeenAt(
  before: Life | undefined,
  now: Pick<Life, 'closedAt'>,
  checkedAt: number,
): Pick<Life, 'closingToldAt'> {
  if (now.closedAt === undefined) return {}
  if (before?.closedAt === undefined) return { closingToldAt: checkedAt }
  return before.closingToldAt === undefined ? {} : { closingToldAt: before.closingToldAt }
}

/**
 * From when on the listing and closing of a series must be asked for again, epoch ms: soon while it trades and while one
 * lookup alone tells that it has closed, and after a closing at intervals that grow with its age, because venues extend and reopen markets. That a venue does not know an
 * outcome may pass at once.
 */
export function tradingPeriodExpiresAt(known: KnownTradingPeriod): number {
  const { series, checkedAt } = known
  if (known.isForgotten === true || isCloseUnconfirmed(known)) return checkedAt + RELOCATE_AFTER_MS
  const age = series.closedAt === undefined ? 0 : checkedAt - series.closedAt
  const longest = isOver(known) ? 7 * DAY_MS : DAY_MS
  return checkedAt + Math.min(longest, Math.max(RELOCATE_AFTER_MS, age))
}

/**
 * Whether what is known of a series tells enough of its life for a window. Of a window that begins before the listing it
 * does so for a day, and where one lookup alone tells of that listing for minutes: venues correct listings to an earlier
 * time.
 */
export function coversTradingPeriod(
  known: KnownTradingPeriod,
  window: Span,
  stepMs: number,
  now: number,
): boolean {
  if (known.checkedAt > now + CLOCK_TOLERANCE_MS) return false
  if (now < tradingPeriodExpiresAt(known)) return true
  const life = tradingPeriodOf(known.series, stepMs)
  if (window.from < life.from && (!areFactsFresh(known, now) || isListingUnconfirmed(known))) return false
  return window.to <= Math.min(known.checkedAt, life.to)
}

/**
 * Whether the venue is to be asked again whether a market has closed: it has shown it trading since, in a list or a
 * lookup, and the window reaches beyond the closing. A list may lag, so it is asked no more often than for one that trades.
 * @param shownOpenAt when it was shown to trade last, epoch ms
 */
export function mayBeReopened(
  { series, checkedAt }: KnownTradingPeriod,
  window: Span,
  stepMs: number,
  now: number,
  shownOpenAt: () => number | undefined,
): boolean {
  if (series.closedAt === undefined || now - checkedAt < RELOCATE_AFTER_MS) return false
  if (window.to <= tradingPeriodOf(series, stepMs).to) return false
  return (shownOpenAt() ?? Number.NEGATIVE_INFINITY) > checkedAt
}

/** Whether what is known of a market that trades will do for somebody who does not wait to hear of its closing. */
export function mayBeLate({ series, checkedAt, isForgotten }: KnownTradingPeriod, now: number): boolean {
  return series.closedAt === undefined && isForgotten !== true && now - checkedAt < 2 * RELOCATE_AFTER_MS
}

/** Whether the venue may be asked for candles with what is known of a series. */
export function areFactsFresh({ checkedAt }: KnownTradingPeriod, now: number): boolean {
  return Math.abs(now - checkedAt) < FACTS_AGE_MS
}
