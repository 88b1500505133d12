import { assertWithin, MAX_TRADES } from '../../api/arguments/bounds.js'
import { tradeQuery } from '../../api/arguments/fields.js'
import type { ArgsOf } from '../../api/arguments/methods.js'
import { createValidationError, PmxError } from '../../api/envelope/errors.js'
import type { Trade } from '../../api/models/models.js'
import { intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { LocatedNow } from '../../candles/fetch/series-locator.js'
import { BLANK_AGAIN_AFTER_MS } from '../../candles/series/empty-range-confirmation.js'
import { defineMemoKey } from '../../venue-kit/contract/memo.js'
import { type Page, paginateFrom } from '../../venue-kit/contract/paging.js'
import type { TradeQuery, TradeSource, VenueContext } from '../../venue-kit/contract/venue.js'

/** Maximum number of pages per request, a venue call each: deeper trades would cost all other callers the venue's budget. */
const MAX_PAGES = 200

export interface TradeAnswer {
  /** Newest first. */
  readonly trades: readonly Trade[]
  /**
   * Whether trades are missing: there are more than one response may contain and the caller set no limit, or the venue has only
   * its newest trades, which do not reach back to the requested bounds.
   */
  readonly truncated: boolean
  /** Set when the start is in the future: no venue was called. */
  readonly inFuture?: true
  /** Times without trades according to only one response, ascending. Absent if there are none. */
  readonly provisional?: readonly Span[]
}

/**
 * Reads public trades of an outcome, newest first, both bounds inclusive; 1,000 at most. Trades beyond the maximum number of
 * pages in the venue's list are left out and reported.
 * @param locate finds the outcome, if the venue must be called
 * @throws VALIDATION_ERROR for a limit outside 1..1000 or start after end
 * @throws NOT_FOUND for an id that is not an outcome
 * @throws BAD_REQUEST (`trades_too_deep`) when no trade was found within the maximum number of pages
 */
export async function readPublicTrades(
  source: TradeSource,
  [, params = {}]: ArgsOf<'fetchTrades'>,
  ctx: VenueContext,
  locate: () => Promise<LocatedNow>,
): Promise<TradeAnswer> {
  const { limit, start, end } = params
  assertAskable(params)
  if (start !== undefined && start > ctx.clock.now()) return { trades: [], truncated: false, inFuture: true }
  const wanted = limit ?? MAX_TRADES
  const oldest = start ?? Number.NEGATIVE_INFINITY
  const { located } = await locate()
  const now = ctx.clock.now()
  const blank = createBlankTimes({ from: start ?? located.listedAt ?? 0, to: Math.min(end ?? now, now) + 1 })
  const found: Trade[] = []
  let seenFrom: number | undefined
  let isTooLong = false
  const mayGoOn = (pages: number): boolean => {
    isTooLong = pages >= MAX_PAGES
    return !isTooLong
  }
  const pages = paginateFrom(source.list(located, queryOf(params, wanted), ctx), { mayGoOn })
  for await (const { rows, isBlank } of pages) {
    blank.addPage({ ...timesOf(rows), isBlank })
    if (rows.length === 0) continue
    found.push(
      ...rows.filter((row) => row.timestamp >= oldest && row.timestamp <= (end ?? Number.POSITIVE_INFINITY)),
    )
    seenFrom = rows.at(-1)?.timestamp ?? seenFrom
    // One row more than requested shows whether there are more.
    if (found.length > wanted || (rows.at(-1)?.timestamp ?? oldest) < oldest) break
  }
  if (isTooLong && found.length === 0) throw tooDeep()
  if (isTooLong && (limit === undefined || found.length < wanted)) {
    ctx.omissions.noteCut(`trades beyond the first ${MAX_PAGES} pages of the venue's list (the maximum)`)
  }
  const trades = found.sort((a, b) => b.timestamp - a.timestamp).slice(0, wanted)
  const isBounded = start !== undefined || end !== undefined
  const isCut =
    source.newestOnly === true && isBounded && found.length < wanted && (seenFrom ?? oldest) > oldest
  return {
    trades,
    truncated: isCut || (limit === undefined && found.length > wanted),
    ...findProvisional(located.outcomeId, blank.list(), found, ctx),
  }
}

function queryOf({ start, end }: TradeParams, limit: number): TradeQuery {
  return { limit, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) }
}

function findProvisional(
  outcomeId: string,
  blank: readonly UntradedTime[],
  found: readonly Trade[],
  ctx: VenueContext,
): Pick<TradeAnswer, 'provisional'> {
  const times = found.map(({ timestamp }) => timestamp)
  const provisional = findUnconfirmedTimes(outcomeId, blank, times, ctx)
  return provisional.length === 0 ? {} : { provisional }
}

