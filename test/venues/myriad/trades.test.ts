import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { myriad } from '../../../src/venues/myriad/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { readerOf } from '../../support/reading.js'
import { now, tolerant } from '../../support/venue.js'
import { json, queryOf } from '../../support/wire.js'
import {
  bookMarket,
  candidatesMarket,
  hash,
  nativeAction,
  nativeMarket,
  nativeTrade,
  pageOf,
} from './payloads.js'
import { setUp } from './set-up.js'

const noon = now / 1000

/** Pages of a list that goes on until its last one. */
const pagesOf = (pages: readonly (readonly unknown[])[]) => (call: VenueCall) => {
  const page = Number(queryOf(call)['page'])
  return pageOf(pages[page - 1] ?? [], page, page < pages.length)
}

describe('trades of a pool', () => {
  const setUpPool = (answer: unknown, market = nativeMarket()) =>
    setUp({ [`GET api/markets/${market.id}`]: market, [`GET api/markets/${market.id}/events`]: answer })

  test('are its purchases and sales seen from one outcome, newest first, priced by true shares', async () => {
    const { ctx, wire } = setUpPool(
      pageOf([
        nativeAction({ timestamp: noon - 10, action: 'sell', shares: 0.5, value: 0.2, txId: hash(4) }),
        nativeAction({ timestamp: noon - 20, action: 'claim_winnings', value: 5, txId: hash(3) }),
        nativeAction({ timestamp: noon - 20, action: 'add_liquidity', outcomeId: null, txId: hash(3) }),
        nativeAction({ timestamp: noon - 30, outcomeId: 1, value: 2.5, txId: hash(2) }),
        nativeAction({ timestamp: noon - 40, txId: hash(1) }),
      ]),
    )
    const trades = await readerOf(myriad, ctx).allTrades('2741:701:0')
    expect(trades).toEqual([
      {
        id: hash(4),
        timestamp: now - 10_000,
        price: 0.4,
        amount: 0.5,
        side: 'sell',
        outcomeId: '2741:701:0',
      },
      // A purchase of the other side at 0.25.
      {
        id: hash(2),
        timestamp: now - 30_000,
        price: 0.75,
        amount: 10,
        side: 'sell',
        outcomeId: '2741:701:0',
      },
      { id: hash(1), timestamp: now - 40_000, price: 0.4, amount: 10, side: 'buy', outcomeId: '2741:701:0' },
    ])
    expect(wire.calls.map(queryOf)).toEqual([
      { network_id: '2741', trading_model: 'amm' },
      { network_id: '2741', trading_model: 'amm', until: String(noon), page: '1', limit: '100' },
    ])
  })

  test('are paged with a fixed end, and what is pushed onto the next page is not shown twice', async () => {
    const rows = [1, 2, 3, 4].map((n) => nativeAction({ timestamp: noon - n, txId: hash(n), value: n }))
    const pages = [rows.slice(0, 2), rows.slice(1, 3), rows.slice(3)]
    const { ctx } = setUpPool((call: VenueCall) => {
      const page = Number(queryOf(call)['page'])
      // One was added after the first page, and counted.
      return pageOf(pages[page - 1] ?? [], page, page < 3, page === 1 ? 4 : 5)
    })
    const trades = await readerOf(myriad, ctx).allTrades('2741:701:0')
    expect(trades.map(({ id }) => id)).toEqual([1, 2, 3, 4].map(hash))
  })

  test('that come again page after page are an error after two calls', async () => {
    const rows = [1, 2, 3].map((n) => nativeAction({ timestamp: noon - n, txId: hash(n), value: n }))
    const { ctx, wire } = setUpPool((call: VenueCall) =>
      pageOf(rows, Number(queryOf(call)['page']), true, 30_000),
    )
    const error = await failureOf(() => readerOf(myriad, ctx).allTrades('2741:701:0'))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'page_repeated' } })
    expect(wire.calls).toHaveLength(3)
  })

  test('that end with a page without rows are complete back to the page before only', async () => {
    const rows = [1, 2].map((n) => nativeAction({ timestamp: noon - n, txId: hash(n), value: n }))
    const { ctx } = setUpPool(pagesOf([rows, []]))
    const times = await readerOf(myriad, ctx).unconfirmedTimes('2741:701:0', { start: now - 60_000 })
    expect(times).toEqual([{ from: now - 60_000, to: now - 2_000 }])
    const whole = setUpPool(pagesOf([rows]))
    expect(await readerOf(myriad, whole.ctx).unconfirmedTimes('2741:701:0')).toBeUndefined()
  })

  test('that look alike are as many as they are, also across the end of a page', async () => {
    const rows = Array.from({ length: 221 }, () => nativeAction())
    const { ctx } = setUpPool((call: VenueCall) => {
      const page = Number(queryOf(call)['page'])
      return pageOf(rows.slice(100 * page - 100, 100 * page), page, page < 3, 221)
    })
    expect(await readerOf(myriad, ctx).allTrades('2741:701:0')).toHaveLength(221)
  })

  test('of one transaction have ids of their own, the same for either outcome', async () => {
    const rows = [0, 1, 0].map((outcomeId, n) => nativeAction({ outcomeId, value: 1 + n }))
    const { ctx } = setUpPool(pageOf(rows))
    const yes = await readerOf(myriad, ctx).allTrades('2741:701:0')
    const no = await readerOf(myriad, ctx).allTrades('2741:701:1')
    const three = [hash(1), `${hash(1)}-1`, `${hash(1)}-2`]
    expect(yes.map(({ id }) => id)).toEqual(three)
    expect(no.map(({ id }) => id)).toEqual(three)
    expect(yes.map(({ side, price }) => [side, price])).toEqual([
      ['buy', 0.1],
      ['sell', 0.8],
      ['buy', 0.3],
    ])
    expect(no.map(({ side, price }) => [side, price])).toEqual([
      ['sell', 0.9],
      ['buy', 0.2],
      ['sell', 0.7],
    ])
  })

  test('of three candidates are those of the one that is asked for', async () => {
    const rows = [0, 1, 2].map((outcomeId) => nativeAction({ marketId: 601, outcomeId }))
    const { ctx } = setUpPool(pageOf(rows), candidatesMarket())
    const trades = await readerOf(myriad, ctx).allTrades('2741:601:1')
    expect(trades.map(({ id, side }) => [id, side])).toEqual([[`${hash(1)}-1`, 'buy']])
  })

  test('bounds are asked for in whole seconds', async () => {
    const { ctx, wire } = setUpPool(pageOf([]))
    const bounds = { start: now - 60_000 + 1, end: now - 1 }
    expect(await readerOf(myriad, ctx).trades('2741:701:0', bounds)).toEqual([])
    expect(queryOf(present(wire.calls.at(-1)))).toMatchObject({
      since: String(noon - 59),
      until: String(noon - 1),
    })
  })

  test('between two seconds there are none, and nobody is asked', async () => {
    const { ctx, wire } = setUpPool(pageOf([]))
    await readerOf(myriad, ctx).trades('2741:701:0', { start: now - 999, end: now - 1 })
    expect(wire.calls).toHaveLength(1)
  })

  test('of the other side of a candidate are those of the candidate, turned round', async () => {
    const market = candidatesMarket()
    const { ctx } = setUpPool(pageOf([nativeAction({ marketId: 601 })]), market)
    expect(await readerOf(myriad, ctx).allTrades('2741:601:-0')).toMatchObject([
      { price: 0.6, amount: 10, side: 'sell', outcomeId: '2741:601:-0' },
    ])
  })

  test('dust that tells no price is left out, but not if it is all there is', async () => {
    const dust = nativeAction({ shares: 0, value: 0.000001 })
    const { ctx } = setUpPool(
      pageOf([dust, nativeAction({ shares: 0.000001, value: 0.000002 }), nativeAction()]),
    )
    expect(await readerOf(myriad, ctx).allTrades('2741:701:0')).toHaveLength(1)
    const swapped = Array.from({ length: 5 }, (_unused, n) =>
      nativeAction({ shares: 4, value: 10, txId: hash(n) }),
    )
    const wrong = setUpPool(pageOf(swapped))
    await expectDrift(() => readerOf(myriad, wrong.ctx).allTrades('2741:701:0'), 'data[*].value')
  })

  test.each([
    [{ marketId: 702 }, 'data[0].marketId'],
    [{ networkId: 56 }, 'data[0].marketId'],
    [{ timestamp: noon + 1 }, 'data[0].timestamp'],
    [{ outcomeId: null }, 'data[0].outcomeId'],
    [{ shares: null }, 'data[0].shares'],
    [{ value: undefined }, 'data[0].value'],
    [{ value: -4 }, 'data[0].value'],
    [{ timestamp: undefined }, 'data[0].timestamp'],
    [{ txId: undefined }, 'data[0].txId'],
    [{ action: undefined }, 'data[0].action'],
    [{ action: 'purchase' }, 'data[0].action'],
  ])('a row with %j is drift', async (overrides, path) => {
    const { ctx } = setUpPool(pageOf([nativeAction(overrides)]))
    await expectDrift(() => readerOf(myriad, ctx).allTrades('2741:701:0'), path)
  })

  test('a new kind of row that can be no trade is none', async () => {
    const { ctx } = setUpPool(
      pageOf([nativeAction({ action: 'paused', outcomeId: null, shares: null, value: null })]),
    )
    expect(await readerOf(myriad, ctx).allTrades('2741:701:0')).toEqual([])
  })

  test('a page without trades of the outcome does not end the list', async () => {
    const { ctx } = setUpPool(
      pagesOf([
        [nativeAction({ marketId: 601, outcomeId: 1 })],
        [nativeAction({ marketId: 601, txId: hash(2), value: 5 })],
      ]),
      candidatesMarket(),
    )
    expect(await readerOf(myriad, ctx).allTrades('2741:601:0')).toHaveLength(1)
  })

  test('nor do more of them than a list may be barren for', async () => {
    const others = Array.from({ length: 50 }, (_unused, n) => [
      nativeAction({ marketId: 601, outcomeId: 1, txId: hash(n) }),
    ])
    const { ctx } = setUpPool(
      pagesOf([...others, [nativeAction({ marketId: 601, txId: hash(99), value: 5 })]]),
      candidatesMarket(),
    )
    expect(await readerOf(myriad, ctx).trades('2741:601:0')).toHaveLength(1)
  })
})

