import { describe, expect, test } from 'vitest'
import { limitless } from '../../../src/venues/limitless/index.js'
import { failureOf, present } from '../../support/expect.js'
import { setUpVenue, tolerant, wholeList } from '../../support/venue.js'
import { type Answers, sentTo } from '../../support/wire.js'
import { nativeChild, nativeGroup, nativeMarket, nativePosition, portfolio, token } from './payloads.js'

const account = present(limitless.account)
const slug = nativeMarket().slug
const open = (answers: Answers) =>
  setUpVenue(limitless, answers, undefined, { values: { apiKey: 'lmts_x' }, withheld: false })

const listed = (over: object = {}) => ({
  id: 'c4b1a83a-219f-48db-a9be-1ddadf0bc14c',
  createdAt: '2026-11-21T11:00:00.000Z',
  token: token(1, 'no'),
  type: 'GTC',
  status: 'LIVE',
  side: 'SELL',
  price: '0.092',
  originalSize: '10870000',
  remainingSize: '10870000',
  ...over,
})

test('positions are those of the account', async () => {
  const { ctx } = open({ 'GET api/portfolio/positions': portfolio([nativePosition()]) })
  expect(await present(account.positions)(ctx)).toMatchObject([{ marketId: slug, size: 10 }])
})

test('nobody is asked without a key', async () => {
  const { ctx, wire } = setUpVenue(limitless, {})
  expect(await failureOf(() => present(account.positions)(ctx))).toMatchObject({
    code: 'AUTHENTICATION_ERROR',
    detail: { part: 'apiKey' },
  })
  expect(wire.calls).toEqual([])
})

describe('open orders', () => {
  const read = async (marketId: string | undefined, answers: Answers) => {
    const { ctx, wire } = open(answers)
    const rows = await wholeList(
      present(account.openOrders)(marketId === undefined ? {} : { marketId }, ctx),
      ctx,
    )
    return { rows, wire }
  }

  test('of a market', async () => {
    const { rows, wire } = await read(slug, {
      [`GET api/markets/${slug}`]: nativeMarket(),
      [`GET api/markets/${slug}/user-orders`]: [listed()],
    })
    expect(rows).toEqual([
      {
        id: 'c4b1a83a-219f-48db-a9be-1ddadf0bc14c',
        marketId: slug,
        outcomeId: token(1, 'no'),
        side: 'sell',
        type: 'limit',
        price: 0.092,
        amount: 10.87,
        status: 'open',
        filled: 0,
        remaining: 10.87,
        timestamp: Date.UTC(2026, 10, 21, 11),
      },
    ])
    expect(wire.calls.at(-1)?.query).toEqual([
      ['statuses', 'LIVE'],
      ['limit', '200'],
    ])
  })

  test('of all markets: the portfolio says in which ones there are some', async () => {
    const busy = nativePosition({ orders: { liveOrders: [{ any: 'shape' }], totalCollateralLocked: '1' } })
    const idle = nativePosition({ orders: { liveOrders: [], totalCollateralLocked: '0' } })
    const other = { ...idle, market: { ...idle.market, slug: 'another-market-1790000000002' } }
    const { rows, wire } = await read(undefined, {
      'GET api/portfolio/positions': portfolio([busy, other]),
      [`GET api/markets/${slug}/user-orders`]: [listed()],
    })
    expect(rows).toHaveLength(1)
    expect(sentTo(wire)).toEqual(['GET api/portfolio/positions', `GET api/markets/${slug}/user-orders`])
  })

  test('of a group: those of its markets', async () => {
    const children = [nativeChild(3), nativeChild(4)]
    const group = nativeGroup({ markets: children })
    const { rows } = await read(String(group.slug), {
      [`GET api/markets/${group.slug}`]: group,
      ...Object.fromEntries(
        children.map((child, index) => [
          `GET api/markets/${child.slug}/user-orders`,
          [listed({ id: `order-${index}` })],
        ]),
      ),
    })
    expect(rows.map(({ id, marketId }) => [id, marketId])).toEqual(
      children.map((child, index) => [`order-${index}`, child.slug]),
    )
  })

  test('of nothing the venue knows there are none', async () => {
    expect((await read('no slug', {})).rows).toEqual([])
  })

  test('of an unknown state are odd rows', async () => {
    const answers = {
      [`GET api/markets/${slug}`]: nativeMarket(),
      [`GET api/markets/${slug}/user-orders`]: [listed({ status: 'SLEEPING' })],
    }
    expect(await failureOf(() => read(slug, answers))).toMatchObject({ detail: { kind: 'drift' } })
  })

  test('one of an unknown state costs the others nothing, and is told', async () => {
    const known = ['a', 'b', 'c'].map((id) => listed({ id }))
    const answers = {
      [`GET api/markets/${slug}`]: nativeMarket(),
      [`GET api/markets/${slug}/user-orders`]: [...known, listed({ id: 'd', status: 'SLEEPING' })],
    }
    const ctx = tolerant(open(answers).ctx)
    const rows = await wholeList(present(account.openOrders)({ marketId: slug }, ctx), ctx)
    expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(ctx.omissions.warnings.join()).toContain('SLEEPING')
  })

  test.each([
    ['OPEN', 'open'],
    ['PARTIALLY_FILLED', 'open'],
    ['FILLED', 'filled'],
    ['CANCELLED', 'canceled'],
    ['EXPIRED', 'canceled'],
    ['REJECTED', 'rejected'],
  ])("in the words of the venue's SDKs: %s is %s", async (status, told) => {
    const answers = {
      [`GET api/markets/${slug}`]: nativeMarket(),
      [`GET api/markets/${slug}/user-orders`]: [listed({ status })],
    }
    expect((await read(slug, answers)).rows).toMatchObject([{ status: told }])
  })
})

