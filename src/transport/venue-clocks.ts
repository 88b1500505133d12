import type { SourceId } from '../api/envelope/source-ids.js'
import type { Clock } from '../effects/clock.js'

/** Estimates the current time by the clock of each venue. */
export interface VenueClocks {
  /** @param latest `clock` of `readVenueTimes`, epoch ms */
  note(venue: SourceId, latest: number): void
  /** Returns the venue's time, epoch ms. This is the machine's own time if the venue has sent none, or nearly the same time. */
  now(venue: SourceId): number
  /** Same as `now`, but undefined if the venue has sent no time. */
  told(venue: SourceId): number | undefined
}

/** A response has a whole second: on average its time is in the middle. */
const HALF_A_SECOND_MS = 500
/** A clock that differs by less than this may be the same, because responses take time and contain whole seconds. */
const SAME_MS = 3_000
/** Some responses are late or come from caches, and have an earlier time. The latest time within this period counts, ms. */
const COUNTS_MS = 10 * 60_000
/** Number of times that are stored per venue. */
const MAX_TOLD = 20

/** A time on which responses agree. */
interface Told {
  /** The venue's time minus the monotonic clock, ms. */
  readonly aheadMs: number
  /** This machine's wall clock minus the monotonic clock at the last report, ms. It changes when the wall clock is set. */
  ownMs: number
  /** Last report, monotonic ms. */
  at: number
  isToldTwice: boolean
}

/** Whether the wall clock and the venue's time agreed at a report. */
const wasRight = ({ aheadMs, ownMs }: Told): boolean => Math.abs(aheadMs - ownMs) <= SAME_MS

/**
 * Creates the clocks. A single response may be days off. The latest time that two responses agree on is used, and until then the
 * time closest to this machine's. If a venue's hosts differ and one of them agrees with this machine's time, that host's time is
 * used.
 *
 * While a machine sleeps, its monotonic clock may stop. The wall clock then appears to have been set forward, and all earlier
 * reports are too early by the time slept. If the wall clock agreed with the venue before, it is therefore used, until the venue
 * reports a time again. A single response that agrees with it is then enough.
 */
export function createVenueClocks(clock: Pick<Clock, 'now' | 'monotonic'>): VenueClocks {
  const known = new Map<SourceId, Told[]>()

  function aheadOf(venue: SourceId): number | undefined {
    const own = clock.now() - clock.monotonic()
    const isNear = (ms: number): boolean => Math.abs(ms - own) <= SAME_MS
    const told = known.get(venue) ?? []
    // Reports since the wall clock was set, or since this machine woke.
    const fresh = told.filter(({ ownMs }) => isNear(ownMs))
    const [last] = told
    if (last !== undefined && fresh.length === 0 && wasRight(last) && own > last.ownMs) return own
    const [nearest] = told.map(({ aheadMs }) => aheadMs).sort((a, b) => Math.abs(a - own) - Math.abs(b - own))
    const agreed = told.filter(({ isToldTwice }) => isToldTwice)
    const isAgreedSince = agreed.some((one) => fresh.includes(one))
    const confirmed = isAgreedSince ? agreed : [...agreed, ...fresh]
    if (agreed.length === 0 || confirmed.some(({ aheadMs }) => isNear(aheadMs))) return nearest
    return Math.max(...agreed.map(({ aheadMs }) => aheadMs))
  }

  function told(venue: SourceId): number | undefined {
    const aheadMs = aheadOf(venue)
    if (aheadMs === undefined) return undefined
    const [at, own] = [clock.monotonic() + aheadMs, clock.now()]
    return Math.abs(at - own) <= SAME_MS ? own : Math.round(at)
  }

  return {
    note(venue, latest) {
      const at = clock.monotonic()
      const aheadMs = latest - HALF_A_SECOND_MS - at
      const before = known.get(venue) ?? []
      const same = before.find((one) => Math.abs(one.aheadMs - aheadMs) <= SAME_MS)
      const now = {
        aheadMs: Math.max(aheadMs, same?.aheadMs ?? aheadMs),
        ownMs: clock.now() - at,
        at,
        isToldTwice: same !== undefined,
      }
      const others = before.filter((one) => one !== same)
      // A time with two reports is retained until two responses agree on another.
      const kept = others.filter((one) => at - one.at <= COUNTS_MS || (one.isToldTwice && !now.isToldTwice))
      known.set(venue, [now, ...kept].slice(0, MAX_TOLD))
    },
    now: (venue) => told(venue) ?? clock.now(),
    told,
  }
}
