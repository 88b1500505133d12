import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Span } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import type { Random } from '../../effects/random.js'
import type { Logger } from '../../observe/logger.js'
import { createAbort } from '../../policy/abort.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { repeatRounds } from '../../policy/rounds.js'
import type { OutboxRecords, WithdrawnRecords } from '../database/change-table.js'
import type { NoteFinal } from '../fetch/fetch-target.js'
import type { Fetcher } from '../fetch/fetcher.js'
import type { SharedOutcomes } from '../fetch/series-locator.js'
import { sampledKeyOf } from '../series/sampled-basis.js'
import { type CandleStore, isSharedRoute, type SeriesIdentity, seriesNameOf } from '../store/candle-store.js'
import type { SharedSamples } from '../store/shared-samples.js'
import { type CandleTier, type DatedRetraction, FIRST_RETRACTIONS } from './candle-tier.js'
import { type AppliedRetractions, createGiveQueue } from './give-queue.js'
import { createLeases } from './leases.js'
import { createSharedFetcher, type OpenTier } from './shared-fetcher.js'
import { createSharedLeases, type NamedLease, type SharedLeases } from './shared-leases.js'
import { createSharedOutcomes } from './shared-outcomes.js'
import { createSharedSamples } from './shared-samples.js'
import { createTierSession, type TierSession, type TierStatus } from './tier-session.js'
import { createWithdrawnSpans } from './withdrawn-spans.js'

/** The tiers of a daemon: a history that it shares with others. */
export interface SharedHistory {
  /**
   * Puts the tiers between the store and the venues. Call it once.
   * @param onChange called with the key of a series with new data
   * @param onMoved called with a venue whose outcomes may be located elsewhere
   */
  connect(inner: Fetcher, onChange: (key: string) => void, onMoved: (venue: VenueId) => void): Fetcher
  /** Has what a venue returned uploaded. Nothing of private venues, or of calls with credentials, is recorded. */
  readonly noteFinal: NoteFinal
  /** Candles built from samples, which no venue has. */
  readonly samples: SharedSamples
  /** Where outcomes were located. */
  readonly outcomes: SharedOutcomes
  /** Rights to rounds of background work, or undefined if no tier has them. */
  readonly leases: SharedLeases | undefined
  /**
   * Gives the candles of a span about which responses disagreed, and withdraws their former values where they were replaced: while
   * they are contradicted they are not given.
   */
  restate(identity: SeriesIdentity, span: Span): void
  status(): readonly TierStatus[]
  /** Returns a tier's session, for data other than candles that daemons share. */
  sessionOf(tier: CandleTier): TierSession | undefined
  /** Sends waiting spans for a limited time. Call it before the store is closed. */
  close(): Promise<void>
}

export interface SharedHistoryDeps {
  readonly store: CandleStore
  readonly records: OutboxRecords & WithdrawnRecords
  readonly clock: Clock
  readonly random: Random
  readonly turn: EventLoopYield
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** See `EngineDeps`. */
  readonly isClockConfirmed?: (() => boolean) | undefined
  /** Whether a venue's time disagrees with our clock; absent: never. */
  readonly isClockDenied?: (() => boolean) | undefined
  /** Whether the candles of a venue are its own: those of another address are not shared. */
  isShared(venue: VenueId): boolean
}

/** Reports changes to the engine. */
interface Changes {
  onChange(key: string): void
  onMoved(venue: VenueId): void
}

/** Pause between two checks for withdrawn spans, ms. */
const RETRACTIONS_EVERY_MS = 1_000
const RETRACTIONS_MS = 1_000
/** Time limit of a call for a lease, ms. */
const LEASE_CALL_MS = 2_000
/** Time limit of the call that shows whether a server without leases can be read, ms. */
const READABLE_MS = 1_000

