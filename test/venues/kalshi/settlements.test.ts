import { expect, test } from 'vitest'
import type { VenueCall } from '../../../src/transport/call.js'
import type { HistoryQuery } from '../../../src/venue-kit/trading.js'
import { kalshi } from '../../../src/venues/kalshi/index.js'
import { present } from '../../support/expect.js'
import { wholeList } from '../../support/venue.js'
import { signedIn } from './signed-in.js'

/** A row as recorded in August 2026. */
const won = {
  event_ticker: 'KXUFCFIGHT-REDACTED009',
  fee_cost: '0.202100',
  market_result: 'yes',
  no_count_fp: '0.00',
  no_total_cost_dollars: '0.000000',
  revenue: 1500,
  settled_time: '2026-08-16T04:00:00Z',
  ticker: 'KXUFCFIGHT-REDACTED010',
  value: 100,
  yes_count_fp: '15.00',
  yes_total_cost_dollars: '11.100000',
}
const yes = won.ticker
const no = `${won.ticker}-NO`

async function read(rows: readonly object[], query: HistoryQuery = {}) {
  const { ctx, wire } = signedIn({ 'GET api/portfolio/settlements': { settlements: rows, cursor: '' } })
  return { rows: await wholeList(present(kalshi.account?.settlements)(query, ctx), ctx), wire }
}

test('a settlement is told with payout, cost and fee', async () => {
  expect((await read([won])).rows).toEqual([
    {
      id: `${yes}:yes`,
      marketId: yes,
      outcomeId: yes,
      timestamp: Date.UTC(2026, 7, 16, 4),
      contracts: 15,
      payout: 15,
      cost: 11.1,
      fee: 0.2021,
      metadata: { result: 'yes' },
    },
  ])
})

test('contracts of NO that lost paid nothing', async () => {
  const lost = {
    ...won,
    yes_count_fp: '0.00',
    no_count_fp: '20.00',
    no_total_cost_dollars: '3.000000',
    revenue: 0,
  }
  expect((await read([lost])).rows).toMatchObject([
    { id: `${yes}:no`, outcomeId: no, contracts: 20, payout: 0, cost: 3 },
  ])
})

test('of both sides each has its own payout, and the fee is that of both', async () => {
  const both = {
    ...won,
    no_count_fp: '4.00',
    no_total_cost_dollars: '1.00',
    value: 30,
    market_result: 'scalar',
  }
  const { rows } = await read([both])
  expect(rows).toMatchObject([
    { outcomeId: yes, payout: 4.5, metadata: { feeOfBothSides: 0.2021 } },
    { outcomeId: no, payout: 2.8 },
  ])
  for (const row of rows) expect(row).not.toHaveProperty('fee')
  expect((await read([{ ...both, value: null }])).rows[0]).not.toHaveProperty('payout')
})

test('are asked for by market and time, and cut to the outcome', async () => {
  const query = { marketId: yes, outcomeId: no, since: 1_780_000_000_500, until: 1_790_000_000_500 }
  const { rows, wire } = await read([won], query)
  expect(rows).toEqual([])
  const [call] = wire.calls as readonly VenueCall[]
  expect(call?.query).toEqual(
    expect.arrayContaining([
      ['ticker', yes],
      ['min_ts', '1779999999'],
      ['max_ts', '1790000001'],
    ]),
  )
  const none = await read([won], { marketId: 'no ticker' })
  expect([none.rows, none.wire.calls]).toEqual([[], []])
})
