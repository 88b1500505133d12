import type { VenueId } from '../../api/envelope/venue-ids.js'
import { alignUp } from '../../api/times/resolution.js'
import { cut, hullOf, intersect, joinSpans, type Span, subtract } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import { createSingleFlight } from '../../policy/single-flight.js'
import { holderOf } from '../../venue-kit/contract/account-secrets.js'
import type { FetchCall, FetchTarget } from '../fetch/fetch-target.js'
import type { Fetcher } from '../fetch/fetcher.js'
import { findFinalEnd } from '../fetch/finalize.js'
import { sumLengths } from '../fetch/partial-fetch.js'
import { computeConfirmationAge } from '../series/closed-end.js'
import { latestCloseOf } from '../series/trading-period.js'
import type { CandleStore } from '../store/candle-store.js'
import { bucketsOf, type CandleTier, type Lease, type SharedSeries } from './candle-tier.js'
import { checkPart } from './check-part.js'
import type { GiveQueue } from './give-queue.js'
import type { Leases } from './leases.js'
import { makeStaggeredCalls } from './outages/staggered-calls.js'
import { storePart } from './shared-parts.js'
import type { TierSession } from './tier-session.js'
import type { WithdrawnSpans } from './withdrawn-spans.js'

/** A tier of a shared history, and the spans to upload to it. */
export interface OpenTier {
  readonly session: TierSession
  /** Absent if the tier is read only. */
  readonly outbox?: GiveQueue
  /** Absent if the tier has no leases. */
  readonly claims?: Leases
}

interface SharedFetcherDeps {
  /** In the order in which they are called. */
  readonly tiers: readonly OpenTier[]
  readonly store: CandleStore
  readonly clock: Clock
  readonly random: Random
  /** Whether a venue's candles come from its own address. Candles from other addresses are not shared. */
  isShared(venue: VenueId): boolean
  /** Called with the key of a series with new data. */
  onChange(key: string): void
  /** Returns a number that grows when a span is withdrawn. Results requested before are then outdated. */
  retractions(): number
  /** What tiers withdrew, which others may still have. */
  readonly withdrawn: Pick<WithdrawnSpans, 'cut'>
  /** Whether it is known what other tiers withdrew, which a tier may still have. */
  mayTake(tier: CandleTier): boolean
}

/** Maximum delay of a fetch if the tiers do not respond, ms. */
const TIER_MS = 150
/** The next tier is called after this time if the one before has not responded, ms. */
const NEXT_AFTER_MS = 50
/** Time that is left to lease a bucket, although another tier has not responded, ms. */
const CLAIM_MS = 50
/** Maximum time that a fetch waits for another daemon's fetch, ms. A dead daemon's lease expires sooner. */
const WAIT_MS = 5_500
/** A running daemon renews its lease before it has less time left than this, ms. */
const DEAD_BELOW_MS = 3_000
const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 500
/** Time limit of the upload that others wait for, ms. After that, the outbox sends the spans. */
const GIVE_MS = 1_000
/** Intervals after a span that are fetched with it. */
const STEPS_AFTER = 12
/**
 * Number of buckets that are leased at the same time. Other daemons may fetch the remaining buckets of a long span in the
 * meantime.
 */
const BUCKETS_AT_ONCE = 4

/** The part of a bucket that is needed. */
interface Piece {
  readonly bucket: Span
  readonly span: Span
  /** How much of it was known when the fetch began. */
  readonly before: Knowledge
}

/** How much is known of a span. */
interface Knowledge {
  readonly coveredMs: number
  /** The part that one response confirms. */
  readonly lookedMs: number
  /** Time of the newest such response, epoch ms. */
  readonly lookedAt: number
}

/** A fetch, and the time that the tiers have cost it. */
interface SharedFetch {
  readonly target: FetchTarget
  readonly call: FetchCall
  /** Remaining time for tiers that do not respond, ms. */
  leftMs: number
  /** Up to here time was deducted, by the monotonic clock: pieces wait for a tier at the same time. */
  deductedTo: number
  /** Tiers that did not respond, which are not called again in this fetch. */
  readonly failed: Set<TierSession>
  /** The tier's leases are no longer used in this fetch. */
  isAlone: boolean
}

