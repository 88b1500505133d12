import { describe, expect, test } from 'vitest'
import { type BudgetSpending, computeCallRate, createBudgets } from '../../src/transport/budget.js'
import type { HostFacts } from '../../src/transport/hosts.js'
import { fakeClock } from '../support/clock.js'

const source = 'test'
const facts: HostFacts = {
  url: 'https://venue.test',
  limit: { capacity: 4, perSecond: 4, source },
  groups: {
    books: { capacity: 1, perSecond: 1, source },
    account: { capacity: 1, perSecond: 2, ofAccounts: true, isSeparate: true, source },
  },
}

function spending(overrides: Partial<BudgetSpending> = {}): BudgetSpending {
  return {
    venue: 'kalshi',
    host: 'api',
    group: undefined,
    cost: 1,
    maxWaitMs: 10_000,
    priority: 'interactive',
    signal: new AbortController().signal,
    ...overrides,
  }
}

function setUp() {
  const clock = fakeClock()
  const budgets = createBudgets((_venue, host) => (host === 'unknown' ? undefined : facts), clock)
  const start = clock.now()
  const granted: number[] = []
  const spend = (overrides?: Partial<BudgetSpending>): Promise<number> =>
    budgets.spend(spending(overrides)).then((waitMs) => {
      if (waitMs === 0) granted.push(clock.now() - start)
      return waitMs
    })
  return { clock, budgets, granted, spend }
}

describe('a budget', () => {
  test('tells how its limits stand, and asking changes nothing', async () => {
    const { budgets, spend, clock } = setUp()
    expect(budgets.snapshot()).toEqual(new Map())
    await spend({ group: 'books' })
    void spend({ group: 'books' })
    await clock.advance(250)
    const told = budgets.snapshot()
    expect(told.get('kalshi api')).toEqual({ capacity: 4, perSecond: 4, left: 4, waiting: 0, pausedMs: 0 })
    expect(told.get('kalshi api books')).toMatchObject({ capacity: 1, left: 0, waiting: 1 })
    expect(budgets.snapshot()).toEqual(told)
    budgets.drain('kalshi', 'api', undefined, 2_000)
    expect(budgets.snapshot().get('kalshi api')).toMatchObject({ left: 0, pausedMs: 2_000 })
  })

  test('of calls that the venue counts apart is spent by those alone, and stops with those alone', async () => {
    const { clock, granted, spend, budgets } = setUp()
    for (let call = 0; call < 20; call++) void spend()
    await clock.advance(0)
    granted.length = 0
    void spend({ group: 'account' })
    await clock.advance(0)
    expect([granted, budgets.snapshot().get('kalshi api')?.waiting]).toEqual([[0], 16])
    budgets.drain('kalshi', 'api', 'account', 9_000)
    expect(budgets.snapshot().get('kalshi api')).toMatchObject({ pausedMs: 0 })
    expect(budgets.snapshot().get('kalshi api account')).toMatchObject({ pausedMs: 9_000, ofAccounts: true })
  })

  test('gives a cancel the next token, then an order, whatever waits', async () => {
    const { clock, spend } = setUp()
    const start = clock.now()
    for (let call = 0; call < 40; call++) void spend({ cost: 4 })
    await clock.advance(100)
    const times: [string, number][] = []
    for (const priority of ['orderRead', 'order', 'cancel'] as const)
      void spend({ priority }).then(() => times.push([priority, clock.now() - start]))
    await clock.advance(1_000)
    expect(times).toEqual([
      ['cancel', 250],
      ['order', 500],
      ['orderRead', 750],
    ])
  })

  test('is one for all callers of a host', async () => {
    const { clock, granted, spend } = setUp()
    for (let call = 0; call < 6; call++) void spend()
    await clock.advance(5_000)
    expect(granted).toEqual([0, 0, 0, 0, 250, 500])
  })

  test('of one venue and host leaves the others alone', async () => {
    const { clock, granted, spend } = setUp()
    for (let call = 0; call < 4; call++) void spend()
    for (let call = 0; call < 4; call++) void spend({ host: 'other' })
    for (let call = 0; call < 4; call++) void spend({ venue: 'polymarket' })
    await clock.advance(0)
    expect(granted).toHaveLength(12)
  })

  test('of a group holds beside that of the host', async () => {
    const { clock, granted, spend } = setUp()
    for (let call = 0; call < 3; call++) void spend({ group: 'books' })
    await clock.advance(5_000)
    expect(granted).toEqual([0, 1_000, 2_000])
  })

  test("has no limit under a group that is not documented but the host's own", async () => {
    const { clock, granted, spend } = setUp()
    for (let call = 0; call < 5; call++) void spend({ group: 'anything' })
    await clock.advance(1_000)
    expect(granted).toEqual([0, 0, 0, 0, 250])
  })

  test('refuses with the wait when that is longer than the caller may wait', async () => {
    const { spend } = setUp()
    for (let call = 0; call < 4; call++) void spend()
    expect(await spend({ maxWaitMs: 249 })).toBe(250)
  })

  test('counts the wait for the group against the wait for the host', async () => {
    const { clock, spend } = setUp()
    void spend({ group: 'books' })
    const slow = spend({ group: 'books', maxWaitMs: 1_100 })
    await clock.advance(900)
    // Four go at once, one waits: the host would have room in 400 ms, of which 100 are left.
    for (let call = 0; call < 5; call++) void spend()
    await clock.advance(100)
    expect(await slow).toBeGreaterThan(100)
  })

  test('lets pass what has no facts: the allow list refuses it elsewhere', async () => {
    const { spend } = setUp()
    expect(await spend({ host: 'unknown' })).toBe(0)
  })

  test('that was drained pauses the host and the group', async () => {
    const { clock, budgets, granted, spend } = setUp()
    budgets.drain('kalshi', 'api', 'books', 1_000)
    void spend()
    void spend({ group: 'books' })
    await clock.advance(5_000)
    expect(granted).toEqual([1_250, 2_000])
  })
})

test('calls of accounts do not slow down what is polled', async () => {
  const source = 'test'
  const clock = fakeClock()
  const limits = {
    url: 'https://v.example',
    limit: { capacity: 10, perSecond: 10, source },
    groups: {
      login: { capacity: 5, perSecond: 0.08, source, ofAccounts: true },
      quotes: { capacity: 5, perSecond: 0.25, source },
    },
  } as const
  const budgets = createBudgets(() => limits, clock)
  const spend = (group: string | undefined) =>
    budgets.spend({
      venue: 'smarkets',
      host: 'api',
      group,
      cost: 1,
      maxWaitMs: 0,
      priority: 'interactive',
      signal: new AbortController().signal,
    })
  const rate = (place?: { host: string; group?: string }) =>
    computeCallRate(budgets.snapshot(), 'smarkets', place)
  expect(rate()).toBe(Number.MAX_SAFE_INTEGER)
  await spend(undefined)
  await spend('login')
  expect(rate()).toBe(10)
  await spend('quotes')
  expect(rate()).toBe(0.25)
  expect(rate({ host: 'api' })).toBe(10)
  expect(rate({ host: 'api', group: 'login' })).toBe(0.08)
  expect(computeCallRate(budgets.snapshot(), 'kalshi')).toBe(Number.MAX_SAFE_INTEGER)
})