describe('closed orders', () => {
  const read = async (query: object, rows: readonly unknown[], answers: Answers = {}) => {
    const { ctx, wire } = open({
      [`GET api/markets/${slug}`]: nativeMarket(),
      [`GET api/markets/${slug}/user-orders`]: rows,
      ...answers,
    })
    return { rows: await wholeList(present(account.closedOrders)(query, ctx), ctx), wire, ctx }
  }

  test('of a market, in the states that they end in', async () => {
    const { rows, wire } = await read({ marketId: slug }, [
      listed({ id: 'a', status: 'MATCHED', remainingSize: '0' }),
      listed({ id: 'b', status: 'CANCELED', remainingSize: '870000' }),
      listed({ id: 'c', status: 'UNMATCHED', type: 'FAK' }),
      listed({ id: 'd', status: 'MATCHED', type: 'FAK', remainingSize: '870000' }),
      listed({ id: 'e', status: 'LIVE' }),
    ])
    expect(rows.map(({ id, status, filled, remaining }) => [id, status, filled, remaining])).toEqual([
      ['a', 'filled', 10.87, 0],
      ['b', 'canceled', 10, 0.87],
      ['c', 'canceled', 0, 10.87],
      ['d', 'canceled', 10, 0.87],
    ])
    expect(wire.calls.at(-1)?.query).toEqual([
      ['statuses', 'MATCHED'],
      ['statuses', 'CANCELED'],
      ['statuses', 'UNMATCHED'],
      ['limit', '200'],
    ])
  })

  test('of an outcome', async () => {
    const orders = [
      listed({ id: 'a', status: 'CANCELED' }),
      listed({ id: 'b', status: 'CANCELED', token: token(1) }),
    ]
    expect((await read({ outcomeId: slug }, orders)).rows.map(({ id }) => id)).toEqual(['b'])
  })

  test('of all markets are refused, and nobody is asked', async () => {
    const { ctx, wire } = open({})
    const list = present(account.closedOrders)({}, ctx)
    expect(await failureOf(() => wholeList(list, ctx))).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'marketId',
    })
    expect(wire.calls).toEqual([])
  })

  test('more than a list holds is told', async () => {
    const orders = Array.from({ length: 200 }, (_none, index) =>
      listed({ id: `o${index}`, status: 'CANCELED' }),
    )
    const { ctx, rows } = await read({ marketId: slug }, orders)
    expect(rows).toHaveLength(200)
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('beyond the first 200')])
    expect((await read({ marketId: slug }, orders.slice(1))).ctx.omissions.cut).toEqual([])
  })
})

