import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue, MAX_CONSECUTIVE_URGENT, type QueueClient } from '../../src/policy/fair-queue.js'
import {
  createSharedPriority,
  isTrading,
  type Priority,
  priorities,
  type Urgency,
} from '../../src/policy/urgency.js'

interface One {
  readonly name: string
  readonly caller: QueueClient
  readonly urgency: Urgency
}

function one(name: string, urgency: Urgency = 'interactive'): One {
  const [client = '', work = ''] = name
  return { name, caller: { client, work: client + work }, urgency }
}

/** Serves everybody, and tells in which order. */
function served(line: ReturnType<typeof createFairQueue<One>>): string[] {
  const names: string[] = []
  for (let [next] = line; next !== undefined; [next] = line) {
    names.push(next.name)
    line.take(next)
  }
  return names
}

test('clients take turns, and so do the pieces of work of one client', () => {
  const line = createFairQueue<One>()
  for (const name of ['ax1', 'ax2', 'ax3', 'ay1', 'ay2', 'bx1', 'cx1', 'cx2']) line.push(one(name))
  expect(served(line)).toEqual(['ax1', 'bx1', 'cx1', 'ay1', 'cx2', 'ax2', 'ay2', 'ax3'])
  expect(line.size).toBe(0)
})

test('background waits for all the others, until it is wanted at once', () => {
  let overtaken = 0
  const line = createFairQueue<One>(() => overtaken++)
  const shared = createSharedPriority('background')
  line.push(one('bx', 'background'))
  line.push(one('cx', shared))
  line.push(one('ax'))
  expect([...line].map(({ name }) => name)).toEqual(['ax', 'bx', 'cx'])
  shared.follow('interactive')
  expect(overtaken).toBe(1)
  expect([...line].map(({ name }) => name)).toEqual(['ax', 'cx', 'bx'])
  for (const left of [...line]) line.remove(left)
  expect([line.size, [...line]]).toEqual([0, []])
})

test('who leaves without his turn costs nobody of his client a round', () => {
  const line = createFairQueue<One>()
  const [first, second, other] = [one('ax1'), one('ax2'), one('bx1')]
  for (const each of [first, second, other]) line.push(each)
  line.remove(first)
  line.remove(first)
  expect(served(line)).toEqual(['ax2', 'bx1'])
})

test('iterating tells the order in which all are served, and nobody waits for more than one of each other client', () => {
  const priority = fc.constantFrom<Priority>(...priorities)
  const step = fc.oneof(
    fc.record({ client: fc.constantFrom('a', 'b', 'c'), work: fc.constantFrom('x', 'y'), priority }),
    fc.constant('take' as const),
    fc.nat({ max: 20 }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const line = createFairQueue<One>()
      const inside = new Set<One>()
      for (const [index, what] of steps.entries()) {
        if (what === 'take') {
          const [next] = line
          if (next === undefined) continue
          line.take(next)
          inside.delete(next)
        } else if (typeof what === 'number') {
          const leaver = [...inside][what]
          if (leaver === undefined) continue
          line.remove(leaver)
          inside.delete(leaver)
        } else {
          const pushed = { ...one(what.client + what.work + index, what.priority) }
          line.push(pushed)
          inside.add(pushed)
          const ahead = [...line].slice(0, [...line].indexOf(pushed))
          const own = [...inside].filter(({ caller }) => caller.client === what.client).length
          for (const client of ['a', 'b', 'c'].filter((name) => name !== what.client)) {
            const others = ahead.filter(
              ({ caller, urgency }) => caller.client === client && urgency === what.priority,
            )
            expect(others.length).toBeLessThanOrEqual(own)
          }
        }
        expect(new Set(line)).toEqual(inside)
        expect(line.size).toBe(inside.size)
      }
      const told = [...line].map(({ name }) => name)
      expect(served(line)).toEqual(told)
    }),
  )
})

test('cancels go before orders, orders before their reads, and those before all others', () => {
  const line = createFairQueue<One>()
  for (const [index, priority] of [...priorities].reverse().entries()) line.push(one(`a${index}`, priority))
  expect([...line].map(({ urgency }) => urgency)).toEqual(priorities)
})

test('an item moves to each more urgent class in turn', () => {
  const overtaken: string[] = []
  const line = createFairQueue<One>(({ name }) => overtaken.push(name))
  const shared = createSharedPriority('background')
  line.push(one('b', shared))
  for (const priority of ['orderRead', 'order', 'interactive'] as const) line.push(one(priority, priority))
  const place = () => [...line].findIndex(({ name }) => name === 'b')
  const places = [place()]
  for (const priority of ['interactive', 'orderRead', 'order', 'background', 'cancel'] as const) {
    shared.follow(priority)
    places.push(place())
  }
  expect(places).toEqual([3, 3, 2, 1, 1, 0])
  expect(overtaken).toEqual(['b', 'b', 'b', 'b'])
  expect(line.size).toBe(4)
})

test('the cancels of one client let others through, and a cancel of another client waits for one at most', () => {
  const line = createFairQueue<One>()
  for (let index = 0; index < 3 * MAX_CONSECUTIVE_URGENT; index++) line.push(one(`ax${index}`, 'cancel'))
  for (let index = 0; index < 5; index++) line.push(one(`bx${index}`))
  const first = served(line).map(([client]) => client)
  const row = 'a'.repeat(MAX_CONSECUTIVE_URGENT)
  expect(first.join('')).toBe(`${row}b${row}b${row}bbb`)

  for (let index = 0; index < MAX_CONSECUTIVE_URGENT + 1; index++) line.push(one(`ax${index}`, 'cancel'))
  line.push(one('bx'))
  for (let index = 0; index < MAX_CONSECUTIVE_URGENT; index++) {
    const [next] = line
    if (next !== undefined) line.take(next)
  }
  line.push(one('cx', 'cancel'))
  // One read, and one cancel of each other client: no more goes before it.
  expect(served(line).map(([client]) => client)).toEqual(['b', 'a', 'c'])
})

test('nothing in the line waits for ever, whatever else keeps coming', () => {
  const trading = priorities.filter(isTrading)
  fc.assert(
    fc.property(
      fc.array(fc.record({ client: fc.constantFrom('a', 'b'), at: fc.nat({ max: trading.length - 1 }) }), {
        minLength: 1,
        maxLength: 5,
      }),
      (coming) => {
        const line = createFairQueue<One>()
        const patient = one('z', 'interactive')
        line.push(patient)
        const bound = (2 * MAX_CONSECUTIVE_URGENT + 1) ** trading.length
        let turns = 0
        for (let name = 0; [...line].includes(patient); name++) {
          for (const { client, at } of coming)
            if (line.size < 30) line.push(one(`${client}x${name}`, trading[at] ?? 'order'))
          const [next] = line
          if (next === undefined) break
          line.take(next)
          expect(++turns).toBeLessThanOrEqual(bound)
        }
      },
    ),
    { numRuns: 20 },
  )
})