/**
 * Creates a fetcher that reads candles of final age from the tiers before it calls the venue. The newest candles still
 * come from the venue. Tiers never make a fetch fail, and never delay one by more than {@link TIER_MS}. If a tier
 * supports leases, one daemon fetches a bucket and the others wait for it, at most {@link WAIT_MS}.
 */
export function createSharedFetcher(inner: Fetcher, deps: SharedFetcherDeps): Fetcher {
  const { tiers, store, clock, random, onChange } = deps
  const taking = createSingleFlight<'nothing' | 'failed'>()
  const claiming = tiers.find(({ claims }) => claims !== undefined)

  function knowledgeOf({ identity }: FetchTarget, span: Span): Knowledge {
    const looks = store.provisional(identity, span)
    return {
      coveredMs: sumLengths(clip(store.coverage(identity, span), span)),
      lookedMs: sumLengths(clip(looks, span)),
      lookedAt: Math.max(0, ...looks.map(({ requestedAt }) => requestedAt)),
    }
  }

  /**
   * Requests a piece from the tiers, and stores new data.
   * @returns `new` if more is known than when the fetch began, also if another request brought it
   */
  async function take(fetch: SharedFetch, { span, before }: Piece): Promise<'new' | 'nothing' | 'failed'> {
    const { target, call } = fetch
    let isMore = false
    const answer = await taking.run(
      `${target.key} ${span.from} ${span.to}`,
      call.signal,
      async () => {
        isMore = await takeFromAll(fetch, span)
        return claiming !== undefined && fetch.failed.has(claiming.session) ? 'failed' : 'nothing'
      },
      call.priority,
    )
    // Another request began the call, perhaps before this fetch, or brings something at the same time.
    if (isMore) return 'new'
    const now = knowledgeOf(target, span)
    isMore =
      now.coveredMs > before.coveredMs || now.lookedMs > before.lookedMs || now.lookedAt > before.lookedAt
    return isMore ? 'new' : answer
  }

  /** Calls the tiers one after another, until the span is covered or the time is over. @returns whether anything was new */
  async function takeFromAll(fetch: SharedFetch, span: Span): Promise<boolean> {
    const { identity, key } = fetch.target
    const [at, endAfterMs] = [clock.monotonic(), fetch.leftMs]
    if (endAfterMs <= 0) return false
    const called = tiers.filter(({ session }) => deps.mayTake(session.tier) && !fetch.failed.has(session))
    const waiting = new Set<TierSession>()
    const responded = new Set<TierSession | undefined>()
    let isNew = false
    let isOver = false
    const isCovered = (looks: readonly Span[] = []): boolean =>
      subtract(span, joinSpans([...store.coverage(identity, span), ...looks])).length === 0
    const isLooked = (): boolean => isCovered(store.provisional(identity, span))
    const calls = called.map(({ session }) => async (): Promise<void> => {
      waiting.add(session)
      const taken = await takeFrom(session, fetch, span, () => isOver)
      if (isOver) return
      waiting.delete(session)
      if (taken === 'failed') fetch.failed.add(session)
      else responded.add(session)
      isNew ||= taken === 'new'
    })
    const checkAfterMs = endAfterMs - CLAIM_MS
    await makeStaggeredCalls(calls, {
      ...{ clock, nextAfterMs: NEXT_AFTER_MS, checkAfterMs, endAfterMs },
      isEnough: () =>
        isCovered() ||
        (clock.monotonic() - at >= checkAfterMs && (responded.has(claiming?.session) || isLooked())),
    })
    isOver = true
    if (waiting.size > 0 || called.some(({ session }) => fetch.failed.has(session))) deduct(fetch, at)
    for (const session of waiting) {
      fetch.failed.add(session)
      // What is still missing is a new fetch, which does not wait again.
      if (isNew && !isCovered()) session.rest(TIER_MS)
    }
    if (isNew) onChange(key)
    return isNew
  }

  function deduct(fetch: SharedFetch, since: number): void {
    const now = clock.monotonic()
    fetch.leftMs -= now - Math.min(now, Math.max(since, fetch.deductedTo))
    fetch.deductedTo = now
  }

  /** @param isOver whether the result is not needed any more */
  async function takeFrom(
    { tier, read, counts, noteInvalid }: TierSession,
    { target: { identity, step } }: SharedFetch,
    span: Span,
    isOver: () => boolean,
  ): Promise<'new' | 'nothing' | 'failed'> {
    const before = deps.retractions()
    const answer = await read(TIER_MS, (signal) => tier.take(seriesOf(identity), span, signal))
    if (answer === undefined) return 'failed'
    if (isOver() || deps.retractions() !== before) return 'nothing'
    const part = checkPart(answer.value, step.stepMs, span, clock.now())
    if (typeof part === 'string') {
      noteInvalid(part)
      return 'nothing'
    }
    const fresh = deps.withdrawn.cut(tier.name, identity, part)
    const isNew = storePart(store, identity, fresh)
    if (isNew) counts.taken += fresh.bars.length
    else counts.missed++
    return isNew ? 'new' : 'nothing'
  }

  /** Leases a bucket, or returns undefined if the tier does not respond or this daemon may not upload. */
  async function claim(fetch: SharedFetch, { bucket }: Piece): Promise<Lease | undefined> {
    if (claiming?.claims === undefined || fetch.isAlone) return undefined
    const at = clock.monotonic()
    const mayClaim = await claiming.session.mayClaim(fetch.leftMs)
    const held = mayClaim
      ? await claiming.claims.acquire(fetch.target.identity, bucket, fetch.leftMs)
      : undefined
    if (held === undefined) {
      deduct(fetch, at)
      fetch.isAlone = true
    }
    return held
  }

  const fetchFinal = ({ target, call }: SharedFetch, spans: readonly Span[]): Promise<void> =>
    inner.fetch(target, withStepsAfter(target, spans, clock.now()), call)

  /** Fetches leased pieces, and uploads final data before the leases end. */
  async function fetchClaimed(
    fetch: SharedFetch,
    claimed: readonly { readonly piece: Piece; readonly claim: Extract<Lease, { kind: 'mine' }> }[],
  ): Promise<void> {
    try {
      // Another daemon may have given them between the look and the claim.
      const looked = await Promise.all(
        claimed.map(async ({ piece }) => ({ piece, taken: await take(fetch, piece) })),
      )
      const left = looked.filter(({ taken }) => taken !== 'new').map(({ piece }) => piece.span)
      if (left.length === 0) return
      await fetchFinal(fetch, left)
      await claiming?.outbox?.flush(fetch.target.identity, GIVE_MS)
    } finally {
      await Promise.all(claimed.map(({ claim: own }) => own.release()))
    }
  }

  /** Waits until another daemon has uploaded a piece, or until its lease ends without an upload. */
  async function waitFor(fetch: SharedFetch, piece: Piece): Promise<void> {
    let until = clock.monotonic() + WAIT_MS
    let isDead = false
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 1.5)) {
      const leftMs = until - clock.monotonic()
      if (leftMs <= 0 || fetch.isAlone) return fetchFinal(fetch, [piece.span])
      await clock.sleep(Math.ceil(Math.min(leftMs, pauseMs * (0.75 + random() / 2))), fetch.call.signal)
      const taken = await take(fetch, piece)
      if (taken === 'new') return
      if (taken === 'failed') fetch.isAlone = true
      const own = await claim(fetch, piece)
      if (own?.kind === 'mine') return fetchClaimed(fetch, [{ piece, claim: own }])
      // The daemon that takes over from a dead one has just begun: it is waited for as the first one was.
      const wasDead = isDead
      isDead = own !== undefined && own.leftMs < DEAD_BELOW_MS
      if (wasDead && !isDead) until = clock.monotonic() + WAIT_MS
    }
  }

  /** Gets some pieces. @returns those that another daemon fetches */
  async function bringSome(fetch: SharedFetch, pieces: readonly Piece[]): Promise<Piece[]> {
    const looked = await Promise.all(
      pieces.map(async (piece) => ({ piece, taken: await take(fetch, piece) })),
    )
    if (looked.some(({ taken }) => taken === 'failed')) fetch.isAlone = true
    // What is still missing of a piece is planned again with what was taken.
    const missing = looked.filter(({ taken }) => taken !== 'new').map(({ piece }) => piece)
    const claimed = await Promise.all(
      missing.map(async (piece) => ({ piece, claim: await claim(fetch, piece) })),
    )
    const own = claimed.flatMap(({ piece, claim: one }) =>
      one?.kind === 'mine' ? [{ piece, claim: one }] : [],
    )
    const alone = claimed.flatMap(({ piece, claim: one }) => (one === undefined ? [piece.span] : []))
    await Promise.all([
      own.length === 0 ? undefined : fetchClaimed(fetch, own),
      alone.length === 0 ? undefined : fetchFinal(fetch, alone),
    ])
    return claimed.flatMap(({ piece, claim: one }) => (one?.kind === 'held' ? [piece] : []))
  }

  async function bring(fetch: SharedFetch, spans: readonly Span[]): Promise<void> {
    const pieces = partsOf(spans, fetch.target.step.maxWindowMs).map((part) => ({
      ...part,
      before: knowledgeOf(fetch.target, part.span),
    }))
    const waiting: Piece[] = []
    for (let at = 0; at < pieces.length; at += BUCKETS_AT_ONCE)
      waiting.push(...(await bringSome(fetch, pieces.slice(at, at + BUCKETS_AT_ONCE))))
    if (claiming !== undefined) claiming.session.counts.waited += waiting.length
    await Promise.all(waiting.map((piece) => waitFor(fetch, piece)))
  }

  return {
    // A recheck compares with the venue, not with what another daemon has of it.
    readAgain: inner.readAgain,
    async fetch(target, spans, call) {
      if (!isShareable(target, call) || !deps.isShared(target.venue.id))
        return inner.fetch(target, spans, call)
      const { final, others } = splitByAge(spans, target, clock.now())
      const newest = others.length === 0 ? undefined : inner.fetch(target, others, call)
      newest?.catch(() => undefined)
      const begun = { leftMs: TIER_MS, deductedTo: 0, failed: new Set<TierSession>(), isAlone: false }
      if (final.length > 0) await bring({ target, call, ...begun }, final)
      await newest
    },
  }
}

