import { PmxError } from '../../api/envelope/errors.js'
import type { OwnRows } from '../../venue-kit/contract/account-rows.js'
import type { AccountProtocol, OwnStreamSource } from '../../venue-kit/contract/account-stream.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { isJsonFrame } from '../../venue-kit/requests/malformed-frames.js'
import { toOrder, toUserTrade } from './native/order-rows.js'
import { orderUpdates, userFills } from './native/order-wire.js'
import { resolveOwnAccount } from './native/own-account.js'
import { errorMessage, headMessage } from './native/stream-frames.js'

const channels = ['orderUpdates', 'userFills']

/** Orders and fills of an account, which are public by its address (README.md, "Streams"). It has no positions. */
export const ownStream: OwnStreamSource = {
  host: 'stream',
  brings: ['orders', 'trades'],
  // The venue disconnects clients that send nothing for a minute.
  pulse: { ping: { text: JSON.stringify({ method: 'ping' }), everyMs: 20_000 }, deadAfterMs: 50_000 },
  async open(ctx) {
    return { handshake: { path: '/ws' }, protocol: createSpeech(await resolveOwnAccount(ctx)) }
  },
}

function createSpeech(user: string): AccountProtocol {
  let acknowledged = 0
  return {
    begin: () =>
      channels.map((type) => JSON.stringify({ method: 'subscribe', subscription: { type, user } })),
    read(frame) {
      // It may begin with a greeting as text (README.md).
      if (!isJsonFrame(frame)) return []
      const parsed: unknown = JSON.parse(frame)
      const { channel } = readPayload(headMessage, parsed, 'a message')
      switch (channel) {
        case 'subscriptionResponse':
          acknowledged++
          return acknowledged === channels.length ? [{ kind: 'ready' }] : []
        case 'error':
          return [
            {
              kind: 'failed',
              error: refusal(readPayload(errorMessage, parsed, 'an error').data),
              isFinal: true,
            },
          ]
        case 'orderUpdates':
        case 'userFills':
          return [{ kind: 'own', read: () => rowsOf(channel, parsed) }]
        default:
          return []
      }
    },
  }
}

function rowsOf(channel: 'orderUpdates' | 'userFills', parsed: unknown): OwnRows {
  if (channel === 'orderUpdates') {
    const { data } = readPayload(orderUpdates, parsed, 'an orderUpdates message')
    return { orders: data.flatMap((row) => (row === undefined ? [] : [toOrder(row)])) }
  }
  const { data } = readPayload(userFills, parsed, 'a userFills message')
  // Earlier fills are read from the list.
  if (data.isSnapshot === true) return {}
  return { trades: data.fills.flatMap((row) => (row && toUserTrade(row)) ?? []) }
}

function refusal(words: string): PmxError {
  const message = `Hyperliquid refused a message on its socket: ${words.slice(0, 200)}`
  const detail = { kind: 'stream_refused' }
  return new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: 'hyperliquid', detail })
}
