import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeHeldTerms } from '../../../src/candles/shared/shared-allowance.js'
import { budgetWorld, findExcess, kalshi } from './support/budget-world.js'

type World = ReturnType<typeof budgetWorld>
type Daemon = ReturnType<World['open']>

/** Calls one after another until the time is over. */
function callAlways({ clock }: World, daemon: Daemon, until: number): void {
  void (async () => {
    while (clock.monotonic() < until) await daemon.spend()
  })()
}

const total = (daemons: readonly Daemon[]): number =>
  daemons.reduce((sum, { granted }) => sum + granted.length, 0)

describe('daemons that share a limit', () => {
  test('use it together, each about the same part of it', async () => {
    const world = budgetWorld({ delayMs: () => 2 })
    const daemons = Array.from({ length: 5 }, () => world.open())
    for (const daemon of daemons) callAlways(world, daemon, world.clock.monotonic() + 40_000)
    await world.clock.advance(40_000)
    expect(findExcess(world.all, kalshi)).toBe(0)
    // 5 a second, nearly all of which are used.
    expect(total(daemons)).toBeGreaterThan(180)
    for (const { granted } of daemons) expect(granted.length).toBeGreaterThan(20)
  })

  test('of ten that are busy none waits much longer than its turn', async () => {
    const world = budgetWorld({ delayMs: () => 2 })
    const { clock } = world
    let longest = 0
    for (let daemon = 0; daemon < 10; daemon++) {
      const { spend } = world.open()
      void (async () => {
        for (let begun = clock.monotonic(); begun < 65_000; begun = clock.monotonic()) {
          await spend()
          longest = Math.max(longest, clock.monotonic() - begun)
        }
      })()
    }
    await clock.advance(60_000)
    // A turn is two seconds.
    expect(longest).toBeLessThan(7_000)
  })

  test('a daemon alone gets the whole limit, with fewer requests than calls', async () => {
    const limit = { capacity: 500, perSecond: 150 }
    const world = budgetWorld({ limit, delayMs: () => 2 })
    const daemon = world.open()
    for (let caller = 0; caller < 6; caller++) callAlways(world, daemon, world.clock.monotonic() + 5_000)
    await world.clock.advance(5_000)
    expect(findExcess(daemon.granted.slice(0, 400), limit)).toBe(0)
    expect(daemon.granted.length).toBeGreaterThan(1_000)
    expect(world.hub.calls['takeBudget']).toBeLessThan(daemon.granted.length / 8)
    const [state] = daemon.budgets.snapshot().values()
    expect(state?.shared).toMatchObject({ state: 'shared' })
  })

  test('a daemon that calls once a second does not wait long beside busy ones', async () => {
    const world = budgetWorld({ delayMs: () => 2 })
    const { clock } = world
    const until = clock.monotonic() + 30_000
    for (let daemon = 0; daemon < 3; daemon++) callAlways(world, world.open(), until)
    const calm = world.open()
    const waits: number[] = []
    await clock.advance(5_000)
    while (clock.monotonic() < until) {
      const begun = clock.monotonic()
      void calm.spend().then(() => waits.push(clock.monotonic() - begun))
      await clock.advance(1_000)
    }
    expect(waits.length).toBeGreaterThan(20)
    expect(Math.max(...waits)).toBeLessThan(3_000)
  })

  test('tokens of a daemon that died are lost within a second, and no more than those', async () => {
    const world = budgetWorld({ limit: { capacity: 500, perSecond: 150 } })
    const [dead, other] = [world.open(), world.open()]
    for (let call = 0; call < 100; call++) await dead.spend()
    dead.kill()
    await world.clock.advance(1_000)
    for (let caller = 0; caller < 6; caller++) callAlways(world, other, world.clock.monotonic() + 4_000)
    await world.clock.advance(4_000)
    expect(other.granted.length).toBeGreaterThan(4 * 150)
  })

  test('a call of many tokens collects them while others call', async () => {
    const limit = { capacity: 280, perSecond: 12 }
    const world = budgetWorld({ limit, delayMs: () => 2 })
    const { clock } = world
    for (let daemon = 0; daemon < 3; daemon++) callAlways(world, world.open(), clock.monotonic() + 90_000)
    await clock.advance(30_000)
    const large = world.open()
    let isDone = false
    void large.spend({ cost: 20 }).then(() => {
      isDone = true
    })
    await clock.advance(20_000)
    expect(isDone).toBe(true)
  })
})

