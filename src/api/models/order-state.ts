import type { Order } from './models.js'

/** Whether nothing of an order rests or can fill any more. */
export function isEnded({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'open' && status !== 'pending'
}
