import { createBreaker } from '../../policy/circuit-breaker.js'

/** Creates a breaker for the calls of a tier: after three failures in a row it is left alone for half a minute. */
export function createTierBreaker(
  clock: Parameters<typeof createBreaker>[0],
): ReturnType<typeof createBreaker> {
  return createBreaker(clock, { consecutive: 3, ratio: 1, window: 20, openMs: 30_000 })
}
