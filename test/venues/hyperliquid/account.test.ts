import { describe, expect, test } from 'vitest'
import type { HistoryQuery } from '../../../src/venue-kit/contract/trading.js'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { fakeClock } from '../../support/clock.js'
import { expectDriftAt, failureOf, present } from '../../support/expect.js'
import { tolerant, wholeList } from '../../support/venue.js'
import type { Answer } from '../../support/wire.js'
import { fill, order, placed, told, unknownOid } from './order-payloads.js'
import { balances, type Members } from './payloads.js'
import { bodyOf, now, setUp } from './world.js'

const account = present(hyperliquid.account)
const wallet = '0xde30de30de30de30de30de30de30de30de300001'
const own = (answers: Readonly<Record<string, Answer>> = {}) =>
  setUp(answers, fakeClock(now), { secrets: { values: { apiKey: wallet }, withheld: false } })

type List = 'openOrders' | 'closedOrders' | 'fills'
const listed = async (list: List, answers: Readonly<Record<string, Answer>>, query: HistoryQuery = {}) => {
  const { ctx } = own(answers)
  return wholeList<{ id: string }>(present(account[list])(query, ctx), ctx)
}

describe('balances', () => {
  test('are the coins that are no outcomes, less what is held back', async () => {
    const { ctx, wire } = own({
      spotClearinghouseState: {
        balances: [
          { coin: 'USDC', token: 0, total: '14.625485', hold: '4.3', entryNtl: '0.0' },
          { coin: '+1410', total: '25', hold: '0', entryNtl: '12.5' },
          { coin: 'o12', total: '3', hold: '0', entryNtl: '1.0' },
          { coin: 'USDH', token: 360, total: '0.0', hold: '0.0', entryNtl: '0.0' },
        ],
      },
    })
    expect(await present(account.balance)(ctx)).toEqual([
      { currency: 'USDC', total: 14.625485, available: 10.325485, locked: 4.3 },
      { currency: 'USDH', total: 0, available: 0, locked: 0 },
    ])
    expect(bodyOf(present(wire.calls[0]))).toEqual({ type: 'spotClearinghouseState', user: wallet })
  })

  test('count what is escrowed for the EVM as locked', async () => {
    const { ctx } = own({
      spotClearinghouseState: {
        balances: [{ coin: 'USDC', token: 0, total: '10', hold: '4', entryNtl: '0.0' }],
        evmEscrows: [
          { coin: 'USDC', token: 0, total: '25.5' },
          { coin: 'USDH', token: 360, total: '1' },
        ],
      },
    })
    expect(await present(account.balance)(ctx)).toEqual([
      { currency: 'USDC', total: 35.5, available: 6, locked: 29.5 },
      { currency: 'USDH', total: 1, available: 0, locked: 1 },
    ])
  })

  test('tell what was lent beside a total that holds it (recorded with portfolio margin, October 2026)', async () => {
    const { ctx } = own({
      spotClearinghouseState: {
        portfolioMarginEnabled: true,
        balances: [
          { coin: 'USDC', token: 0, total: '554.637', hold: '554.637', borrowed: '188.39764406' },
          { coin: 'HYPE', token: 150, total: '3.3', hold: '3.3', ltv: '0.65', supplied: '3.3' },
        ],
        tokenToAvailableAfterMaintenance: [[0, '675.34384268']],
      },
    })
    expect(await present(account.balance)(ctx)).toEqual([
      {
        ...{ currency: 'USDC', total: 554.637, available: 0, locked: 554.637 },
        metadata: { borrowed: 188.39764406 },
      },
      { currency: 'HYPE', total: 3.3, available: 0, locked: 3.3, metadata: { supplied: 3.3 } },
    ])
  })

  test('of any address are public, and one without an address is asked for', async () => {
    const { ctx } = setUp({ spotClearinghouseState: balances() })
    expect(await present(account.balanceOf)(wallet.toUpperCase().replace('0X', '0x'), ctx)).toHaveLength(1)
    expect(await failureOf(() => present(account.balance)(ctx))).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    })
    expect(await failureOf(() => present(account.balanceOf)('0x12', ctx))).toMatchObject({ field: 'address' })
  })

  test.each(['total', 'hold'])('without %s are an error and not 0', async (name) => {
    const broken: Members = balances()
    delete (broken['balances'] as Members[])[0]?.[name]
    await expectDriftAt(
      () => present(account.balanceOf)(wallet, own({ spotClearinghouseState: broken }).ctx),
      `balances[0].${name}`,
    )
  })
})

describe('an order', () => {
  test('is read by its number, as recorded', async () => {
    const { ctx, wire } = own({ orderStatus: told('canceled') })
    expect(await present(account.order)('563771939145', ctx)).toEqual({
      id: '563771939145',
      marketId: 'hl-outcome-141',
      outcomeId: '100001410',
      side: 'buy',
      type: 'limit',
      price: 0.0743,
      amount: 7192,
      status: 'canceled',
      filled: 2005,
      remaining: 5187,
      timestamp: 1_790_964_336_710,
    })
    expect(bodyOf(present(wire.calls[0]))).toEqual({
      type: 'orderStatus',
      user: wallet,
      oid: 563_771_939_145,
    })
  })

  test('that the account does not have, or that is of no outcome, is none', async () => {
    for (const orderStatus of [unknownOid, told('open', { coin: '@107', limitPx: '88.4' })])
      expect(await present(account.order)('563771939145', own({ orderStatus }).ctx)).toBeUndefined()
    expect(await present(account.order)('mine', own().ctx)).toBeUndefined()
  })

  test.each([
    ['open', 'open'],
    ['triggered', 'open'],
    ['filled', 'filled'],
    ['canceled', 'canceled'],
    ['outcomeSettledCanceled', 'canceled'],
    ['scheduledCancel', 'canceled'],
    ['rejected', 'rejected'],
    ['insufficientSpotBalanceRejected', 'rejected'],
    ['iocCancelRejected', 'rejected'],
  ])('whose status is %s is %s', async (word, status) => {
    const { ctx } = own({ orderStatus: told(word) })
    expect(await present(account.order)('563771939145', ctx)).toMatchObject({ status })
  })

  test('with a status that nobody knows is an error', async () => {
    await expectDriftAt(
      () => present(account.order)('563771939145', own({ orderStatus: told('paused') }).ctx),
      'order.status',
    )
  })
})

