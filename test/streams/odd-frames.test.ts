import { expect, test } from 'vitest'
import type { StreamKind, StreamSource } from '../../src/venue-kit/contract/stream-source.js'
import { streamSource as gemini } from '../../src/venues/gemini-titan/stream.js'
import { streamSource as hyperliquid } from '../../src/venues/hyperliquid/stream.js'
import { createStreamSource as kalshi } from '../../src/venues/kalshi/stream.js'
import { streamSource as limitless } from '../../src/venues/limitless/stream.js'
import { streamSource as myriad } from '../../src/venues/myriad/stream.js'
import { streamSource as opinion } from '../../src/venues/opinion/stream.js'
import { streamSource as polymarket } from '../../src/venues/polymarket/stream.js'
import { streamSource as polymarketUs } from '../../src/venues/polymarket_us/stream.js'
import { streamSource as probable } from '../../src/venues/probable/stream.js'

/** Frames that name their market and cannot be read: the connection carries others, which must not pay for it. */
const odd: readonly (readonly [
  venue: string,
  source: unknown,
  topic: readonly [key: string, facts?: object],
  of: StreamKind,
  frame: string,
])[] = [
  ['gemini-titan', gemini, ['A-B'], 'book', '{"e":"depthUpdate","s":"a-b","b":[["2","1"]]}'],
  ['gemini-titan', gemini, ['A-B'], 'trades', '{"s":"A-B","p":"2","m":true}'],
  ['hyperliquid', hyperliquid, ['#10'], 'book', '{"channel":"l2Book","data":{"coin":"#10","levels":[]}}'],
  ['hyperliquid', hyperliquid, ['#10'], 'trades', '{"channel":"trades","data":[{"coin":"#10","px":"2"}]}'],
  [
    'kalshi',
    kalshi({ id: 'kalshi' }),
    ['A'],
    'book',
    '{"type":"orderbook_delta","msg":{"market_ticker":"A"}}',
  ],
  ['kalshi', kalshi({ id: 'kalshi' }), ['A'], 'trades', '{"type":"trade","msg":{"market_ticker":"A"}}'],
  ['limitless', limitless, ['a', {}], 'book', '42/markets,["orderbookUpdate",{"marketSlug":"a"}]'],
  [
    'myriad',
    myriad,
    ['o', { channel: 'c', outcome: 0 }],
    'book',
    '{"push":{"channel":"c","pub":{"data":{"changes":[]}}}}',
  ],
  ['opinion', opinion, ['1', { marketId: 1 }], 'book', '{"msgType":"market.depth.diff","tokenId":"1"}'],
  ['polymarket', polymarket, ['1', {}], 'book', '{"event_type":"book","asset_id":"1"}'],
  [
    'polymarket',
    polymarket,
    ['1', {}],
    'book',
    '{"event_type":"price_change","price_changes":[{"asset_id":"1","price":"7"}]}',
  ],
  ['polymarket', polymarket, ['1', {}], 'trades', '{"event_type":"last_trade_price","asset_id":"1"}'],
  ['polymarket_us', polymarketUs, ['a'], 'book', '{"marketData":{"marketSlug":"a"}}'],
  ['polymarket_us', polymarketUs, ['a'], 'trades', '{"trade":{"market_slug":"a"}}'],
  ['probable', probable, ['1'], 'book', '{"stream":"book:1","data":{}}'],
]

test.each(odd)('%s', (_venue, source, [key, facts], of, frame) => {
  const speech = (source as StreamSource).speak()
  const allTopics = [{ kind: of, key, facts }]
  speech.change({ added: allTopics, removed: [], allTopics })
  expect(speech.read(frame, 0)).toMatchObject([{ kind: 'gap', keys: [key], of, isUnread: true }])
})

test('one odd row of a frame costs the others nothing', () => {
  const good = { event_type: 'book', asset_id: '2', timestamp: '1728799418260', bids: [], asks: [] }
  const rows = [{ event_type: 'book', asset_id: '1' }, good]
  expect(polymarket.speak().read(JSON.stringify(rows), 0)).toMatchObject([
    { kind: 'gap', keys: ['1'] },
    { kind: 'book', key: '2' },
  ])
})
