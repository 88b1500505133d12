import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UserTrade } from '../../../../src/api/models/models.js'
import type { VenueCall } from '../../../../src/transport/call-types.js'
import { limitless } from '../../../../src/venues/limitless/index.js'
import { paidFor } from '../../../../src/venues/limitless/native/own-fills.js'
import { failureOf, present } from '../../../support/expect.js'
import { setUpVenue, tolerant, wholeList } from '../../../support/venue.js'
import { type Answers, json } from '../../../support/wire.js'
import { nativeMarket, token } from '../payloads.js'

/** Own trades net of fees, by the orders that they name (src/venues/limitless/README.md, "Fees"). */

const { slug } = nativeMarket()
const [BUY, SELL] = ['0c4e767c-715d-4542-bfc7-f8da462ba606', 'cbc69677-7445-4939-9339-9d0d42617b59']

/** After two rows recorded in October 2026: 22.988505 bought, of which 3 % were taken, and the rest sold. */
const bought = (over: object = {}) => ({
  blockTimestamp: 1_791_368_478,
  collateralAmount: '8',
  market: { slug },
  outcomeTokenAmount: '22.988505',
  outcomeIndex: 1,
  outcomeTokenPrice: 0.348,
  orderId: BUY,
  strategy: 'Market Buy',
  tradeEventId: '5ccf9c43-cb70-4eed-b90f-965a3609b248',
  transactionHash: '0xaa40',
  ...over,
})
const sold = (over: object = {}) => ({
  blockTimestamp: 1_791_369_162,
  collateralAmount: '13.379309',
  market: { slug },
  outcomeTokenAmount: '22.298849',
  outcomeIndex: 1,
  outcomeTokenPrice: 0.6,
  orderId: SELL,
  strategy: 'Market Sell',
  tradeEventId: 'c716bf07-a33b-43b1-ab37-5a3537131c9f',
  transactionHash: '0x479f',
  ...over,
})

const order = (id: string, execution: object | null, orderType = 'FAK') => ({
  status: 'found',
  orderId: id,
  data: { order: { id, orderType }, makerMatches: [], execution },
})
const execution = (tradeEventId: string | null, totalsRaw: object, more: object = {}) => ({
  settlementStatus: 'CONFIRMED',
  tradeEventId,
  totalsRaw,
  ...more,
})
const boughtTotals = {
  contractsGross: '22988505',
  contractsFee: '689656',
  contractsNet: '22298849',
  usdGross: '8000000',
  usdFee: '0',
  usdNet: '8000000',
}
const soldTotals = {
  contractsGross: '22298849',
  contractsFee: '0',
  contractsNet: '22298849',
  usdGross: '13379309',
  usdFee: '200690',
  usdNet: '13178619',
}
const both = [
  order(SELL, execution(sold().tradeEventId, soldTotals)),
  order(BUY, execution(bought().tradeEventId, boughtTotals)),
]

async function read(rows: readonly unknown[], told: unknown, isTolerant = false) {
  const answers: Answers = {
    'GET api/portfolio/history': { data: rows, nextCursor: null },
    [`GET api/markets/${slug}`]: nativeMarket(),
    'POST api/orders/status/batch': told,
  }
  const values = { apiKey: 'a-token', apiSecret: Buffer.from('a secret of nobody').toString('base64') }
  const { ctx, wire } = setUpVenue(limitless, answers, undefined, { values, withheld: false })
  const own = isTolerant ? tolerant(ctx) : ctx
  const trades = await wholeList<UserTrade>(present(limitless.account?.fills)({}, own), own)
  return { trades, ctx: own, asked: wire.calls.filter(({ path }) => path.endsWith('/batch')) }
}

