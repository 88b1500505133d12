import { describe, expect, test } from 'vitest'
import { coinNameOf, outcomeOf } from '../../../../src/simulator/mock-venues/hyperliquid/ids.js'
import { hyperliquidMock } from '../../../../src/simulator/mock-venues/hyperliquid/index.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { contextOf } from '../../support/context.js'
import { dig, firstWhere, numberAt, rowsAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createStage, NOON } from '../../support/stage.js'
import { openAt } from '../../support/world.js'

const stage = await createStage('hyperliquid')
const market = firstWhere(
  openAt(NOON, stage.world),
  ({ key, closesAt }) =>
    closesAt > NOON + 3_600_000 && stage.world.trades(key, NOON - 60_000, NOON + 600_000).length > 5,
)
const event = stage.world.eventOf(market)
const coin = coinNameOf(outcomeOf(stage.world, { event, market }), 0)

function opened() {
  let now = NOON
  const request = { method: 'GET', path: '/ws', search: '', headers: {}, body: undefined }
  const talk = hyperliquidMock.hosts['stream']?.socket?.open(() => contextOf(stage.world, now), request)
  if (talk === undefined) throw new Error('no socket')
  const parsed = (frames: readonly string[]) => frames.map((frame) => JSON.parse(frame) as unknown)
  return {
    talk,
    say: (message: unknown) =>
      parsed(talk.hear(typeof message === 'string' ? message : JSON.stringify(message))),
    at(ms: number) {
      now = NOON + ms
      return parsed(talk.tick())
    },
  }
}

const dataOf = (messages: readonly unknown[], channel: string) =>
  messages.flatMap((one) => (dig(one, 'channel') === channel ? [dig(one, 'data')] : []))
const subscribe = (type: string, name = coin, rest: object = {}) => ({
  method: 'subscribe',
  subscription: { type, coin: name, ...rest },
})

describe('the socket', () => {
  test('answers pings, and leaves who says nothing for a minute', () => {
    const { talk, say, at } = opened()
    at(59_000)
    expect(say({ method: 'ping' })).toEqual([{ channel: 'pong' }])
    at(118_900)
    expect(talk.hasEnded?.()).toBe(false)
    at(119_000)
    expect(talk.hasEnded?.()).toBe(true)
  })

  test('tells books of a coin whole, at once and when they change, as REST does', () => {
    const { say, at } = opened()
    const first = say(subscribe('l2Book', coin, { nSigFigs: null }))
    const whole = { type: 'l2Book', coin, nSigFigs: null, mantissa: null, fast: false }
    expect(first[0]).toEqual({
      channel: 'subscriptionResponse',
      data: { method: 'subscribe', subscription: whole },
    })
    let [told] = dataOf(first, 'l2Book')
    let changes = 0
    for (let ms = 0; ms <= 600_000; ms += 10_000) {
      const [book] = dataOf(at(ms), 'l2Book')
      if (book !== undefined) {
        expect(numberAt(book, 'time')).toBe(NOON + ms)
        told = book
        changes++
      }
      stage.now = NOON + ms
      expect(dig(told, 'levels')).toEqual(dig(stage.post('api', '/info', { type: 'l2Book', coin }), 'levels'))
    }
    expect(changes).toBeGreaterThan(1)
    stage.now = NOON
  })

  test('tells trades from before at first, oldest first, then each new one once, with the rows of REST', () => {
    const { say, at } = opened()
    const told = dataOf(say(subscribe('trades')), 'trades').flatMap((rows) => rowsAt(rows))
    expect(told.length).toBeGreaterThan(0)
    const before = told.length
    for (let ms = 100; ms <= 600_000; ms += 1_000)
      told.push(...dataOf(at(ms), 'trades').flatMap((rows) => rowsAt(rows)))
    expect(told.length).toBeGreaterThan(before)
    const times = told.map((row) => numberAt(row, 'time'))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(told.map((row) => row['tid'])).size).toBe(told.length)
    stage.now = NOON + 599_100
    const rest = rowsAt(stage.post('api', '/info', { type: 'recentTrades', coin }))
    expect(told.slice(-rest.length).toReversed()).toEqual(rest)
    stage.now = NOON
  })

  test('refuses in words that repeat what was said, and ends what is unsubscribed', () => {
    const { say, at } = opened()
    const words = (message: unknown) => dataOf(say(message), 'error')
    expect(words(subscribe('l2Book', '#999999990'))[0]).toMatch(/^Invalid subscription.*"#999999990"/)
    expect(words(subscribe('l2Book', coin, { nSigFigs: 9 }))[0]).toMatch(/^Invalid subscription/)
    expect(words(subscribe('nonsense'))[0]).toMatch(/^Invalid subscription/)
    expect(words(subscribe('candle', coin, { interval: '6h' }))[0]).toMatch(/^Invalid subscription/)
    for (const type of ['webData2', 'openOrders', 'spotState', 'outcomeMetaUpdates'])
      expect(words(subscribe(type))[0]).toMatch(/^501 not implemented by the mock venue: /)
    expect(say({ method: 'post', id: 7, request: { type: 'info', payload: {} } })).toMatchObject([
      { channel: 'post', data: { id: 7, response: { type: 'error' } } },
    ])
    expect(words('what')).toHaveLength(1)
    say(subscribe('l2Book'))
    expect(words(subscribe('l2Book'))[0]).toMatch(/^Already subscribed/)
    const leave = { ...subscribe('l2Book'), method: 'unsubscribe' }
    expect(say(leave)).toMatchObject([{ channel: 'subscriptionResponse', data: { method: 'unsubscribe' } }])
    expect(words(leave)[0]).toMatch(/^Already unsubscribed/)
    for (let ms = 10_000; ms <= 300_000; ms += 10_000) expect(at(ms)).toEqual([])
  })
})

test.runIf(haveSamples)('members and types are those of the recordings', () => {
  const { say } = opened()
  const emitted = [...say({ method: 'ping' }), ...say(subscribe('l2Book')), ...say(subscribe('trades'))]
  const shape = learnShape([sample('hyperliquid', 'syn-hyperliquid_ws.json')])
  for (const [name, message] of [
    ['pong', emitted[0]],
    ['subscriptionResponse', emitted[1]],
    ['l2Book', emitted[2]],
    ['trades', emitted.at(-1)],
  ] as const)
    expect(differences({ [name]: message }, shape)).toEqual([])
})
