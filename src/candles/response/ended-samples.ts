import type { PriceCandle } from '../../api/models/models.js'
import { MINUTE_MS, type Span, subtract } from '../../api/times/span.js'
import { CLOCK_TOLERANCE_MS, type Clock } from '../../effects/clock.js'
import { findReceipts } from '../series/receipts.js'
import { SAMPLED_ROUTE } from '../series/sampled-basis.js'
import { type CandleStore, type SeriesIdentity, seriesNameOf } from '../store/candle-store.js'
import type { SampleDecision, SampledPart, SharedSamples } from '../store/shared-samples.js'

/** A bar of samples that is not stored yet. */
export interface UnstoredBar {
  readonly identity: SeriesIdentity
  readonly bar: PriceCandle
  /** Time of the last sample, epoch ms. */
  readonly at: number
  /** The clock minus the monotonic clock at its first sample, ms. A different value now means that the clock was set. */
  readonly aheadMs: number
}

/**
 * Which daemon samples a venue first if several share a history: this one, or another one whose bars this one waits for.
 * Undefined if the samples are not shared.
 */
export type SampleTurn = 'first' | 'later' | undefined

/** Ended bars of samples, until it is decided which daemon's bar is final. */
export interface EndedSamples {
  /** Adds a bar. It is stored immediately if samples are not shared. */
  add(one: UnstoredBar): void
  /** Stores the bars that are decided. @param isLast the daemon is stopping, so none of them waits any longer */
  decide(isLast?: boolean): Promise<void>
  /** Downloads another daemon's newest bar, if it is not stored yet. */
  take(identity: SeriesIdentity): Promise<void>
  /** Whether another daemon has recently uploaded a bar of a series. */
  isProvided(identity: SeriesIdentity): boolean
  /** Returns the bars that are not stored yet, oldest first. */
  all(): readonly UnstoredBar[]
  /** Drops bars with samples after a given time, epoch ms. */
  dropAfter(at: number): void
}

interface EndedSamplesDeps {
  readonly store: CandleStore
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly shared: SharedSamples | undefined
  turnOf(venue: SeriesIdentity['venue']): SampleTurn
  onChange(identity: SeriesIdentity): void
}

/**
 * The daemon that samples a venue uploads a bar within this time after its end, ms. After that, others upload theirs: first one
 * whose bars are used, and after the same time again the others.
 */
export const OTHERS_AFTER_MS = 30_000
/** A daemon that has not uploaded a bar for this long after its end is considered not to sample the series, ms. */
const PROVIDED_WITHIN_MS = MINUTE_MS
/** Maximum number of such bars. The oldest of more are not uploaded. */
const MAX_UNDATED = 10_000
/** Number of bars before the newest one that are downloaded with it. */
const BARS_BEFORE = 60

