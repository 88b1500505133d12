import { assertMayCallVenue } from '../../api/arguments/stored-terms.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { alignDown, alignUp } from '../../api/times/resolution.js'
import { cut, intersect, joinSpans, MINUTE_MS, type Span, subtract } from '../../api/times/span.js'
import { type Clock, momentOf } from '../../effects/clock.js'
import { dateRequest } from '../../effects/request-dates.js'
import { createSingleFlight } from '../../policy/single-flight.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import type { Venue, VenueContext } from '../../venue-kit/contract/venue.js'
import { findReturnedPart, isEmptyBatch, toCheckedBars } from '../series/batch-candles.js'
import { computeConfirmationAge, needsCloseLookup } from '../series/closed-end.js'
import { INDEPENDENT_LOOKS_MS } from '../series/empty-range-confirmation.js'
import { areFactsFresh, RELOCATE_AFTER_MS } from '../series/trading-period.js'
import { cutCandles, findUnconfirmedSpans } from '../series/unconfirmed-spans.js'
import { type CandleStore, type KnownSeries, markRoute } from '../store/candle-store.js'
import type { OnLaterResponse } from '../store/contradicted-candles.js'
import type { RecheckResult } from '../store/recheck-rows.js'
import {
  type ReadWindow,
  type RequestedWindow,
  type ReturnedWindow,
  readWindowAlone,
} from './batched-fetch.js'
import type { FetchCall, FetchTarget, FetchTerms, NoteFinal } from './fetch-target.js'
import { createFinalizer } from './finalize.js'
import type { LiveCache } from './live-cache.js'
import { SeriesMoved, UnknownSeriesError } from './series-errors.js'

export interface FetcherDeps {
  readonly store: CandleStore
  readonly live: LiveCache
  readonly clock: Clock
  /** Called with the key of a series with new data. */
  onChange(key: string): void
  /** Opens a separate context for each fetch: a shared fetch outlives the caller that started it. */
  openContext(venue: Venue, call: FetchTerms): VenueContext & { release(): void }
  /**
   * Whether a venue's time has confirmed our clock. Until then, responses without a time are not final. Absent: always confirmed.
   */
  readonly isClockConfirmed?: (() => boolean) | undefined
  /** The current time by a venue's clock, epoch ms. Absent if our clock is right. */
  readonly venueNow?: ((venue: VenueId) => number) | undefined
  /** How windows are read. If absent, each window is read separately. */
  readonly readWindow?: ReadWindow | undefined
  /** See `createSettling`. */
  readonly onLaterResponse?: OnLaterResponse | undefined
  /** See `createFinalizer`. */
  readonly noteFinal?: NoteFinal | undefined
}

export interface Fetcher {
  /** Fetches the spans into the store (final) and the live cache (not final). */
  fetch(target: FetchTarget, spans: readonly Span[], call: FetchCall): Promise<void>
  /**
   * Returns the response of the venue about a span, as far as one call goes; nothing of it is stored.
   * @throws as `fetch`, and EXCHANGE_NOT_AVAILABLE if the response is not current
   */
  readAgain(
    target: FetchTarget,
    span: Span,
    call: FetchCall,
  ): Promise<RecheckResult & { readonly route: string }>
}

/**
 * If the difference is larger, the clock is wrong, and two responses could seem independent. Any response from an HTTP cache that
 * could seem independent differs by more, because `Date` has whole seconds.
 */
const WRONG_BY_MS = INDEPENDENT_LOOKS_MS - MINUTE_MS

/** Pieces of one request that are fetched in parallel. */
const PARALLEL_PIECES = 4

interface Piece extends Span {
  readonly flightKey: string
}