describe('an order of which what it met failed to settle', () => {
  const id = 'c4b1a83a-219f-48db-a9be-1ddadf0bc14c'
  const failed = (orderType: string, contractsGross: string | null, settlementStatus = 'FAILED') => ({
    results: [
      {
        index: 0,
        status: 'found',
        data: {
          order: {
            id,
            createdAt: '2026-11-21T11:00:00.000Z',
            makerAmount: '1000040',
            takerAmount: '10870000',
            tokenId: token(1),
            side: 0,
            orderType,
            price: '0.092',
            market: { slug },
          },
          execution: {
            settlementStatus,
            ...(contractsGross === null
              ? {}
              : { totalsRaw: { contractsGross, contractsFee: '0', usdGross: '80000', usdFee: '2400' } }),
          },
        },
      },
    ],
  })
  const read = async (told: object, rows: readonly unknown[] = []) => {
    const { ctx } = open({
      'POST api/orders/status/batch': told,
      [`GET api/markets/${slug}/user-orders`]: rows,
    })
    return present(account.order)(id, ctx)
  }
  const standing = (remainingSize: string, status = 'LIVE') =>
    listed({ id, token: token(1), side: 'BUY', status, remainingSize })

  test('at the market is rejected and has filled nothing', async () => {
    const order = await read(failed('FAK', '10000000'))
    expect(order).toMatchObject({ status: 'rejected', filled: 0, remaining: 10.87 })
    expect(order).not.toHaveProperty('fee')
  })

  test('of the whole order is rejected where nothing of it rests', async () => {
    expect(await read(failed('GTC', '10870000'))).toMatchObject({ status: 'rejected', filled: 0 })
    expect(await read(failed('GTC', '10870000'), [standing('0', 'MATCHED')])).toMatchObject({
      status: 'rejected',
      filled: 0,
      remaining: 10.87,
    })
  })

  test('of a part is open with its rest, whichever way the list counts it', async () => {
    expect(await read(failed('GTC', '10000000'), [standing('870000')])).toMatchObject({
      status: 'open',
      filled: 0,
      remaining: 0.87,
    })
    expect(await read(failed('GTC', '10000000'), [standing('10870000')])).toMatchObject({
      status: 'open',
      filled: 0,
      remaining: 10.87,
    })
    expect(await read(failed('GTC', '10000000'), [standing('8870000')])).toMatchObject({
      status: 'open',
      filled: 2,
      remaining: 8.87,
    })
  })

  test('and that has met more since is told without what it has filled', async () => {
    for (const gross of ['5000000', null])
      expect(await read(failed('GTC', gross), [standing('870000')])).toMatchObject({
        status: 'open',
        filled: 0,
        remaining: 0.87,
        metadata: { unknown: ['filled'] },
      })
    expect(await read(failed('GTC', '5000000'), [standing('0', 'MATCHED')])).toMatchObject({
      status: 'canceled',
      metadata: { unknown: ['filled'] },
    })
  })

  test('of a part, and that rests no longer, was taken back', async () => {
    expect(await read(failed('GTC', '10000000'))).toMatchObject({ status: 'canceled', filled: 0 })
  })

  test('that settled is told as before', async () => {
    expect(await read(failed('FAK', '10870000', 'MINED'))).toMatchObject({ status: 'filled', filled: 10.87 })
  })
})

