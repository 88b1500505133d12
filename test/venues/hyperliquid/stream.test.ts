import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { StreamTopic } from '../../../src/venue-kit/contract/stream-source.js'
import { streamSource } from '../../../src/venues/hyperliquid/stream.js'
import { expectNoGuess } from '../../streams/support/played-socket.js'

const COIN = '#75440'
const topic = (kind: 'book' | 'trades', key = COIN): StreamTopic<undefined> => ({
  kind,
  key,
  facts: undefined,
})

function speaking(...added: StreamTopic<undefined>[]) {
  const speech = streamSource.speak()
  const said = speech.change({ added, removed: [], allTopics: added })
  return {
    speech,
    said: said.map((frame) => JSON.parse(frame) as unknown),
    read: (message: unknown) => speech.read(JSON.stringify(message), 0),
  }
}

/** As recorded in October 2026, with fewer levels. */
const book = (overrides: object = {}) => ({
  channel: 'l2Book',
  data: {
    coin: COIN,
    time: 1_790_965_645_857,
    levels: [
      [
        { px: '0.0587', sz: '2299.0', n: 1 },
        { px: '0.05869', sz: '1685.0', n: 1 },
      ],
      [{ px: '0.0699', sz: '13.0', n: 1 }],
    ],
    ...overrides,
  },
})
const trade = (tid: number, time: number, overrides: object = {}) => ({
  coin: COIN,
  side: 'B',
  px: '0.08099',
  sz: '3321.0',
  time,
  hash: '0x19a8850d7f58aad41b220445b1f4b30203d600f31a5bc9a6bd7130603e5c84be',
  tid,
  users: ['0xb13cec4f6b61e0e5e46eec8aab608e74b276a665', '0x25773676902085225ae5751075e4161369334897'],
  ...overrides,
})
const T = 1_790_964_614_373
const trades = (...data: unknown[]) => ({ channel: 'trades', data })

describe('what is said', () => {
  test('is a message for each topic, as the venue’s own site says it, and the same to end it', () => {
    const { said, speech } = speaking(topic('book'), topic('trades'))
    const subscriptions = [
      { type: 'l2Book', coin: COIN, nSigFigs: null },
      { type: 'trades', coin: COIN },
    ]
    expect(said).toEqual(subscriptions.map((subscription) => ({ method: 'subscribe', subscription })))
    const removed = [topic('book'), topic('trades')]
    const ended = speech
      .change({ added: [], removed, allTopics: [] })
      .map((frame) => JSON.parse(frame) as unknown)
    expect(ended).toEqual(subscriptions.map((subscription) => ({ method: 'unsubscribe', subscription })))
  })

  test('is open to anybody, pinged well within the minute after which the venue leaves who is silent', () => {
    expect(streamSource.needs).toBeUndefined()
    expect(streamSource.handshake(noSecrets, 0)).toEqual({ path: '/ws' })
    expect(streamSource.pulse.ping).toEqual({ text: '{"method":"ping"}', everyMs: 20_000 })
  })

  test('stays below the messages of a minute that the venue takes, however much is changed', () => {
    const { topicsAFrame, frameEveryMs = 0 } = streamSource.limits
    expect((2 * topicsAFrame * 60_000) / frameEveryMs).toBeLessThan(2_000 * 0.75)
  })

  test('names the coin of each side for itself, and of what is settled none', () => {
    const at = (side: number, isSettled: boolean) =>
      streamSource.place({ outcomeId: '', facts: { ref: { outcome: 7544, side }, isSettled } })
    expect([at(0, false), at(1, false)]).toEqual([
      { key: '#75440', mirrored: false, facts: undefined },
      { key: '#75441', mirrored: false, facts: undefined },
    ])
    expect(at(0, true)).toBeUndefined()
  })
})

