import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { Clock } from '../../effects/clock.js'
import { createAbort } from '../../policy/abort.js'
import { createLru } from '../../policy/lru.js'
import { createSharedPriority, type SharedPriority, type Urgency } from '../../policy/urgency.js'
import type { CallEndpoint } from '../../transport/call-types.js'

/** A series whose newest candles are requested repeatedly. */
export interface PrefetchedSeries {
  readonly venue: VenueId
  readonly key: string
  /** Maximum age of its live cache, ms. */
  readonly maxAgeMs: number
  /** Number of such series that one venue call returns. */
  readonly perCall: number
  /** Endpoint of such a call, for its cost. Absent if not known. */
  readonly place?: CallEndpoint | undefined
  /** Fetches what may have changed; returns the number of venue calls. @throws the failure to reach the venue */
  refresh(terms: RefreshTerms): Promise<number>
}

export interface RefreshTerms {
  readonly signal: AbortSignal
  readonly urgency: SharedPriority
}

/**
 * Keeps the live caches of watched series fresh. Each venue has one round at a time, the oldest series first, as many as its
 * share of the venue's limits allows. A series is watched from its second request until the requests stop. Nothing runs while
 * nothing is watched.
 */
export interface Prefetcher {
  /** Records a request for the newest candles of a series. */
  note(series: PrefetchedSeries): void
  /**
   * Has a series refreshed as soon as possible. Resolves when that is done, or when the series is no longer watched, or
   * undefined if no refresh is planned. The round takes the urgency of the waiting request.
   */
  next(key: string, urgency: Urgency): Promise<void> | undefined
  /** Number of watched series. */
  readonly size: number
  close(): void
}

export interface WatchDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'setTimer'>
  /** Returns the calls per second that the venue's limits allow for such a series. */
  rateOf(series: PrefetchedSeries): number
}

/** The rest of a venue's limits is for books, trades, lists and histories. */
const SHARE = 0.4
/** A client that requests data less often than this does not need every change. */
const MAX_GAP_MS = 15_000
/** A series is dropped after this many missed requests. */
const GAPS_LEFT_OUT = 3
const MIN_WATCH_MS = 5_000
/** Series that are due within this time are refreshed together. */
const TOGETHER_MS = 50
/** A refresh happens slightly before the data is too old. */
const DUE_SHARE = 0.8
/** Maximum number of watched series. Others are fetched only on request. */
const MAX_WATCHED = 2_000
/** Maximum number of series in one round: the main thread parses the responses. */
const MAX_A_ROUND = 200
const FIRST_REST_MS = 2_000
const MAX_REST_MS = 30_000

interface Entry {
  series: PrefetchedSeries
  requestedAt: number
  /** Time between the last two requests, ms. */
  gapMs: number
  refreshedAt: number
  isUnderWay: boolean
  readonly waiters: { readonly done: () => void; readonly urgency: Urgency }[]
}

/** The watched series of one venue. */
interface Beat {
  readonly venue: VenueId
  readonly entries: Map<string, Entry>
  /** Number of venue calls that are allowed now, and the time of that number. */
  credit: number
  creditAt: number
  /** Urgency of the running round. */
  urgency: SharedPriority | undefined
  cancel: (() => void) | undefined
  /** When the timer is due; infinite without a timer. */
  nextAt: number
  /** Pause after failed rounds. */
  restsUntil: number
  failures: number
}

