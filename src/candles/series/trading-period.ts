import { alignDown, DAY_MS } from '../../api/times/resolution.js'
import { hullOf, intersect, isEmpty, type Span } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS } from '../../effects/clock.js'
import type { CandleSeries } from '../../venue-kit/contract/venue.js'

/** The known trading period of an outcome, and the time of that knowledge. */
export interface KnownTradingPeriod {
  readonly series: Life
  /** When its venue reported it, epoch ms. */
  readonly checkedAt: number
  /** Whether the venue does not know it, or no longer does, so that only stored data remains. */
  readonly isUnknown?: true
}

type Life = Pick<CandleSeries, 'listedAt' | 'closedAt' | 'isSettled' | 'closingToldAt' | 'listingToldAt'>

/** Maximum delay until the closing of a trading market is known, ms. */
export const RELOCATE_AFTER_MS = 10 * 60_000
/** Maximum age of facts that candle requests use: markets move and are renamed. */
const FACTS_AGE_MS = DAY_MS
/** A close that the venue has reported for this long is permanent, even if the venue has no status for that. */
export const CLOSED_FOR_GOOD_MS = 14 * DAY_MS

/** The facts known about the end of a trading period. */
export type LatestClose = Pick<Life, 'closedAt' | 'closingToldAt'>

/**
 * Returns the latest time at which trading can have ended, epoch ms: the reported close, or the first lookup that
 * reported the market as closed without a time. Returns undefined while the market trades.
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
 * Returns the part of a window in which there can be candles: the trading period, and stored data outside of it. A venue
 * may report a different listing or close than before.
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
 * Whether the market has ended: it was decided a day ago, so late candles have arrived, or it has been closed for so long that
 * the close is permanent. An outcome that the venue does not know has ended only if it was decided, because the venue may list it
 * again tomorrow.
 */
export function isOver({ series, checkedAt, isUnknown }: KnownTradingPeriod): boolean {
  const closedAt = latestCloseOf(series)
  if (closedAt === undefined || (isUnknown === true && series.isSettled !== true)) return false
  if (isCloseUnconfirmed({ series, checkedAt })) return false
  return checkedAt - closedAt >= (series.isSettled === true ? DAY_MS : CLOSED_FOR_GOOD_MS)
}

/** Whether only one lookup reports that a market has closed, which may be a server's temporary fault. */
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
 * Returns when a lookup first reported the current close of a market.
 * @param before the known facts until then
 * @param now `isEnded`: nothing is traded any more, also if the venue reports no time for that
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
 * Returns when the listing and close of a series must be looked up again, epoch ms. This is soon while the market trades and
 * while only one lookup confirms the close. After a close, the intervals grow with its age, because venues extend and reopen
 * markets. A venue may be unable to find an outcome only temporarily.
 */
export function tradingPeriodExpiresAt(known: KnownTradingPeriod): number {
  const { series, checkedAt } = known
  if (known.isUnknown === true || isCloseUnconfirmed(known)) return checkedAt + RELOCATE_AFTER_MS
  const age = checkedAt - (latestCloseOf(series) ?? checkedAt)
  const longest = isOver(known) ? 7 * DAY_MS : DAY_MS
  return checkedAt + Math.min(longest, Math.max(RELOCATE_AFTER_MS, age))
}

/**
 * Whether the known trading period of a series suffices for a window. For a window that begins before the listing, it
 * suffices for a day, or for minutes if only one lookup confirms the listing, because venues correct listings to an
 * earlier time.
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
 * Whether the close of a market must be looked up again, because a list or lookup has since shown it trading, and the
 * window extends beyond the close. A list may lag, so lookups are not more frequent than for a trading market.
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

/** Whether the known facts of a trading market suffice for a caller that does not wait for its close to be confirmed. */
export function mayBeLate({ series, checkedAt, isUnknown }: KnownTradingPeriod, now: number): boolean {
  return latestCloseOf(series) === undefined && isUnknown !== true && now - checkedAt < 2 * RELOCATE_AFTER_MS
}

/** Whether the known facts of a series are recent enough for a candle request. */
export function areFactsFresh({ checkedAt }: KnownTradingPeriod, now: number): boolean {
  return Math.abs(now - checkedAt) < FACTS_AGE_MS
}