describe('trades of the order book', () => {
  /** Answers for the first outcome; the second one has had no trades unless they are given. */
  const setUpBook = (answer: unknown, other: (page: number) => unknown = () => []) =>
    setUp({
      'GET api/markets/827': bookMarket(),
      'GET api/markets/ines-calloway-wins/trades': (call: VenueCall) => {
        const { outcome, page } = queryOf(call)
        if (outcome === '1') return other(Number(page))
        return typeof answer === 'function' ? answer(call) : answer
      },
    })

  test('are asked for by slug and outcome, with amounts in units of 1e-18', async () => {
    const { ctx, wire } = setUpBook((call: VenueCall) =>
      queryOf(call)['page'] === '1' ? [nativeTrade({ amount: '2500000000000000000', side: 'sell' })] : [],
    )
    const trades = await readerOf(myriad, ctx).allTrades('56:ob827:0')
    expect(trades).toEqual([
      {
        id: hash(1),
        timestamp: now - 7_200_000,
        price: 0.5,
        amount: 2.5,
        side: 'sell',
        outcomeId: '56:ob827:0',
      },
    ])
    expect(queryOf(present(wire.calls[1]))).toEqual({
      outcome: '0',
      trading_model: 'ob',
      page: '1',
      limit: '200',
    })
  })

  test('that are made between the two reads are the taker’s, not the half that the second list shows', async () => {
    const taker = nativeTrade({ timestamp: noon - 1, txHash: hash(9), amount: '3000000000000000000' })
    const free = { total: '0', lp: '0', treasury: '0', distributor: '0' }
    const maker = { ...taker, outcome: 1, amount: '1000000000000000000', fees: free }
    const older = nativeTrade({ timestamp: noon - 9, txHash: hash(1) })
    let reads = 0
    const { ctx } = setUpBook(
      (call: VenueCall) => {
        if (queryOf(call)['page'] !== '1') return []
        return ++reads === 1 ? [older] : [nativeTrade({ timestamp: noon, txHash: hash(10) }), taker, older]
      },
      (page) => (page === 1 ? [maker] : []),
    )
    const trades = await readerOf(myriad, ctx).allTrades('56:ob827:0')
    expect(trades.map(({ id, amount, side }) => [id, amount, side])).toEqual([
      [hash(9), 3, 'buy'],
      [hash(1), 1, 'buy'],
    ])
  })

  test('that come again page after page are an error after few calls', async () => {
    const rows = [1, 2, 3].map((n) => nativeTrade({ timestamp: noon - n, txHash: hash(n) }))
    const { ctx, wire } = setUpBook(() => rows)
    const error = await failureOf(() => readerOf(myriad, ctx).allTrades('56:ob827:0'))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'page_repeated' } })
    expect(wire.calls.length).toBeLessThan(7)
  })

  test('are read down to the start, and only those within the bounds are given', async () => {
    const rows = [1, 2, 3, 4].map((n) => nativeTrade({ timestamp: noon - n, txHash: hash(n) }))
    const { ctx, wire } = setUpBook((call: VenueCall) => {
      const page = Number(queryOf(call)['page'])
      return rows.slice(2 * page - 2, 2 * page)
    })
    const bounds = { start: now - 3_000, end: now - 2_000 }
    const trades = await readerOf(myriad, ctx).trades('56:ob827:0', bounds)
    expect(trades.map(({ id }) => id)).toEqual([hash(2), hash(3)])
    expect(wire.calls).toHaveLength(4)
  })

  test('of both outcomes are one list, in one order and under the same ids from either side', async () => {
    const rowsOf = (outcome: number, seconds: readonly number[]) =>
      seconds.map((n) => nativeTrade({ outcome, timestamp: noon - n, txHash: hash(n), price: `0.${n}` }))
    const [yes, no] = [rowsOf(0, [1, 2, 4, 8]), rowsOf(1, [2, 3, 4, 5, 9])]
    const paged = (rows: readonly unknown[]) => (page: number) => rows.slice(2 * page - 2, 2 * page)
    const { ctx } = setUpBook((call: VenueCall) => paged(yes)(Number(queryOf(call)['page'])), paged(no))
    const first = await readerOf(myriad, ctx).allTrades('56:ob827:0')
    const second = await readerOf(myriad, ctx).allTrades('56:ob827:1')
    expect(first.map(({ id, side, price }) => [id, side, price])).toEqual([
      [hash(1), 'buy', 0.1],
      [hash(2), 'buy', 0.2],
      [`${hash(2)}-1`, 'sell', 0.8],
      [hash(3), 'sell', 0.7],
      [hash(4), 'buy', 0.4],
      [`${hash(4)}-1`, 'sell', 0.6],
      [hash(5), 'sell', 0.5],
      [hash(8), 'buy', 0.8],
      [hash(9), 'sell', 0.1],
    ])
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
    expect(second[0]).toMatchObject({ side: 'sell', price: 0.9, amount: 1, outcomeId: '56:ob827:1' })
  })

  test('a fill that is listed under both outcomes is one fill', async () => {
    const once =
      <Row>(rows: Row[]) =>
      (page: number) =>
        page === 1 ? rows : []
    const mint = once([nativeTrade({ outcome: 1, price: '0.3' })])
    const yes = once([nativeTrade({ price: '0.7' }), nativeTrade({ price: '0.7', side: 'sell' })])
    const { ctx } = setUpBook((call: VenueCall) => yes(Number(queryOf(call)['page'])), mint)
    const trades = await readerOf(myriad, ctx).allTrades('56:ob827:0')
    expect(trades.map(({ id, side, price }) => [id, side, price])).toEqual([
      [hash(1), 'buy', 0.7],
      [`${hash(1)}-1`, 'sell', 0.7],
    ])
  })

  test.each([
    ['0.333333333333333333', '0.666666666666666667'],
    ['0.123456789012345678', '0.876543210987654322'],
    ['0.7', '0.3'],
  ])('also at prices of many decimals: %s and %s', async (yes, no) => {
    const once = (price: string, outcome: number) => (page: number) =>
      page === 1 ? [nativeTrade({ price, outcome })] : []
    const first = once(yes, 0)
    const { ctx } = setUpBook((call: VenueCall) => first(Number(queryOf(call)['page'])), once(no, 1))
    expect(await readerOf(myriad, ctx).allTrades('56:ob827:0')).toHaveLength(1)
  })

  /** After a third-party client's account of the list: legs of matches, and a split (README.md). */
  const legs = () => {
    const none = { total: '0', lp: '0', treasury: '0', distributor: '0' }
    const row = (n: number, seconds: number, over: object) =>
      nativeTrade({ txHash: hash(n), timestamp: noon - seconds, ...over })
    return [
      row(1, 10, { price: '0.61', amount: '3000000000000000000' }),
      row(1, 10, { price: '0.61', amount: '2000000000000000000', side: 'sell', fees: none }),
      row(1, 10, { price: '0.61', amount: '1000000000000000000', side: 'sell', fees: none }),
      row(2, 20, { price: '0.5', amount: '5000000000000000000', side: 'split', fees: none }),
      row(3, 30, { price: '0.60', amount: '4000000000000000000', side: 'sell' }),
      row(3, 30, { price: '0.60', amount: '4000000000000000000', fees: none }),
    ]
  }
  const firstPage = (rows: readonly unknown[]) => (call: VenueCall) =>
    queryOf(call)['page'] === '1' ? rows : []

  test('are the fills of takers: neither the legs of makers nor splits are trades', async () => {
    const { ctx } = setUpBook(firstPage(legs()))
    const trades = await readerOf(myriad, ctx).allTrades('56:ob827:0')
    expect(trades.map(({ id, side, price, amount }) => [id, side, price, amount])).toEqual([
      [hash(1), 'buy', 0.61, 3],
      [hash(3), 'sell', 0.6, 4],
    ])
    expect(ctx.omissions.isWhole).toBe(true)
  })

  test.each(['split', 'merge', 'MERGE'])(
    'a row of the word %s lacks what makes a trade, and costs nothing',
    async (side) => {
      const bare = { side, txHash: hash(9), timestamp: noon - 5, price: null, outcome: null, amount: null }
      const { ctx } = setUpBook(firstPage([bare, nativeTrade()]))
      expect(await readerOf(myriad, ctx).allTrades('56:ob827:0')).toHaveLength(1)
      expect(ctx.omissions.isWhole).toBe(true)
    },
  )

  test('a page of splits does not end the list', async () => {
    const split = (n: number) => nativeTrade({ side: 'split', txHash: hash(n), timestamp: noon - n })
    const pages = [[split(1), split(2)], [split(3)], [nativeTrade()], []]
    const { ctx } = setUpBook((call: VenueCall) => pages[Number(queryOf(call)['page']) - 1])
    expect(await readerOf(myriad, ctx).allTrades('56:ob827:0')).toHaveLength(1)
  })

  test('a row of an unknown word is set aside and counted; where most are, the list is another one', async () => {
    const odd = nativeTrade({ side: 'zz_new', txHash: hash(8) })
    const known = [1, 2, 3, 4, 5].map((n) => nativeTrade({ txHash: hash(n) }))
    const { ctx } = setUpBook(firstPage([odd, ...known]))
    const own = tolerant(ctx)
    expect(await readerOf(myriad, own).allTrades('56:ob827:0')).toHaveLength(5)
    expect(own.omissions.rows).toBe(1)
    expect(own.omissions.warnings).toEqual([expect.stringContaining('zz_new')])
    const many = [1, 2, 3, 4, 5].map((n) => nativeTrade({ side: 'zz_new', txHash: hash(20 + n) }))
    const wrong = setUpBook(firstPage([...many, nativeTrade()]))
    await expectDrift(() => readerOf(myriad, tolerant(wrong.ctx)).allTrades('56:ob827:0'), '[0].side')
  })

  test.each([
    ['0.329999999999999936', 0.33],
    ['0.3300000000000001', 0.33],
    ['0.125', 0.125],
  ])('the price %s is %f', async (price, told) => {
    const { ctx } = setUpBook(firstPage([nativeTrade({ price })]))
    expect(await readerOf(myriad, ctx).allTrades('56:ob827:0')).toMatchObject([{ price: told }])
  })

  test('of an outcome that is turned round are those of who deals in its opposite', async () => {
    const three = bookMarket({ outcomes: candidatesMarket().outcomes })
    const { ctx } = setUp({
      'GET api/markets/827': three,
      'GET api/markets/ines-calloway-wins/trades': (call: VenueCall) =>
        queryOf(call)['page'] === '1' ? [nativeTrade({ outcome: 1, price: '0.2' })] : [],
    })
    expect(await readerOf(myriad, ctx).allTrades('56:ob827:-1')).toMatchObject([{ side: 'sell', price: 0.8 }])
  })

  test.each([0, 3])('that look alike are as many as they are while %d more are made', async (more) => {
    const old = Array.from({ length: 221 }, () => nativeTrade())
    const fresh = Array.from({ length: more }, (_unused, n) => nativeTrade({ txHash: hash(10 + n) }))
    let rows = old
    const { ctx } = setUpBook((call: VenueCall) => {
      const page = Number(queryOf(call)['page'])
      const answer = rows.slice(200 * page - 200, 200 * page)
      rows = [...fresh, ...old]
      return answer
    })
    expect(await readerOf(myriad, ctx).allTrades('56:ob827:0')).toHaveLength(221)
  })

  test.each([
    ['', { data: [] }],
    ['[0].amount', [nativeTrade({ amount: 1e18 })]],
    ['[0].amount', [nativeTrade({ amount: '1.5' })]],
    ['[0].price', [nativeTrade({ price: '500000000000000000' })]],
    ['[0].side', [nativeTrade({ side: 0 })]],
    ['[0].outcome', [nativeTrade({ outcome: 1 })]],
    ['[0].txHash', [nativeTrade({ txHash: undefined })]],
    ['[0].timestamp', [nativeTrade({ timestamp: undefined })]],
    ['[0].timestamp', [nativeTrade({ timestamp: now })]],
  ])('an answer that is wrong at %j is drift', async (path, answer) => {
    const { ctx } = setUpBook(answer)
    await expectDrift(() => readerOf(myriad, ctx).allTrades('56:ob827:0'), path)
  })
})

describe('what is no outcome', () => {
  const notFound = json(404, { error: 'Market not found' })

  test('is refused with the outcomes if it is a market', async () => {
    const { ctx } = setUp({ 'GET api/markets/701': nativeMarket() })
    const error = await failureOf(() => readerOf(myriad, ctx).allTrades('2741:701'))
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      detail: { kind: 'market_not_outcome', marketId: '2741:701', outcomeIds: ['2741:701:0', '2741:701:1'] },
    })
  })

  test.each(['2741:701:2', '2741:701:-0', '2741:1:0', 'nope', ''])('%j is not found', async (id) => {
    const { ctx } = setUp({
      'GET api/markets/701': nativeMarket(),
      'GET api/markets/1': notFound,
      'GET api/markets/nope': notFound,
    })
    expect(await failureOf(() => readerOf(myriad, ctx).allTrades(id))).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('such as 2741:549:0'),
    })
  })
})