export function createSharedHistory(tiers: readonly CandleTier[], deps: SharedHistoryDeps): SharedHistory {
  const { store, records, clock, isShared } = deps
  const ended = createAbort()
  const stops: (() => void)[] = []
  let retractions = 0
  /** Undefined until the engine is connected. */
  let changes: Changes | undefined
  /** Time just before the last successful check for withdrawn spans, by tier and the monotonic clock. */
  const lookedAt = new Map<string, number>()
  const cursors = new Map<string, string>()
  /** The cursors at the first look into tiers that were not used before. */
  const begunAt = new Map<string, string>()
  const withdrawnSpans = createWithdrawnSpans(records)
  const cursorOf = ({ name }: CandleTier) => records.retractionCursor(name) ?? cursors.get(name)
  /** Tiers of which it is not known yet what they withdrew before this daemon used them. */
  const unread = new Set(
    tiers.filter((tier) => tier.retractions !== undefined && cursorOf(tier) === undefined),
  )
  const mayTake = (tier: CandleTier): boolean =>
    unread.size === 0 || [...unread].every((other) => other === tier)

  const open = tiers.map((tier): OpenTier => {
    const session = createTierSession(tier, deps)
    return {
      session,
      ...(tier.give === undefined
        ? {}
        : { outbox: createGiveQueue({ ...deps, session, withdrawn: appliedOf(session) }) }),
      ...(tier.claim === undefined || tier.give === undefined ? {} : { claims: createLeases(session) }),
    }
  })

  const readRetractions = ({ tier, read }: TierSession, after: string | undefined) =>
    read(
      RETRACTIONS_MS,
      (signal) => tier.retractions?.(after, signal) ?? Promise.reject(new Error('no retractions')),
    )

  /** Notes spans that were withdrawn, which other tiers may still have. @returns those of venues that are shared */
  function noteWithdrawn({ tier }: TierSession, all: readonly DatedRetraction[]): DatedRetraction[] {
    if (all.length > 0) retractions++
    const own = all.filter(({ series }) => isShared(series.venue))
    for (const { series, from, to, at, reason } of own)
      withdrawnSpans.note(tier.name, series, { from, to, at, isForgotten: reason === 'forgotten' })
    return own
  }

  /**
   * Notes what was withdrawn before this daemon used the tier. Its own candles of these spans remain.
   * @returns the cursor of the beginning, because candles may have been downloaded since; undefined if the tier does not respond
   */
  async function noteEarlier(session: TierSession): Promise<string | undefined> {
    const { name } = session.tier
    const begun = begunAt.get(name) ?? (await readRetractions(session, undefined))?.value.cursor
    if (begun === undefined) return undefined
    begunAt.set(name, begun)
    for (let after = FIRST_RETRACTIONS; ; ) {
      const page = (await readRetractions(session, after))?.value
      if (page === undefined || page.cursor === after) return page && begun
      noteWithdrawn(session, page.retractions)
      after = page.cursor
    }
  }

  /** Deletes spans that other daemons have withdrawn. They are downloaded or fetched again when they are needed. */
  async function applyRetractions(session: TierSession, { onChange, onMoved }: Changes): Promise<void> {
    const { tier, counts } = session
    const at = clock.monotonic()
    const before = cursorOf(tier) ?? (await noteEarlier(session))
    if (before === undefined) return
    const answer = await readRetractions(session, before)
    if (answer === undefined) return
    const { retractions: withdrawn, cursor } = answer.value
    if (cursor === before && cursorOf(tier) === before) {
      unread.delete(tier)
      lookedAt.set(tier.name, at)
      return
    }
    const own = noteWithdrawn(session, withdrawn)
    const isDone = own.map(({ series: { venue, seriesKey, stepMs, basis }, from, to }) => {
      const identity = { venue, seriesKey, stepMs, basis }
      const isRemoved = store.remove(identity, { from, to })
      onChange(seriesNameOf(identity))
      onChange(sampledKeyOf(identity))
      return isRemoved
    })
    const forgotten = own.flatMap(({ reason, series: { venue } }) => (reason === 'forgotten' ? [venue] : []))
    // Retractions do not name outcomes. They are located again when they are needed.
    for (const venue of new Set(forgotten)) {
      isDone.push(store.dropShared(venue))
      onMoved(venue)
    }
    if (isDone.includes(false)) return
    unread.delete(tier)
    counts.retracted += own.length
    cursors.set(tier.name, cursor)
    records.noteRetractionCursor(tier.name, cursor)
    // Another page may follow.
    if (withdrawn.length === 0) lookedAt.set(tier.name, at)
  }

  function appliedOf(session: TierSession): AppliedRetractions {
    return {
      isUpToDate: () => isUpToDate(session),
      cursor: () => (session.tier.retractions === undefined ? undefined : cursorOf(session.tier)),
      expire: () => void lookedAt.delete(session.tier.name),
    }
  }

  async function isUpToDate(session: TierSession): Promise<boolean> {
    const { name, retractions: read } = session.tier
    const isRecent = (): boolean =>
      clock.monotonic() - (lookedAt.get(name) ?? Number.NEGATIVE_INFINITY) <= 2 * RETRACTIONS_EVERY_MS
    if (read === undefined || isRecent()) return true
    if (changes !== undefined) await applyRetractions(session, changes)
    return isRecent()
  }
  function note(identity: SeriesIdentity, span: Span, isRestated: boolean): void {
    if (identity.derivedFromMs !== undefined || !isShared(identity.venue)) return
    for (const { outbox } of open) outbox?.note(identity, [span], isRestated)()
  }

  /** The server only lets daemons work whose candles it accepts, because the others wait for these. */
  async function lease(
    { tier, mayClaim, change }: TierSession,
    name: string,
  ): Promise<NamedLease | undefined> {
    const answer = (await mayClaim(LEASE_CALL_MS))
      ? await change(LEASE_CALL_MS, (signal) => tier.lease?.(name, signal) ?? Promise.reject(noLeases))
      : undefined
    if (answer === undefined) throw noLeases
    return answer.value
  }

  const leasing = open.find(({ session }) => session.tier.lease !== undefined)?.session
  const leases =
    leasing &&
    createSharedLeases(
      {
        lease: (name) => lease(leasing, name),
        isReadable: async () =>
          (await leasing.read(READABLE_MS, (signal) => leasing.tier.now(signal))) !== undefined,
      },
      clock,
    )
  return {
    leases,
    outcomes: createSharedOutcomes(
      open.map(({ session }) => session),
      isShared,
      () => retractions,
      withdrawnSpans.forgottenAt,
      mayTake,
    ),
    connect(inner, onChange, onMoved) {
      const connected = { onChange, onMoved }
      changes = connected
      for (const { session } of open) {
        if (session.tier.retractions === undefined) continue
        stops.push(
          repeatRounds(() => applyRetractions(session, connected), {
            clock,
            firstMs: 0,
            everyMs: RETRACTIONS_EVERY_MS,
            signal: ended.signal,
            onError: () => undefined,
          }),
        )
      }
      return createSharedFetcher(inner, {
        ...{ ...deps, tiers: open, onChange, withdrawn: withdrawnSpans, mayTake },
        retractions: () => retractions,
      })
    },
    noteFinal({ venue, identity }, spans, route) {
      const mayLeave = venue.isPrivate !== true && isSharedRoute(route) && isShared(venue.id)
      const marks =
        mayLeave && spans.length > 0 ? open.flatMap(({ outbox }) => outbox?.note(identity, spans) ?? []) : []
      return () => {
        for (const mark of marks) mark()
      }
    },
    samples: createSharedSamples({
      ...{ tiers: open, store, clock, isShared, withdrawn: withdrawnSpans, mayTake },
      retractions: () => retractions,
      give: (identity, span) => note(identity, span, false),
    }),
    restate: (identity, span) => note(identity, span, true),
    sessionOf: (tier) => open.find(({ session }) => session.tier === tier)?.session,
    status: () => open.map(({ session, outbox }) => ({ ...session.status, outbox: outbox?.length ?? 0 })),
    async close() {
      for (const stop of stops) stop()
      await leases?.close()
      ended.abort(new Error('the daemon stops'))
      await Promise.all(open.map(({ outbox }) => outbox?.close()))
      await Promise.all(open.map(({ session }) => session.close()))
    },
  }
}

const noLeases = new Error('this tier has no leases')
