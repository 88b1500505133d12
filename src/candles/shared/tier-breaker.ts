import { createBreaker } from '../../policy/circuit-breaker.js'

/** Creates a circuit breaker for calls to a tier. After three consecutive failures, the tier is not called for half a minute. */
export function createTierBreaker(
  clock: Parameters<typeof createBreaker>[0],
): ReturnType<typeof createBreaker> {
  return createBreaker(clock, { consecutive: 3, ratio: 1, window: 20, openMs: 30_000 })
}

/** Data of a tier that cannot be right. The tier itself works: such data does not stop other calls. */
export class InvalidSharedData extends Error {
  override readonly name = 'InvalidSharedData'
}
