import * as z from 'zod'
import { PmxError } from '../../api/envelope/errors.js'
import type { Position } from '../../api/models/models.js'
import { toIso } from '../../api/times/instant.js'
import type { OwnRows } from '../../venue-kit/contract/account-rows.js'
import type { AccountProtocol, OwnMessage, OwnStreamSource } from '../../venue-kit/contract/account-stream.js'
import type { VenueContext } from '../../venue-kit/contract/venue.js'
import { readPayload } from '../../venue-kit/payload/payload.js'
import { decimal, integer, optionalOf, text } from '../../venue-kit/payload/schema.js'
import { toPosition } from './account.js'
import { signOpening } from './auth.js'
import { packOutcomeId } from './ids.js'
import type { KalshiEnvironment } from './native/environment.js'
import { locatorOf, rememberLocator } from './native/order-place.js'
import { toOrder, toUserTrade } from './native/order-rows.js'
import { fill, order } from './native/order-wire.js'
import { errorFrame } from './native/stream-frames.js'

const PATH = '/trade-api/ws/v2'
/** Channels of the account that opened the socket (AsyncAPI 2.0.0; README.md, "Streams"). */
const channels = ['user_orders', 'fill', 'market_positions']

const headFrame = z.object({ type: text })
const fillFrame = z.object({ msg: z.looseObject({ market_ticker: text, ts_ms: optionalOf(integer) }) })
const orderFrame = z.object({ msg: order })
const positionFrame = z.object({
  msg: z.object({
    market_ticker: text,
    /** Below 0 for NO contracts. */
    position_fp: decimal,
    position_cost_dollars: optionalOf(decimal),
    realized_pnl_dollars: optionalOf(decimal),
    subaccount: optionalOf(integer),
  }),
})

/** Creates the user channel of the socket: orders, fills and positions as they change. Frames have no sequence numbers. */
export function createOwnStream(environment: Pick<KalshiEnvironment, 'id'>): OwnStreamSource {
  return {
    host: 'stream',
    brings: ['orders', 'trades', 'positions'],
    // The venue pings every 10 s; the protocol replies automatically.
    pulse: { ping: 'none', deadAfterMs: 30_000 },
    async open({ secrets, clock }) {
      const secretHeaders = signOpening(environment, secrets, PATH, clock.now())
      return { handshake: { path: PATH, secretHeaders }, protocol: createSpeech(environment) }
    },
  }
}

function createSpeech({ id: venue }: Pick<KalshiEnvironment, 'id'>): AccountProtocol {
  let acknowledged = 0
  return {
    begin: () => [JSON.stringify({ id: 1, cmd: 'subscribe', params: { channels } })],
    read(frame) {
      const parsed: unknown = JSON.parse(frame)
      const { type } = readPayload(headFrame, parsed, 'a frame')
      switch (type) {
        case 'subscribed':
          acknowledged++
          return acknowledged === channels.length ? [{ kind: 'ready' }] : []
        case 'error': {
          const { code, msg = '' } = readPayload(errorFrame, parsed, 'an error frame').msg
          const message = `${venue} refused the subscription (${code}: ${msg}).`
          const detail = { kind: 'stream_refused', upstreamCode: code }
          return [
            {
              kind: 'failed',
              error: new PmxError('EXCHANGE_NOT_AVAILABLE', message, { exchange: venue, detail }),
              isFinal: true,
            },
          ]
        }
        case 'fill':
        case 'user_order':
        case 'market_position': {
          const message: OwnMessage = { kind: 'own', read: (ctx) => rowsOf(type, parsed, ctx) }
          return [message]
        }
        default:
          return []
      }
    },
  }
}

function rowsOf(
  type: 'fill' | 'user_order' | 'market_position',
  parsed: unknown,
  ctx: VenueContext,
): OwnRows {
  switch (type) {
    case 'fill': {
      const { msg } = readPayload(fillFrame, parsed, 'a fill frame')
      const { market_ticker: ticker, ts_ms, ...rest } = msg
      const row = { ...rest, ticker, ...(ts_ms === undefined ? {} : { created_time: toIso(ts_ms) }) }
      return { trades: [toUserTrade(readPayload(fill, row, 'a fill frame'))] }
    }
    case 'user_order': {
      const { msg } = readPayload(orderFrame, parsed, 'a user_order frame')
      if (msg.status === 'resting') rememberLocator(msg.order_id, locatorOf(msg), ctx)
      return { orders: [toOrder(msg)] }
    }
    case 'market_position':
      return { positions: positionsOf(readPayload(positionFrame, parsed, 'a market_position frame').msg) }
  }
}

/** Returns the positions of a frame; at most one side is held. Positions of other subaccounts are not listed. */
function positionsOf(msg: z.output<typeof positionFrame>['msg']): readonly Position[] {
  const {
    market_ticker: ticker,
    position_fp,
    position_cost_dollars,
    realized_pnl_dollars,
    subaccount = 0,
  } = msg
  if (subaccount !== 0) return []
  const none = (side: 'yes' | 'no'): Position => ({
    marketId: ticker,
    outcomeId: packOutcomeId({ ticker, side }),
    size: 0,
    ...(realized_pnl_dollars === undefined ? {} : { realizedPnL: realized_pnl_dollars }),
  })
  if (position_fp === 0) return [none('yes'), none('no')]
  const row = { ticker, position_fp, market_exposure_dollars: position_cost_dollars, realized_pnl_dollars }
  return [none(position_fp > 0 ? 'no' : 'yes'), toPosition(row, undefined)]
}
