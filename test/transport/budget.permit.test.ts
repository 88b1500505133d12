import { describe, expect, test } from 'vitest'
import { startDeadline } from '../../src/policy/abort.js'
import { noClient } from '../../src/policy/fair-queue.js'
import type { VenueRequest } from '../../src/transport/call-types.js'
import { present } from '../support/expect.js'
import { read, setUp } from './transport-world.js'

const never = new AbortController().signal
const patience = { maxWaitMs: 5_000, urgency: 'interactive', signal: never, caller: noClient } as const

function world(limit: { capacity: number; perSecond: number }) {
  const made = setUp({ limit })
  const reserve = (place: VenueRequest = read) => made.transport.reserve('kalshi', place, patience)
  const sendWith = (permit: Awaited<ReturnType<typeof reserve>>, request: VenueRequest = read) =>
    made.transport.bind('kalshi', startDeadline(made.clock, 25_000), 'interactive', { permit }).send(request)
  const left = () => made.transport.budgets().get('kalshi api')?.left
  return { ...made, reserve, sendWith, left }
}

describe('leave to call', () => {
  test('is paid once, and makes the call go at once', async () => {
    const { calls, left, reserve, sendWith } = world({ capacity: 2, perSecond: 1 })
    const permit = await reserve()
    expect([left(), permit.paceMs]).toEqual([1, 1_000])
    await sendWith(permit)
    permit.release()
    expect([calls.length, left()]).toEqual([1, 1])
  })

  test('that nobody made use of is given back', async () => {
    const { left, reserve } = world({ capacity: 2, perSecond: 1 })
    const permit = await reserve()
    permit.release()
    permit.release()
    expect(left()).toBe(2)
  })

  test('for another call than the one that is made is given back before that one waits', async () => {
    const { left, reserve, sendWith, transport } = world({ capacity: 1, perSecond: 1 })
    const permit = await reserve()
    await sendWith(permit, { ...read, cost: 1, group: 'books' })
    expect(left()).toBe(0)
    permit.release()
    expect([left(), transport.counters().get('kalshi')?.sent]).toEqual([0, 1])
  })

  test('is waited for as a call is, and refused as one is', async () => {
    const { clock, reserve, row } = world({ capacity: 1, perSecond: 0.1 })
    await reserve()
    await expect(reserve()).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      exchange: 'kalshi',
      retryAfter: 10,
      detail: { kind: 'local_budget' },
    })
    expect(row()?.refused).toBe(1)
    await clock.advance(6_000)
    const waiting = reserve()
    await clock.advance(4_000)
    expect(await waiting).toMatchObject({ paceMs: 10_000 })
  })

  test('holds room for the call: who comes next waits until it has ended', async () => {
    const { calls, clock, ask, reserve, sendWith } = world({ capacity: 100, perSecond: 100 })
    const permits = await Promise.all(Array.from({ length: 6 }, () => reserve()))
    const { outcome } = ask({ ...read, path: '/other' })
    await clock.advance(100)
    expect(calls).toHaveLength(0)
    await sendWith(present(permits[0]))
    await outcome
    expect(calls.map(({ call }) => call.path)).toEqual(['/markets', '/other'])
  })

  test('that is no longer wanted once there is room costs nothing', async () => {
    const { clock, left, transport, reserve } = world({ capacity: 10, perSecond: 1 })
    const permits = await Promise.all(Array.from({ length: 6 }, () => reserve()))
    const leaver = new AbortController()
    const late = transport.reserve('kalshi', read, { ...patience, signal: leaver.signal })
    await clock.advance(1)
    expect(left()).toBe(3)
    leaver.abort(new Error('bye'))
    await expect(late).rejects.toThrow('bye')
    expect(left()).toBe(4)
    for (const permit of permits) permit.release()
    expect(left()).toBe(10)
  })
})
