import { describe, expect, test } from 'vitest'
import { startDeadline } from '../../../src/policy/abort.js'
import type { Budgets } from '../../../src/transport/budget.js'
import type { VenueRequest, Wire, WireReply } from '../../../src/transport/call-types.js'
import { createTransport } from '../../../src/transport/transport.js'
import { budgetWorld, findExcess, kalshi } from './support/budget-world.js'

/** Two daemons with shared limits, which call one simulated venue. */
function twoFetchLayers() {
  const world = budgetWorld({ delayMs: () => 2 })
  const { clock, hub } = world
  const calls: { readonly daemon: number; readonly at: number }[] = []
  let refusal: WireReply | undefined

  const daemons = [world.open(), world.open()].map(({ budgets }, daemon) => {
    const http = openTransport(budgets, daemon)
    return (request: Partial<VenueRequest> = {}, maxWaitMs = 60_000) => {
      const path = `/markets/${calls.length}-${daemon}-${Math.floor(clock.monotonic())}`
      const deadline = startDeadline(clock, maxWaitMs)
      return http
        .bind('kalshi', deadline, 'interactive')
        .send({ host: 'api', path, ...request })
        .finally(() => deadline.release())
    }
  })

  function openTransport(budgets: Budgets, daemon: number) {
    const wire: Wire = {
      async send() {
        calls.push({ daemon, at: clock.monotonic() })
        const reply = refusal ?? { status: 200, headers: { 'content-type': 'application/json' }, text: '{}' }
        refusal = undefined
        return reply
      },
      async close() {},
    }
    const hosts = { api: { url: 'https://venue.test', limit: { ...kalshi, source: 'test' } } }
    return createTransport({
      ...{ wire, clock, budgets, random: () => 0.5, wiringOf: () => ({ hosts }) },
      maxBytes: 1_000_000,
      attemptTimeoutMs: 10_000,
    })
  }

  const [one, two] = daemons
  if (one === undefined || two === undefined) throw new Error('two daemons are needed')
  return {
    ...{ clock, hub, calls, one, two },
    countOf: (daemon: number) => calls.filter((call) => call.daemon === daemon).length,
    /** The next call is refused, with the seconds that the venue wants. */
    refuseNext(seconds: number) {
      const headers = { 'content-type': 'application/json', 'retry-after': String(seconds) }
      refusal = { status: 429, headers, text: '{}' }
    },
  }
}

describe('two fetch layers with one limit', () => {
  test('send no more calls together than the venue allows, and half of them each', async () => {
    const { clock, calls, one, two, countOf } = twoFetchLayers()
    const until = clock.monotonic() + 20_000
    const callAlways = async (send: typeof one): Promise<void> => {
      while (clock.monotonic() < until) await send()
    }
    void callAlways(one)
    void callAlways(two)
    await clock.advance(20_000)
    const times = calls.map(({ at }) => at)
    expect(findExcess(times, kalshi)).toBe(0)
    expect(calls.length).toBeGreaterThan(90)
    expect(Math.min(countOf(0), countOf(1))).toBeGreaterThan(calls.length / 4)
  })

  test('a 429 with Retry-After to one of them is heeded by the other', async () => {
    const { clock, one, two, countOf, refuseNext } = twoFetchLayers()
    refuseNext(20)
    one().catch(() => undefined)
    await clock.advance(1_000)
    const second = two()
    await clock.advance(15_000)
    expect(countOf(1)).toBe(0)
    await clock.advance(6_000)
    await second
    expect(countOf(1)).toBe(1)
  })

  test('a 429 to a key is not', async () => {
    const { clock, one, two, countOf, refuseNext } = twoFetchLayers()
    refuseNext(20)
    one({ secretHeaders: { authorization: 'a key' } }).catch(() => undefined)
    await clock.advance(1_000)
    void two()
    await clock.advance(500)
    expect(countOf(1)).toBe(1)
  })

  test('calls with a key do not wait for the server', async () => {
    const { clock, hub, one, countOf } = twoFetchLayers()
    hub.health = 'hangs'
    void one({ secretHeaders: { authorization: 'a key' } })
    await clock.advance(0)
    expect(countOf(0)).toBe(1)
  })
})