/** Fetches spans in pieces that the venue can serve; concurrent callers share overlapping pieces. */
export function createFetcher(deps: FetcherDeps): Fetcher {
  const flights = createSingleFlight<void>()
  const underWay = new Map<string, Set<Piece>>()
  const settling = createFinalizer(deps)

  /**
   * Returns the validated response of the venue about a piece.
   * @param mayFinalize whether the response may make the end of a closed market final
   */
  async function ask(
    target: FetchTarget,
    { from, to }: Span,
    terms: FetchCall,
    ctx: VenueContext,
    mayFinalize: boolean,
  ) {
    const requestedAt = momentOf(deps.clock)
    const window = { from, to }
    const read: ReadWindow = deps.readWindow ?? readWindowAlone
    const { batch: unmarked, venueTime = ctx.http.venueTime } = await askVenue(
      { target, window, mayFinalize, read: (asked) => read(asked, ctx, terms) },
      terms,
      deps.clock.now(),
    )
    const batch = { ...unmarked, route: markRoute(unmarked.route, holderOf(terms.secrets) !== '') }
    const returned = findReturnedPart(batch, target.step.stepMs, window)
    const bars = toCheckedBars(batch, target.step.stepMs, returned)
    const asOf = Math.min(
      requestedAt.now,
      venueTime ?? requestedAt.now,
      ctx.http.venueTime ?? requestedAt.now,
    )
    const isTimed = venueTime !== undefined || deps.isClockConfirmed?.() !== false
    const datedAt = dateRequest(deps, deps.venueNow?.(target.venue.id), requestedAt)
    // The request was sent between these two; a cache of the venue retains the time of the cached response.
    const isClockRight =
      venueTime === undefined ||
      (venueTime > Math.max(requestedAt.now, datedAt.now) - WRONG_BY_MS &&
        venueTime < deps.clock.now() + WRONG_BY_MS)
    // A refusal that a fast clock dates is valid for longer than it should be.
    const refusedAt = Math.min(requestedAt.now, deps.venueNow?.(target.venue.id) ?? Number.POSITIVE_INFINITY)
    return { returned, bars, batch, requestedAt, datedAt, refusedAt, asOf, isTimed, isClockRight }
  }

  async function fetchPiece(
    target: FetchTarget,
    piece: Piece,
    call: FetchCall,
    shared: Pick<FetchTerms, 'signal' | 'priority'>,
  ): Promise<void> {
    const ctx = deps.openContext(target.venue, { secrets: call.secrets, caller: call.caller, ...shared })
    try {
      const seenBefore = settling.seenTo(target, piece)
      const { returned, ...answer } = await ask(target, piece, { ...call, ...shared }, ctx, true)
      settling.keep(target, returned, { ...answer, seenBefore })
    } finally {
      call.onSent(ctx.http.sent)
      ctx.release()
    }
  }

  return {
    async readAgain(target, span, call) {
      assertMayCallVenue(target.venue.id, call.stored)
      const { stepMs, maxWindowMs } = target.step
      const piece = { from: span.from, to: Math.min(span.to, span.from + maxWindowMs) }
      const ctx = deps.openContext(target.venue, call)
      try {
        const answer = await ask(target, piece, call, ctx, false)
        const { returned, bars, batch } = answer
        // A response from an HTTP cache belongs to an earlier request: it confirms nothing. Neither does one with a wrong clock.
        if (!answer.isClockRight || !answer.isTimed || answer.datedAt.now !== answer.requestedAt.now)
          throw notOfNow(target.venue.id)
        // An interval that the venue reports in part has no candle.
        const withheld = (batch.withheld ?? [])
          .filter(({ reason }) => reason !== 'no_trades')
          .map(({ from, to }) => ({ from: alignDown(from, stepMs), to: alignUp(to, stepMs) }))
        // Incomplete candles, and those that the response does not confirm, replace nothing.
        const cutAt = cutCandles(batch, stepMs, returned, target.series.listedAt).map((from) => ({
          from,
          to: from + stepMs,
        }))
        const unproven = findUnconfirmedSpans(batch, stepMs, returned, target.series.listedAt)
        return {
          span: returned,
          bars,
          withheld: joinSpans([...withheld, ...cutAt, ...unproven]),
          completeTo: alignDown(answer.asOf - computeConfirmationAge(target.step), stepMs),
          route: batch.route,
        }
      } finally {
        call.onSent(ctx.http.sent)
        ctx.release()
      }
    },
    async fetch(target, spans, call) {
      assertMayCallVenue(target.venue.id, call.stored)
      // A failure with the credentials of one holder is not shared with other callers.
      const sharers = `${target.key} ${holderOf(call.secrets)}`
      const active = underWay.get(sharers) ?? new Set<Piece>()
      underWay.set(sharers, active)
      const shared = [...active].filter((piece) => spans.some((span) => intersect(span, piece) !== undefined))
      const holes = [...shared].sort((a, b) => a.from - b.from)
      const fresh = spans
        .flatMap((span) => subtract(span, holes))
        .flatMap((span) => cut(span, target.step.maxWindowMs))
        .map((span): Piece => ({ ...span, flightKey: `${sharers} ${span.from} ${span.to}` }))
      for (const piece of fresh) active.add(piece)
      // A piece that has ended meanwhile in any request is not fetched again: the caller checks what is still missing. A piece
      // that waits for its turn in another request is fetched here.
      const join = async (piece: Piece): Promise<void> => {
        if (!active.has(piece)) return
        await flights.run(
          piece.flightKey,
          call.signal,
          (signal, priority) =>
            fetchPiece(target, piece, call, { signal, priority }).finally(() => {
              active.delete(piece)
              if (active.size === 0 && underWay.get(sharers) === active) underWay.delete(sharers)
            }),
          call.priority,
        )
      }
      try {
        await inTurn([...shared, ...fresh], PARALLEL_PIECES, join)
      } finally {
        // A piece that was not started, because an earlier one failed, is released.
        for (const piece of fresh) if (!flights.has(piece.flightKey)) active.delete(piece)
        if (active.size === 0 && underWay.get(sharers) === active) underWay.delete(sharers)
      }
    },
  }
}

