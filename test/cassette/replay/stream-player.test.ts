import { describe, expect, test } from 'vitest'
import { toStoredBody } from '../../../src/cassette/format/body-text.js'
import type { RecordedStream, StreamEvent } from '../../../src/cassette/format/recorded-stream.js'
import { createStreamPlayer, missIn } from '../../../src/cassette/replay/stream-player.js'
import { createVirtualTime } from '../../../src/cassette/replay/virtual-time.js'
import { fakeClock } from '../../support/clock.js'
import { NOON, recordable, tape } from '../support/cassettes.js'

const opened = (ms = 10): StreamEvent => ({ kind: 'opened', ms })
const ask = (id: number, ...topics: string[]): string =>
  JSON.stringify({ id, cmd: 'subscribe', params: { market_tickers: topics } })
const said = (ms: number, text: string): StreamEvent => ({ kind: 'said', ms, body: toStoredBody(text) })
const heard = (ms: number, value: unknown, joined?: true): StreamEvent => ({
  kind: 'heard',
  ms,
  body: toStoredBody(JSON.stringify(value)),
  joined,
})
const ended = (ms: number, ours?: true): StreamEvent => ({
  kind: 'ended',
  ms,
  code: 1001,
  reason: 'going',
  ours,
})

/** A replay of these tapes by a clock that the test moves. */
function playing(tapes: readonly RecordedStream[], onRepeat: 'last' | 'error' = 'last') {
  const clock = fakeClock(NOON)
  const misses: string[] = []
  let moment = NOON
  let now = NOON
  const player = createStreamPlayer({
    tapes,
    recordable,
    onRepeat,
    time: createVirtualTime(clock, (task) => task()),
    now: () => now,
    openMoment: () => ({
      at(at, work) {
        moment = at
        work()
      },
    }),
    onMiss: ({ message }) => void misses.push(message),
  })
  /** What is told: when by the clock, at which moment of the recording, and what. */
  function open() {
    const told: unknown[] = []
    const tell = (what: unknown) => void told.push([clock.now() - NOON, moment - NOON, what])
    const socket = player.open(
      { venue: 'kalshi', host: 'stream' },
      {
        opened: () => tell('opened'),
        text: (text) => tell(missIn(text)?.message ?? JSON.parse(text)),
        alive: () => {},
        closed: ({ code, reason }) => tell([code, reason]),
      },
    )
    return { socket, told }
  }
  const moveTo = (at: number) => {
    now = at
  }
  return { clock, open, misses, player, moveTo }
}

