/**
 * How many times longer than on a quiet machine something may take, at least 1. vitest.config.ts measures it once a run
 * by starting processes, and never takes less than a reserve: other programs may begin in the middle of a run.
 */
const slowness = Math.max(1, Number(process.env['PMX_TEST_SLOWNESS'] ?? 1))

/** A time limit for what hangs, ms: the time that is ample on a quiet machine, times the slowness of this one. */
export function limitMs(quietMs: number): number {
  return Math.ceil(quietMs * slowness)
}
