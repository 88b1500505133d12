import { expect, test } from 'vitest'
import { silentLogger } from '../../src/observe/logger.js'
import { createStreamHouse } from '../../src/streams/house.js'
import type { WatchTarget } from '../../src/streams/target.js'
import { noSecrets } from '../../src/venue-kit/secrets.js'
import type { PushedTrades, StreamMessage, StreamSource } from '../../src/venue-kit/stream.js'
import { fakeClock, settle } from '../support/clock.js'
import { fakeSockets } from './support/fake-wire.js'

/** A venue whose frames are messages as they are. */
const source: StreamSource = {
  host: 'stream',
  brings: ['trades'],
  begins: 'pushed',
  limits: { topicsAConnection: 10, topicsAFrame: 10 },
  pulse: { ping: 'none', deadAfterMs: 1_000_000 },
  place: () => ({ key: 'M', mirrored: true, facts: undefined }),
  handshake: () => ({ path: '' }),
  speak: () => ({ change: () => [], read: (frame) => [JSON.parse(frame) as StreamMessage] }),
}

/** Trades of the venue watched by one, and what whoever keeps what trades move is told of them. */
async function watching() {
  const clock = fakeClock()
  const wire = fakeSockets()
  const told: PushedTrades[] = []
  const seen: string[] = []
  const house = createStreamHouse({
    clock,
    random: () => 0,
    log: silentLogger,
    readers: { book: () => Promise.reject(new Error()), trades: () => Promise.reject(new Error()) },
    openSocket: (_venue, _source, _secrets, events) => wire.open(events),
    ratePerSecond: () => 1,
    onTrades: (_target, news) => told.push(news),
  })
  const target = {
    venue: { id: 'kalshi', stream: source },
    located: { outcomeId: 'no' },
    secrets: noSecrets,
  } as unknown as WatchTarget
  const watched = house.trades(target, {
    next: (trades) => seen.push(...trades.map(({ id }) => id)),
    ended() {},
  })
  const open = async (): Promise<void> => {
    await settle()
    wire.last.events.opened()
    await settle()
  }
  await open()
  return {
    clock,
    told,
    seen,
    open,
    hear: (message: object) => wire.last.events.text(JSON.stringify(message)),
    lose: () => wire.last.events.closed({ code: 1006, reason: 'gone' }),
    close() {
      watched.stop()
      house.close()
    },
  }
}

const print = (id: string, timestamp: number, price = 0.5) => ({
  id,
  timestamp,
  price,
  amount: 2,
  side: 'buy',
})

test('whoever keeps what trades move is told them of the outcome, since when none is missing, and when some were missed', async () => {
  const { clock, told, hear, lose, close } = await watching()
  const begunAt = clock.monotonic()
  const trade = (id: string, price: number) =>
    hear({ kind: 'trades', key: 'M', trades: [print(id, 1, price)] })
  trade('a', 0.25)
  const seen = { id: 'a', timestamp: 1, price: 0.75, amount: 2, side: 'sell', outcomeId: 'no' }
  expect(told.splice(0)).toEqual([{ kind: 'trades', trades: [seen], intactSince: begunAt + 1_000 }])

  await clock.advance(5_000)
  hear({ kind: 'gap', what: 'a frame' })
  trade('b', 0.5)
  expect(told.splice(0)).toMatchObject([{ kind: 'missed' }, { kind: 'trades', intactSince: begunAt + 5_000 }])

  hear({ kind: 'gap', what: 'a book alone', of: 'book' })
  expect(told).toEqual([])
  hear({ kind: 'gap', what: 'trades', of: 'trades' })
  expect(told.splice(0)).toEqual([{ kind: 'missed' }])

  lose()
  expect(told.splice(0)).toEqual([{ kind: 'missed' }])
  close()
})

test('of what a venue tells of the time before a subscription, only what was made since the watching began is new', async () => {
  const { clock, seen, hear, lose, open, close } = await watching()
  const from = clock.now()
  const tell = (trades: object[], mayBePast?: true) => hear({ kind: 'trades', key: 'M', trades, mayBePast })
  tell([print('old', from - 1), print('first', from)], true)
  tell([print('late', from - 5)])
  expect(seen).toEqual(['first', 'late'])
  lose()
  await clock.advance(1_000)
  await open()
  // Told again after the loss: what was missed is new, and nothing twice.
  tell([print('old', from - 1), print('first', from), print('missed', from + 900)], true)
  expect(seen).toEqual(['first', 'late', 'missed'])
  close()
})
