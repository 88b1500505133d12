import { constants, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createLevelBook } from '../../../src/streams/books/price-levels.js'
import type { StreamMessage, StreamTopic } from '../../../src/venue-kit/contract/stream-source.js'
import { createStreamSource } from '../../../src/venues/kalshi/stream.js'
import { expectNoGuess } from '../../streams/support/played-socket.js'
import { haveSamples } from '../../support/samples.js'
import { recorded } from './recorded.js'

const source = createStreamSource({ id: 'kalshi' })
const topic = (kind: 'book' | 'trades', key: string): StreamTopic<undefined> => ({
  kind,
  key,
  facts: undefined,
})
const parsed = (frames: readonly string[]) => frames.map((frame) => JSON.parse(frame) as unknown)
const ofAll = (messages: readonly StreamMessage[]) => messages.map(({ kind }) => kind)
const ofKind = (messages: readonly StreamMessage[], kind: string) =>
  messages.filter((one) => one.kind === kind)

/** As recorded in August 2026 (README.md). */
const snapshot = (ticker: string, seq: number) => ({
  type: 'orderbook_snapshot',
  sid: 1,
  seq,
  msg: {
    market_ticker: ticker,
    market_id: '943fcfe7-68a7-48aa-84b0-9b5ed2d5b922',
    yes_dollars_fp: [
      ['0.6100', '66132.25'],
      ['0.6200', '1720.33'],
    ],
    no_dollars_fp: [['0.3600', '199105.14']],
  },
})
const delta = (ticker: string, seq: number, price: string, fp: string, side: string) => ({
  type: 'orderbook_delta',
  sid: 1,
  seq,
  msg: {
    market_ticker: ticker,
    price_dollars: price,
    delta_fp: fp,
    side,
    ts: '2026-08-07T06:46:31.975965Z',
    ts_ms: 1786085191975,
  },
})

function speaking(added: StreamTopic<undefined>[]) {
  const speech = source.speak()
  const said = parsed(speech.change({ added, removed: [], allTopics: added }))
  const read = (frame: unknown) => speech.read(JSON.stringify(frame), 0)
  return { speech, said, read }
}

describe('the opening', () => {
  test('is signed: RSA-PSS over time, method and path', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const values = { apiKey: 'id', privateKey: pem.replaceAll('\n', '\\n') }
    const { path, secretHeaders } = await source.handshake({ values, withheld: false }, 1_786_085_191_975)
    const signature = Buffer.from(secretHeaders?.['KALSHI-ACCESS-SIGNATURE'] ?? '', 'base64')
    const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    expect(verify('sha256', Buffer.from(`1786085191975GET${path}`), key, signature)).toBe(true)
    expect(path).toBe('/trade-api/ws/v2')
    expect(secretHeaders).toMatchObject({
      'KALSHI-ACCESS-KEY': 'id',
      'KALSHI-ACCESS-TIMESTAMP': '1786085191975',
    })
  })

  test('is signed with an Ed25519 key in the same way', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const values = {
      apiKey: 'id',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const { path, secretHeaders } = await source.handshake({ values, withheld: false }, 1_786_085_191_975)
    const signature = Buffer.from(secretHeaders?.['KALSHI-ACCESS-SIGNATURE'] ?? '', 'base64')
    expect(verify(null, Buffer.from(`1786085191975GET${path}`), publicKey, signature)).toBe(true)
  })

  test('with a key that is none is an error that does not repeat it', () => {
    const values = { apiKey: 'id', privateKey: 'not-a-key-at-all' }
    const open = () => source.handshake({ values, withheld: false }, 0)
    expect(open).toThrow(/RSA or Ed25519 private key/)
    expect(open).not.toThrow(/not-a-key-at-all/)
  })
})

