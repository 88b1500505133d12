import { expect, test } from 'vitest'
import type * as z from 'zod'
import { readPayload } from '../../src/venue-kit/payload/payload.js'
import * as hyperliquid from '../../src/venues/hyperliquid/schemas.js'
import * as kalshi from '../../src/venues/kalshi/schemas.js'
import * as limitless from '../../src/venues/limitless/schemas.js'
import * as polymarket from '../../src/venues/polymarket/schemas.js'
import { condition, token } from '../support/chain-ids.js'
import { expectDriftAt } from '../support/expect.js'
import { nativeMarket } from './limitless/payloads.js'

/**
 * A time in another unit lies ages before or behind every window: what came with it would be left out, and the window
 * look empty for good.
 */
const seconds = 1_795_262_000
const millis = seconds * 1_000
const end = { has_more: false }
const fill = { side: 'BUY', size: 1, price: 0.5 }
const candle = { s: '#10', i: '1m', o: '0.5', c: '0.5', h: '0.5', l: '0.5', v: '1', n: 1 }

test.each<[string, z.ZodType, 'seconds' | 'milliseconds', (at: number) => unknown]>([
  ['history[0].t', polymarket.clobHistory, 'seconds', (t) => ({ history: [{ t, p: 0.5 }] })],
  [
    'data[0].timestamp',
    polymarket.dataHistory,
    'seconds',
    (timestamp) => ({ data: [{ timestamp, price: 0.5, resolution_seconds: 60 }], pagination: end }),
  ],
  [
    'data[0].timestamp',
    polymarket.dataTrades,
    'seconds',
    (timestamp) => ({
      data: [{ ...fill, timestamp, token_id: token(1), condition_id: condition(1), transaction_hash: '0x1' }],
      pagination: end,
    }),
  ],
  [
    'timestamp',
    polymarket.clobBook,
    'milliseconds',
    // Older deployments write seconds, so that only a unit too fine is a wrong one.
    (at) => ({
      asset_id: token(1),
      timestamp: String(at === seconds ? millis * 1_000 : at),
      bids: [],
      asks: [],
    }),
  ],
  [
    'candlesticks[0].end_period_ts',
    kalshi.candlesReply,
    'seconds',
    (end_period_ts) => ({ ticker: 'KXA', candlesticks: [{ end_period_ts, price: {}, volume_fp: '0' }] }),
  ],
  ['[0].t', hyperliquid.candleSnapshot, 'milliseconds', (t) => [{ ...candle, t }]],
  ['time', hyperliquid.l2Book, 'milliseconds', (time) => ({ coin: '#10', time, levels: [[], []] })],
  [
    '[0].time',
    hyperliquid.recentTrades,
    'milliseconds',
    (time) => [{ coin: '#10', side: 'B', px: '0.5', sz: '1', time, tid: 1 }],
  ],
  [
    'expirationTimestamp',
    limitless.nativeMarket,
    'milliseconds',
    // Some rows have seconds: only a unit too fine is a wrong one.
    (at) => nativeMarket({ expirationTimestamp: at === seconds ? millis * 1_000 : at }),
  ],
])('%s of another unit is a change of shape', async (path, schema, unit, payload) => {
  const [right, wrong] = unit === 'seconds' ? [seconds, millis] : [millis, seconds]
  expect(() => readPayload(schema, payload(right), 'x')).not.toThrow()
  await expectDriftAt(() => readPayload(schema, payload(wrong), 'x'), path)
})
