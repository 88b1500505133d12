import type { Clock } from '../../effects/clock.js'

/**
 * Time as one API request sees it: it stands still between that request's own events (its arrival, the answers of
 * venues it asked), so that requests that overlap in another way on replay still see the times they saw.
 */
export interface RequestTimeline {
  /** Epoch ms. */
  now: number
  /** Later moments belong to another recording and do not move this line. */
  readonly until: number
}

/** A clock that moves only at events, never backwards on any line. */
export interface SteppedClock extends Clock {
  /** An event at this moment, epoch ms: moves the line of the running request, and the common one. */
  stepTo(at: number): void
}

export interface SteppedClockOptions {
  /** Timers of a real clock: a deadline or a stop must come about even when no event does. */
  readonly timers: Pick<Clock, 'setTimer'>
  /** Where the common line begins, epoch ms. */
  readonly from: number
  /** The line of the request or socket on whose behalf something runs; undefined outside of them. */
  lineOfRequest(): RequestTimeline | undefined
  /** Waits between tries: really, or not at all because the next event moves the clock anyway. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * `monotonic` follows `now` here: ages, breakers and what is left of a deadline are then the same on record and replay.
 * What must pass in real time, such as rate limits and the timers behind deadlines, takes a real clock or `setTimer`.
 */
export function createSteppedClock({
  timers,
  from,
  lineOfRequest,
  sleep,
}: SteppedClockOptions): SteppedClock {
  let common = from
  const now = (): number => lineOfRequest()?.now ?? common
  return {
    now,
    monotonic: now,
    sleep,
    setTimer: (ms, task) => timers.setTimer(ms, task),
    stepTo(at) {
      common = Math.max(common, at)
      const line = lineOfRequest()
      if (line !== undefined && at <= line.until) line.now = Math.max(line.now, at)
    },
  }
}

/** A sleep that is over at once; an aborted one rejects with the signal's reason, as any sleep does. */
export async function skipSleep(_ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
}
