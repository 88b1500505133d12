import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import type { OwnRows } from '../../venue-kit/contract/account-rows.js'
import type { AccountProtocol, OwnMessage, OwnStreamSource } from '../../venue-kit/contract/account-stream.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { text } from '../../venue-kit/payload/schema.js'
import { resolveOwnWallet } from './auth.js'
import { proved } from './native/account-session.js'
import { BOOK_NETWORK } from './native/order-rows.js'
import { findOrder } from './native/own-orders.js'
import { type SocketFrame, socketFrame } from './native/stream-frames.js'

const CONNECT_ID = 1
const SUBSCRIBE_ID = 2

const tokenReply = z.object({ token: text })
const publication = z.object({ orderHash: text })

/**
 * The channel of a wallet's orders in the order book (README.md, "Streams"). A frame names an order, which is looked up: its
 * other members are known from other clients alone. Its position changes lack an initial state: positions are polled.
 */
export const ownStream: OwnStreamSource = {
  host: 'stream',
  brings: ['orders'],
  // Only the server pings, every 25 s by default.
  pulse: { ping: 'none', deadAfterMs: 60_000 },
  async open(ctx) {
    const channel = `orders:${BOOK_NETWORK}:${(await resolveOwnWallet(ctx)).toLowerCase()}`
    const path = '/auth/centrifugo/subscription-token'
    const { json } = await proved.send({ host: 'api', path, body: { channel }, isUnrecorded: true }, ctx)
    const { token } = readPayload(tokenReply, json, `POST ${path}`)
    return { handshake: { path: '/ws' }, protocol: createSpeech(channel, token) }
  },
}

function createSpeech(channel: string, token: string): AccountProtocol {
  function messagesOf(line: SocketFrame): readonly OwnMessage[] {
    const { id, connect, subscribe, error, push } = line
    if (error !== undefined)
      return [failed(`it returned ${error.code}: ${error.message ?? ''}`, error.temporary)]
    if (id === CONNECT_ID && connect !== undefined) {
      const frames = [JSON.stringify({ subscribe: { channel, token }, id: SUBSCRIBE_ID })]
      return [{ kind: 'send', frames }]
    }
    if (id === SUBSCRIBE_ID && subscribe !== undefined) return [{ kind: 'ready' }]
    const { pub, unsubscribe, disconnect } = push ?? {}
    const ended = unsubscribe ?? disconnect
    if (ended !== undefined) return [failed(`it ends: ${ended.reason ?? 'no reason'}`, true)]
    if (push?.channel !== channel || pub === undefined) return []
    return [{ kind: 'own', read: (ctx) => orderIn(pub.data, ctx) }]
  }

  return {
    begin: () => [JSON.stringify({ connect: { name: 'pmx-local' }, id: CONNECT_ID })],
    read: (frame) =>
      frame.split('\n').flatMap((line): readonly OwnMessage[] => {
        if (line.trim() === '') return []
        const value: unknown = JSON.parse(line)
        if (Object.keys(Object(value)).length === 0) return [{ kind: 'send', frames: ['{}'] }]
        return messagesOf(readPayload(socketFrame, value, 'a frame of the socket'))
      }),
  }
}

async function orderIn(data: unknown, ctx: VenueContext): Promise<OwnRows> {
  const { orderHash } = readPayload(publication, data, 'a publication of orders')
  const order = await findOrder(orderHash, ctx)
  return order === undefined ? { changed: ['orders'] } : { orders: [order] }
}

/** Creates the error of a refusal: a permanent one would recur on the next connection. */
function failed(why: string, isTemporary: boolean | undefined): OwnMessage {
  const message = `Myriad's user channel is not available: ${why.slice(0, 200)}`
  const error = new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: 'myriad' })
  return { kind: 'failed', error, ...(isTemporary === true ? {} : { isFinal: true }) }
}
