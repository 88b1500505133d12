import { describe, expect, test } from 'vitest'
import { type Amount, ONE } from '../../../src/simulator/paper-trading/state/amount.js'
import type { PaperRules } from '../../../src/simulator/paper-trading/state/venue-rules.js'
import { firstOf } from '../support/json.js'
import { NOON } from '../support/stage.js'
import { world } from '../support/world.js'
import { busy, exact, openExchange, pairs, placed, refusal, wanted } from './support.js'

const { bids, asks } = world.book(busy.key, NOON)
const [bid, ask] = [firstOf(bids), firstOf(asks)]
const below = (ticks: number): string => (bid.price - ticks / 100).toFixed(2)

describe('an order that is amended', () => {
  test('keeps its place while it asks for no more, and goes to the end with another price or more contracts', () => {
    const exchange = openExchange(pairs)
    const ann = exchange.account('ann', NOON)
    const first = placed(ann, { price: below(1), size: '5' }).order
    const second = placed(exchange.account('bob', NOON), { price: below(1), size: '7' }).order
    const ahead = (id: string): Amount | undefined =>
      exchange.account('ann', NOON).queueAhead(id) ?? exchange.account('bob', NOON).queueAhead(id)
    const before = ahead(first.id) ?? 0n
    expect(ahead(second.id)).toBe(before + exact('5'))
    ann.amend(first.id, { size: exact('4'), expiresAt: NOON + 60_000 })
    expect([ahead(first.id), ahead(second.id)]).toEqual([before, before + exact('4')])
    expect(ann.order(first.id)).toMatchObject({ expiresAt: NOON + 60_000, remaining: exact('4') })
    ann.amend(first.id, { size: exact('6'), expiresAt: null })
    expect([ahead(first.id), ahead(second.id)]).toEqual([before + exact('7'), before])
    expect(ann.order(first.id)).toMatchObject({ expiresAt: undefined, change: 'amended', id: first.id })
  })

  test('takes what its new price reaches, under its own id', () => {
    const ann = openExchange(pairs).account('ann', NOON)
    const { order } = placed(ann, { price: below(1), size: '5' })
    const done = ann.amend(order.id, { price: exact(ask.price.toFixed(2)), size: exact('5') })
    expect(done).toMatchObject({ order: { id: order.id, status: 'filled' } })
    expect(firstOf(ann.fills())).toMatchObject({ order: { id: order.id }, liquidity: 'taker' })
  })

  test.each([
    ['too little money', { price: '0.98', size: '9000000' }, 'insufficient_funds'],
    ['a price off the grid', { price: '0.0150001', size: '5' }, 'invalid_price'],
    ['no size', { price: '0.10', size: '0' }, 'invalid_size'],
  ])('is left as it was for %s', (_, { price, size }, reason) => {
    const ann = openExchange(pairs).account('ann', NOON)
    const { order } = placed(ann, { price: below(1), size: '5' })
    const before = [ann.order(order.id), ann.balance(), ann.queueAhead(order.id)]
    expect(refusal(ann.amend(order.id, { price: exact(price), size: exact(size) })).reason).toBe(reason)
    expect([ann.order(order.id), ann.balance(), ann.queueAhead(order.id)]).toEqual(before)
  })

  test('has one name of its own', () => {
    const ann = openExchange(pairs).account('ann', NOON)
    const { order } = placed(ann, { price: below(1), size: '5', clientOrderId: 'a' })
    placed(ann, { price: below(2), clientOrderId: 'b' })
    const size = exact('5')
    expect(refusal(ann.amend(order.id, { size, clientOrderId: 'b' })).reason).toBe(
      'duplicate_client_order_id',
    )
    ann.amend(order.id, { size, clientOrderId: 'c' })
    expect([ann.orderByClientId('a'), ann.orderByClientId('c')?.id]).toEqual([undefined, order.id])
  })
})

describe('cash that lies in pools', () => {
  const pools: PaperRules = {
    ...pairs,
    cashPools: {
      of: ({ key }) => (key === busy.key ? 2 : 0),
      opening: () =>
        new Map([
          [0, 900n * ONE],
          [2, 100n * ONE],
        ]),
    },
  }

  test('pays for the orders of its own markets alone, until it is moved', () => {
    const ann = openExchange(pools).account('ann', NOON)
    const dear = { price: below(1), size: String(Math.ceil(200 / (bid.price - 0.01))) }
    expect(refusal(ann.place(wanted(dear)))).toMatchObject({
      reason: 'insufficient_funds',
      available: 100n * ONE,
    })
    expect(ann.transfer(0, -901n * ONE)).toBe(false)
    expect(ann.transfer(0, -500n * ONE) && ann.transfer(2, 500n * ONE)).toBe(true)
    const { order } = placed(ann, dear)
    expect(ann.pools().get(2)).toEqual({ available: 600n * ONE - order.lockedCash, locked: order.lockedCash })
    expect(ann.pools().get(0)).toEqual({ available: 400n * ONE, locked: 0n })
    expect(ann.balance().total).toBe(1_000n * ONE)
  })
})

describe('a market that cannot end below a floor', () => {
  const floor = ONE / 4n
  const floored: PaperRules = { ...pairs, floor: () => floor, isQuoted: () => false }

  test('refuses lower prices, and sets aside what can be lost', () => {
    const exchange = openExchange(floored)
    const [ann, bob] = [exchange.account('ann', NOON), exchange.account('bob', NOON)]
    expect(refusal(ann.place(wanted({ price: '0.20' })))).toEqual({ reason: 'below_floor', floor })
    expect(refusal(ann.place(wanted({ price: '0.80', side: 'no' }))).reason).toBe('below_floor')
    const opened = ann.balance().total
    placed(ann, { price: '0.40', size: '10' })
    expect(ann.balance().locked).toBe(exact('1.5'))
    placed(bob, { price: '0.40', size: '10', action: 'sell' })
    expect(opened - ann.balance().total).toBe(exact('1.5'))
    expect(opened - bob.balance().total).toBe(exact('6'))
    // One of both gets all that was paid in, whatever comes.
    const [yes, no] = ['ann', 'bob'].map(
      (owner) => exchange.account(owner, busy.resolvesAt).settlements()[0]?.paid ?? 0n,
    )
    expect((yes ?? 0n) + (no ?? 0n)).toBe(exact('7.5'))
  })

  test('gives back what closing brings', () => {
    const exchange = openExchange(floored)
    const [ann, bob] = [exchange.account('ann', NOON), exchange.account('bob', NOON)]
    const opened = ann.balance().total
    placed(ann, { price: '0.40', size: '10' })
    placed(bob, { price: '0.40', size: '10', action: 'sell' })
    placed(bob, { price: '0.50', size: '10' })
    placed(ann, { price: '0.50', size: '10', action: 'sell' })
    expect(ann.balance().total - opened).toBe(exact('1'))
    expect(bob.balance().total - opened).toBe(-exact('1'))
    expect(ann.positions().every(({ size }) => size === 0n)).toBe(true)
  })
})
