import { describe, expect, test } from 'vitest'
import { createBatchWriter } from '../../../src/http/socket/batch-writer.js'
import { createOutbox } from '../../../src/http/socket/outbox.js'
import { createSocketCounts } from '../../../src/http/socket/socket-counters.js'
import type { SubscriptionUpdate } from '../../../src/http/socket/subscription-writer.js'
import { fakeClock } from '../../support/clock.js'

const book = (symbol: string, told: number): SubscriptionUpdate =>
  ({ kind: 'book', symbol, json: () => Buffer.from(JSON.stringify(told)) }) as unknown as SubscriptionUpdate

interface Frame {
  readonly id: string
  readonly symbol?: string
  readonly data: unknown
  readonly repeat?: true
}

function setUp() {
  const clock = fakeClock()
  const sent: Frame[] = []
  const pipe = {
    bufferedBytes: 0,
    left: (): void => undefined,
    send(parts: readonly Uint8Array[], left: () => void) {
      sent.push(JSON.parse(Buffer.concat(parts).toString()))
      pipe.left = left
    },
    refuse: (reason: string) => expect.fail(reason),
  }
  const teller = createBatchWriter(
    {
      kind: 'subscribe',
      id: 'one',
      source: { kind: 'venue', venue: 'kalshi', method: 'watchOrderBooks' },
      target: 'kalshi',
      method: 'watchOrderBooks',
      args: [],
      key: '[]',
      body: {},
    },
    '0',
    createOutbox(pipe, clock, createSocketCounts()),
    clock,
  )
  /** What is believed now. */
  const current: SubscriptionUpdate[] = []
  function start(symbols: readonly string[], known: readonly SubscriptionUpdate[] = []): void {
    current.push(...known)
    teller.start({ symbols, current: () => current, stop: () => undefined })
  }
  function change(symbol: string, told: number): void {
    const index = current.findIndex((one) => one.symbol === symbol)
    current.splice(index < 0 ? current.length : index, index < 0 ? 0 : 1, book(symbol, told))
    teller.update(book(symbol, told))
  }
  /** As an SDK hears it: frames of all books have no symbol. */
  const told = () =>
    sent
      .splice(0)
      .map(({ id, symbol = '*', data, repeat }) =>
        [id, symbol, JSON.stringify(data), ...(repeat ? ['again'] : [])].join(' '),
      )
  return { clock, pipe, teller, start, change, current, told }
}

describe('the first frame', () => {
  test('has all books and no symbol, at once where all are known', () => {
    const { start, told } = setUp()
    start(['a', 'b'], [book('a', 1), book('b', 2)])
    expect(told()).toEqual(['one * {"a":1,"b":2}'])
  })

  test('is that of a batch of one as well', () => {
    const { start, told } = setUp()
    start(['a'], [book('a', 1)])
    expect(told()).toEqual(['one * {"a":1}'])
  })

  test('waits for the last of them, and has the newest of each', () => {
    const { teller, start, change, told } = setUp()
    teller.update(book('b', 1))
    start(['a', 'b', 'c'])
    change('a', 1)
    change('a', 2)
    expect(told()).toEqual([])
    change('c', 1)
    expect(told()).toEqual(['one * {"b":1,"a":2,"c":1}'])
  })

  test('waits no longer than ten seconds; a book that comes later follows alone', async () => {
    const { clock, start, change, told } = setUp()
    start(['a', 'b'])
    change('a', 1)
    await clock.advance(9_999)
    expect(told()).toEqual([])
    await clock.advance(1)
    expect(told()).toEqual(['one * {"a":1}'])
    await clock.advance(500)
    change('b', 1)
    expect(told()).toEqual(['one b 1'])
  })

  test('is that with the first book where none came in time', async () => {
    const { clock, start, change, told } = setUp()
    start(['a', 'b'])
    await clock.advance(10_000)
    expect(told()).toEqual([])
    change('b', 1)
    expect(told()).toEqual(['one * {"b":1}'])
  })
})

describe('a change after it', () => {
  test('is a frame of that book, but none in the half second in which SDKs would take it for all', async () => {
    const { clock, start, change, told } = setUp()
    start(['a', 'b'], [book('a', 1), book('b', 1)])
    told()
    change('a', 2)
    change('a', 3)
    await clock.advance(499)
    expect(told()).toEqual([])
    await clock.advance(1)
    expect(told()).toEqual(['one a 3'])
    change('b', 2)
    expect(told()).toEqual(['one b 2'])
  })
})

describe('the same batch once more', () => {
  test('gets its first frame at once, of all books, where one has changed since the last such frame', async () => {
    const { clock, teller, start, change, told } = setUp()
    start(['a', 'b'], [book('a', 1), book('b', 1)])
    await clock.advance(500)
    change('a', 2)
    expect(told()).toEqual(['one * {"a":1,"b":1}', 'one a 2'])
    teller.renew('two')
    expect(told()).toEqual(['two * {"a":2,"b":1}'])
  })

  test('else with the next change', () => {
    const { teller, start, change, told } = setUp()
    start(['a', 'b'], [book('a', 1), book('b', 1)])
    told()
    teller.renew('two')
    expect(told()).toEqual([])
    change('b', 2)
    expect(told()).toEqual(['two * {"a":1,"b":2}'])
    expect(teller.ids()).toEqual(['two'])
  })

  test('leaves the first its first frame, if that waits for it still', () => {
    const { teller, start, change, told } = setUp()
    teller.renew('two')
    expect(teller.ids()).toEqual(['one', 'two'])
    start(['a', 'b'], [book('a', 1)])
    change('b', 1)
    expect(told()).toEqual(['one * {"a":1,"b":1}', 'two * {"a":1,"b":1}'])
    for (const id of ['three', 'four']) teller.renew(id)
    change('b', 2)
    expect(told()).toEqual(['three * {"a":1,"b":2}', 'four * {"a":1,"b":2}'])
  })

  test('drops frames of single books that still wait for the former id', async () => {
    const { clock, pipe, teller, start, change, told } = setUp()
    start(['a'], [book('a', 1)])
    await clock.advance(500)
    told()
    pipe.bufferedBytes = 1_000_000
    change('a', 2)
    teller.renew('two')
    change('a', 3)
    expect(told()).toEqual([])
    pipe.bufferedBytes = 0
    pipe.left()
    expect(told()).toEqual(['two * {"a":3}'])
  })
})

describe('a batch that is quiet for twenty seconds', () => {
  test('is told again whole, as it is known then, also to one that has had no frame yet', async () => {
    const { clock, teller, start, current, told } = setUp()
    start(['a', 'b'], [book('a', 1), book('b', 1)])
    await clock.advance(5_000)
    teller.renew('two')
    current.splice(0, 1, book('a', 11))
    told()
    await clock.advance(14_999)
    expect(told()).toEqual([])
    await clock.advance(1)
    expect(told()).toEqual(['two * {"a":11,"b":1} again'])
    await clock.advance(20_000)
    expect(told()).toHaveLength(1)
  })

  test('is not after its end', async () => {
    const { clock, teller, start, told } = setUp()
    start(['a'], [book('a', 1)])
    teller.stop()
    told()
    await clock.advance(60_000)
    expect(told()).toEqual([])
  })
})
