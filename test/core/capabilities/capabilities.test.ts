import { expect, test } from 'vitest'
import { buildCapabilityMap, capabilityOf } from '../../../src/core/capabilities/capabilities.js'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import type { OwnStreamSource } from '../../../src/venue-kit/contract/account-stream.js'
import type { StreamSource } from '../../../src/venue-kit/contract/stream-source.js'
import type { TradeSource, Venue } from '../../../src/venue-kit/contract/venue.js'
import { candleWorld } from '../../support/candle-world.js'
import { fakeClock } from '../../support/clock.js'
import { fakeVenue } from '../fake-venue.js'

test('candles can be had where there is a source of them', () => {
  const { candles } = candleWorld({ clock: fakeClock(), listedAt: 0 }).venue
  const venue: Venue = fakeVenue(candles === undefined ? {} : { rest: { candles } })
  expect([capabilityOf(venue, 'fetchOHLCV'), capabilityOf(fakeVenue(), 'fetchOHLCV')]).toEqual([true, false])
  expect(buildCapabilityMap(venue)).toMatchObject({
    fetchOHLCV: true,
    fetchMarkets: true,
    fetchTrades: false,
  })
})

test('a book that is built from something else is emulated', () => {
  const fetch = async () => ({ bids: [], asks: [] })
  const of = (emulated?: true) =>
    capabilityOf(
      fakeVenue({ rest: { book: { fetch, ...(emulated ? { emulated } : {}) } } }),
      'fetchOrderBook',
    )
  expect([of(), of(true)]).toEqual([true, 'emulated'])
})

test('candles are sampled where there are books and no candles, and made of nothing else', () => {
  const { candles } = candleWorld({ clock: fakeClock(), listedAt: 0 }).venue
  const fetch = async () => ({ bids: [], asks: [] })
  const of = (rest: Partial<Venue>) => capabilityOf(fakeVenue({ rest }), 'fetchOHLCV')
  expect(of({ book: { fetch } })).toBe('sampled')
  expect(of({ book: { fetch, emulated: true } })).toBe(false)
  expect(of({ book: { fetch }, ...(candles === undefined ? {} : { candles }) })).toBe(true)
})

test('an exchange that is not served can do nothing', () => {
  expect(new Set(Object.values(buildCapabilityMap(undefined)))).toEqual(new Set([false]))
})

test('trades that a venue tells by its socket alone can be watched by whoever may open it', () => {
  const stream = { host: 'stream', brings: ['trades'], needs: ['apiKey'] } as unknown as StreamSource
  const trades = {} as TradeSource<unknown>
  const watchedBy = (values: Secrets['values'], rest: Partial<Venue>) =>
    capabilityOf(fakeVenue({ rest }), 'watchTrades', { secrets: { values, withheld: false }, mayWatch: true })
  expect([watchedBy({ apiKey: 'a' }, { stream }), watchedBy({}, { stream })]).toEqual([true, false])
  expect([watchedBy({}, { stream, trades }), watchedBy({}, {})]).toEqual(['emulated', false])
})

const any = async () => expect.unreachable()
type Account = NonNullable<Venue['account']>
const account = (...names: (keyof Account)[]): Partial<Venue> => ({
  account: Object.fromEntries(names.map((name) => [name, any])) as Account,
})
const books: Partial<Venue> = { book: { fetch: any } }
const orders = (more: object): Partial<Venue> => ({ orders: more as NonNullable<Venue['orders']> })

/** What a venue with these sources can, besides its lists. */
function abilities(rest: Partial<Venue>, mayWatch = true): Record<string, unknown> {
  const map = buildCapabilityMap(fakeVenue({ rest }), { secrets: { values: {}, withheld: false }, mayWatch })
  const { fetchMarkets: _markets, fetchEvents: _events, ...more } = map
  return Object.fromEntries(Object.entries(more).filter(([, value]) => value !== false))
}

test.each<[string, Partial<Venue>, object]>([
  ['nothing', {}, {}],
  ['its own positions', account('positions'), { fetchPositions: true, watchPositions: 'emulated' }],
  [
    'positions of an address',
    account('positionsOf'),
    { fetchPositions: true, watchAddress: 'emulated', unwatchAddress: true },
  ],
  ['its own balance', account('balance'), { fetchBalance: true }],
  ['balances of an address', account('balanceOf'), { fetchBalance: true }],
  ['one order', account('order'), { fetchOrder: true }],
  ['open orders', account('openOrders'), { fetchOpenOrders: true, watchOrders: 'emulated' }],
  ['closed orders', account('closedOrders'), { fetchClosedOrders: true }],
  [
    'orders of both kinds',
    account('openOrders', 'closedOrders'),
    { fetchOpenOrders: true, fetchClosedOrders: true, fetchAllOrders: true, watchOrders: 'emulated' },
  ],
  ['fills', account('fills'), { fetchMyTrades: true, watchMyTrades: 'emulated' }],
  [
    'orders that are placed',
    orders({}),
    { createOrder: true, createOrders: 'emulated', buildOrder: true, submitOrder: true },
  ],
  [
    'orders that are taken back as well',
    orders({ cancel: any }),
    {
      createOrder: true,
      createOrders: 'emulated',
      buildOrder: true,
      submitOrder: true,
      cancelOrder: true,
      cancelOrders: 'emulated',
    },
  ],
  [
    'orders that are listed and taken back',
    { ...orders({ cancel: any }), ...account('openOrders') },
    {
      createOrder: true,
      createOrders: 'emulated',
      buildOrder: true,
      submitOrder: true,
      cancelOrder: true,
      cancelOrders: 'emulated',
      cancelAllOrders: 'emulated',
      fetchOpenOrders: true,
      watchOrders: 'emulated',
    },
  ],
])('nothing is promised of an account but what the venue has: %s', (_what, rest, can) => {
  expect(abilities(rest)).toEqual(can)
})

