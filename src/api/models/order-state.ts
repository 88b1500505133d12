import type { Order } from './models.js'

/** Whether an order has ended, so that nothing of it rests or can fill. */
export function isEnded({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'open' && status !== 'pending'
}