describe('while the server is away', () => {
  test.each(['down', 'hangs'] as const)(
    '(%s) a daemon continues with its share, and returns',
    async (health) => {
      const world = budgetWorld({ share: 0.4, delayMs: () => 2 })
      const { clock, hub } = world
      const daemon = world.open()
      callAlways(world, daemon, clock.monotonic() + 120_000)
      await clock.advance(5_000)
      hub.health = health
      await clock.advance(2_000)
      const before = daemon.granted.length
      await clock.advance(20_000)
      // Two a second of five.
      expect(daemon.granted.length - before).toBeGreaterThanOrEqual(38)
      expect(daemon.granted.length - before).toBeLessThanOrEqual(41)
      expect(daemon.shared.status()).toMatchObject({ state: 'alone', reason: expect.any(String) })
      hub.health = 'up'
      await clock.advance(31_000)
      const again = daemon.granted.length
      await clock.advance(10_000)
      expect(daemon.granted.length - again).toBeGreaterThan(45)
      expect(daemon.shared.status()).not.toHaveProperty('reason')
      expect(daemon.refused).toBe(0)
      expect(world.logged).toEqual([
        'shared rate limits are not available',
        'shared rate limits are available again',
      ])
    },
  )

  test('the first call waits no longer than 150 ms', async () => {
    const world = budgetWorld()
    world.hub.health = 'hangs'
    const daemon = world.open()
    void daemon.spend()
    await world.clock.advance(149)
    expect(daemon.granted).toEqual([])
    await world.clock.advance(1)
    expect(daemon.granted).toEqual([150])
  })

  test('a daemon whose clock is wrong uses its share, and asks nothing', async () => {
    const world = budgetWorld()
    const daemon = world.open({ isClockWrong: () => true })
    callAlways(world, daemon, world.clock.monotonic() + 20_000)
    await world.clock.advance(20_000)
    expect(daemon.granted.length).toBeGreaterThan(20)
    expect(daemon.granted.length).toBeLessThan(30)
    expect(world.hub.calls['takeBudget']).toBeUndefined()
  })

  test('a slow connection at the start does not open the breaker', async () => {
    let delayMs = 900
    const world = budgetWorld({ delayMs: () => delayMs })
    const daemon = world.open()
    callAlways(world, daemon, world.clock.monotonic() + 60_000)
    await world.clock.advance(4_000)
    delayMs = 2
    await world.clock.advance(2_000)
    expect(daemon.shared.status().state).toBe('shared')
  })
})

describe('orders', () => {
  test('do not wait for the server or other daemons, and are paid afterwards', async () => {
    const world = budgetWorld({ delayMs: () => 2 })
    const { clock } = world
    const [busy, trader] = [world.open(), world.open()]
    callAlways(world, busy, clock.monotonic() + 60_000)
    await clock.advance(10_000)
    for (const priority of ['cancel', 'order', 'orderRead'] as const)
      expect(await trader.spend({ priority })).toBe(true)
    // No time has passed.
    expect(trader.granted.map((at) => at - 10_000)).toEqual([0, 0, 0])
    const before = busy.granted.length
    await clock.advance(4_000)
    expect(busy.granted.length - before).toBeLessThanOrEqual(4 * 5 - 3 + 2)
    expect(trader.shared.status().granted).toBe(3)
  })

  test('overtake reads that wait for the server', async () => {
    const world = budgetWorld()
    world.hub.health = 'hangs'
    const daemon = world.open()
    const order: string[] = []
    void daemon.spend().then(() => order.push('read'))
    void daemon.spend({ hasKey: true }).then(() => order.push('read with a key'))
    void daemon.spend({ priority: 'order' }).then(() => order.push('order'))
    await world.clock.advance(0)
    expect(order).toEqual(['read with a key', 'order'])
    await world.clock.advance(150)
    expect(order).toEqual(['read with a key', 'order', 'read'])
  })
})

describe('limits that are not shared', () => {
  const source = 'test'
  test.each([
    ['of keys', { limit: { ...kalshi, isOfKeys: true } }],
    ['of accounts', { limit: { ...kalshi, ofAccounts: true } }],
    ['of a configured address', { isPrivate: true }],
  ] as const)('%s', async (_, options) => {
    const world = budgetWorld(options)
    const daemon = world.open()
    await daemon.spend()
    expect(world.hub.calls['takeBudget']).toBeUndefined()
  })

  test('a public group is shared beside its host', async () => {
    const groups = {
      books: { capacity: 2, perSecond: 1, source },
      place: { capacity: 2, perSecond: 1, ofAccounts: true, source },
    } as const
    const world = budgetWorld({ groups })
    const daemon = world.open()
    await daemon.spend({ group: 'books' })
    await daemon.spend({ group: 'place', priority: 'order' })
    await world.clock.advance(0)
    const shared = [...daemon.budgets.snapshot()].map(([name, { shared }]) => [name, shared !== undefined])
    expect(Object.fromEntries(shared)).toEqual({
      'kalshi api books': true,
      'kalshi api': true,
      'kalshi api place': false,
    })
  })
})

