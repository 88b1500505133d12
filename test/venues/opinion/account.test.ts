import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { Secrets } from '../../../src/venue-kit/contract/account-secrets.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import type { HistoryQuery } from '../../../src/venue-kit/contract/trading.js'
import { opinion } from '../../../src/venues/opinion/index.js'
import { token } from '../../support/chain-ids.js'
import { failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { tolerant } from '../../support/venue.js'
import { type Answer, queryOf } from '../../support/wire.js'
import {
  answer,
  created,
  hash,
  nativeBinary,
  nativeOrder,
  nativePosition,
  nativeTrade,
  notFound,
  quoteTokens,
} from './payloads.js'
import { setUp } from './set-up.js'

const account = present(opinion.account)
const key: Secrets = { values: { apiKey: 'k-1' }, withheld: false }

const markets: Record<string, Answer> = {
  'GET api/market/7101': answer({ data: nativeBinary() }),
  'GET api/market/7102': answer({ data: nativeBinary(7102) }),
  'GET api/market/7109': notFound,
  'GET api/market/slug/will-the-port-ellery-bridge-open-7102': answer({ data: nativeBinary(7102) }),
}
const page = (list: readonly unknown[], total = list.length) => answer({ total, list })

test.each(['balance', 'positions', 'order', 'openOrders', 'closedOrders', 'fills'])(
  '%s needs a key and asks nobody without',
  async (name) => {
    const { ctx, wire } = setUp({}, { values: {}, withheld: false })
    const reads: Readonly<Record<string, () => Promise<unknown>>> = {
      balance: () => present(account.balance)(ctx),
      positions: () => present(account.positions)(ctx),
      order: () => present(account.order)('o', ctx),
      openOrders: () => collect(present(account.openOrders)({}, ctx)),
      closedOrders: () => collect(present(account.closedOrders)({}, ctx)),
      fills: () => collect(present(account.fills)({}, ctx)),
    }
    expect((await failureOf(present(reads[name]))).code).toBe('AUTHENTICATION_ERROR')
    expect(wire.calls).toEqual([])
  },
)

describe('the balance', () => {
  const read = (row: object, tokens: Answer = answer(quoteTokens)) => {
    const { ctx, wire } = setUp(
      { 'GET api/user/balance': answer({ balances: [row] }), 'GET api/quoteToken': tokens },
      key,
    )
    return present(account.balance)(ctx).then((rows) => ({ rows, wire }))
  }
  const usdt = {
    availableBalance: '10.2',
    frozenBalance: '5.035535',
    quoteToken: '0x55d398326f99059ff775485246999027b3197955',
    tokenDecimals: 18,
    totalBalance: '15.235535',
  }

  test('is told in the money that it is in, whatever case its address is in', async () => {
    const { rows, wire } = await read(usdt)
    expect(rows).toEqual([{ currency: 'USDT', total: 15.235535, available: 10.2, locked: 5.035535 }])
    expect(wire.calls[0]).toMatchObject({ query: [['chain_id', '56']], secretHeaders: { apikey: 'k-1' } })
  })

  test('in something that has no name is told by its address', async () => {
    const quoteToken = '0x2222222222222222222222222222222222222222'
    expect((await read({ ...usdt, quoteToken })).rows[0]?.currency).toBe(quoteToken)
  })

  test.each(
    mutationsOf(
      ['quoteToken', 'totalBalance', 'availableBalance', 'frozenBalance'],
      ['dropped', 'nulled', 'retyped'],
    ),
  )('whose $path was $how is an error', async (mutation) => {
    const error = await failureOf(() => read(Object(mutate(usdt, mutation))))
    expect(error.detail).toMatchObject({ kind: 'drift' })
  })
})

test('positions are those of the key', async () => {
  const { ctx, wire } = setUp({ 'GET api/positions': page([nativePosition()]) }, key)
  expect(await present(account.positions)(ctx)).toMatchObject([{ outcomeId: token(1), size: 59.5 }])
  expect(wire.calls[0]?.secretHeaders).toEqual({ apikey: 'k-1' })
})

describe('an order', () => {
  const read = (reply: Answer) => {
    const { ctx } = setUp({ ...markets, 'GET api/order/o-1': reply }, key)
    return present(account.order)('o-1', ctx)
  }
  const order = (overrides: object = {}) =>
    answer({ orderData: nativeOrder({ orderId: 'o-1', ...overrides }) })

  test.each([
    [1, 'open', 3],
    [2, 'filled', 0],
    [3, 'canceled', 3],
    [4, 'canceled', 3],
    [5, 'rejected', 3],
  ])('of status %i is %s', async (status, told, remaining) => {
    expect(await read(order({ status, filledShares: '2' }))).toMatchObject({
      status: told,
      filled: 2,
      remaining,
    })
  })

  test.each([
    ['0', ['filled']],
    ['2', ['filled']],
    ['5', undefined],
  ])(
    'at a limit that is finished with %s of 5 may have been filled with more',
    async (filledShares, unknown) => {
      const told = await read(order({ tradingMethod: 2, status: 2, filledShares }))
      expect(told).toMatchObject({ status: 'filled', filled: Number(filledShares), remaining: 0 })
      expect(told?.metadata?.['unknown']).toEqual(unknown)
    },
  )

  test.each([
    [3, '0', ['filled', 'remaining']],
    [3, '2', ['filled', 'remaining']],
    [4, '2', ['filled', 'remaining']],
    [3, '5', undefined],
  ])(
    'of status %i that was taken back with %s of 5 filled may have filled more: a match may not be settled yet',
    async (status, filledShares, unknown) => {
      const told = await read(order({ tradingMethod: 2, status, filledShares }))
      expect(told).toMatchObject({ status: 'canceled', filled: Number(filledShares) })
      expect(told?.metadata?.['unknown']).toEqual(unknown)
    },
  )

  // Purchases at the market ask for money: recorded as finished with 68.54 of 71.93 contracts.
  test.each([
    [
      'a sale in full',
      { sideEnum: 'Sell', filledShares: '5' },
      { status: 'filled', filled: 5, remaining: 0 },
    ],
    [
      'a sale in part',
      { sideEnum: 'Sell', filledShares: '2' },
      { status: 'canceled', filled: 2, remaining: 3, metadata: { unknown: ['filled', 'remaining'] } },
    ],
    [
      'a sale that is not settled on the chain yet',
      { sideEnum: 'Sell', filledShares: '0' },
      { status: 'canceled', filled: 0, metadata: { unknown: ['filled', 'remaining'] } },
    ],
    [
      'a sale of which no number is told',
      { sideEnum: 'Sell', filledShares: '' },
      { status: 'filled', metadata: { unknown: ['filled', 'remaining'] } },
    ],
    ['a purchase', { filledShares: '2' }, { status: 'filled', filled: 2, remaining: 0 }],
  ])('at the market that is finished: %s', async (_what, row, told) => {
    expect(await read(order({ tradingMethod: 1, status: 2, ...row }))).toMatchObject(told)
  })

  test('is of the token that its market has for its side', async () => {
    expect((await read(order({ outcomeSide: 2 })))?.outcomeId).toBe(token(71_012))
    expect((await read(order({ marketId: 7109 })))?.outcomeId).toBe('unknown')
  })

  test('is bought or sold as its word says, whatever the number beside it', async () => {
    expect((await read(order({ side: 1, sideEnum: 'Sell' })))?.side).toBe('sell')
    expect((await read(order({ side: 0, sideEnum: 'Buy' })))?.side).toBe('buy')
  })

  test('that lacks numbers says which', async () => {
    const found = await read(order({ orderShares: '', price: '' }))
    expect(found).toMatchObject({ amount: 0, remaining: 0, metadata: { unknown: ['amount', 'remaining'] } })
    expect(found).not.toHaveProperty('price')
  })

  test('that the account has not is none', async () => {
    expect(await read(notFound)).toBeUndefined()
    expect(await read(answer({ orderData: null }))).toBeUndefined()
  })

  test('that is another one is an error', async () => {
    expect((await failureOf(() => read(order({ orderId: 'o-2' })))).detail).toMatchObject({ kind: 'drift' })
  })

  test.each(
    mutationsOf(
      ['orderId', 'marketId', 'sideEnum', 'outcomeSide', 'tradingMethod', 'status', 'createdAt'],
      ['dropped', 'nulled', 'retyped'],
    ),
  )('whose $path was $how is an error', async (mutation) => {
    const orderData = mutate(nativeOrder({ orderId: 'o-1' }), mutation)
    expect((await failureOf(() => read(answer({ orderData })))).detail).toMatchObject({ kind: 'drift' })
  })
})

describe('lists of orders', () => {
  const read = (kind: 'openOrders' | 'closedOrders', list: Answer, query: HistoryQuery = {}) => {
    const { ctx, wire } = setUp({ ...markets, 'GET api/order': list }, key)
    const asked = () => wire.calls.filter(({ path }) => path === '/order').map(queryOf)
    return collect(present(account[kind])(query, ctx)).then((rows) => ({ rows, asked: asked(), wire }))
  }

  test('ask for those that wait, and for all others', async () => {
    expect((await read('openOrders', page([]))).asked[0]).toMatchObject({
      status: '1',
      limit: '20',
      page: '1',
    })
    expect((await read('closedOrders', page([]))).asked[0]).toMatchObject({ status: '2,3,4,5' })
  })

  test('are walked page by page, and ask once for each market', async () => {
    const all = Array.from({ length: 41 }, (_none, n) =>
      nativeOrder({ orderId: `o-${n}`, marketId: 7101 + (n % 2), outcomeSide: 1 + (n % 2) }),
    )
    const { rows, wire } = await read('openOrders', (call: VenueCall) => {
      const at = Number(queryOf(call)['page']) - 1
      return page(all.slice(at * 20, at * 20 + 20), 41)
    })
    expect(rows).toHaveLength(41)
    expect(rows.slice(0, 2).map(({ outcomeId }) => outcomeId)).toEqual([token(71_011), token(71_022)])
    expect(wire.calls.filter(({ path }) => path.startsWith('/market/'))).toHaveLength(2)
  })

  const comes: Readonly<Record<string, number>> = {
    'one ends': 0,
    'one ends, and a new one comes': 1,
    'one ends, and two new ones come': 2,
  }

  // Their sequence is not documented: new orders may be first or last.
  test.each(
    Object.keys(comes).flatMap((what) =>
      [1, 2].flatMap((at) => [[what, at, 'last'] as const, [what, at, 'first'] as const]),
    ),
  )('lack no order where %s after page %i, and new ones are %s', async (what, after, where) => {
    let all = Array.from({ length: 41 }, (_none, n) => nativeOrder({ orderId: `o-${n}` }))
    let reads = 0
    const { rows, wire } = await read('openOrders', (call: VenueCall) => {
      if (reads++ === after) {
        const added = Array.from({ length: comes[what] ?? 0 }, (_none, n) =>
          nativeOrder({ orderId: `new-${n}` }),
        )
        all = where === 'last' ? [...all.slice(1), ...added] : [...added, ...all.slice(1)]
      }
      const at = Number(queryOf(call)['page']) - 1
      return page(all.slice(at * 20, at * 20 + 20), all.length)
    })
    // Those that were open all the time; a new one may be younger than the read.
    for (let n = 1; n < 41; n++) expect(rows.map(({ id }) => id)).toContain(`o-${n}`)
    expect(wire.calls.filter(({ path }) => path === '/order').length).toBeLessThan(11)
  })

  test('report that rows may be missing where the list never stands still', async () => {
    let total = 60
    const { ctx } = setUp(
      {
        ...markets,
        'GET api/order': (call: VenueCall) => {
          const at = (Number(queryOf(call)['page']) - 1) * 20
          return page(
            Array.from({ length: 20 }, (_none, n) => nativeOrder({ orderId: `o-${at + n}` })),
            --total,
          )
        },
      },
      key,
    )
    await collect(present(account.openOrders)({}, ctx))
    expect(ctx.omissions.cut.join()).toContain('moved while the list was being read')
  })

  test('are of one market, by its number or its slug, and of no other thing', async () => {
    const of = async (marketId: string) => (await read('openOrders', page([]), { marketId })).asked
    expect((await of('7101'))[0]).toMatchObject({ marketId: '7101' })
    expect((await of('will-the-port-ellery-bridge-open-7102'))[0]).toMatchObject({ marketId: '7102' })
    expect(await of('nothing')).toEqual([])
  })

  test('are of one outcome', async () => {
    const both = page([nativeOrder(), nativeOrder({ orderId: 'o-2', outcomeSide: 2 })])
    const of = async (outcomeId: string) =>
      (await read('closedOrders', both, { outcomeId })).rows.map(({ id }) => id)
    expect(await of(token(71_012))).toEqual(['o-2'])
    expect(await of('7101')).toEqual([])
  })

  test('leave out a row that cannot be read, and say so', async () => {
    const odd = nativeOrder({ orderId: 'o-2', sideEnum: 'Lend' })
    const list = [nativeOrder(), odd, ...[3, 4, 5, 6].map((n) => nativeOrder({ orderId: `o-${n}` }))]
    const { ctx: strict } = setUp({ ...markets, 'GET api/order': page(list) }, key)
    const ctx = tolerant(strict)
    expect(await collect(present(account.openOrders)({}, ctx))).toHaveLength(5)
    expect(ctx.omissions.isWhole).toBe(false)
  })
})

describe('trades', () => {
  const read = async (list: readonly unknown[], query: HistoryQuery = {}) => {
    const { ctx } = setUp({ ...markets, 'GET api/trade': page(list) }, key)
    return collect(present(account.fills)(query, ctx))
  }

  test('are told as what came in, with their fee', async () => {
    expect(await read([nativeTrade()])).toEqual([
      {
        id: `0x${hash(1)}`,
        txHash: `0x${hash(1)}`,
        timestamp: created * 1000,
        price: 0.029,
        amount: Number('18.9233103448275862'),
        side: 'buy',
        outcomeId: token(71_011),
        marketId: '7101',
        fee: 0.25,
      },
    ])
  })

  test('that did not come about are left out, and so are splits and merges', async () => {
    const rows = [
      { status: 3 },
      { status: 5 },
      { status: 6 },
      { side: 'Split' },
      { side: 'Merge', outcomeSide: 0 },
    ]
    expect(await read(rows.map((row, n) => nativeTrade(n, row)))).toEqual([])
  })

  test('of one transaction are told apart, and the same one is told once', async () => {
    const rows = [nativeTrade(), nativeTrade(1, { shares: '7' }), nativeTrade(), nativeTrade(2)]
    const ids = (await read(rows)).map(({ id }) => id)
    expect(ids).toEqual([`0x${hash(1)}`, `0x${hash(1)}-2`, `0x${hash(2)}`])
  })

  test('are named by their number where the venue tells it', async () => {
    expect((await read([nativeTrade(1, { tradeNo: 'T-9' })]))[0]?.id).toBe('T-9')
  })

  test('name their order where the venue names it, as documented; recorded rows do not', async () => {
    const [named, unnamed] = await read([nativeTrade(1, { orderNo: 'O-7' }), nativeTrade(2)])
    expect(named).toHaveProperty('orderId', 'O-7')
    expect(unnamed).not.toHaveProperty('orderId')
  })

  test.each([
    [{ fee: 250, feeFormatted: '0.25' }, 0.25],
    [{ fee: 250 }, undefined],
    [{ fee: '' }, undefined],
  ])('with the fee %j cost %s', async (row, fee) => {
    expect((await read([nativeTrade(1, row)]))[0]?.fee).toBe(fee)
  })
})

test('orders may be in any sequence: closed ones may be sorted by their end', () => {
  const { ctx } = setUp({}, key)
  for (const list of [account.openOrders, account.closedOrders])
    expect(present(list)({}, ctx).isUnordered).toBe(true)
})