describe('lists of orders', () => {
  test('that rest leave out what is no outcome', async () => {
    const frontendOpenOrders = [
      order(),
      order({ oid: 1, coin: '#1421' }),
      order({ oid: 2, coin: 'BTC', limitPx: '9e4' }),
    ]
    expect((await listed('openOrders', { frontendOpenOrders })).map(({ id }) => id)).toEqual([
      '563771939145',
      '1',
    ])
    expect(await listed('openOrders', { frontendOpenOrders }, { marketId: 'hl-142' })).toMatchObject([
      { id: '1', outcomeId: '100001421', status: 'open' },
    ])
    expect(await listed('openOrders', { frontendOpenOrders }, { marketId: 'nothing' })).toEqual([])
  })

  test('that are over tell an order once, by what ended it, though that has the time of its opening', async () => {
    const historicalOrders = [
      placed('open', 1_790_964_985_906, { oid: 3, sz: '6012.0', origSz: '6012.0' }),
      placed('filled', 1_790_964_985_906, { oid: 3, sz: '0.0', origSz: '6012.0' }),
      placed('open', 1_790_964_562_651, { oid: 4 }),
      placed('insufficientSpotBalanceRejected', 1_790_964_332_736, {
        oid: 5,
        sz: '7245.0',
        origSz: '7245.0',
      }),
      placed('filled', 1_790_962_779_195, { oid: 6, coin: '#1411', side: 'A', sz: '0.0', origSz: '1719.0' }),
      placed('filled', 1_790_962_779_195, { oid: 7, coin: 'SAND', limitPx: '1.2' }),
    ]
    expect(await listed('closedOrders', { historicalOrders })).toMatchObject([
      { id: '3', status: 'filled', filled: 6012, remaining: 0 },
      { id: '5', status: 'rejected', filled: 0, remaining: 7245 },
      { id: '6', status: 'filled', side: 'sell', outcomeId: '100001411' },
    ])
    expect(await listed('closedOrders', { historicalOrders }, { outcomeId: '#1411' })).toMatchObject([
      { id: '6' },
    ])
  })

  test('say so when older ones may be missing', async () => {
    const rows = Array.from({ length: 2_000 }, (_none, index) =>
      placed('filled', now + index, { oid: index, sz: '0.0' }),
    )
    const { ctx } = own({ historicalOrders: rows })
    await wholeList(present(account.closedOrders)({}, ctx), ctx)
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('2000')])
  })

  test('are read without a row that cannot be', async () => {
    const { ctx } = own({
      frontendOpenOrders: [order(), { ...order({ oid: 9 }), side: 'X' }, order({ oid: 8 })],
    })
    const rows = await wholeList(present(account.openOrders)({}, tolerant(ctx)), tolerant(ctx))
    expect(rows.map(({ id }) => id)).toEqual(['563771939145', '8'])
  })
})

describe('fills', () => {
  test('are trades of outcomes, without settlements and fees that are no money', async () => {
    const userFillsByTime = [
      fill(),
      fill({ tid: 2, coin: '#1410', side: 'A', dir: 'Sell', px: '0.61', fee: '0.0186', crossed: false }),
      fill({ tid: 3, dir: 'Settlement', px: '1.0', side: 'A', fee: '0.18582' }),
      fill({ tid: 4, dir: 'Merge Outcome' }),
      fill({ tid: 5, feeToken: '+1411', fee: '0.07' }),
      fill({ tid: 7, side: 'A', dir: 'Sell', feeToken: '+1411', fee: '0.07' }),
      fill({ tid: 6, coin: 'ARB', dir: 'Open Long', px: '7.4' }),
    ]
    expect(await listed('fills', { userFillsByTime })).toEqual([
      {
        id: '561715813668267',
        timestamp: 1_790_964_400_000,
        price: 0.39,
        amount: 163,
        side: 'buy',
        outcomeId: '100001411',
        orderId: '569395819010',
        marketId: 'hl-outcome-141',
        fee: 0,
      },
      expect.objectContaining({ id: '2', side: 'sell', outcomeId: '100001410', fee: 0.0186 }),
      // Of 163 contracts for 0.39 each the fee left 162.93.
      expect.objectContaining({ id: '5', amount: 162.93, fee: 0.0273 }),
      expect.not.objectContaining({ fee: expect.anything() }),
    ])
  })

  test('are asked for newest first, and go back from the last row of a full page', async () => {
    const at = (index: number) => now - index
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_none, index) => fill({ tid: from + index, time: at(from + index) }))
    const pages = [page(0, 2_000), page(1_999, 3)]
    const { ctx, wire } = own({ userFillsByTime: () => pages.shift() })
    const query = { since: at(5_000), until: now + 7 }
    expect(await wholeList(present(account.fills)(query, ctx), ctx)).toHaveLength(2_002)
    expect(wire.calls.map(bodyOf)).toEqual([
      { type: 'userFillsByTime', user: wallet, startTime: at(5_000), endTime: now + 7, reversed: true },
      { type: 'userFillsByTime', user: wallet, startTime: at(5_000), endTime: at(1_999), reversed: true },
    ])
  })
})
