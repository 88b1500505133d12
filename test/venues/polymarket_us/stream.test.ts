import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ed25519KeyOf, verifyEd25519 } from '../../../src/signing/ed25519.js'
import { createLevelBook } from '../../../src/streams/books/price-levels.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { StreamTopic } from '../../../src/venue-kit/contract/stream-source.js'
import { streamSource } from '../../../src/venues/polymarket_us/stream.js'
import { expectNoGuess, expectOnlyErrors } from '../../streams/support/played-socket.js'
import { usd } from './payloads.js'
import { keys } from './set-up.js'

const A = 'tec-mlb-nlchamp-2026-09-27-atl'
const B = 'aec-mlb-sd-col-2026-09-16'
const AT = 1_789_317_917_002
const topic = (kind: 'book' | 'trades', key: string): StreamTopic<undefined> => ({
  kind,
  key,
  facts: undefined,
})

/** As documented (docs.polymarket.us, Markets WebSocket), with figures that were recorded of the same object. */
const marketData = (changes: object = {}) => ({
  marketSlug: A,
  bids: [
    { px: usd('0.1060'), qty: '18611.0000' },
    { px: usd('0.0980'), qty: '45.0000' },
  ],
  offers: [{ px: usd('0.1070'), qty: '7.0000' }],
  state: 'MARKET_STATE_OPEN',
  stats: { lastTradePx: usd('0.1060'), sharesTraded: '5343.0000', openInterest: '3980.0000' },
  transactTime: '2026-09-13T16:45:17.002418222Z',
  ...changes,
})
const bookFrame = (requestId: string, changes: object = {}) => ({
  requestId,
  subscriptionType: 'SUBSCRIPTION_TYPE_MARKET_DATA',
  marketData: marketData(changes),
})
const tradeFrame = (requestId: string, changes: object = {}) => ({
  requestId,
  subscriptionType: 'SUBSCRIPTION_TYPE_TRADE',
  trade: {
    marketSlug: A,
    price: usd('0.555'),
    quantity: usd('0.50'),
    tradeTime: '2024-01-15T10:30:00Z',
    maker: { side: 'ORDER_SIDE_BUY', intent: 'ORDER_INTENT_BUY_LONG' },
    taker: { side: 'ORDER_SIDE_SELL', intent: 'ORDER_INTENT_SELL_LONG' },
    ...changes,
  },
})

function speaking(...added: StreamTopic<undefined>[]) {
  const speech = streamSource.speak()
  const say = (more: StreamTopic<undefined>[], removed: StreamTopic<undefined>[] = []) =>
    speech.change({ added: more, removed, allTopics: [] }).map((frame) => JSON.parse(frame) as unknown)
  const said = say(added)
  const read = (frame: unknown) => speech.read(typeof frame === 'string' ? frame : JSON.stringify(frame), 0)
  return { say, said, read }
}

const subscribe = (requestId: string, type: string, ...marketSlugs: string[]) => ({
  subscribe: { requestId, subscriptionType: `SUBSCRIPTION_TYPE_${type}`, marketSlugs },
})

describe('the opening', () => {
  test('is signed: Ed25519 over time, GET and path', async () => {
    const { path, secretHeaders = {}, query } = await streamSource.handshake(keys, AT)
    expect([path, query]).toEqual(['/v1/ws/markets', undefined])
    expect(secretHeaders).toMatchObject({ 'X-PM-Access-Key': 'key-id', 'X-PM-Timestamp': String(AT) })
    const { publicKey } = ed25519KeyOf(keys.values.privateKey ?? '')
    const signature = Buffer.from(secretHeaders['X-PM-Signature'] ?? '', 'base64')
    expect(verifyEd25519(publicKey, `${AT}GET/v1/ws/markets`, signature)).toBe(true)
  })

  test('without a key, or with one that is none, is an error that says what is missing and repeats nothing', () => {
    expect(() => streamSource.handshake(noSecrets, AT)).toThrow(/needs the credential 'apiKey'/)
    const odd = { values: { apiKey: 'id', privateKey: 'no-key-at-all' }, withheld: false }
    expect(() => streamSource.handshake(odd, AT)).toThrow(/Ed25519/)
    expect(() => streamSource.handshake(odd, AT)).not.toThrow(/no-key-at-all/)
    expect(streamSource.needs).toEqual(['apiKey', 'privateKey'])
  })

  test('short is the other side of the one book', () => {
    const place = (side: 'long' | 'short') => streamSource.place({ outcomeId: 'x', facts: { slug: A, side } })
    expect([place('long'), place('short')]).toMatchObject([
      { key: A, mirrored: false },
      { key: A, mirrored: true },
    ])
  })
})

