import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLevelBook } from '../../../src/streams/books/price-levels.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { LevelChange, StreamTopic } from '../../../src/venue-kit/contract/stream-source.js'
import { streamSource } from '../../../src/venues/opinion/stream.js'
import { expectNoGuess } from '../../streams/support/played-socket.js'

const YES = '19120407572139442221452465677574895365338028945317996490376653704877573103648'
const NO = '48641131337815600205538397357674754469573755318952418769815647071528778171134'
const topic = (key: string, marketId: number): StreamTopic<{ marketId: number }> => ({
  kind: 'book',
  key,
  facts: { marketId },
})

/** As documented (README.md). */
const depth = (rest: object = {}) => ({
  marketId: 2764,
  tokenId: YES,
  outcomeSide: 1,
  side: 'bids',
  price: '0.2',
  size: '50',
  msgType: 'market.depth.diff',
  ...rest,
})
const read = (frame: unknown) =>
  streamSource.speak().read(typeof frame === 'string' ? frame : JSON.stringify(frame), 0)

describe('the opening', () => {
  test('has the key in the query, and names it a secret', async () => {
    const values = { apiKey: 'a+key' }
    expect(await streamSource.handshake({ values, withheld: false }, 0)).toEqual({
      path: '',
      query: [['apikey', 'a+key']],
      secretHeaders: { apikey: 'a+key' },
    })
  })

  test('without a key is refused before anything is opened', () => {
    expect(() => streamSource.handshake(noSecrets, 0)).toThrow(/apiKey/)
    expect(streamSource.needs).toEqual(['apiKey'])
  })
})

describe('what is said', () => {
  test('a market is subscribed once for both its tokens, and left with the last of them', () => {
    const speech = streamSource.speak()
    const say = (allTopics: StreamTopic<{ marketId: number }>[]) =>
      speech.change({ added: [], removed: [], allTopics }).map((frame) => JSON.parse(frame) as unknown)
    const command = (action: string, marketId: number) => ({ action, channel: 'market.depth.diff', marketId })
    const [yes, no, other] = [topic(YES, 2764), topic(NO, 2764), topic('7', 61)]
    expect(say([yes, other])).toEqual([command('SUBSCRIBE', 2764), command('SUBSCRIBE', 61)])
    expect(say([yes, no, other])).toEqual([])
    expect(say([no, other])).toEqual([])
    expect(say([other])).toEqual([command('UNSUBSCRIBE', 2764)])
    expect(say([yes, other])).toEqual([command('SUBSCRIBE', 2764)])
  })

  test('an outcome is found by the number of its market', () => {
    const located = { outcomeId: YES, facts: { marketId: '2764' } }
    expect(streamSource.place(located)).toEqual({ key: YES, mirrored: false, facts: { marketId: 2764 } })
  })
})

describe('what is heard', () => {
  test('a change has the new total of its level and goes to the book of its token', () => {
    expect(read(depth())).toEqual([
      { kind: 'changes', key: YES, changes: [{ side: 'bid', price: 0.2, size: 50 }] },
    ])
    expect(read(depth({ tokenId: NO, outcomeSide: 2, side: 'asks', price: '0.8', size: '0' }))).toEqual([
      { kind: 'changes', key: NO, changes: [{ side: 'ask', price: 0.8, size: 0 }] },
    ])
  })

  test.each([
    ['an answer to a command', { action: 'SUBSCRIBE', channel: 'market.depth.diff', marketId: 2764 }],
    ['an answer that is a success', { code: 200, msg: 'success' }],
    ['an answer that is one in the other spelling', { errno: 0, errmsg: '' }],
    ['an answer in words', { code: 'OK' }],
    ['an echo', { action: 'HEARTBEAT' }],
    ['an echo that is a word', 'HEARTBEAT'],
    ['another channel', { tokenId: YES, price: '0.85', msgType: 'market.last.price' }],
  ])('%s says nothing of a book', (_what, frame) => {
    expect(read(frame)).toEqual([])
  })

  test.each([
    [1_766_735_464_123, 1_766_735_464_123],
    ['1766735464123', 1_766_735_464_123],
    [1_766_735_464, 1_766_735_464_000],
  ])('a change has the time of its frame: %j', (timestamp, at) => {
    expect(read(depth({ timestamp }))).toMatchObject([{ kind: 'changes', at }])
  })

  test.each([undefined, null, 0, '0', '', 'soon', -1, {}])('and none where that is %j', (timestamp) => {
    const [change] = read(depth({ timestamp }))
    expect(change).toMatchObject({ kind: 'changes' })
    expect(change).not.toHaveProperty('at')
  })

  test('a refusal ends the connection, that of a key for good; its words may repeat the key, and are not told', () => {
    const [other] = read({ code: 400, msg: 'no market for the-key' })
    expect(other).toMatchObject({ kind: 'failed', error: { code: 'EXCHANGE_NOT_AVAILABLE' } })
    expect(other).not.toHaveProperty('isFinal')
    const [key] = read({ errno: 11002, errmsg: 'Invalid API key the-key', result: null })
    expect(key).toMatchObject({ kind: 'failed', isFinal: true, error: { code: 'AUTHENTICATION_ERROR' } })
    const told = [other, key].map((message) => (message?.kind === 'failed' ? message.error.message : ''))
    expect(told.join()).not.toContain('the-key')
    expect(told[1]).toContain('11002')
  })

  test.each([
    depth({ tokenId: undefined }),
    depth({ side: 'both' }),
    depth({ price: '1.2' }),
    depth({ price: '' }),
    depth({ size: '-1' }),
    depth({ size: undefined }),
    [depth()],
    '{"msgType":"market.depth',
  ])('what cannot be read is an error, and no guess: %j', (frame) => {
    expectNoGuess(() => read(frame))
  })
})

