import { describe, expect, test } from 'vitest'
import {
  findContractBySymbol,
  hasInstrument,
  symbolOf,
} from '../../../../src/simulator/mock-venues/gemini-titan/ids.js'
import { geminiTitanMock } from '../../../../src/simulator/mock-venues/gemini-titan/index.js'
import { accountOf } from '../../../../src/simulator/mock-venues/gemini-titan/paper.js'
import type { PaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { createPaperTrading } from '../../../../src/simulator/paper-trading/exchange.js'
import { toAmount } from '../../../../src/simulator/paper-trading/state/amount.js'
import type { WorldMarket } from '../../../../src/simulator/world/common/types.js'
import type { StreamTopic } from '../../../../src/venue-kit/contract/stream-source.js'
import { streamSource } from '../../../../src/venues/gemini-titan/stream.js'
import { expectTheWorldOfAnHour, playSpeech } from '../../../streams/support/played-socket.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { NOON } from '../../support/stage.js'
import { openAt, sample, world } from '../../support/world.js'

const MINUTE_MS = 60_000
const now = contextOf(world, NOON)
const keyOf = (market: WorldMarket): string => symbolOf(world.eventOf(market), market)
const known = [busy, ...sample].filter(
  (market) => findContractBySymbol(now, keyOf(market)) !== undefined && hasInstrument(now, market),
)
const book = (key: string): StreamTopic => ({ kind: 'book', key, facts: undefined })
const play = (options: Parameters<typeof playSpeech>[2] = {}) =>
  playSpeech(geminiTitanMock, streamSource, { search: 'snapshot=-1', ...options })

/** The venue's side alone. */
function talk(search = 'snapshot=-1') {
  const { socket } = geminiTitanMock.hosts['stream'] ?? {}
  if (socket === undefined) throw new Error('no socket')
  const request = { method: 'GET', path: '/', search, body: undefined, headers: {} }
  const talking = socket.open(() => now, request)
  return (frame: object) => talking.hear(JSON.stringify(frame)).map((one) => JSON.parse(one) as unknown)
}

describe('the socket as the adapter hears it', () => {
  test('has the books of the world for an hour, and the trades, each once', () => {
    expect(known.length).toBeGreaterThan(8)
    expectTheWorldOfAnHour(play(), known, busy, keyOf)
  })

  test('says that a book is in doubt once a frame of it was lost', () => {
    let frames = 0
    const played = play({ drop: (frame) => frame.includes('depthUpdate') && ++frames === 2 })
    played.say([book(keyOf(busy))])
    played.pass(60 * MINUTE_MS)
    expect(played.heard).toMatchObject([{ kind: 'gap', keys: [keyOf(busy)] }])
  })

  test('has nothing of what the engine has not opened, and the rest all the same', () => {
    const unopened = openAt(NOON).find(
      (market) => findContractBySymbol(now, keyOf(market)) !== undefined && !hasInstrument(now, market),
    )
    const missing = unopened === undefined ? 'GEMI-NOPE2611211300-UP' : keyOf(unopened)
    const played = play()
    played.say([book(keyOf(busy)), book(missing)])
    expect(played.book(keyOf(busy))).toBeDefined()
    expect(played.heard).toMatchObject([
      { kind: 'refused', isPolled: true, topics: [{ kind: 'book', key: missing }] },
    ])
  })

  test('sends nothing more of what is not wanted any more', () => {
    const played = play()
    const topic = book(keyOf(busy))
    played.say([topic])
    played.say([], [topic])
    const before = played.book(keyOf(busy))
    played.pass(60 * MINUTE_MS)
    expect(played.book(keyOf(busy))).toEqual(before)
    expect(world.book(busy.key, played.now)).not.toEqual(before)
  })
})

describe('the venue’s words', () => {
  test('are told in small letters, with numbers that no double holds', () => {
    const { socket } = geminiTitanMock.hosts['stream'] ?? {}
    const request = { method: 'GET', path: '/', search: 'snapshot=-1', body: undefined, headers: {} }
    const params = [`${keyOf(busy)}@depth@100ms`]
    const frames = socket
      ?.open(() => now, request)
      .hear(JSON.stringify({ id: 1, method: 'SUBSCRIBE', params }))
    expect(frames?.[0]).toBe('{"id":1,"status":200}')
    expect(frames?.[1]).toMatch(
      /^\{"e":"depthUpdate","E":\d{19},"s":"gemi-[^A-Z"]+","U":(\d{16}),"u":\1,"b":\[\["0\.\d{4}"/,
    )
  })

  test('leave the whole book out unless it was asked for with the opening', () => {
    const subscribe = { id: '1', method: 'subscribe', params: [`${keyOf(busy)}@depth`] }
    expect(talk('')(subscribe)).toEqual([{ id: '1', status: 200 }])
    expect(talk('snapshot=0')(subscribe)).toHaveLength(1)
    expect(talk()(subscribe)).toHaveLength(2)
  })

  test('refuse a whole command for one unknown stream, and say what the demo does not play', () => {
    const say = talk()
    expect(
      say({ id: 3, method: 'subscribe', params: [`${keyOf(busy)}@depth`, 'nosuchperp@depth@100ms'] }),
    ).toEqual([
      { id: 3, status: 400, error: { code: -1013, msg: 'Invalid stream name: nosuchperp@depth@100ms' } },
    ])
    expect(say({ id: 4, method: 'subscribe', params: [`${keyOf(busy)}@depth20`] })).toMatchObject([
      { id: 4, status: 501 },
    ])
    expect(say({ id: 5, method: 'order.place', params: {} })).toMatchObject([{ id: 5, status: 501 }])
    expect(say({ id: 6, method: 'ping' })).toEqual([{ id: 6, status: 200 }])
    say({ id: 7, method: 'subscribe', params: [`${keyOf(busy)}@trade`] })
    expect(say({ id: 8, method: 'list_subscriptions' })).toEqual([
      { id: 8, status: 200, result: [`${keyOf(busy)}@trade`.toLowerCase()] },
    ])
  })
})

test('best quotes are told at once, and again when one of them has changed', () => {
  const { socket } = geminiTitanMock.hosts['stream'] ?? {}
  let at = NOON
  const paper = createPaperTrading(world)
  const context = () => contextOf(world, at, { paper })
  const request = { method: 'GET', path: '/', search: '', body: undefined, headers: {} }
  const talking = socket?.open(context, request)
  talking?.hear(JSON.stringify({ id: 1, method: 'subscribe', params: [`${keyOf(busy)}@bookTicker`] }))
  const told = () => {
    at += 100
    return (talking?.tick() ?? []).map((frame) => JSON.parse(frame) as Record<string, unknown>)
  }
  const { bids, asks } = world.book(busy.key, NOON)
  expect(told()).toMatchObject([
    { s: keyOf(busy), b: String(bids[0]?.price), B: String(bids[0]?.size), a: String(asks[0]?.price) },
  ])
  expect(told()).toEqual([])
  bookOwn(paper, at)
  expect(told()).toMatchObject([{ B: String((bids[0]?.size ?? 0) + 5) }])
})

/** Somebody joins the best bid. */
function bookOwn(paper: PaperTrading, at: number): void {
  const price = toAmount(world.book(busy.key, NOON).bids[0]?.price ?? 0)
  accountOf({ paper, now: at } as Parameters<typeof accountOf>[0], 'ann').place({
    market: busy,
    side: 'yes',
    action: 'buy',
    amount: { size: toAmount(5) },
    price,
    timeInForce: 'gtc',
  })
}