export function createEndedSamples(deps: EndedSamplesDeps): EndedSamples {
  const { store, clock, shared, turnOf, onChange } = deps
  let ended: readonly UnstoredBar[] = []
  /** End of other daemons' newest bar, by series, epoch ms. */
  const takenTo = new Map<string, number>()
  /** End of the newest bar of this daemon that the others use, by series, epoch ms. It may also be downloaded as one of theirs. */
  const ownTo = new Map<string, number>()
  /** Stored bars of times that no clock has confirmed. They are uploaded only if one does. */
  let undated: readonly UnstoredBar[] = []
  /** Bars on which the tier is currently deciding. */
  const busy = new Map<UnstoredBar, Promise<void>>()

  const spanOf = ({ identity, bar }: UnstoredBar): Span => ({
    from: bar.timestamp,
    to: bar.timestamp + identity.stepMs,
  })
  const isStored = (identity: SeriesIdentity, span: Span): boolean =>
    subtract(span, store.coverage(identity, span)).length === 0

  function partOf(one: UnstoredBar): SampledPart {
    const coverage = [
      { ...spanOf(one), kind: 'data' as const, route: SAMPLED_ROUTE, fetchedAt: one.at },
    ] as const
    const receipts = findReceipts(
      { added: coverage, bars: [one.bar], before: [], after: [] },
      one.identity.stepMs,
    )
    return { bars: [one.bar], coverage, receipts, provisional: [] }
  }

  function keep(one: UnstoredBar): void {
    const { bars, coverage } = partOf(one)
    store.commit(one.identity, { bars, coverage })
    onChange(one.identity)
  }

  function note(ends: Map<string, number>, identity: SeriesIdentity, { to }: Span): void {
    const name = seriesNameOf(identity)
    ends.set(name, Math.max(to, ends.get(name) ?? to))
    onChange(identity)
  }

  const noteTaken = (identity: SeriesIdentity, span: Span): void => note(takenTo, identity, span)

  function isProvided(identity: SeriesIdentity): boolean {
    const name = seriesNameOf(identity)
    const taken = takenTo.get(name) ?? Number.NEGATIVE_INFINITY
    return (
      taken > (ownTo.get(name) ?? Number.NEGATIVE_INFINITY) &&
      clock.now() - taken < identity.stepMs + PROVIDED_WITHIN_MS
    )
  }

  /** @returns whether it is decided; otherwise another daemon's bar is awaited */
  async function decideOne(one: UnstoredBar, tier: SharedSamples, isLast: boolean): Promise<boolean> {
    const { identity } = one
    const span = spanOf(one)
    if (wasClockSet(one)) return settleOfOldTime(one, tier)
    // Two daemons that wait alike would otherwise upload in turn: each would see the other's candle, and both would stop sampling.
    const waitMs = isProvided(identity) ? 2 * OTHERS_AFTER_MS : OTHERS_AFTER_MS
    const isDue = isLast || clock.now() >= span.to + waitMs
    if (turnOf(identity.venue) === 'later') {
      if (!isStored(identity, span)) await tier.take(identity, span)
      if (isStored(identity, span)) noteTaken(identity, span)
      if (isStored(identity, span) || (isLast && isProvided(identity))) return true
      if (!isDue) return false
    }
    const decision = await tier.decide(identity, partOf(one))
    // The daemon that may give has not given it yet.
    if ((decision === 'readable' || decision === 'misdated') && !isDue) return false
    settle(one, tier, decision)
    return true
  }

  /** Its time may be wrong, so it is stored only here, unless another daemon has uploaded one. */
  async function settleOfOldTime(one: UnstoredBar, tier: SharedSamples): Promise<true> {
    const isKnown = (): boolean => isStored(one.identity, spanOf(one))
    if (!isKnown()) await tier.take(one.identity, spanOf(one))
    settle(one, tier, isKnown() ? 'other' : 'misdated')
    return true
  }

  const wasClockSet = ({ aheadMs }: UnstoredBar): boolean =>
    Math.abs(clock.now() - clock.monotonic() - aheadMs) > CLOCK_TOLERANCE_MS

  function settle(one: UnstoredBar, tier: SharedSamples, decision: SampleDecision): void {
    const { identity } = one
    if (decision === 'other') noteTaken(identity, spanOf(one))
    else if (decision === 'own') note(ownTo, identity, spanOf(one))
    else {
      // Given after the clock is set, it would be the candle of a wrong time for all daemons.
      if (decision === 'undated') undated = [...undated, one].slice(-MAX_UNDATED)
      // Recorded before it is stored, so that it is given even if the process is killed in between.
      else if (decision !== 'misdated') tier.give(identity, spanOf(one))
      keep(one)
    }
  }

  /** Has those given whose time turns out to be right, and forgets those whose time may be wrong. */
  function giveUndated(tier: SharedSamples): void {
    const isRight = tier.isClockRight()
    if (undated.length === 0 || isRight === undefined) return
    for (const one of undated) if (isRight && !wasClockSet(one)) tier.give(one.identity, spanOf(one))
    undated = []
  }

  return {
    add(one) {
      if (shared === undefined || turnOf(one.identity.venue) === undefined) keep(one)
      else ended = [...ended, one]
    },
    async decide(isLast = false) {
      if (shared === undefined) return
      if (isLast) await Promise.all(busy.values())
      giveUndated(shared)
      for (const one of ended) {
        if (busy.has(one)) continue
        const work = decideOne(one, shared, isLast)
          .then((isDecided) => {
            if (isDecided) ended = ended.filter((other) => other !== one)
          })
          .finally(() => busy.delete(one))
        busy.set(one, work)
      }
      await Promise.all(busy.values())
    },
    async take(identity) {
      const to = Math.floor(clock.now() / identity.stepMs) * identity.stepMs
      const newest = { from: to - identity.stepMs, to }
      if (shared === undefined || isStored(identity, newest)) return
      const look = { from: to - BARS_BEFORE * identity.stepMs, to }
      const before = store.coverage(identity, look)
      if (!(await shared.take(identity, look))) return
      const added = store.coverage(identity, look).flatMap((entry) => subtract(entry, before))
      const last = added.at(-1)
      if (last !== undefined) noteTaken(identity, last)
    },
    isProvided,
    all: () => ended.filter((one) => !isStored(one.identity, spanOf(one))),
    dropAfter(at) {
      ended = ended.filter((one) => one.at <= at)
    },
  }
}