function notOfNow(venue: VenueId): PmxError {
  const message =
    'The time of the response does not match the request. Either the response comes from a cache, or a clock is wrong.'
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: venue, retryable: true })
}

/** Runs `work` over the items, at most `width` in parallel; the first failure ends it. */
async function inTurn<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item).catch((error: unknown) => {
        queue.length = 0
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
}

interface Asking {
  readonly target: FetchTarget
  readonly window: Span
  /** Only a response that is stored needs the market's current closing time. */
  readonly mayFinalize: boolean
  read(asked: RequestedWindow): Promise<ReturnedWindow>
}

/**
 * Calls the venue with facts that are at most a day old. If the response is empty, it calls again with current facts: a market
 * may be archived, renamed or delisted.
 * @param now epoch ms
 * @throws SeriesMoved, UnknownSeriesError, and the failure to reach the venue
 */
async function askVenue(
  { target, window, mayFinalize, read: readWindow }: Asking,
  call: FetchCall,
  now: number,
): Promise<ReturnedWindow> {
  const { venue, source, step } = target
  const read = (known: KnownSeries) => ({ known, facts: source.facts.safeParse(known.series.facts) })
  async function askWith({ known: { series }, facts }: ReturnType<typeof read>): Promise<ReturnedWindow> {
    if (!facts.success) throw facts.error
    return readWindow({ venue, source, series: { ...series, facts: facts.data }, step, window })
  }
  async function relocated(): Promise<KnownSeries> {
    const fresh = await target.relocate(call)
    if (fresh.series.seriesKey !== target.identity.seriesKey)
      throw new SeriesMoved(venue, fresh.series.outcomeId)
    return fresh
  }
  /** Checks that the venue knows the outcome: otherwise an empty response confirms nothing. */
  function assertKnown(fresh: KnownSeries): void {
    if (fresh.isUnknown === true) throw new UnknownSeriesError(venue, fresh)
  }
  const before = read(target.known())
  // Facts that an earlier version stored, and facts of a delisted outcome, may be incomplete.
  const isGood =
    areFactsFresh(before.known, now) &&
    before.facts.success &&
    !(mayFinalize && needsCloseLookup(before.known, window, step.stepMs, now))
  const asked = isGood ? before : read(await relocated())
  const { known } = asked
  if (!asked.facts.success) assertKnown(known)
  let response: ReturnedWindow
  try {
    response = await askWith(asked)
  } catch (error) {
    if (!(error instanceof PmxError) || error.code !== 'NOT_FOUND') throw error
    const fresh = await relocated()
    assertKnown(fresh)
    if (isSameSeries(known, fresh)) throw error
    return askWith(read(fresh))
  }
  if (!isEmptyBatch(response.batch)) return response
  assertKnown(known)
  if (now - known.checkedAt < RELOCATE_AFTER_MS) return response
  const fresh = await relocated()
  assertKnown(fresh)
  return isSameSeries(known, fresh) ? response : askWith(read(fresh))
}

/** Whether the venue call would be the same: the closing time of a market does not change it. */
function isSameSeries(one: KnownSeries, other: KnownSeries): boolean {
  const asked = ({ series: { seriesKey, facts } }: KnownSeries) => JSON.stringify([seriesKey, facts])
  return asked(one) === asked(other)
}
