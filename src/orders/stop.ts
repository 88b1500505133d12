import { PmxError } from '../api/envelope/errors.js'

/** Orders are stopped: no process that shares the journal places one until they are resumed. */
export interface OrderStop {
  /** Epoch ms. */
  readonly at: number
  /** The user or the client that stopped them. */
  readonly by: string
  readonly reason?: string | undefined
}

/** @throws PERMISSION_DENIED that names who stopped orders, when, why, and how they are resumed */
export function assertNotStopped(stop: OrderStop | undefined): void {
  if (stop === undefined) return
  throw new PmxError(
    'PERMISSION_DENIED',
    `No order is placed: ${describeStop(stop)}. 'pmx-local orders resume' ends it.`,
    { detail: { kind: 'guard_rail', rule: 'stopped', ...stop, resume: 'pmx-local orders resume' } },
  )
}

/** `orders are stopped since 2026-11-28T09:00:00.000Z by ann: wrong prices`. */
export function describeStop({ at, by, reason }: OrderStop, are: 'are' | 'were' = 'are'): string {
  const why = reason === undefined ? '' : `: ${reason}`
  return `orders ${are} stopped since ${new Date(at).toISOString()} by ${by}${why}`
}
