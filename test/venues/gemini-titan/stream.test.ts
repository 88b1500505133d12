import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLevelBook } from '../../../src/streams/books/price-levels.js'
import { noSecrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { StreamTopic } from '../../../src/venue-kit/contract/stream-source.js'
import { streamSource } from '../../../src/venues/gemini-titan/stream.js'
import { expectNoGuess, expectOnlyErrors } from '../../streams/support/played-socket.js'

const SYMBOL = 'GEMI-PRES2028-VANCE'
const topic = (kind: 'book' | 'trades', key: string): StreamTopic<undefined> => ({
  kind,
  key,
  facts: undefined,
})

type Row = readonly [price: string, size: string]

/** In the form that was recorded in September 2026: `E` beyond what a double holds, the symbol in small letters. */
function depth(
  U: number | string,
  u: number | string,
  b: readonly Row[],
  a: readonly Row[],
  s = SYMBOL.toLowerCase(),
) {
  return `{"e":"depthUpdate","E":1789505894447220874,"s":"${s}","U":${U},"u":${u},"b":${JSON.stringify(b)},"a":${JSON.stringify(a)}}`
}

const FIRST = 1_764_527_605_192_323
const whole = depth(
  FIRST,
  FIRST,
  [
    ['0.2600', '5000.000'],
    ['0.2500', '2000.000'],
  ],
  [['0.2800', '3200.000']],
)

function speaking(...added: StreamTopic<undefined>[]) {
  const speech = streamSource.speak()
  const frames = speech.change({ added, removed: [], allTopics: added })
  return {
    speech,
    said: frames.map((frame) => JSON.parse(frame) as unknown),
    read: (frame: string) => speech.read(frame, 0),
  }
}
const book = () => speaking(topic('book', SYMBOL))

describe('the opening', () => {
  test('asks for whole books and needs no key', async () => {
    expect(await streamSource.handshake(noSecrets, 0)).toEqual({ path: '', query: [['snapshot', '-1']] })
    expect(streamSource.needs).toBeUndefined()
  })

  test('NO is the other side of the one book; what is settled is not on the socket', () => {
    const place = (side: 'yes' | 'no', isSettled = false) =>
      streamSource.place({ outcomeId: 'x', facts: { symbol: SYMBOL, side, isSettled } })
    expect(place('yes')).toEqual({ key: SYMBOL, mirrored: false, facts: undefined })
    expect(place('no')).toMatchObject({ key: SYMBOL, mirrored: true })
    expect(place('yes', true)).toBeUndefined()
  })
})

describe('commands', () => {
  test('name a stream for the book and one for the trades, all of a turn together', () => {
    const { said, speech } = speaking(topic('book', SYMBOL), topic('trades', SYMBOL))
    const params = [`${SYMBOL}@depth@100ms`, `${SYMBOL}@trade`]
    expect(said).toEqual([{ id: '1', method: 'subscribe', params }])
    const removed = [topic('book', SYMBOL), topic('book', 'GEMI-NEVER-ASKED')]
    const later = speech.change({ added: [topic('book', 'GEMI-X-UP')], removed, allTopics: [] })
    expect(later.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      { id: '2', method: 'unsubscribe', params: [`${SYMBOL}@depth@100ms`] },
      { id: '3', method: 'subscribe', params: ['GEMI-X-UP@depth@100ms'] },
    ])
  })

  test('that are refused are said again for each stream, and what is unknown by itself is polled', () => {
    const { read } = speaking(topic('book', 'GEMI-A-UP'), topic('trades', 'GEMI-NOPE-UP'))
    const refused = (id: string) =>
      `{"id":"${id}","status":400,"error":{"code":-1013,"msg":"Invalid stream name: GEMI-NOPE-UP@trade"}}`
    const [again] = read(refused('1'))
    expect(again?.kind === 'send' && again.frames.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      { id: '2', method: 'subscribe', params: ['GEMI-A-UP@depth@100ms'] },
      { id: '3', method: 'subscribe', params: ['GEMI-NOPE-UP@trade'] },
    ])
    expect(read('{"id":"2","status":200}')).toEqual([])
    expect(read(refused('3'))).toMatchObject([
      {
        kind: 'refused',
        isPolled: true,
        topics: [{ kind: 'trades', key: 'GEMI-NOPE-UP' }],
        error: { code: 'NOT_FOUND', message: expect.stringContaining('Invalid stream name') },
      },
    ])
    // The answer is used up, and that to a ping is nobody's.
    expect([read(refused('3')), read('{"id":"ping","status":200,"result":{}}')]).toEqual([[], []])
  })

  test('that are refused are not said again for what nobody wants any more', () => {
    const [a, nope] = [topic('book', 'GEMI-A-UP'), topic('trades', 'GEMI-NOPE-UP')]
    const { speech, read } = speaking(a, nope)
    speech.change({ added: [], removed: [a], allTopics: [nope] })
    const [again] = read('{"id":"1","status":400,"error":{"code":-1013,"msg":"Invalid stream name"}}')
    expect(again?.kind === 'send' && again.frames.map((frame) => JSON.parse(frame) as unknown)).toEqual([
      { id: '3', method: 'subscribe', params: ['GEMI-NOPE-UP@trade'] },
    ])
  })

  test.each([429, 503])('are tried on another connection where the venue cannot now: %i', (status) => {
    const [message] = book().read(`{"id":1,"status":${status},"error":{"code":-1,"msg":"later"}}`)
    expect(message).toMatchObject({ kind: 'failed', error: { code: 'EXCHANGE_NOT_AVAILABLE' } })
    expect(message).not.toHaveProperty('isFinal')
  })
})

