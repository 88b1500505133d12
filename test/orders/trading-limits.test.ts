import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { compare, type Decimal, decimalOf, one, subtractDecimals } from '../../src/api/values/decimal.js'
import {
  assertMayTrade,
  assertWithinLimits,
  computeCountedPrice,
  createDryRunError,
  createUnknownPositionError,
  type GuardedOrder,
  type TradingLimits,
} from '../../src/orders/trading-limits.js'

const open: TradingLimits = { enabled: true, dryRun: false }

const unasked = () => {
  throw new Error('asked')
}
const others = { openCosts: unasked, positionReach: unasked }

function refusalOf(
  rails: Partial<TradingLimits>,
  cost = '10',
  spent: readonly string[] = [],
  isHeld = false,
  more: Partial<GuardedOrder> = {},
) {
  try {
    const order = {
      venue: 'kalshi',
      cost: decimalOf(cost),
      isHeld,
      spentToday: () => spent,
      ...others,
      ...more,
    } as const
    assertWithinLimits({ ...open, ...rails }, order)
  } catch (error) {
    if (error instanceof PmxError) return error
    throw error
  }
  return undefined
}

describe('a rule', () => {
  test.each<[Partial<TradingLimits>, string, readonly string[], boolean, string]>([
    [{ enabled: false }, '1', [], true, 'trading.enabled'],
    [{ venues: ['polymarket'] }, '1', [], false, 'trading.venues'],
    [{ venues: [] }, '1', [], false, 'trading.venues'],
    [{ maxOrderNotional: 10 }, '10.000001', [], false, 'trading.maxOrderNotional'],
    [{ maxDailyNotional: 10 }, '0.1', ['9.95'], false, 'trading.maxDailyNotional'],
    [{ maxDailyNotional: 0.3 }, '0.1', ['0.1', '0.1', '0.0000001'], false, 'trading.maxDailyNotional'],
  ])('%j refuses %s after %j', (rails, cost, spent, isHeld, rule) => {
    const refusal = refusalOf(rails, cost, spent, isHeld)
    expect(refusal?.code).toBe('PERMISSION_DENIED')
    expect(refusal?.retryable).toBe(false)
    expect(refusal?.detail).toMatchObject({ kind: 'guard_rail', rule })
    expect(refusal?.message).toContain(rule)
  })

  test.each<[Partial<TradingLimits>, string, readonly string[], boolean]>([
    [{}, '1000000', ['1000000'], true],
    // Credentials that come with a call are its caller's affair.
    [{ enabled: false }, '1', [], false],
    [{ venues: ['kalshi'] }, '1', [], true],
    [{ maxOrderNotional: 10 }, '10', [], false],
    // By floats 0.1 + 0.2 is more than 0.3.
    [{ maxDailyNotional: 0.3 }, '0.1', ['0.1', '0.1'], false],
  ])('%j lets %s pass after %j', (rails, cost, spent, isHeld) => {
    expect(refusalOf(rails, cost, spent, isHeld)).toBeUndefined()
  })
})

test('what is spent is looked up only where it is limited', () => {
  const order = {
    venue: 'kalshi',
    cost: decimalOf('1'),
    isHeld: false,
    spentToday: unasked,
    ...others,
  } as const
  expect(() => assertWithinLimits({ ...open, maxOrderNotional: 5 }, order)).not.toThrow()
})

test('who holds the switch is told before there is an order', () => {
  expect(() => assertMayTrade({ ...open, enabled: false }, { venue: 'kalshi', isHeld: true })).toThrow(
    'trading.enabled',
  )
})

test('a dry run tells what would have been sent', () => {
  expect(createDryRunError({ path: '/orders' }).detail).toEqual({
    kind: 'guard_rail',
    rule: 'trading.dryRun',
    call: { path: '/orders' },
  })
})

describe('the price that a contract is counted by', () => {
  const price = fc.integer({ min: 1, max: 99 }).map((cents) => decimalOf(cents / 100))
  const atLeast = (counted: Decimal, other: Decimal) =>
    expect(compare(counted, other)).toBeGreaterThanOrEqual(0)

  test('of a purchase is its own, whatever the book', () => {
    fc.assert(
      fc.property(price, price, fc.boolean(), (own, bestBid, sellsHeldOnly) => {
        expect(computeCountedPrice({ side: 'buy', price: own, bestBid, sellsHeldOnly })).toEqual(own)
      }),
    )
  })

  test('of a sale is never below what it asks, what it gives away, or what it may cost short', () => {
    fc.assert(
      fc.property(
        price,
        fc.option(price, { nil: undefined }),
        fc.boolean(),
        (own, bestBid, sellsHeldOnly) => {
          const counted = computeCountedPrice({ side: 'sell', price: own, bestBid, sellsHeldOnly })
          atLeast(counted, own)
          if (bestBid !== undefined) atLeast(counted, bestBid)
          if (!sellsHeldOnly) atLeast(counted, subtractDecimals(one, own))
          expect(compare(counted, one)).toBeLessThanOrEqual(0)
        },
      ),
    )
  })
})

describe('what is open and held', () => {
  const reachOf = (held: string, pending: string, added: string) => ({
    positionReach: () => ({ held: decimalOf(held), pending: decimalOf(pending), added: decimalOf(added) }),
  })

  test('open orders and this one may cost the limit together, and no more', () => {
    const open = { openCosts: () => decimalOf('0.2') }
    expect(refusalOf({ maxOpenNotional: 0.3 }, '0.1', [], false, open)).toBeUndefined()
    expect(refusalOf({ maxOpenNotional: 0.3 }, '0.1001', [], false, open)).toMatchObject({
      code: 'PERMISSION_DENIED',
      message:
        'The order costs 0.1001, and open orders cost 0.2. The limit for open orders is 0.3. (trading.maxOpenNotional)',
      detail: {
        kind: 'guard_rail',
        rule: 'trading.maxOpenNotional',
        limit: 0.3,
        open: '0.2',
        cost: '0.1001',
      },
    })
  })

  test('a position may come to the limit, and no further', () => {
    expect(refusalOf({ maxPosition: 10 }, '1', [], false, reachOf('5', '2', '3'))).toBeUndefined()
    expect(refusalOf({ maxPosition: 10 }, '1', [], false, reachOf('5', '2', '3.1'))).toMatchObject({
      code: 'PERMISSION_DENIED',
      message:
        'The position has 5 contracts, open orders may add 2, and this order may add 3.1. The position limit is 10. (trading.maxPosition)',
      detail: {
        kind: 'guard_rail',
        rule: 'trading.maxPosition',
        limit: 10,
        held: '5',
        pending: '2',
        added: '3.1',
      },
    })
  })

  test('an order that only makes a position smaller passes', () => {
    expect(refusalOf({ maxPosition: 1 }, '1', [], false, { positionReach: () => undefined })).toBeUndefined()
  })

  test('an unknown position is not within the limit', () => {
    expect(createUnknownPositionError(10, 'the venue does not show positions')).toMatchObject({
      code: 'PERMISSION_DENIED',
      detail: { kind: 'guard_rail', rule: 'trading.maxPosition', limit: 10 },
    })
  })
})
