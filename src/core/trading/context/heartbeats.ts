import { messageOf } from '../../../api/envelope/errors.js'
import type { Clock } from '../../../effects/clock.js'
import type { Logger } from '../../../observe/logger.js'
import { createAbort } from '../../../policy/abort.js'

/** How signs of life of one account are given. */
export interface Heartbeat {
  readonly everyMs: number
  readonly silenceMs: number
  beat(): Promise<void>
  /** Whether something is open that silence would cancel. */
  hasOrders(): Promise<boolean>
}

interface Beating {
  pulse: Heartbeat
  /** By the monotonic clock, or undefined if the caller ended the timeout, and orders must stay. */
  until: number | undefined
  /** When the next sign is due. */
  nextAt: number
  /** Of the last sign that the venue took. */
  beatAt: number
  /** When it is looked whether anything is open still, once the caller ended the timeout. */
  lookAt: number
  /** Nothing was open at the last look. */
  isIdle: boolean
  /** Ends the present pause. */
  wake(): void
}

/** After a sign of life that failed, the next one follows sooner. */
const RETRY_MS = 1_000
/** One that is not answered for so long may be lost: the next one does not wait for it. */
const PATIENCE_MS = 2_000
/** The venue acts on a silence this much later: it looks every few seconds. */
export const SWEEP_MS = 5_000
const LOOK_EVERY_MS = 60_000

/** Sends heartbeats on behalf of callers, with one series for each account or key that the venue monitors. */
export function createHeartbeats(clock: Pick<Clock, 'monotonic' | 'sleep'>, log: Logger) {
  const running = new Map<string, Beating>()
  /** First signs of which nobody knows whether the venue took them: until when it may cancel by them. */
  const unsure = new Map<string, { readonly pulse: Heartbeat; readonly until: number }>()
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
        look(beating)
        await beat(beating)
        if (beating.isIdle) break
      } catch (error) {
        beating.nextAt = clock.monotonic() + RETRY_MS
        log.warn(
          { reason: messageOf(error) },
          'a heartbeat failed: without heartbeats the venue cancels all orders',
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
   * Looks once a minute, when nobody waits for the timeout, whether nothing is open that silence would cancel. No sign
   * waits for it.
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
        log.warn({ reason: messageOf(error) }, 'open orders cannot be read: heartbeats continue'),
    )
  }

  function start(key: string, beating: Beating): Beating {
    running.set(key, beating)
    void pursue(key, beating)
    return beating
  }

  /** A series after a first sign of which nobody knows whether the venue took it, as long as that may count. */
  function takenUp(key: string): Beating | undefined {
    const first = unsure.get(key)
    unsure.delete(key)
    const now = clock.monotonic()
    if (first === undefined || now >= first.until) return undefined
    const times = { until: undefined, beatAt: now, nextAt: now, lookAt: now + LOOK_EVERY_MS }
    return start(key, { pulse: first.pulse, ...times, isIdle: false, wake: () => undefined })
  }

  return {
    /** Gives the first sign, and further ones until the timeout has passed. @throws what the first one fails with */
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

    /** Nobody knows whether the venue took the first sign. If it did, it cancels after the silence that follows. */
    doubt(key: string, pulse: Heartbeat): void {
      if (!running.has(key)) unsure.set(key, { pulse, until: clock.monotonic() + pulse.silenceMs + SWEEP_MS })
    },

    /**
     * The timeout is over: signs are given as long as orders are open, because the venue has no other way to end it. Also
     * after a first sign that failed, because the venue may have taken that.
     * @returns false if none are given here: an earlier run, or another process, may have given some
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

    /** Gives no more signs: the venue cancels the orders. */
    close(): void {
      isClosed = true
      for (const beating of running.values()) beating.wake()
    },
  }
}