describe('a book', () => {
  test('begins with a whole one, and takes new totals from then on', () => {
    const { read } = book()
    expect(read(whole)).toEqual([
      {
        kind: 'book',
        key: SYMBOL,
        at: 1_789_505_894_447,
        levels: {
          bids: [
            [0.26, 5000],
            [0.25, 2000],
          ],
          asks: [[0.28, 3200]],
        },
      },
    ])
    expect(read(depth(FIRST, FIRST + 363, [['0.2600', '0.000']], [['0.2700', '1.047']]))).toEqual([
      {
        kind: 'changes',
        key: SYMBOL,
        at: 1_789_505_894_447,
        changes: [
          { side: 'bid', price: 0.26, size: 0 },
          { side: 'ask', price: 0.27, size: 1.047 },
        ],
      },
    ])
  })

  test('knows what it has already had, and takes what begins before and ends behind', () => {
    const { read } = book()
    read(whole)
    expect(read(whole)).toEqual([])
    expect(read(depth(FIRST - 9, FIRST - 1, [['0.01', '1']], []))).toEqual([])
    expect(read(depth(FIRST - 9, FIRST + 5, [['0.01', '1']], []))).toMatchObject([{ kind: 'changes' }])
  })

  test('is in doubt where a number is missing, says so once, and believes nothing more of this connection', () => {
    const { read } = book()
    read(whole)
    expect(read(depth(FIRST + 2, FIRST + 9, [], [['0.3', '1']]))).toMatchObject([
      { kind: 'gap', keys: [SYMBOL] },
    ])
    expect(read(depth(FIRST + 9, FIRST + 10, [], [['0.3', '1']]))).toEqual([])
    expect(read(depth(FIRST + 20, FIRST + 20, [['0.9', '1']], []))).toEqual([])
  })

  test('of frames that were seen to overlap misses even one number', () => {
    const next = book()
    next.read(whole)
    // As the venue's own client counts.
    expect(next.read(depth(FIRST + 1, FIRST + 4, [], [['0.3', '1']]))).toMatchObject([{ kind: 'changes' }])
    const recorded = book()
    recorded.read(whole)
    recorded.read(depth(FIRST, FIRST + 4, [], [['0.3', '1']]))
    expect(recorded.read(depth(FIRST + 5, FIRST + 6, [], [['0.3', '2']]))).toMatchObject([{ kind: 'gap' }])
  })

  test('that begins with a change is none, and is read: another connection would bring the same', () => {
    const { read } = book()
    expect(read(depth(FIRST, FIRST + 1, [['0.26', '1']], []))).toMatchObject([
      { kind: 'refused', isPolled: true, topics: [{ kind: 'book', key: SYMBOL }] },
    ])
    expect(read(whole)).toEqual([])
  })

  test('of which a frame could not be read is not begun by the next one', () => {
    const { read } = book()
    expect(read(depth(FIRST, FIRST, [['1.26', '1']], []))).toMatchObject([{ kind: 'gap', isUnread: true }])
    expect(read(depth(FIRST + 1, FIRST + 1, [['0.26', '1']], []))).toEqual([])
  })

  test('that is dropped and taken again begins anew once the venue has let it go: what is on the way is of the old one', () => {
    const { read, speech } = book()
    read(whole)
    const own = topic('book', SYMBOL)
    const said = (frames: readonly string[]) => frames.map((frame) => JSON.parse(frame) as unknown)
    const params = [`${SYMBOL}@depth@100ms`]
    const leave = speech.change({ added: [], removed: [own], allTopics: [] })
    expect(said(leave)).toEqual([{ id: '2', method: 'unsubscribe', params }])
    expect(speech.change({ added: [own], removed: [], allTopics: [own] })).toEqual([])
    // As the venue's own client counts, the second looks like a whole book.
    expect(read(depth(FIRST, FIRST + 1, [['0.26', '1']], []))).toEqual([])
    expect(read(depth(FIRST + 2, FIRST + 2, [['0.25', '7']], []))).toEqual([])
    const [next] = read('{"id":"2","status":200}')
    expect(next?.kind === 'send' && said(next.frames)).toEqual([{ id: '3', method: 'subscribe', params }])
    expect(read(depth(FIRST + 9, FIRST + 9, [['0.26', '4']], []))).toMatchObject([
      { kind: 'book', levels: { bids: [[0.26, 4]], asks: [] } },
    ])
  })

  test('that waits for an answer which does not come lets itself be asked for once more', () => {
    const { speech } = book()
    const own = topic('book', SYMBOL)
    speech.change({ added: [], removed: [own], allTopics: [] })
    speech.change({ added: [own], removed: [], allTopics: [own] })
    const [leave = ''] = speech.change({ added: [], removed: [own], allTopics: [] })
    expect(JSON.parse(leave)).toMatchObject({ id: '3', method: 'unsubscribe' })
    expect(speech.change({ added: [own], removed: [], allTopics: [own] })).toEqual([])
    expect(speech.read('{"id":"3","status":200}', 0)).toMatchObject([{ kind: 'send' }])
  })

  test('has numbers beyond what a double holds', () => {
    const { read } = book()
    read(depth('9007199254740993', '9007199254740993', [['0.26', '1']], []))
    expect(read(depth('9007199254740992', '9007199254740993', [['0.26', '2']], []))).toEqual([])
    expect(read(depth('9007199254740993', '9007199254740994', [['0.26', '3']], []))).toMatchObject([
      { kind: 'changes' },
    ])
  })

  test('that nobody asked for, or no longer, is let by', () => {
    const { read, speech } = book()
    expect(read(depth(5, 5, [], [], 'gemi-other-up'))).toEqual([])
    speech.change({ added: [], removed: [topic('book', SYMBOL)], allTopics: [] })
    expect(read(whole)).toEqual([])
  })

  test('is after any changes what they lead to', () => {
    const price = fc.integer({ min: 1, max: 99 }).map((cents) => (cents / 100).toFixed(2))
    const total = fc.integer({ min: 0, max: 900 }).map(String)
    const rows = fc.uniqueArray(fc.tuple(price, total), { maxLength: 6, selector: ([at]) => at })
    const frames = fc.array(fc.tuple(rows, rows), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(frames, (told) => {
        const { read } = book()
        const levels = createLevelBook()
        const messages = told.flatMap(([b, a], index) =>
          read(depth(FIRST + Math.max(0, index - 1) * 7, FIRST + index * 7, b, a)),
        )
        for (const message of messages) {
          if (message.kind === 'book') levels.replace(message.levels)
          else if (message.kind === 'changes') levels.apply(message.changes)
        }
        const { bids, asks } = levels.levels()
        expect(bids.map(({ price: at, size }) => [at, size])).toEqual(
          lastTotals(told.flatMap(([b]) => b)).reverse(),
        )
        expect(asks.map(({ price: at, size }) => [at, size])).toEqual(lastTotals(told.flatMap(([, a]) => a)))
      }),
    )
  })
})

