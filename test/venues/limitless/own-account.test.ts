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
    expect(wire.calls.at(-1)?.query).toEqual([['statuses', 'LIVE']])
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
