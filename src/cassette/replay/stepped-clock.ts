import { type Clock, runLater } from '../../effects/clock.js'

/**
 * The time of one API request. It stops between the events of the request (its arrival and the responses of venues). Requests
 * that overlap differently on replay therefore still see the recorded times.
 */
export interface RequestTimeline {
  /** Epoch ms. */
  now: number
  /** Later times belong to another recording, and do not move this timeline. */
  readonly until: number
}

/** A clock that moves only at events, and never backwards on any timeline. */
export interface SteppedClock extends Clock {
  /** Reports an event at this moment, epoch ms. It moves the timeline of the running request, and the common one. */
  stepTo(at: number): void
}

export interface SteppedClockOptions {
  /** Timers of a real clock, since a deadline must pass without events too. */
  readonly timers: Pick<Clock, 'setTimer'>
  /** Start of the common timeline, epoch ms. */
  readonly from: number
  /** Returns the timeline of the running request or socket; undefined outside of them. */
  lineOfRequest(): RequestTimeline | undefined
  /** Waits between retries; on a replay not at all, since the next event moves the clock anyway. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/**
 * Creates a stepped clock. Its `monotonic` equals `now`, so that ages, breakers and remaining deadlines are the same on record
 * and replay. Rate limits and the timers of deadlines need real time, and use a real clock or `setTimer`.
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

/**
 * Returns after the current work, so that a loop that sleeps leaves time for other work; rejects with the signal's reason if it is
 * aborted, as any sleep does.
 */
export async function skipSleep(_ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => runLater(resolve))
  signal?.throwIfAborted()
}
