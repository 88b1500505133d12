import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/api/models/models.js'
import {
  add,
  compare,
  decimalOf,
  multiply,
  subtractDecimals,
  toText,
  zero,
} from '../../src/api/values/decimal.js'
import { computeChangeCost } from '../../src/orders/change-cost.js'
import {
  computeReleasedCost,
  computeReleasedCosts,
  countContracts,
  openAmount,
  sumDecimals,
  withoutReleased,
} from '../../src/orders/exposure.js'
import type { OrderIntent, OrderOutcome } from '../../src/orders/journal.js'
import { openCosts } from '../../src/orders/open-costs.js'
import { createMemoryJournal } from '../support/memory-journal.js'

interface Case {
  readonly amount: number
  readonly filled: number
  readonly cents: number
}

const sized = fc
  .record({
    amount: fc.integer({ min: 1, max: 10_000 }),
    filled: fc.nat(10_000),
    cents: fc.integer({ min: 1, max: 99 }),
  })
  .map(({ amount, filled, cents }): Case => ({ amount, filled: Math.min(amount, filled), cents }))

const costOf = (contracts: number, { cents }: Case) =>
  multiply(decimalOf(contracts), { units: BigInt(cents), scale: 2 })

function termsOf({ amount, cents }: Case, id: string): OrderIntent['terms'] {
  return {
    marketId: 'M',
    outcomeId: 'M-YES',
    side: 'buy',
    type: 'limit',
    amount: String(amount),
    price: String(cents / 100),
    clientOrderId: id,
  }
}

function placed(of: Case, status: Order['status'], changes: Partial<Order> = {}): OrderOutcome {
  const { amount, filled } = of
  const { amount: _amount, price: _price, ...own } = termsOf(of, 'c1')
  const order = {
    id: 'V1',
    ...own,
    amount,
    filled,
    remaining: amount - filled,
    status,
    timestamp: 1,
    ...changes,
  }
  return { state: 'placed', order }
}

const rowOf = (of: Case, outcome: OrderOutcome) => ({
  id: 'row',
  venue: 'kalshi' as const,
  account: 'a',
  cost: toText(costOf(of.amount, of)),
  terms: termsOf(of, 'c1'),
  outcome,
})

const unknownFill = { metadata: { unknown: ['filled', 'remaining'] } }
const error = { code: 'NETWORK_ERROR', message: 'cut' } as const

describe('what of an order counts', () => {
  test('the day counts what was filled of a canceled order, open exposure none of it', () => {
    fc.assert(
      fc.property(sized, fc.constantFrom('canceled', 'rejected'), (of, status) => {
        const row = rowOf(of, placed(of, status))
        const counted = decimalOf(withoutReleased(row.cost, computeReleasedCost(row)))
        // A part is rounded so that no less is counted, by less than any venue counts in.
        expect(compare(counted, costOf(of.filled, of))).toBeGreaterThanOrEqual(0)
        expect(
          compare(subtractDecimals(counted, costOf(of.filled, of)), decimalOf('0.000000000001')),
        ).toBeLessThan(0)
        expect([toText(openCosts([row])), toText(openAmount(row))]).toEqual(['0', '0'])
        expect(toText(countContracts(row))).toBe(String(of.filled))
      }),
    )
  })

  test('open exposure and fills of an open order are its cost together', () => {
    fc.assert(
      fc.property(sized, fc.constantFrom('open', 'pending'), (of, status) => {
        const row = rowOf(of, placed(of, status))
        expect(computeReleasedCost(row)).toBeUndefined()
        const both = add(openCosts([row]), costOf(of.filled, of))
        expect(compare(both, decimalOf(row.cost))).toBeGreaterThanOrEqual(0)
        expect(
          compare(subtractDecimals(both, decimalOf(row.cost)), decimalOf('0.000000000001')),
        ).toBeLessThan(0)
        expect(toText(countContracts(row))).toBe(String(of.amount))
      }),
    )
  })

  test('an order in doubt counts in full everywhere; one that was not placed nowhere', () => {
    fc.assert(
      fc.property(sized, (of) => {
        const doubt = rowOf(of, { state: 'unknown', error })
        expect([
          computeReleasedCost(doubt),
          toText(openCosts([doubt])),
          toText(countContracts(doubt)),
        ]).toEqual([undefined, doubt.cost, String(of.amount)])
        for (const outcome of [{ state: 'refused', error }, { state: 'absent' }] as const)
          expect([
            toText(openCosts([rowOf(of, outcome)])),
            toText(countContracts(rowOf(of, outcome))),
          ]).toEqual(['0', '0'])
      }),
    )
  })

  test('fills that the venue does not tell give nothing back', () => {
    fc.assert(
      fc.property(sized, (of) => {
        const canceled = rowOf(of, placed(of, 'canceled', unknownFill))
        expect([computeReleasedCost(canceled), toText(countContracts(canceled))]).toEqual([
          undefined,
          String(of.amount),
        ])
        expect(toText(openCosts([rowOf(of, placed(of, 'open', unknownFill))]))).toBe(canceled.cost)
        const rest = placed(of, 'filled', unknownFill)
        const isResting = rowOf(of, { ...rest, isRestOpen: true } as OrderOutcome)
        expect(toText(openCosts([isResting]))).toBe(canceled.cost)
      }),
    )
  })

  test('what was filled beyond the order counts', () => {
    const of = { amount: 10, filled: 12, cents: 50 }
    const row = rowOf(of, placed(of, 'filled'))
    expect(withoutReleased(row.cost, computeReleasedCost(row))).toBe('6')
    expect(toText(countContracts(row))).toBe('12')
  })
})