describe('trades', () => {
  const entry = (over: object = {}) => ({
    blockTimestamp: 1_778_144_137,
    collateralAmount: '2',
    market: { closed: true, slug },
    outcomeTokenAmount: '10',
    outcomeTokenAmounts: ['10', '0'],
    outcomeIndex: 0,
    outcomeTokenPrice: '0.2',
    strategy: 'Limit Buy',
    transactionHash: '0x1e11',
    ...over,
  })
  const loss = { action: 'loss', blockTimestamp: 1_778_144_400, market: { slug }, outcomeIndex: 1, pnl: '-2' }
  const read = async (query: object, pages: readonly unknown[], answers: Answers = {}) => {
    let page = 0
    const { ctx, wire } = open({
      'GET api/portfolio/history': () => pages[page++],
      [`GET api/markets/${slug}`]: nativeMarket(),
      ...answers,
    })
    return { rows: await wholeList(present(account.fills)(query, ctx), ctx), wire }
  }

  test('are what of the history was bought and sold, page by page', async () => {
    const { rows, wire } = await read({}, [
      { data: [loss, entry()], nextCursor: 'more' },
      {
        data: [
          entry({ strategy: 'Market Sell', outcomeIndex: 1, transactionHash: '0x2' }),
          entry({ strategy: 'Split' }),
        ],
        nextCursor: null,
      },
    ])
    expect(rows).toEqual([
      {
        id: '0x1e11-0',
        timestamp: 1_778_144_137_000,
        price: 0.2,
        amount: 10,
        side: 'buy',
        outcomeId: token(1),
        marketId: slug,
        txHash: '0x1e11',
      },
      expect.objectContaining({ id: '0x2-1', side: 'sell', outcomeId: token(1, 'no') }),
    ])
    const asked = wire.calls.filter(({ path }) => path === '/portfolio/history')
    expect(asked.map(({ query }) => query)).toEqual([
      [
        ['cursor', ''],
        ['limit', '100'],
      ],
      [
        ['cursor', 'more'],
        ['limit', '100'],
      ],
    ])
    // The market of several trades is looked up once.
    expect(sentTo(wire).filter((one) => one.includes(slug))).toHaveLength(1)
  })

  test('several of one transaction are told apart', async () => {
    const { rows } = await read({}, [
      { data: [entry(), entry(), entry({ outcomeIndex: 1 })], nextCursor: null },
    ])
    expect(rows.map(({ id }) => id)).toEqual(['0x1e11-0', '0x1e11-0-2', '0x1e11-1'])
  })

  test('of a market or an outcome only', async () => {
    const other = entry({ market: { slug: 'another-market-1790000000002' } })
    const data = [entry(), other, entry({ outcomeIndex: 1 })]
    const ids = async (query: object, more: Answers = {}) =>
      (await read(query, [{ data, nextCursor: null }], more)).rows.map(({ outcomeId }) => outcomeId)
    expect(await ids({ marketId: slug })).toEqual([token(1), token(1, 'no')])
    expect(await ids({ outcomeId: slug })).toEqual([token(1)])
    const listedOne = { 'GET api/markets/active': { data: [nativeMarket()], totalMarketsCount: 1 } }
    expect(await ids({ outcomeId: token(1, 'no') }, listedOne)).toEqual([token(1, 'no')])
  })

  test('lack nothing that makes them one', async () => {
    const odd = { data: [entry({ outcomeTokenPrice: null })], nextCursor: null }
    expect(await failureOf(() => read({}, [odd]))).toMatchObject({ detail: { kind: 'drift' } })
  })
})

test('an id of another form than the venue gives is none of its orders', async () => {
  const { ctx, wire } = open({})
  expect(await present(account.order)('12', ctx)).toBeUndefined()
  expect(wire.calls).toEqual([])
})