test('what the user channel of a venue brings is promised as its own, and nothing where nothing can be begun', () => {
  const rest = {
    ...account('openOrders', 'fills', 'positions'),
    ownStream: { brings: ['orders', 'trades'] } as unknown as OwnStreamSource,
  }
  const fetched = { fetchOpenOrders: true, fetchMyTrades: true, fetchPositions: true }
  const watched = { watchOrders: true, watchMyTrades: true, watchPositions: 'emulated' }
  expect(abilities(rest)).toEqual({ ...fetched, ...watched })
  expect(abilities(rest, false)).toEqual(fetched)
})

test('books can be watched where there are any, and nothing where nothing can be begun', () => {
  const fetched = { fetchOrderBook: true, fetchOrderBooks: true, fetchOHLCV: 'sampled' }
  expect(abilities(books)).toEqual({
    ...fetched,
    watchOrderBook: 'emulated',
    watchOrderBooks: 'emulated',
    unwatchOrderBook: true,
  })
  expect(abilities(books, false)).toEqual(fetched)
  expect(abilities(account('positionsOf'), false)).toEqual({ fetchPositions: true })
  const stream = { host: 'stream', brings: ['book', 'trades'] } as unknown as StreamSource
  expect(abilities({ ...books, stream })).toMatchObject({ watchOrderBook: true, watchOrderBooks: true })
  expect(abilities({ stream })).toEqual({ watchTrades: true })
})

test('a socket that takes several secrets is open to who has them all', () => {
  const stream = {
    host: 'stream',
    brings: ['book'],
    needs: ['apiKey', 'privateKey'],
  } as unknown as StreamSource
  const by = (values: Secrets['values']) =>
    capabilityOf(fakeVenue({ rest: { ...books, stream } }), 'watchOrderBook', {
      secrets: { values, withheld: false },
      mayWatch: true,
    })
  expect([by({ apiKey: 'a' }), by({ apiKey: 'a', privateKey: 'b' })]).toEqual(['emulated', true])
})

/** What a map tells of one source alone, and of the same where nothing can be watched. */
const source = {} as never
const rows: readonly [what: string, rest: Partial<Venue>, can: Record<string, unknown>][] = [
  ['nothing but lists', {}, {}],
  [
    'books',
    { book: { fetch: source } },
    {
      fetchOHLCV: 'sampled',
      fetchOrderBook: true,
      fetchOrderBooks: true,
      watchOrderBook: 'emulated',
      watchOrderBooks: 'emulated',
      unwatchOrderBook: true,
    },
  ],
  ['trades', { trades: source }, { fetchTrades: true, watchTrades: 'emulated' }],
  ['series', { series: source }, { fetchSeries: true }],
  [
    'positions of anybody',
    { account: { positionsOf: source } },
    { fetchPositions: true, watchAddress: 'emulated', unwatchAddress: true },
  ],
  ['own positions', { account: { positions: source } }, { fetchPositions: true, watchPositions: 'emulated' }],
  ['own balance', { account: { balance: source } }, { fetchBalance: true }],
  ['balances of anybody', { account: { balanceOf: source } }, { fetchBalance: true }],
  ['one order', { account: { order: source } }, { fetchOrder: true }],
  ['open orders', { account: { openOrders: source } }, { fetchOpenOrders: true, watchOrders: 'emulated' }],
  ['closed orders', { account: { closedOrders: source } }, { fetchClosedOrders: true }],
  [
    'open and closed orders',
    { account: { openOrders: source, closedOrders: source } },
    { fetchOpenOrders: true, fetchClosedOrders: true, fetchAllOrders: true, watchOrders: 'emulated' },
  ],
  ['fills', { account: { fills: source } }, { fetchMyTrades: true, watchMyTrades: 'emulated' }],
  [
    'orders',
    { orders: {} as never },
    { createOrder: true, createOrders: 'emulated', buildOrder: true, submitOrder: true },
  ],
  [
    'orders that can be cancelled',
    { orders: { cancel: () => source } as never },
    {
      createOrder: true,
      createOrders: 'emulated',
      buildOrder: true,
      submitOrder: true,
      cancelOrder: true,
      cancelOrders: 'emulated',
    },
  ],
]

test.each(rows)('a venue with %s promises that, and nothing else', (_what, rest, can) => {
  const venue = fakeVenue({ rest })
  const promised = (mayWatch: boolean) => {
    const map = buildCapabilityMap(venue, { secrets: { values: {}, withheld: false }, mayWatch })
    return Object.fromEntries(Object.entries(map).filter(([, told]) => told !== false))
  }
  const always = { fetchMarkets: true, fetchEvents: true, ...can }
  expect(promised(true)).toEqual(always)
  const unwatched = Object.entries(always).filter(([name]) => !/^(un)?watch/.test(name))
  expect(promised(false)).toEqual(Object.fromEntries(unwatched))
})

test('a socket that needs several keys is open to who has them all, and one that needs none to everybody', () => {
  const book = { fetch: source }
  const watchedBy = (values: Secrets['values'], needs?: readonly string[]) => {
    const stream = { brings: ['book'], ...(needs === undefined ? {} : { needs }) } as unknown as StreamSource
    return capabilityOf(fakeVenue({ rest: { book, stream } }), 'watchOrderBook', {
      secrets: { values, withheld: false },
      mayWatch: true,
    })
  }
  const needs = ['apiKey', 'privateKey']
  expect(watchedBy({ apiKey: 'a', privateKey: 'b' }, needs)).toBe(true)
  expect(watchedBy({ apiKey: 'a' }, needs)).toBe('emulated')
  expect(watchedBy({})).toBe(true)
})
