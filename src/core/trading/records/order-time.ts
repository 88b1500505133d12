import type { Clock } from '../../../effects/clock.js'

/** An answer says the same as this machine, if they differ by less. */
const AGREE_MS = 60_000
/** What an answer says beyond what another one and this machine say is an error, if it is more than this. */
const ASTRAY_MS = 10 * 60_000

/** A moment, and when it was known on the clock that nobody sets. */
interface Known {
  readonly at: number
  readonly monotonic: number
}

/**
 * The time of orders. The clock of this machine may be set, so it is not believed alone: a clock that is fast must not
 * begin a new day for the limits and must not make rows old, and one that is slow must not write orders of today into
 * yesterday. What venues say (`Date`) and what has passed since is the time; until a venue has said anything, it is at
 * least that of the newest row, and what has passed since that was seen.
 */
export function createOrderTime(clock: Pick<Clock, 'now' | 'monotonic'>) {
  let told: Known | undefined
  let newest: Known | undefined

  const since = (known: Known | undefined): number | undefined =>
    known && known.at + clock.monotonic() - known.monotonic
  const venueTime = (): number | undefined => since(told)

  /** The later of what was known before and is known now: answers may be old, and rows written by others. */
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

  return {
    /** A venue has said what time it is, epoch ms. What two clocks say outweighs a later time of one venue. */
    noteVenueTime(at: number): void {
      // One clock of many may be fast. Orders that were dated by it would be looked for later than they were placed.
      const isAgreed = Math.abs(at - clock.now()) < AGREE_MS
      if (isAgreed && (venueTime() ?? at) - at > ASTRAY_MS) told = undefined
      told = later(told, at)
    },

    /** What limits and ages count by: never later than this machine or the venues say. */
    limitTime,

    /** A row was written with this time. */
    noteRow(at: number): void {
      newest = later(newest, at)
    },

    /** What a row is written with: as the venues say, else as this machine says and never before the newest row. */
    stamp: (newestRowAt: number | undefined): number =>
      Math.round(venueTime() ?? Math.max(newestRowAt ?? 0, clock.now())),

    /** Now, as venues say it, epoch ms; undefined until one has said what time it is. */
    venueTime,

    /** What is old by it may be forgotten; undefined until a venue has said what time it is. */
    retentionTime(): number | undefined {
      const at = venueTime()
      return at && Math.min(at, clock.now())
    },

    /** Now, for the age of an order: no later than this machine or the venues say. */
    ageTime: (): number => Math.min(clock.now(), venueTime() ?? Number.POSITIVE_INFINITY),
  }
}

export type OrderTime = ReturnType<typeof createOrderTime>

/** The time of orders where nothing is real: simulations and recordings have clocks of their own. */
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
