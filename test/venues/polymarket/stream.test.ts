import { describe, expect, test } from 'vitest'
import type { StreamTopic } from '../../../src/venue-kit/contract/stream-source.js'
import { streamSource } from '../../../src/venues/polymarket/stream.js'
import { expectNoGuess } from '../../streams/support/played-socket.js'

const A = '65818619657568813474341868652308942079804919287380422192892211131408793125422'
const B = '52114319501245915516055106046884209969926127482827954674443846427813813222426'
type Topic = StreamTopic<{ readonly otherTokenId?: string }>
const topic = (kind: 'book' | 'trades', key: string, otherTokenId?: string): Topic => ({
  kind,
  key,
  facts: otherTokenId === undefined ? {} : { otherTokenId },
})

/** As documented and recorded (README.md). */
const bookFrame = {
  event_type: 'book',
  asset_id: A,
  market: '0xbd31dc8a20211944f6b70f31557f1001557b59905b7738480ca09bd4532f84af',
  timestamp: '1728799418260',
  hash: 'abc',
  bids: [{ price: '0.001', size: '9000023.58' }],
  asks: [
    { price: '0.999', size: '10500100' },
    { price: '0.5', size: '3' },
  ],
}

describe('what is said on the market channel', () => {
  test('a first subscription, then operations; a token of which book and trades are watched is subscribed once', () => {
    const speech = streamSource.speak()
    const first = [topic('book', A), topic('trades', A)]
    const say = (added: Topic[], removed: Topic[], allTopics: Topic[]) =>
      speech.change({ added, removed, allTopics }).map((frame) => JSON.parse(frame) as unknown)
    expect(say(first, [], first)).toEqual([{ assets_ids: [A], type: 'market' }])
    expect(say([topic('book', B)], [topic('book', A)], [topic('trades', A), topic('book', B)])).toEqual([
      { assets_ids: [B], operation: 'subscribe' },
    ])
    expect(say([], [topic('trades', A)], [topic('book', B)])).toEqual([
      { assets_ids: [A], operation: 'unsubscribe' },
    ])
  })

  test('a book that joins the trades of its token, and one that is asked for again, subscribe anew: a book is sent then only', () => {
    const speech = streamSource.speak()
    speech.change({ added: [topic('trades', A)], removed: [], allTopics: [topic('trades', A)] })
    const twice = [
      { assets_ids: [A], operation: 'unsubscribe' },
      { assets_ids: [A], operation: 'subscribe' },
    ]
    const joined = speech.change({
      added: [topic('book', A)],
      removed: [],
      allTopics: [topic('trades', A), topic('book', A)],
    })
    expect(joined.map((frame) => JSON.parse(frame) as unknown)).toEqual(twice)
    expect(speech.again?.([topic('book', A)])?.map((frame) => JSON.parse(frame) as unknown)).toEqual(twice)
  })
})

test('trades of a token are those of its market: the other token is subscribed too, and its trades are turned round', () => {
  const speech = streamSource.speak()
  const trades = topic('trades', A, B)
  const say = (added: Topic[], removed: Topic[], allTopics: Topic[]) =>
    speech.change({ added, removed, allTopics }).map((frame) => JSON.parse(frame) as unknown)
  expect(say([trades], [], [trades])).toEqual([{ assets_ids: [A, B], type: 'market' }])
  const print = { event_type: 'last_trade_price', asset_id: B, price: '0.3', size: '7', side: 'BUY' }
  const heard = speech.read(JSON.stringify({ ...print, timestamp: '1757908892351' }), 0)
  const told = { id: expect.any(String), timestamp: 1_757_908_892_351, amount: 7 }
  expect(heard).toEqual([
    { kind: 'trades', key: B, trades: [{ ...told, price: 0.3, side: 'buy' }] },
    { kind: 'trades', key: A, trades: [{ ...told, price: 0.7, side: 'sell' }] },
  ])
  // The book of the other token begins with a whole one, and keeps the token when the trades are let go.
  const book = topic('book', B)
  expect(say([book], [], [trades, book])).toEqual([
    { assets_ids: [B], operation: 'unsubscribe' },
    { assets_ids: [B], operation: 'subscribe' },
  ])
  expect(say([], [trades], [book])).toEqual([{ assets_ids: [A], operation: 'unsubscribe' }])
})

