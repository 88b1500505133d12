import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { takeUnknownWords } from '../../../src/venue-kit/payload/native-enums.js'
import { polymarketUs } from '../../../src/venues/polymarket_us/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { type Answers, queryOf } from '../../support/wire.js'
import { nativeMarket, nativeOrder, usd } from './payloads.js'
import { keys, setUp } from './set-up.js'

const account = present(polymarketUs.account)
const { slug, id: number } = nativeMarket()
const open = (answers: Answers) => setUp(answers, undefined, keys)

describe('money', () => {
  const told = async (changes: object) => {
    const row = { currentBalance: 150, currency: 'USD', buyingPower: 100.1, openOrders: 49.9, ...changes }
    const { ctx } = open({ 'GET api/v1/account/balances': { balances: [row] } })
    return present(account.balance)(ctx)
  }

  test('is what can be spent, and the rest is locked', async () => {
    expect(await told({ openOrders: undefined })).toEqual([
      { currency: 'USD', total: 150, available: 100.1, locked: 49.9 },
    ])
  })

  test('adds up where more can be spent than there is cash', async () => {
    expect(await told({ buyingPower: 160, openOrders: undefined })).toEqual([
      { currency: 'USD', total: 160, available: 160, locked: 0 },
    ])
  })

  test('has parts, which are told as the venue tells them', async () => {
    // The example of the documents: open orders are more than what is locked, because positions count as well.
    const example = { currentBalance: 1000, buyingPower: 850, openOrders: 400, availableToWithdraw: 600 }
    expect(await told(example)).toEqual([
      {
        ...{ currency: 'USD', total: 1000, available: 850, locked: 150 },
        metadata: { openOrders: 400, availableToWithdraw: 600 },
      },
    ])
  })
})

