import { expect, test } from 'vitest'
import { hyperliquid } from '../../../src/venues/hyperliquid/index.js'
import { fakeClock } from '../../support/clock.js'
import { present } from '../../support/expect.js'
import { wholeList } from '../../support/venue.js'
import { fill } from './order-payloads.js'
import { now, setUp } from './world.js'

const secrets = { values: { apiKey: '0xde30de30de30de30de30de30de30de30de300001' }, withheld: false }
/** As recorded, with the members that the recording leaves out. */
const settled = fill({
  coin: '#101251',
  px: '1.0',
  side: 'A',
  dir: 'Settlement',
  closedPnl: '46.13742',
  fee: '0.18582',
})

const read = async (rows: readonly object[], name: 'settlements' | 'fills', query = {}) => {
  const { ctx } = setUp({ userFillsByTime: rows }, fakeClock(now), { secrets })
  return wholeList<{ id: string }>(present(hyperliquid.account?.[name])(query, ctx), ctx)
}

test('a settlement among the fills is one, and no trade', async () => {
  const rows = [settled, fill({ tid: 2 }), fill({ tid: 3, dir: 'Merge Outcome' })]
  expect(await read(rows, 'settlements')).toEqual([
    {
      id: '561715813668267',
      marketId: 'hl-outcome-10125',
      outcomeId: expect.any(String),
      timestamp: 1_790_964_400_000,
      contracts: 163,
      price: 1,
      payout: 163,
      fee: 0.18582,
      realizedPnL: 46.13742,
    },
  ])
  expect((await read(rows, 'fills')).map(({ id }) => id)).toEqual(['2'])
})

test('are those of the market that is named, and a fee in contracts is no money', async () => {
  expect(await read([settled], 'settlements', { marketId: 'hl-outcome-141' })).toEqual([])
  const [row] = await read([{ ...settled, feeToken: '+101251', closedPnl: undefined }], 'settlements')
  for (const member of ['fee', 'realizedPnL']) expect(row).not.toHaveProperty(member)
})