describe('commands', () => {
  test('one subscription a channel; what is added before its number is known follows then', () => {
    const { speech, said, read } = speaking([topic('book', 'A'), topic('trades', 'A')])
    expect(said).toEqual([
      {
        id: 1,
        cmd: 'subscribe',
        params: { channels: ['orderbook_delta'], market_tickers: ['A'], use_yes_price: false },
      },
      { id: 2, cmd: 'subscribe', params: { channels: ['trade'], market_tickers: ['A'] } },
    ])
    expect(
      speech.change({ added: [topic('book', 'B')], removed: [topic('book', 'A')], allTopics: [] }),
    ).toEqual([])
    const [answer] = read({ id: 1, type: 'subscribed', msg: { channel: 'orderbook_delta', sid: 7 } })
    expect(answer?.kind === 'send' && parsed(answer.frames)).toEqual([
      {
        id: 3,
        cmd: 'update_subscription',
        params: { sid: 7, market_tickers: ['A'], action: 'delete_markets' },
      },
      { id: 4, cmd: 'update_subscription', params: { sid: 7, market_tickers: ['B'], action: 'add_markets' } },
    ])
    expect(parsed(speech.again?.([topic('book', 'B')]) ?? [])).toEqual([
      {
        id: 5,
        cmd: 'update_subscription',
        params: { sid: 7, market_tickers: ['B'], action: 'get_snapshot' },
      },
    ])
  })

  test('the number of a subscription is known by its first frame, where its answer was lost', () => {
    const { speech, read } = speaking([topic('book', 'A'), topic('trades', 'A')])
    expect(speech.change({ added: [topic('book', 'B')], removed: [], allTopics: [] })).toEqual([])
    expect(speech.owes?.()).toBe(true)
    const [send, book] = read(snapshot('A', 1))
    expect(book).toMatchObject({ kind: 'book', key: 'A' })
    expect(send?.kind === 'send' && parsed(send.frames)).toEqual([
      { id: 3, cmd: 'update_subscription', params: { sid: 1, market_tickers: ['B'], action: 'add_markets' } },
    ])
    // The other channel's answer is still owed; without it nothing more can be said of trades.
    expect(speech.owes?.()).toBe(true)
    read({ id: 2, type: 'subscribed', msg: { channel: 'trade', sid: 2 } })
    expect(speech.owes?.()).toBe(false)
  })

  test('a market that does not exist costs the others nothing', () => {
    const { read } = speaking([topic('book', 'A'), topic('book', 'NOPE')])
    const refused = { type: 'error', msg: { code: 16, msg: 'Market not found' } }
    const [again] = read({ id: 1, ...refused })
    expect(again?.kind === 'send' && parsed(again.frames)).toMatchObject([
      { cmd: 'subscribe', params: { market_tickers: ['A'] } },
    ])
    const [later] = read({ id: 2, type: 'subscribed', msg: { channel: 'orderbook_delta', sid: 1 } })
    expect(later?.kind === 'send' && parsed(later.frames)).toMatchObject([
      { params: { market_tickers: ['NOPE'] } },
    ])
    expect(read({ id: 3, ...refused })).toMatchObject([
      { kind: 'refused', topics: [{ kind: 'book', key: 'NOPE' }], error: { code: 'NOT_FOUND' } },
    ])
  })

  describe('that are refused', () => {
    const refused = { type: 'error', msg: { code: 16, msg: 'Market not found' } }
    const update = (id: number, action: string, ...market_tickers: string[]) => ({
      id,
      cmd: 'update_subscription',
      params: { sid: 1, market_tickers, action },
    })
    const begun = (...keys: string[]) => {
      const topics = keys.map((key) => topic('book', key))
      const it = speaking(topics)
      it.read({ id: 1, type: 'subscribed', msg: { channel: 'orderbook_delta', sid: 1 } })
      return { ...it, topics }
    }

    test('are not said again for markets that nobody wants any more, nor made the other way round', () => {
      const { speech, topics, read } = begun('A', 'GONE')
      const say = (added: typeof topics, removed: typeof topics) =>
        parsed(speech.change({ added, removed, allTopics: [] }))
      expect(say([], topics)).toEqual([update(2, 'delete_markets', 'A', 'GONE')])
      const [each] = read({ id: 2, ...refused })
      expect(each?.kind === 'send' && parsed(each.frames)).toEqual([
        update(3, 'delete_markets', 'A'),
        update(4, 'delete_markets', 'GONE'),
      ])
      expect(read({ id: 4, ...refused })).toEqual([])
      const [b, c] = [topic('book', 'B'), topic('book', 'C')]
      expect(say([b, c], [])).toEqual([update(5, 'add_markets', 'B', 'C')])
      say([], [b])
      const [still] = read({ id: 5, ...refused })
      expect(still?.kind === 'send' && parsed(still.frames)).toEqual([update(7, 'add_markets', 'C')])
    })

    test.each([
      [26, 'Subscription market limit exceeded'],
      [27, 'Too many requests'],
    ])('by a subscription that takes no more (%d) leave their markets to polling', (code, msg) => {
      const { speech, read } = begun('A')
      const more = ['B', 'C'].map((key) => topic('book', key))
      speech.change({ added: more, removed: [], allTopics: [] })
      const told = read({ id: 2, sid: 1, seq: 1, type: 'error', msg: { code, msg } })
      expect(told).toMatchObject([
        { kind: 'refused', topics: ['B', 'C'].map((key) => ({ key })), isPolled: true },
      ])
      speech.change({ added: [], removed: more, allTopics: [] })
      expect(read({ id: 3, sid: 1, seq: 2, type: 'error', msg: { code, msg } })).toEqual([])
      // Refusals are counted with the frames of their subscription.
      expect(read(delta('A', 3, '0.6100', '1.00', 'yes')).map(({ kind }) => kind)).toEqual(['changes'])
    })

    test('whatever is said of it besides its code', () => {
      const { read } = begun('A')
      const [failed] = read({ id: 9, type: 'error', msg: { code: 25, msg: { why: 'burst' } } })
      expect(failed).toMatchObject({ kind: 'failed', error: { detail: { upstreamCode: 25 } } })
    })

    test('for a book that is asked for once more cost that book alone', () => {
      const { speech, topics, read } = begun('A', 'B')
      speech.again?.(topics.slice(0, 1))
      expect(read({ id: 2, ...refused })).toMatchObject([
        { kind: 'refused', topics: [{ kind: 'book', key: 'A' }], error: { code: 'NOT_FOUND' } },
      ])
    })
  })

  test('a key that is refused ends it for good, another error begins it anew', () => {
    const { read } = speaking([topic('book', 'A')])
    expect(read({ id: 1, type: 'error', msg: { code: 9, msg: 'Auth required' } })).toMatchObject([
      { kind: 'failed', isFinal: true, error: { code: 'AUTHENTICATION_ERROR' } },
    ])
    const [other] = read({ type: 'error', msg: { code: 25, msg: 'Subscription buffer overflow' } })
    expect([other?.kind, other !== undefined && 'isFinal' in other]).toEqual(['failed', false])
  })
})

