import { alignDown, alignUp } from '../contract/grid.js'
import type { PriceCandle } from '../contract/models.js'
import type { Clock } from '../effects/clock.js'
import type { Urgency } from '../policy/priority.js'
import { createSingleFlight } from '../policy/single-flight.js'
import { holderOf, type Secrets } from '../venues/secrets.js'
import type {
  CandleBatch,
  CandleSeries,
  CandleSource,
  NativeStep,
  Span,
  Venue,
  VenueContext,
} from '../venues/venue.js'
import { barsFromPoints } from './aggregate.js'
import { assertBars, assertPace, assertPoints } from './check.js'
import type { LiveEdges } from './live-edge.js'
import { cut, intersect, subtract } from './spans.js'
import type { CandleStore, Coverage, SeriesIdentity } from './store.js'

/** A series with everything needed to ask its venue for more of it. */
export interface FetchTarget {
  readonly venue: Venue
  readonly source: CandleSource
  readonly series: CandleSeries
  readonly step: NativeStep
  readonly identity: SeriesIdentity
  /** Short unique name of the identity. */
  readonly key: string
  /** How old a live edge may be for this question, ms. */
  readonly maxAgeMs: number
}

/** On which terms a venue is asked. */
type FetchTerms = Pick<FetchCall, 'signal' | 'priority' | 'secrets'>

/** Who asks, and for how long he waits. */
export interface FetchCall {
  readonly signal: AbortSignal
  readonly priority: Urgency
  /** Credentials the venue may be asked with on his behalf. */
  readonly secrets: Secrets
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

/** Pieces of one request that are asked for at the same time. */
const PARALLEL_PIECES = 4

interface Piece extends Span {
  readonly flightKey: string
}

/** Fetches spans in pieces the venue can serve; concurrent callers share overlapping pieces. */
export function createFetcher(deps: FetcherDeps): Fetcher {
  const flights = createSingleFlight<void>()
  const underWay = new Map<string, Set<Piece>>()

  async function fetchPiece(
    target: FetchTarget,
    piece: Piece,
    call: FetchCall,
    shared: Pick<FetchTerms, 'signal' | 'priority'>,
  ): Promise<void> {
    const ctx = deps.openContext(target.venue, { secrets: call.secrets, ...shared })
    try {
      const askedAt = deps.clock.now()
      const window = { from: piece.from, to: piece.to }
      const batch = await target.source.fetch(target.series, target.step, window, ctx)
      const told = toldPart(batch, target.step.stepMs, window)
      keep(target, told, toCheckedBars(batch, target.step.stepMs, told), batch, askedAt)
    } finally {
      call.onSent(ctx.http.sent)
      ctx.release()
    }
  }

  /** Splits an answer at the edge of finality, as it stood when the venue was asked. */
  function keep(
    target: FetchTarget,
    piece: Span,
    allBars: readonly PriceCandle[],
    batch: CandleBatch,
    askedAt: number,
  ): void {
    const finalTo = finalEnd(target, askedAt)
    const { bars, withheld } = wholeBars(allBars, batch, target.step.stepMs)
    const final = intersect(piece, { from: Number.NEGATIVE_INFINITY, to: finalTo })
    if (final !== undefined) {
      deps.store.commit(target.identity, {
        bars: bars.filter((bar) => bar.timestamp < finalTo),
        coverage: coverageOf(final, bars, { route: batch.route, withheld }, askedAt),
      })
    }
    const open = intersect(piece, { from: finalTo, to: Number.POSITIVE_INFINITY })
    if (open !== undefined) {
      const openBars = bars.filter((bar) => bar.timestamp >= finalTo)
      const edge = { span: open, bars: openBars, fetchedAt: askedAt }
      deps.live.add(target.key, edge, target.step.stepMs)
    }
    deps.onChange(target.key)
  }

  return {
    async fetch(target, spans, call) {
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
  if (batch.sampled === true) assertPace(batch.points, stepMs)
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