describe('what was bought and sold', () => {
  test('adds up to what is held: no contract is left over', async () => {
    const { trades, ctx, asked } = await read([sold(), bought()], { results: both })
    expect(trades).toEqual([
      {
        id: sold().tradeEventId,
        timestamp: 1_791_369_162_000,
        price: 0.6,
        amount: 22.298849,
        side: 'sell',
        outcomeId: token(1, 'no'),
        marketId: slug,
        orderId: SELL,
        fee: 0.20069,
        txHash: '0x479f',
      },
      {
        id: bought().tradeEventId,
        timestamp: 1_791_368_478_000,
        price: 0.348,
        amount: 22.298849,
        side: 'buy',
        outcomeId: token(1, 'no'),
        marketId: slug,
        orderId: BUY,
        fee: 0.24,
        txHash: '0xaa40',
      },
    ])
    const [sale, purchase] = trades
    expect((purchase?.amount ?? 0) - (sale?.amount ?? 0)).toBe(0)
    // 8 USDC were spent.
    expect((purchase?.amount ?? 0) * 0.348 + (purchase?.fee ?? 0)).toBeCloseTo(8, 5)
    expect(asked.map(({ body }) => body)).toEqual([{ items: [{ orderId: SELL }, { orderId: BUY }] }])
    expect(ctx.omissions.cut).toEqual([])
  })

  test('where the fee is taken in USDC, all contracts came in', async () => {
    const totals = { ...boughtTotals, contractsFee: '0', usdFee: '240000' }
    const told = { results: [order(BUY, execution(bought().tradeEventId, totals))] }
    const { trades } = await read([bought()], told)
    expect(trades).toMatchObject([{ amount: 22.988505, fee: 0.24 }])
  })

  test('a row that is told after the fee is left as it is', async () => {
    const { trades } = await read([bought({ outcomeTokenAmount: '22.298849' })], { results: both })
    expect(trades).toMatchObject([{ amount: 22.298849, fee: 0.24 }])
  })

  test('what an order met while it rested costs nothing', async () => {
    const results = [order(BUY, execution('another-event', boughtTotals), 'GTC')]
    expect((await read([bought()], { results })).trades).toMatchObject([{ amount: 22.988505, fee: 0 }])
    const rested = [
      order(BUY, null, 'GTC'),
      order(BUY, execution(null, { ...boughtTotals, contractsGross: '0' }), 'GTC'),
    ]
    for (const told of rested)
      expect((await read([bought()], { results: [told] })).trades).toMatchObject([
        { amount: 22.988505, fee: 0 },
      ])
  })

  test.each([
    ['no order id', bought({ orderId: null }), both],
    ['an order that is not found', bought(), [{ status: 'not_found' }]],
    ['an order of which nothing can be read', bought(), [{ status: 'found', data: { order: { id: BUY } } }]],
    ['an order without totals', bought(), [order(BUY, { settlementStatus: 'MINED' })]],
    ['totals of another amount', bought({ outcomeTokenAmount: '5' }), both],
    ['another event of an order that takes at once', bought({ tradeEventId: 'other' }), both],
    [
      'a fee that is not told',
      bought(),
      [order(BUY, execution(bought().tradeEventId, { ...boughtTotals, contractsFee: null }))],
    ],
    ['an event of no name', bought({ tradeEventId: null, outcomeTokenAmount: '5' }), both],
  ])('with %s the fee is not known, and that is said', async (_what, row, results) => {
    const { trades, ctx } = await read([row], { results })
    expect(trades).toMatchObject([{ amount: Number(row.outcomeTokenAmount) }])
    expect(trades[0]).not.toHaveProperty('fee')
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('do not take the fee into account')])
  })

  test('a trade of an order in an unknown word is not counted before its fee, but set aside', async () => {
    const results = [
      order(BUY, { ...execution(bought().tradeEventId, boughtTotals), settlementStatus: 'zz_new' }),
    ]
    await expect(read([bought()], { results })).rejects.toThrow(
      "data[0].orderId: unknown value 'zz_new' for execution.settlementStatus",
    )
  })

  test('a look-up that fails costs the fees and not the trades', async () => {
    const { trades, ctx } = await read([bought()], json(400, { message: 'items must be shorter' }), true)
    expect(trades).toMatchObject([{ amount: 22.988505 }])
    expect(ctx.omissions.warnings).toEqual([expect.stringContaining('the fees of your trades')])
    expect(ctx.omissions.cut).toEqual([expect.stringContaining('do not take the fee into account')])
  })

  test('orders are looked up fifty a call, each once', async () => {
    const rows = Array.from({ length: 100 }, (_none, index) =>
      bought({ orderId: `order-${index % 60}`, tradeEventId: `event-${index}` }),
    )
    const { asked, trades } = await read(rows, (call: VenueCall) => ({
      results: (call.body as { items: { orderId: string }[] }).items.map(({ orderId }) =>
        order(orderId, null, 'GTC'),
      ),
    }))
    expect(trades).toHaveLength(100)
    expect(asked.map(({ body }) => (body as { items: unknown[] }).items.length)).toEqual([50, 10])
  })

  test('without a trade no order is looked up', async () => {
    const claim = { blockTimestamp: 1, strategy: 'Claim', market: { slug }, collateralAmount: '5' }
    const { trades, asked } = await read([{ ...claim, blockTimestamp: 1_791_369_162 }], { results: [] })
    expect([trades, asked]).toEqual([[], []])
  })
})

