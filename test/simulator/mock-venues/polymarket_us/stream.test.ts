import { describe, expect, test } from 'vitest'
import { ed25519KeyOf } from '../../../../src/signing/ed25519.js'
import { marketOf, marketSlugOf } from '../../../../src/simulator/mock-venues/polymarket_us/ids.js'
import { polymarketUsMock } from '../../../../src/simulator/mock-venues/polymarket_us/index.js'
import type { WorldMarket } from '../../../../src/simulator/world/common/types.js'
import type { StreamTopic } from '../../../../src/venue-kit/contract/stream-source.js'
import { streamSource } from '../../../../src/venues/polymarket_us/stream.js'
import { expectTheWorldOfAnHour, playSpeech } from '../../../streams/support/played-socket.js'
import { present } from '../../../support/expect.js'
import { busy } from '../../paper-trading/support.js'
import { contextOf } from '../../support/context.js'
import { NOON } from '../../support/stage.js'
import { sample, world } from '../../support/world.js'

const MINUTE_MS = 60_000
const now = contextOf(world, NOON)
const slugOf = (market: WorldMarket): string => marketSlugOf({ event: world.eventOf(market), market })
const known = [busy, ...sample].filter((market) => marketOf(now, slugOf(market)) !== undefined)
const book = (key: string): StreamTopic => ({ kind: 'book', key, facts: undefined })
const play = () => playSpeech(polymarketUsMock, streamSource)

/** The venue's side alone. */
function talk() {
  const socket = present(polymarketUsMock.hosts['stream']?.socket)
  const request = { method: 'GET', path: socket.path, search: '', body: undefined, headers: {} }
  let at = NOON
  const talking = socket.open(() => contextOf(world, at), request)
  const parsed = (frames: readonly string[]) =>
    frames.map((one) => JSON.parse(one) as Record<string, unknown>)
  return {
    say: (frame: object) => parsed(talking.hear(JSON.stringify(frame))),
    pass(ms: number) {
      at += ms
      return parsed(talking.tick())
    },
  }
}

describe('the socket as the adapter hears it', () => {
  test('has the books of the world for an hour, and the trades, each once', () => {
    expect(known.length).toBeGreaterThan(8)
    expectTheWorldOfAnHour(play(), known, busy, slugOf)
  })

  test('has nothing of a market that does not exist, and the rest all the same', () => {
    const played = play()
    played.say([book(slugOf(busy)), book('aec-nobody-1')])
    expect(played.book(slugOf(busy))).toBeDefined()
    expect(played.heard).toMatchObject([
      { kind: 'refused', topics: [{ key: 'aec-nobody-1' }], error: { code: 'NOT_FOUND' } },
    ])
  })

  test('leaves a book that is over to whoever reads it', () => {
    const over = world.eventsAt(NOON - 40 * 24 * 60 * MINUTE_MS).flatMap(({ markets }) => markets)
    const closed = present(over.find((market) => market.closesAt < NOON && marketOf(now, slugOf(market))))
    const played = play()
    played.say([book(slugOf(closed))])
    expect(played.heard).toMatchObject([{ kind: 'refused', isPolled: true, error: { code: 'NOT_FOUND' } }])
  })
})

describe('the opening', () => {
  const { apiKey = '', privateKey = '' } = present(polymarketUsMock.paperCredentials)()
  const { refuse } = present(polymarketUsMock.hosts['api']?.socket)
  const opening = (changes: object = {}, path = '/v1/ws/markets') => {
    const headers = {
      'x-pm-access-key': apiKey,
      'x-pm-timestamp': String(NOON),
      'x-pm-signature': ed25519KeyOf(privateKey).sign(`${NOON}GET${path}`).toString('base64'),
      ...changes,
    }
    return refuse?.({ method: 'GET', path: '/v1/ws/markets', search: '', body: undefined, headers }, now)
  }

  test('is for who signs its path', () => {
    expect(opening()).toBeUndefined()
    expect([
      opening({}, '/v1/ws/private'),
      opening({ 'x-pm-access-key': '' }),
      opening({ 'x-pm-timestamp': '1' }),
    ]).toEqual([401, 401, 401])
  })
})

describe('the venue’s words', () => {
  const slug = slugOf(busy)
  const subscribe = (requestId: string, subscriptionType: string, marketSlugs: readonly string[]) => ({
    subscribe: { requestId, subscriptionType, marketSlugs },
  })

  test('answer a subscription with whole books, each change with another, and end with it', () => {
    const { say, pass } = talk()
    const [first] = say(subscribe('md-1', 'SUBSCRIPTION_TYPE_MARKET_DATA', [slug]))
    expect(first).toMatchObject({
      requestId: 'md-1',
      subscriptionType: 'SUBSCRIPTION_TYPE_MARKET_DATA',
      marketData: { marketSlug: slug, state: 'MARKET_STATE_OPEN' },
    })
    const later = pass(60 * MINUTE_MS)
    expect(later).toHaveLength(2)
    expect(later[0]).toMatchObject({ requestId: 'md-1' })
    expect(later[1]).toEqual({ heartbeat: {} })
    expect(say({ unsubscribe: { requestId: 'md-1' } })).toEqual([])
    expect(pass(60 * MINUTE_MS)).toEqual([{ heartbeat: {} }])
  })

  test('tell quotes in short under a name of their own, and each change of the book', () => {
    const { say, pass } = talk()
    const [first] = say(subscribe('lite-1', 'SUBSCRIPTION_TYPE_MARKET_DATA_LITE', [slug]))
    expect(first).toMatchObject({
      requestId: 'lite-1',
      subscriptionType: 'SUBSCRIPTION_TYPE_MARKET_DATA_LITE',
      marketDataLite: { marketSlug: slug, bestBid: { currency: 'USD' }, bidShares: expect.any(String) },
    })
    expect(first).not.toHaveProperty('marketData')
    expect(pass(60 * MINUTE_MS)[0]).toHaveProperty('marketDataLite')
  })

  test.each([
    ['SUBSCRIPTION_TYPE_MARKET_DATA', ['aec-nobody-1'], /not found: aec-nobody-1/],
    ['SUBSCRIPTION_TYPE_TRADE', Array.from({ length: 101 }, () => slug), /more than 100/],
    ['SUBSCRIPTION_TYPE_ORDER', [slug], /does not play/],
  ])('refuse %s of %j', (type, slugs, error) => {
    const [answer] = talk().say(subscribe('x', type, slugs))
    expect(answer).toEqual({ requestId: 'x', error: expect.stringMatching(error) })
  })

  test('refuse a request id that is in use, and hear nothing in what is no command', () => {
    const { say } = talk()
    const wish = subscribe('x', 'SUBSCRIPTION_TYPE_TRADE', [slug])
    expect(say(wish)).toEqual([])
    expect(say(wish)).toMatchObject([{ requestId: 'x', error: expect.stringContaining('exists') }])
    expect(say({ hello: 1 })).toEqual([])
  })
})
