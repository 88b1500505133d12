import type { Clock } from '../effects/clock.js'

/** Times of background rounds, and the handler of their failures. */
interface RoundTerms {
  readonly clock: Pick<Clock, 'setTimer'>
  /** Wait before the first round, ms. */
  readonly firstMs: number
  /** Wait from the end of a round to the next one, ms. */
  readonly everyMs: number
  /** Once it aborts, no round begins and no failure is reported. */
  readonly signal: AbortSignal
  onError(error: unknown): void
}

/** Repeats rounds of work, one after another. @returns a function that stops the wait for the next one */
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