describe('ids', () => {
  const ids = async (...rows: object[]) => (await read(rows, { results: both })).trades.map(({ id }) => id)

  test('are those of events; an order that met one of its own account has two rows of one', async () => {
    const event = bought().tradeEventId
    expect(await ids(bought(), bought({ orderId: SELL, strategy: 'Limit Sell' }))).toEqual([
      event,
      `${event}-2`,
    ])
  })

  test('a row that comes twice is one trade', async () => {
    expect(await ids(bought(), bought())).toEqual([bought().tradeEventId])
  })

  test('are counted in their transaction on rows without an event', async () => {
    const older = bought({ tradeEventId: undefined, orderId: undefined })
    expect(await ids(older, older)).toEqual(['0xaa40-1', '0xaa40-1-2'])
  })
})

test('times in seconds and in milliseconds are one', async () => {
  const { trades } = await read([bought({ blockTimestamp: 1_791_368_478_000 })], { results: both })
  expect(trades).toMatchObject([{ timestamp: 1_791_368_478_000 }])
})

test.each(['outcomeIndex', 'outcomeTokenAmount', 'outcomeTokenPrice'])(
  'a trade without its %s is an error',
  async (name) => {
    expect(await failureOf(() => read([bought({ [name]: null })], { results: both }))).toMatchObject({
      detail: { kind: 'drift' },
    })
  },
)

test('whatever the fee, contracts that came in are those that were bought less those that were taken', () => {
  const units = fc.integer({ min: 1, max: 1e12 })
  fc.assert(
    fc.property(units, units, units, fc.boolean(), (gross, money, share, isSale) => {
      const fee = Math.min(gross, share)
      const row = bought({ outcomeTokenAmount: gross / 1e6 }) as unknown as Parameters<
        typeof paidFor
      >[0]['row']
      const told = {
        order: { id: BUY, orderType: 'FAK' },
        execution: {
          settlementStatus: 'MINED',
          tradeEventId: bought().tradeEventId,
          totalsRaw: {
            contractsGross: String(gross),
            contractsFee: String(fee),
            usdGross: String(money),
            usdFee: '0',
          },
        },
      } as unknown as Parameters<typeof paidFor>[1]
      const paid = paidFor({ row, side: isSale ? 'sell' : 'buy' }, told)
      expect(paid.amount).toBeCloseTo((isSale ? gross : gross - fee) / 1e6, 9)
      expect(paid.fee).toBeGreaterThanOrEqual(0)
    }),
  )
})
