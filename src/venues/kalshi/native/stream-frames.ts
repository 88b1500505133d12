import * as z from 'zod'
import { enumOf, openEnumOf } from '../../../venue-kit/payload/native-enums.js'
import {
  decimal,
  integer,
  optionalOf,
  ornamentOf,
  probability,
  text,
} from '../../../venue-kit/payload/schema.js'
import { takerMembers } from './direction.js'

/** Frames of the socket (README.md). Other kinds are not read. */

const level = z.tuple([probability, decimal])
/** A side without orders is absent. */
const levels = optionalOf(z.array(level)).transform((rows) => rows ?? [])

const channels = ['orderbook_delta', 'trade'] as const
/** Kinds of frames of the used subscriptions (AsyncAPI 2.0.0). */
const kinds = ['subscribed', 'unsubscribed', 'ok', 'error', 'orderbook_snapshot', ...channels] as const

export const headFrame = z.object({
  type: openEnumOf('kalshi', 'frame.type', kinds),
  id: optionalOf(integer),
  sid: optionalOf(integer),
  seq: optionalOf(integer),
})

export const subscribedFrame = z.object({
  msg: z.object({ channel: openEnumOf('kalshi', 'subscribed.channel', channels), sid: integer }),
})

export const errorFrame = z.object({ msg: z.object({ code: integer, msg: ornamentOf(text) }) })

export const snapshotFrame = z.object({
  msg: z.object({ market_ticker: text, yes_dollars_fp: levels, no_dollars_fp: levels }),
})

export const deltaFrame = z.object({
  msg: z.object({
    market_ticker: text,
    price_dollars: probability,
    /** Change of the level's size. */
    delta_fp: decimal,
    side: enumOf('kalshi', 'orderbook_delta.side', ['yes', 'no']),
    ts_ms: optionalOf(integer),
  }),
})

const trade = z.object({
  trade_id: text,
  market_ticker: text,
  yes_price_dollars: probability,
  count_fp: decimal,
  ...takerMembers,
  /** Seconds; text in frames of other kinds. */
  ts: ornamentOf(integer),
  ts_ms: optionalOf(integer),
})

export const tradeFrame = z.object({
  msg: trade.transform(({ ts, ts_ms, ...rest }, ctx) => {
    const at = ts_ms ?? (ts === undefined ? undefined : ts * 1000)
    if (at !== undefined) return { ...rest, at }
    ctx.addIssue({
      code: 'custom',
      message: 'none of the known names of its time is present',
      path: ['ts_ms'],
    })
    return z.NEVER
  }),
})
