import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import type { Order, OrderStatus } from '../../api/models/models.js'
import { decimalOf as exact, subtractDecimals, toNumber } from '../../api/values/decimal.js'
import type { OwnRows } from '../../venue-kit/contract/account-rows.js'
import type { AccountProtocol, OwnMessage, OwnStreamSource } from '../../venue-kit/contract/account-stream.js'
import { enumOf } from '../../venue-kit/payload/native-enums.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { id, optionalOf, probability, requireNonNegative, text } from '../../venue-kit/payload/schema.js'
import { omitUndefined } from '../../venue-kit/unify/unified-market.js'
import { socketHeadersFor } from './auth.js'
import { packMarketId, packOutcomeId } from './ids.js'
import { headFrame, parseFrame } from './native/stream-frames.js'

const OK = 200
const SUBSCRIBE_ID = 'orders'
const count = requireNonNegative('expected a contract count')

const words = ['NEW', 'OPEN', 'PARTIALLY_FILLED', 'MODIFIED', 'FILLED', 'CANCELED', 'REJECTED'] as const
const statuses: Readonly<Record<(typeof words)[number], OrderStatus>> = {
  NEW: 'open',
  OPEN: 'open',
  PARTIALLY_FILLED: 'open',
  MODIFIED: 'open',
  FILLED: 'filled',
  CANCELED: 'canceled',
  REJECTED: 'rejected',
}

const orderFrame = z.object({
  s: text.transform((value) => value.toUpperCase()),
  i: id,
  c: optionalOf(text),
  S: enumOf('gemini-titan', 'orders.S', ['BUY', 'SELL']),
  O: enumOf('gemini-titan', 'orders.O', ['YES', 'NO']),
  X: enumOf('gemini-titan', 'orders.X', words),
  p: optionalOf(probability),
  /** The ordered amount, and the remaining part. */
  q: count,
  z: count,
  /** The total executed amount for a canceled order only; for others it is the last execution. */
  Z: optionalOf(count),
})

/**
 * Orders of an account (README.md, "Streams"), for keys with time nonces: the venue opens its socket only to them. An order's
 * executions are not documented, so the channel has no trades. Positions are polled.
 */
export const ownStream: OwnStreamSource = {
  host: 'stream',
  brings: ['orders'],
  pulse: {
    ping: { text: JSON.stringify({ id: 'ping', method: 'ping' }), everyMs: 20_000 },
    deadAfterMs: 60_000,
  },
  open: async (ctx) => ({
    handshake: { path: '', secretHeaders: socketHeadersFor(ctx) },
    protocol: createSpeech(),
  }),
}

function createSpeech(): AccountProtocol {
  return {
    begin: () => [JSON.stringify({ id: SUBSCRIBE_ID, method: 'subscribe', params: ['orders@account'] })],
    read(frame) {
      const parsed = parseFrame(frame)
      // Kinds of frames differ in their members: `e` is not documented.
      const { e: _kind, ...members } = Object(parsed) as Readonly<Record<string, unknown>>
      const head = readPayload(headFrame, members, 'a frame')
      if (head.id === SUBSCRIBE_ID) return [answered(head)]
      if (head['X'] === undefined) return []
      return [{ kind: 'own', read: () => rowsOf(members) }]
    },
  }
}

function answered({ status = OK, error }: z.output<typeof headFrame>): OwnMessage {
  if (status === OK && error === undefined) return { kind: 'ready' }
  const said = error?.msg ?? error?.message ?? ''
  const message = `gemini-titan refused the subscription to the account's orders (${status}: ${said.slice(0, 200)}).`
  const detail = { kind: 'stream_refused', upstreamCode: status }
  const failure = new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: 'gemini-titan', detail })
  return { kind: 'failed', error: failure, isFinal: true }
}

function rowsOf(members: unknown): OwnRows {
  const row = readPayload(orderFrame, members, 'an order frame')
  const { s: symbol, X: word, q: amount } = row
  const filled = filledOf(row)
  const remaining = filled === undefined ? 0 : toNumber(subtractDecimals(exact(amount), exact(filled)))
  const unknown = ['timestamp', ...(filled === undefined ? ['filled', 'remaining'] : [])]
  const order = omitUndefined<Order>({
    id: row.i,
    clientOrderId: row.c,
    marketId: packMarketId(symbol),
    outcomeId: packOutcomeId(symbol, row.O === 'YES' ? 'yes' : 'no'),
    side: row.S === 'BUY' ? 'buy' : 'sell',
    type: 'limit',
    price: row.p,
    amount,
    status: statuses[word],
    filled: filled ?? 0,
    remaining,
    timestamp: 0,
    metadata: { unknown },
  })
  const isFill = word === 'FILLED' || word === 'PARTIALLY_FILLED'
  return { orders: [order], ...(isFill ? { changed: ['positions'] } : {}) }
}

function filledOf({ X: word, q, z: left, Z: executed }: z.output<typeof orderFrame>): number | undefined {
  if (word === 'FILLED') return q
  const gone = toNumber(subtractDecimals(exact(q), exact(left)))
  if (word === 'CANCELED') return executed
  return word === 'REJECTED' ? filledOfRejected(gone, executed) : gone
}

/**
 * Returns the filled amount of a rejected order. It is not documented whether `Z` is the total or the last execution, nor whether
 * `z` is 0 once nothing can fill (README.md, "Streams"). The amount is known where both agree, or where the present one shows
 * that nothing was filled.
 * @param gone the amount that no longer rests
 */
function filledOfRejected(gone: number, executed: number | undefined): number | undefined {
  if (executed === undefined) return gone === 0 ? 0 : undefined
  return executed === 0 || executed === gone ? executed : undefined
}
