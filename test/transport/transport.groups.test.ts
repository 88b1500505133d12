import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startDeadline } from '../../src/policy/abort.js'
import { noClient } from '../../src/policy/fair-queue.js'
import type { Wire } from '../../src/transport/call-types.js'
import type { HostFacts } from '../../src/transport/hosts.js'
import { createTransport } from '../../src/transport/transport.js'
import { fakeClock } from '../support/clock.js'
import { answer } from './transport-world.js'

/** A group of calls with a number of its own that may be under way at once: an API token of a venue. */

const token = { host: 'api', path: '/orders', body: {}, group: 'account' } as const
const open = { host: 'api', path: '/markets' } as const

/** A transport to a venue that takes its time with each call. */
function setUp(tookMs: readonly number[], hostWidth = 4) {
  const clock = fakeClock()
  const begun = clock.now()
  const running = { account: 0, all: 0, mostOfAccount: 0, most: 0 }
  const leftAt: { account: number[]; all: number[] } = { account: [], all: [] }
  const wire: Wire = {
    async send(call, _url, { signal }) {
      const isOfAccount = call.group === 'account'
      const at = clock.now() - begun
      leftAt.all.push(at)
      if (isOfAccount) leftAt.account.push(at)
      running.all++
      if (isOfAccount) running.account++
      running.most = Math.max(running.most, running.all)
      running.mostOfAccount = Math.max(running.mostOfAccount, running.account)
      await clock.sleep(tookMs[(leftAt.all.length - 1) % tookMs.length] ?? 0, signal).finally(() => {
        running.all--
        if (isOfAccount) running.account--
      })
      return answer(200)
    },
    async close() {},
  }
  const wide = { capacity: 1_000, perSecond: 1_000, source: 'test' }
  const hosts: Readonly<Record<string, HostFacts>> = {
    api: {
      url: 'https://venue.test',
      limit: wide,
      maxInFlight: hostWidth,
      groups: {
        account: { capacity: 1, perSecond: 1000 / 300, maxInFlight: 2, source: 'test' },
        other: wide,
      },
    },
  }
  const transport = createTransport({
    wire,
    clock,
    random: () => 0,
    wiringOf: () => ({ hosts }),
    maxBytes: 1_000_000,
    attemptTimeoutMs: 60_000,
  })
  const bind = (allowedMs = 60_000) => {
    const deadline = startDeadline(clock, allowedMs)
    return { http: transport.bind('kalshi', deadline, 'interactive'), deadline }
  }
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) await clock.advance(50)
  }
  return { transport, bind, pass, running, leftAt, clock }
}

const gapsOf = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0))

describe('calls of a group', () => {
  test('are at most two at a time, 300 ms apart', async () => {
    const { bind, pass, running, leftAt } = setUp([1_000])
    const { http } = bind()
    const sent = Array.from({ length: 6 }, () => http.send(token))
    await pass(5_000)
    await Promise.all(sent)
    expect(running.mostOfAccount).toBe(2)
    expect(Math.min(...gapsOf(leftAt.account))).toBeGreaterThanOrEqual(300)
  })

  test('keep nobody else waiting, and are kept by nobody', async () => {
    const { bind, pass, leftAt, running } = setUp([10_000])
    const { http } = bind()
    const sent = [...Array.from({ length: 4 }, () => http.send(token)), http.send(open)]
    await pass(500)
    // Two of the account, and one that is not, though two more of the account wait.
    expect(leftAt.all).toHaveLength(3)
    expect(running.account).toBe(2)
    await pass(25_000)
    await Promise.all(sent)
  })

  test('leave their room where they end before they were sent', async () => {
    const { bind, pass, leftAt } = setUp([1_000])
    const first = bind()
    const lasting = [first.http.send(token), first.http.send(token)]
    await pass(350)
    const hasty = bind(400)
    const given = hasty.http.send(token).catch((error: unknown) => error)
    await pass(600)
    expect(await given).toMatchObject({ code: 'NETWORK_ERROR' })
    await pass(1_000)
    await Promise.all(lasting)
    const next = first.http.send(token)
    await pass(1_500)
    await next
    expect(leftAt.account).toHaveLength(3)
  })

  test('whose leave was got before hold the same room', async () => {
    const { transport, bind, pass, leftAt, clock } = setUp([1_000])
    const { signal } = startDeadline(clock, 60_000)
    const patience = { maxWaitMs: 60_000, urgency: 'interactive', signal, caller: noClient } as const
    const permits = [
      transport.reserve('kalshi', token, patience),
      transport.reserve('kalshi', token, patience),
    ]
    await pass(400)
    const [one, two] = await Promise.all(permits)
    const sent = bind().http.send(token)
    await pass(1_000)
    expect(leftAt.account).toHaveLength(0)
    one?.release()
    await pass(1_500)
    await sent
    expect(leftAt.account).toHaveLength(1)
    two?.release()
  })

  test('without a number of its own wait as before', async () => {
    const { bind, pass, running } = setUp([1_000])
    const { http } = bind()
    const sent = Array.from({ length: 6 }, () => http.send({ ...token, group: 'other' }))
    await pass(3_000)
    await Promise.all(sent)
    expect(running.most).toBe(4)
  })
})

test('whatever the venue takes for each, no third call is under way and no two leave too close together', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 4 }),
      async (tookMs, areOfAccount, hostWidth) => {
        const { bind, pass, running, leftAt } = setUp(tookMs, hostWidth)
        const { http } = bind()
        const sent = areOfAccount.map((isOfAccount, index) =>
          http.send(isOfAccount ? token : { ...open, query: { index } }),
        )
        await pass(25_000)
        await Promise.all(sent)
        expect(running.mostOfAccount).toBeLessThanOrEqual(2)
        expect(running.most).toBeLessThanOrEqual(hostWidth)
        expect(gapsOf(leftAt.account).every((gap) => gap >= 300)).toBe(true)
        expect(leftAt.all).toHaveLength(areOfAccount.length)
      },
    ),
    { numRuns: 30 },
  )
})