describe('trades', () => {
  const at = 1_766_735_464_123
  /** As documented (src/venues/opinion/README.md, "Streams"). */
  const trade = (rest: object = {}) => ({
    tokenId: YES,
    side: 'Buy',
    outcomeSide: 1,
    price: '0.85',
    shares: '10',
    amount: '8.5',
    marketId: 2764,
    msgType: 'market.last.trade',
    timestamp: at,
    ...rest,
  })
  const tradesTopic = (
    key: string,
    facts: { marketId: number; rootMarketId?: number },
  ): StreamTopic<typeof facts> => ({
    kind: 'trades',
    key,
    facts,
  })

  test('are told with their time, of their own token', () => {
    expect(read(trade())).toEqual([
      {
        kind: 'trades',
        key: YES,
        trades: [{ id: `${at}-2764-0.85-10`, timestamp: at, price: 0.85, amount: 10, side: 'buy' }],
      },
    ])
    expect(read(trade({ tokenId: NO, side: 'SELL', price: 0.15 }))).toMatchObject([
      { key: NO, trades: [{ price: 0.15, side: 'sell' }] },
    ])
  })

  test('alike ones of one instant are two, and of two instants as well', () => {
    const speech = streamSource.speak()
    const ids = [trade(), trade(), trade({ timestamp: at + 1 }), trade({ shares: '11' })].flatMap((frame) =>
      speech
        .read(JSON.stringify(frame), 0)
        .flatMap((message) => (message.kind === 'trades' ? message.trades.map(({ id }) => id) : [])),
    )
    expect(new Set(ids).size).toBe(4)
    // The same after a reconnection: what is told twice is known.
    expect(read(trade())).toMatchObject([{ trades: [{ id: ids[0] }] }])
  })

  test('are told to who watches the other token as well, turned round, and to nobody of another market', () => {
    const speech = streamSource.speak()
    const allTopics = [
      tradesTopic(YES, { marketId: 2764 }),
      tradesTopic(NO, { marketId: 2764 }),
      tradesTopic('7', { marketId: 61 }),
      topic('9', 2764),
    ]
    speech.change({ added: allTopics, removed: [], allTopics })
    const id = `${at}-2764-0.85-10`
    const told = { id, timestamp: at, amount: 10 }
    expect(speech.read(JSON.stringify(trade()), 0)).toEqual([
      { kind: 'trades', key: YES, trades: [{ ...told, price: 0.85, side: 'buy' }] },
      { kind: 'trades', key: NO, trades: [{ ...told, price: 0.15, side: 'sell' }] },
    ])
    // Should the venue tell it of the other token, too, it is the same one.
    const mirror = trade({ tokenId: NO, outcomeSide: 2, side: 'Sell', price: '0.15' })
    expect(speech.read(JSON.stringify(mirror), 0)).toEqual([])
    expect(speech.read(JSON.stringify(mirror), 0)).toMatchObject([{ key: NO }, { key: YES }])
  })

  test('of two markets at one instant and price are two', () => {
    const speech = streamSource.speak()
    const frames = [
      trade(),
      trade({ tokenId: '7', marketId: 61 }),
      trade({ tokenId: '9', marketId: 62, outcomeSide: 2 }),
    ]
    const told = frames.flatMap((frame) => speech.read(JSON.stringify(frame), 0))
    expect(told.map((message) => message.kind === 'trades' && message.key)).toEqual([YES, '7', '9'])
  })

  test('of a market that is not named are those of their token', () => {
    const bare = trade({ marketId: undefined, outcomeSide: undefined })
    expect(read(bare)).toMatchObject([{ key: YES, trades: [{ id: `${at}-${YES.slice(-12)}-0.85-10` }] }])
  })

  test.each(['Split', 'merge', 'MERGE'])('a %s is none', (side) => {
    expect(read(trade({ side }))).toEqual([])
  })

  test('nothing that changed hands is none', () => {
    expect(read(trade({ shares: '0' }))).toEqual([])
  })

  test.each([
    ['no time', trade({ timestamp: undefined })],
    ['a time of 0', trade({ timestamp: 0 })],
    ['a time that is none', trade({ timestamp: 'now' })],
    ['an unknown side', trade({ side: 'zz_new' })],
    ['no price', trade({ price: '' })],
    ['a price beyond 1', trade({ price: '1.2' })],
    ['no shares', trade({ shares: undefined })],
  ])('with %s is missing, and not made up', (_what, frame) => {
    expect(read(frame)).toMatchObject([{ kind: 'gap', keys: [YES], of: 'trades', isUnread: true }])
  })

  test('of no token is an error', () => {
    expectNoGuess(() => read(trade({ tokenId: undefined })))
  })

  test('are subscribed by the market, of a child by its parent once for all children', () => {
    const speech = streamSource.speak()
    const say = (allTopics: StreamTopic<{ marketId: number; rootMarketId?: number }>[]) =>
      speech.change({ added: [], removed: [], allTopics }).map((frame) => JSON.parse(frame) as unknown)
    const alone = tradesTopic(YES, { marketId: 2764 })
    const [one, two] = [
      tradesTopic('7', { marketId: 1, rootMarketId: 61 }),
      tradesTopic('9', { marketId: 2, rootMarketId: 61 }),
    ]
    const channel = 'market.last.trade'
    expect(say([alone, topic(YES, 2764)])).toEqual([
      { action: 'SUBSCRIBE', channel, marketId: 2764 },
      { action: 'SUBSCRIBE', channel: 'market.depth.diff', marketId: 2764 },
    ])
    expect(say([alone, one, two])).toEqual([
      { action: 'UNSUBSCRIBE', channel: 'market.depth.diff', marketId: 2764 },
      { action: 'SUBSCRIBE', channel, rootMarketId: 61 },
    ])
    expect(say([two])).toEqual([{ action: 'UNSUBSCRIBE', channel, marketId: 2764 }])
    expect(say([])).toEqual([{ action: 'UNSUBSCRIBE', channel, rootMarketId: 61 }])
  })

  test('a child of a known parent is found with it', () => {
    const located = { outcomeId: YES, facts: { marketId: '2764', rootMarketId: 61 } }
    expect(streamSource.place(located)).toMatchObject({ facts: { marketId: 2764, rootMarketId: 61 } })
  })
})

