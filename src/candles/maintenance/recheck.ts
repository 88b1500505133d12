import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import { DAY_MS } from '../../api/times/resolution.js'
import { MINUTE_MS } from '../../api/times/span.js'
import type { Clock } from '../../effects/clock.js'
import { createAbort, startDeadline } from '../../policy/abort.js'
import type { EventLoopYield } from '../../policy/event-loop-yield.js'
import { createLru } from '../../policy/lru.js'
import { repeatRounds } from '../../policy/rounds.js'
import { noSecrets } from '../../venue-kit/contract/account-secrets.js'
import type { Venue } from '../../venue-kit/contract/venue.js'
import type { FetchCall } from '../fetch/fetch-target.js'
import { SeriesMoved, UnknownSeriesError } from '../fetch/series-errors.js'
import { type KnownSeries, seriesNameOf } from '../store/candle-store.js'
import { addToOpen, findDecided, keepChanged } from '../store/open-differences.js'
import {
  compareNothing,
  createChoice,
  type DueSpan,
  type DueWindow,
  type LookCounts,
  noCounts,
  type RecheckComparison,
} from '../store/recheck-rows.js'
import type { RecheckingStore } from '../store/rechecked-memory-store.js'
import type { LookAgain } from './second-request.js'

/** Results of rechecks of a venue since the start. */
interface RecheckCounts extends LookCounts {
  /** Number of compared windows. */
  readonly windows: number
  /** Number of provisional spans that were fetched again. */
  readonly confirmations: number
  /** Number of venue calls made for rechecks. */
  readonly calls: number
}

export interface Recheck {
  /** By venue. A venue without calls has no entry. */
  readonly counts: ReadonlyMap<VenueId, RecheckCounts>
  close(): void
}

export interface RecheckDeps {
  readonly store: RecheckingStore
  readonly again: LookAgain
  readonly clock: Clock
  readonly turn: EventLoopYield
  /** Share of final windows that are fetched again, 0..1. */
  readonly share: number
  /** Returns undefined for a venue that this version does not support. */
  loadVenue(id: VenueId): Promise<Venue> | undefined
  /** Returns the calls per second that the venue's limits allow. */
  rateOf(venue: VenueId): number
  /** Called with each error; the next round tries again. */
  onError(error: unknown): void
}

/** Share of the venue's limits. */
const LIMIT_SHARE = 0.02
const ROUND_MS = MINUTE_MS
/** Number of provisional spans per round and venue. */
const MAX_SPANS = 200
/** Number of series slices per round. */
const MAX_SLICES = 20
/**
 * Pause for a venue that failed, and for a span after its first error, ms. Each further error doubles the span's pause, up to a day,
 * so that the other spans of the venue come first.
 */
const REST_MS = 10 * MINUTE_MS
const VAIN_SPANS = 10_000
/** Maximum time for one span, including all its calls. */
const LOOK_MS = MINUTE_MS

type LookTerms = Parameters<RecheckingStore['noteLook']>[2]

interface Budget {
  credit: number
  creditAt: number
  restsUntil: number
}

/**
 * Requests a share of the stored data from venues again, in the background and within a share of their limits. It first
 * requests provisional spans that are due, then rechecks that need a confirmation, then final windows of a certain age.
 */
