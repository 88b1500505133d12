import type { VenueId } from '../../src/api/envelope/venue-ids.js'

/** An order as the venue has taken it. */
export interface TakenOrder {
  readonly id: string
  /** By which the journal may know it: the venue's id, and what it was sent with. */
  readonly names: readonly string[]
  readonly amount: number
}

/** How orders of a venue are told apart on the wire, and which ones it takes so that they are there and fill nothing. */
export interface KilledVenue {
  readonly host: string
  /** What an order's call ends in. */
  readonly path: string
  readonly type: 'market' | 'limit'
  /** Of the order with this number: all differ. */
  amountOf(index: number): number
  /** Undefined for a call that is no order, or whose order was not taken. */
  read(body: Json, answer: Json): TakenOrder | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of four venues, read by their documents
type Json = any

const hundredths = (least: number) => (index: number) => (least * 100 + index) / 100

export const killedVenues: Partial<Record<VenueId, KilledVenue>> = {
  kalshi: {
    host: 'api',
    path: '/portfolio/events/orders',
    // Nobody sells at that: it is taken, and does not rest among the few that may.
    type: 'market',
    amountOf: hundredths(1),
    read: ({ client_order_id, count }, { order_id: id }) => ({
      id,
      names: [id, client_order_id],
      amount: Number(count),
    }),
  },
  polymarket: {
    host: 'clob',
    path: '/order',
    type: 'limit',
    amountOf: hundredths(5),
    read: ({ order }, { orderID: id }) =>
      id === undefined ? undefined : { id, names: [id], amount: Number(order.takerAmount) / 1e6 },
  },
  limitless: {
    host: 'api',
    path: '/orders',
    type: 'limit',
    amountOf: hundredths(5),
    read: ({ order: sent, clientOrderId }, { order }) => ({
      id: order.id,
      names: [order.id, clientOrderId],
      amount: Number(sent.takerAmount) / 1e6,
    }),
  },
  hyperliquid: {
    host: 'api',
    path: '/exchange',
    type: 'limit',
    amountOf: (index) => 1_100 + index,
    read({ action }, { response }) {
      const oid = response?.data?.statuses?.[0]?.resting?.oid
      if (action.type !== 'order' || oid === undefined) return undefined
      const [{ c, s }] = action.orders
      return { id: String(oid), names: [String(oid), c], amount: Number(s) }
    },
  },
}