test('a tape whose token is subscribed anew for a book is told that it was interrupted, where the book comes', () => {
  const speech = streamSource.speak()
  const trades = topic('trades', A, B)
  const allTopics = [trades, topic('book', A), topic('book', B)]
  speech.change({ added: allTopics, removed: [], allTopics })
  const whole = (asset_id: string) => speech.read(JSON.stringify({ ...bookFrame, asset_id }), 0)
  // The first books interrupt nothing.
  expect(whole(A)).toMatchObject([{ kind: 'book' }])
  expect(whole(B)).toMatchObject([{ kind: 'book' }])
  for (const token of [A, B]) {
    speech.again?.([topic('book', token)])
    expect(whole(token)).toMatchObject([{ kind: 'gap', keys: [A], of: 'trades' }, { kind: 'book' }])
    expect(whole(token)).toMatchObject([{ kind: 'book' }])
  }
  speech.change({ added: [], removed: [trades], allTopics: allTopics.slice(1) })
  speech.again?.([topic('book', A)])
  expect(whole(A)).toMatchObject([{ kind: 'book' }])
})

describe('what is heard', () => {
  const read = (frame: unknown) =>
    streamSource.speak().read(typeof frame === 'string' ? frame : JSON.stringify(frame), 0)

  test('books, in a list or alone', () => {
    const book = {
      kind: 'book',
      key: A,
      at: 1_728_799_418_260,
      levels: {
        bids: [[0.001, 9_000_023.58]],
        asks: [
          [0.999, 10_500_100],
          [0.5, 3],
        ],
      },
      facts: { hash: 'abc' },
    }
    expect(read([bookFrame])).toEqual([book])
    expect(read(bookFrame)).toEqual([book])
    expect(read([])).toEqual([])
    for (const words of ['PONG', 'NO NEW ASSETS', '']) expect(read(words)).toEqual([])
  })

  test('changes of both tokens of a market in one frame: new totals, and the best prices after the last of them', () => {
    const row = (asset_id: string, price: string, size: string, side: string, best: [string, string]) => ({
      asset_id,
      price,
      size,
      side,
      hash: 'x',
      best_bid: best[0],
      best_ask: best[1],
    })
    const frame = {
      event_type: 'price_change',
      market: '0x5f65',
      timestamp: '1757908892351',
      price_changes: [
        row(A, '0.5', '200', 'BUY', ['0.5', '1']),
        row(B, '0.5', '200', 'SELL', ['0', '0.5']),
        row(A, '0.4', '0', 'BUY', ['0.5', '0.7']),
      ],
    }
    expect(read(frame)).toMatchObject([
      {
        kind: 'changes',
        key: A,
        at: 1_757_908_892_351,
        changes: [
          { side: 'bid', price: 0.5, size: 200 },
          { side: 'bid', price: 0.4, size: 0 },
        ],
        best: { bid: 0.5, ask: 0.7 },
      },
      {
        kind: 'changes',
        key: B,
        changes: [{ side: 'ask', price: 0.5, size: 200 }],
        best: { bid: null, ask: 0.5 },
      },
    ])
  })

  test('the form of before September 2025', () => {
    const flat = {
      event_type: 'price_change',
      asset_id: A,
      price: '0.4',
      size: '7',
      side: 'SELL',
      timestamp: '1728799418260',
    }
    const changes = [{ side: 'ask', price: 0.4, size: 7 }]
    expect(read(flat)).toMatchObject([{ kind: 'changes', key: A, changes, best: {} }])
    const { price, size, side, ...rest } = flat
    expect(read({ ...rest, changes: [{ price, size, side }] })).toMatchObject([
      { kind: 'changes', key: A, changes },
    ])
  })

  test('trades, told apart though they have no ids', () => {
    const speech = streamSource.speak()
    const frame = JSON.stringify({
      event_type: 'last_trade_price',
      asset_id: A,
      price: '0.491',
      size: '85.36',
      side: 'SELL',
      fee_rate_bps: '0',
      timestamp: '1724564136087',
    })
    const ids = [...speech.read(frame, 0), ...speech.read(frame, 0)].flatMap((message) =>
      message.kind === 'trades' ? message.trades.map(({ id }) => id) : [],
    )
    expect(new Set(ids).size).toBe(2)
    expect(speech.read(frame, 0)).toMatchObject([
      {
        kind: 'trades',
        key: A,
        trades: [{ timestamp: 1_724_564_136_087, price: 0.491, amount: 85.36, side: 'sell' }],
      },
    ])
  })

  test('nothing of kinds that are not read', () => {
    expect(read({ event_type: 'tick_size_change', asset_id: A, new_tick_size: '0.001' })).toEqual([])
    expect(read({ event_type: 'market_resolved' })).toEqual([])
  })

  test.each([
    '{"event_type":"book","asset_id":',
    JSON.stringify({ ...bookFrame, timestamp: undefined }),
    JSON.stringify({ ...bookFrame, bids: [{ price: '1.5', size: '1' }] }),
    JSON.stringify({
      event_type: 'price_change',
      timestamp: '1728799418260',
      price_changes: [{ asset_id: A, price: '0.4', side: 'BUY' }],
    }),
  ])('what cannot be read is an error, and no guess: %s', (frame) => {
    expectNoGuess(() => read(frame))
  })
})
