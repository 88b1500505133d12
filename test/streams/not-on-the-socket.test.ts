import { expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { silentLogger } from '../../src/observe/logger.js'
import type { SharedBook } from '../../src/streams/books/outcome-book.js'
import type { WatchTarget } from '../../src/streams/books/watch-target.js'
import { createStreamManager } from '../../src/streams/stream-manager.js'
import type { TradeUpdate } from '../../src/streams/watch/trade-updates.js'
import { noSecrets } from '../../src/venue-kit/contract/account-secrets.js'
import type { StreamMessage, StreamSource } from '../../src/venue-kit/contract/stream-source.js'
import { fakeClock, settle } from '../support/clock.js'
import { fakeSockets } from './support/fake-wire.js'

/** A venue whose frames are messages as they are. */
const source: StreamSource = {
  host: 'stream',
  brings: ['book', 'trades'],
  begins: 'pushed',
  limits: { topicsAConnection: 10, topicsAFrame: 10 },
  pulse: { ping: 'none', deadAfterMs: 1_000_000 },
  place: ({ outcomeId }) => ({ key: outcomeId, mirrored: false, facts: undefined }),
  handshake: () => ({ path: '' }),
  speak: () => ({
    change: ({ added, removed }) => [
      `+${added.map(({ kind, key }) => `${kind} ${key}`).join()} -${removed.map(({ key }) => key).join()}`,
    ],
    read: (frame) => [JSON.parse(frame) as StreamMessage],
  }),
}

/** @param isAway whether the venue answers no call */
function watching(isAway = () => false, more: Partial<StreamSource> = {}) {
  const clock = fakeClock()
  const wire = fakeSockets()
  const read: string[] = []
  const house = createStreamManager({
    clock,
    random: () => 0.5,
    log: silentLogger,
    readers: {
      closedAt: () => Promise.resolve(undefined),
      book(target) {
        read.push(`book ${target.located.outcomeId}`)
        if (isAway())
          return Promise.reject(new PmxError('NETWORK_ERROR', 'the venue is away', { retryable: true }))
        const timestamp = clock.now()
        return Promise.resolve({ bids: [{ price: 0.4, size: 1 }], asks: [], timestamp, datetime: '' })
      },
      trades(target) {
        read.push(`trades ${target.located.outcomeId}`)
        return Promise.resolve({ trades: [], isTooMany: false, cut: [] })
      },
    },
    openSocket: (_venue, _source, _secrets, events) => wire.open(events),
    ratePerSecond: () => 100,
  })
  const targetOf = (outcomeId: string) =>
    ({
      venue: { id: 'kalshi', stream: { ...source, ...more } },
      located: { outcomeId },
      secrets: noSecrets,
    }) as unknown as WatchTarget
  const told: string[] = []
  const listener = (name: string) => ({
    next: (item: SharedBook | TradeUpdate) =>
      told.push(`${name}: ${'trades' in item ? item.trades.length : item.number}`),
    ended: ({ message }: PmxError) => told.push(`${name} ended: ${message}`),
  })
  const hear = (message: object) => wire.last.events.text(JSON.stringify(message))
  return { clock, wire, house, read, told, hear, targetOf, listener }
}

const error = { message: 'no such market', code: 'NOT_FOUND' }

test('what the venue refuses on its socket alone is polled from then on, and the others stay on it', async () => {
  const { clock, wire, house, read, told, hear, targetOf, listener } = watching()
  const [a, b] = [targetOf('a'), targetOf('b')]
  const stops = [
    house.book(a, listener('a')).stop,
    house.book(b, listener('b')).stop,
    house.trades(a, listener('trades')).stop,
  ]
  await settle()
  wire.last.events.opened()
  await settle()
  expect(wire.last.sent).toEqual(['+book a,book b,trades a -'])
  hear({
    kind: 'refused',
    isPolled: true,
    topics: [
      { kind: 'book', key: 'a' },
      { kind: 'trades', key: 'a' },
    ],
    error,
  })
  await clock.advance(1)
  expect(read).toEqual(['book a', 'trades a'])
  expect(told).toEqual(['a: 1'])
  expect(house.status()).toEqual({ kalshi: { sockets: 1, topics: 1, polled: 2 } })
  await clock.advance(2_000)
  expect(read.length).toBeGreaterThan(4)

  // A connection that comes back does not ask for it again: else it would come both ways.
  wire.last.events.closed({ code: 1006, reason: 'gone' })
  await clock.advance(250)
  wire.last.events.opened()
  await settle()
  expect(wire.last.sent).toEqual(['+book b -'])
  for (const stop of stops) stop()
  await clock.advance(5_000)
  expect(house.status()).toEqual({})
  house.close()
})

test('what the venue does not have is told to who watches it', async () => {
  const { wire, house, told, hear, targetOf, listener } = watching()
  house.book(targetOf('a'), listener('a'))
  await settle()
  wire.last.events.opened()
  await settle()
  hear({ kind: 'refused', topics: [{ kind: 'book', key: 'a' }], error })
  expect(told).toEqual(['a ended: no such market'])
  house.close()
})

test('a key of which the socket is silent is polled for good, where that is how a venue says that it has none', async () => {
  const again: string[] = []
  const speak = () => ({
    ...source.speak(),
    again: (topics: readonly { readonly key: string }[]) => {
      again.push(...topics.map(({ key }) => key))
      return []
    },
  })
  const { clock, wire, house, read, told, hear, targetOf, listener } = watching(() => false, {
    isSilentOfUnknown: true,
    speak,
  })
  const stops = [
    house.book(targetOf('gone'), listener('gone')).stop,
    house.book(targetOf('b'), listener('b')).stop,
  ]
  await settle()
  wire.last.events.opened()
  await settle()
  const whole = { kind: 'book', key: 'b', levels: { bids: [[0.4, 1]], asks: [] }, at: 1 }
  hear(whole)
  await clock.advance(9_000)
  // Polled meanwhile, and asked for once more on the socket.
  expect([again, read.includes('book gone'), read.includes('book b')]).toEqual([[], true, false])
  expect(told).toEqual(['b: 1', 'gone: 1'])
  await clock.advance(11_000)
  expect(again).toEqual(['gone'])
  expect(house.status()).toEqual({ kalshi: { sockets: 1, topics: 1, polled: 1 } })
  expect(wire.last.sent).toEqual(['+book gone,book b -', '+ -gone'])
  const before = read.length
  await clock.advance(60_000)
  expect([again, read.length > before + 20]).toEqual([['gone'], true])
  // A book that has come once is asked for as long as it takes.
  hear({ kind: 'gap', keys: ['b'], what: 'x' })
  await clock.advance(60_000)
  expect(again.filter((key) => key === 'b').length).toBeGreaterThan(2)
  expect(house.status()).toEqual({ kalshi: { sockets: 1, topics: 1, polled: 2 } })
  for (const stop of stops) stop()
  house.close()
})

test('a book that was told waits for the socket while the venue is away altogether; one that never was is an error', async () => {
  const { clock, wire, house, told, hear, targetOf, listener } = watching(() => true)
  house.book(targetOf('a'), listener('a'))
  await settle()
  wire.last.events.opened()
  await settle()
  const whole = { kind: 'book', key: 'a', levels: { bids: [[0.4, 1]], asks: [] }, at: 1 }
  hear(whole)
  await settle()
  expect(told).toEqual(['a: 1'])
  wire.last.events.closed({ code: 1006, reason: 'gone' })
  house.book(targetOf('new'), listener('new'))
  for (let turn = 0; turn < 6; turn++) await clock.advance(10_000)
  // The second one says that the first is not believed any more.
  expect(told).toEqual(['a: 1', 'a: 2', 'new ended: the venue is away'])
  // Tries come further and further apart.
  for (let turn = 0; turn < 40 && told.length < 4; turn++) {
    await clock.advance(1_000)
    wire.last.events.opened()
    await settle()
    hear(whole)
    await settle()
  }
  expect(told.at(-1)).toBe('a: 3')
  house.close()
})
