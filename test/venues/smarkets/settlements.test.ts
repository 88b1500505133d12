import { expect, test } from 'vitest'
import { smarkets } from '../../../src/venues/smarkets/index.js'
import { present } from '../../support/expect.js'
import { wholeList } from '../../support/venue.js'
import { open } from './account-payloads.js'

const settled = (changes: object = {}) => ({
  id: '77',
  market_id: '5001',
  contract_id: '6001',
  side: 'buy',
  type: 'good_til_halted',
  state: 'settled',
  price: 4_000,
  quantity: 125_000,
  quantity_filled: 125_000,
  quantity_unfilled: 0,
  average_price_matched: 4_000,
  outcome: 'winner',
  created_datetime: '2026-11-20T10:00:00.000001Z',
  last_modified_datetime: '2026-11-21T10:00:00.000001Z',
  ...changes,
})

const read = async (rows: readonly object[], query = {}) => {
  const { ctx, wire } = open({ 'GET api/orders/': { orders: rows } })
  return { rows: await wholeList(present(smarkets.account?.settlements)(query, ctx), ctx), wire }
}

test('a settled back that won paid a pound a contract, before a commission that no order tells', async () => {
  const { rows, wire } = await read([settled()])
  expect(rows).toEqual([
    {
      id: '77',
      marketId: '5001',
      outcomeId: '6001',
      timestamp: Date.parse('2026-11-21T10:00:00Z'),
      contracts: 12.5,
      payout: 12.5,
      cost: 5,
      metadata: { side: 'buy', result: 'winner' },
    },
  ])
  expect(wire.calls.at(-1)?.query).toContainEqual(['state', 'settled'])
})

test.each([
  [{ outcome: 'loser' }, { payout: 0, cost: 5, fee: 0 }],
  [{ outcome: 'void' }, { payout: 5, cost: 5, fee: 0 }],
])('%j', async (changes, expected) => {
  expect((await read([settled(changes)])).rows).toMatchObject([expected])
})

test.each([[{ outcome: 'deadheat' }], [{ side: 'sell' }], [{ outcome: null }]])(
  'what %j pays is not known',
  async (changes) => {
    const [row] = (await read([settled(changes)])).rows
    expect(row).toMatchObject({ contracts: 12.5 })
    expect(row).not.toHaveProperty('payout')
  },
)

test('what was not matched is none, and others are left out', async () => {
  expect((await read([settled({ quantity_filled: 0 })])).rows).toEqual([])
  expect((await read([settled()], { outcomeId: '6002' })).rows).toEqual([])
})
