import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { StreamTopic } from '../../../src/venue-kit/contract/stream-source.js'
import { toOrderBook } from '../../../src/venues/limitless/book.js'
import type { MarketFacts } from '../../../src/venues/limitless/outcomes.js'
import { bookReply } from '../../../src/venues/limitless/schemas.js'
import { streamSource } from '../../../src/venues/limitless/stream.js'
import { expectNoGuess } from '../../streams/support/played-socket.js'
import { token } from './payloads.js'

const factsOf = (n: number): MarketFacts => ({
  slug: `market-${n}-1790000000000`,
  tokens: { yes: token(n), no: token(n, 'no') },
  decimals: 6,
})
const topicOf = (n: number): StreamTopic<MarketFacts> => ({
  kind: 'book',
  key: factsOf(n).slug,
  facts: factsOf(n),
})
const event = (name: string, payload: unknown) => `42/markets,${JSON.stringify([name, payload])}`

/** As recorded in August 2026, with fewer levels. */
const bookEvent = (n: number, overrides: object = {}) => ({
  marketSlug: factsOf(n).slug,
  orderbook: {
    bids: [
      { price: 0.012, size: 83_334_000, side: 'BUY' },
      { price: 0.011, size: 100_000_000, side: 'BUY' },
    ],
    asks: [{ price: 0.219, size: 100_000_000, side: 'SELL' }],
    tokenId: token(n),
    adjustedMidpoint: 0.115,
    midpoint: 0.1155,
    maxSpread: 0.035,
    minSize: 100_000_000,
  },
  version: 7_861_372,
  timestamp: '2026-08-31T07:12:32.741Z',
  ...overrides,
})

function speaking(...wanted: number[]) {
  const speech = streamSource.speak()
  const topics = wanted.map(topicOf)
  const said = speech.change({ added: topics, removed: [], allTopics: topics })
  return { speech, said, read: (frame: string) => speech.read(frame, 0) }
}

describe('the way in', () => {
  test('is open to anybody, at the address of the engine', () => {
    expect(streamSource.needs).toBeUndefined()
    expect(streamSource.handshake(noSecrets, 0)).toEqual({
      path: '/socket.io/',
      query: [
        ['EIO', '4'],
        ['transport', 'websocket'],
      ],
    })
  })

  test('nothing is said before the engine has opened; then the namespace is joined, and that it lets in is being ready', () => {
    const { speech, read } = speaking()
    expect(speech.greet?.()).toEqual([])
    expect(
      read('0{"sid":"A","upgrades":[],"pingInterval":25000,"pingTimeout":60000,"maxPayload":1000000}'),
    ).toEqual([{ kind: 'send', frames: ['40/markets,'] }])
    expect(read('40/markets,{"sid":"B"}')).toEqual([{ kind: 'ready' }])
  })

  test('pings are answered, and only they: the venue pings', () => {
    const { read } = speaking()
    expect(streamSource.pulse.ping).toBe('none')
    expect(streamSource.pulse.deadAfterMs).toBeGreaterThan(2 * 25_000)
    expect(read('2')).toEqual([{ kind: 'send', frames: ['3'] }])
  })

  test.each([
    ['44/markets,{"message":"Invalid namespace"}', /Invalid namespace/],
    ['41/markets,', /ended the connection/],
    ['1', /ended the connection/],
    [event('exception', { status: 'error', message: 'Bad slugs' }), /Bad slugs/],
    [event('exception', 'what'), /what/],
  ])('%s is the end of a connection, not of all of them', (frame, said) => {
    const [message] = speaking(1).read(frame)
    expect(message).toMatchObject({
      kind: 'failed',
      error: { code: 'EXCHANGE_NOT_AVAILABLE', message: expect.stringMatching(said) },
    })
    expect(message).not.toHaveProperty('isFinal')
  })
})

describe('subscriptions', () => {
  test('hold the whole list each time, for each replaces the one before', () => {
    const { speech, said } = speaking(1)
    const frame = (...slugs: string[]) => event('subscribe_market_prices', { marketSlugs: slugs })
    expect(said).toEqual([frame(factsOf(1).slug)])
    const [one, two, three] = [topicOf(1), topicOf(2), topicOf(3)]
    expect(speech.change({ added: [two, three], removed: [], allTopics: [one, two, three] })).toEqual([
      frame(one.key, two.key, three.key),
    ])
    expect(speech.change({ added: [], removed: [two], allTopics: [one, three] })).toEqual([
      frame(one.key, three.key),
    ])
  })

  test('are of markets of the book: both sides share the one of YES', () => {
    const of = (side: 'yes' | 'no') =>
      streamSource.place({ outcomeId: token(1, side), facts: { ...factsOf(1), side } })
    expect([of('yes')?.key, of('yes')?.mirrored]).toEqual([factsOf(1).slug, false])
    expect([of('no')?.key, of('no')?.mirrored]).toEqual([factsOf(1).slug, true])
    expect(streamSource.brings).toEqual(['book'])
  })
})

