import { expect, test } from 'vitest'
import type { HistoryQuery } from '../../../src/venue-kit/contract/trading.js'
import { polymarketUs } from '../../../src/venues/polymarket_us/index.js'
import { present } from '../../support/expect.js'
import { wholeList } from '../../support/venue.js'
import { nativeMarket, usd } from './payloads.js'
import { keys, setUp } from './set-up.js'

const { slug } = nativeMarket()

const resolution = (changes: object = {}, before: object = {}) => ({
  type: 'ACTIVITY_TYPE_POSITION_RESOLUTION',
  positionResolution: {
    marketSlug: slug,
    updateTime: '2026-10-01T02:00:00Z',
    beforePosition: {
      netPositionDecimal: '20.0000',
      cost: usd('10.3000'),
      baseCost: usd('10.0000'),
      cashValue: usd('20.0000'),
      ...before,
    },
    side: 'POSITION_RESOLUTION_SIDE_LONG',
    ...changes,
  },
})

async function read(rows: readonly object[], query: HistoryQuery = {}) {
  const answers = { 'GET api/v1/portfolio/activities': { activities: rows, eof: true } }
  const { ctx, wire } = setUp(answers, undefined, keys)
  return { rows: await wholeList(present(polymarketUs.account?.settlements)(query, ctx), ctx), wire }
}

test('a resolved position has what it paid, what it cost and what was made', async () => {
  const { rows, wire } = await read([resolution(), { type: 'ACTIVITY_TYPE_TRADE' }])
  expect(rows).toEqual([
    {
      id: `${slug}:${Date.UTC(2026, 9, 1, 2)}`,
      marketId: slug,
      outcomeId: `${slug}:long`,
      timestamp: Date.UTC(2026, 9, 1, 2),
      contracts: 20,
      payout: 20,
      cost: 10,
      fee: 0.3,
      realizedPnL: 9.7,
      metadata: { result: 'POSITION_RESOLUTION_SIDE_LONG' },
    },
  ])
  expect(wire.calls[0]?.query).toContainEqual(['types', 'ACTIVITY_TYPE_POSITION_RESOLUTION'])
})

test('a short position that lost paid nothing', async () => {
  const lost = {
    netPositionDecimal: '-5',
    cost: usd('2'),
    baseCost: undefined,
    cashValue: usd('0'),
    fees: usd('0.1'),
  }
  expect((await read([resolution({}, lost)])).rows).toMatchObject([
    { outcomeId: `${slug}:short`, contracts: 5, payout: 0, fee: 0.1, realizedPnL: -2 },
  ])
})

test('what is not told is not known, and nothing held is no settlement', async () => {
  const bare = { cost: undefined, baseCost: undefined, cashValue: undefined }
  const [row] = (await read([resolution({ updateTime: undefined }, bare)])).rows
  for (const name of ['payout', 'cost', 'fee', 'realizedPnL']) expect(row).not.toHaveProperty(name)
  expect(row).toMatchObject({ timestamp: 0, metadata: { unknown: ['timestamp'] } })
  expect((await read([resolution({}, { netPositionDecimal: '0' })])).rows).toEqual([])
})

test('are those of the side that is named', async () => {
  expect((await read([resolution()], { outcomeId: `${slug}:short` })).rows).toEqual([])
  expect((await read([resolution()], { outcomeId: `${slug}:long` })).rows).toHaveLength(1)
})
