import type { Clock } from '../effects/clock.js'

/**
 * Whether work is still under way at a time, by the monotonic clock. It goes on then, and what becomes of it is no
 * longer this caller's matter unless he waits for it again.
 * @throws what the work fails with before
 */
export async function outlasts(
  work: Promise<unknown>,
  until: number,
  clock: Pick<Clock, 'monotonic' | 'setTimer'>,
): Promise<boolean> {
  work.catch(() => undefined)
  let cancel = (): void => {}
  const late = new Promise<true>((resolve) => {
    cancel = clock.setTimer(Math.max(0, until - clock.monotonic()), () => resolve(true))
  })
  try {
    return await Promise.race([work.then(() => false), late])
  } finally {
    cancel()
  }
}
