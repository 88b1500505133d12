import { describe, expect, test } from 'vitest'
import type { MethodName } from '../../../../src/api/arguments/methods.js'
import { PmxError } from '../../../../src/api/envelope/errors.js'
import type { Order, UserTrade } from '../../../../src/api/models/models.js'
import type { CursorPaging } from '../../../../src/venue-kit/contract/paging.js'
import type { AccountSource, HistoryQuery } from '../../../../src/venue-kit/contract/trading.js'
import type { MarketSource } from '../../../../src/venue-kit/contract/venue.js'
import { coreOver, fakeVenue } from '../../fake-venue.js'
import { failureOf, fakeExchange, mine, tradingWorld } from '../trading-world.js'

/** Times are counted from here. */
const DAWN = Date.UTC(2026, 0, 1)

const order = (id: string, time: number, more: Partial<Order> = {}): Order => ({
  id,
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  price: 0.4,
  amount: 10,
  status: 'open',
  filled: 0,
  remaining: 10,
  timestamp: DAWN + time,
  ...more,
})

/** Orders at these times, named by their place. */
const at = (...times: number[]): Order[] => times.map((time, place) => order(`o${place}`, time))

/** A list in these pages that notes what it was asked for, and how many pages of it were read. */
function listOf(...pages: readonly (readonly Order[])[]) {
  const asked: HistoryQuery[] = []
  const state = { pages: 0 }
  const list = (query: HistoryQuery): CursorPaging<Order> => {
    asked.push(query)
    return {
      kind: 'cursor',
      what: 'orders',
      idOf: ({ id }) => id,
      async fetch(cursor) {
        state.pages++
        const page = Number(cursor ?? 0)
        return { rows: pages[page] ?? [], next: page + 1 < pages.length ? String(page + 1) : undefined }
      },
    }
  }
  return { asked, list, state }
}

const worldOf = (account: AccountSource | undefined) =>
  coreOver(fakeVenue(account === undefined ? {} : { rest: { account } }))
const idsOf = (data: unknown) => (data as readonly Order[]).map(({ id }) => id)

test.each<[MethodName, readonly unknown[]]>([
  ['fetchBalance', []],
  ['fetchPositions', ['0xabc']],
  ['fetchOrder', ['o1']],
  ['fetchOpenOrders', []],
  ['fetchClosedOrders', []],
  ['fetchAllOrders', []],
  ['fetchMyTrades', []],
  ['getAuthNonce', ['0xabc']],
  ['logout', []],
])('%s of a venue without it is refused by its name', async (method, args) => {
  const failure = await failureOf(worldOf(undefined).ask(method, ...args))
  expect(failure.code).toBe('NOT_SUPPORTED')
  expect(failure.message).toContain(`'${method}'`)
})

describe.each([
  ['fetchBalance', 'balance', 'balanceOf'],
  ['fetchPositions', 'positions', 'positionsOf'],
] as const)('%s', (method, own, ofAddress) => {
  const ownRows = { [own]: async () => [{ of: 'own' }] } as unknown as AccountSource
  const othersRows = { [ofAddress]: async (of: string) => [{ of }] } as unknown as AccountSource

  test('is of the address that is named, and one’s own without one', async () => {
    const world = worldOf({ ...ownRows, ...othersRows })
    expect(await world.ask(method, ' 0xabc ')).toEqual([{ of: '0xabc', venue: 'kalshi' }])
    expect(await world.ask(method)).toEqual([{ of: 'own', venue: 'kalshi' }])
  })

  test('never answers with another account than the one that was asked for', async () => {
    expect(await failureOf(worldOf(othersRows).ask(method))).toMatchObject({ code: 'AUTHENTICATION_ERROR' })
    expect(await worldOf(ownRows).ask(method)).toEqual([{ of: 'own', venue: 'kalshi' }])
    const failure = await failureOf(worldOf(ownRows).ask(method, '0xabc'))
    expect(failure.code).toBe('NOT_SUPPORTED')
    expect(failure.message).toContain('without an address')
  })
})

test('a venue without a login has no session', async () => {
  expect(await worldOf(undefined).ask('isSessionActive', '0xabc')).toBe(false)
})

