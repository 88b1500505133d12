import { messageOf } from '../../api/errors.js'
import type { Clock } from '../../effects/clock.js'
import type { Logger } from '../../observe/logger.js'
import { createAbort } from '../../policy/abort.js'

/** How signs of life of one account are given. */
export interface Pulse {
  readonly everyMs: number
  readonly silenceMs: number
  beat(): Promise<void>
  /** Whether something is open that silence would cancel. */
  hasOrders(): Promise<boolean>
}

interface Beating {
  pulse: Pulse
  /** By the monotonic clock; undefined where the caller ended the timeout, and orders must stay. */
  until: number | undefined
  /** When the next sign is due. */
  nextAt: number
  /** Of the last sign that the venue took. */
  beatAt: number
  /** When it is looked whether anything is open still, once the caller ended the timeout. */
  lookAt: number
  /** Ends the present pause. */
  wake(): void
}

/** After a sign of life that failed, the next one follows sooner. */
const RETRY_MS = 1_000
const LOOK_EVERY_MS = 60_000

/** Signs of life that the daemon gives in the place of callers, one series for each account. */
export function createHeartbeats(clock: Pick<Clock, 'monotonic' | 'sleep'>, log: Logger) {
  const running = new Map<string, Beating>()
  let isClosed = false

  /** When the last sign is given: the venue cancels after a silence, and not before the timeout. */
  const lastAt = ({ until, pulse }: Beating): number =>
    until === undefined ? Number.POSITIVE_INFINITY : until - pulse.silenceMs

  /** When something is to be done: a sign, or the timeout has passed. */
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
        if (await isIdle(beating)) break
        await beat(beating)
      } catch (error) {
        beating.nextAt = clock.monotonic() + RETRY_MS
        log.warn(
          { reason: messageOf(error) },
          'a heartbeat failed: without them the venue cancels all orders',
        )
      }
    }
    running.delete(key)
  }

  async function beat(beating: Beating): Promise<void> {
    await beating.pulse.beat()
    beating.beatAt = clock.monotonic()
    beating.nextAt = beating.beatAt + beating.pulse.everyMs
  }

  /** Whether nothing is open that silence would cancel; looked at once a minute, when nobody waits for the timeout. */
  async function isIdle(beating: Beating): Promise<boolean> {
    if (beating.until !== undefined || clock.monotonic() < beating.lookAt) return false
    beating.lookAt = clock.monotonic() + LOOK_EVERY_MS
    const hasOrders = await beating.pulse.hasOrders()
    // A timeout may have begun meanwhile.
    return !hasOrders && beating.until === undefined
  }

  return {
    /** Gives the first sign, and further ones until the timeout has passed. @throws what the first one fails with */
    async begin(key: string, timeoutMs: number, pulse: Pulse): Promise<void> {
      const begun = clock.monotonic()
      await pulse.beat()
      const times = { until: begun + timeoutMs, beatAt: begun, nextAt: begun + pulse.everyMs, lookAt: 0 }
      const known = running.get(key)
      if (known !== undefined) {
        Object.assign(known, { pulse, ...times })
        known.wake()
        return
      }
      const beating: Beating = { pulse, ...times, wake: () => undefined }
      running.set(key, beating)
      void pursue(key, beating)
    },

    /** The timeout is over: signs are given as long as orders are open, because the venue has no other way to end it. */
    release(key: string): void {
      const beating = running.get(key)
      if (beating === undefined) return
      beating.until = undefined
      beating.nextAt = clock.monotonic()
      beating.lookAt = beating.nextAt + LOOK_EVERY_MS
      beating.wake()
    },

    /** Gives no more signs: the venue cancels the orders. */
    close(): void {
      isClosed = true
      for (const beating of running.values()) beating.wake()
    },
  }
}
