import { alignDown, DAY_MS } from '../../api/times/resolution.js'
import { hullOf, intersect, isEmpty, type Span } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { CandleSeries } from '../../venue-kit/contract/venue.js'

/** The known trading period of an outcome, and since when. */
export interface KnownTradingPeriod {
  readonly series: Life
  /** When its venue reported it, epoch ms. */
  readonly checkedAt: number
  /** The venue does not know it (any more): only stored data is left. */
  readonly isUnknown?: true
}

type Life = Pick<CandleSeries, 'listedAt' | 'closedAt' | 'isSettled' | 'closingToldAt' | 'listingToldAt'>

/** Maximum delay until the closing of a trading market is known, ms. */
export const RELOCATE_AFTER_MS = 10 * 60_000
/** Maximum age of facts that candle requests use: markets move and are renamed. */
const FACTS_AGE_MS = DAY_MS
/** A closing that the venue reports for so long is permanent, even if the venue has no status for that. */
const CLOSED_FOR_GOOD_MS = 14 * DAY_MS

/** What is known of the end of a trading period. */
export type LatestClose = Pick<Life, 'closedAt' | 'closingToldAt'>

/**
 * Returns when trading has ended at the latest, epoch ms: the reported close, or the first lookup that reported the market as
 * closed without a time. Undefined while it trades.
 */
export function latestCloseOf({ closedAt, closingToldAt }: LatestClose): number | undefined {
  return closedAt ?? closingToldAt
}

/** Returns the open times at which the market can have candles. */
export function tradingPeriodOf(life: Life, stepMs: number): Span {
  const { listedAt } = life
  const closedAt = latestCloseOf(life)
  return {
    from: listedAt === undefined ? 0 : alignDown(listedAt, stepMs),
    to: closedAt === undefined ? Number.POSITIVE_INFINITY : alignDown(closedAt, stepMs) + stepMs,
  }
}

/**
 * Returns the part of a window in which there can be candles: that of the trading period, and stored data outside of it. A venue
 * may report another listing or closing than before.
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
 * Whether the market is over: decided a day ago, so that late candles are there too, or closed for so long that the closing is
 * permanent. An outcome that the venue does not know is over only if it was decided, since it may be known again tomorrow.
 */
export function isOver({ series, checkedAt, isUnknown }: KnownTradingPeriod): boolean {
  const closedAt = latestCloseOf(series)
  if (closedAt === undefined || (isUnknown === true && series.isSettled !== true)) return false
  if (isCloseUnconfirmed({ series, checkedAt })) return false
  return checkedAt - closedAt >= (series.isSettled === true ? DAY_MS : CLOSED_FOR_GOOD_MS)
}

/** Whether only one lookup reports that a market has closed: it may be a temporary fault of a server. */
export function isCloseUnconfirmed({
  series: { closingToldAt },
  checkedAt,
}: Pick<KnownTradingPeriod, 'series' | 'checkedAt'>): boolean {
  if (closingToldAt === undefined) return false
  return checkedAt - closingToldAt < RELOCATE_AFTER_MS
}

/** Whether only one lookup reports the listing time. */
function isListingUnconfirmed({ series: { listingToldAt }, checkedAt }: KnownTradingPeriod): boolean {
  return listingToldAt !== undefined && checkedAt - listingToldAt < RELOCATE_AFTER_MS
}

/**
 * Returns when a lookup first reported the current listing time.
 * @param before the known facts until then
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
 * Returns when a lookup first reported the current closing of a market.
 * @param before the known facts until then
 * @param now `isEnded`: nothing is traded any more, also where the venue reports no time for that
 */
export function closeSeenAt(
  before: Life | undefined,
  now: Pick<Life, 'closedAt'> & { readonly isEnded?: boolean },
  checkedAt: number,
): Pick<Life, 'closingToldAt'> {
  if (now.closedAt === undefined) {
    if (now.isEnded !== true) return {}
    const isNew = before?.closedAt !== undefined || before?.closingToldAt === undefined
    return { closingToldAt: isNew ? checkedAt : before.closingToldAt }
  }
  // A closing that was moved is a new one.
  if (before?.closedAt !== now.closedAt) return { closingToldAt: checkedAt }
  return before.closingToldAt === undefined ? {} : { closingToldAt: before.closingToldAt }
}

/**
 * Returns when the listing and closing of a series must be looked up again, epoch ms. Soon while it trades and while only one
 * lookup confirms the closing. After a closing at intervals that grow with its age, because venues extend and reopen markets.
 * That a venue does not know an outcome may be temporary.
 */
export function tradingPeriodExpiresAt(known: KnownTradingPeriod): number {
  const { series, checkedAt } = known
  if (known.isUnknown === true || isCloseUnconfirmed(known)) return checkedAt + RELOCATE_AFTER_MS
  const age = checkedAt - (latestCloseOf(series) ?? checkedAt)
  const longest = isOver(known) ? 7 * DAY_MS : DAY_MS
  return checkedAt + Math.min(longest, Math.max(RELOCATE_AFTER_MS, age))
}

/**
 * Whether the known trading period of a series suffices for a window. For a window that begins before the listing it does so for
 * a day, or for minutes where only one lookup confirms the listing: venues correct listings to an earlier time.
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
 * Whether the closing of a market must be looked up again: the venue has shown it trading since, in a list or a lookup, and the
 * window reaches beyond the closing. A list may lag, so the lookups are no more frequent than for a trading market.
 * @param shownOpenAt when it was last shown trading, epoch ms
 */
export function mayBeReopened(
  { series, checkedAt }: KnownTradingPeriod,
  window: Span,
  stepMs: number,
  now: number,
  shownOpenAt: () => number | undefined,
): boolean {
  if (latestCloseOf(series) === undefined || now - checkedAt < RELOCATE_AFTER_MS) return false
  if (window.to <= tradingPeriodOf(series, stepMs).to) return false
  return (shownOpenAt() ?? Number.NEGATIVE_INFINITY) > checkedAt
}

/** Whether the known facts of a trading market suffice for a caller that does not wait to learn of its closing. */
export function mayBeLate({ series, checkedAt, isUnknown }: KnownTradingPeriod, now: number): boolean {
  return latestCloseOf(series) === undefined && isUnknown !== true && now - checkedAt < 2 * RELOCATE_AFTER_MS
}

/** Whether the known facts of a series are recent enough for a candle request. */
export function areFactsFresh({ checkedAt }: KnownTradingPeriod, now: number): boolean {
  return Math.abs(now - checkedAt) < FACTS_AGE_MS
}
