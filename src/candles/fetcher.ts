import { PmxError } from '../api/errors.js'
import { alignDown, alignUp } from '../api/grid.js'
import type { PriceCandle } from '../api/models.js'
import { DAY_MS } from '../api/resolution.js'
import { cut, intersect, type Span, subtract, union } from '../api/span.js'
import type { StoredTerms } from '../api/stored-terms.js'
import type { Clock } from '../effects/clock.js'
import { createLru } from '../policy/lru.js'
import type { Urgency } from '../policy/priority.js'
import { createSingleFlight } from '../policy/single-flight.js'
import { paceOf } from '../venue-kit/pace.js'
import { holderOf, type Secrets } from '../venue-kit/secrets.js'
import type {
  CandleBatch,
  CandleSeries,
  CandleSource,
  NativeStep,
  Venue,
  VenueContext,
} from '../venue-kit/venue.js'
import { barsFromPoints } from './aggregate.js'
import { assertBars, assertPace, assertPoints } from './check.js'
import { SeriesForgotten, SeriesMoved } from './gone.js'
import { areFactsFresh, RELOCATE_AFTER_MS } from './life.js'
import type { LiveEdges } from './live-edge.js'
import { type Moment, momentOf } from './moment.js'
import type { CandleStore, Coverage, KnownSeries, SeriesIdentity } from './store.js'
import { assertMayAsk } from './unasked.js'

/** A series with everything needed to ask its venue for more of it. */
export interface FetchTarget {
  readonly venue: Venue
  readonly source: CandleSource
  readonly series: CandleSeries
  readonly step: NativeStep
  readonly identity: SeriesIdentity
  /** Name of the identity (`seriesName`). */
  readonly key: string
  /** How old a live edge may be for this question, ms. */
  readonly maxAgeMs: number
  /** The venue does not know it, and is asked for nothing: what is stored is told. */
  readonly isForgotten: boolean
  /** What is known of the outcome by now. */
  known(): KnownSeries
  /** What the venue says of the outcome now. */
  relocate(call: FetchCall): Promise<KnownSeries>
}

/** On which terms a venue is asked. */
type FetchTerms = Pick<FetchCall, 'signal' | 'priority' | 'secrets'>

/** Who asks, and for how long he waits. */
export interface FetchCall {
  readonly signal: AbortSignal
  readonly priority: Urgency
  /** Credentials the venue may be asked with on his behalf. */
  readonly secrets: Secrets
  /** He may see whatever the daemon has brought. */
  readonly isOwner?: boolean
  /** What he takes where the venue cannot be asked; absent for one who takes nothing but the venue's answer. */
  readonly stored?: StoredTerms
  /** Told how many venue calls were made on this caller's behalf. */
  onSent(calls: number): void
}

export interface FetcherDeps {
  readonly store: CandleStore
  readonly live: LiveEdges
  readonly clock: Clock
  /** Told the key of a series about which something new is known. */
  onChange(key: string): void
  /** A context of its own for each fetch: a fetch that several wait for outlives the caller who started it. */
  openContext(venue: Venue, call: FetchTerms): VenueContext & { release(): void }
}

export interface Fetcher {
  /** Brings the spans into the store (what is final) and the live edge (what is not). */
  fetch(target: FetchTarget, spans: readonly Span[], call: FetchCall): Promise<void>
}

/** What a venue said about a piece, and when. */
interface Answer {
  readonly bars: readonly PriceCandle[]
  readonly batch: CandleBatch
  readonly askedAt: Moment
  /** The venue's time, epoch ms, never beyond ours. */
  readonly asOf: number
  /** How far the venue had told before. */
  readonly seenBefore: number
}

/** Series whose newest candle is remembered. */
const SEEN_SERIES = 10_000

/**
 * Silence of this age is believed without a later candle: indexers stall for half an hour, and some venues' for hours.
 */
const PROOF_AGE_MS = DAY_MS

/** How old silence must be to be its own proof, in ms: of a step that is forgotten it is kept before that. */
export function proofAgeMs({ retentionMs }: Pick<NativeStep, 'retentionMs'>): number {
  return Math.min(PROOF_AGE_MS, (retentionMs ?? Number.POSITIVE_INFINITY) / 2)
}

/** Pieces of one request that are asked for at the same time. */
const PARALLEL_PIECES = 4

interface Piece extends Span {
  readonly flightKey: string
}