describe('subscriptions', () => {
  test('are one a kind for all markets of a turn, and end with the last market that is wanted of them', () => {
    const { said, say } = speaking(topic('book', A), topic('book', B), topic('trades', A))
    expect(said).toEqual([subscribe('pmx-1', 'MARKET_DATA', A, B), subscribe('pmx-2', 'TRADE', A)])
    expect(say([], [topic('book', A)])).toEqual([])
    expect(say([], [topic('book', B), topic('trades', A), topic('book', 'never')])).toEqual([
      { unsubscribe: { requestId: 'pmx-1' } },
      { unsubscribe: { requestId: 'pmx-2' } },
    ])
  })

  test('that go on for others bring nothing of a market that is wanted by another one: no trade comes twice', () => {
    const { say, read } = speaking(topic('trades', A), topic('trades', B))
    say([], [topic('trades', A)])
    expect(read(tradeFrame('pmx-1'))).toEqual([])
    say([topic('trades', A)])
    expect(read(tradeFrame('pmx-1'))).toEqual([])
    expect(read(tradeFrame('pmx-2'))).toHaveLength(1)
    expect(read({ ...tradeFrame('pmx-2'), requestId: undefined })).toHaveLength(1)
    expect(read(bookFrame('pmx-2'))).toEqual([])
  })

  test('hold no more markets a frame than the venue takes', () => {
    expect(streamSource.limits.topicsAFrame).toBe(100)
  })

  test('that are refused are asked for again, each market by itself; a book that is refused then is polled, a tape is not', () => {
    const { read } = speaking(topic('book', A), topic('book', 'nope'), topic('trades', 'nope'))
    const error = 'market not found: nope'
    const [again] = read({ requestId: 'pmx-1', error })
    expect(again?.kind === 'send' && again.frames.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      subscribe('pmx-3', 'MARKET_DATA', A),
      subscribe('pmx-4', 'MARKET_DATA', 'nope'),
    ])
    expect(read({ request_id: 'pmx-4', error })).toMatchObject([
      {
        kind: 'refused',
        isPolled: true,
        topics: [{ kind: 'book', key: 'nope' }],
        error: { code: 'NOT_FOUND' },
      },
    ])
    const [tape] = read({ requestId: 'pmx-2', error: 'internal error' })
    expect(tape).toMatchObject({ kind: 'refused', error: { code: 'EXCHANGE_NOT_AVAILABLE' } })
    expect(tape).not.toHaveProperty('isPolled')
    expect(read(bookFrame('pmx-3'))).toHaveLength(1)
    expect(read({ requestId: 'pmx-4', error })).toEqual([])
  })

  test('without a name to their error end the connection', () => {
    expect(speaking(topic('book', A)).read({ error: 'unable to parse' })).toMatchObject([
      { kind: 'failed', error: { message: expect.stringContaining('unable to parse') } },
    ])
  })
})

const book = {
  kind: 'book',
  key: A,
  at: AT,
  version: AT,
  levels: {
    bids: [
      [0.106, 18_611],
      [0.098, 45],
    ],
    asks: [[0.107, 7]],
  },
  facts: { state: 'OPEN', openInterest: 3980, sessionVolume: 5343, completeness: 'unverified' },
}

