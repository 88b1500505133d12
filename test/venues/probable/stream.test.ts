import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLevelBook } from '../../../src/streams/books/price-levels.js'
import type { StreamTopic } from '../../../src/venue-kit/contract/stream-source.js'
import { streamSource } from '../../../src/venues/probable/stream.js'
import { expectNoGuess } from '../../streams/support/played-socket.js'

const YES = '27452705055748034758802658620991210391247685593276752628962888820558958260632'
const NO = '12472061478157368054150210876288795444385799546115054194409549061807272712731'
const HASH = '2abe970b59916e04e5b1bbd209bfc64ed34c6c299ed33cfee62053d4fc270b3a'
const topic = (key: string): StreamTopic<undefined> => ({ kind: 'book', key, facts: undefined })

/** A recorded book (2026-10-08) as the documented frame has it. */
const bookFrame = (rest: object = {}, token = YES) => ({
  stream: `book:${token}`,
  data: {
    market: '0xd175be850d96d0753aaff6b7db267abdee33437808261baa91a2809103d12907',
    asset_id: token,
    timestamp: '2026-10-08T22:42:22.729749Z',
    hash: HASH,
    bids: [],
    asks: [
      { price: '0.999000', size: '9989.840000' },
      { price: '0.990000', size: '100' },
    ],
    min_order_size: '1',
    tick_size: '0.001000',
    neg_risk: false,
    ...rest,
  },
})

function speaking(tokens: readonly string[]) {
  const speech = streamSource.speak()
  const parsed = (frames: readonly string[]) => frames.map((frame) => JSON.parse(frame) as unknown)
  const change = (added: readonly string[], removed: readonly string[], wanted: readonly string[]) =>
    parsed(
      speech.change({
        added: added.map(topic),
        removed: removed.map(topic),
        allTopics: wanted.map(topic),
      }),
    )
  const said = change(tokens, [], tokens)
  const read = (frame: unknown) => speech.read(typeof frame === 'string' ? frame : JSON.stringify(frame), 0)
  return { change, said, read, parsed }
}

describe('what is said', () => {
  test('the opening names the chain and no key; an outcome is its token', async () => {
    expect(await streamSource.handshake({ values: { apiKey: 'k' }, withheld: false }, 0)).toEqual({
      path: '/ws',
      query: [['chainId', '56']],
    })
    const facts = { marketId: '1645', conditionId: '0x1', tokens: [YES, NO] }
    expect(streamSource.place({ outcomeId: NO, facts })).toEqual({
      key: NO,
      mirrored: false,
      facts: undefined,
    })
  })

  test('one numbered command for all that is added, another for what is removed', () => {
    const { said, change } = speaking([YES, NO])
    expect(said).toEqual([{ id: 1, method: 'SUBSCRIBE', params: [`book:${YES}`, `book:${NO}`] }])
    expect(change(['7'], [NO], [YES, '7'])).toEqual([
      { id: 2, method: 'UNSUBSCRIBE', params: [`book:${NO}`] },
      { id: 3, method: 'SUBSCRIBE', params: ['book:7'] },
    ])
    expect(streamSource.limits.topicsAFrame).toBe(50)
  })
})

describe('what is heard', () => {
  test('a whole book, whatever its order, with its time and what it says of itself', () => {
    const [message] = speaking([YES]).read(bookFrame())
    const at = Date.parse('2026-10-08T22:42:22.729Z')
    expect(message).toMatchObject({
      kind: 'book',
      key: YES,
      at,
      version: at,
      facts: { hash: HASH, tickSize: 0.001, minimumOrderSize: 1 },
    })
    const levels = createLevelBook()
    if (message?.kind === 'book') levels.replace(message.levels)
    expect(levels.levels()).toEqual({
      bids: [],
      asks: [
        { price: 0.99, size: 100 },
        { price: 0.999, size: 9989.84 },
      ],
    })
  })

  test('a time in seconds, as the documents have it', () => {
    const [message] = speaking([YES]).read(bookFrame({ timestamp: '1760000000' }))
    expect(message).toMatchObject({ kind: 'book', at: 1_760_000_000_000 })
  })

  test.each([
    ['an acknowledgement', { id: 1, status: 200, result: null }],
    ['an answer to a ping', { id: 0, status: 200, result: 'pong' }],
    ['an answer to a ping that is no success', { id: 0, status: 400, result: null }],
    ['an answer to a ping in a word', 'PONG'],
    ['another stream', { stream: 'trades:1', data: {} }],
    ['an event of an account', { e: 'executionReport' }],
    ['an answer that nobody waits for', { id: 9, status: 500 }],
  ])('%s tells of no book', (_what, frame) => {
    expect(speaking([YES]).read(frame)).toEqual([])
  })

  test('a refusal of several is asked for again one by one, and costs only the one that is refused', () => {
    const { read, parsed, change } = speaking([YES, NO, '7'])
    change([], ['7'], [YES, NO])
    const [again, ...more] = read({ id: 1, status: 400, result: null })
    expect(again?.kind === 'send' && parsed(again.frames)).toEqual([
      { id: 3, method: 'SUBSCRIBE', params: [`book:${YES}`] },
      { id: 4, method: 'SUBSCRIBE', params: [`book:${NO}`] },
    ])
    expect(more).toEqual([])
    expect(read({ id: 3, status: 200, result: null })).toEqual([])
    expect(read({ id: 4, status: 404, result: null })).toMatchObject([
      { kind: 'refused', topics: [{ kind: 'book', key: NO }], error: { code: 'NOT_FOUND' } },
    ])
    // Whether what was unsubscribed was known is no matter.
    expect(read({ id: 2, status: 400, result: null })).toEqual([])
  })

  test.each([429, 500, 503])('a refusal that blames no token begins the connection anew: %i', (status) => {
    for (const tokens of [[YES], [YES, NO]]) {
      const [message] = speaking(tokens).read({ id: 1, status, result: null })
      expect(message).toMatchObject({ kind: 'failed', error: { code: 'EXCHANGE_NOT_AVAILABLE' } })
    }
  })

  test.each([
    { ...bookFrame(), stream: `book:${NO}` },
    bookFrame({ timestamp: undefined }),
    bookFrame({ bids: undefined }),
    bookFrame({ asks: [{ price: '1.5', size: '1' }] }),
    bookFrame({ asks: [{ price: '0.5' }] }),
    { stream: `book:${YES}` },
    '{"stream":"book:',
  ])('what cannot be read is an error, and no guess: %j', (frame) => {
    expectNoGuess(() => speaking([YES]).read(frame))
  })
})

test('garbage is no book', () => {
  const { read } = speaking([YES])
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.string().map((text) => `{${text}`),
      ),
      (frame) => {
        try {
          expect(read(frame).filter(({ kind }) => kind === 'book')).toEqual([])
        } catch (error) {
          if (error instanceof Error && error.name === 'AssertionError') throw error
        }
      },
    ),
  )
})