describe('what is heard', () => {
  test('books, whole, with the time of the venue, which tells old from new', () => {
    expect(speaking(topic('book')).read(book())).toEqual([
      {
        kind: 'book',
        key: COIN,
        levels: {
          bids: [
            [0.0587, 2299],
            [0.05869, 1685],
          ],
          asks: [[0.0699, 13]],
        },
        at: 1_790_965_645_857,
        version: 1_790_965_645_857,
        facts: { coin: COIN },
      },
    ])
  })

  test('trades, oldest first; the first ones since a subscription may be of before it', () => {
    const { speech, read } = speaking(topic('trades'))
    const shown = { id: '1', timestamp: T, price: 0.08099, amount: 3321, side: 'buy' }
    expect(read(trades(trade(2, T + 5, { side: 'A' }), trade(1, T)))).toEqual([
      {
        kind: 'trades',
        key: COIN,
        trades: [shown, { ...shown, id: '2', timestamp: T + 5, side: 'sell' }],
        mayBePast: true,
      },
    ])
    expect(read(trades(trade(3, T + 9)))[0]).not.toHaveProperty('mayBePast')
    speech.change({ added: [], removed: [topic('trades')], allTopics: [] })
    expect(read(trades(trade(4, T + 10)))[0]).not.toHaveProperty('mayBePast')
    speech.change({ added: [topic('trades')], removed: [], allTopics: [topic('trades')] })
    expect(read(trades(trade(5, T + 11)))[0]).toHaveProperty('mayBePast', true)
  })

  test('trades of a coin that was dropped and taken again may be past ones until its subscription is answered', () => {
    const { speech, read } = speaking(topic('trades'))
    const isPast = (id: number) => 'mayBePast' in Object(read(trades(trade(id, T + id)))[0])
    const answer = (method: string, type = 'trades') => ({
      channel: 'subscriptionResponse',
      data: { method, subscription: { type, coin: COIN } },
    })
    read(answer('subscribe'))
    expect([isPast(1), isPast(2)]).toEqual([true, false])
    speech.change({ added: [], removed: [topic('trades')], allTopics: [] })
    speech.change({ added: [topic('trades')], removed: [], allTopics: [topic('trades')] })
    // On its way since before.
    expect(isPast(3)).toBe(true)
    for (const other of [answer('unsubscribe'), answer('subscribe', 'l2Book')]) read(other)
    expect(isPast(4)).toBe(true)
    read(answer('subscribe'))
    expect([isPast(5), isPast(6)]).toEqual([true, false])
  })

  test('trades whole, whatever order they come in', () => {
    const row = fc.record({ tid: fc.integer({ min: 1 }), time: fc.integer({ min: T, max: T + 99 }) })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const [message] = speaking().read(trades(...rows.map(({ tid, time }) => trade(tid, time))))
        if (message?.kind !== 'trades') throw new Error('no trades')
        const times = message.trades.map(({ timestamp }) => timestamp)
        expect(times).toEqual(rows.map(({ time }) => time).sort((a, b) => a - b))
        expect(message.trades.map(({ id }) => id).sort()).toEqual(rows.map(({ tid }) => String(tid)).sort())
      }),
    )
  })

  test('an error that repeats a subscription is of its topic, any other of the connection', () => {
    const { read } = speaking(topic('book'))
    const error = (data: string) => read({ channel: 'error', data })
    const said = '{"type":"l2Book","coin":"#75440","nSigFigs":null}'
    const refused = [{ kind: 'refused', topics: [{ kind: 'book', key: COIN }] }]
    expect(error(`Invalid subscription: ${said}`)).toMatchObject(refused)
    expect(error(`Too many: {"method":"subscribe","subscription":${said}}`)).toMatchObject(refused)
    for (const words of [
      'Cannot go on',
      'Error parsing JSON: {"a"',
      'Invalid subscription: {"type":"bbo","coin":"#1"}',
    ])
      expect(error(words)).toMatchObject([{ kind: 'failed', error: { code: 'EXCHANGE_NOT_AVAILABLE' } }])
    expect(error(`Already subscribed: ${said}`)).toEqual([])
    expect(error(`Already unsubscribed: ${said}`)).toEqual([])
  })

  test('nothing of pongs, acknowledgements and what is not read', () => {
    const { read } = speaking()
    const subscription = { type: 'l2Book', coin: COIN, nSigFigs: null, mantissa: null, fast: false }
    for (const message of [
      { channel: 'pong' },
      { channel: 'subscriptionResponse', data: { method: 'subscribe', subscription } },
      { channel: 'bbo', data: { coin: COIN, time: T, bbo: [null, null] } },
      trades(),
      trades(trade(1, T, { coin: 'BTC', px: '0.5' })),
    ])
      expect(read(message)).toEqual([])
  })

  test('nothing of the words that it may be greeted with', () => {
    expect(streamSource.speak().read('Websocket connection established.', 0)).toEqual([])
  })

  test.each([
    ['no JSON', '{"channel":"l2Book","data":'],
    ['no channel', '{"data":{}}'],
    ['a book without its time', JSON.stringify(book({ time: undefined }))],
    ['a price beyond 1', JSON.stringify(book({ levels: [[{ px: '1.5', sz: '1' }], []] }))],
    ['a trade without an id', JSON.stringify(trades(trade(1, T, { tid: undefined })))],
    ['trades of two coins', JSON.stringify(trades(trade(1, T), trade(2, T, { coin: '#75441' })))],
  ])('%s is an error, and no guess', (_what, frame) => {
    expectNoGuess(() => streamSource.speak().read(frame, 0))
  })
})
