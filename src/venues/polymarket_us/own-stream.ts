import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import type { AccountProtocol, OwnMessage, OwnStreamSource } from '../../venue-kit/contract/account-stream.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { optionalOf } from '../../venue-kit/payload/schema.js'
import { signOpening } from './auth.js'
import { toOrder } from './native/order-rows.js'
import { execution } from './native/order-wire.js'
import { headFrame, parseFrame } from './native/stream-frames.js'

const PATH = '/v1/ws/private'
const types = ['SUBSCRIPTION_TYPE_ORDER', 'SUBSCRIPTION_TYPE_POSITION']
/** Documents and SDKs have three names for position frames (README.md, "Streams"). */
const positionFrames = ['positionSubscription', 'positionSubscriptionUpdate', 'positionSubscriptionSnapshot']

const orderFrame = z.object({ orderSubscriptionUpdate: optionalOf(z.object({ execution })) })

/**
 * The private socket, which reports orders by their executions. Its trades and positions differ from those in the lists, so the
 * lists are read after a change.
 */
export const ownStream: OwnStreamSource = {
  host: 'stream',
  brings: ['orders', 'trades', 'positions'],
  pulse: { ping: { everyMs: 15_000 }, deadAfterMs: 45_000 },
  isUnacknowledged: true,
  open: async ({ secrets, clock }) => ({
    handshake: { path: PATH, secretHeaders: signOpening(secrets, PATH, clock.now()) },
    protocol: createSpeech(),
  }),
}

function createSpeech(): AccountProtocol {
  return {
    // Without slugs it covers all markets.
    begin: () =>
      types.map((subscriptionType, index) =>
        JSON.stringify({ subscribe: { requestId: `pmx-${index + 1}`, subscriptionType } }),
      ),
    read(frame) {
      const parsed = parseFrame(frame)
      const head = readPayload(headFrame, parsed, 'a frame')
      if (head['error'] !== undefined && head['error'] !== null) return [refusal(head['error'])]
      if (head['orderSubscriptionUpdate'] !== undefined) return [{ kind: 'own', read: () => rowsOf(parsed) }]
      if (!positionFrames.some((name) => head[name] !== undefined)) return []
      return [{ kind: 'own', read: () => ({ changed: ['positions', 'trades'] }) }]
    },
  }
}

function rowsOf(parsed: unknown): ReturnType<Extract<OwnMessage, { kind: 'own' }>['read']> {
  const { orderSubscriptionUpdate: update } = readPayload(orderFrame, parsed, 'an order frame')
  const { type, order } = update?.execution ?? {}
  const isFill =
    type === undefined || type === 'EXECUTION_TYPE_FILL' || type === 'EXECUTION_TYPE_PARTIAL_FILL'
  const changed = isFill ? (['trades', 'positions'] as const) : []
  return order === undefined ? { changed: ['orders', ...changed] } : { orders: [toOrder(order)], changed }
}

function refusal(error: unknown): OwnMessage {
  const said = (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, 200)
  const message = `polymarket_us refuses a subscription: ${said}.`
  const detail = { kind: 'stream_refused', said }
  const failure = new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: 'polymarket_us', detail })
  return { kind: 'failed', error: failure, isFinal: true }
}
