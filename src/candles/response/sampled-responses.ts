import { MAX_CANDLES } from '../../api/arguments/bounds.js'
import { assertMayCallVenue } from '../../api/arguments/stored-terms.js'
import { PmxError } from '../../api/envelope/errors.js'
import type { PriceCandle } from '../../api/models/models.js'
import { alignDown } from '../../api/times/resolution.js'
import { hullOf, intersect, isEmpty, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { outlasts } from '../../policy/abort.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import type { CandleSeries, Venue } from '../../venue-kit/contract/venue.js'
import type { FetchCall } from '../fetch/fetch-target.js'
import type { FetcherDeps } from '../fetch/fetcher.js'
import type { LocateOutcome, SharedOutcomes } from '../fetch/series-locator.js'
import {
  createNotSampledError,
  findSampledBook,
  SAMPLED_BASIS,
  sampledKeyOf,
} from '../series/sampled-basis.js'
import type { CandleStore, SeriesIdentity } from '../store/candle-store.js'
import type { SharedSamples } from '../store/shared-samples.js'
import { assembleCandles } from './assemble.js'
import type { CandleFacts } from './response-metadata.js'
import type { Samples } from './sampled-bars.js'
import {
  assertAnswerable,
  type CandleQuery,
  type CandleWindow,
  nativeStepFor,
  toCandleWindow,
} from './window.js'

export interface SampledDeps {
  readonly store: CandleStore
  readonly samples: Samples
  /** The history that daemons share. Undefined without one. */
  readonly shared?: SharedSamples | undefined
  /** Where other daemons located outcomes. Undefined if nothing is shared. */
  readonly sharedOutcomes?: Pick<SharedOutcomes, 'find'> | undefined
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  readonly turn: EventLoopYield
  readonly openContext: FetcherDeps['openContext']
  readonly locateOutcome: LocateOutcome
  generation(key: string): number
}

/** A candle request for a venue that has no candles of its own. */
interface SampledQuestion {
  readonly venue: Venue
  readonly outcomeId: string
  readonly query: CandleQuery
  readonly call: FetchCall
  /** Time of the request, epoch ms. */
  readonly now: number
}

export interface SampledAnswers {
  /**
   * Returns candles built from our samples, from the store and the open bar. The venue is not called for them, but only for an id
   * that no pin has.
   * @throws NOT_SUPPORTED (kind `not_sampled`) where no sample was ever taken, and VALIDATION_ERROR as elsewhere
   */
  answer(question: SampledQuestion): Promise<CandleFacts & { readonly bars: readonly PriceCandle[] }>
}

/** A series in one of its intervals, and its extent. */
interface Part {
  readonly identity: SeriesIdentity
  readonly series: Pick<CandleSeries, 'mirrored'>
}

export function createSampledAnswers(deps: SampledDeps): SampledAnswers {
  const { store, samples, turn } = deps

  /** Returns the series of an outcome, or undefined if it cannot be a sampled one. */
  async function seriesOf(
    venue: Venue,
    outcomeId: string,
    call: FetchCall,
  ): Promise<Pick<CandleSeries, 'seriesKey' | 'mirrored'> | undefined> {
    const known = store.known(venue.id, outcomeId.trim())
    if (known !== undefined) return known.series
    // Imported without its outcomes.
    const bare = { seriesKey: outcomeId.trim(), mirrored: false }
    if (store.extents({ venue: venue.id, ...bare, basis: SAMPLED_BASIS }).length > 0) return bare
    const elsewhere = await seriesElsewhere(venue, bare)
    if (elsewhere !== undefined || !samples.isWatched(venue.id)) return elsewhere
    assertMayCallVenue(venue.id, call.stored)
    const { secrets, signal, priority } = call
    const ctx = deps.openContext(venue, { secrets, signal, priority })
    try {
      const { located } = await deps.locateOutcome(venue, outcomeId, ctx, call)
      return findSampledBook(venue)?.place?.(located) ?? { seriesKey: located.outcomeId, mirrored: false }
    } finally {
      call.onSent(ctx.http.sent)
      ctx.release()
    }
  }

  /** Returns the series of an outcome that only other daemons sample. */
  async function seriesElsewhere(
    { id: venue, isPrivate }: Venue,
    bare: Pick<CandleSeries, 'seriesKey' | 'mirrored'>,
  ): Promise<Pick<CandleSeries, 'seriesKey' | 'mirrored'> | undefined> {
    if (deps.shared === undefined || isPrivate === true) return undefined
    const found = await deps.sharedOutcomes?.find(venue, bare.seriesKey)
    if (found === undefined) return (await stepsElsewhere({ venue, ...bare })).length > 0 ? bare : undefined
    store.remember(venue, bare.seriesKey, found)
    return found.series
  }

  const stepsElsewhere = async ({ venue, seriesKey }: Pick<SeriesIdentity, 'venue' | 'seriesKey'>) =>
    (await deps.shared?.stepsOf({ venue, seriesKey, basis: SAMPLED_BASIS })) ?? []

  /** Returns candles of a span from samples of one interval. */
  function barsOf({ identity, series }: Part, look: Span, stepMs: number, now: number): PriceCandle[] {
    const settled = joinSpans(store.coverage(identity, look)).flatMap((part) => intersect(part, look) ?? [])
    const unstored = samples.unstored(identity)
    const present = alignDown(now, identity.stepMs)
    const live = [
      ...unstored
        .filter(({ timestamp }) => timestamp < present)
        .map((bar) => ({ span: { from: bar.timestamp, to: bar.timestamp + identity.stepMs }, bars: [bar] })),
      // The future part of the open candle does not count as missing.
      {
        span: { from: present, to: alignDown(now, stepMs) + stepMs },
        bars: unstored.filter(({ timestamp }) => timestamp === present),
      },
    ].flatMap(({ span, bars }) => {
      const inside = intersect(span, look)
      return inside === undefined ? [] : [{ ...UNTOLD, span: inside, bars }]
    })
    const target = { identity, series: { ...NOWHERE, ...series }, step: { ...identity, maxWindowMs: stepMs } }
    return assembleCandles(store, target, stepMs, { settled, live })
  }

  /** Returns the newest candles of a span, up to the limit; native ones take precedence over built ones. */
  function newest(parts: readonly Part[], span: Span, { stepMs, limit }: CandleWindow, now: number) {
    let bars: PriceCandle[] = []
    let sizeMs = limit * stepMs
    for (let to = span.to; to > span.from && bars.length < limit; ) {
      const look = { from: Math.max(span.from, alignDown(to - sizeMs, stepMs)), to }
      const found = new Map<number, PriceCandle>()
      for (const part of parts)
        for (const bar of barsOf(part, look, stepMs, now))
          if (!found.has(bar.timestamp)) found.set(bar.timestamp, bar)
      bars = [...[...found.values()].sort((a, b) => a.timestamp - b.timestamp), ...bars]
      to = look.from
      sizeMs = Math.min(4 * sizeMs, MAX_CANDLES * stepMs)
    }
    return bars.slice(-limit)
  }

  /** Downloads other daemons' data for a window, and takes a sample for the open bar if one of them samples the venue. */
  async function complete(
    { id, isPrivate }: Venue,
    identities: readonly SeriesIdentity[],
    { span, stepMs, limit }: CandleWindow,
    { now, call }: Pick<SampledQuestion, 'now' | 'call'>,
  ): Promise<void> {
    const { shared, clock } = deps
    if (shared === undefined || isPrivate === true) return
    const taking = identities.map((identity) => {
      const to = Math.min(span.to, alignDown(now, identity.stepMs))
      const look = { from: alignDown(Math.max(span.from, to - limit * stepMs), identity.stepMs), to }
      return isEmpty(look) ? undefined : shared.takeForRequest(identity, look)
    })
    const finest = identities.at(-1)
    const isOpen = finest !== undefined && span.to > alignDown(now, finest.stepMs)
    const sampling =
      isOpen && call.stored?.unasked === undefined
        ? outlasts(
            samples.sampleOpen({ ...finest, venue: id }),
            clock.monotonic() + OPEN_WITHIN_MS,
            clock,
          ).catch(() => undefined)
        : undefined
    await Promise.all([...taking, sampling])
  }

  return {
    async answer({ venue, outcomeId, query, call, now }) {
      const window = toCandleWindow(query, now)
      assertMaySee(venue, call)
      const place = await seriesOf(venue, outcomeId, call)
      if (place === undefined) throw createNotSampledError(venue, outcomeId)
      const { seriesKey, mirrored } = place
      const name = { venue: venue.id, seriesKey }
      const known = store.extents({ ...name, basis: SAMPLED_BASIS })
      const own = [...new Set([...known.map(({ stepMs }) => stepMs), ...samples.steps(name)])]
      const steps = own.length > 0 || venue.isPrivate === true ? own : await stepsElsewhere(name)
      if (steps.length === 0) throw createNotSampledError(venue, outcomeId)
      // Throws the error that lists the resolutions that can be built.
      nativeStepFor(
        window.stepMs,
        steps.map((stepMs) => ({ stepMs, maxWindowMs: stepMs })),
      )
      const usable = steps.filter((stepMs) => window.stepMs % stepMs === 0).sort((a, b) => b - a)
      const parts = usable.map(
        (stepMs): Part => ({
          identity: { ...name, stepMs, basis: SAMPLED_BASIS },
          series: { mirrored },
        }),
      )
      const identities = parts.map(({ identity }) => identity)
      await complete(venue, identities, window, { now, call })
      await turn()
      const open = identities.flatMap((identity) =>
        samples.unstored(identity).map(({ timestamp }) => timestamp),
      )
      const hull = hullOf([
        ...store.extents({ ...name, basis: SAMPLED_BASIS }).filter(({ stepMs }) => usable.includes(stepMs)),
        ...open.map((from) => ({ from, to: now + 1 })),
      ])
      const first = alignDown(hull?.from ?? now, window.stepMs)
      const span = intersect(window.span, { from: first, to: Number.POSITIVE_INFINITY })
      if (span !== undefined) assertAnswerable(window, span)
      const bars = span === undefined ? [] : newest(parts, span, window, now)
      const finestMs = Math.min(...usable)
      return { ...factsOf(window, bars, { first, finestMs, now }), ...told(name), bars }
    },
  }

  function told(name: { readonly venue: Venue['id']; readonly seriesKey: string }) {
    const key = sampledKeyOf(name)
    const generation = deps.generation(key)
    return { seriesKey: key, generation }
  }
}

/** Time that a request waits for a sample of the open bar, ms. */
const OPEN_WITHIN_MS = 1_000

/** Samples do not come from a venue request, so they have no request time. */
const UNTOLD = { requestedAt: { now: 0, monotonic: 0 }, asOf: 0, until: Number.POSITIVE_INFINITY }
const NOWHERE = { outcomeId: '', seriesKey: '', facts: {} }

/** @param facts since when there are samples, and the finest interval that the candles are built from */
function factsOf(
  window: CandleWindow,
  bars: readonly PriceCandle[],
  { first, finestMs, now }: { readonly first: number; readonly finestMs: number; readonly now: number },
) {
  const { stepMs, span, limit } = window
  const opens = alignDown(now, stepMs)
  const [oldest] = bars
  const isFull = oldest !== undefined && bars.length === limit
  const from = isFull ? oldest.timestamp : window.open ? first : span.from
  const looked = { from, to: Math.max(from, Math.min(span.to, opens)) }
  const unsampled = subtract(
    looked,
    bars.map(({ timestamp }) => ({ from: timestamp, to: timestamp + stepMs })),
  )
  const emptyReason = isEmpty(span) ? ('in_future' as const) : ('not_sampled' as const)
  return {
    basis: SAMPLED_BASIS,
    stepMs,
    cache: 'hit' as const,
    ...(bars.length === 0 ? { emptyReason } : {}),
    ...(bars.at(-1)?.timestamp === opens ? { runningFrom: opens } : {}),
    ...(unsampled.length === 0 ? {} : { unsampled }),
    // A part without a sample removes the open candle as soon as that part is over.
    freshUntil: span.to > opens ? alignDown(now, finestMs) + finestMs : Number.POSITIVE_INFINITY,
    isOver: false,
  }
}

/** Checks access: samples of a venue without public data were taken with the daemon's own credentials. */
function assertMaySee({ id, isPrivate }: Venue, call: FetchCall): void {
  if (isPrivate !== true || call.isOwner === true) return
  throw new PmxError(
    'AUTHENTICATION_ERROR',
    `The samples of ${id} were taken with the daemon's credentials. Send the access token to read them.`,
    { exchange: id },
  )
}
