import { expect, test } from 'vitest'
import { geminiTitan } from '../../../src/venues/gemini-titan/index.js'
import { present } from '../../support/expect.js'
import { wholeList } from '../../support/venue.js'
import { open, PATH, symbol } from './account-world.js'

/** After the document of positions/settled. */
const settled = (changes: object = {}) => ({
  instrumentSymbol: symbol,
  position: '-20',
  positionQuantity: '20',
  payout: '20',
  costBasis: '7.2',
  realizedPnl: '0.5',
  netProfit: '13.3',
  resolutionSide: 'no',
  settledAt: '2026-10-01T02:00:00.000Z',
  ...changes,
})

const read = async (rows: readonly object[], query = {}) => {
  const { ctx } = open({ [`${PATH}/positions/settled`]: { positions: rows, total: rows.length } })
  return wholeList(present(geminiTitan.account?.settlements)(query, ctx), ctx)
}

test('contracts of NO are a negative position, and earlier profits are no part of the payout', async () => {
  expect(await read([settled()])).toEqual([
    {
      id: expect.stringContaining(symbol),
      marketId: `gemi-${symbol}`,
      outcomeId: `GEMI:${symbol}:no`,
      timestamp: Date.UTC(2026, 9, 1, 2),
      contracts: 20,
      payout: 20,
      cost: 7.2,
      realizedPnL: 12.8,
      metadata: { result: 'no', netProfit: 13.3, realizedBefore: 0.5 },
    },
  ])
})

test('a payout whose cost is not told has no profit, and of nothing there is none', async () => {
  const [row] = await read([settled({ costBasis: undefined })])
  for (const member of ['cost', 'realizedPnL']) expect(row).not.toHaveProperty(member)
  expect(await read([settled({ position: '0' })])).toEqual([])
})

test('are those of the outcome that is named', async () => {
  expect(await read([settled()], { outcomeId: `GEMI:${symbol}:yes` })).toEqual([])
  expect(await read([settled()], { marketId: `gemi-${symbol}` })).toHaveLength(1)
})
