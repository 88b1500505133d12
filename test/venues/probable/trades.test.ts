import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import type { TradeQuery } from '../../../src/venue-kit/contract/venue.js'
import { probable } from '../../../src/venues/probable/index.js'
import { condition, token } from '../../support/chain-ids.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { mutate, mutationsOf } from '../../support/mutations.js'
import { readerOf } from '../../support/reading.js'
import { json, queryOf } from '../../support/wire.js'
import { nativeMarket, nativeTrade, pageOf } from './payloads.js'
import { setUp } from './set-up.js'
import { manyTrades, tapeOf } from './tape.js'

const noon = Date.UTC(2026, 10, 21, 12)

interface Asked {
  readonly id?: string
  readonly query?: Partial<TradeQuery>
  readonly atMost?: number
}

const list = async (answer: unknown, { id = token(1), query, atMost }: Asked = {}) => {
  const { ctx, wire } = setUp({
    'GET market/markets': pageOf([nativeMarket()]),
    'GET orderbook/trades': answer,
  })
  const trades = await readerOf(probable, ctx).allTrades(id, query, atMost)
  return { trades, asked: wire.calls.filter((call) => call.path === '/trades').map(queryOf), ctx, wire }
}

describe('trades of an outcome', () => {
  const rows = [
    nativeTrade(1),
    nativeTrade(2, { asset: token(2), outcomeIndex: 1, outcome: 'No', price: 0.4, side: 'BUY', size: 2 }),
    nativeTrade(2, { side: 'SELL', asset: token(1) }),
  ]

  test('the whole rows; fills of the other token are seen from this one', async () => {
    const { trades, asked } = await list(tapeOf(rows))
    expect(trades).toEqual([
      {
        id: `0x${'1'.padStart(64, '0')}-${token(1)}-0`,
        timestamp: noon - 60_000,
        price: 0.62,
        amount: 4.34,
        side: 'buy',
        outcomeId: token(1),
      },
      {
        id: `0x${'2'.padStart(64, '0')}-${token(2)}-0`,
        timestamp: noon - 120_000,
        price: 0.6,
        amount: 2,
        side: 'sell',
        outcomeId: token(1),
      },
      {
        id: `0x${'2'.padStart(64, '0')}-${token(1)}-0`,
        timestamp: noon - 120_000,
        price: 0.62,
        amount: 4.34,
        side: 'sell',
        outcomeId: token(1),
      },
    ])
    expect(asked[0]).toEqual({ market: condition(1), takerOnly: 'true', limit: '500', offset: '0' })
  })

  test('both outcomes show the same fills, each at its own price', async () => {
    const yes = (await list(tapeOf(rows))).trades
    const no = (await list(tapeOf(rows), { id: token(2) })).trades
    expect(no.map(({ id, amount }) => [id, amount])).toEqual(yes.map(({ id, amount }) => [id, amount]))
    expect(no.map(({ price, side }) => [price, side])).toEqual([
      [0.38, 'sell'],
      [0.4, 'buy'],
      [0.38, 'buy'],
    ])
  })

  test('every fill comes once over many pages', async () => {
    const { trades, asked } = await list(tapeOf(manyTrades(1_234)))
    expect(trades.map(({ amount }) => amount)).toEqual(Array.from({ length: 1_234 }, (_unused, n) => n + 1))
    expect(asked.map(({ offset }) => offset)).toEqual(['0', '480', '960', '1214'])
  })

  test('and also when fills are made while it is read', async () => {
    const rows = manyTrades(900)
    let calls = 0
    const { trades } = await list((call: VenueCall) => {
      const fresh = Array.from({ length: 3 * calls++ }, (_unused, n) => nativeTrade(-n - 1))
      return tapeOf([...fresh.reverse(), ...rows])(call)
    })
    expect(trades.map(({ amount }) => amount)).toEqual(Array.from({ length: 900 }, (_unused, n) => n + 1))
  })

  test.each([0, 1, 2, 15, 20, 21])(
    'nor does a fill made meanwhile bring the last of %i again',
    async (count) => {
      const rows = manyTrades(count)
      let calls = 0
      const { trades } = await list((call: VenueCall) =>
        tapeOf(calls++ > 0 ? [nativeTrade(-1), ...rows] : rows)(call),
      )
      expect(trades).toHaveLength(count)
      expect(calls).toBeLessThan(4)
    },
  )

  test('a few are asked for with a small page; the walk stops when there are enough', async () => {
    const { trades, asked } = await list(tapeOf(manyTrades(900)), { query: { limit: 5 }, atMost: 5 })
    expect(trades).toHaveLength(5)
    expect(asked.map(({ limit }) => limit)).toEqual(['100'])
  })

  test('the walk ends before the asked start, and trades after the end are left out', async () => {
    const window = { start: noon - 600 * 60_000, end: noon - 590 * 60_000 }
    const { ctx, wire } = setUp({
      'GET market/markets': pageOf([nativeMarket()]),
      'GET orderbook/trades': tapeOf(manyTrades(5_000)),
    })
    const trades = await readerOf(probable, ctx).trades(token(1), window)
    const asked = wire.calls.filter(({ path }) => path === '/trades')
    expect(trades.map(({ amount }) => amount)).toEqual(Array.from({ length: 11 }, (_unused, n) => 591 + n))
    expect(asked).toHaveLength(2)
  })

  test('where a market has three tokens, those of another one end the walk at the start, too', async () => {
    const tokens = [1, 2, 3].map(token)
    const market = nativeMarket({
      outcomes: JSON.stringify(['A', 'B', 'C']),
      clobTokenIds: JSON.stringify(tokens),
      tokens: undefined,
    })
    const { ctx, wire } = setUp({
      'GET market/markets': pageOf([market]),
      'GET orderbook/trades': tapeOf(manyTrades(5_000, { asset: token(3), outcomeIndex: 2 })),
    })
    const reader = readerOf(probable, ctx)
    expect(await reader.trades(token(1), { start: noon - 600 * 60_000 })).toEqual([])
    expect(wire.calls.filter(({ path }) => path === '/trades')).toHaveLength(2)
    expect(await reader.trades(token(3), { start: noon - 9 * 60_000 })).toHaveLength(10)
  })

  test('a venue that refuses large pages is asked for the documented ones', async () => {
    const answer = tapeOf(manyTrades(250), { maxRows: 100 })
    const { trades, asked, ctx, wire } = await list(answer)
    expect(trades).toHaveLength(250)
    expect(asked.map(({ limit }) => limit)).toEqual(['500', '100', '100', '100', '100'])
    await readerOf(probable, ctx).allTrades(token(1), {}, 1)
    expect(queryOf(present(wire.calls.at(-1)))['limit']).toBe('100')
  })

  test.each([
    ['refused', tapeOf(manyTrades(5_000), { maxOffset: 1_000 })],
    [
      'begins anew',
      (call: VenueCall) => {
        const offset = Number(queryOf(call)['offset'])
        return manyTrades(5_000).slice(offset > 1_000 ? 0 : offset, offset > 1_000 ? 500 : offset + 500)
      },
    ],
  ])('a list whose deep pages are %s is an error, not the end', async (_how, answer) => {
    const error = await failureOf(() => list(answer))
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      retryable: false,
      detail: { kind: 'trades_too_deep' },
    })
  })

  test('pages that hold trades of other tokens alone do not end the list', async () => {
    const tokens = [1, 2, 3].map(token)
    const market = nativeMarket({
      outcomes: JSON.stringify(['A', 'B', 'C']),
      clobTokenIds: JSON.stringify(tokens),
      tokens: undefined,
    })
    const rows = [
      ...manyTrades(900, { asset: token(3), outcomeIndex: 2 }),
      nativeTrade(900, { asset: token(1), outcomeIndex: 0 }),
    ]
    const shortPages = (call: VenueCall) => {
      const offset = Number(queryOf(call)['offset'])
      return rows.slice(offset, offset + 42)
    }
    const { ctx } = setUp({ 'GET market/markets': pageOf([market]), 'GET orderbook/trades': shortPages })
    expect(await readerOf(probable, ctx).trades(token(1))).toHaveLength(1)
  })

  test('a page that does not go on where the last one ended is an error', async () => {
    const rows = manyTrades(600)
    const error = await failureOf(() =>
      list((call: VenueCall) => (queryOf(call)['offset'] === '0' ? rows.slice(0, 500) : rows.slice(550))),
    )
    expect(error.detail).toMatchObject({ kind: 'moved' })
  })

  test('a full page that shows the page before again is an error, not the end', async () => {
    const rows = manyTrades(600)
    const error = await failureOf(() => list(() => rows.slice(0, 500)))
    expect(error).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'page_repeated' } })
  })

  test('nothing traded is an empty list, of a known outcome only', async () => {
    expect((await list(tapeOf([]))).trades).toEqual([])
    expect((await failureOf(() => list(tapeOf([]), { id: token(9) }))).code).toBe('NOT_FOUND')
  })

  test('a refusal of the first page is a failure', async () => {
    expect((await failureOf(() => list(json(400, { error: 'no' })))).code).toBe('BAD_REQUEST')
  })
})

