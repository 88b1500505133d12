import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Amount,
  divideAmounts,
  multiplyAmounts,
  ONE,
  roundAmount,
  sumAmounts,
} from '../../../src/simulator/paper-trading/state/amount.js'
import {
  OPENING_MONEY,
  type PaperAccount,
  type PaperExchange,
  type PaperOrder,
} from '../../../src/simulator/paper-trading/state/types.js'
import type { PaperRules } from '../../../src/simulator/paper-trading/state/venue-rules.js'
import { firstWhere } from '../support/json.js'
import { NOON } from '../support/stage.js'
import { openAt, world } from '../support/world.js'
import { busy, openExchange } from './support.js'

/** A market that ends within the hours that the tests play. */
const ending = firstWhere(
  openAt(NOON),
  (market) => market.resolvesAt - NOON < 2 * 3_600_000 && world.lastTrade(market.key, NOON) !== undefined,
)
const MINUTE = 60_000
/** After all that is played, and after the end of that market. */
const END = NOON + 24 * 60 * MINUTE
const owners = ['ann', 'bob']
const GROUP_LIMIT = 4n * ONE
const WINDOW = 15_000

/** Odd on purpose: rounded up, and dear for small sizes. */
const fee: NonNullable<PaperRules['fee']> = ({ price, size, liquidity }) =>
  roundAmount(
    (multiplyAmounts(multiplyAmounts(price, ONE - price), size) * (liquidity === 'taker' ? 7n : 2n)) / 100n,
    10n ** 10n,
    'up',
  )

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      owner: fc.constantFrom(...owners),
      market: fc.constantFrom(busy, ending),
      side: fc.constantFrom('yes' as const, 'no' as const),
      action: fc.constantFrom('buy' as const, 'sell' as const),
      /** Ticks from the last price. */
      distance: fc.integer({ min: -6, max: 6 }),
      size: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(1_000_000, 5_000_000, 10_000_000) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 8_000_000_000 }) },
      ),
      timeInForce: fc.constantFrom('gtc' as const, 'gtc' as const, 'ioc' as const, 'fok' as const),
      postOnly: fc.constantFrom(false, false, false, true),
      livesMs: fc.option(fc.integer({ min: 1, max: 90 * MINUTE }), { nil: undefined }),
      onSelfTrade: fc.constantFrom('drop-taker' as const, 'cancel-maker' as const),
      group: fc.constantFrom(undefined, undefined, 'group'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      owner: fc.constantFrom(...owners),
      pick: fc.nat(20),
      distance: fc.integer({ min: -3, max: 3 }),
      size: fc.integer({ min: 1, max: 20_000_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decrease' as const),
      owner: fc.constantFrom(...owners),
      pick: fc.nat(20),
      percent: fc.integer({ min: 0, max: 110 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reset' as const), owner: fc.constantFrom(...owners) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      owner: fc.constantFrom(...owners),
      pick: fc.nat(20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: 40 * MINUTE }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
const play = fc.array(step, { minLength: 1, maxLength: 25, size: 'max' })

interface Hooks {
  readonly after?: (account: PaperAccount, exchange: PaperExchange, now: number) => void
  /** How often one looks while waiting. */
  readonly looks?: number
}

function run(rules: PaperRules, steps: readonly Step[], { after, looks = 1 }: Hooks = {}): PaperExchange {
  const exchange = openExchange(rules)
  let now = NOON
  repriced.clear()
  for (const owner of owners)
    exchange.account(owner, now).setGroup({ id: 'group', limit: GROUP_LIMIT, windowMs: WINDOW, native: {} })
  const see = (): void => {
    for (const owner of owners) after?.(exchange.account(owner, now), exchange, now)
  }
  for (const one of steps) {
    if (one.kind === 'wait') {
      for (let look = 1; look < looks; look++)
        exchange.account('ann', now + Math.floor((one.ms * look) / looks))
      now += one.ms
    } else act(exchange.account(one.owner, now), one, now)
    see()
  }
  now = END
  see()
  return exchange
}

function act(account: PaperAccount, one: Exclude<Step, { kind: 'wait' }>, now: number): void {
  if (one.kind === 'cancel') cancelOne(account, one.pick)
  else if (one.kind === 'amend') amendOne(account, one)
  else if (one.kind === 'decrease') decreaseOne(account, one)
  else if (one.kind === 'reset') account.resetGroup('group')
  else placeOne(account, one, now)
}

function placeOne(account: PaperAccount, one: Extract<Step, { kind: 'place' }>, now: number): void {
  const { market, side, distance, size, livesMs } = one
  const last = Math.round((world.lastTrade(market.key, now)?.price ?? 0.5) * 100)
  const ticks = Math.min(99, Math.max(1, (side === 'yes' ? last : 100 - last) + distance))
  account.place({
    ...one,
    amount: { size: BigInt(size) * 10n ** 6n },
    price: BigInt(ticks) * 10n ** 10n,
    expiresAt: livesMs === undefined ? undefined : now + livesMs,
  })
}

function openOne(account: PaperAccount, pick: number): PaperOrder | undefined {
  const open = account.orders().filter(({ status }) => status === 'open')
  return open[pick % Math.max(1, open.length)]
}

/** Ids of orders whose limit was another one before. */
const repriced = new Set<string>()

/** It is another order of the same name, or nothing has changed. */
function amendOne(account: PaperAccount, { pick, distance, size }: Extract<Step, { kind: 'amend' }>): void {
  const chosen = openOne(account, pick)
  if (chosen === undefined) return
  const price = (chosen.price ?? 0n) + BigInt(distance) * 10n ** 10n
  const wanted = BigInt(size) * 10n ** 6n
  const before = [account.balance(), account.order(chosen.id)]
  const done = account.amend(chosen.id, { price, size: wanted })
  const after = account.order(chosen.id)
  if (done.rejected !== undefined) {
    expect([account.balance(), after]).toEqual(before)
    return
  }
  repriced.add(chosen.id)
  expect(after).toMatchObject({ price, size: wanted, id: chosen.id, createdAt: chosen.createdAt })
  expect(done.order.filled).toBe(chosen.filled + sumAmounts(done.fills.map((fill) => fill.size)))
}

function decreaseOne(account: PaperAccount, { pick, percent }: Extract<Step, { kind: 'decrease' }>): void {
  const chosen = openOne(account, pick)
  if (chosen === undefined) return
  const wanted = (chosen.remaining * BigInt(percent)) / 100n
  const left = wanted - (wanted % 10n ** 6n)
  const before = account.queueAhead(chosen.id)
  const done = account.decrease(chosen.id, left)
  expect(done.rejected?.reason).toBe(left > chosen.remaining ? 'invalid_size' : undefined)
  if (done.rejected !== undefined) return
  expect(done).toMatchObject({ reducedBy: chosen.remaining - left, order: { remaining: left } })
  if (left > 0n) expect(account.queueAhead(chosen.id)).toBe(before)
}

/** No more than its limit is filled of a group within its window, unless it was reset in between. */
function fillsKeepTo(account: PaperAccount): void {
  let matched: { at: number; size: Amount }[] = []
  for (const event of account.events()) {
    if (event.kind === 'group' && event.change === 'reset') matched = []
    if (event.kind !== 'filled' || event.order.group === undefined) continue
    matched = matched.filter(({ at }) => at > event.at - WINDOW)
    matched.push({ at: event.at, size: event.fill.size })
    expect(sumAmounts(matched.map(({ size }) => size)) <= GROUP_LIMIT).toBe(true)
  }
  const [group] = account.groups()
  const open = account.orders().filter(({ status, group }) => status === 'open' && group !== undefined)
  if (group?.isTriggered === true) expect(open).toEqual([])
}

/** What was locked is available again, and nothing else moves. */
function cancelOne(account: PaperAccount, pick: number): void {
  const chosen = openOne(account, pick)
  if (chosen === undefined) return
  const before = account.balance()
  expect(account.cancel(chosen.id)).toMatchObject({ reducedBy: chosen.remaining })
  const { available, locked, total } = account.balance()
  expect([available, locked, total]).toEqual([
    before.available + chosen.lockedCash,
    before.locked - chosen.lockedCash,
    before.total,
  ])
}

function costs(account: PaperAccount): Amount {
  return sumAmounts(account.positions().map(({ cost }) => cost))
}

/** All that must hold of an account at any time. */
function sound(netting: PaperRules['netting']): (account: PaperAccount) => void {
  return (account) => {
    const { available, locked, total, realized, fees } = account.balance()
    expect(total + costs(account)).toBe(OPENING_MONEY + realized - fees)
    expect(available + locked).toBe(total)
    expect(available >= 0n && locked >= 0n).toBe(true)
    const orders = account.orders()
    expect(locked).toBe(sumAmounts(orders.map((order) => order.lockedCash)))
    for (const { size, locked, cost, market, side } of account.positions()) {
      expect(locked >= 0n && locked <= size && cost >= 0n).toBe(true)
      expect(size > 0n || cost === 0n).toBe(true)
      const closing = orders.filter(
        (order) => order.market === market && (order.side === side) === (order.action === 'sell'),
      )
      expect(locked).toBe(sumAmounts(closing.map((order) => order.lockedHoldings)))
      const other = account.positions().find((one) => one.market === market && one.side !== side)
      if (netting === 'pairs') expect(size === 0n || (other?.size ?? 0n) === 0n).toBe(true)
    }
    for (const order of orders) expect(faultOf(order)).toBeUndefined()
    fillsKeepTo(account)
    for (const order of orders) expect(order.lockedCash >= leastLock(order)).toBe(true)
    expect(fees).toBe(sumAmounts(account.fills().map(({ fee }) => fee)))
  }
}

/** What a resting order must be able to pay when all of it is filled, fees not counted. */
function leastLock({ side, action, price = 0n, remaining, lockedHoldings }: PaperOrder): Amount {
  const isYes = (side === 'yes') === (action === 'buy')
  const opened = (side === 'yes') === isYes ? price : ONE - price
  return multiplyAmounts(opened, remaining - lockedHoldings)
}

function faultOf(order: PaperOrder): string | undefined {
  const { size, filled, remaining, status, price, action, lockedCash, lockedHoldings } = order
  if (filled > size) return 'filled beyond its size'
  if (status === 'filled' && filled !== size) return 'filled, but not whole'
  if (status !== 'open' && (remaining !== 0n || lockedCash !== 0n || lockedHoldings !== 0n))
    return 'over, but holds'
  if (filled === 0n || price === undefined || repriced.has(order.id)) return undefined
  const average = divideAmounts(order.takerValue + order.makerValue, filled)
  if (action === 'buy' && average > price) return 'bought above its limit'
  if (action === 'sell' && average < price - 1n) return 'sold below its limit'
  return undefined
}

/** Everything that an account tells. */
function told(exchange: PaperExchange): unknown {
  return owners.map((owner) => {
    const account = exchange.account(owner, END)
    return [
      account.balance(),
      account.orders(),
      account.fills(),
      account.positions(),
      account.settlements(),
      account.events(),
    ]
  })
}

describe.each(['pairs', 'tokens'] as const)('an exchange that nets %s', (netting) => {
  const rules: PaperRules = { venue: netting === 'pairs' ? 'kalshi' : 'polymarket', netting, fee }

  test('keeps money and holdings together, whatever is done', () => {
    fc.assert(
      fc.property(play, (steps) => void run(rules, steps, { after: sound(netting) })),
      { numRuns: 60 },
    )
  })

  test('tells the same after the same calls, however often one looked in between', () => {
    fc.assert(
      fc.property(play, fc.integer({ min: 2, max: 9 }), (steps, looks) => {
        const once = told(run(rules, steps))
        expect(told(run(rules, steps))).toEqual(once)
        expect(told(run(rules, steps, { looks }))).toEqual(once)
      }),
      { numRuns: 25 },
    )
  })

  test('never shows a crossed book', () => {
    fc.assert(
      fc.property(play, (steps) => {
        run(rules, steps, {
          after(_account, exchange, now) {
            const { bids, asks } = exchange.book(busy, now)
            expect(bids[0]?.price ?? 0).toBeLessThan(asks[0]?.price ?? 1)
          },
        })
      }),
      { numRuns: 40 },
    )
  })
})