interface Stage {
  readonly amount: number
  readonly cents: number
  /** Contracts that fill before the next change. */
  readonly fills: number
}

const stages = fc.array(
  fc.record({
    amount: fc.integer({ min: 1, max: 20 }),
    cents: fc.integer({ min: 1, max: 99 }),
    fills: fc.nat(20),
  }),
  { minLength: 2, maxLength: 5 },
)

/** An order and its changes: their rows as the journal has them, and what its fills cost in cents. */
function changedOrder(stages: readonly Stage[], isWhole: boolean) {
  const rows: { cost: string; terms: OrderIntent['terms']; edits?: string }[] = []
  let filled = 0
  let cents = 0
  let before: Stage | undefined
  for (const stage of stages) {
    if (before !== undefined && stage.amount <= filled) break
    const counted = ({ amount, cents }: Stage) => ({
      amount: decimalOf(amount),
      counted: decimalOf(String(cents / 100)),
    })
    const now = counted(stage)
    const cost =
      before === undefined
        ? multiply(now.amount, now.counted)
        : computeChangeCost({ was: counted(before), now, filled: decimalOf(filled), peak: zero }).added
    const terms = termsOf({ ...stage, filled: 0 }, `c${rows.length}`)
    const row = { cost: toText(cost), terms }
    if (rows.length > 0 || isWhole) rows.push(rows.length === 0 ? row : { ...row, edits: 'V1' })
    const fills = Math.min(stage.fills, stage.amount - filled)
    filled += fills
    cents += fills * stage.cents
    before = stage
  }
  return { rows, filled, cents, left: (before?.amount ?? 0) - filled }
}

describe('an order that was changed', () => {
  const countedOf = (rows: readonly Parameters<typeof computeReleasedCosts>[0][number][]) => {
    const released = computeReleasedCosts(rows)
    return rows.map((row, index) => decimalOf(withoutReleased(row.cost, released[index])))
  }

  test('never counts less than its fills cost, and in full once', () => {
    fc.assert(
      fc.property(stages, fc.constantFrom('open', 'canceled', 'filled'), (changes, wanted) => {
        const { rows, filled, cents, left } = changedOrder(changes, true)
        const status = left === 0 ? 'filled' : wanted === 'filled' ? 'canceled' : wanted
        const outcome = placed({ amount: filled + left, filled, cents: 1 }, status)
        const counted = countedOf(rows.map((row) => ({ ...row, outcome })))
        const sum = sumDecimals(counted)
        const costs = rows.map(({ cost }) => decimalOf(cost))
        expect(compare(sum, { units: BigInt(cents), scale: 2 })).toBeGreaterThanOrEqual(0)
        expect(compare(sum, sumDecimals(costs))).toBeLessThanOrEqual(0)
        for (const [index, cost] of costs.entries())
          expect(compare(counted[index] ?? decimalOf('-1'), cost)).toBeLessThanOrEqual(0)
        if (filled === 0 && status === 'canceled') expect(toText(sum)).toBe('0')
      }),
    )
  })

  test('gives nothing back that its fills may have cost, where it was placed elsewhere and sold', () => {
    const row = {
      ...rowOf(
        { amount: 15, filled: 12, cents: 50 },
        placed({ amount: 15, filled: 12, cents: 50 }, 'canceled'),
      ),
      cost: '2.5',
      edits: 'V1',
    }
    const sale = { ...row, terms: { ...row.terms, side: 'sell' } } as const
    expect(countedOf([row]).map(toText)).toEqual(['2.5'])
    expect(countedOf([sale]).map(toText)).toEqual(['2.5'])
  })
})

test('the sums of a journal follow its orders through any fates', () => {
  const fate = fc.constantFrom('open', 'canceled', 'filled', 'unknown', 'refused', 'absent')
  fc.assert(
    fc.property(fc.array(fc.tuple(sized, fate), { maxLength: 20 }), (orders) => {
      const journal = createMemoryJournal()
      let day = decimalOf('0')
      let open = decimalOf('0')
      for (const [index, [of, state]] of orders.entries()) {
        const { amount, filled } = of
        const id = `row-${index}`
        journal.intend({
          id,
          at: index,
          venue: 'kalshi',
          account: 'a',
          requestId: 'r',
          fingerprint: 'f',
          terms: termsOf(of, id),
          cost: toText(costOf(amount, of)),
        })
        if (state === 'unknown' || state === 'refused') journal.recordOutcome(id, { state, error }, index)
        else if (state === 'absent') journal.recordOutcome(id, { state }, index)
        else
          journal.recordOutcome(id, placed(state === 'filled' ? { ...of, filled: amount } : of, state), index)
        const isCounted = state !== 'refused' && state !== 'absent'
        if (isCounted) day = add(day, costOf(state === 'canceled' ? filled : amount, of))
        if (state === 'open') open = add(open, costOf(amount - filled, of))
        if (state === 'unknown') open = add(open, costOf(amount, of))
      }
      const near = (sum: ReturnType<typeof decimalOf>, exact: ReturnType<typeof decimalOf>) => {
        expect(compare(sum, exact)).toBeGreaterThanOrEqual(0)
        expect(compare(subtractDecimals(sum, exact), decimalOf('0.000000001'))).toBeLessThan(0)
      }
      near(sumDecimals(journal.costsSince(0).map(decimalOf)), day)
      near(openCosts([...journal.listUnknown(), ...journal.openOrders()]), open)
    }),
  )
})