export function createWatch({ clock, rateOf }: WatchDeps): Prefetcher {
  const beats = new Map<VenueId, Beat>()
  const known = new Map<string, Entry>()
  /** When a series that is not watched was last requested. */
  const askedOnce = createLru<number>(MAX_WATCHED)
  const closing = createAbort()

  function beatOf(venue: VenueId): Beat {
    const found = beats.get(venue)
    if (found !== undefined) return found
    const beat: Beat = {
      venue,
      entries: new Map(),
      credit: 1,
      creditAt: clock.monotonic(),
      urgency: undefined,
      cancel: undefined,
      nextAt: Number.POSITIVE_INFINITY,
      restsUntil: Number.NEGATIVE_INFINITY,
      failures: 0,
    }
    beats.set(venue, beat)
    return beat
  }

  function leave(beat: Beat, entry: Entry): void {
    const { key } = entry.series
    known.delete(key)
    beat.entries.delete(key)
    release(entry)
    if (beat.entries.size > 0) return
    beat.cancel?.()
    beat.cancel = undefined
    if (beat.urgency === undefined) beats.delete(beat.venue)
  }

  /** Returns the due series in order, and drops those without recent requests. */
  function dueAt(beat: Beat, until: number): Entry[] {
    for (const entry of [...beat.entries.values()]) if (isLeft(entry, clock.monotonic())) leave(beat, entry)
    return [...beat.entries.values()]
      .filter((entry) => dueOf(entry) <= until)
      .sort((a, b) => a.refreshedAt - b.refreshedAt)
  }

  function earn(beat: Beat, series: PrefetchedSeries): number {
    const perSecond = SHARE * rateOf(series)
    const now = clock.monotonic()
    beat.credit = Math.min(Math.max(1, perSecond), beat.credit + (perSecond * (now - beat.creditAt)) / 1000)
    beat.creditAt = now
    return perSecond
  }

  /** Returns the time until one venue call is allowed. Reads the limits only when the allowance is used up. */
  function brokeMs(beat: Beat, series: PrefetchedSeries): number {
    if (beat.credit >= 1) return 0
    const perSecond = earn(beat, series)
    return beat.credit >= 1 ? 0 : ((1 - beat.credit) * 1000) / perSecond
  }

  /** Sets the timer for the next round. */
  function plan(beat: Beat): void {
    if (beat.urgency !== undefined || closing.signal.aborted) return
    beat.cancel?.()
    beat.cancel = undefined
    beat.nextAt = Number.POSITIVE_INFINITY
    const [first] = dueAt(beat, Number.POSITIVE_INFINITY)
    if (first === undefined) return
    const now = clock.monotonic()
    const soonest = Math.min(...[...beat.entries.values()].map(dueOf))
    const waitMs = Math.max(soonest - now, brokeMs(beat, first.series), beat.restsUntil - now, TOGETHER_MS)
    beat.nextAt = now + waitMs
    beat.cancel = clock.setTimer(waitMs, () => void run(beat))
  }

  async function run(beat: Beat): Promise<void> {
    beat.cancel = undefined
    beat.nextAt = Number.POSITIVE_INFINITY
    const due = dueAt(beat, clock.monotonic() + TOGETHER_MS)
    const [first] = due
    if (first !== undefined) {
      earn(beat, first.series)
      await refreshAll(beat, affordable(due, beat.credit))
    }
    if (beat.entries.size > 0) plan(beat)
    else beats.delete(beat.venue)
  }

  async function refreshAll(beat: Beat, chosen: readonly Entry[]): Promise<void> {
    const urgency = createSharedPriority('background')
    beat.urgency = urgency
    const begunAt = clock.monotonic()
    for (const entry of chosen) {
      entry.isUnderWay = true
      for (const waiter of entry.waiters) urgency.follow(waiter.urgency)
    }
    const failed: Entry[] = []
    await Promise.all(
      chosen.map(async (entry) => {
        try {
          const calls = await entry.series.refresh({ signal: closing.signal, urgency })
          beat.credit -= calls
        } catch {
          failed.push(entry)
        } finally {
          entry.refreshedAt = begunAt
          entry.isUnderWay = false
          release(entry)
        }
      }),
    )
    beat.urgency = undefined
    // They move after the series that were not in the round, in the same order.
    for (const entry of chosen)
      if (beat.entries.delete(entry.series.key)) beat.entries.set(entry.series.key, entry)
    judge(beat, chosen, failed)
  }

  /** If some series failed, they are dropped: the next request for them gets the error. If all failed, the venue gets a pause. */
  function judge(beat: Beat, chosen: readonly Entry[], failed: readonly Entry[]): void {
    const isVain = failed.length === chosen.length
    beat.failures = isVain ? beat.failures + 1 : 0
    if (!isVain) for (const entry of failed) leave(beat, entry)
    else {
      const restMs = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (beat.failures - 1))
      beat.restsUntil = clock.monotonic() + restMs
    }
  }

  function begin(series: PrefetchedSeries, requestedAt: number, gapMs: number): void {
    const entry = { series, requestedAt, gapMs, refreshedAt: requestedAt, isUnderWay: false, waiters: [] }
    const beat = beatOf(series.venue)
    known.set(series.key, entry)
    beat.entries.set(series.key, entry)
    if (beat.cancel === undefined) plan(beat)
  }

  return {
    note(series) {
      if (closing.signal.aborted) return
      const now = clock.monotonic()
      const entry = known.get(series.key)
      if (entry !== undefined) {
        entry.gapMs = now - entry.requestedAt
        entry.requestedAt = now
        entry.series = series
        return
      }
      const gapMs = now - (askedOnce.get(series.key) ?? Number.NEGATIVE_INFINITY)
      if (gapMs > MAX_GAP_MS || known.size >= MAX_WATCHED) return askedOnce.set(series.key, now)
      askedOnce.delete(series.key)
      begin(series, now, gapMs)
    },
    next(key, urgency) {
      const entry = known.get(key)
      const beat = entry && beats.get(entry.series.venue)
      if (entry === undefined || beat === undefined || clock.monotonic() < beat.restsUntil) return undefined
      if (entry.isUnderWay) beat.urgency?.follow(urgency)
      return new Promise((done) => {
        entry.waiters.push({ done, urgency })
        if (beat.nextAt > clock.monotonic() + TOGETHER_MS) plan(beat)
      })
    },
    get size() {
      return known.size
    },
    close() {
      closing.abort(new Error('the daemon is stopping'))
      for (const beat of [...beats.values()])
        for (const entry of [...beat.entries.values()]) leave(beat, entry)
    },
  }
}

function release({ waiters }: Entry): void {
  for (const { done } of waiters.splice(0)) done()
}

function isLeft({ requestedAt, gapMs }: Entry, now: number): boolean {
  return now - requestedAt > Math.max(MIN_WATCH_MS, GAPS_LEFT_OUT * gapMs)
}

/** A series with waiting requests is due immediately. */
function dueOf({ series, refreshedAt, gapMs, waiters }: Entry): number {
  if (waiters.length > 0) return refreshedAt
  return refreshedAt + DUE_SHARE * Math.max(series.maxAgeMs, gapMs)
}

/** Returns the first due series that the allowed calls can fetch, at least those of one call. */
function affordable(due: readonly Entry[], calls: number): Entry[] {
  let left = Math.max(1, Math.floor(calls))
  return due.slice(0, MAX_A_ROUND).filter(({ series: { perCall } }) => {
    // Sums of fractions are not exact.
    if (left < 1 / perCall / 2) return false
    left -= 1 / perCall
    return true
  })
}
