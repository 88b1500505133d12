import { PmxError } from '../api/envelope/errors.js'

/** A stop of all orders: no process that shares the journal places one until orders are resumed. */
export interface OrderStop {
  /** Epoch ms. */
  readonly at: number
  /** The user or the client that stopped orders. */
  readonly by: string
  readonly reason?: string | undefined
}

/** Whether a stop is the one that was made at a time, or any stop if no time is given. */
export function isStopOf({ at }: OrderStop, of: number | undefined): boolean {
  return of === undefined || at === of
}

/**
 * Checks that orders are not stopped.
 * @throws PERMISSION_DENIED with the origin, time and reason of the stop, and how to resume
 */
export function assertNotStopped(stop: OrderStop | undefined): void {
  if (stop === undefined) return
  throw new PmxError(
    'PERMISSION_DENIED',
    `The order was not placed: ${describeStop(stop)}. 'pmx-local orders resume' ends it.`,
    { detail: { kind: 'guard_rail', rule: 'stopped', ...stop, resume: 'pmx-local orders resume' } },
  )
}

/** Returns a description: `orders have been stopped by ann since 2026-11-28T09:00:00.000Z: wrong prices`. */
export function describeStop({ at, by, reason }: OrderStop, have: 'have' | 'had' = 'have'): string {
  const why = reason === undefined ? '' : `: ${reason}`
  return `orders ${have} been stopped by ${by} since ${new Date(at).toISOString()}${why}`
}
