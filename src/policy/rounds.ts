import type { Clock } from '../effects/clock.js'

/** When rounds of background work run, and who is told when one fails. */
interface RoundTerms {
  readonly clock: Pick<Clock, 'setTimer'>
  /** Until the first round begins, ms. */
  readonly firstMs: number
  /** From the end of a round to the next one, ms. */
  readonly everyMs: number
  /** No round begins after it, and what fails then is told to nobody. */
  readonly signal: AbortSignal
  onError(error: unknown): void
}

/** Repeats a round of work, one after the other. @returns stops the wait for the next one */
export function repeatRounds(
  round: () => Promise<void>,
  { clock, firstMs, everyMs, signal, onError }: RoundTerms,
): () => void {
  let cancelNext = clock.setTimer(firstMs, runRound)

  function runRound(): void {
    round()
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error)
      })
      .finally(() => {
        if (!signal.aborted) cancelNext = clock.setTimer(everyMs, runRound)
      })
  }

  return () => cancelNext()
}
