import { describe, expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call-types.js'
import { collect } from '../../../src/venue-kit/contract/paging.js'
import { hunch } from '../../../src/venues/hunch/index.js'
import { expectDrift, failureOf, present } from '../../support/expect.js'
import { tolerant } from '../../support/venue.js'
import { json, queryOf, sentTo } from '../../support/wire.js'
import { lists, metaOf, nativeLadder, nativeMarket, page, setUp } from './payloads.js'

const listMarkets = present(hunch.markets.listMarkets)
const [open, closed] = [{ status: 'active' }, { status: 'closed' }] as const
const MARKETS = 'GET agent/markets'

/** Pages by the cursor that leads to them. */
const pages =
  (byCursor: Readonly<Record<string, unknown>>) =>
  (call: VenueCall): unknown =>
    byCursor[String(queryOf(call)['cursor'] ?? '')]

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_unused, n) => nativeMarket({ id: `market-${from + n}` }))

test('open markets come with their odds and volumes', async () => {
  const { ctx, wire } = setUp(lists([nativeMarket(), nativeLadder()]))
  const rows = await collect(listMarkets(open, ctx).paging)
  expect(
    rows.map(({ market }) => [market.marketId, market.volume, market.outcomes.map((o) => o.price)]),
  ).toEqual([
    ['lark-50m-mcap-2026-12-15', 12, [0.92, 0.08]],
    ['wren-mcap-ladder-2026-11-16', 9, [undefined, undefined, undefined]],
  ])
  expect(rows[0]?.market).toMatchObject({ volume24h: 2, openInterest: 12 })
  expect(sentTo(wire)).toEqual([MARKETS])
  expect(wire.calls.map(queryOf)).toEqual([{ status: 'open', limit: '200' }])
})

test('closed ones stand among all, from which they are picked', async () => {
  const natives = [
    nativeMarket(),
    nativeMarket({ id: 'waits', status: 'closed' }),
    nativeMarket({ id: 'paid', status: 'resolved' }),
    nativeMarket({ id: 'given-back', status: 'voided' }),
    nativeMarket({ id: 'late', deadlineAt: '2026-11-21T11:59:00.000Z' }),
  ]
  const { ctx, wire } = setUp(lists(natives))
  const rows = await collect(listMarkets(closed, ctx).paging)
  expect(rows.map(({ market }) => [market.marketId, market.outcomes.map((o) => o.price)])).toEqual([
    ['waits', [0.92, 0.08]],
    // How it was decided is in another answer.
    ['paid', [undefined, undefined]],
    ['given-back', [undefined, undefined]],
    ['late', [0.92, 0.08]],
  ])
  expect(wire.calls.map(queryOf)).toEqual([{ status: 'all', limit: '200' }])
  const { ctx: again } = setUp(lists(natives))
  expect(await collect(listMarkets(open, again).paging)).toHaveLength(1)
})

test('pages follow the cursor of the venue, past those that bring nothing', async () => {
  const { ctx, wire } = setUp({
    [MARKETS]: pages({
      '': page(numbered(200), 'b'),
      b: page([nativeMarket({ id: 'paid', status: 'resolved' })], 7),
      7: page(numbered(3, 200), null),
    }),
  })
  const told = tolerant(ctx)
  expect(await collect(listMarkets(open, told).paging)).toHaveLength(203)
  expect(wire.calls.map((call) => queryOf(call)['cursor'])).toEqual([undefined, 'b', '7'])
  expect(told.omissions.cut).toEqual([])
})

test('a cursor that comes back is an error', async () => {
  const { ctx } = setUp({ [MARKETS]: pages({ '': page(numbered(2), 'b'), b: page(numbered(2, 2), 'b') }) })
  expect(await failureOf(() => collect(listMarkets(open, ctx).paging))).toMatchObject({
    detail: { kind: 'paging' },
  })
})

