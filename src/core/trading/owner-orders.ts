import { PmxError } from '../../api/envelope/errors.js'
import type { VenueId } from '../../api/envelope/venue-ids.js'
import type { OrderStop } from '../../orders/stop.js'
import type { OrderContext } from './context/order-context.js'
import { decideOrder } from './reconcile/decide-order.js'
import type { Decided, Decision } from './reconcile/owner-decisions.js'
import { type Reconciled, reconcileOrders } from './reconcile/reconcile-accounts.js'
import { type OpenJob, type Resolved, resolveOrders, resumeCancels } from './reconcile/reconcile-pending.js'
import { resumeOrders, type StopReport, stopOrders } from './stop-orders.js'

/** Operations on orders with the daemon's own credentials; for its owner only. */
export interface OwnerOrders {
  /**
   * Resolves orders with an unknown outcome at their venues.
   * @throws PmxError if there is no readable journal
   */
  resolveOrders(): Promise<readonly Resolved[]>
  /** Continues cancels that an earlier run of the daemon, or another process, left unconfirmed. */
  resumeCancels(of?: 'all' | 'abandoned'): Promise<void>
  /**
   * Refuses all orders from now on and cancels the open ones.
   * @throws PmxError if the journal cannot be written
   */
  stopOrders(by: string, reason?: string): Promise<StopReport>
  /**
   * @param of the time of the stop to end: another stop remains
   * @returns the stop that ended, or undefined if orders were not stopped, or only by another stop
   */
  resumeOrders(by: string, of?: number): Promise<OrderStop | undefined>
  /**
   * Writes the owner's decision about an order with an unknown outcome.
   * @throws PmxError if the venue or the journal contradicts
   */
  decideOrder(decision: Decision): Promise<Decided>
  /**
   * Compares the open orders and positions of the accounts with the journal.
   * @param of `used` excludes venues on which the journal has no order
   * @throws PmxError if there is no readable journal
   */
  reconcileOrders(of?: 'all' | 'used'): Promise<readonly Reconciled[]>
}

/** @param venues venues with credentials */
export function createOwnerOrders(
  room: OrderContext | undefined,
  venues: readonly VenueId[],
  openJob: OpenJob,
): OwnerOrders {
  room?.accounts.setOwn(openJob)
  return {
    resolveOrders: async () => (room === undefined ? [] : resolveOrders(room, openJob)),
    async resumeCancels(of) {
      if (room !== undefined) await resumeCancels(room, openJob, of)
    },
    stopOrders: async (by, reason) => stopOrders(room ?? withoutOrders(), { by, reason, venues, openJob }),
    resumeOrders: async (by, of) => resumeOrders(room ?? withoutOrders(), by, of),
    decideOrder: async (decision) => decideOrder(room ?? withoutOrders(), decision, openJob),
    async reconcileOrders(of = 'all') {
      if (room === undefined) return []
      const { ledger } = room
      await ledger.open()
      const wanted = venues.filter((id) => of === 'all' || ledger.hasOrdersOn(id))
      return reconcileOrders(room, wanted, openJob)
    },
  }
}

function withoutOrders(): never {
  throw new PmxError('NOT_SUPPORTED', 'This daemon does not place orders.')
}
