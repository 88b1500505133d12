import type { Order } from './models.js'

/** Whether an order has ended, which means that no part of it rests or can fill. */
export function isEnded({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'open' && status !== 'pending'
}