describe('books', () => {
  test('and tapes are in doubt each for the frames of their own subscription', () => {
    const { read } = speaking([topic('book', 'A'), topic('trades', 'A')])
    read({ id: 1, type: 'subscribed', msg: { channel: 'orderbook_delta', sid: 1 } })
    read({ id: 2, type: 'subscribed', msg: { channel: 'trade', sid: 2 } })
    const counted = (sid: number, seq: number) => read({ type: 'ok', sid, seq })
    for (const sid of [1, 2]) counted(sid, 1)
    expect(counted(1, 3)).toMatchObject([{ kind: 'gap', of: 'book' }])
    expect(counted(2, 3)).toMatchObject([{ kind: 'gap', of: 'trades' }])
  })

  test('have the offers for NO as asks of YES, and levels that are added to', () => {
    const { read } = speaking([topic('book', 'A')])
    const levels = createLevelBook()
    for (const message of [
      ...read(snapshot('A', 1)),
      ...read(delta('A', 2, '0.6200', '-1720.33', 'yes')),
      ...read(delta('A', 3, '0.3600', '0.86', 'no')),
      ...read(delta('A', 4, '0.3700', '25.00', 'no')),
    ]) {
      if (message.kind === 'book') levels.replace(message.levels)
      if (message.kind === 'changes') levels.apply(message.changes)
    }
    expect(levels.levels()).toEqual({
      bids: [{ price: 0.61, size: 66_132.25 }],
      asks: [
        { price: 0.63, size: 25 },
        { price: 0.64, size: 199_106 },
      ],
    })
  })

  test('are in doubt when a number is missing; acknowledgements are counted with them', () => {
    const { read } = speaking([topic('book', 'A')])
    read(snapshot('A', 1))
    expect(
      ofKind(read({ id: 4, sid: 1, seq: 2, type: 'ok', msg: { market_tickers: ['A'] } }), 'gap'),
    ).toEqual([])
    expect(read(delta('A', 3, '0.6100', '1.00', 'yes')).map(({ kind }) => kind)).toEqual(['changes'])
    expect(read(delta('A', 5, '0.6100', '1.00', 'yes')).map(({ kind }) => kind)).toEqual(['gap', 'changes'])
    // Twice the same, or late: it must not be added again.
    expect(read(delta('A', 5, '0.6100', '1.00', 'yes'))).toEqual([])
    expect(read(delta('A', 4, '0.6100', '1.00', 'yes'))).toEqual([])
  })

  test('have a side without orders when it is left out', () => {
    const { read } = speaking([topic('book', 'A')])
    const { no_dollars_fp: _no, ...msg } = snapshot('A', 1).msg
    expect(read({ ...snapshot('A', 1), msg })).toMatchObject([{ kind: 'book', levels: { asks: [] } }])
  })
})