describe('positions', () => {
  const position = (net: string, changes = {}) => ({
    netPosition: String(Math.round(Number(net))),
    netPositionDecimal: net,
    cost: usd('9.8000'),
    realized: usd('0.5'),
    expired: false,
    ...changes,
  })
  const markets = { 'GET gateway/v1/markets': { markets: [nativeMarket()] } }

  test('are counted by their exact quantities, at the middle of the book', async () => {
    const { ctx, wire } = open({
      'GET api/v1/portfolio/positions': { positions: { [slug]: position('19.6000') }, eof: true },
      ...markets,
    })
    expect(await present(account.positions)(ctx)).toEqual([
      {
        marketId: slug,
        outcomeId: `${slug}:long`,
        outcomeLabel: 'long',
        size: 19.6,
        entryPrice: 0.5,
        currentPrice: 0.6375,
        currentValue: 12.495,
        unrealizedPnL: 2.695,
        realizedPnL: 0.5,
      },
    ])
    expect(wire.calls[1]?.query).toContainEqual(['slug', slug])
  })

  test('are entered at what the contracts cost without the fees, where that is told', async () => {
    const row = position('20.0000', { cost: usd('10.3000'), fees: usd('0.3000'), baseCost: usd('10.0000') })
    const { ctx } = open({
      'GET api/v1/portfolio/positions': { positions: { [slug]: row }, eof: true },
      ...markets,
    })
    expect(await present(account.positions)(ctx)).toMatchObject([{ entryPrice: 0.5, unrealizedPnL: 2.75 }])
  })

  test('have the average price that the venue states, and the legs of a combo', async () => {
    const leg = {
      slug: 'leg',
      title: 'Bears win',
      outcomeSide: 'OUTCOME_SIDE_YES',
      state: 'COMBO_LEG_STATE_WON',
    }
    const row = position('20.0000', { avgPx: usd('0.4300'), comboLegDetails: [leg] })
    const { ctx } = open({
      'GET api/v1/portfolio/positions': { positions: { 'caoc-1': row }, eof: true },
      'GET gateway/v1/markets': { markets: [] },
    })
    expect(await present(account.positions)(ctx)).toMatchObject([
      { marketId: 'caoc-1', size: 20, entryPrice: 0.43, metadata: { comboLegs: [leg] } },
    ])
  })

  test('show a leg of which the venue says nothing yet as it says that', async () => {
    const leg = {
      slug: 'leg',
      outcomeSide: 'OUTCOME_SIDE_UNSPECIFIED',
      state: 'COMBO_LEG_STATE_UNSPECIFIED',
    }
    const { ctx } = open({
      'GET api/v1/portfolio/positions': {
        positions: { 'caoc-1': position('20.0000', { comboLegDetails: [leg] }) },
        eof: true,
      },
      'GET gateway/v1/markets': { markets: [] },
    })
    takeUnknownWords()
    expect(await present(account.positions)(ctx)).toMatchObject([{ metadata: { comboLegs: [leg] } }])
    expect(takeUnknownWords()).toEqual([])
  })

  test('of one market have no legs, and say nothing of any', async () => {
    const row = position('20.0000', { comboLegDetails: [] })
    const { ctx } = open({
      'GET api/v1/portfolio/positions': { positions: { [slug]: row }, eof: true },
      ...markets,
    })
    const [read] = await present(account.positions)(ctx)
    expect(read).toMatchObject({ marketId: slug, size: 20 })
    expect(Object.keys(present(read))).not.toContain('metadata')
  })

  const shortOf = async (changes: object) => {
    const { ctx } = open({
      'GET api/v1/portfolio/positions': { positions: { [slug]: position('-10.0000', changes) }, eof: true },
      ...markets,
    })
    return present(account.positions)(ctx)
  }
  const short = {
    ...{ marketId: slug, outcomeId: `${slug}:short`, outcomeLabel: 'short', size: 10 },
    ...{ currentPrice: 0.3625, currentValue: 3.625, realizedPnL: 0.5 },
  }

  test('below 0 are of short, at what its own contracts cost', async () => {
    const costs = { cost: usd('3.6000'), baseCost: '3.5000', avgPx: usd('0.6500') }
    expect(await shortOf(costs)).toEqual([{ ...short, entryPrice: 0.35, unrealizedPnL: 0.125 }])
  })

  test('of short whose cost is none have no price that they were bought at', async () => {
    expect(await shortOf({ cost: usd('-6.5000') })).toEqual([short])
  })

  test('go on behind a cursor, and those that were sold are none', async () => {
    const { ctx, wire } = open({
      'GET api/v1/portfolio/positions': (call: Parameters<typeof queryOf>[0]) =>
        queryOf(call)['cursor'] === undefined
          ? { positions: { sold: position('0.0000') }, nextCursor: 'next', eof: false }
          : { positions: null, nextCursor: '', eof: true },
    })
    expect(await present(account.positions)(ctx)).toEqual([])
    expect(wire.calls).toHaveLength(2)
  })
})

