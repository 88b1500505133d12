import type { Order } from '../../../api/models/models.js'
import type { VenueContext } from '../../../venue-kit/contract/venue.js'
import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import { LIGHT_WEIGHT, nameOf, requestInfo } from './info.js'
import { readCloid, toOrder } from './order-rows.js'
import { orderStatus, type PlacedOrder } from './order-wire.js'
import { resolveOwnAccount } from './own-account.js'

const type = 'orderStatus'

/**
 * Returns an order by the venue's number or its cloid (a UUID is read as one), or undefined if the account has no such
 * order of an outcome.
 */
export async function findPlaced(name: string, ctx: VenueContext): Promise<PlacedOrder | undefined> {
  const oid = /^\d{1,15}$/.test(name) ? Number(name) : readCloid(name)
  if (oid === undefined) return undefined
  const body = { type, user: await resolveOwnAccount(ctx), oid }
  const answer = await requestInfo(ctx, orderStatus, { body, weight: LIGHT_WEIGHT })
  if (answer.status === 'unknownOid' || answer.order === undefined) return undefined
  const { order } = answer.order
  const got = typeof oid === 'number' ? Number(order.oid) : order.cloid?.toLowerCase()
  if (got !== oid) throw createSchemaMismatch(nameOf(type), 'order.order', `requested ${oid}, got ${got}`)
  return answer.order
}

/** Returns the same order in the unified model. */
export async function findOrder(name: string, ctx: VenueContext): Promise<Order | undefined> {
  const placed = await findPlaced(name, ctx)
  return placed && toOrder(placed)
}
