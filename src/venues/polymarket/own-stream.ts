import type { OwnRows } from '../../venue-kit/contract/account-rows.js'
import type { AccountProtocol, OwnMessage, OwnStreamSource } from '../../venue-kit/contract/account-stream.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { isJsonFrame } from '../../venue-kit/requests/malformed-frames.js'
import { marketIdOf } from './account.js'
import { type ApiKeys, accountOf, apiKeysOf } from './auth.js'
import { toOrder, toUserTrades, withReversal } from './native/order-rows.js'
import { order, trade } from './native/order-wire.js'

/**
 * The user channel: an account's orders and trades in all of its markets (README.md, "Streams"). It acknowledges nothing, and has
 * no positions.
 */
export const ownStream: OwnStreamSource = {
  host: 'stream',
  brings: ['orders', 'trades'],
  pulse: { ping: { text: 'PING', everyMs: 10_000 }, deadAfterMs: 25_000 },
  isUnacknowledged: true,
  async open(ctx) {
    return { handshake: { path: '/ws/user' }, protocol: createSpeech(await apiKeysOf(ctx)) }
  },
}

function createSpeech({ apiKey, secret, passphrase }: ApiKeys): AccountProtocol {
  return {
    begin: () => [JSON.stringify({ auth: { apiKey, secret, passphrase }, markets: [], type: 'user' })],
    read(frame) {
      if (!isJsonFrame(frame)) return []
      const parsed: unknown = JSON.parse(frame)
      const rows: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
      return rows.map((row): OwnMessage => ({ kind: 'own', read: (ctx) => rowsOf(row, ctx) }))
    },
  }
}

async function rowsOf(frame: unknown, ctx: VenueContext): Promise<OwnRows> {
  const { event_type, type, ...row } = Object(frame) as Readonly<Record<string, unknown>>
  if (event_type === 'order') {
    // The status of a cancellation is not documented; its type has the meaning.
    const ended = String(type).toUpperCase() === 'CANCELLATION' ? { status: 'CANCELED' } : {}
    const native = readPayload(order, { ...row, ...ended }, 'an order frame')
    return { orders: [toOrder(native, await marketIdOf(native.market, ctx))] }
  }
  if (event_type !== 'trade') return {}
  // The documents spell it without the underscore, the recordings with it.
  const native = readPayload(trade, { match_time: row['matchtime'], ...row }, 'a trade frame')
  const [{ funder }, { apiKey }] = [await accountOf(ctx), await apiKeysOf(ctx)]
  const own = toUserTrades(native, { apiKey, funder }, await marketIdOf(native.market, ctx))
  const trades = own.filter((one) => one !== undefined)
  // Its numbers are empty while it is executed: the list has them later.
  if (trades.length < own.length) return { changed: ['trades'] }
  return { trades: native.status === 'FAILED' ? trades.flatMap(withReversal) : trades }
}