test('whatever happens to levels, the frames of both tokens keep two books that mirror each other', () => {
  const cents = fc.integer({ min: 1, max: 99 })
  const step = fc.record({ isBid: fc.boolean(), cents, size: fc.integer({ min: 0, max: 5 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const speech = streamSource.speak()
      const books = new Map([YES, NO].map((token) => [token, createLevelBook()]))
      const truth = new Map<string, number>()
      for (const { isBid, cents: at, size } of steps) {
        truth.set(`${isBid ? 'bid' : 'ask'} ${at}`, size)
        const frames = [
          depth({ side: isBid ? 'bids' : 'asks', price: String(at / 100), size: String(size) }),
          depth({
            tokenId: NO,
            side: isBid ? 'asks' : 'bids',
            price: String((100 - at) / 100),
            size: `${size}`,
          }),
        ]
        for (const frame of frames)
          for (const message of speech.read(JSON.stringify(frame), 0))
            if (message.kind === 'changes') books.get(message.key)?.apply(message.changes)
      }
      const rows = (side: LevelChange['side']) =>
        [...truth]
          .filter(([name, size]) => name.startsWith(side) && size > 0)
          .map(([name, size]) => ({ price: Number(name.slice(4)) / 100, size }))
          .sort((a, b) => (side === 'bid' ? b.price - a.price : a.price - b.price))
      const yes = books.get(YES)?.levels()
      expect(yes).toEqual({ bids: rows('bid'), asks: rows('ask') })
      const flipped = (side: readonly { price: number; size: number }[] = []) =>
        side.map(({ price, size }) => ({ price: Math.round((1 - price) * 100) / 100, size }))
      expect(books.get(NO)?.levels()).toEqual({ bids: flipped(yes?.asks), asks: flipped(yes?.bids) })
    }),
    { numRuns: 60 },
  )
})

test('garbage is no change of a book', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.string().map((text) => `{${text}`),
      ),
      (frame) => {
        try {
          expect(read(frame).filter(({ kind }) => kind === 'changes' || kind === 'book')).toEqual([])
        } catch (error) {
          if (error instanceof Error && error.name === 'AssertionError') throw error
        }
      },
    ),
  )
})
