import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ticker } from '../../../src/api/models/feed-models.js'
import { openHouse } from './support.js'

let house: Awaited<ReturnType<typeof openHouse>>

beforeAll(async () => {
  house = await openHouse({}, { venues: ['binance', 'chainlink'] })
})

afterAll(() => house.close())

const frame = (action: string, id: string, feed: string, args: unknown[], method = 'watchTicker') => ({
  id,
  action,
  feed,
  method,
  args,
})
const subscribe = (id: string, feed: string, args: unknown[]) => frame('subscribe', id, feed, args)
const tickerIn = (told: { readonly data?: unknown } | undefined): Ticker => told?.data as Ticker

async function connected() {
  const client = house.connect()
  await client.opened()
  return client
}

/** Nobody watches any more, and the feeds are left. */
const left = () =>
  house.until('the feeds to be left', () => Object.keys(house.core.tickers.status()).length === 0)

describe('tickers of feeds', () => {
  test('come after the acknowledgement with their source, as HTTP tells them, and again with each change', async () => {
    const client = await connected()
    client.send(subscribe('b', 'Binance', ['btc/usdt']))
    client.send(subscribe('c', 'chainlink', ['BTC/USD']))
    await house.until('tickers', () => client.of('b').length > 0 && client.of('c').length > 0)
    expect(
      client.frames
        .filter(({ id }) => id === 'b')
        .map(({ event }) => event)
        .slice(0, 2),
    ).toEqual(['subscribed', 'data'])
    const [first] = client.of('b')
    expect({ ...first, data: undefined }).toEqual({
      event: 'data',
      id: 'b',
      method: 'watchTicker',
      symbol: 'btc/usdt',
      source: 'binance',
      data: undefined,
    })
    expect(client.of('c')[0]).toMatchObject({ source: 'chainlink', data: { symbol: 'BTC/USD' } })
    await house.until('changes', () => client.of('b').length > 3)
    const prices = client
      .of('b')
      .map((told) => JSON.stringify({ ...tickerIn(told), info: 0, timestamp: 0, datetime: 0 }))
    for (const [index, price] of prices.entries()) expect(price).not.toBe(prices[index - 1])
    // Within a second the same one is told to who calls, without a call of the feed.
    const asked = house.simulator.requests.count('binance')
    const { data } = await house.call('feeds/binance/fetchTicker?symbol=BTC/USDT')
    expect(house.simulator.requests.count('binance')).toBe(asked)
    expect((data as Ticker).last).toBe(tickerIn(client.of('b').at(-1)).last)
    client.socket.terminate()
    await left()
  })

  test('of one pair are read once for all sockets, and end by the id, by the args, and with the socket', async () => {
    const [one, two] = [await connected(), await connected()]
    one.send(subscribe('1', 'binance', ['ETH/USDT']))
    one.send(subscribe('2', 'binance', ['ETH/USDT']))
    two.send(subscribe('1', 'binance', ['ETH/USDT']))
    await house.until(
      'tickers',
      () => one.of('1').length > 0 && one.of('2').length > 0 && two.of('1').length > 0,
    )
    expect(house.core.tickers.status()).toEqual({ binance: { polled: 1 } })
    one.send({ id: '1', action: 'unsubscribe' })
    one.send(frame('unsubscribe', 'u', 'binance', ['ETH/USDT']))
    await house.until('acknowledgements', () => one.of('u', 'subscribed').length > 0)
    expect([one.of('1', 'subscribed').length, house.counts.watched]).toEqual([2, 1])
    one.send(frame('unsubscribe', 'again', 'binance', ['ETH/USDT']))
    const none = await house.until('a refusal', () => one.of('again', 'error')[0])
    expect(none.error?.message).toBe('No active subscription for feed:binance:watchTicker:["ETH/USDT"]')
    const before = one.frames.length
    const seen = two.of('1').length
    await house.until('more for the other', () => two.of('1').length > seen)
    expect(one.frames.length).toBe(before)
    two.socket.terminate()
    await left()
    const asked = house.simulator.requests.total
    await house.clock.advance(30_000)
    expect(house.simulator.requests.total).toBe(asked)
    one.socket.terminate()
  })

  test.each([
    [
      'an unknown feed',
      frame('subscribe', 'x', 'nowhere', ['A/B']),
      'Unknown feed: nowhere. Available: binance, chainlink',
      undefined,
    ],
    [
      'what is no stream',
      frame('subscribe', 'x', 'binance', [], '_ping'),
      "Method '_ping' is not a feed streaming method. Use the HTTP API for non-streaming calls.",
      undefined,
    ],
    [
      'a method of venues',
      frame('subscribe', 'x', 'binance', ['1'], 'watchOrderBook'),
      "Method 'watchOrderBook' is not a feed streaming method. Use the HTTP API for non-streaming calls.",
      undefined,
    ],
    [
      'both targets',
      { ...subscribe('x', 'binance', ['A/B']), exchange: 'kalshi' },
      'Missing required target: provide exactly one of exchange or feed',
      undefined,
    ],
    ['no pair', subscribe('x', 'binance', []), /needs a pair/, 'VALIDATION_ERROR'],
    [
      'several pairs',
      subscribe('x', 'binance', ['BTC/USDT', 'ETH/USDT']),
      /a pair and nothing else/,
      'VALIDATION_ERROR',
    ],
    ['no name of a pair', subscribe('x', 'binance', ['a,b']), /must be a pair/, 'VALIDATION_ERROR'],
    [
      'a pair that there is not',
      subscribe('x', 'binance', ['NO/SUCH']),
      /does not have this pair/,
      'NOT_FOUND',
    ],
    ['an oracle that there is not', subscribe('x', 'chainlink', ['DOGE/USD']), /./, 'NOT_FOUND'],
  ])('are refused for %s, without an acknowledgement', async (_what, sent, message, code) => {
    const client = await connected()
    client.send(sent)
    const told = await house.until('an error', () => client.frames[0])
    expect([told.event, told.id, told.error?.code]).toEqual(['error', 'x', code])
    if (typeof message === 'string') expect(told.error?.message).toBe(message)
    else expect(told.error?.message).toMatch(message)
    expect(house.counts.watched).toBe(0)
    client.socket.terminate()
  })

  test('outlast an outage of the feed, and are told again after it', async () => {
    const client = await connected()
    client.send(subscribe('s', 'binance', ['SOL/USDT']))
    await house.until('a ticker', () => client.of('s').length > 0)
    const { faults, requests } = house.simulator
    faults.set([{ venue: 'binance', kind: 'server-error' }])
    const failures = () => requests.recent.filter(({ venue, status }) => venue === 'binance' && status >= 500)
    await house.until('failures', () => failures().length > 3)
    faults.clear()
    const seen = client.of('s').length
    await house.until('a ticker again', () => client.of('s').length > seen)
    expect(client.of('s', 'error')).toEqual([])
    client.socket.terminate()
    await left()
  })

  test('outlast responses that cannot be read, and are told again after them', async () => {
    const client = await connected()
    client.send(subscribe('x', 'binance', ['XRP/USDT']))
    await house.until('a ticker', () => client.of('x').length > 0)
    const { faults, requests } = house.simulator
    const polls = () => requests.count('binance')
    const before = polls()
    faults.set([{ venue: 'binance', kind: 'rename-field', field: 'closeTime' }])
    await house.until('more polls', () => polls() > before + 3)
    faults.clear()
    const seen = client.of('x').length
    await house.until('a ticker again', () => client.of('x').length > seen)
    expect(client.of('x', 'error')).toEqual([])
    client.socket.terminate()
    await left()
  })

  test('have no call that waits: it says where they are', async () => {
    const told = await house.call('feeds/binance/watchTicker?symbol=BTC/USDT')
    expect(told.error).toMatch(/\/ws/)
  })
})
