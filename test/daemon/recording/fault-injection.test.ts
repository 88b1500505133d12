import { describe, expect, test } from 'vitest'
import { overlayFaults } from '../../../src/daemon/recording/fault-injection.js'
import type { FaultRule } from '../../../src/simulator/faults/faults.js'
import { call, send } from '../../cassette/support/cassettes.js'
import { fakeClock } from '../../support/clock.js'
import { fakeWire } from '../../support/wire.js'

function faulted(...rules: FaultRule[]) {
  const inner = fakeWire({ 'GET api/markets': { price: 1 }, 'GET api/other': { price: 2 } })
  const clock = fakeClock()
  return { inner, clock, wire: overlayFaults(inner, { rules, seed: 1, clock }) }
}

describe('faults over recorded answers', () => {
  test('leave calls alone that no rule names', async () => {
    const { wire } = faulted({ kind: 'rate-limit', path: '/other' })
    expect(await send(wire, call('/markets'))).toMatchObject({ status: 200, text: '{"price":1}' })
  })

  test('answer a rate limit with Retry-After, and use up no recorded answer by it', async () => {
    const { wire, inner } = faulted({ kind: 'rate-limit', retryAfter: 2 })
    expect(await send(wire, call('/markets'))).toMatchObject({ status: 429, headers: { 'retry-after': '2' } })
    expect(inner.calls).toEqual([])
  })

  test('change a recorded answer on its way', async () => {
    const { wire } = faulted({ kind: 'rename-field', field: 'price' })
    expect((await send(wire, call('/markets'))).text).toBe('{"price_v2":1}')
  })

  test.each([
    ['reset', 'reset'],
    ['cut-body', 'reset'],
  ] as const)('break the way as the network does: %s', async (kind, wireKind) => {
    await expect(send(faulted({ kind }).wire, call('/markets'))).rejects.toMatchObject({ kind: wireKind })
  })

  test('delay an answer by real time, and end a silence when a try may last no longer', async () => {
    const slow = faulted({ kind: 'slow', delayMs: 900 })
    const answer = send(slow.wire, call('/markets'))
    await slow.clock.advance(900)
    expect((await answer).status).toBe(200)

    const stalled = faulted({ kind: 'stall' })
    const failure = expect(send(stalled.wire, call('/markets'))).rejects.toMatchObject({ kind: 'timeout' })
    await stalled.clock.advance(1_000)
    await failure
  })
})
