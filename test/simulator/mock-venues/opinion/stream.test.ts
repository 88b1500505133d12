import { describe, expect, test } from 'vitest'
import { stateAt, type WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { dig, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'
import { socketOf } from '../../support/talk.js'
import { resultOf } from './read.js'

const stage = await createStage('opinion', { rhythm: 'metronome' })
const socket = await socketOf('opinion', stage)

const isBusy = (market: WorldMarket): boolean =>
  market.activity === 'busy' && stateAt(market, NOON) === 'open' && market.closesAt > NOON + 1_200_000
const child = firstWhere(
  stage.world
    .eventsAt(NOON)
    .filter(({ series, markets }) => series.onlyOn === undefined && markets.length > 1)
    .flatMap((event) => event.markets.map((market) => ({ event, market }))),
  ({ market }) => isBusy(market),
)
const row = dig(resultOf(stage, `/market/${child.market.number}`), 'data')
const [yes, no] = [textAt(row, 'yesTokenId'), textAt(row, 'noTokenId')]
const marketId = child.market.number

const say = (action: string, channel: string, rest: object) => ({ action, channel, ...rest })
const subscribe = (channel: string, rest: object = { marketId }) => say('SUBSCRIBE', channel, rest)

/** Levels of a book of the REST host, and what frames make of them. */
const levelsOf = (token: string, side: string) =>
  new Map(
    rowsAt(resultOf(stage, '/token/orderbook', { token_id: token }), side).map((level) => [
      textAt(level, 'price'),
      textAt(level, 'size'),
    ]),
  )
function applied(levels: Map<string, string>, frames: readonly Row[]): Map<string, string> {
  for (const { price, size } of frames) {
    if (size === '0') levels.delete(String(price))
    else levels.set(String(price), String(size))
  }
  return levels
}

/** The paper exchange knows no way back: every test goes on where the last one ended. */
const later = (ms: number): number => stage.now + ms

test('the socket opens for who has a key in the query', () => {
  expect([socket.refusal(''), socket.refusal('apikey='), socket.refusal('apikey=any')]).toEqual([
    401,
    401,
    undefined,
  ])
  expect(socket.path).toBe('/')
})

describe('changes of books', () => {
  test('of both tokens come by one subscription, none with it, and make of the book that was read the one that is', () => {
    const talk = socket.open()
    const [answer, ...more] = talk.say(subscribe('market.depth.diff'))
    expect(more).toEqual([])
    expect(answer).not.toHaveProperty('msgType')
    const books = [yes, no].flatMap((token) =>
      (['bids', 'asks'] as const).map((side) => ({ token, side, levels: levelsOf(token, side) })),
    )
    const frames = [30_000, 30_000, 60_000].flatMap((after) => talk.at(later(after)))
    expect(frames.length).toBeGreaterThan(4)
    expect(frames[0]).toEqual({
      marketId,
      timestamp: expect.any(Number),
      tokenId: expect.any(String),
      outcomeSide: expect.any(Number),
      side: expect.stringMatching(/^(bids|asks)$/),
      price: expect.stringMatching(/^0\.\d+$/),
      size: expect.stringMatching(/^\d+(\.\d+)?$/),
      msgType: 'market.depth.diff',
    })
    expect(frames.some(({ size }) => size === '0')).toBe(true)
    for (const { token, side, levels } of books) {
      const own = frames.filter((frame) => frame['tokenId'] === token && frame['side'] === side)
      expect(own.every((frame) => frame['outcomeSide'] === (token === yes ? 1 : 2))).toBe(true)
      expect(new Map([...applied(levels, own)].sort())).toEqual(new Map([...levelsOf(token, side)].sort()))
    }
    talk.say(say('UNSUBSCRIBE', 'market.depth.diff', { marketId }))
    expect(talk.at(later(120_000))).toEqual([])
  })

  test('are asked for by the number of a market that has no children', () => {
    for (const rest of [
      { rootMarketId: child.event.number },
      { marketId, rootMarketId: child.event.number },
      { marketId: 999_999_999 },
      {},
    ])
      expect(socket.open().say(subscribe('market.depth.diff', rest))).toMatchObject([{ code: 400 }])
  })
})

describe('trades and last prices', () => {
  test('are those of the world, with their time and without id', () => {
    const talk = socket.open()
    talk.say(subscribe('market.last.trade'))
    talk.say(subscribe('market.last.price'))
    const from = stage.now
    const frames = talk.at(later(180_000))
    const trades = frames.filter(({ msgType }) => msgType === 'market.last.trade')
    const real = stage.world.trades(child.market.key, from + 1, from + 180_001)
    expect(trades.map(({ shares }) => shares)).toEqual(real.map(({ size }) => String(size)))
    for (const [index, trade] of trades.entries()) {
      const isYes = trade['tokenId'] === yes
      const price = real[index]?.price ?? Number.NaN
      expect(Number(trade['price'])).toBeCloseTo(isYes ? price : 1 - price, 9)
      expect(trade['side']).toMatch(/^(Buy|Sell)$/)
      expect(trade['timestamp']).toBe(real[index]?.at)
      expect(Number(trade['amount'])).toBeCloseTo(Number(trade['price']) * Number(trade['shares']), 5)
    }
    const prices = frames.filter(({ msgType }) => msgType === 'market.last.price')
    expect(prices.map(({ price }) => price)).toEqual(trades.map(({ price }) => price))
  })

  test('of all children of a market come together, under its number', () => {
    const talk = socket.open()
    talk.say(subscribe('market.last.trade', { rootMarketId: child.event.number }))
    const frames = talk.at(later(180_000))
    expect(frames.every((frame) => numberAt(frame, 'rootMarketId') === child.event.number)).toBe(true)
    expect(new Set(frames.map((frame) => numberAt(frame, 'marketId'))).size).toBeGreaterThan(1)
  })
})

test('heartbeats are answered, and what cannot be understood is refused', () => {
  const talk = socket.open()
  expect(talk.say({ action: 'HEARTBEAT' })).toEqual([{ action: 'HEARTBEAT' }])
  for (const odd of ['{', '[]', { action: 'DANCE' }, subscribe('trade.dance')])
    expect(talk.say(odd)).toMatchObject([{ code: 400 }])
})