/** Whether a fetch may be shared, because its result does not depend on a caller's credentials and every caller may see it. */
function isShareable({ venue, identity }: FetchTarget, { secrets }: FetchCall): boolean {
  return venue.isPrivate !== true && holderOf(secrets) === '' && identity.derivedFromMs === undefined
}

/** Divides spans by the venue calls that serve them: those with only data of final age, and those with a newer part. */
function splitByAge(
  spans: readonly Span[],
  target: FetchTarget,
  now: number,
): { readonly final: readonly Span[]; readonly others: readonly Span[] } {
  const finalTo = findFinalEnd(target, now)
  const pieces = spans.flatMap((span) => cut(span, target.step.maxWindowMs))
  return {
    final: joinSpans(pieces.filter(({ to }) => to <= finalTo)),
    others: pieces.filter(({ to }) => to > finalTo),
  }
}

/** Returns the part of each bucket that contains the spans in it, ascending: one call of the venue has several gaps. */
function partsOf(spans: readonly Span[], widthMs: number): Omit<Piece, 'before'>[] {
  const parts = new Map<number, Omit<Piece, 'before'>>()
  for (const span of spans)
    for (const bucket of bucketsOf(span, widthMs)) {
      const part = intersect(span, bucket)
      if (part === undefined) continue
      const known = parts.get(bucket.from)?.span ?? part
      parts.set(bucket.from, { bucket, span: hullOf([known, part]) ?? part })
    }
  return [...parts.values()]
}

/**
 * Adds some intervals after the last span if they fit into the same call. A response's last candle is final only if a later one
 * follows. Without the added intervals, every daemon would call the venue for that candle again.
 */
function withStepsAfter({ step, series }: FetchTarget, pieces: readonly Span[], now: number): Span[] {
  const { stepMs, maxWindowMs } = step
  const spans = joinSpans(pieces)
  const last = spans.at(-1)
  if (last === undefined || now - last.to > computeConfirmationAge(step)) return spans
  const roomMs = maxWindowMs - ((last.to - last.from) % maxWindowMs || maxWindowMs)
  const end = alignUp(Math.min(now, latestCloseOf(series) ?? now), stepMs)
  const to = Math.max(last.to, Math.min(last.to + Math.min(roomMs, STEPS_AFTER * stepMs), end))
  return [...spans.slice(0, -1), { from: last.from, to }]
}

function clip(parts: readonly Span[], span: Span): Span[] {
  return parts.flatMap((part) => intersect(part, span) ?? [])
}

function seriesOf({ venue, seriesKey, stepMs, basis }: SharedSeries): SharedSeries {
  return { venue, seriesKey, stepMs, basis }
}
