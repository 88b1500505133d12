import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, decimalOf, toNumber, toText } from '../../src/api/values/decimal.js'
import { computeChangeCost } from '../../src/orders/change-cost.js'
import { sumDecimals } from '../../src/orders/exposure.js'
import { openCosts } from '../../src/orders/open-costs.js'
import { createMemoryJournal } from '../support/memory-journal.js'

const counted = (amount: number, price: number) => ({ amount: decimalOf(amount), counted: decimalOf(price) })

function changed(was: [number, number], now: [number, number], filled = 0, peak = was[1]) {
  const change = {
    was: counted(...was),
    now: counted(...now),
    filled: decimalOf(filled),
    peak: decimalOf(peak),
  }
  const { cost, added } = computeChangeCost(change)
  return [toNumber(cost), toNumber(added)]
}

describe('what a change of an order costs', () => {
  test.each<[string, [number, number], [number, number], number, number]>([
    ['more contracts', [10, 0.5], [14, 0.5], 7, 2],
    ['fewer contracts', [10, 0.5], [4, 0.5], 2, 0],
    ['a higher price', [10, 0.5], [10, 0.6], 6, 1],
    ['a lower price', [10, 0.5], [10, 0.4], 5, 0],
    ['more contracts at a lower price: those of before may fill first', [10, 0.9], [100, 0.09], 17.1, 8.1],
    [
      'fewer contracts at a higher price: what is canceled of them was counted already',
      [100, 0.1],
      [20, 0.9],
      18,
      8,
    ],
  ])('%s', (_what, was, now, cost, added) => {
    expect(changed(was, now)).toEqual([cost, added])
  })

  test('the cost of the order has what filled before, at the highest price that the order had', () => {
    expect(changed([11, 0.09], [100, 0.09], 9, 0.9)).toEqual([16.29, 8.01])
    expect(changed([11, 0.5], [100, 0.09], 9, 0.9)).toEqual([17.11, 8.01])
  })

  test('a higher price adds nothing for what has filled already', () => {
    expect(changed([10, 0.5], [10, 0.6], 4)).toEqual([5.6, 0.6])
  })
})

interface Step {
  readonly fills: number
  readonly amount: number
  readonly cents: number
  readonly fillsOnTheWay: number
}

const part = fc.constantFrom(0, 0.1, 0.5, 0.9, 1)
const steps = fc.array(
  fc.record<Step>({
    fills: part,
    amount: fc.integer({ min: 1, max: 200 }),
    cents: fc.integer({ min: 1, max: 99 }),
    fillsOnTheWay: part,
  }),
  { minLength: 1, maxLength: 6 },
)

test('neither the day nor what is open counts less than an order and its changes cost, whenever they fill', () => {
  fc.assert(
    fc.property(steps, part, fc.boolean(), ([first, ...changes], lastFills, isFinal) => {
      if (first === undefined) return
      const journal = createMemoryJournal()
      let order = { amount: first.amount, cents: first.cents, filled: 0 }
      let peak = 0
      /** Cents. */
      let spent = 0
      let rows = 0
      const fill = (share: number) => {
        const contracts = Math.floor((order.amount - order.filled) * share)
        order = { ...order, filled: order.filled + contracts }
        spent += contracts * order.cents
      }
      const tell = (id: string, status: 'open' | 'canceled' | 'filled') =>
        journal.recordOutcome(
          id,
          {
            state: 'placed',
            order: {
              id: 'V1',
              marketId: 'M',
              outcomeId: 'M-YES',
              side: 'buy',
              type: 'limit',
              price: order.cents / 100,
              amount: order.amount,
              filled: order.filled,
              remaining: order.amount - order.filled,
              status,
              timestamp: 1,
            },
          },
          1,
        )
      const write = (cost: string) => {
        const id = `row-${rows++}`
        const { amount, cents } = order
        const terms = { marketId: 'M', outcomeId: 'M-YES', side: 'buy', type: 'limit' } as const
        const named = { amount: String(amount), price: String(cents / 100), clientOrderId: id }
        const of = { venue: 'kalshi', account: 'a', requestId: 'r', fingerprint: 'f' } as const
        const edits = rows > 1 ? { edits: 'V1' } : {}
        journal.intend({ id, at: rows, ...of, terms: { ...terms, ...named }, cost, ...edits })
        peak = Math.max(peak, cents)
        tell(id, 'open')
      }
      const tellAll = (status: 'open' | 'canceled' | 'filled') => {
        for (let row = 0; row < rows; row++) tell(`row-${row}`, status)
      }
      const assertCounted = () => {
        const open = openCosts(journal.openOrders())
        const left = (order.amount - order.filled) * order.cents
        expect(compare(open, { units: BigInt(left), scale: 2 })).toBeGreaterThanOrEqual(0)
      }
      write(String((order.amount * order.cents) / 100))
      for (const { fills, amount, cents, fillsOnTheWay } of changes) {
        fill(fills)
        const { filled } = order
        const change = {
          was: counted(order.amount, order.cents / 100),
          now: counted(amount, cents / 100),
          filled: decimalOf(filled),
          peak: { units: BigInt(peak), scale: 2 },
        }
        fill(fillsOnTheWay)
        if (amount <= order.filled) continue
        const { added } = computeChangeCost(change)
        order = { ...order, amount, cents }
        write(toText(added))
        assertCounted()
        tellAll('open')
        assertCounted()
      }
      fill(lastFills)
      const isFull = order.filled === order.amount
      if (isFinal || isFull) tellAll(isFull ? 'filled' : 'canceled')
      const day = sumDecimals(journal.costsSince(0).map(decimalOf))
      const least = { units: BigInt(spent), scale: 2 }
      // Parts of costs are cut after twenty digits.
      expect(compare(sumDecimals([day, decimalOf('0.000000001')]), least)).toBeGreaterThanOrEqual(0)
    }),
    { seed: 20261128, numRuns: 500 },
  )
})
