import { hullOf, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { createLru } from '../../policy/lru.js'
import { type CandleStore, type SeriesIdentity, seriesNameOf } from '../store/candle-store.js'
import type { SharedSamples } from '../store/shared-samples.js'
import type { CandleTier } from './candle-tier.js'
import { checkPart } from './check-part.js'
import type { OpenTier } from './shared-fetcher.js'
import { storePart } from './shared-parts.js'
import type { TierSession } from './tier-session.js'
import type { WithdrawnSpans } from './withdrawn-spans.js'

interface SharedSamplesDeps {
  readonly tiers: readonly OpenTier[]
  readonly store: CandleStore
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** Whether the candles of a venue are its own: those of another address are not shared. */
  isShared(venue: SeriesIdentity['venue']): boolean
  /** Returns a number that grows when a span is withdrawn. Results requested before are then outdated. */
  retractions(): number
  /** What tiers withdrew, which others may still have. */
  readonly withdrawn: Pick<WithdrawnSpans, 'cut'>
  /** Whether it is known what other tiers withdrew, which a tier may still have. */
  mayTake(tier: CandleTier): boolean
  give(identity: SeriesIdentity, span: Span): void
}

/** Time limit of reading a tier, ms. */
const TAKE_MS = 150
/** Time limits for uploading a candle, and for reading the tier's data afterwards, ms. */
const GIVE_MS = 1_000
/** Data that a tier lacks is not requested again within this time, ms, because times without a sample remain without one. */
const AGAIN_AFTER_MS = 10_000
const NOTED_SERIES = 1_000

/** Decisions about a candle while the tier does not respond, by what is known about the clock. */
const unreached = { right: 'away', unknown: 'undated', wrong: 'misdated' } as const

/** Spans of a series that were requested since a given time on the monotonic clock. */
interface Looked {
  readonly since: number
  readonly spans: readonly Span[]
}

export function createSharedSamples(deps: SharedSamplesDeps): SharedSamples {
  const { tiers, store, clock, isShared } = deps
  const looked = createLru<Looked>(NOTED_SERIES)
  const listed = createLru<{ readonly since: number; readonly steps: readonly number[] }>(NOTED_SERIES)

  const decidingTier = () => tiers.find(({ session }) => session.tier.give !== undefined)?.session

  const isCovered = (identity: SeriesIdentity, span: Span): boolean =>
    subtract(span, store.coverage(identity, span)).length === 0

  /** @returns undefined if the tier does not respond */
  async function takeFrom(
    { tier, read, counts }: TierSession,
    identity: SeriesIdentity,
    span: Span,
    ms: number,
  ): Promise<'new' | 'nothing' | undefined> {
    const before = deps.retractions()
    const { venue, seriesKey, stepMs, basis } = identity
    const answer = await read(ms, (signal) => tier.take({ venue, seriesKey, stepMs, basis }, span, signal))
    if (answer === undefined) return undefined
    if (deps.retractions() !== before) return 'nothing'
    const part = checkPart(answer.value, stepMs, span, clock.now())
    if (typeof part === 'string') {
      counts.dropped++
      return 'nothing'
    }
    const fresh = deps.withdrawn.cut(tier.name, identity, part)
    if (!storePart(store, identity, fresh)) return 'nothing'
    counts.taken += fresh.bars.length
    return 'new'
  }

  async function take(identity: SeriesIdentity, span: Span): Promise<boolean> {
    let isNew = false
    if (!isShared(identity.venue)) return isNew
    for (const { session } of tiers) {
      if (isCovered(identity, span)) break
      if (!deps.mayTake(session.tier)) continue
      isNew = (await takeFrom(session, identity, span, TAKE_MS)) === 'new' || isNew
    }
    return isNew
  }

  return {
    take,
    async takeForRequest(identity, span) {
      const name = seriesNameOf(identity)
      const before = looked.get(name)
      const at = clock.monotonic()
      const isRecent = before !== undefined && at - before.since < AGAIN_AFTER_MS
      const spans = isRecent ? before.spans : []
      const missing = hullOf(subtract(span, [...store.coverage(identity, span), ...spans]))
      if (missing === undefined) return false
      looked.set(name, { since: isRecent ? before.since : at, spans: joinSpans([...spans, missing]) })
      return take(identity, missing)
    },
    async stepsOf(series) {
      if (!isShared(series.venue)) return []
      const name = seriesNameOf({ ...series, stepMs: 0 })
      const at = clock.monotonic()
      const before = listed.get(name)
      if (before !== undefined && at - before.since < AGAIN_AFTER_MS) return before.steps
      const { venue, seriesKey, basis } = series
      const found = await Promise.all(
        tiers.map(async ({ session: { tier, read } }) =>
          tier.steps === undefined
            ? undefined
            : read(TAKE_MS, async (signal) => tier.steps?.({ venue, seriesKey, basis }, signal)),
        ),
      )
      const steps = [...new Set(found.flatMap((answer) => answer?.value ?? []))].filter(
        (stepMs) => Number.isSafeInteger(stepMs) && stepMs > 0,
      )
      listed.set(name, { since: at, steps })
      return steps
    },
    async decide(identity, part) {
      const deciding = decidingTier()
      const [own] = part.coverage
      if (deciding === undefined || own === undefined || !isShared(identity.venue)) return 'away'
      const { tier, counts } = deciding
      const isGiven =
        (await deciding.mayGive(GIVE_MS)) &&
        (await deciding.write(
          GIVE_MS,
          (signal) => tier.give?.(identity, part, signal) ?? Promise.reject(new Error('read only')),
        ))
      const taken = await takeFrom(deciding, identity, own, GIVE_MS)
      if (taken === undefined) return unreached[deciding.status.clock]
      if (!isCovered(identity, own)) {
        if (deciding.status.clock === 'wrong') return 'misdated'
        return isGiven ? 'away' : 'readable'
      }
      const [stored] = store.read(identity, own)
      const [bar] = part.bars
      // The time of an entry that also covers later candles is that of the last one.
      const isOwn = store
        .coverage(identity, own)
        .every(({ to, fetchedAt }) =>
          to > own.to ? fetchedAt >= own.fetchedAt : fetchedAt === own.fetchedAt,
        )
      if (!isOwn || JSON.stringify(stored) !== JSON.stringify(bar)) return 'other'
      if (taken === 'new') counts.taken -= part.bars.length
      counts.given += part.bars.length
      return 'own'
    },
    isClockRight() {
      const state = decidingTier()?.status.clock
      return state === undefined || state === 'unknown' ? undefined : state === 'right'
    },
    give: deps.give,
  }
}