/** Levels that are left, by price. */
function lastTotals(rows: readonly Row[]): (readonly [price: number, size: number])[] {
  return [...new Map(rows.map(([at, size]) => [Number(at), Number(size)] as const))]
    .filter(([, size]) => size > 0)
    .sort(([x], [y]) => x - y)
}

describe('trades', () => {
  const trade = (rest: string) =>
    `{"E":1751508438600117161,"s":"GEMI-PRES2028-VANCE","t":1893456011072804,"p":"0.26","q":"10"${rest}}`

  test('are of YES and of whoever took: the maker bought, so he sold', () => {
    const { read } = speaking(topic('trades', SYMBOL))
    const told = { id: '1893456011072804', timestamp: 1_751_508_438_600, price: 0.26, amount: 10 }
    expect(read(trade(',"m":true'))).toEqual([
      { kind: 'trades', key: SYMBOL, trades: [{ ...told, side: 'sell' }] },
    ])
    expect(read(trade(',"m":false,"e":"trade"'))).toEqual([
      { kind: 'trades', key: SYMBOL, trades: [{ ...told, side: 'buy' }] },
    ])
  })

  test('that nobody asked for are let by', () => {
    expect(book().read(trade(',"m":true'))).toEqual([])
  })
})

describe('frames', () => {
  test.each([
    // As documented (developer.gemini.com, prediction markets, streams).
    '{"u":1751505576085,"E":1751508438600117161,"s":"GEMI-PRES2028-VANCE","b":"0.26","B":"5000","a":"0.28","A":"3200"}',
    '{"lastUpdateId":12345678,"bids":[["0.26","5000"],["0.25","2000"]],"asks":[["0.28","3200"],["0.29","1500"]]}',
    '{"e":"contractStatus","E":1700000000000,"s":"GEMI-PRES2028-VANCE","o":"active","n":"settled"}',
  ])('of other streams say nothing: a cut book is never shown as a whole one', (frame) => {
    expect(speaking(topic('book', SYMBOL), topic('trades', SYMBOL)).read(frame)).toEqual([])
  })

  test.each([
    depth(FIRST, FIRST, [['1.26', '1']], []),
    depth(FIRST, FIRST, [['0.26', '-1']], []),
    whole.replace('"a":', '"asks":'),
    whole.replace('1789505894447220874', '17895058944'),
    whole.replace('1789505894447220874', 'null'),
    whole.replace(`"U":${FIRST}`, '"U":1.5'),
    '{"e":"depthUpdate","asset',
    'null',
    '{"s":"GEMI-PRES2028-VANCE","t":1,"p":"0.5","q":"1","m":true}',
    '{"E":1751508438600117161,"s":"GEMI-PRES2028-VANCE","t":1,"p":"0.5","q":"0","m":true}',
  ])('that cannot be read are errors, and no guesses: %s', (frame) => {
    expectNoGuess(() => speaking(topic('book', SYMBOL), topic('trades', SYMBOL)).read(frame))
  })

  test('of any kind only ever throw', () => {
    const { read } = speaking(topic('book', SYMBOL), topic('trades', SYMBOL))
    expectOnlyErrors(read)
  })
})
