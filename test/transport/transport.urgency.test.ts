import { expect, test } from 'vitest'
import type { Priority } from '../../src/policy/urgency.js'
import { read, setUp, write } from './transport-world.js'

/** Paths in the order in which they leave, of calls that wait for a host whose limit lets one a second pass. */
async function orderOf(calls: readonly (readonly [path: string, priority: Priority])[]) {
  const { ask, calls: sent, clock } = setUp({ limit: { capacity: 1, perSecond: 1 } })
  ask({ ...read, path: '/first' })
  for (const [path, priority] of calls)
    ask({ ...(path.startsWith('/orders') ? write : read), path }, { priority })
  for (let second = 0; second < 12; second++) await clock.advance(1_000)
  return sent.map(({ call }) => call.path).slice(1)
}

test('an order leaves before the reads of other orders, and a cancel with all its calls before both', async () => {
  const order = await orderOf([
    ['/background', 'background'],
    ['/markets', 'interactive'],
    ['/rules', 'orderRead'],
    ['/orders', 'orderRead'],
    ['/where', 'cancel'],
    ['/orders/1/cancel', 'cancel'],
  ])
  expect(order).toEqual(['/where', '/orders/1/cancel', '/orders', '/rules', '/markets', '/background'])
})

test('what is written in the course of other work is no more urgent than that', async () => {
  const order = await orderOf([
    ['/markets', 'interactive'],
    ['/orders', 'interactive'],
    ['/orders/later', 'background'],
    ['/last', 'background'],
  ])
  expect(order).toEqual(['/markets', '/orders', '/orders/later', '/last'])
})

test('a read that a cancel shares with other callers goes as soon as the cancel may', async () => {
  const order = await orderOf([
    ['/a', 'interactive'],
    ['/b', 'interactive'],
    ['/shared', 'background'],
    ['/shared', 'cancel'],
  ])
  expect(order).toEqual(['/shared', '/a', '/b'])
})

test('reads that take long keep no cancel and no order waiting', async () => {
  const { ask, calls, clock } = setUp({ answers: ['hang'], host: { maxInFlight: 2 } })
  for (let index = 0; index < 10; index++) ask({ ...read, path: `/slow/${index}` })
  await clock.advance(10)
  expect(calls).toHaveLength(2)
  ask({ ...write, path: '/orders/1/cancel' }, { priority: 'cancel' })
  ask({ ...write, path: '/orders' }, { priority: 'orderRead' })
  await clock.advance(10)
  expect(calls.map(({ call }) => call.path).slice(2)).toEqual(['/orders/1/cancel', '/orders'])
})