test('trades are those of YES, of whoever took', () => {
  const { read } = speaking([topic('trades', 'A')])
  const msg = {
    trade_id: 't',
    market_ticker: 'A',
    yes_price_dollars: '0.360',
    no_price_dollars: '0.640',
    count_fp: '136.00',
    taker_side: 'no',
    ts: 1669149841,
  }
  const trade = { id: 't', timestamp: 1_669_149_841_000, price: 0.36, amount: 136, side: 'sell' }
  expect(read({ type: 'trade', sid: 11, msg })).toEqual([{ kind: 'trades', key: 'A', trades: [trade] }])
  const finer = { ...msg, ts: '2022-11-22T20:44:01.5Z', ts_ms: 1_669_149_841_500 }
  expect(read({ type: 'trade', sid: 11, msg: finer })).toMatchObject([
    { trades: [{ ...trade, timestamp: 1_669_149_841_500 }] },
  ])
})

test.each([
  { type: 'orderbook_delta', sid: 1, seq: 1, msg: { market_ticker: 'A', price_dollars: '0.5', side: 'yes' } },
  { type: 'orderbook_snapshot', sid: 1, seq: 1, msg: { yes_dollars_fp: [] } },
  { type: 'trade', sid: 1, msg: { trade_id: 't', market_ticker: 'A', yes_price_dollars: '0.5', ts: 1 } },
  {
    type: 'trade',
    sid: 1,
    msg: { trade_id: 't', market_ticker: 'A', yes_price_dollars: '0.5', count_fp: 1 },
  },
])('what cannot be read is an error, and no guess: %j', (frame) => {
  expectNoGuess(() => speaking([]).read(frame))
})

describe('AsyncAPI 2.0.0', () => {
  test('has errors that are counted with the frames of their subscription', () => {
    const { read } = speaking([topic('book', 'A')])
    read({
      id: 1,
      type: 'subscribed',
      sending_ts_ms: 1_795_818_000_000,
      msg: { channel: 'orderbook_delta', sid: 2 },
    })
    read({ ...snapshot('A', 8), sid: 2 })
    const error = { code: 14, msg: 'Market Ticker required' }
    const heard = read({ id: 3, type: 'error', sending_ts_ms: 1_795_818_000_123, sid: 2, seq: 9, msg: error })
    expect(heard).toMatchObject([{ kind: 'failed', error: { detail: { upstreamCode: 14 } } }])
    expect(read({ ...delta('A', 10, '0.6100', '1.00', 'yes'), sid: 2 }).map(({ kind }) => kind)).toEqual([
      'changes',
    ])
  })

  test.each([10, 18, 23, 24, 25, 28])('code %i begins the connection anew and is named', (code) => {
    const { read } = speaking([topic('book', 'A')])
    expect(read({ type: 'error', msg: { code } })).toMatchObject([
      {
        kind: 'failed',
        error: { code: 'EXCHANGE_NOT_AVAILABLE', message: expect.stringContaining(`${code}`) },
      },
    ])
  })

  test('is silent of a ticker that it does not know', () => {
    expect(source.isSilentOfUnknown).toBe(true)
    const { read, speech } = speaking([topic('book', 'GONE')])
    expect(read({ id: 1, type: 'subscribed', msg: { channel: 'orderbook_delta', sid: 1 } })).toEqual([])
    expect(parsed(speech.again?.([topic('book', 'GONE')]) ?? [])).toMatchObject([
      { params: { action: 'get_snapshot', market_tickers: ['GONE'] } },
    ])
  })

  test.runIf(haveSamples)('is read as its examples are', () => {
    const { errors, ...frames } = recorded('drift-documented-ws-2.0.json') as Record<string, object> & {
      readonly errors: readonly object[]
    }
    const kindsOf = (name: string) => {
      const { read } = speaking([topic('book', 'FED-23DEC-T3.00'), topic('trades', 'HIGHNY-22DEC23-B53.5')])
      return ofAll(read(frames[name]))
    }
    expect(Object.fromEntries(Object.keys(frames).map((name) => [name, kindsOf(name)]))).toEqual({
      subscribed: [],
      ok: [],
      orderbook_snapshot: ['book'],
      orderbook_delta: ['changes'],
      trade: ['trades'],
      ticker: [],
    })
    for (const error of errors) expect(ofAll(speaking([]).read(error))).toEqual(['failed'])
    const [trade] = speaking([]).read(frames['trade'])
    expect(trade).toMatchObject({
      trades: [{ timestamp: 1_669_149_841_000, price: 0.36, amount: 136, side: 'sell' }],
    })
  })
})