describe('a change of shape is an error', () => {
  const fields = ['asset', 'conditionId', 'side', 'size', 'price', 'timestamp', 'transactionHash']

  test.each([
    ...mutationsOf(
      fields.map((name) => `0.${name}`),
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
    ...mutationsOf(['0.outcomeIndex', '0.proxyWallet'], ['retyped']),
  ])('$path $how', async (mutation) => {
    await expectDrift(
      () => list(tapeOf(mutate([nativeTrade(1)], mutation))),
      mutation.path.replace('0.', '[0].'),
    )
  })

  test.each([
    ['[0].conditionId', { conditionId: condition(5) }],
    ['[0].asset', { asset: token(77), outcomeIndex: undefined }],
    ['[0].asset', { asset: 'USDC', outcomeIndex: 2 }],
    ['[0].timestamp', { timestamp: 1_766_021_317 }],
    ['[0].price', { price: 62 }],
    ['[0].side', { side: 'HOLD' }],
  ])('%s must make sense', async (path, overrides) => {
    await expectDrift(() => list(tapeOf([nativeTrade(1, overrides)])), path)
  })

  test('a token told as the name of the collateral is known by its index', async () => {
    const { trades } = await list(tapeOf([nativeTrade(1, { asset: 'USDC', outcomeIndex: 1, price: 0.4 })]))
    expect(trades[0]).toMatchObject({ price: 0.6, side: 'sell', outcomeId: token(1) })
  })

  test('another order than newest first', async () => {
    await expectDrift(() => list(tapeOf([nativeTrade(2), nativeTrade(1)])), '[1].timestamp')
  })

  test.each([null, {}, { trades: [] }])('%j is no list of trades', async (answer) => {
    await expectDrift(() => list(answer), '')
  })
})
