import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLevelBook } from '../../../src/streams/books/price-levels.js'
import type { StreamTopic } from '../../../src/venue-kit/contract/stream-source.js'
import { type BookChannel, streamSource } from '../../../src/venues/myriad/stream.js'
import { expectNoGuess } from '../../streams/support/played-socket.js'
import { facts } from './order-payloads.js'

const AT = 1_795_000_000_123
const topic = (number: number, outcome: number): StreamTopic<BookChannel> => ({
  kind: 'book',
  key: `56:ob${number}:${outcome}`,
  facts: { channel: `orderbook:56:${number}`, outcome },
})
const yes = topic(827, 0)
const no = topic(827, 1)
const other = topic(828, 0)
type Topics = readonly StreamTopic<BookChannel>[]

function speaking(added: Topics = []) {
  const speech = streamSource.speak()
  const say = (more: Topics, removed: Topics = []) =>
    speech.change({ added: more, removed, allTopics: [] }).map((frame): unknown => JSON.parse(frame))
  const frames = say(added)
  const read = (...lines: readonly unknown[]) =>
    speech.read(lines.map((line) => JSON.stringify(line)).join('\n'), AT)
  return { speech, say, frames, read }
}
const wei = (text: string): string => String(BigInt(text.replace('.', '')))
const change = (outcome: number, side: 'bid' | 'ask', price: string, amount: string) => ({
  outcome,
  side,
  price: wei(`${price}${'0'.repeat(16)}`),
  amount: wei(`${amount}${'0'.repeat(18)}`),
})
const publication = (changes: readonly unknown[], channel = 'orderbook:56:827') => ({
  push: { channel, pub: { data: { networkId: 56, marketId: 827, ts: AT, changes } } },
})

describe('what is said', () => {
  test('a greeting, then a subscription for each market, whichever of its outcomes are watched', () => {
    const { speech, frames, say } = speaking([yes])
    expect(speech.greet?.()).toEqual([JSON.stringify({ connect: { name: 'pmx-local' }, id: 1 })])
    expect(frames).toEqual([{ subscribe: { channel: 'orderbook:56:827' }, id: 2 }])
    expect(say([no])).toEqual([])
    expect(say([other], [yes])).toEqual([{ subscribe: { channel: 'orderbook:56:828' }, id: 3 }])
    expect(say([], [no])).toEqual([{ unsubscribe: { channel: 'orderbook:56:827' }, id: 4 }])
    expect(say([yes])).toEqual([{ subscribe: { channel: 'orderbook:56:827' }, id: 5 }])
  })

  test('the venue’s ping is answered', () => {
    expect(speaking().read({})).toEqual([{ kind: 'send', frames: ['{}'] }])
  })

  test('outcomes of the order book have a place, those of pools and synthetic ones none', () => {
    const located = (over: Partial<typeof facts>) => ({
      outcomeId: '56:ob827:0',
      facts: { ...facts, ...over },
    })
    expect(streamSource.place(located({}))).toEqual({ key: yes.key, mirrored: false, facts: yes.facts })
    expect(streamSource.place(located({ ref: { ...facts.ref, model: 'amm' } }))).toBeUndefined()
    expect(streamSource.place(located({ place: { index: 0, isNegative: true } }))).toBeUndefined()
  })
})

