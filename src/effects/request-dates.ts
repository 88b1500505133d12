import { CLOCK_TOLERANCE_MS, type Clock, type Moment } from './clock.js'

interface OwnTime {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly isClockConfirmed?: (() => boolean) | undefined
}

/**
 * Returns how far the clock that dates the requests to a venue is ahead of ours, ms. Our clock may be set between two requests.
 * If no venue confirms it, and the venue's clock differs by more than the tolerance, the venue's clock dates the requests. The
 * time between two responses is then correct within that tolerance.
 * @param venueNow the current time by the clock of the venue, epoch ms; undefined where ours is right
 */
export function computeDateOffset(
  { clock, isClockConfirmed }: OwnTime,
  venueNow: number | undefined,
): number {
  if (venueNow === undefined || isClockConfirmed?.() === true) return 0
  const aheadMs = venueNow - clock.now()
  return Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS ? 0 : aheadMs
}

/**
 * Returns the moment of a request by the clock that dates it.
 * @param venueNow as above, after the response: it has the venue's time
 */
export function dateRequest(own: OwnTime, venueNow: number | undefined, requestedAt: Moment): Moment {
  const offsetMs = computeDateOffset(own, venueNow)
  if (offsetMs === 0) return requestedAt
  const { monotonic } = requestedAt
  return { now: Math.floor(own.clock.now() + offsetMs - (own.clock.monotonic() - monotonic)), monotonic }
}