test('a pause that the venue requests of one daemon holds for the others, except one of a key', async () => {
  const world = budgetWorld()
  const [one, two] = [world.open(), world.open()]
  one.budgets.drain('kalshi', 'api', undefined, 20_000, false)
  await world.clock.advance(10)
  expect(await two.spend({ maxWaitMs: 1_000 })).toBe(true)
  one.budgets.drain('kalshi', 'api', undefined, 20_000, true)
  await world.clock.advance(2_000)
  void two.spend({ maxWaitMs: 1_000 })
  void two.spend({ maxWaitMs: 60_000 })
  await world.clock.advance(10)
  expect(two.refused).toBe(1)
  await world.clock.advance(17_000)
  expect(two.granted).toHaveLength(1)
  await world.clock.advance(3_000)
  expect(two.granted).toHaveLength(2)
})

test('permits that are given back return their tokens', async () => {
  const world = budgetWorld({ limit: { capacity: 50, perSecond: 20 } })
  const daemon = world.open()
  for (let call = 0; call < 30; call++) {
    await daemon.spend()
    daemon.budgets.giveBack({ venue: 'kalshi', host: 'api', group: undefined, cost: 1 })
  }
  expect(world.hub.calls['takeBudget']).toBe(1)
})

test('tokens that may be held are taken from the burst of a limit, or from its rate', () => {
  expect(computeHeldTerms({ capacity: 500, perSecond: 150 })).toEqual({
    ratePerSecond: 150,
    burst: 350,
    holdMs: 1_000,
  })
  expect(computeHeldTerms(kalshi)).toEqual({ ratePerSecond: 5, burst: 3, holdMs: 400 })
  const narrow = computeHeldTerms({ capacity: 1, perSecond: 4 })
  expect(narrow).toMatchObject({ burst: 1, holdMs: 150 })
  expect(narrow.ratePerSecond).toBeCloseTo(4 / 1.6)
})

describe('a property: in any window no more than the limit', () => {
  const limits = fc.oneof(
    fc.constantFrom(kalshi, { capacity: 1, perSecond: 4 }, { capacity: 10, perSecond: 1.6 }),
    fc.record({ capacity: fc.integer({ min: 1, max: 12 }), perSecond: fc.integer({ min: 1, max: 12 }) }),
  )
  const events = fc.array(
    fc.record({
      kind: fc.constantFrom('calls', 'calls', 'calls', 'end', 'slow'),
      daemon: fc.nat({ max: 3 }),
      count: fc.integer({ min: 1, max: 8 }),
      afterMs: fc.integer({ min: 0, max: 1_500 }),
    }),
    { minLength: 5, maxLength: 25 },
  )

  test('whatever the daemons do, and each call gets its turn', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(limits, events, fc.nat(), async (limit, plan, seed) => {
        let delayMs = 1
        const world = budgetWorld({ limit, seed, delayMs: () => delayMs })
        const { clock, all } = world
        const daemons = Array.from({ length: 4 }, () => world.open())
        let open = 0
        for (const { kind, daemon: at, count, afterMs } of plan) {
          if (kind === 'slow') delayMs = count * 15
          // The last one stays; what the others hold is lost.
          if (kind === 'end' && at > 0) daemons.splice(at, 1)
          const daemon = daemons[at % daemons.length]
          if (kind === 'calls')
            for (let call = 0; call < count; call++) {
              open++
              void daemon?.spend().then(() => open--)
            }
          await clock.advance(afterMs)
        }
        await clock.advance((open + 4) * (1_500 / computeHeldTerms(limit).ratePerSecond + 300))
        expect(open).toBe(0)
        expect(findExcess(all, limit)).toBe(0)
      }),
      { numRuns: 40 },
    )
  })

  test('in outages each daemon adds its share at most', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('up', 'down', 'hangs'), fc.integer({ min: 100, max: 6_000 })), {
          minLength: 2,
          maxLength: 6,
        }),
        fc.nat(),
        async (outages, seed) => {
          const share = 0.2
          const world = budgetWorld({ seed, share, delayMs: () => 1 })
          const { clock, hub, all } = world
          const daemons = [world.open(), world.open(), world.open()]
          const lengthMs = outages.reduce((sum, [, ms]) => sum + ms, 0)
          for (const daemon of daemons) callAlways(world, daemon, clock.monotonic() + lengthMs)
          for (const [health, ms] of outages) {
            hub.health = health
            await clock.advance(ms)
          }
          const all3 = { capacity: 5 + 3, perSecond: 5 + 3 * share * 5 }
          expect(findExcess(all, all3)).toBe(0)
          for (const { granted } of daemons)
            expect(granted.length).toBeGreaterThanOrEqual(Math.floor((lengthMs / 1_000) * share * 5 * 0.5))
        },
      ),
      { numRuns: 25 },
    )
  })
})