describe('orders', () => {
  test('that are open come at once, those of a market by any of its names', async () => {
    const answers = {
      'GET api/v1/orders/open': { orders: [nativeOrder(), nativeOrder({ id: 'X', marketSlug: 'another' })] },
      [`GET gateway/v1/market/id/${number}`]: { market: nativeMarket() },
    }
    const { ctx, wire } = open(answers)
    const list = (query: object) => collect(present(account.openOrders)(query, ctx))
    expect((await list({})).map(({ id }) => id)).toEqual(['ORDER-1', 'X'])
    expect(await list({ marketId: number })).toHaveLength(1)
    expect(wire.calls.at(-1)?.query).toEqual([['slugs', slug]])
  })

  test.each([
    ['ORDER_INTENT_BUY_LONG', 'buy', 'long', 0.6],
    ['ORDER_INTENT_SELL_LONG', 'sell', 'long', 0.6],
    ['ORDER_INTENT_BUY_SHORT', 'buy', 'short', 0.4],
    ['ORDER_INTENT_SELL_SHORT', 'sell', 'short', 0.4],
  ])('%s is to %s %s', async (intent, side, of, price) => {
    const { ctx } = open({ 'GET api/v1/order/ORDER-1': { order: nativeOrder({ intent }) } })
    expect(await present(account.order)('ORDER-1', ctx)).toMatchObject({
      side,
      outcomeId: `${slug}:${of}`,
      price,
    })
  })

  test.each([
    ['NEW', 'open'],
    ['PENDING_NEW', 'pending'],
    ['PENDING_REPLACE', 'open'],
    ['PENDING_RISK', 'pending'],
    ['PENDING_CANCEL', 'open'],
    ['REPLACED', 'canceled'],
    ['FILLED', 'filled'],
    ['CANCELED', 'canceled'],
    ['EXPIRED', 'canceled'],
    ['REJECTED', 'rejected'],
  ])('%s is %s', async (state, status) => {
    const row = nativeOrder({ state: `ORDER_STATE_${state}` })
    const { ctx } = open({ 'GET api/v1/order/ORDER-1': { order: row } })
    expect(await present(account.order)('ORDER-1', ctx)).toMatchObject({ status })
  })

  test('in a state that no document has are in none', async () => {
    const odd = nativeOrder({ id: 'ORDER-2', state: 'ORDER_STATE_ASLEEP' })
    const { ctx } = open({ 'GET api/v1/order/ORDER-2': { order: odd } })
    await expectDrift(() => present(account.order)('ORDER-2', ctx), 'order.state')
    const rows = [...['a', 'b', 'c'].map((id) => nativeOrder({ id })), odd]
    const loose = tolerant(open({ 'GET api/v1/orders/open': { orders: rows } }).ctx)
    const read = await collect(present(account.openOrders)({}, loose))
    expect(read.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(loose.omissions.rows).toBe(1)
  })

  test('of a type that is not known are told as limits, and the type as unknown', async () => {
    const row = nativeOrder({ type: 'ORDER_TYPE_ODD' })
    const { ctx } = open({ 'GET api/v1/order/ORDER-1': { order: row } })
    const order = await present(account.order)('ORDER-1', ctx)
    expect(order).toMatchObject({ type: 'limit', metadata: { unknown: ['type'] } })
  })

  test('that are others than the one that was asked for are no answer', async () => {
    const { ctx } = open({ 'GET api/v1/order/ORDER-1': { order: nativeOrder({ id: 'ORDER-2' }) } })
    await expectDrift(() => present(account.order)('ORDER-1', ctx), 'order.id')
  })
})

describe('trades', () => {
  const trade = (id: string, changes = {}) => ({
    type: 'ACTIVITY_TYPE_TRADE',
    trade: {
      id,
      marketSlug: slug,
      state: 'TRADE_STATE_CLEARED',
      price: usd('0.6000'),
      qty: '20',
      qtyDecimal: '19.6000',
      createTime: '2026-11-20T10:00:00Z',
      ...changes,
    },
  })
  const list = async (activities: readonly unknown[], query = {}) => {
    const { ctx, wire } = open({ 'GET api/v1/portfolio/activities': { activities, eof: true } })
    return { rows: await collect(present(account.fills)(query, ctx)), wire, cut: ctx.omissions.cut }
  }

  test('end where the venue archived them, and say so to who asks for earlier ones', async () => {
    expect((await list([])).cut).toEqual([expect.stringContaining('before 2026-08-27')])
    expect((await list([], { since: Date.UTC(2026, 8, 3) })).cut).toEqual([])
  })

  const part = (intent: string, id: string, fee: string) => ({
    order: nativeOrder({ id, intent }),
    lastShares: '19.6000',
    commissionNotionalCollected: usd(fee),
    aggressor: false,
  })
  /** Both parts of a trade, of which `isAggressor` says which is the account's. */
  const parts = (isAggressor: boolean) => ({
    isAggressor,
    aggressorExecution: part('ORDER_INTENT_SELL_LONG', 'TOOK', '0.0500'),
    passiveExecution: part('ORDER_INTENT_BUY_SHORT', 'RESTED', '-0.0100'),
  })

  test("are told as the part that was the account's: who took sold long, who rested bought short", async () => {
    const { rows, wire } = await list([trade('T-1', parts(true)), trade('T-2', parts(false))], {
      marketId: slug,
    })
    const common = { timestamp: Date.parse('2026-11-20T10:00:00Z'), amount: 19.6, marketId: slug }
    expect(rows).toEqual([
      {
        ...common,
        id: 'T-1',
        price: 0.6,
        side: 'sell',
        outcomeId: `${slug}:long`,
        orderId: 'TOOK',
        fee: 0.05,
      },
      {
        ...common,
        id: 'T-2',
        price: 0.4,
        side: 'buy',
        outcomeId: `${slug}:short`,
        orderId: 'RESTED',
        fee: -0.01,
      },
    ])
    expect(Object.fromEntries(wire.calls[0]?.query ?? [])).toMatchObject({
      marketSlug: slug,
      types: 'ACTIVITY_TYPE_TRADE',
      sortOrder: 'SORT_ORDER_DESCENDING',
    })
  })

  test.each([
    ['neither part is told', {}],
    ['it is not said which is its own', { ...parts(true), isAggressor: null }],
    [
      'its own says nothing',
      { ...parts(true), aggressorExecution: { order: { intent: 'ORDER_INTENT_UNDEFINED' } } },
    ],
  ])('are in prices of long, of an unknown side, where %s', async (_, changes) => {
    const { rows } = await list([trade('T-1', changes)])
    expect(rows).toEqual([
      {
        id: 'T-1',
        timestamp: Date.parse('2026-11-20T10:00:00Z'),
        price: 0.6,
        amount: 19.6,
        side: 'unknown',
        outcomeId: `${slug}:long`,
        marketId: slug,
      },
    ])
  })

  test('that were rejected never came about, and other activities are none', async () => {
    const { rows } = await list([
      trade('T-1', { state: 'TRADE_STATE_REJECTED' }),
      { type: 'ACTIVITY_TYPE_ACCOUNT_DEPOSIT', accountBalanceChange: {} },
      trade('T-2'),
    ])
    expect(rows.map(({ id }) => id)).toEqual(['T-2'])
  })

  test('that were busted come with their reversal, so that sums are right', async () => {
    const state = 'TRADE_STATE_BUSTED'
    const updateTime = '2026-11-20T11:00:00Z'
    const { rows } = await list([trade('T-1', { ...parts(true), state, updateTime })])
    expect(rows).toMatchObject([
      {
        id: 'T-1:busted',
        side: 'buy',
        amount: 19.6,
        price: 0.6,
        fee: -0.05,
        timestamp: Date.parse(updateTime),
        metadata: { state, reverses: 'T-1' },
      },
      { id: 'T-1', side: 'sell', amount: 19.6, price: 0.6, fee: 0.05, metadata: { state } },
    ])
    const unknown = await list([trade('T-1', { state })])
    expect(unknown.rows).toMatchObject([{ id: 'T-1', side: 'unknown', metadata: { state } }])
  })

  test('in a state that no document has are set aside by name', async () => {
    await expectDrift(() => list([trade('T-1', { state: 'zz_new' })]), 'trade.state')
  })

  test('of one side are those of it, whatever the market is called', async () => {
    const all = [
      trade('T-1', parts(true)),
      trade('T-2', parts(false)),
      trade('T-3', { marketSlug: 'another' }),
    ]
    for (const query of [
      { outcomeId: `${slug}:short` },
      { marketId: slug, outcomeId: `${slug.toUpperCase()}:SHORT` },
    ])
      expect((await list(all, query)).rows.map(({ id }) => id)).toEqual(['T-2'])
    expect((await list(all, { marketId: 'another', outcomeId: `${slug}:short` })).rows).toEqual([])
  })

  test('of one side cannot be asked for where one does not tell its side', async () => {
    const asked = () => list([trade('T-1', parts(true)), trade('T-2')], { outcomeId: `${slug}:short` })
    expect(await failureOf(asked)).toMatchObject({ code: 'VALIDATION_ERROR', field: 'outcomeId' })
  })

  test('without a trade, or without a price, are drift', async () => {
    await expectDrift(() => list([{ type: 'ACTIVITY_TYPE_TRADE' }]), 'trade')
    await expectDrift(() => list([trade('T-1', { price: null })]), 'trade.price')
  })
})