/** Fetches spans in pieces the venue can serve; concurrent callers share overlapping pieces. */
export function createFetcher(deps: FetcherDeps): Fetcher {
  const flights = createSingleFlight<void>()
  const underWay = new Map<string, Set<Piece>>()
  const seen = createLru<number>(SEEN_SERIES)

  async function fetchPiece(
    target: FetchTarget,
    piece: Piece,
    call: FetchCall,
    shared: Pick<FetchTerms, 'signal' | 'priority'>,
  ): Promise<void> {
    const ctx = deps.openContext(target.venue, { secrets: call.secrets, ...shared })
    try {
      const askedAt = momentOf(deps.clock)
      const seenBefore = seenTo(target, piece)
      const window = { from: piece.from, to: piece.to }
      const batch = await askVenue(target, window, { ...call, ...shared }, ctx)
      const told = toldPart(batch, target.step.stepMs, window)
      const bars = toCheckedBars(batch, target.step.stepMs, told)
      const asOf = Math.min(askedAt.now, ctx.http.toldAt ?? askedAt.now)
      keep(target, told, { bars, batch, askedAt, asOf, seenBefore })
    } finally {
      call.onSent(ctx.http.sent)
      ctx.release()
    }
  }

  /**
   * Asks with facts that are no older than a day; and where the answer says that nothing is there, with facts of now:
   * a market may have moved to an archive, or been renamed, or forgotten.
   */
  async function askVenue(
    target: FetchTarget,
    window: Span,
    call: FetchCall,
    ctx: VenueContext,
  ): Promise<CandleBatch> {
    const { venue, source, step } = target
    /** What was stored by a version that knew less, and what is left of a forgotten outcome, lack facts. */
    const isAskable = ({ series }: KnownSeries) => source.facts.safeParse(series.facts).success
    const askWith = ({ series }: KnownSeries) =>
      source.fetch({ ...series, facts: source.facts.parse(series.facts) }, step, window, ctx)
    async function relocated(): Promise<KnownSeries> {
      const fresh = await target.relocate(call)
      if (fresh.series.seriesKey !== target.identity.seriesKey)
        throw new SeriesMoved(venue, fresh.series.outcomeId)
      return fresh
    }
    /** Silence about an outcome that the venue does not know tells nothing. */
    function assertKnown(fresh: KnownSeries): void {
      if (fresh.isForgotten === true) throw new SeriesForgotten(venue, fresh)
    }
    const now = deps.clock.now()
    const before = target.known()
    const known = areFactsFresh(before, now) && isAskable(before) ? before : await relocated()
    if (!isAskable(known)) assertKnown(known)
    let batch: CandleBatch
    try {
      batch = await askWith(known)
    } catch (error) {
      if (!(error instanceof PmxError) || error.code !== 'NOT_FOUND') throw error
      const fresh = await relocated()
      assertKnown(fresh)
      if (isSameSeries(known, fresh)) throw error
      return askWith(fresh)
    }
    if (!saysNothing(batch)) return batch
    assertKnown(known)
    if (now - known.checkedAt < RELOCATE_AFTER_MS) return batch
    const fresh = await relocated()
    assertKnown(fresh)
    return isSameSeries(known, fresh) ? batch : askWith(fresh)
  }

  /** How far the venue had told of the series before it is asked now: its newest candle, epoch ms. */
  function seenTo({ key, identity }: FetchTarget, { to }: Span): number {
    const later = deps.store.coverage(identity, { from: to, to: Number.MAX_SAFE_INTEGER })
    const told = later.filter(({ kind, from }) => kind === 'data' && from >= to).map(({ from }) => from)
    return Math.max(seen.get(key) ?? Number.NEGATIVE_INFINITY, ...told)
  }

  /**
   * Splits an answer: what is final by the venue's time, and followed by something that the venue has seen later or
   * old enough, is kept for good; the rest is believed for a while.
   */
  function keep(target: FetchTarget, piece: Span, answer: Answer): void {
    const { batch, askedAt, asOf, seenBefore } = answer
    const { stepMs } = target.step
    const { bars, withheld } = wholeBars(answer.bars, batch, stepMs)
    const lastSeen = Math.max(batch.seenTo ?? 0, answer.bars.at(-1)?.timestamp ?? Number.NEGATIVE_INFINITY)
    const known = Math.max(lastSeen, seen.get(target.key) ?? Number.NEGATIVE_INFINITY)
    if (known > Number.NEGATIVE_INFINITY) seen.set(target.key, known)
    const finalTo = finalEnd(target, asOf)
    const proof = Math.max(lastSeen, seenBefore, asOf - proofAgeMs(target.step))
    const settled = intersect(piece, {
      from: Number.NEGATIVE_INFINITY,
      to: Math.min(finalTo, alignDown(proof, stepMs)),
    })
    const told = withheld
      .filter(({ reason }) => reason !== 'no_trades')
      .flatMap((part) => intersect(part, { from: piece.from, to: Math.min(piece.to, finalTo) }) ?? [])
    const kept = union([...(settled === undefined ? [] : [settled]), ...told])
    if (kept.length > 0) {
      deps.store.commit(target.identity, {
        bars: bars.filter(({ timestamp }) =>
          kept.some(({ from, to }) => timestamp >= from && timestamp < to),
        ),
        coverage: kept.flatMap((span) => coverageOf(span, bars, { route: batch.route, withheld }, asOf)),
      })
    }
    for (const span of subtract(piece, kept)) {
      const inside = bars.filter(({ timestamp }) => timestamp >= span.from && timestamp < span.to)
      deps.live.add(target.key, { span, bars: inside, askedAt, asOf })
    }
    deps.onChange(target.key)
  }

  return {
    async fetch(target, spans, call) {
      assertMayAsk(target.venue.id, call.stored)
      // What one holder's credentials cannot bring fails for him alone.
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
      // A piece that has ended meanwhile, whoever ran it, is not run again: the caller looks what is still missing.
      // One that waits for its turn elsewhere is run here.
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
        // A piece whose turn never came (an earlier one failed) is nobody's any more.
        for (const piece of fresh) if (!flights.has(piece.flightKey)) active.delete(piece)
        if (active.size === 0 && underWay.get(sharers) === active) underWay.delete(sharers)
      }
    },
  }
}

