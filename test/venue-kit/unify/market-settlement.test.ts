import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settlementOf } from '../../../src/api/models/market-settlement.js'
import {
  createMarketSettlement,
  type SettlementDraft,
} from '../../../src/venue-kit/unify/market-settlement.js'
import { toUnifiedMarket } from '../../../src/venue-kit/unify/unified-market.js'

const at = Date.UTC(2026, 7, 8, 22, 57, 45)
const closedAt = Date.UTC(2026, 7, 8, 22, 54, 42)
const times = { at: '2026-08-08T22:57:45.000Z', closedAt: '2026-08-08T22:54:42.000Z' }
const pair = ['T', 'T-NO']
const checked = (draft: SettlementDraft, ids: readonly string[] = pair) => createMarketSettlement(ids, draft)

describe('a result', () => {
  test('names the winner, pays 1 to it and 0 to the others', () => {
    expect(checked({ kind: 'won', winners: ['T-NO'], at, closedAt })).toEqual({
      result: 'won',
      winners: ['T-NO'],
      payout: { T: 0, 'T-NO': 1 },
      ...times,
      basis: 'reported',
    })
  })

  test('of whole payouts has a winner, of others is scalar', () => {
    expect(checked({ kind: 'paid', payouts: { T: 1, 'T-NO': 0 } })).toMatchObject({
      result: 'won',
      winners: ['T'],
    })
    expect(checked({ kind: 'paid', payouts: { T: 0.37, 'T-NO': 0.63 } })).toEqual({
      result: 'scalar',
      payout: { T: 0.37, 'T-NO': 0.63 },
      basis: 'reported',
    })
  })

  test('with several winners is only one of a market that can have them', () => {
    const draft = { kind: 'won', winners: ['a', 'b'] } as const
    expect(checked({ ...draft, mostWinners: 2 }, ['a', 'b', 'c'])).toMatchObject({
      result: 'won',
      winners: ['a', 'b'],
      payout: { a: 1, b: 1, c: 0 },
    })
    expect(checked(draft, ['a', 'b', 'c'])).toEqual({
      result: 'unknown',
      basis: 'absent',
      note: 'the venue reports 2 winners for a market that allows at most 1',
    })
  })

  test('leaves out the payout of an outcome whose stakes went back', () => {
    const payouts = { a: 1, b: 0, c: undefined }
    expect(checked({ kind: 'won', winners: ['a'], payouts }, ['a', 'b', 'c'])).toMatchObject({
      payout: { a: 1, b: 0 },
    })
  })

  test('of a canceled market has the payouts that the venue reports, or none', () => {
    expect(checked({ kind: 'void' })).toEqual({ result: 'void', basis: 'reported' })
    expect(checked({ kind: 'void', payouts: { T: 0.5, 'T-NO': 0.5 } })).toEqual({
      result: 'void',
      payout: { T: 0.5, 'T-NO': 0.5 },
      basis: 'reported',
    })
  })

  test('is undecided with its stage', () => {
    expect(checked({ kind: 'undecided', stage: 'disputed', closedAt })).toEqual({
      result: 'undecided',
      stage: 'disputed',
      closedAt: times.closedAt,
      basis: 'reported',
    })
  })
})

test.each<[string, SettlementDraft, RegExp]>([
  ['a stranger', { kind: 'won', winners: ['X'] }, /not one of the market's outcomes: X/],
  ['no winner', { kind: 'won', winners: [] }, /no winner/],
  ['a payout above 1', { kind: 'paid', payouts: { T: 1.5, 'T-NO': -0.5 } }, /not between 0 and 1/],
  ['payouts of too much', { kind: 'paid', payouts: { T: 0.7, 'T-NO': 0.7 } }, /add up to 1.4/],
  ['a missing payout', { kind: 'paid', payouts: { T: 1 } }, /payout of each outcome/],
  ['NaN', { kind: 'paid', payouts: { T: Number.NaN, 'T-NO': 1 } }, /not between 0 and 1/],
])('%s is refused and noted', (_name, draft, note) => {
  const settlement = checked({ ...draft, at })
  expect(settlement).toEqual({ result: 'unknown', at: times.at, basis: 'absent', note: settlement.note })
  expect(settlement.note).toMatch(note)
})

test('payouts are within 0..1 and add up to 1, whatever a venue reports of one winner', () => {
  const id = fc.constantFrom<string>('a', 'b', 'c', '__proto__')
  const value = fc.oneof(fc.constantFrom(0, 0.5, 1, -1, 2, Number.NaN), fc.double())
  fc.assert(
    fc.property(fc.uniqueArray(id), fc.array(id), fc.dictionary(id, value), (ids, winners, payouts) => {
      const drafts: SettlementDraft[] = [
        { kind: 'won', winners },
        { kind: 'paid', payouts },
      ]
      for (const draft of drafts) {
        const { payout, basis, winners: won = [] } = createMarketSettlement(ids, draft)
        expect(payout !== undefined).toBe(basis === 'reported')
        const values = Object.values(payout ?? {})
        expect(values.every((one) => one >= 0 && one <= 1)).toBe(true)
        if (basis === 'reported') expect(values.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5)
        expect(won.every((one) => ids.includes(one))).toBe(true)
      }
    }),
  )
})

describe('a unified market', () => {
  const draft = {
    marketId: 'M',
    title: 'Will it rain?',
    url: 'https://example.org',
    outcomes: [
      { outcomeId: 'T', label: 'Yes', price: 0.99 },
      { outcomeId: 'T-NO', label: 'No', price: 0.01 },
    ],
    metadata: { volumeUnit: 'usd' },
  }

  test('has no settlement while it trades, and its metadata are not copied', () => {
    const market = toUnifiedMarket('kalshi', { ...draft, nativeStatus: 'active' })
    expect(settlementOf(market)).toBeUndefined()
    expect(market.sourceMetadata).toBe(draft.metadata)
  })

  test('has an unknown one after it has closed, never one by its price', () => {
    const market = toUnifiedMarket('kalshi', { ...draft, nativeStatus: 'closed' })
    expect(market.sourceMetadata).toEqual({
      volumeUnit: 'usd',
      settlement: { result: 'unknown', basis: 'absent' },
    })
  })

  test("has ours instead of a venue's own member of the name", () => {
    const metadata = { settlement: { value: '1' } }
    expect(settlementOf({ sourceMetadata: metadata })).toBeUndefined()
    const market = toUnifiedMarket('kalshi', { ...draft, metadata, settlement: { kind: 'void' } })
    expect(settlementOf(market)).toEqual({ result: 'void', basis: 'reported' })
  })

  test('is worth its payout once that is reported, whatever the last price was', () => {
    const settled = { ...draft, settlement: { kind: 'won', winners: ['T-NO'] } as const }
    expect(toUnifiedMarket('kalshi', settled).outcomes.map(({ price }) => price)).toEqual([0, 1])
    const undecided = { ...draft, settlement: { kind: 'undecided', stage: 'closed' } as const }
    expect(toUnifiedMarket('kalshi', undecided).outcomes.map(({ price }) => price)).toEqual([0.99, 0.01])
  })
})
