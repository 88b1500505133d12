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

test('whoever keeps what trades move is told them of the outcome, since when none is missing, and when some were missed', async () => {
  const clock = fakeClock()
  const wire = fakeSockets()
  const told: PushedTrades[] = []
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
  const hear = (message: object) => wire.last.events.text(JSON.stringify(message))
  const trade = (id: string, price: number) =>
    hear({ kind: 'trades', key: 'M', trades: [{ id, timestamp: 1, price, amount: 2, side: 'buy' }] })
  const watched = house.trades(target, { next() {}, ended() {} })
  await settle()
  const begunAt = clock.monotonic()
  wire.last.events.opened()
  await settle()
  trade('a', 0.25)
  const seen = { id: 'a', timestamp: 1, price: 0.75, amount: 2, side: 'sell', outcomeId: 'no' }
  expect(told.splice(0)).toEqual([{ kind: 'trades', trades: [seen], intactSince: begunAt + 1_000 }])

  await clock.advance(5_000)
  hear({ kind: 'gap', what: 'a frame' })
  trade('b', 0.5)
  expect(told.splice(0)).toMatchObject([{ kind: 'missed' }, { kind: 'trades', intactSince: begunAt + 5_000 }])

  wire.last.events.closed({ code: 1006, reason: 'gone' })
  expect(told.splice(0)).toEqual([{ kind: 'missed' }])
  watched.stop()
  house.close()
})
