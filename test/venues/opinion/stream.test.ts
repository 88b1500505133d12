import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLevelBook } from '../../../src/streams/levels.js'
import { noSecrets } from '../../../src/venue-kit/secrets.js'
import type { LevelChange, StreamTopic } from '../../../src/venue-kit/stream.js'
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
    const say = (wanted: StreamTopic<{ marketId: number }>[]) =>
      speech.change({ added: [], removed: [], wanted }).map((frame) => JSON.parse(frame) as unknown)
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
    [
      'another channel',
      { tokenId: YES, side: 'Buy', price: '0.85', shares: '10', msgType: 'market.last.trade' },
    ],
  ])('%s says nothing of a book', (_what, frame) => {
    expect(read(frame)).toEqual([])
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
