import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { silentLogger } from '../../../src/observe/logger.js'
import {
  type ConnectionDeps,
  createConnection,
  type TopicMessage,
} from '../../../src/streams/connection/connection.js'
import { createStreamCounters } from '../../../src/streams/connection/stream-counters.js'
import type {
  StreamMessage,
  StreamSource,
  StreamTopic,
} from '../../../src/venue-kit/contract/stream-source.js'
import { fakeClock, settle } from '../../support/clock.js'
import { fakeSockets } from '../support/fake-wire.js'

const failed: StreamMessage = { kind: 'failed', error: new PmxError('EXCHANGE_NOT_AVAILABLE', 'it ends') }
const topic = (key: string): StreamTopic => ({ kind: 'book', key, facts: undefined })

/** A venue that says its changes as they are asked for. */
function venue(rest: Partial<StreamSource> = {}, words?: readonly string[]): StreamSource {
  return {
    host: 'stream',
    brings: ['book'],
    begins: 'pushed',
    limits: { topicsAConnection: 10, topicsAFrame: 2 },
    pulse: { ping: { text: 'PING', everyMs: 10_000 }, deadAfterMs: 25_000 },
    place: () => undefined,
    handshake: () => ({ path: '' }),
    speak: () => ({
      ...(words === undefined ? {} : { greet: () => words }),
      change: ({ added, removed }) => [
        `+${added.map(({ key }) => key).join()} -${removed.map(({ key }) => key).join()}`,
      ],
      read(frame) {
        if (frame === 'ready') return [{ kind: 'ready' }]
        if (frame === 'nothing new') return []
        if (frame === 'fails') return [failed, { kind: 'gap', what: 'after the end' }]
        if (frame === 'odd') throw new Error('what is that')
        return [{ kind: 'gap', what: frame }]
      },
    }),
    ...rest,
  }
}

async function connected(source = venue(), rest: Partial<ConnectionDeps> = {}) {
  const clock = fakeClock()
  const wire = fakeSockets()
  const counts = createStreamCounters().of('polymarket')
  const heard: TopicMessage[] = []
  const finals: string[] = []
  let lost = 0
  const connection = createConnection({
    source,
    clock,
    random: () => 0.5,
    log: silentLogger,
    counts,
    open: wire.open,
    onMessage: (message) => heard.push(message),
    onSubscribed: () => undefined,
    onLost: () => lost++,
    onFinal: ({ reason }) => finals.push(reason),
    ...rest,
  })
  const open = async (): Promise<void> => {
    await settle()
    wire.last.events.opened()
    await settle()
  }
  return { clock, wire, counts, heard, finals, connection, open, lost: () => lost }
}