describe('what is heard', () => {
  test('several things in one frame, in their order', () => {
    const { read } = speaking([yes, no])
    const lines = [
      { id: 1, connect: { client: 'c', ping: 25, pong: true } },
      {},
      publication([
        change(0, 'bid', '0.61', '12'),
        change(1, 'ask', '0.40', '0'),
        change(0, 'ask', '0.63', '3'),
      ]),
    ]
    expect(read(...lines)).toEqual([
      { kind: 'ready' },
      { kind: 'send', frames: ['{}'] },
      {
        kind: 'changes',
        key: yes.key,
        at: AT,
        changes: [
          { side: 'bid', price: 0.61, size: 12 },
          { side: 'ask', price: 0.63, size: 3 },
        ],
      },
      { kind: 'changes', key: no.key, at: AT, changes: [{ side: 'ask', price: 0.4, size: 0 }] },
    ])
  })

  test('books that were read before the subscription stood are read again', () => {
    const { read } = speaking([yes, no, other])
    expect(read({ id: 2, subscribe: {} })).toEqual([
      { kind: 'changed', key: yes.key },
      { kind: 'changed', key: no.key },
    ])
    expect(read({ id: 9, subscribe: {} })).toEqual([])
  })

  test('what nobody watches any more, and other channels, say nothing', () => {
    const { read, say } = speaking([yes])
    expect(read(publication([change(1, 'bid', '0.61', '1')]))).toEqual([])
    say([], [yes])
    expect(read(publication([change(0, 'bid', '0.61', '1')]))).toEqual([])
    expect(read({ push: { channel: 'prices:56:827', pub: { data: { last: 1 } } } })).toEqual([])
    expect(read({ id: 3, unsubscribe: {} })).toEqual([])
  })

  test.each([
    [{ id: 1, error: { code: 103, message: 'permission denied' } }, true],
    [{ id: 1, error: { code: 100, message: 'internal server error', temporary: true } }, undefined],
    [{ id: 2, error: { code: 100, message: 'internal server error', temporary: true } }, undefined],
    [{ push: { disconnect: { code: 3000, reason: 'shutdown' } } }, undefined],
  ])('the socket cannot go on: %j', (frame, isFinal) => {
    const [message] = speaking([yes]).read(frame)
    expect(message).toMatchObject({ kind: 'failed', error: { code: 'EXCHANGE_NOT_AVAILABLE' } })
    expect(Reflect.get(Object(message), 'isFinal')).toBe(isFinal)
  })

  test('that what nobody wants cannot be unsubscribed is no failure', () => {
    const { say, read } = speaking([yes, other])
    expect(say([], [yes])).toMatchObject([{ unsubscribe: { channel: 'orderbook:56:827' }, id: 4 }])
    expect(read({ id: 4, error: { code: 103, message: 'permission denied' } })).toEqual([])
  })

  test.each([
    { id: 2, error: { code: 102, message: 'unknown channel' } },
    { push: { channel: 'orderbook:56:827', unsubscribe: { code: 2500, reason: 'x' } } },
  ])('a channel that is not to be had is polled, and the others stay: %j', (frame) => {
    expect(speaking([yes, no, other]).read(frame)).toMatchObject([
      {
        kind: 'refused',
        isPolled: true,
        topics: [yes, no].map(({ kind, key }) => ({ kind, key })),
        error: { code: 'EXCHANGE_NOT_AVAILABLE' },
      },
    ])
  })

  test.each([
    'orderbook',
    JSON.stringify(publication([{ ...change(0, 'bid', '0.61', '1'), amount: 1e18 }])),
    JSON.stringify(publication([{ ...change(0, 'bid', '0.61', '1'), side: 'BID' }])),
    JSON.stringify(publication([{ ...change(0, 'bid', '0.61', '1'), price: wei('1.01') }])).replace(
      '101',
      `101${'0'.repeat(16)}`,
    ),
    JSON.stringify({ push: { channel: 'orderbook:56:827', pub: { data: { changes: [] } } } }),
    '[]',
  ])('a frame that cannot be read is no change: %s', (frame) => {
    expectNoGuess(() => speaking([yes]).speech.read(frame, AT))
  })

  test('changes one after the other give the book that they lead to', () => {
    const level = fc.record({
      outcome: fc.constantFrom(0, 1),
      side: fc.constantFrom('bid' as const, 'ask' as const),
      // Bids below asks: what is crossed is another matter.
      tick: fc.integer({ min: 1, max: 49 }),
      shares: fc.integer({ min: 0, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(fc.array(level, { maxLength: 6 }), { maxLength: 12 }), (frames) => {
        const { read } = speaking([yes])
        const kept = createLevelBook()
        kept.replace({ bids: [], asks: [] })
        const truth = { bid: new Map<number, number>(), ask: new Map<number, number>() }
        for (const rows of frames) {
          const changes = rows.map(({ outcome, side, tick, shares }) => {
            const cents = side === 'bid' ? tick : 50 + tick
            if (outcome === 0) truth[side].set(cents / 100, shares)
            return { outcome, side, price: `${cents}${'0'.repeat(16)}`, amount: `${shares}${'0'.repeat(18)}` }
          })
          for (const message of read(publication(changes)))
            if (message.kind === 'changes') kept.apply(message.changes)
        }
        const levels = (side: 'bid' | 'ask') =>
          [...truth[side]]
            .filter(([, size]) => size > 0)
            .map(([price, size]) => ({ price, size }))
            .sort((a, b) => (side === 'bid' ? b.price - a.price : a.price - b.price))
        expect(kept.levels()).toEqual({ bids: levels('bid'), asks: levels('ask') })
      }),
      { numRuns: 60 },
    )
  })
})