test('an order is told by its id, and one that the venue does not know is ORDER_NOT_FOUND', async () => {
  const world = worldOf({ order: async (id) => (id === 'o1' ? order(id, 1) : undefined) })
  expect(await world.ask('fetchOrder', ' o1 ')).toEqual(order('o1', 1))
  expect(await failureOf(world.ask('fetchOrder', 'o2'))).toMatchObject({ code: 'ORDER_NOT_FOUND' })
  expect(await failureOf(world.ask('fetchOrder', ' '))).toMatchObject({ field: 'orderId' })
})

test('open orders are those of one market, where one is named', async () => {
  const { asked, list } = listOf(at(1))
  const world = worldOf({ openOrders: list })
  expect(idsOf(await world.ask('fetchOpenOrders'))).toEqual(['o0'])
  await world.ask('fetchOpenOrders', 'M')
  expect(asked).toEqual([{}, { marketId: 'M' }])
})

describe('open orders of a market by a name that the list does not know', () => {
  const world = (getMarket: MarketSource['getMarket']) => {
    const own = tradingWorld()
    Object.assign(own.exchange.venue.markets, { getMarket })
    return own
  }
  const row = (marketId: string) => ({ market: { marketId, outcomes: [] } }) as never

  test('are refused where the venue knows no such market: silence is not zero', async () => {
    const { ask } = world(async () => undefined)
    expect(await failureOf(ask('fetchOpenOrders', 'no-such'))).toMatchObject({
      code: 'MARKET_NOT_FOUND',
      field: 'marketId',
    })
  })

  test('fail with what keeps the venue from saying', async () => {
    const { ask } = world(async () => {
      throw new PmxError('NETWORK_ERROR', 'The venue is away.')
    })
    expect(await failureOf(ask('fetchOpenOrders', 'no-such'))).toMatchObject({ code: 'NETWORK_ERROR' })
  })

  test.each(['M', 'slug-M', 'M-YES'])('are those of the market that has it: %s', async (name) => {
    const { ask, create } = world(async (id) => (id === 'M' || id === 'slug-M' ? row('M') : undefined))
    await create()
    expect((await ask('fetchOpenOrders', name)).data).toMatchObject([{ id: 'V1' }])
  })

  test('are none where a known market has none', async () => {
    const { ask } = world(async () => row('N'))
    expect((await ask('fetchOpenOrders', 'N')).data).toEqual([])
  })
})

test('a list that does not go down in time is read to its end, whatever its first rows are', async () => {
  const { list } = listOf([order('old', 1)], [order('new', 5_000), order('newer', 6_000)])
  const closedOrders = (query: HistoryQuery) => ({ ...list(query), isUnordered: true as const })
  const world = worldOf({ closedOrders })
  expect(idsOf(await world.ask('fetchClosedOrders', { since: DAWN + 4_000 }))).toEqual(['newer', 'new'])
  expect(idsOf(await world.ask('fetchClosedOrders', { limit: 1 }))).toEqual(['newer'])
})

test('all orders need both lists, because half of them would look like all', async () => {
  const { list } = listOf(at(1))
  for (const half of [{ openOrders: list }, { closedOrders: list }])
    expect((await failureOf(worldOf(half).ask('fetchAllOrders'))).code).toBe('NOT_SUPPORTED')
})

test('an order that closes between two lists is told once, as closed; all are told newest first', async () => {
  const open = listOf([order('a', 3), order('b', 1)])
  const closed = listOf([order('c', 2), order('b', 1, { status: 'filled' })])
  const rows = await worldOf({ openOrders: open.list, closedOrders: closed.list }).ask('fetchAllOrders', {})
  expect((rows as Order[]).map(({ id, status }) => [id, status])).toEqual([
    ['a', 'open'],
    ['c', 'open'],
    ['b', 'filled'],
  ])
})

test('orders that were placed here are told as they were asked for, and all others as the venue tells them', async () => {
  const exchange = fakeExchange()
  const netted = order('V1', 5, { outcomeId: 'M-YES', side: 'sell', price: 0.6 })
  const foreign = order('X9', 4, { outcomeId: 'M-YES', side: 'sell', price: 0.6 })
  const account: AccountSource = {
    order: async () => netted,
    openOrders: listOf([netted, foreign]).list,
    closedOrders: listOf([netted]).list,
  }
  const world = tradingWorld({ over: { ...exchange, venue: { ...exchange.venue, account } } })
  await world.create({ outcomeId: 'M-NO', price: 0.4 })
  const asked = { outcomeId: 'M-NO', side: 'buy', price: 0.4 }
  const call = { call: { credentials: mine } }
  expect((await world.answer('fetchOrder', ['V1'], call)).data).toMatchObject(asked)
  expect((await world.answer('fetchOpenOrders', [], call)).data).toMatchObject([asked, foreign])
  expect((await world.answer('fetchClosedOrders', [], call)).data).toMatchObject([asked])
  expect((await world.answer('fetchAllOrders', [], call)).data).toMatchObject([asked, foreign])
})

