import { describe, expect, test } from 'vitest'
import { feedMethodNames, readWatchedPair } from '../../src/api/arguments/feed-methods.js'
import { feedIds } from '../../src/api/envelope/source-ids.js'
import type { Ticker } from '../../src/api/models/feed-models.js'
import { loadFeed } from '../../src/feeds/registry.js'

const ticker: Ticker = {
  symbol: 'BTC/USD',
  info: { roundId: '7', closeTime: 1_000 },
  timestamp: 1_000,
  datetime: '1970-01-01T00:00:01.000Z',
  last: 10,
  bid: 9,
  baseVolume: 3,
}
const later = { timestamp: 2_000, datetime: '1970-01-01T00:00:02.000Z' }

describe('another ticker', () => {
  test.each([
    ['binance', { ...later, info: { closeTime: 2_000 } }, false],
    ['binance', { last: 11 }, true],
    ['binance', { bid: 9.5 }, true],
    ['binance', { baseVolume: 4 }, true],
    ['chainlink', {}, false],
    ['chainlink', { ...later, info: { roundId: '8' } }, true],
    ['chainlink', { info: { roundId: '8' } }, true],
    ['chainlink', { last: 11 }, true],
  ] as const)('of %s with %j: %s', async (id, change, isAnother) => {
    const { stateOf } = (await loadFeed(id)).watched
    const [before, after] = [ticker, { ...ticker, ...change }].map((one) => JSON.stringify(stateOf(one)))
    expect(before !== after).toBe(isAnother)
  })
})

test.each(feedIds)('%s can fetch what it lets be watched', async (id) => {
  const { methods, watched } = await loadFeed(id)
  expect([methods.fetchTicker, watched.cost > 0]).toEqual([expect.any(Function), true])
  expect(feedMethodNames).not.toContain('watchTicker')
})

test.each([
  [['btc/usdt'], 'BTC/USDT'],
  [[' ETH/USD ', null, {}], 'ETH/USD'],
])('the arguments %j name a pair', (args, pair) => {
  expect(readWatchedPair(args)).toBe(pair)
})

test.each([[[]], [[null]], [[7]], [['  ']], [['a b']], [[['BTC/USDT']]], [['BTC/USDT', 5]]])(
  'the arguments %j name none',
  (args) => {
    expect(() => readWatchedPair(args)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
  },
)
