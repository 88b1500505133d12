import type { Clock } from '../../../effects/clock.js'

interface StaggeredTerms {
  readonly clock: Pick<Clock, 'setTimer'>
  /** Time after which the next call is made although the one before has not ended, ms. */
  readonly nextAfterMs: number
  /** Whether no further result is needed. It is checked whenever a call has ended, and once after `checkAfterMs`. */
  isEnough(): boolean
  readonly checkAfterMs: number
  /** Maximum time, ms. */
  readonly endAfterMs: number
}

/**
 * Makes calls one after another. A call that hangs does not keep the next one from being made. Calls that are still running at the
 * end continue, and nothing waits for them.
 * @throws the error of a call before the end, or of a check
 */
export function makeStaggeredCalls(
  calls: readonly (() => Promise<void>)[],
  { clock, nextAfterMs, isEnough, checkAfterMs, endAfterMs }: StaggeredTerms,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = [...calls]
    let running = 0
    let isOver = false
    let cancelNext = (): void => undefined
    const cancelCheck = clock.setTimer(Math.max(0, checkAfterMs), () => endIf(isEnough))
    const cancelEnd = clock.setTimer(Math.max(0, endAfterMs), () => end(resolve))

    function end(settle: () => void): void {
      if (isOver) return
      isOver = true
      for (const cancel of [cancelNext, cancelCheck, cancelEnd]) cancel()
      settle()
    }

    function endIf(test: () => boolean): void {
      try {
        if (test()) end(resolve)
      } catch (error) {
        end(() => reject(error))
      }
    }

    function makeNext(): void {
      cancelNext()
      const call = waiting.shift()
      if (call === undefined) {
        endIf(() => running === 0)
        return
      }
      running++
      call().then(
        () => {
          running--
          if (!isOver) endIf(isEnough)
          if (!isOver) makeNext()
        },
        (error: unknown) => end(() => reject(error)),
      )
      if (waiting.length > 0 && !isOver) cancelNext = clock.setTimer(nextAfterMs, makeNext)
    }

    makeNext()
  })
}
