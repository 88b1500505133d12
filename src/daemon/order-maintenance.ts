import { messageOf } from '../api/envelope/errors.js'
import type { Reconciled } from '../core/trading/reconcile/reconcile-accounts.js'
import type { Clock } from '../effects/clock.js'
import type { Logger } from '../observe/logger.js'
import type { Core } from './compose-core.js'

/** How often a running daemon checks for parts of orders that other processes of the folder left uncanceled. */
const LOOK_EVERY_MS = 30_000

interface OrderCareDeps {
  readonly core: Pick<Core, 'resumeCancels' | 'reconcileOrders'>
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Logger
}

/**
 * Maintains orders in the background: continues unconfirmed cancels, and compares accounts with the journal once. Without
 * orders in the journal, it does not send requests or create files.
 * @returns a function that ends the maintenance
 */
export function startOrderCare({ core, clock, log }: OrderCareDeps): () => void {
  let isEnded = false
  let cancel = (): void => undefined

  async function look(of: 'all' | 'abandoned'): Promise<void> {
    await core.resumeCancels(of).catch((error: unknown) => {
      if (!isEnded) log.warn({ reason: messageOf(error) }, 'open remainders of orders cannot be canceled')
    })
    if (isEnded) return
    cancel = clock.setTimer(LOOK_EVERY_MS, () => void look('abandoned'))
  }

  async function compare(): Promise<void> {
    try {
      for (const report of await core.reconcileOrders()) tell(report, log)
    } catch (error) {
      if (!isEnded)
        log.warn({ reason: messageOf(error) }, 'accounts could not be compared with the order journal')
    }
  }

  void look('all')
  void compare()
  return () => {
    isEnded = true
    cancel()
  }
}

function tell(
  { venue, unknownOrders, ended, missing, copies, positions, unchecked, because }: Reconciled,
  log: Logger,
): void {
  const counts = {
    venue,
    unknownOrders: unknownOrders.length,
    missing: missing.length,
    copies: copies.length,
    positions: positions.length,
    ended: ended.length,
    unchecked,
  }
  if (because !== undefined)
    log.warn({ ...counts, reason: because }, 'an account could not be compared with the order journal')
  else if (counts.unknownOrders + counts.missing + counts.copies + counts.positions > 0)
    log.warn(counts, 'an account and the order journal differ: pmx-local orders reconcile')
}
