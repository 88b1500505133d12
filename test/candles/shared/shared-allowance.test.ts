import { expect, test } from 'vitest'
import {
  type BudgetGrant,
  type BudgetTerms,
  createSharedAllowance,
} from '../../../src/candles/shared/shared-allowance.js'
import { fakeClock } from '../../support/clock.js'
import { budgetWorld, findExcess, kalshi } from './support/budget-world.js'

const plenty = { capacity: 500, perSecond: 150 }

/** An allowance of a server that grants what is requested, after a time. */
function setUp({ limit = kalshi, delayMs = 0, most = Number.POSITIVE_INFINITY, waitMs = 300 } = {}) {
  const clock = fakeClock()
  const requests: number[] = []
  const allowance = createSharedAllowance({
    ...{ limit, share: 0.25, clock, random: () => 0.5, onChange: () => undefined },
    async request(_terms: BudgetTerms, requested: number): Promise<BudgetGrant> {
      requests.push(requested)
      await clock.sleep(delayMs)
      return { granted: Math.min(most, requested), waitMs }
    },
  })
  return { clock, requests, allowance }
}

test('tokens may be used for a time after they were requested, and then no more', async () => {
  // The tokens of Kalshi may be held for 400 ms.
  const { clock, allowance } = setUp({ delayMs: 140 })
  expect(allowance.has(1)).toBe(false)
  await clock.advance(140)
  expect(allowance.has(1)).toBe(true)
  await clock.advance(259)
  expect(allowance.has(1)).toBe(true)
  await clock.advance(1)
  expect(allowance.has(1)).toBe(false)
})

test('slices double while they are used up, and begin again with one token', async () => {
  const { clock, requests, allowance } = setUp({ limit: plenty })
  for (let call = 0; call < 20; call++) {
    allowance.has(1)
    await clock.advance(1)
    allowance.spend(1)
  }
  expect(requests).toEqual([1, 2, 4, 8, 16])
  await clock.advance(1_000)
  allowance.has(1)
  expect(requests.at(-1)).toBe(1)
})

test('a call of several tokens keeps those that come slowly', async () => {
  const limit = { capacity: 30, perSecond: 0.5 }
  const { clock, requests, allowance } = setUp({ limit, most: 1, waitMs: 1_500 })
  for (let turn = 0; turn < 8 && !allowance.has(3); turn++) await clock.advance(800)
  expect(allowance.has(3)).toBe(true)
  expect(requests).toEqual([3, 2, 1])
})

test('tokens that are held and a full bucket together are not more than the burst of the limit', async () => {
  const limit = { capacity: 20, perSecond: 20 }
  const world = budgetWorld({ limit })
  const daemons = Array.from({ length: 3 }, () => world.open())
  // Each holds a token of its second slice.
  for (const daemon of daemons) for (let call = 0; call < 2; call++) await daemon.spend()
  await world.clock.advance(470)
  for (const daemon of daemons) for (let call = 0; call < 20; call++) void daemon.spend()
  await world.clock.advance(2_000)
  expect(findExcess(world.all, limit)).toBe(0)
})

test('tokens of many daemons that call rarely are not used together later', async () => {
  const limit = { capacity: 20, perSecond: 20 }
  const world = budgetWorld({ limit })
  const daemons = Array.from({ length: 15 }, () => world.open())
  for (const daemon of daemons) {
    for (let call = 0; call < 2; call++) await daemon.spend()
    await world.clock.advance(500)
  }
  for (const daemon of daemons) for (let call = 0; call < 5; call++) void daemon.spend()
  await world.clock.advance(6_000)
  expect(findExcess(world.all, limit)).toBe(0)
})
