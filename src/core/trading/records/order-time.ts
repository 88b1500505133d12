import { messageOf } from '../../../api/envelope/errors.js'
import type { VenueId } from '../../../api/envelope/venue-ids.js'
import { DAY_MS } from '../../../api/times/resolution.js'
import type { Clock } from '../../../effects/clock.js'
import type { Logger } from '../../../observe/logger.js'
import { type OrderJournal, ROW_RETENTION_MS } from '../../../orders/journal.js'

/** A venue's time agrees with this machine's clock if they differ by less than this. */
const AGREE_MS = 60_000
/** A venue's time is wrong if it exceeds another venue's time and this machine's clock by more than this. */
const ASTRAY_MS = 10 * 60_000
/** A clock that is set further forward is wrong: few machines sleep for so long. */
const MAX_SLEPT_MS = 7 * DAY_MS

/** A time, and the monotonic time at which it was received. */
interface Known {
  readonly at: number
  readonly monotonic: number
}

/**
 * Creates the clock for orders. This machine's clock may be changed, so it is not trusted by itself. A fast clock must not start
 * a new day for the limits, and must not make rows look old. A slow clock must not date orders of today to yesterday. The order
 * time is the venues' time (`Date`) plus the time passed since. Until a venue has reported a time, it is at least that of the
 * newest row plus the time passed since that was read. Rows are compared with the orders that their venue shows, so they have
 * the time of that venue, if it does not differ much.
 * @param toldBy returns the time by the clock of a venue, epoch ms, or undefined if it has sent none
 */
export function createOrderTime(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  toldBy: (venue: VenueId) => number | undefined = () => undefined,
) {
  let told: Known | undefined
  let newest: Known | undefined
  /** How far this machine's clock was ahead of the monotonic clock at the last report, ms, and whether it was right. */
  let checked: { readonly aheadMs: number; readonly isRight: boolean } | undefined

  const aheadMs = (): number => clock.now() - clock.monotonic()
  /**
   * Whether a clock that was right appears to be set forward. The machine may have slept while the monotonic clock stopped, and
   * the venues' time is then too early by the time slept.
   */
  function mayHaveSlept(): boolean {
    if (checked?.isRight !== true) return false
    const sleptMs = aheadMs() - checked.aheadMs
    return sleptMs > AGREE_MS && sleptMs <= MAX_SLEPT_MS
  }

  const since = (known: Known | undefined): number | undefined =>
    known && known.at + clock.monotonic() - known.monotonic
  const venueTime = (): number | undefined => since(told)

  /** Returns the later of the known and the new time: responses may be old, and rows may come from other processes. */
  function later(before: Known | undefined, at: number): Known {
    const reckoned = since(before)
    if (before !== undefined && reckoned !== undefined && reckoned >= at) return before
    return { at, monotonic: clock.monotonic() }
  }

  /** @param newestRowAt epoch ms of the newest row of the journal */
  function rowTime(newestRowAt: number | undefined): number | undefined {
    if (newestRowAt !== undefined) newest = later(newest, newestRowAt)
    return since(newest)
  }

  const limitTime = (newestRowAt: number | undefined): number => {
    const now = clock.now()
    return Math.min(now, venueTime() ?? rowTime(newestRowAt) ?? now)
  }

  /** Returns the time of a venue. Undefined if it is unknown, or so far from that of the others that it is wrong. */
  function ownTime(venue: VenueId | undefined): number | undefined {
    const own = venue && toldBy(venue)
    const all = venueTime()
    return own !== undefined && all !== undefined && Math.abs(own - all) <= ASTRAY_MS ? own : undefined
  }

  return {
    /** Records a time that a venue has reported, epoch ms. The agreement of two clocks outweighs a later time of one venue. */
    noteVenueTime(at: number): void {
      // One clock of many may be fast. Orders dated by it would be searched for later than they were placed.
      const isAgreed = Math.abs(at - clock.now()) < AGREE_MS
      if (isAgreed && (venueTime() ?? at) - at > ASTRAY_MS) told = undefined
      told = later(told, at)
      checked = { aheadMs: aheadMs(), isRight: Math.abs((venueTime() ?? at) - clock.now()) < AGREE_MS }
    },

    /** The time for limits and ages: never later than this machine's clock or the venues' time. */
    limitTime,

    /** Records that a row was written with this time. */
    noteRow(at: number): void {
      newest = later(newest, at)
    },

    /**
     * Returns the time for a new row: the time of its venue, else of all venues. Without both it is this machine's, but never
     * before the newest row. It is not before the day that the limits count. After a sleep it is this machine's until a venue
     * reports its time: the order then counts toward that day, and toward the one that the limits still count.
     */
    stamp(newestRowAt: number | undefined, venue: VenueId | undefined): number {
      const all = venueTime()
      if (all === undefined) return Math.round(Math.max(newestRowAt ?? 0, clock.now()))
      if (mayHaveSlept()) return Math.round(Math.max(all, clock.now()))
      const own = ownTime(venue) ?? all
      const dayBegan = Math.floor(limitTime(newestRowAt) / DAY_MS) * DAY_MS
      return Math.round(Math.max(own, Math.min(dayBegan, all)))
    },

    /** The current time according to the venues, epoch ms. Undefined until a venue has reported it. */
    venueTime,

    /** Returns the time by which old rows may be deleted. Undefined until a venue has reported its time. */
    retentionTime(): number | undefined {
      const at = venueTime()
      return at && Math.min(at, clock.now())
    },

    /**
     * Returns the current time for computing an order's age, no later than this machine's clock or the venues' time.
     * @param venue of the order, if it is known; its time counts too
     */
    ageTime(venue?: VenueId): number {
      const told = [venueTime(), ownTime(venue)].map((at) => at ?? Number.POSITIVE_INFINITY)
      return Math.min(clock.now(), ...told)
    },
  }
}

export type OrderTime = ReturnType<typeof createOrderTime>

/** Creates the time of orders for simulations and recordings, whose data is not real and which have their own clocks. */
export function createSimulatedOrderTime(clock: Pick<Clock, 'now'>): OrderTime {
  const now = (): number => Math.round(clock.now())
  return {
    noteVenueTime: () => undefined,
    venueTime: now,
    noteRow: () => undefined,
    limitTime: now,
    stamp: now,
    retentionTime: now,
    ageTime: now,
  }
}

interface PruningDeps {
  readonly journal: Pick<OrderJournal, 'prune'>
  readonly time: Pick<OrderTime, 'retentionTime'>
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Logger
}

/** Returns a function that deletes old rows once a day. Call it after an order was written. A failure is retried another day. */
export function createPruning({ journal, time, clock, log }: PruningDeps): () => void {
  let prunedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = time.retentionTime()
    if (now === undefined || clock.monotonic() - prunedAt < DAY_MS) return
    prunedAt = clock.monotonic()
    try {
      journal.prune(Math.floor(now / DAY_MS) * DAY_MS - ROW_RETENTION_MS)
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'old orders could not be deleted from the order journal')
    }
  }
}