export function createRecheck(deps: RecheckDeps): Recheck {
  const { store, again, clock, turn, onError } = deps
  const ended = createAbort()
  const choose = createChoice(deps.share)
  const counts = new Map<VenueId, RecheckCounts>()
  const budgets = new Map<VenueId, Budget>()
  const vain = createLru<{ readonly until: number; readonly errors: number }>(VAIN_SPANS)
  let place: number | undefined

  function budgetOf(venue: VenueId): Budget {
    const now = clock.monotonic()
    const budget = budgets.get(venue) ?? { credit: 1, creditAt: now, restsUntil: 0 }
    budgets.set(venue, budget)
    const perSecond = LIMIT_SHARE * deps.rateOf(venue)
    const most = Math.max(1, (perSecond * ROUND_MS) / 1_000)
    budget.credit = Math.min(most, budget.credit + (perSecond * (now - budget.creditAt)) / 1_000)
    budget.creditAt = now
    return budget
  }

  function count(venue: VenueId, more: Partial<RecheckCounts>): void {
    const before = counts.get(venue) ?? { ...noCounts, windows: 0, confirmations: 0, calls: 0 }
    const sum = Object.entries(before).map(([name, value]) => {
      const added = more[name as keyof RecheckCounts] ?? 0
      return [name, value + added] as const
    })
    counts.set(venue, Object.fromEntries(sum) as unknown as RecheckCounts)
  }

  /** Runs work with the venue of a span, if the venue may be called now. */
  async function attempt(
    { identity, span }: DueSpan,
    work: (venue: Venue, known: KnownSeries, call: FetchCall) => Promise<void>,
    onGone: () => void,
  ): Promise<void> {
    const { venue: id, seriesKey } = identity
    const name = `${seriesNameOf(identity)} ${span.from}`
    const budget = budgetOf(id)
    const now = clock.monotonic()
    if (ended.signal.aborted || budget.credit < 1 || now < budget.restsUntil) return
    const before = vain.get(name) ?? { until: 0, errors: 0 }
    if (now < before.until) return
    const venue = await deps.loadVenue(id)
    const known = store.outcomeOf(id, seriesKey)
    // Data fetched with a caller's credentials is not rechecked without them.
    if (venue === undefined || venue.isPrivate === true || known === undefined)
      return vain.set(name, { until: now + DAY_MS, errors: 0 })
    const deadline = startDeadline(clock, LOOK_MS, ended.signal)
    let sent = 0
    const call: FetchCall = {
      signal: deadline.signal,
      priority: 'background',
      secrets: noSecrets,
      onSent(calls) {
        sent += calls
        budget.credit -= calls
        count(id, { calls })
      },
    }
    try {
      await work(venue, known, call)
      // It needed no call, and would be due again in the next round.
      if (sent === 0) vain.set(name, { until: now + REST_MS, errors: 0 })
      else vain.delete(name)
    } catch (error) {
      if (ended.signal.aborted) return
      const restMs = Math.min(DAY_MS, REST_MS * 2 ** before.errors)
      vain.set(name, { until: now + restMs, errors: before.errors + 1 })
      if (isGone(error)) onGone()
      else budget.restsUntil = clock.monotonic() + REST_MS
    } finally {
      deadline.release()
    }
  }

  async function round(): Promise<void> {
    for (const due of store.dueProvisional(clock.now(), MAX_SPANS)) {
      await attempt(
        due,
        async (venue, known, call) => {
          await again.confirm(venue, known, due, call)
          count(venue.id, { confirmations: 1 })
        },
        () => undefined,
      )
    }
    for (const due of store.dueConfirmations(clock.now())) await look(due)
    for (let slice = 0; slice < MAX_SLICES && !ended.signal.aborted; slice++) {
      await turn()
      const { windows, next } = store.dueWindows(place, clock.now(), choose)
      for (const due of windows) await look(due)
      place = next
      if (next === undefined) return
    }
  }

  /** Stores the result of a look, and makes earlier results outdated whose candles are contradicted or final now. */
  function note(due: DueWindow, compared: RecheckComparison, terms: LookTerms): void {
    const { identity, span } = due
    const before = store.openDifferences(identity, span)
    // The first response about a window decides nothing about what earlier ones left open.
    const added =
      due.differing.length > 0
        ? keepChanged(due, before, compared)
        : { ...compared, ...addToOpen(due, before, compared.differing) }
    let isDecided = false
    store.noteLook(added.window, added, terms, (decided) => {
      isDecided = true
      again.noteDecided({ identity, span: decided })
    })
    const after = store.openDifferences(identity, span)
    if (isDecided) return
    if (findDecided(after, before, identity.stepMs).length > 0) again.noteContradicted(due)
  }

  async function look(due: DueWindow): Promise<void> {
    // A caller's request may have decided everything since the round began.
    if (due.differing.length > 0 && findStillOpen(due).length === 0) return
    const requestedAt = clock.now()
    await attempt(
      due,
      async (venue, known, call) => {
        const found = await again.compare(venue, known, due, call)
        if (found === undefined) return
        const { compared, route } = found
        note(due, compared, { requestedAt, route })
        count(venue.id, { ...compared.counts, windows: due.differing.length === 0 ? 1 : 0 })
      },
      // The venue cannot be called for it.
      () => {
        const differing = findStillOpen(due)
        if (due.differing.length > 0 && differing.length === 0) return
        note(due, compareNothing({ differing }), { requestedAt, route: '' })
      },
    )
  }

  /** Returns the differences of a window about open times that were not deleted meanwhile. */
  function findStillOpen({ identity, span, differing }: DueWindow): DueWindow['differing'] {
    const open = store.openDifferences(identity, span).flatMap((window) => window.differing)
    const times = new Set(open.map(({ openTime }) => openTime))
    return differing.filter(({ openTime }) => times.has(openTime))
  }

  const cancelNext = repeatRounds(round, {
    clock,
    firstMs: ROUND_MS,
    everyMs: ROUND_MS,
    signal: ended.signal,
    onError,
  })

  return {
    counts,
    close() {
      cancelNext()
      ended.abort(new Error('the daemon is stopping'))
    },
  }
}

function isGone(error: unknown): boolean {
  if (error instanceof SeriesMoved || error instanceof UnknownSeriesError) return true
  return error instanceof PmxError && error.code === 'NOT_FOUND'
}
