import { expect, test } from 'vitest'
import { limitless } from '../../../src/venues/limitless/index.js'
import { present } from '../../support/expect.js'
import { setUpVenue, wholeList } from '../../support/venue.js'
import { nativeMarket, token } from './payloads.js'

const { slug } = nativeMarket()

/** As recorded in October 2026: no order, no tokens, and the payout. */
const claim = {
  blockTimestamp: 1_791_369_162,
  collateralAmount: '13.379309',
  indexSets: ['2'],
  market: { slug },
  outcomeTokenAmount: '0',
  strategy: 'Claim',
  transactionHash: '0xc1',
}
/** The form that a comment of ccxt describes. */
const loss = {
  action: 'loss',
  blockTimestamp: 1_778_144_400,
  collateralAmount: '2',
  market: { slug },
  outcomeIndex: 0,
  pnl: '-2000000',
}
const trade = {
  ...claim,
  strategy: 'Market Buy',
  outcomeTokenAmount: '3',
  outcomeTokenPrice: 0.2,
  outcomeIndex: 1,
}

const read = async (data: readonly object[], query = {}) => {
  const answers = {
    'GET api/portfolio/history': { data, nextCursor: null },
    [`GET api/markets/${slug}`]: nativeMarket(),
  }
  const { ctx } = setUpVenue(limitless, answers, undefined, { values: { apiKey: 'lmts_x' }, withheld: false })
  return wholeList(present(limitless.account?.settlements)(query, ctx), ctx)
}

test('claims have what was paid, losses what was lost, and trades are none', async () => {
  expect(await read([claim, trade, loss])).toEqual([
    {
      id: '0xc1-claim',
      marketId: slug,
      outcomeId: token(1, 'no'),
      timestamp: 1_791_369_162_000,
      payout: 13.379309,
      metadata: { action: 'claim', txHash: '0xc1' },
    },
    {
      id: expect.stringContaining(slug),
      marketId: slug,
      outcomeId: token(1),
      timestamp: 1_778_144_400_000,
      payout: 0,
      cost: 2,
      realizedPnL: -2,
      metadata: { action: 'loss' },
    },
  ])
})

test('a claim of both outcomes is of none, and two of one transaction have two names', async () => {
  const rows = await read([{ ...claim, indexSets: ['1', '2'] }, claim])
  expect(rows.map(({ id }) => id)).toEqual(['0xc1-claim', '0xc1-claim-2'])
  expect(rows[0]).not.toHaveProperty('outcomeId')
})

test('are those of the outcome that is named', async () => {
  expect(await read([claim, loss], { outcomeId: slug })).toMatchObject([{ realizedPnL: -2 }])
  expect(await read([claim, loss], { marketId: slug })).toHaveLength(2)
})
