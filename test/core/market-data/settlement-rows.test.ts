import { describe, expect, test } from 'vitest'
import type { MarketSettlement } from '../../../src/api/models/market-settlement.js'
import type { UnifiedMarket } from '../../../src/api/models/models.js'
import { collectSettlements, toSettlementRows } from '../../../src/core/market-data/settlement-rows.js'

const instant = (day: number): string => new Date(Date.UTC(2026, 7, day)).toISOString()

function closed(marketId: string, settlement: Partial<MarketSettlement> = {}): UnifiedMarket {
  return {
    marketId,
    eventId: 'E',
    title: 'Will it rain?',
    description: '',
    url: 'https://venue.test',
    outcomes: [
      { outcomeId: marketId, marketId, label: 'Rain' },
      { outcomeId: `${marketId}-NO`, marketId, label: 'Not Rain' },
    ],
    sourceExchange: 'kalshi',
    sourceMetadata: { settlement: { result: 'unknown', basis: 'absent', ...settlement } },
  }
}

const won = { result: 'won', basis: 'reported', winners: ['M'], payout: { M: 1, 'M-NO': 0 } } as const

describe('the rows of a market', () => {
  test('are one for each outcome, with ids that no reader takes for a number', () => {
    const market = closed('M', { ...won, at: instant(2), closedAt: instant(1) })
    const same = {
      venue: 'kalshi',
      market_id: 'M',
      title: 'Will it rain?',
      event: 'E',
      at: instant(2),
      closed_at: instant(1),
      basis: 'reported',
    }
    expect(toSettlementRows(market)).toEqual([
      { ...same, outcome_id: 'kalshi:M', outcome: 'Rain', result: 'won', payout: 1 },
      { ...same, outcome_id: 'kalshi:M-NO', outcome: 'Not Rain', result: 'lost', payout: 0 },
    ])
  })

  test.each([
    [
      { result: 'scalar', basis: 'reported', payout: { M: 0.5, 'M-NO': 0.5 } },
      { result: 'scalar', payout: 0.5 },
    ],
    [
      { result: 'undecided', basis: 'reported', stage: 'disputed' },
      { result: 'undecided', stage: 'disputed' },
    ],
    [{ result: 'void', basis: 'reported' }, { result: 'void' }],
    [{ ...won, winners: ['M-NO'], payout: { 'M-NO': 1 } }, { result: 'void' }],
    [{}, { result: 'unknown', basis: 'absent' }],
  ] as const)('of %j begin with %j', (settlement, expected) => {
    expect(toSettlementRows(closed('M', settlement))[0]).toMatchObject(expected)
  })

  test('are none while it trades', () => {
    expect(toSettlementRows({ ...closed('M'), sourceMetadata: { volumeUnit: 'usd' } })).toEqual([])
  })
})

describe('a query', () => {
  const all = Array.from({ length: 1_203 }, (_, index) => closed(`K${index}`, { ...won, winners: [] }))
  const read: number[] = []
  const fetchPage = async (limit: number, offset: number) => {
    read.push(offset)
    return all.slice(offset, offset + limit)
  }

  test('reads the list to its end', async () => {
    const page = await collectSettlements(fetchPage, { limit: 50_000, offset: 0 })
    expect([page.rows.length, page.isCut, page.undated]).toEqual([2_406, false, 0])
    expect(read).toEqual([0, 500, 1_000])
  })

  test('pages add up to the whole, and each says whether more follows', async () => {
    const whole = await collectSettlements(fetchPage, { limit: 50_000, offset: 0 })
    const pages = await Promise.all(
      [0, 1_001, 2_002].map((offset) => collectSettlements(fetchPage, { limit: 1_001, offset })),
    )
    expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows)
    expect(pages.map(({ isCut }) => isCut)).toEqual([true, true, false])
  })

  test('compares the settlement, else the close, and counts markets without either', async () => {
    const rows = [
      closed('late', { closedAt: instant(1), at: instant(9) }),
      closed('edge', { closedAt: instant(5) }),
      closed('early', { closedAt: instant(4), at: instant(4) }),
      closed('undated'),
    ]
    const page = await collectSettlements(async () => rows, {
      since: Date.parse(instant(5)),
      limit: 9,
      offset: 0,
    })
    expect(page.rows.map(({ market_id: id }) => id)).toEqual(['late', 'late', 'edge', 'edge'])
    expect(page.undated).toBe(1)
  })
})