test('a first page that is full and names no other may lack some, which is told', async () => {
  const { ctx } = setUp(lists(numbered(200)))
  const told = tolerant(ctx)
  expect(await collect(listMarkets(open, told).paging)).toHaveLength(200)
  expect(told.omissions.cut).toEqual([expect.stringContaining('beyond the first 200')])
})

test('events are the same, each around its market', async () => {
  const { ctx } = setUp(lists([nativeMarket(), nativeLadder()]))
  const rows = await collect(hunch.markets.listEvents(open, ctx).paging)
  expect(rows.map(({ event, markets }) => [event.id, event.volume, markets.length])).toEqual([
    ['lark-50m-mcap-2026-12-15', 12, 1],
    ['wren-mcap-ladder-2026-11-16', 9, 1],
  ])
})

test('markets whose outcomes nobody names are left out, which is told once', async () => {
  const flip = nativeMarket({ id: 'flip', category: 'coin_flip', odds: null })
  const { ctx } = setUp(lists([flip, nativeMarket(), { ...flip, id: 'flip-2' }]))
  const told = tolerant(ctx)
  expect(await collect(listMarkets(open, told).paging)).toHaveLength(1)
  expect(told.omissions.cut).toEqual([
    'markets with more than two outcomes whose names Hunch does not return (coin flips and races): see its site',
  ])
  expect(told.omissions.rows).toBe(0)
})

test('the example of the venue’s own guide is a row', async () => {
  // GET /api/agent/v1/getting-started (2026-07-04), step 1, with another token.
  const example = {
    id: 'lark-60m-mcap-2026-12-30',
    question: 'Will $LARK reach a $60M market cap by Dec 30, 2026?',
    category: 'market_cap',
    tokenSymbol: 'LARK',
    deadlineAt: '2026-12-30T23:59:59.000Z',
    status: 'open',
    links: { research: 'https://www.playhunch.xyz/api/agent/v1/markets/lark-60m-mcap-2026-12-30/research' },
  }
  const { ctx } = setUp({ [MARKETS]: { meta: { version: 'hunch-agent-api-v1' }, markets: [example] } })
  const [row] = await collect(listMarkets(open, ctx).paging)
  expect(row?.market).toMatchObject({
    marketId: example.id,
    url: 'https://www.playhunch.xyz/markets/lark-60m-mcap-2026-12-30',
    outcomes: [{ outcomeId: `${example.id}:yes` }, { outcomeId: `${example.id}:no` }],
  })
  expect(row?.market.volume).toBeUndefined()
})

describe('a list is not given', () => {
  test('by an API that refuses or is switched off', async () => {
    const { ctx } = setUp({ [MARKETS]: json(403, { error: 'forbidden' }) })
    expect((await failureOf(() => collect(listMarkets(open, ctx).paging))).code).toBe('PERMISSION_DENIED')
    const off = setUp({ [MARKETS]: json(404, { error: 'agent_api_disabled' }) })
    expect(await failureOf(() => collect(listMarkets(open, off.ctx).paging))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      detail: { upstreamCode: 'agent_api_disabled' },
    })
  })

  test('in another version of the contract', async () => {
    const body = { ...page([]), meta: { ...metaOf, version: 'hunch-agent-api-v2' } }
    await expectDrift(() => collect(listMarkets(open, setUp({ [MARKETS]: body }).ctx).paging), 'meta.version')
  })

  test('without its rows', async () => {
    await expectDrift(
      () => collect(listMarkets(open, setUp({ [MARKETS]: { meta: metaOf } }).ctx).paging),
      'markets',
    )
  })
})

test.each([
  ['a state of no documented name', { status: 'zz_new' }],
  ['odds above 100', { odds: { yesPriceCents: 101, noPriceCents: 0 } }],
  ['no question', { question: null }],
  ['no id', { id: '' }],
])('a row with %s costs itself', async (_what, change) => {
  const { ctx } = setUp(lists([...numbered(60), nativeMarket({ id: 'odd', ...change })]))
  const told = tolerant(ctx)
  expect(await collect(listMarkets(open, told).paging)).toHaveLength(60)
  expect(told.omissions.rows).toBe(1)
})