test('on a venue that nets, trades of orders that were placed here are told as they were asked for', async () => {
  const exchange = fakeExchange()
  const sale = (id: string, orderId: string): UserTrade => ({
    ...{ id, orderId, timestamp: DAWN + 5, price: 0.6, amount: 4, side: 'sell' },
    ...{ outcomeId: 'M-YES', marketId: 'M' },
  })
  const trades = [sale('F1', 'V1'), sale('F2', 'X9')]
  const list: NonNullable<AccountSource['fills']> = () => ({
    ...{ kind: 'cursor', what: 'trades', idOf: ({ id }) => id, fetch: async () => ({ rows: trades }) },
  })
  const told = async (account: AccountSource, params = {}) => {
    const world = tradingWorld({ over: { ...exchange, venue: { ...exchange.venue, account } } })
    await world.create({ outcomeId: 'M-NO', price: 0.4 })
    const { data } = await world.answer('fetchMyTrades', [params], { call: { credentials: mine } })
    return (data as UserTrade[]).map(({ id, outcomeId, side, price }) => [id, outcomeId, side, price])
  }
  const asVenue = [
    ['F1', 'M-YES', 'sell', 0.6],
    ['F2', 'M-YES', 'sell', 0.6],
  ]
  expect(await told({ fills: list })).toEqual(asVenue)
  exchange.placed.length = 0
  expect(await told({ fills: list, fillsAreNetted: true })).toEqual([['F1', 'M-NO', 'buy', 0.4], asVenue[1]])
  exchange.placed.length = 0
  // The adapter has shown them as those of the outcome, whatever their orders were.
  expect(await told({ fills: list, fillsAreNetted: true }, { outcomeId: 'M-YES' })).toEqual(asVenue)
})