describe('books', () => {
  test('are whole, of YES, in contracts, with the time and the count of the venue', () => {
    expect(speaking(1).read(event('orderbookUpdate', bookEvent(1)))).toEqual([
      {
        kind: 'book',
        key: factsOf(1).slug,
        levels: {
          bids: [
            [0.012, 83.334],
            [0.011, 100],
          ],
          asks: [[0.219, 100]],
        },
        at: Date.UTC(2026, 7, 31, 7, 12, 32, 741),
        version: 7_861_372,
        facts: expect.objectContaining({
          timestampSource: 'received',
          rewardMaxSpread: 0.035,
          rewardMinSize: 100,
        }),
      },
    ])
  })

  test('are read as over HTTP, whatever is in them', () => {
    const price = fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000)
    const level = fc.record({ price, size: fc.integer({ min: 0, max: 10 ** 12 }) })
    fc.assert(
      fc.property(fc.array(level), fc.array(level), (bids, asks) => {
        const orderbook = { bids, asks, tokenId: token(1) }
        const [message] = speaking(1).read(event('orderbookUpdate', bookEvent(1, { orderbook })))
        const rest = toOrderBook(bookReply.parse(orderbook), { ...factsOf(1), side: 'yes' }, 0)
        const pairs = (rows: typeof rest.bids) => rows.map(({ price: at, size }) => [at, size])
        expect(message).toMatchObject({ levels: { bids: pairs(rest.bids), asks: pairs(rest.asks) } })
      }),
    )
  })

  test('of markets that are not wanted, or no longer, are left out', () => {
    const { speech, read } = speaking(1, 2)
    speech.change({ added: [], removed: [topicOf(2)], allTopics: [topicOf(1)] })
    expect(read(event('orderbookUpdate', bookEvent(2)))).toEqual([])
    expect(read(event('orderbookUpdate', bookEvent(3)))).toEqual([])
    expect(read(event('orderbookUpdate', bookEvent(1)))).toHaveLength(1)
  })

  test('of what has been resolved are told to be no more', () => {
    const resolved = {
      slug: factsOf(1).slug,
      type: 'CLOB',
      winningOutcome: 'YES',
      winningIndex: 0,
      resolutionDate: '2026-08-31T08:00:27.000Z',
    }
    expect(speaking(1).read(event('marketResolved', resolved))).toMatchObject([
      { kind: 'refused', topics: [{ kind: 'book', key: factsOf(1).slug }], error: { code: 'NOT_FOUND' } },
    ])
  })

  test('come by no other event', () => {
    const { read } = speaking(1)
    const oracle = {
      marketAddress: null,
      marketSlug: factsOf(1).slug,
      source: 'x',
      timestamp: 1,
      value: 2440.9,
    }
    for (const frame of [
      event('oraclePriceData', oracle),
      event('newPriceData', { marketAddress: '0x', updatedPrices: [], blockNumber: 1, timestamp: '' }),
      event('system', {
        message: 'Successfully subscribed to market price updates',
        markets: [factsOf(1).slug],
      }),
      '43/markets,7[{}]',
      '6',
    ])
      expect(read(frame)).toEqual([])
  })

  test.each([
    ['another token than that of its market', { orderbook: { bids: [], asks: [], tokenId: token(2) } }],
    ['no version', { version: undefined }],
    ['no time', { timestamp: undefined }],
    ['a price beyond 1', { orderbook: { bids: [{ price: 1.5, size: 1 }], asks: [], tokenId: token(1) } }],
    [
      'a size that is none',
      { orderbook: { bids: [{ price: 0.5, size: 'x' }], asks: [], tokenId: token(1) } },
    ],
  ])('with %s are errors, and no guess', (_what, odd) => {
    expectNoGuess(() => speaking(1).read(event('orderbookUpdate', bookEvent(1, odd))))
  })
})
