import { describe, expect, test } from 'vitest'
import { collect } from '../../../src/venue-kit/paging.js'
import { hunch } from '../../../src/venues/hunch/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import {
  catalogueOf,
  ladderOdds,
  lists,
  nativeLadder,
  nativeMarket,
  nativeTrend,
  setUp,
  stats,
} from './payloads.js'

const listMarkets = present(hunch.markets.listMarkets)
const open = { status: 'active' } as const

test('the catalogue has what takes bets, and the trending ones their odds and pools', async () => {
  const trends = [
    nativeTrend(),
    nativeTrend({
      market: nativeLadder(),
      odds: null,
      outcomeOdds: ladderOdds,
      stats: stats({ totalPoolUsd: 9 }),
    }),
    nativeTrend({ market: nativeMarket({ id: 'somewhere-else' }) }),
  ]
  const { ctx, wire } = setUp(lists([nativeMarket({ id: 'quiet' }), nativeMarket(), nativeLadder()], trends))
  const rows = await collect(listMarkets(open, ctx).paging)
  expect(
    rows.map(({ market }) => [market.marketId, market.volume, market.outcomes.map((o) => o.price)]),
  ).toEqual([
    ['quiet', undefined, [undefined, undefined]],
    ['lark-50m-mcap-2026-12-15', 12, [0.92, 0.08]],
    ['wren-mcap-ladder-2026-11-16', 9, [0.01, 0.96, 0.03]],
  ])
  expect(sentTo(wire).sort()).toEqual(['GET api/catalogue', 'GET api/trending'])
  expect(wire.calls.map(queryOf)).toContainEqual({ limit: '25' })
})

test('events are the same, each around its market', async () => {
  const { ctx } = setUp(lists([nativeMarket(), nativeLadder()]))
  const rows = await collect(hunch.markets.listEvents(open, ctx).paging)
  expect(rows.map(({ event, markets }) => [event.id, markets.length])).toEqual([
    ['lark-50m-mcap-2026-12-15', 1],
    ['wren-mcap-ladder-2026-11-16', 1],
  ])
})

test('what is closed is in no list, which is no empty one', async () => {
  const { ctx } = setUp({})
  const refusal = await failureOf(() => collect(listMarkets({ status: 'closed' }, ctx).paging))
  expect([refusal.code, refusal.detail?.['kind']]).toEqual(['NOT_SUPPORTED', 'not_listed'])
})

test('markets whose outcomes nobody names are left out, which is told', async () => {
  const flip = nativeMarket({ id: 'flip', category: 'coin_flip' })
  const { ctx } = setUp(lists([flip, nativeMarket()]))
  const told = tolerant(ctx)
  expect(await collect(listMarkets(open, told).paging)).toHaveLength(1)
  expect(told.omissions.cut).toEqual([
    'markets of more than two outcomes that Hunch does not name: coin flips and races; see its site',
  ])
  expect(told.omissions.rows).toBe(0)
})

describe('a list is not given', () => {
  const down = json(403, { error: 'forbidden' })

  test.each(['GET api/catalogue', 'GET api/trending'])('without %s', async (call) => {
    const { ctx } = setUp({ ...lists([nativeMarket()]), [call]: down })
    const { code } = await failureOf(() => collect(listMarkets(open, tolerant(ctx)).paging))
    expect(code).toBe('PERMISSION_DENIED')
  })

  test('by a switched off API', async () => {
    const { ctx } = setUp({ ...lists([]), 'GET api/catalogue': json(404, { error: 'partner_api_disabled' }) })
    expect(await failureOf(() => collect(listMarkets(open, ctx).paging))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { upstreamCode: 'partner_api_disabled' },
    })
  })

  test('in another version of the contract', async () => {
    const body = { ...catalogueOf([]), meta: { version: 'hunch-partner-api-v2' } }
    const { ctx } = setUp({ ...lists([]), 'GET api/catalogue': body })
    await expectDrift(() => collect(listMarkets(open, ctx).paging), 'meta.version')
  })
})

test('one odd row costs itself', async () => {
  const rows = Array.from({ length: 60 }, (_unused, n) => nativeMarket({ id: `market-${n}` }))
  const { ctx } = setUp(lists([...rows, nativeMarket({ id: 'odd', status: 'paused' })]))
  const told = tolerant(ctx)
  expect(await collect(listMarkets(open, told).paging)).toHaveLength(60)
  expect(told.omissions.rows).toBe(1)
})