describe('one’s own history', () => {
  const closed = (...pages: Order[][]) => {
    const source = listOf(...pages)
    const world = worldOf({
      closedOrders: source.list,
      fills: source.list as unknown as NonNullable<AccountSource['fills']>,
    })
    const answer = async (params: object) => {
      source.state.pages = 0
      const { data, headers } = await world.answer('fetchClosedOrders', [params])
      return { ids: idsOf(data), pages: source.state.pages, cut: headers['x-pmx-truncated'] }
    }
    return { ...source, world, answer }
  }

  test.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 1.5 }],
    ['since', { since: DAWN + 2, until: DAWN + 1 }],
  ])('takes no %s that means nothing: %o', async (field, params) => {
    const { world, state } = closed(at(1))
    for (const method of ['fetchClosedOrders', 'fetchMyTrades'] as const)
      expect(await failureOf(world.ask(method, params))).toMatchObject({ code: 'VALIDATION_ERROR', field })
    expect(state.pages).toBe(0)
  })

  test('is asked for with what the caller wants, and told with fills as the venue has them', async () => {
    const { world, asked } = closed(at(3))
    const wanted = { marketId: 'M', since: DAWN + 3, until: DAWN + 3, limit: 1 }
    expect(idsOf(await world.ask('fetchMyTrades', wanted))).toEqual(['o0'])
    expect(asked).toEqual([wanted])
  })

  test('lies between the times that are named, both included', async () => {
    const { answer } = closed(at(5, 4, 3, 2, 1))
    expect((await answer({ since: DAWN + 2, until: DAWN + 4 })).ids).toEqual(['o1', 'o2', 'o3'])
    expect((await answer({ since: DAWN + 4 })).ids).toEqual(['o0', 'o1'])
    expect((await answer({ until: DAWN + 2 })).ids).toEqual(['o3', 'o4'])
  })

  test('is read no further than the window goes, and so far though rows are of one time', async () => {
    const pages = [[order('a', 5), order('b', 4)], [order('c', 4)], [order('d', 3)], [order('e', 2)]]
    expect(await closed(...pages).answer({ since: DAWN + 4 })).toEqual({
      ids: ['a', 'b', 'c'],
      pages: 3,
      cut: undefined,
    })
  })

  test('of a list in no order is read to its end: what is wanted may come last', async () => {
    const pages = [[order('a', 1), order('b', 5)], [order('c', 2)], [order('d', 6)]]
    expect(await closed(...pages).answer({ since: DAWN + 4, limit: 1 })).toEqual({
      ids: ['d'],
      pages: 3,
      cut: undefined,
    })
  })

  test('is read no further than the limit goes, which cuts nothing that was wanted', async () => {
    const pages = [at(9, 8), [order('c', 7)], [order('d', 6)]]
    expect(await closed(...pages).answer({ limit: 1 })).toEqual({ ids: ['o0'], pages: 1, cut: undefined })
  })

  test('of more rows than one answer holds is cut at a thousand, and says so', async () => {
    const thousand = at(...Array.from({ length: 1_000 }, (_, place) => 5_000 - place))
    expect((await closed(thousand).answer({})).cut).toBeUndefined()
    const more = await closed(thousand, [order('last', 1)]).answer({})
    expect([more.ids.length, more.cut]).toEqual([1_000, '1000'])
  })

  test('of a list that does not end is cut at a hundred pages, and says so', async () => {
    const pages = Array.from({ length: 102 }, (_, page) => [order(`p${page}`, 1_000 - page)])
    const cut = { pages: 100, cut: '100' }
    expect(await closed(...pages).answer({})).toMatchObject(cut)
    expect(await closed(...pages).answer({ limit: 200 })).toMatchObject(cut)
    expect(await closed(...pages.slice(0, 100)).answer({})).toMatchObject({ pages: 100, cut: undefined })
    // The hundredth page goes beyond the window: nothing is missing.
    expect(await closed(...pages).answer({ since: DAWN + 902 })).toMatchObject({ pages: 100, cut: undefined })
  })

  test('with rows of unknown time is read on behind them, and a window says that it lacks them', async () => {
    const unknown = order('undated', -DAWN, { metadata: { unknown: ['timestamp'] } })
    const list = closed([...at(9), unknown], [order('later', 8)])
    const windowed = await list.answer({ since: DAWN + 5 })
    expect(windowed).toMatchObject({ ids: ['o0', 'later'], pages: 2 })
    expect(windowed.cut).toContain('without a time (1)')
    const ids = ['o0', 'later', 'undated']
    expect(await list.answer({})).toEqual({ ids, pages: 2, cut: undefined })
  })

  test('of which most rows cannot be read is a failure, and no empty list', async () => {
    const odd = (place: number) => ({ path: `[${place}]`, problem: 'no id', fingerprint: `${place}` })
    const closedOrders: NonNullable<AccountSource['closedOrders']> = (_query, ctx) => ({
      kind: 'cursor',
      what: 'orders',
      idOf: ({ id }) => id,
      async fetch() {
        ctx.omissions.noteRows(
          'GET /orders',
          new Map([['[]', { seen: 4, malformed: [odd(0), odd(1), odd(2)] }]]),
        )
        return { rows: at(1) }
      },
    })
    const failure = await failureOf(worldOf({ closedOrders }).ask('fetchClosedOrders', {}))
    expect(failure.code).toBe('EXCHANGE_NOT_AVAILABLE')
  })
})

test('signing in passes on what the wallet signed, and what that brings', async () => {
  const session = { apiKey: 'k', apiSecret: 's' }
  const told: unknown[] = []
  const world = worldOf({
    login: {
      nonce: async (walletAddress) => ({ nonce: `for ${walletAddress}`, messageToSign: 'Sign in' }),
      async login(proof) {
        told.push(proof)
        return session
      },
      async logout() {
        told.push('out')
      },
    },
  })
  expect(await world.ask('getAuthNonce', '0xabc')).toEqual({ nonce: 'for 0xabc', messageToSign: 'Sign in' })
  expect(await world.ask('loginWithSignature', '0xabc', '0xsig', 'n1')).toEqual(session)
  expect(await world.ask('isSessionActive', '0xabc')).toBe(false)
  // SDKs of 2.54 name the wallet.
  await world.ask('logout', '0xabc')
  expect(told).toEqual([{ walletAddress: '0xabc', signature: '0xsig', nonce: 'n1' }, 'out'])
})
