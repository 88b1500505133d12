import { messageOf } from '../../../api/envelope/errors.js'
import type { Clock } from '../../../effects/clock.js'
import type { Logger } from '../../../observe/logger.js'
import { createAbort } from '../../../policy/abort.js'

/** How heartbeats are sent for one account. */
export interface Heartbeat {
  readonly everyMs: number
  readonly silenceMs: number
  beat(): Promise<void>
  /** Whether orders are open that the venue would cancel without heartbeats. */
  hasOrders(): Promise<boolean>
}

interface Beating {
  pulse: Heartbeat
  /** Time of the timeout by the monotonic clock. Undefined if the caller turned it off, so that orders must remain. */
  until: number | undefined
  /** When the next heartbeat is due. */
  nextAt: number
  /** Time of the last heartbeat that the venue accepted. */
  beatAt: number
  /** Time of the next check for open orders, once the caller has turned off the timeout. */
  lookAt: number
  /** Whether nothing was open at the last check. */
  isIdle: boolean
  /** Ends the current pause. */
  wake(): void
}

/** After a failed heartbeat, the next one follows sooner. */
const RETRY_MS = 1_000
/** A heartbeat without a response for this long may be lost, and the next one does not wait for it. */
const PATIENCE_MS = 2_000
/** The venue acts this much later, because it only checks every few seconds. */
export const SWEEP_MS = 5_000
const LOOK_EVERY_MS = 60_000

/** Sends heartbeats on behalf of callers, with one series for each account or key that the venue monitors. */
export function createHeartbeats(clock: Pick<Clock, 'monotonic' | 'sleep'>, log: Logger) {
  const running = new Map<string, Beating>()
  /** First heartbeats whose outcome is unknown, and the time until which the venue may cancel orders because of them. */
  const unsure = new Map<string, { readonly pulse: Heartbeat; readonly until: number }>()
  let isClosed = false

  /** Returns the time of the last heartbeat, so that the venue cancels after the timeout and not before. */
  const lastAt = ({ until, pulse }: Beating): number =>
    until === undefined ? Number.POSITIVE_INFINITY : until - pulse.silenceMs

  /** Returns the time of the next action: a heartbeat, or the end of the timeout. */
  function dueAt(beating: Beating): number {
    const last = lastAt(beating)
    if (beating.nextAt <= last) return beating.nextAt
    // The last moment for a sign may have passed without one: timers ring late, and signs fail.
    const isLastDue = beating.beatAt < last && clock.monotonic() < last
    return isLastDue ? last : (beating.until ?? last)
  }

  async function pause(beating: Beating): Promise<'due' | 'woken'> {
    const ms = dueAt(beating) - clock.monotonic()
    if (ms <= 0) return 'due'
    const woken = createAbort()
    beating.wake = () => woken.abort()
    await clock.sleep(ms, woken.signal).catch(() => undefined)
    return woken.signal.aborted ? 'woken' : 'due'
  }

  async function pursue(key: string, beating: Beating): Promise<void> {
    while (!isClosed && (beating.until === undefined || clock.monotonic() < beating.until)) {
      if ((await pause(beating)) === 'woken' || clock.monotonic() > lastAt(beating)) continue
      try {
        look(beating)
        await beat(beating)
        if (beating.isIdle) break
      } catch (error) {
        beating.nextAt = clock.monotonic() + RETRY_MS
        log.warn(
          { reason: messageOf(error) },
          'a heartbeat failed, and without heartbeats the venue cancels all orders',
        )
      }
    }
    running.delete(key)
  }

  async function beat(beating: Beating): Promise<void> {
    const waiting = createAbort()
    const answer = beating.pulse.beat().then(() => {
      beating.beatAt = clock.monotonic()
    })
    const ended = answer.finally(() => waiting.abort())
    // One that fails later than it is waited for has had its successors.
    ended.catch(() => undefined)
    await clock.sleep(PATIENCE_MS, waiting.signal).catch(() => undefined)
    if (!waiting.signal.aborted) throw new Error(`the venue did not respond within ${PATIENCE_MS / 1000} s`)
    await answer
    beating.nextAt = beating.beatAt + beating.pulse.everyMs
  }

  /**
   * If no caller waits for the timeout, checks once a minute whether any orders are open that the venue would cancel without
   * heartbeats. No heartbeat waits for this check.
   */
  function look(beating: Beating): void {
    if (beating.until !== undefined || clock.monotonic() < beating.lookAt) return
    const next = clock.monotonic() + LOOK_EVERY_MS
    beating.lookAt = next
    beating.pulse.hasOrders().then(
      (hasOrders) => {
        // A timeout may have begun meanwhile, and ended again: then this look is of before it.
        beating.isIdle = !hasOrders && beating.lookAt === next
      },
      (error: unknown) =>
        log.warn({ reason: messageOf(error) }, 'open orders cannot be read, so heartbeats continue'),
    )
  }

  function start(key: string, beating: Beating): Beating {
    running.set(key, beating)
    void pursue(key, beating)
    return beating
  }

  /** Returns the series after a first heartbeat whose outcome is unknown, as long as that heartbeat may count. */
  function takenUp(key: string): Beating | undefined {
    const first = unsure.get(key)
    unsure.delete(key)
    const now = clock.monotonic()
    if (first === undefined || now >= first.until) return undefined
    const times = { until: undefined, beatAt: now, nextAt: now, lookAt: now + LOOK_EVERY_MS }
    return start(key, { pulse: first.pulse, ...times, isIdle: false, wake: () => undefined })
  }

  return {
    /** Sends the first heartbeat, and further ones until the timeout has passed. @throws the error of the first one */
    async begin(key: string, timeoutMs: number, pulse: Heartbeat): Promise<void> {
      const begun = clock.monotonic()
      await pulse.beat()
      unsure.delete(key)
      const times = { until: begun + timeoutMs, beatAt: begun, nextAt: begun + pulse.everyMs, lookAt: 0 }
      const known = running.get(key)
      if (known !== undefined) {
        Object.assign(known, { pulse, ...times, isIdle: false })
        known.wake()
        return
      }
      start(key, { pulse, ...times, isIdle: false, wake: () => undefined })
    },

    /**
     * Records that the outcome of the first heartbeat is unknown. If the venue accepted it, it cancels orders when no further
     * ones arrive.
     */
    doubt(key: string, pulse: Heartbeat): void {
      if (!running.has(key)) unsure.set(key, { pulse, until: clock.monotonic() + pulse.silenceMs + SWEEP_MS })
    },

    /**
     * Turns off the timeout: heartbeats are sent as long as orders are open, because the venue has no other way to turn it off.
     * This also applies after a failed first heartbeat, because the venue may have accepted it.
     * @returns false if none are sent here; an earlier run or another process may have sent some
     */
    release(key: string): boolean {
      const beating = running.get(key) ?? takenUp(key)
      if (beating === undefined) return false
      beating.until = undefined
      beating.nextAt = clock.monotonic()
      beating.lookAt = beating.nextAt + LOOK_EVERY_MS
      beating.wake()
      return true
    },

    /** Stops sending heartbeats, so that the venue cancels the orders. */
    close(): void {
      isClosed = true
      for (const beating of running.values()) beating.wake()
    },
  }
}
