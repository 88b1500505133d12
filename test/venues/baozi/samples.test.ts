import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { toMarketRow } from '../../../src/venues/baozi/mapping.js'
import { readMarket } from '../../../src/venues/baozi/native/accounts.js'
import { present } from '../../support/expect.js'
import { haveSamples, sample } from '../../support/samples.js'
import { marketBytes, raceBytes } from './payloads.js'

/** Real markets as the venue's tools decoded them, put back into accounts: no account was recorded as it is. */

const outcome = z.object({ label: z.string(), pool: z.number(), percent: z.number() })
const decoded = z.object({
  pda: z.string(),
  marketId: z.string(),
  question: z.string(),
  status: z.string(),
  totalPoolSol: z.number(),
  yesPercent: z.number().optional(),
  winningOutcome: z.enum(['Yes', 'No']).nullish(),
  outcomes: z.array(outcome).optional(),
  winnerIndex: z.number().nullish(),
})
const snapshot = z.object({
  fetchedAt: z.string(),
  activeMarkets: z.array(decoded),
  resolvedMarkets: z.array(decoded),
})

const codes: Readonly<Record<string, number>> = { Active: 0, Closed: 1, Resolved: 2, Voided: 3 }
const lamports = (sol: number): bigint => BigInt(Math.round(sol * 1e9))

function accountOf(market: z.output<typeof decoded>): Buffer {
  const { marketId, question, status, totalPoolSol, yesPercent = 0, outcomes } = market
  const common = { number: BigInt(marketId), question, status: present(codes[status]) }
  if (outcomes !== undefined) {
    const labels = outcomes.map(({ label }) => label)
    const pools = outcomes.map(({ pool }) => lamports(pool))
    return raceBytes({ ...common, labels, pools, winner: market.winnerIndex ?? undefined })
  }
  const yes = lamports(Math.round(totalPoolSol * yesPercent * 10) / 1000)
  const { winningOutcome } = market
  const winner =
    winningOutcome === undefined || winningOutcome === null ? undefined : winningOutcome === 'Yes'
  return marketBytes({ ...common, yes, no: lamports(totalPoolSol) - yes, winner })
}

describe.runIf(haveSamples)('decoded markets of 2026-02-20', () => {
  const { fetchedAt, activeMarkets, resolvedMarkets } = haveSamples
    ? snapshot.parse(sample('baozi', 'markets-decoded-2026-02-20.json'))
    : { fetchedAt: '', activeMarkets: [], resolvedMarkets: [] }

  test.each([...activeMarkets, ...resolvedMarkets])('$marketId: $question', (market) => {
    const native = present(readMarket(accountOf(market)))
    const row = toMarketRow(market.pda, native, Date.parse(fetchedAt))
    expect(row.market.volume).toBeCloseTo(market.totalPoolSol, 9)
    expect(row.status).toBe(market.status === 'Active' ? 'active' : 'closed')
    const prices = row.market.outcomes.map(({ price }) => price)
    if (market.status === 'Resolved') {
      const place = market.winnerIndex ?? (market.winningOutcome === 'Yes' ? 0 : 1)
      expect(prices).toEqual(prices.map((_price, index) => (index === place ? 1 : 0)))
      return
    }
    const shares = market.outcomes?.map(({ percent }) => percent) ?? [
      market.yesPercent,
      100 - (market.yesPercent ?? 0),
    ]
    expect(prices.map((price) => 100 * present(price))).toEqual(
      shares.map((share): unknown => expect.closeTo(present(share), 1)),
    )
  })
})
