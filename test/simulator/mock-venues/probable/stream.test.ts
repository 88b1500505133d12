import { describe, expect, test } from 'vitest'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { dig, firstWhere, textsIn } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'
import { socketOf } from '../../support/talk.js'

const stage = await createStage('probable', { rhythm: 'metronome' })
const socket = await socketOf('probable', stage)
const base = '/public/api/v1'
const busy = firstWhere(
  stage.world
    .eventsAt(NOON)
    .filter(({ series }) => series.onlyOn === undefined || series.onlyOn.includes('probable'))
    .flatMap(({ markets }) => markets),
  (market) =>
    market.activity === 'busy' && stateAt(market, NOON) === 'open' && market.closesAt > NOON + 1_200_000,
)
const [yes = '', no = ''] = textsIn(stage.get('market', `${base}/markets/${busy.number}`), 'clobTokenIds')
const bookOf = (token: string): unknown => stage.get('orderbook', `${base}/book?token_id=${token}`)
const subscribe = (id: number, ...names: string[]) => ({ id, method: 'SUBSCRIBE', params: names })

/** The paper exchange knows no way back: every test goes on where the last one ended. */
const later = (ms: number): number => stage.now + ms

describe('books', () => {
  test('come whole when they have changed, and only then', () => {
    const talk = socket.open()
    const names = [`book:${yes}`, `book:${no}`]
    expect(talk.say(subscribe(1, ...names))).toEqual([{ id: 1, status: 200, result: null }])
    expect(talk.at(later(0))).toEqual([])
    const frames = talk.at(later(120_000))
    expect(frames).toEqual([yes, no].map((token) => ({ stream: `book:${token}`, data: bookOf(token) })))
    expect(talk.at(later(0))).toEqual([])
    talk.say({ id: 2, method: 'UNSUBSCRIBE', params: names.slice(1) })
    expect(talk.at(later(120_000)).map(({ stream }) => stream)).toEqual([`book:${yes}`])
  })

  test('have a hash each, which changes with them', () => {
    const talk = socket.open()
    talk.say(subscribe(1, `book:${yes}`))
    const hashes = [120_000, 120_000].flatMap((after) =>
      talk.at(later(after)).map((frame) => dig(frame, 'data.hash')),
    )
    expect(new Set(hashes).size).toBe(2)
  })
})

test('what is not known, too much or no command is refused, and subscribes nothing', () => {
  const talk = socket.open()
  const many = Array.from({ length: 51 }, () => `book:${yes}`)
  for (const odd of [
    subscribe(5, `book:${yes}`, 'book:5'),
    subscribe(5, `trades:${yes}`),
    subscribe(5, ...many),
    { id: 5, method: 'userDataStream.start', params: {} },
  ])
    expect(talk.say(odd)).toEqual([{ id: 5, status: 400, result: null }])
  expect(talk.say('{')).toEqual([])
  expect(talk.at(later(120_000))).toEqual([])
})

test('pings are answered', () => {
  expect(socket.open().say({ id: 0, method: 'ping' })).toEqual([{ id: 0, status: 200, result: null }])
  expect(socket.path).toBe(`${base}/ws`)
})
