import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Caller, createLine } from '../../src/policy/line.js'
import { createSharedPriority, type Priority, type Urgency } from '../../src/policy/urgency.js'

interface One {
  readonly name: string
  readonly caller: Caller
  readonly urgency: Urgency
}

function one(name: string, urgency: Urgency = 'interactive'): One {
  const [client = '', work = ''] = name
  return { name, caller: { client, work: client + work }, urgency }
}

/** Serves everybody, and tells in which order. */
function served(line: ReturnType<typeof createLine<One>>): string[] {
  const names: string[] = []
  for (let [next] = line; next !== undefined; [next] = line) {
    names.push(next.name)
    line.take(next)
  }
  return names
}

test('clients take turns, and so do the pieces of work of one client', () => {
  const line = createLine<One>()
  for (const name of ['ax1', 'ax2', 'ax3', 'ay1', 'ay2', 'bx1', 'cx1', 'cx2']) line.push(one(name))
  expect(served(line)).toEqual(['ax1', 'bx1', 'cx1', 'ay1', 'cx2', 'ax2', 'ay2', 'ax3'])
  expect(line.size).toBe(0)
})

test('background waits for all the others, until it is wanted at once', () => {
  let overtaken = 0
  const line = createLine<One>(() => overtaken++)
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
  const line = createLine<One>()
  const [first, second, other] = [one('ax1'), one('ax2'), one('bx1')]
  for (const each of [first, second, other]) line.push(each)
  line.remove(first)
  line.remove(first)
  expect(served(line)).toEqual(['ax2', 'bx1'])
})

test('iterating tells the order in which all are served, and nobody waits for more than one of each other client', () => {
  const priority = fc.constantFrom<Priority>('interactive', 'background')
  const step = fc.oneof(
    fc.record({ client: fc.constantFrom('a', 'b', 'c'), work: fc.constantFrom('x', 'y'), priority }),
    fc.constant('take' as const),
    fc.nat({ max: 20 }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const line = createLine<One>()
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