describe('books', () => {
  test('are whole, in contracts and prices of long', () => {
    expect(speaking(topic('book', A)).read(bookFrame('pmx-1'))).toEqual([book])
  })

  test('are read in the other spelling of the documents', () => {
    const { bids, offers, state } = marketData()
    const frame = {
      request_id: 'pmx-1',
      subscription_type: 1,
      market_data: {
        market_slug: A,
        bids,
        offers,
        state,
        stats: { shares_traded: '5343.0000', open_interest: '3980.0000' },
        transact_time: '2026-09-13T16:45:17.002418222Z',
      },
    }
    expect(speaking(topic('book', A)).read(frame)).toEqual([book])
  })

  test('have empty sides while nothing is quoted, and no time where none is told', () => {
    const halted = { bids: [], offers: null, state: 'MARKET_STATE_HALTED', transactTime: null, stats: null }
    expect(speaking(topic('book', A)).read(bookFrame('pmx-1', halted))).toEqual([
      {
        kind: 'book',
        key: A,
        levels: { bids: [], asks: [] },
        facts: { state: 'HALTED', completeness: 'unverified' },
      },
    ])
  })

  test.each(['CLOSED', 'EXPIRED', 'TERMINATED'])(
    'of what is over (%s) are left to whoever reads them',
    (state) => {
      const frame = bookFrame('pmx-1', { state: `MARKET_STATE_${state}` })
      expect(speaking(topic('book', A)).read(frame)).toMatchObject([
        { kind: 'refused', isPolled: true, topics: [{ kind: 'book', key: A }], error: { code: 'NOT_FOUND' } },
      ])
    },
  )

  test('replace each other: the last one is true, whatever came before', () => {
    const level = fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 90_000 }))
      .map(([cents, size]) => ({ px: usd((cents / 100).toFixed(4)), qty: size.toFixed(4) }))
    const side = fc.uniqueArray(level, { maxLength: 8, selector: ({ px }) => px.value })
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 6 }), (told) => {
        const { read } = speaking(topic('book', A))
        const levels = createLevelBook()
        for (const [bids, offers] of told)
          for (const message of read(bookFrame('pmx-1', { bids, offers })))
            if (message.kind === 'book') levels.replace(message.levels)
        const [bids = [], offers = []] = told.at(-1) ?? []
        const sizes = (rows: typeof bids) =>
          rows.map(({ px, qty }) => [Number(px.value), Number(qty)]).sort(([x = 0], [y = 0]) => x - y)
        const shown = levels.levels()
        expect(shown.bids.map(({ price, size }) => [price, size]).reverse()).toEqual(sizes(bids))
        expect(shown.asks.map(({ price, size }) => [price, size])).toEqual(sizes(offers))
      }),
    )
  })
})

describe('trades', () => {
  const taken = (intent: string | undefined, side = 'ORDER_SIDE_BUY') => {
    const { read } = speaking(topic('trades', A))
    const [message] = read(tradeFrame('pmx-1', { taker: intent === undefined ? null : { side, intent } }))
    return message?.kind === 'trades' ? message.trades[0]?.side : undefined
  }

  test('count contracts, in prices of long, and are named by what is known of them', () => {
    const { read } = speaking(topic('trades', A))
    const told = { timestamp: 1_705_314_600_000, price: 0.555, amount: 0.5, side: 'sell' }
    const id = `1705314600000-${A}-sell-0.555-0.5`
    expect(read(tradeFrame('pmx-1'))).toEqual([{ kind: 'trades', key: A, trades: [{ ...told, id }] }])
    expect(read(tradeFrame('pmx-1'))).toMatchObject([{ trades: [{ id: `${id}-1` }] }])
  })

  test('have the side of whoever took, as long sees it: who buys NO sells YES', () => {
    expect(
      ['BUY_LONG', 'SELL_LONG', 'BUY_SHORT', 'SELL_SHORT'].map((intent) => taken(`ORDER_INTENT_${intent}`)),
    ).toEqual(['buy', 'sell', 'sell', 'buy'])
    expect([taken('ORDER_INTENT_OTHER'), taken(undefined)]).toEqual(['unknown', 'unknown'])
  })
})

describe('frames', () => {
  test.each([
    { heartbeat: {} },
    {
      requestId: 'pmx-1',
      subscriptionType: 'SUBSCRIPTION_TYPE_MARKET_DATA_LITE',
      marketDataLite: { marketSlug: A },
    },
    bookFrame('pmx-1', { marketSlug: B }),
  ])('that are not about what was asked say nothing: %j', (frame) => {
    expect(speaking(topic('book', A)).read(frame)).toEqual([])
  })

  test.each([
    bookFrame('pmx-1', { marketSlug: undefined }),
    bookFrame('pmx-1', { bids: undefined }),
    bookFrame('pmx-1', { bids: [{ px: usd('1.5'), qty: '1' }] }),
    tradeFrame('pmx-1', { tradeTime: undefined }),
    tradeFrame('pmx-1', { quantity: usd('0') }),
    tradeFrame('pmx-1', { price: { currency: 'USD' } }),
    '{"requestId":"pmx-1","marketData":',
    'null',
  ])('that cannot be read are errors, and no guesses: %j', (frame) => {
    expectNoGuess(() => speaking(topic('book', A), topic('trades', A)).read(frame))
  })

  test('of any kind only ever throw', () => {
    const { read } = speaking(topic('book', A), topic('trades', A))
    expectOnlyErrors(read)
  })
})
