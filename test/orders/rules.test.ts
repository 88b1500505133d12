import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { add, compare, decimalOf, multiply, subtractDecimals, toText } from '../../src/api/values/decimal.js'
import { assertAllowed, roundToTick } from '../../src/orders/rules.js'
import type { OrderRules, OrderTerms, PriceBand } from '../../src/venue-kit/contract/trading.js'

const terms: OrderTerms = {
  marketId: 'M',
  outcomeId: 'M-YES',
  side: 'buy',
  type: 'limit',
  amount: '10',
  price: '0.55',
  clientOrderId: 'c',
}
const market = { id: 'M' }

test('the least of orders that may rest is not that of orders which take at once', () => {
  const least = { minLimitAmount: '15' }
  for (const rests of [{}, { timeInForce: 'GTD' }] as const)
    expect(refusalOf(rests, least)).toMatchObject({ field: 'amount', detail: { allowed: { min: '15' } } })
  for (const takes of [{ timeInForce: 'IOC' }, { timeInForce: 'FOK' }, { type: 'market' }] as const) {
    expect(() => assertAllowed({ ...terms, ...takes }, { market, ...least })).not.toThrow()
    const isRefused = 'type' in takes
    const asLimit = () => assertAllowed({ ...terms, ...takes }, { market, ...least, limitsAtMarket: ['buy'] })
    if (isRefused) expect(asLimit).toThrow('below the minimum')
    else expect(asLimit).not.toThrow()
  }
})

const cents: readonly PriceBand[] = [{ from: '0.01', to: '0.99', step: '0.01' }]
/** As of a venue whose ticks are finer at the ends. */
const tapered: readonly PriceBand[] = [
  { from: '0.001', to: '0.1', step: '0.001' },
  { from: '0.1', to: '0.9', step: '0.01' },
  { from: '0.9', to: '0.999', step: '0.001' },
]
const ladder = ['0.05', '0.1', '0.25', '0.5', '0.9']

function refusalOf(changes: Partial<OrderTerms>, rules: Omit<OrderRules, 'market'>): PmxError {
  try {
    assertAllowed({ ...terms, ...changes }, { market, ...rules })
  } catch (error) {
    if (error instanceof PmxError) return error
    throw error
  }
  throw new Error('it was allowed')
}

const isAllowed = (price: string, prices: OrderRules['prices']): boolean => {
  try {
    assertAllowed({ ...terms, price }, { market, ...(prices === undefined ? {} : { prices }) })
    return true
  } catch {
    return false
  }
}

