import { PmxError } from '../../../src/api/envelope/errors.js'
import type { Order } from '../../../src/api/models/models.js'
import type { CancelBatch, OrderBatch } from '../../../src/venue-kit/contract/trading.js'
import type { laggingExchange } from './lagging-exchange.js'

/** Gives an exchange calls for several orders and cancels, whose answers get lost as a whole or lack rows. */
export function batchesOf(
  { exchange, orders, next }: ReturnType<typeof laggingExchange>,
  isChance: (share: number) => boolean,
): void {
  const { submit, cancel } = exchange.orders
  const asRow = (error: unknown): PmxError => {
    if (error instanceof PmxError) return error
    throw error
  }
  const batch: OrderBatch = {
    most: 3,
    async submit(some, ctx) {
      if (isChance(0.1)) throw new PmxError('INVALID_ORDER', 'The venue refuses the call.')
      const rows: (Order | PmxError)[] = []
      for (const { native, terms } of some) {
        next(isChance(0.15) ? 'refused' : 'none')
        rows.push(await submit(native, terms, ctx).catch(asRow))
      }
      if (isChance(0.1)) throw new PmxError('NETWORK_ERROR', 'The venue cut the connection.')
      return rows
    },
  }
  const cancelMany: CancelBatch = {
    most: 3,
    async cancel(ids, ctx) {
      const rows = new Map<string, true | PmxError>()
      for (const id of ids) {
        next(isChance(0.15) ? 'lost and not done' : 'none')
        const isCanceled = orders.get(id)?.status === 'open'
        const row = await cancel?.(id, ctx).then(
          () => true as const,
          (error: unknown) => (error instanceof PmxError ? error : undefined),
        )
        // Some answers have no row of an order.
        if (row !== undefined && !(isCanceled && isChance(0.1))) rows.set(id, row)
      }
      return rows
    },
  }
  Object.assign(exchange.orders, { batch, cancelMany })
}
