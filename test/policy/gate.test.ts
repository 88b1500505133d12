import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSemaphore } from '../../src/policy/gate.js'
import { createSharedPriority, type Urgency } from '../../src/policy/urgency.js'

const never = new AbortController().signal

test('at most the given number runs at once, all are run, in the order they came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 30 }),
      fc.scheduler(),
      async (width, count, scheduler) => {
        const gate = createSemaphore(width)
        const started: number[] = []
        let running = 0
        let most = 0
        const all = Array.from({ length: count }, (_, index) =>
          gate.run(never, async () => {
            started.push(index)
            most = Math.max(most, ++running)
            await scheduler.schedule(Promise.resolve())
            running--
            if (index % 7 === 3) throw new Error('some fail')
          }),
        )
        await scheduler.waitFor(Promise.allSettled(all))
        expect(most).toBeLessThanOrEqual(width)
        expect(started).toEqual(Array.from({ length: count }, (_, index) => index))
      },
    ),
    { numRuns: 100 },
  )
})

test('who gives up while waiting leaves the line, and his place is not lost', async () => {
  const gate = createSemaphore(1)
  let finish: (() => void) | undefined
  const first = gate.run(
    never,
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const impatient = new AbortController()
  const second = gate.run(impatient.signal, async () => 'second')
  const third = gate.run(never, async () => 'third')
  impatient.abort(new Error('gave up'))
  await expect(second).rejects.toThrow('gave up')
  expect(gate.waiting).toBe(1)
  finish?.()
  await first
  expect(await third).toBe('third')
})

test('who had left before he came takes no place and nobody else out of the line', async () => {
  const gate = createSemaphore(1)
  let finish = (): void => undefined
  const first = gate.run(
    never,
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const second = gate.run(never, async () => 'second')
  const gone = gate.run(AbortSignal.abort(new Error('gone')), async () => 'gone')
  await expect(Promise.race([gone, new Promise(setImmediate)])).rejects.toThrow('gone')
  expect(gate.waiting).toBe(1)
  finish()
  await first
  expect(await second).toBe('second')
})

test('who has been let in is no longer listened to', async () => {
  const gate = createSemaphore(1)
  const { signal } = new AbortController()
  await Promise.all([gate.run(never, async () => 1), gate.run(signal, async () => 2)])
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('room goes to each client in turn, and to background work last', async () => {
  const gate = createSemaphore(1)
  const leave = await gate.enter(never)
  const order: string[] = []
  const enter = (client: string, name: string, urgency: Urgency = 'interactive') =>
    gate.run(never, async () => void order.push(name), { caller: { client, work: name }, urgency })
  const all = [
    enter('greedy', 'backfill', 'background'),
    ...['g1', 'g2', 'g3'].map((name) => enter('greedy', name)),
    enter('modest', 'm'),
  ]
  expect(gate.waiting).toBe(5)
  leave()
  await Promise.all(all)
  expect(order).toEqual(['g1', 'm', 'g2', 'g3', 'backfill'])
  expect(gate.waiting).toBe(0)
})

test('a full gate lets cancels and orders into spare places, and nothing else', async () => {
  const gate = createSemaphore(2, 1)
  const who = (name: string, urgency: Urgency) => ({ caller: { client: name, work: name }, urgency })
  const order: string[] = []
  const enter = async (name: string, urgency: Urgency) => {
    const leave = await gate.enter(never, who(name, urgency))
    order.push(name)
    return leave
  }
  const first = await Promise.all([enter('r1', 'interactive'), enter('r2', 'interactive')])
  const waiting = [enter('r3', 'interactive'), enter('r4', 'interactive')]
  const leaveCancel = await enter('c1', 'cancel')
  waiting.push(enter('o1', 'order'), enter('c2', 'cancel'))
  expect([order, gate.waiting]).toEqual([['r1', 'r2', 'c1'], 4])
  leaveCancel()
  await new Promise(setImmediate)
  expect(order).toEqual(['r1', 'r2', 'c1', 'c2'])
  for (const leave of first) leave()
  await new Promise(setImmediate)
  // One of the two freed places goes to the order, and the other to a read.
  expect(order).toEqual(['r1', 'r2', 'c1', 'c2', 'o1'])
  for (const leave of await Promise.all([waiting[2], waiting[3]])) leave?.()
  await Promise.all(waiting)
  expect(order).toEqual(['r1', 'r2', 'c1', 'c2', 'o1', 'r3', 'r4'])
})

test('a call that becomes urgent while it waits takes a spare place at once', async () => {
  const gate = createSemaphore(1, 1)
  await gate.enter(never)
  const urgency = createSharedPriority('background')
  const entered = gate.enter(never, { caller: { client: 'a', work: 'a' }, urgency })
  urgency.follow('interactive')
  expect(gate.waiting).toBe(1)
  urgency.follow('cancel')
  await entered
  expect(gate.waiting).toBe(0)
})