describe('an order', () => {
  test('is allowed where the venue tells no rule', () => {
    expect(() => assertAllowed(terms, { market })).not.toThrow()
    expect(() => assertAllowed(terms, { market, prices: [] })).not.toThrow()
  })

  test.each<[string, Partial<OrderTerms>, Omit<OrderRules, 'market'>, string, unknown]>([
    ['of a closed market', {}, { closed: 'it was settled' }, 'marketId', undefined],
    ['of the wrong side', { side: 'sell' }, { sides: ['buy'] }, 'side', ['buy']],
    ['of the wrong type', { type: 'limit' }, { types: ['market'] }, 'type', ['market']],
    [
      'off the tick',
      { price: '0.555' },
      { prices: cents },
      'price',
      { tick: '0.01', nearest: ['0.55', '0.56'] },
    ],
    ['too cheap', { price: '0.001' }, { prices: cents }, 'price', { min: '0.01', max: '0.99' }],
    ['too dear', { price: '0.995' }, { prices: cents }, 'price', { min: '0.01', max: '0.99' }],
    ['off the ladder', { price: '0.3' }, { prices: ladder }, 'price', { nearest: ['0.25', '0.5'] }],
    ['beyond the ladder', { price: '0.95' }, { prices: ladder }, 'price', { nearest: ['0.9'] }],
    ['too small', { amount: '0.5' }, { minAmount: '1' }, 'amount', { min: '1' }],
    ['too large', { amount: '101' }, { maxAmount: '100' }, 'amount', { max: '100' }],
    ['between two sizes', { amount: '1.05' }, { amountStep: '0.1' }, 'amount', { step: '0.1' }],
    ['too cheap in all', { amount: '1.8' }, { minCost: '1' }, 'amount', { minCost: '1' }],
  ])(
    '%s is INVALID_ORDER that names the member and what is allowed',
    (_what, changes, rules, field, allowed) => {
      const refusal = refusalOf(changes, rules)
      expect(refusal.code).toBe('INVALID_ORDER')
      expect(refusal.field).toBe(field)
      expect(refusal.detail?.['kind']).toBe('order_rule')
      expect(refusal.detail?.['allowed']).toEqual(allowed)
    },
  )

  test.each<[Partial<OrderTerms>, Omit<OrderRules, 'market'>]>([
    [{ price: '0.01' }, { prices: cents }],
    [{ price: '0.99' }, { prices: cents }],
    [{ price: '0.055' }, { prices: tapered }],
    [{ price: '0.1' }, { prices: tapered }],
    [{ price: '0.955' }, { prices: tapered }],
    [{ price: '0.25' }, { prices: ladder }],
    [{ price: '0.250' }, { prices: ladder }],
    [{ amount: '1' }, { minAmount: '1', amountStep: '1', maxAmount: '1' }],
    // By floats 0.07 * 100 is 7.000000000000001, and 2 / 0.55 no size.
    [{ amount: '100', price: '0.07' }, { minCost: '7' }],
    [{ amount: '0.3' }, { amountStep: '0.1' }],
  ])('%j is allowed at a limit: %j', (changes, rules) => {
    expect(() => assertAllowed({ ...terms, ...changes }, { market, ...rules })).not.toThrow()
  })

  test('where two bands meet may have a price of either', () => {
    const meeting = [
      { from: '0', to: '0.1', step: '0.004' },
      { from: '0.1', to: '1', step: '0.05' },
    ]
    expect(isAllowed('0.1', meeting)).toBe(true)
    expect(isAllowed('0.096', meeting)).toBe(true)
    expect(isAllowed('0.15', meeting)).toBe(true)
    expect(isAllowed('0.104', meeting)).toBe(false)
  })
})

const prices = fc.integer({ min: -50, max: 1_050 }).map((thousandths) => decimalOf(thousandths / 1_000))
const bandLists = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 70 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => {
    let from = decimalOf('0.001')
    return parts.map(([width, step]): PriceBand => {
      const to = add(from, decimalOf(width / 1_000))
      const band = { from: toText(from), to: toText(to), step: toText(decimalOf(step / 1_000)) }
      from = to
      return band
    })
  })
const ladders = fc
  .uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 8 })
  .map((steps) => [...steps].sort((a, b) => a - b).map((thousandths) => String(thousandths / 1_000)))

/** Each price that a grid has, by trying all of them. */
function allOf(grid: NonNullable<OrderRules['prices']>): string[] {
  return Array.from({ length: 1_400 }, (_, index) =>
    toText(multiply(decimalOf(index), decimalOf('0.001'))),
  ).filter((price) => isAllowed(price, grid))
}

describe('a price beside the grid', () => {
  test('is moved onto it, to the next on that side, and to its end where there is none', () => {
    fc.assert(
      fc.property(
        fc.oneof(bandLists, ladders),
        prices,
        fc.constantFrom('down' as const, 'up' as const),
        (grid, price, way) => {
          const all = allOf(grid)
          const told = roundToTick(price, grid, way)
          expect(all).toContain(toText(decimalOf(told)))
          const below = all.filter((one) => compare(decimalOf(one), price) <= 0).at(-1)
          const above = all.find((one) => compare(decimalOf(one), price) >= 0)
          const next = way === 'down' ? (below ?? all[0]) : (above ?? all.at(-1))
          expect(toText(subtractDecimals(decimalOf(told), decimalOf(next ?? 'none')))).toBe('0')
        },
      ),
      { numRuns: 30 },
    )
  })

  test('stays where the grid is not known', () => {
    expect(roundToTick(decimalOf('0.5555'), undefined, 'up')).toBe('0.5555')
    expect(roundToTick(decimalOf('0.5555'), [], 'down')).toBe('0.5555')
  })
})