/** Whether the venue would be asked the same: when a market closes changes nothing about that. */
function isSameSeries(one: KnownSeries, other: KnownSeries): boolean {
  const asked = ({ series: { seriesKey, facts } }: KnownSeries) => JSON.stringify([seriesKey, facts])
  return asked(one) === asked(other)
}

/** Whether an answer holds nothing at all, not even a reason. */
function saysNothing(batch: CandleBatch): boolean {
  const rows = batch.kind === 'bars' ? batch.bars : batch.points
  return rows.length === 0 && batch.seenTo === undefined && (batch.withheld ?? []).length === 0
}

/** Open times below this belong to candles that are final at `now`. */
export function finalEnd(target: Pick<FetchTarget, 'source' | 'step'>, now: number): number {
  return alignDown(now - target.source.settleLagMs, target.step.stepMs)
}

/** The part of a window that a batch tells of. */
function toldPart({ toldFrom = 0 }: CandleBatch, stepMs: number, window: Span): Span {
  const from = Math.max(window.from, toldFrom)
  if (from >= window.to || alignDown(from, stepMs) !== from) {
    throw new RangeError(`a batch told from ${toldFrom} tells nothing of ${window.from} to ${window.to}`)
  }
  return { from, to: window.to }
}

function toCheckedBars(batch: CandleBatch, stepMs: number, window: Span): readonly PriceCandle[] {
  if (batch.kind === 'bars') {
    assertBars(batch.bars, stepMs, window)
    return batch.bars
  }
  assertPoints(batch.points, window)
  if (batch.sampled === true) assertPace(batch.paceMs ?? paceOf(batch.points), stepMs)
  const bars = barsFromPoints(batch.points, stepMs)
  assertBars(bars, stepMs, window)
  return bars
}

/**
 * A candle of which the venue can tell a part only is no candle: at the edge of what it keeps, the whole step counts as
 * withheld.
 */
function wholeBars(
  bars: readonly PriceCandle[],
  batch: CandleBatch,
  stepMs: number,
): { readonly bars: readonly PriceCandle[]; readonly withheld: NonNullable<CandleBatch['withheld']> } {
  const withheld = (batch.withheld ?? []).map((part) => ({
    ...part,
    from: alignDown(part.from, stepMs),
    to: alignUp(part.to, stepMs),
  }))
  const isWhole = ({ timestamp }: PriceCandle) =>
    withheld.every(({ from, to }) => timestamp < from || timestamp >= to)
  return { bars: bars.filter(isWhole), withheld }
}

function coverageOf(
  span: Span,
  bars: readonly PriceCandle[],
  batch: Pick<CandleBatch, 'route' | 'withheld'>,
  fetchedAt: number,
): Coverage[] {
  const facts = { route: batch.route, fetchedAt }
  const withheld = (batch.withheld ?? []).flatMap((part): Coverage[] => {
    const inside = intersect(part, span)
    const kind = part.reason === 'no_trades' ? 'proven_empty' : part.reason
    return inside === undefined ? [] : [{ ...inside, kind, ...facts }]
  })
  const told = subtract(span, withheld).map((part): Coverage => {
    const hasBars = bars.some((bar) => bar.timestamp >= part.from && bar.timestamp < part.to)
    return { ...part, kind: hasBars ? 'data' : 'proven_empty', ...facts }
  })
  return [...withheld, ...told].sort((a, b) => a.from - b.from)
}

/** Runs `work` over the items, at most `width` at a time; the first failure ends it. */
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