describe('a connection', () => {
  test('says all topics of a turn together, as many a frame as the venue takes', async () => {
    const { connection, wire, open } = await connected()
    for (const key of ['a', 'b', 'c']) connection.add(topic(key))
    await open()
    expect(wire.last.sent).toEqual(['+a,b -', '+c -'])
    connection.remove(topic('a'))
    connection.add(topic('d'))
    await settle()
    expect(wire.last.sent.slice(2)).toEqual(['+d -a'])
  })

  test('waits between frames where the venue limits them', async () => {
    const limits = { topicsAConnection: 10, topicsAFrame: 1, frameEveryMs: 200 }
    const { connection, wire, open, clock } = await connected(venue({ limits }))
    connection.add(topic('a'))
    connection.add(topic('b'))
    await open()
    expect(wire.last.sent).toEqual(['+a -'])
    await clock.advance(200)
    expect(wire.last.sent).toEqual(['+a -', '+b -'])
  })

  test('subscribes nothing before the venue has answered the greeting, and gives up on one that does not', async () => {
    const { connection, wire, open, clock } = await connected(venue({}, ['hello']))
    connection.add(topic('a'))
    await open()
    expect(wire.last.sent).toEqual(['hello'])
    wire.last.events.text('ready')
    await settle()
    expect(wire.last.sent).toEqual(['hello', '+a -'])
    wire.last.events.closed({ code: 1006, reason: 'gone' })
    await clock.advance(1_000)
    await open()
    await clock.advance(10_000)
    expect([wire.sockets.length, wire.last.isCut]).toEqual([2, true])
  })

  test('subscribes nothing before a venue that speaks first has spoken', async () => {
    const { connection, wire, open, clock } = await connected(venue({}, []))
    connection.add(topic('a'))
    await open()
    expect(wire.last.sent).toEqual([])
    wire.last.events.text('ready')
    await settle()
    expect(wire.last.sent).toEqual(['+a -'])
    wire.last.events.closed({ code: 1006, reason: 'gone' })
    await clock.advance(1_000)
    await open()
    await clock.advance(10_000)
    expect([wire.sockets.length, wire.last.isCut]).toEqual([2, true])
  })

  test('comes back after its end with all that is wanted by then, each time after twice as long a wait', async () => {
    const { connection, wire, open, clock, counts, lost } = await connected()
    connection.add(topic('a'))
    await open()
    for (const waitMs of [250, 500, 1_000, 2_000]) {
      const before = wire.sockets.length
      wire.last.events.closed({ code: 1006, reason: 'gone' })
      await clock.advance(waitMs - 1)
      expect(wire.sockets).toHaveLength(before)
      await clock.advance(1)
      expect(wire.sockets).toHaveLength(before + 1)
      await open()
      expect(wire.last.sent).toEqual(['+a -'])
    }
    expect([counts.connected, counts.lost, lost()]).toEqual([5, 4, 4])
    // One that has lasted is met as at first.
    await clock.advance(2_999)
    wire.last.events.text('x')
    await clock.advance(1)
    wire.last.events.closed({ code: 1006, reason: 'gone' })
    await clock.advance(250)
    expect(wire.sockets).toHaveLength(6)
  })

  test('pings by the rule of the venue, and is begun anew when nothing is heard', async () => {
    const { connection, wire, open, clock } = await connected()
    connection.add(topic('a'))
    await open()
    await clock.advance(20_000)
    expect(wire.last.sent.filter((frame) => frame === 'PING')).toHaveLength(2)
    wire.last.events.alive()
    await clock.advance(20_000)
    expect(wire.last.isCut).toBe(false)
    await clock.advance(10_000)
    expect(wire.sockets[0]?.isCut).toBe(true)
  })

  test('pings by the protocol as well where nobody knows whether the venue answers its own ping', async () => {
    const ping = { text: 'PING', everyMs: 10_000 }
    for (const withProtocol of [true, undefined] as const) {
      const rest = withProtocol === undefined ? {} : { withProtocol }
      const source = venue({ pulse: { ping: { ...ping, ...rest }, deadAfterMs: 25_000 } })
      const { connection, wire, open, clock } = await connected(source)
      connection.add(topic('a'))
      await open()
      await clock.advance(10_000)
      expect([wire.last.sent.at(-1), wire.last.pings]).toEqual(['PING', withProtocol === undefined ? 0 : 1])
    }
  })

  test('is begun anew when a frame cannot be read: nobody knows what was in it', async () => {
    const { connection, wire, open, heard, counts, clock, lost } = await connected()
    connection.add(topic('a'))
    await open()
    wire.last.events.text('odd')
    expect([counts.garbage, wire.last.isCut, lost()]).toEqual([1, true, 1])
    wire.sockets[0]?.events.text('late words of the old socket')
    expect(heard).toEqual([])
    await clock.advance(250)
    expect(wire.sockets).toHaveLength(2)
  })

  test('takes nothing from a frame behind the words that end it', async () => {
    const { connection, wire, open, heard, lost } = await connected()
    connection.add(topic('a'))
    await open()
    wire.last.events.text('fails')
    expect([heard, wire.last.isCut, lost()]).toEqual([[], true, 1])
  })

  test('finds the topic for which the venue ends it without a name: the others stay, that one is polled', async () => {
    const { connection, wire, open, clock, heard } = await connected(
      venue({ limits: { topicsAConnection: 10, topicsAFrame: 10 } }),
      { onMessage: (message) => heardOne(message) },
    )
    function heardOne(message: TopicMessage): void {
      heard.push(message)
      if (message.kind === 'refused') for (const { key } of message.topics) connection.remove(topic(key))
    }
    /** The venue looks at what it is told, and ends for `b` a moment later. */
    const live = async (ms: number): Promise<void> => {
      let seen = 0
      for (const end = clock.monotonic() + ms; clock.monotonic() < end; ) {
        const { last } = wire
        if (last.isCut) {
          await clock.advance(100)
          if (wire.last !== last) await open()
          seen = 0
          continue
        }
        const said = last.sent.slice(seen)
        seen = last.sent.length
        if (said.some((frame) => /^\+[^-]*b/.test(frame))) last.events.text('fails')
        await clock.advance(100)
        last.events.text('nothing new')
      }
    }
    for (const key of ['a', 'b', 'c', 'd']) connection.add(topic(key))
    await open()
    await live(30_000)
    expect(heard).toMatchObject([{ kind: 'refused', isPolled: true, topics: [{ kind: 'book', key: 'b' }] }])
    expect(wire.sockets.length).toBeLessThan(6)
    expect([connection.size, wire.last.isCut]).toEqual([3, false])
    const before = wire.sockets.length
    await live(30_000)
    expect(wire.sockets).toHaveLength(before)
  })

  test('blames nobody where the venue ends it whatever it is told', async () => {
    const { connection, wire, open, clock, heard } = await connected()
    for (const key of ['a', 'b', 'c']) connection.add(topic(key))
    await open()
    for (let turn = 0; turn < 12; turn++) {
      wire.last.events.text('fails')
      await clock.advance(31_000)
      await open()
    }
    expect([heard, connection.size]).toEqual([[], 3])
  })

  test('that is refused for want of rights does not come again; another refusal is tried again', async () => {
    const keyed = await connected(venue({ needs: ['apiKey'] }))
    keyed.connection.add(topic('a'))
    await settle()
    keyed.wire.last.events.closed({ code: 1006, reason: 'status 503', status: 503 })
    await keyed.clock.advance(1_000)
    expect(keyed.wire.sockets).toHaveLength(2)
    keyed.wire.last.events.closed({ code: 1006, reason: 'status 401', status: 401 })
    await keyed.clock.advance(120_000)
    expect([keyed.wire.sockets.length, keyed.finals.length]).toEqual([2, 1])
  })

  test('asks for a book once more by subscribing it again', async () => {
    const { connection, wire, open } = await connected()
    connection.add(topic('a'))
    await open()
    connection.again(topic('a'))
    await settle()
    expect([wire.last.sent, wire.last.isCut]).toEqual([['+a -', '+ -a', '+a -'], false])
  })

  test('subscribes again what was dropped and taken anew before the venue was told', async () => {
    const subscribed: StreamTopic[] = []
    const onSubscribed = (one: StreamTopic): void => void subscribed.push(one)
    const limits = { topicsAConnection: 10, topicsAFrame: 5, frameEveryMs: 1_000 }
    const { connection, wire, open, clock } = await connected(venue({ limits }), { onSubscribed })
    const [first, second] = [topic('a'), topic('a')]
    connection.add(first)
    await open()
    connection.remove(first)
    await clock.advance(200)
    connection.add(second)
    await clock.advance(3_000)
    expect(subscribed).toEqual([first, second])
    expect(subscribed[1]).toBe(second)
    expect(wire.last.sent).toEqual(['+a -', '+ -a', '+a -'])
  })

  test('is begun anew where the venue owes an answer for too long, and nothing can be said without it', async () => {
    let owes = true
    const source = venue()
    const speak = () => ({ ...source.speak(), owes: () => owes })
    const { connection, wire, open, clock } = await connected({ ...source, speak })
    connection.add(topic('a'))
    await open()
    await clock.advance(6_000)
    connection.add(topic('b'))
    wire.last.events.alive()
    await clock.advance(3_999)
    expect(wire.last.isCut).toBe(false)
    await clock.advance(1)
    expect(wire.sockets[0]?.isCut).toBe(true)
    owes = false
    await clock.advance(250)
    await open()
    await clock.advance(20_000)
    expect([wire.sockets.length, wire.last.isCut]).toEqual([2, false])
  })

  test('is begun anew where pongs come and nothing of what was asked for', async () => {
    const { connection, wire, open, clock } = await connected()
    const quiet = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 5_000) {
        wire.last.events.alive()
        await clock.advance(5_000)
      }
    }
    connection.add(topic('a'))
    await open()
    await quiet(5_000)
    wire.last.events.text('its book')
    // A quiet market is no reason.
    await quiet(60_000)
    expect(wire.last.isCut).toBe(false)
    connection.again(topic('a'))
    await quiet(20_000)
    expect(wire.last.isCut).toBe(false)
    await quiet(15_000)
    expect(wire.sockets[0]?.isCut).toBe(true)
  })

  test('is begun anew where books change and it brings nothing of any, and only there', async () => {
    const { connection, wire, open, clock } = await connected()
    for (const key of ['a', 'b']) connection.add(topic(key))
    await open()
    const since = clock.monotonic()
    await clock.advance(10_000)
    wire.last.events.text('of b')
    connection.mistrust(since)
    expect(wire.last.isCut).toBe(false)
    connection.mistrust(clock.monotonic() + 1)
    expect(wire.last.isCut).toBe(true)
  })

  test('leaves nothing behind when it is closed', async () => {
    const { connection, wire, open, clock } = await connected()
    connection.add(topic('a'))
    await open()
    connection.close()
    expect(wire.last.isCut).toBe(true)
    expect(clock.pendingTimers).toBe(0)
    await clock.advance(60_000)
    expect(wire.sockets).toHaveLength(1)
  })
})
