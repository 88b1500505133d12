import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import type { OwnRows } from '../../venue-kit/contract/account-rows.js'
import type { AccountProtocol, OwnMessage, OwnStreamSource } from '../../venue-kit/contract/account-stream.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { id, optionalOf } from '../../venue-kit/payload/schema.js'
import { signOpening } from './auth.js'
import { findOrder } from './native/find-order.js'
import { joinFrame, readPacket, reasonIn, toEventFrame } from './native/socket-io.js'

const NAMESPACE = '/markets'
const query = [
  ['EIO', '4'],
  ['transport', 'websocket'],
] as const

/** Event of the engine, or of settlements, which name the taker order and the resting ones. */
const orderEvent = z.object({
  orderId: optionalOf(id),
  takerOrderId: optionalOf(id),
  makerMatches: optionalOf(z.array(z.object({ orderId: optionalOf(id) }))),
})

/**
 * Events of orders and transactions of an account (README.md, "Streams"). They have neither the size of an order nor the ids of
 * the trade list. An order is looked up when an event names it, and trades are read after a settlement.
 */
export const ownStream: OwnStreamSource = {
  host: 'stream',
  brings: ['orders', 'trades'],
  // The venue pings every 25 s.
  pulse: { ping: 'none', deadAfterMs: 60_000 },
  async open(ctx) {
    const path = '/socket.io/'
    const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))
    const secretHeaders = signOpening(`${path}?${search}`, ctx)
    return { handshake: { path, query, secretHeaders }, protocol: createSpeech() }
  },
}

function createSpeech(): AccountProtocol {
  return {
    // The engine sends first: the namespace is joined after that.
    begin: () => [],
    read(frame) {
      const packet = readPacket(frame, NAMESPACE)
      switch (packet.kind) {
        case 'open':
          return [{ kind: 'send', frames: [joinFrame(NAMESPACE)] }]
        case 'ping':
          return [{ kind: 'send', frames: [packet.pong] }]
        case 'joined': {
          const events = ['subscribe_order_events', 'subscribe_transactions']
          const frames = events.map((name) => toEventFrame(NAMESPACE, name, {}))
          return [{ kind: 'send', frames }, { kind: 'ready' }]
        }
        case 'refused':
          return [failed(packet.reason, true)]
        case 'ended':
          return [failed('the venue ended the connection')]
        case 'event':
          return messagesOf(packet.name, packet.payload)
        default:
          return []
      }
    },
  }
}

function messagesOf(name: string, payload: unknown): readonly OwnMessage[] {
  switch (name) {
    case 'orderEvent':
      return [{ kind: 'own', read: (ctx) => ordersIn(payload, ctx) }]
    case 'tx':
      return [{ kind: 'own', read: () => ({ changed: ['trades'] }) }]
    case 'exception':
      return [failed(reasonIn(payload), true)]
    default:
      return []
  }
}

/** Returns the orders of an event. A foreign order that matched one of the caller's cannot be looked up. */
async function ordersIn(payload: unknown, ctx: VenueContext): Promise<OwnRows> {
  const event = readPayload(orderEvent, payload, 'an orderEvent')
  const makers = event.makerMatches?.map(({ orderId }) => orderId) ?? []
  const ids = new Set([event.orderId, event.takerOrderId, ...makers].filter((one) => one !== undefined))
  const found = await Promise.all([...ids].map((value) => findOrder({ by: 'orderId', value }, ctx)))
  const isSettlement = event.orderId === undefined
  return {
    orders: found.filter((order) => order !== undefined),
    ...(isSettlement ? { changed: ['trades'] } : {}),
  }
}

function failed(reason: string, isFinal?: true): OwnMessage {
  const message = `Limitless ended its stream: ${reason}.`
  const detail = { kind: 'stream_refused' }
  const error = new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: 'limitless', detail })
  return { kind: 'failed', error, ...(isFinal === undefined ? {} : { isFinal }) }
}