describe('a replayed socket', () => {
  test('that was reopened brings what each opening brought, in order, though requests have moved the clock', async () => {
    const events = (what: string) => [opened(0), said(0, ask(1, 'K-A')), heard(10, what), ended(50)]
    const path = (name: string) => ({ venue: 'kalshi', host: 'stream', path: name, query: [] }) as const
    // As a file has them: by path.
    const { clock, open, moveTo } = playing([
      tape(events('second'), { socket: path('/a'), at: NOON + 1_000 }),
      tape(events('first'), { socket: path('/b'), at: NOON }),
      tape(events('third'), { socket: path('/c'), at: NOON + 9_000 }),
    ])
    const heardThen: unknown[] = []
    for (let opening = 0; opening < 4; opening++) {
      const { socket, told } = open()
      await clock.advance(0)
      socket.send(ask(1, 'K-A'))
      await clock.advance(100)
      heardThen.push(told.map((one) => (one as unknown[])[2]).filter((what) => /st|nd|rd/.test(String(what))))
      moveTo(NOON + 9_010)
    }
    expect(heardThen).toEqual([['first'], ['second'], ['third'], []])
  })

  test('brings what came as long after what was said for it as then, at the moments of the recording', async () => {
    const { clock, open } = playing([tape([opened(), said(20, ask(1, 'K-A')), heard(50, 1), heard(90, 2)])])
    const { socket, told } = open()
    await clock.advance(5_000)
    expect(told).toEqual([[10, 10, 'opened']])
    socket.send(ask(1, 'K-A'))
    await clock.advance(1_000)
    expect(told.slice(1)).toEqual([
      [5_030, 50, 1],
      [5_070, 90, 2],
    ])
  })

  test('holds back what came for a second word until that is said, for a while', async () => {
    const again = [said(100, ask(2, 'K-A')), heard(130, 'again')]
    const { clock, open } = playing([tape([opened(0), said(0, ask(1, 'K-A')), heard(50, 1), ...again])])
    const [first, second] = [open(), open()]
    await clock.advance(0)
    for (const { socket } of [first, second]) socket.send(ask(7, 'K-A'))
    await clock.advance(1_000)
    expect(first.told.length).toBe(2)
    first.socket.send(ask(8, 'K-A'))
    await clock.advance(1_000)
    expect(first.told.at(-1)).toEqual([1_030, 130, 'again'])
    expect(second.told.length).toBe(2)
    await clock.advance(2_000)
    expect(second.told.at(-1)).toEqual([3_080, 130, 'again'])
  })

  test('is asked for one thing of several, with other numbers: answers have those, and refusals of others are left out', async () => {
    const events = [
      opened(0),
      said(0, ask(1, 'K-A')),
      heard(5, { id: 1, type: 'ok' }),
      said(10, ask(2, 'K-B', 'K-C')),
      heard(15, { id: 2, type: 'ok' }),
      heard(16, { of: 'K-B' }, true),
      said(20, ask(3, 'K-D')),
      heard(25, { id: 3, type: 'error' }),
      heard(26, { id: 4, type: 'ok' }),
    ]
    const { clock, open } = playing([tape(events)])
    const { socket, told } = open()
    await clock.advance(0)
    socket.send(ask(1, 'K-B'))
    await clock.advance(100)
    expect(told).toEqual([
      [0, 0, 'opened'],
      [0, 5, { id: 1e12 + 1, type: 'ok' }],
      [5, 15, { id: 1, type: 'ok' }],
      [5, 16, { of: 'K-B' }],
      [16, 26, { id: 4, type: 'ok' }],
    ])
  })

  test('is greeted with our own name, and answers what is asked after that', async () => {
    const greeting = JSON.stringify({ id: 1, connect: { name: 'pmx-local' } })
    const subscribed = [said(20, ask(2, 'K-A')), said(20, ask(3, 'K-B')), heard(25, { id: 2, type: 'ok' })]
    const answers = [heard(25, { id: 3, type: 'ok' }, true), heard(40, { of: 'K-B' })]
    const events = [opened(0), said(0, greeting), heard(5, { id: 1, connect: {} }), ...subscribed, ...answers]
    const { clock, open } = playing([tape(events)])
    const { socket, told } = open()
    await clock.advance(0)
    socket.send(greeting)
    await clock.advance(10)
    socket.send(ask(2, 'K-B'))
    await clock.advance(100)
    expect(told).toEqual([
      [0, 0, 'opened'],
      [5, 5, { id: 1, connect: {} }],
      [15, 25, { id: 1e12 + 2, type: 'ok' }],
      [15, 25, { id: 2, type: 'ok' }],
      [30, 40, { of: 'K-B' }],
    ])
  })

  test('ends as it ended, goes on with what was opened next, and is silent after the last', async () => {
    const asked = said(0, ask(1, 'K-A'))
    const first = tape([opened(0), asked, heard(10, 1), ended(20)])
    const second = tape([opened(0), asked, heard(10, 2), ended(20, true)], { n: 1, at: NOON + 1_000 })
    const { clock, open, player } = playing([first, second])
    const told = async () => {
      const one = open()
      await clock.advance(0)
      one.socket.send(ask(1, 'K-A'))
      await clock.advance(20_000)
      return one.told.map((line) => (line as unknown[])[2])
    }
    expect(await told()).toEqual(['opened', 1, [1001, 'going']])
    expect(player.unused()).toEqual(['kalshi SOCKET stream/ws #1'])
    expect(await told()).toEqual(['opened', 2])
    expect(player.unused()).toEqual([])
    // Asked for once more than then.
    expect(await told()).toEqual(['opened', 2])
  })

  test('that the venue did not let in is not let in again', async () => {
    const refused = tape([{ kind: 'ended', ms: 30, code: 1006, reason: 'status 503', status: 503 }])
    const { clock, open } = playing([refused, tape([opened()], { n: 1, at: NOON + 1_000 })])
    const first = open()
    await clock.advance(100)
    expect(first.told).toEqual([[30, 30, [1006, 'status 503']]])
    const second = open()
    await clock.advance(100)
    expect(second.told).toEqual([[110, 1_010, 'opened']])
  })

  test('says what it lacks and what is there, and how often where that is the matter', async () => {
    const one = tape([opened(0), said(0, ask(1, 'K-A', 'K-B'))])
    const { clock, open, misses } = playing([one], 'error')
    const askFor = async (topic: string) => {
      const { socket, told } = open()
      await clock.advance(0)
      socket.send(ask(1, topic))
      await clock.advance(10)
      return (told.at(-1) as unknown[])[2]
    }
    expect(await askFor('K-Z')).toBe(
      'The cassette does not have SOCKET stream subscribe K-Z of kalshi. Nearest: kalshi SOCKET stream/ws #0 (asked K-Z, recorded K-A, K-B). Record it again with this subscription.',
    )
    expect(await askFor('K-A')).toBe('opened')
    expect(await askFor('K-A')).toMatch(/ only once, and --on-repeat error/)
    expect(misses.length).toBe(2)
  })
})
