import { expect, test } from 'vitest'
import {
  createSharedLeases,
  type LeaseCalls,
  type NamedLease,
} from '../../../src/candles/shared/shared-leases.js'
import { createAbort } from '../../../src/policy/abort.js'
import { fakeClock, settle } from '../../support/clock.js'

const { signal } = createAbort()

/** A server with leases, as several processes see it. */
function leaseServer() {
  const held = new Map<string, { isHeld: boolean }>()
  return {
    isAway: false,
    calls: 0,
    async lease(name: string): Promise<NamedLease | undefined> {
      this.calls++
      if (this.isAway) throw new Error('away')
      if (held.get(name)?.isHeld === true) return undefined
      const own = { isHeld: true }
      held.set(name, own)
      return {
        isHeld: () => own.isHeld,
        async release() {
          own.isHeld = false
        },
      }
    },
    expire: (name: string) => held.delete(name),
    lose(name: string) {
      const own = held.get(name)
      if (own !== undefined) own.isHeld = false
    },
  }
}

const callsOf = (server: ReturnType<typeof leaseServer>): LeaseCalls => ({
  lease: (name) => server.lease(name),
  isReadable: async () => !server.isAway,
})

test('one process has a name until it holds it no more', async () => {
  const server = leaseServer()
  const clock = fakeClock()
  const [a, b] = [0, 1].map(() => createSharedLeases(callsOf(server), clock))
  if (a === undefined || b === undefined) return expect.unreachable()
  expect([await a.hold('x', 100, signal), await b.hold('x', 100, signal)]).toEqual(['mine', 'held'])
  expect(await b.hold('y', 100, signal)).toBe('mine')
  await clock.advance(90)
  const before = server.calls
  expect(await a.hold('x', 100, signal)).toBe('mine')
  expect(server.calls).toBe(before)
  await clock.advance(90)
  expect(await b.hold('x', 100, signal)).toBe('held')
  await clock.advance(20)
  expect(await b.hold('x', 100, signal)).toBe('mine')
  await b.close()
  await settle()
  expect(await a.hold('x', 100, signal)).toBe('mine')
})

test('a lease that was lost is taken again, or is another process’s', async () => {
  const server = leaseServer()
  const clock = fakeClock()
  const [a, b] = [0, 1].map(() => createSharedLeases(callsOf(server), clock))
  await a?.hold('x', 100, signal)
  server.lose('x')
  expect(await b?.hold('x', 100, signal)).toBe('mine')
  expect(await a?.hold('x', 100, signal)).toBe('held')
})

test('without a server each process works by itself', async () => {
  const server = leaseServer()
  server.isAway = true
  const clock = fakeClock()
  const leases = createSharedLeases(callsOf(server), clock)
  expect(await leases.hold('x', 100, signal)).toBe('mine')
  const silent = createSharedLeases(
    { lease: () => new Promise(() => undefined), isReadable: async () => false },
    clock,
  )
  const held = silent.hold('x', 100, signal)
  await clock.advance(2_100)
  expect(await held).toBe('mine')
  const stopped = createAbort()
  stopped.abort(new Error('stopped'))
  await expect(leases.hold('x', 100, stopped.signal)).rejects.toThrow('stopped')
})

test('a server that is read but gives no lease leaves open who has it', async () => {
  const server = leaseServer()
  const clock = fakeClock()
  const refused = createSharedLeases(
    { ...callsOf(server), lease: () => Promise.reject(new Error('disk full')) },
    clock,
  )
  expect(await refused.hold('x', 100, signal)).toBe('unknown')
})

test('a lease that is granted after the time limit is given back', async () => {
  const server = leaseServer()
  const clock = fakeClock()
  let isSlow = true
  const [a, b] = [0, 1].map(() =>
    createSharedLeases(
      {
        ...callsOf(server),
        async lease(name) {
          const lease = server.lease(name)
          if (isSlow) await clock.sleep(2_500)
          return lease
        },
      },
      clock,
    ),
  )
  if (a === undefined || b === undefined) return expect.unreachable()
  const late = a.hold('x', 60_000, signal)
  await clock.advance(2_100)
  expect(await late).toBe('unknown')
  await clock.advance(1_000)
  isSlow = false
  // Otherwise it is renewed for ever, and no process does the work.
  expect(await b.hold('x', 60_000, signal)).toBe('mine')
  expect(await a.hold('x', 60_000, signal)).toBe('held')
})