function timesOf(rows: readonly Trade[]): { readonly newest?: number; readonly oldest?: number } {
  const times = rows.map(({ timestamp }) => timestamp)
  return times.length === 0 ? {} : { newest: Math.max(...times), oldest: Math.min(...times) }
}

type TradeParams = NonNullable<ArgsOf<'fetchTrades'>[1]>

function assertAskable({ limit, start, end }: TradeParams): void {
  assertWithin('limit', tradeQuery.limit, limit)
  if (start !== undefined && end !== undefined && start > end)
    throw createValidationError('start', 'start is after end')
}

/** Creates the error for trades that are too deep: an empty list would mean that there were none. */
function tooDeep(): PmxError {
  return new PmxError(
    'BAD_REQUEST',
    `These trades are older than the newest ${MAX_PAGES} pages of the venue's list, and older pages are not read. Request a later time.`,
    { detail: { kind: 'trades_too_deep' } },
  )
}

/** A period without trades, of which `isPart` says that only one of several lists has none. */
interface UntradedTime extends Span {
  readonly isPart?: true
}

/** The same according to one response. */
interface BlankTime extends UntradedTime {
  /** Time of the request, epoch ms. */
  readonly requestedAt: number
}

const blankTimes = defineMemoKey<readonly BlankTime[]>('times without trades', 24 * 60 * 60_000)

/** Maximum number of times of one outcome. */
const MAX_TIMES = 50

/** Collects the times of a list of trades, newest first, for which the venue sent no row. */
interface BlankTimes {
  /** @param newest time of the newest row of a page, or undefined without rows @param oldest of the oldest one */
  addPage(page: {
    readonly newest?: number
    readonly oldest?: number
    readonly isBlank: Page<Trade>['isBlank']
  }): void
  /** Returns the times when the list has ended. */
  list(): readonly UntradedTime[]
}

/** @param window the requested time */
function createBlankTimes(window: Span): BlankTimes {
  const found: Span[] = []
  /** Time of the oldest row so far. */
  let seenFrom: number | undefined
  let blankTo: number | undefined
  /** End of the time for which one of several lists has no row. Rows of the others do not begin it later. */
  let partTo: number | undefined
  const close = (from: number): void => {
    const time = blankTo === undefined ? undefined : intersect({ from, to: blankTo }, window)
    if (time !== undefined) found.push(time)
    blankTo = undefined
  }
  return {
    addPage({ newest, oldest, isBlank }) {
      if (newest !== undefined) close(newest)
      if (isBlank === 'part') partTo ??= seenFrom ?? window.to
      seenFrom = oldest ?? seenFrom
      if (isBlank === true) blankTo ??= seenFrom ?? window.to
    },
    list() {
      // A list without any row is blank for each venue.
      if (seenFrom === undefined) blankTo ??= window.to
      close(window.from)
      const part = partTo === undefined ? undefined : intersect({ from: window.from, to: partTo }, window)
      return [...found, ...(part === undefined ? [] : [{ ...part, isPart: true } as const])]
    },
  }
}

/**
 * Returns the parts of empty periods that no earlier, independent response from the venue confirms, ascending. A response with
 * trades there refutes the earlier ones. About one of several lists, only a response with rows of all lists does.
 */
function findUnconfirmedTimes(
  outcomeId: string,
  blank: readonly UntradedTime[],
  tradedAt: readonly number[],
  { memo, clock }: VenueContext,
): readonly Span[] {
  const now = clock.now()
  const lacksPart = blank.some(({ isPart }) => isPart)
  const earlier = (memo.get(blankTimes, outcomeId) ?? []).filter(({ from, to, isPart }) =>
    isPart === true ? lacksPart : tradedAt.every((at) => at < from || at >= to),
  )
  const isLongAgo = ({ requestedAt }: BlankTime): boolean => now - requestedAt >= BLANK_AGAIN_AFTER_MS
  const confirmedFor = (isPart: true | undefined): Span[] =>
    joinSpans(
      earlier.filter((time) => isLongAgo(time) && (time.isPart === isPart || time.isPart === undefined)),
    )
  const added = blank.map((time) => ({ ...time, requestedAt: now }))
  if (earlier.length + added.length > 0 || tradedAt.length > 0)
    memo.set(blankTimes, outcomeId, [...earlier, ...added].slice(-MAX_TIMES))
  return joinSpans(blank.flatMap((time) => subtract(time, confirmedFor(time.isPart))))
}
