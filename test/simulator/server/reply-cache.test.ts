import { afterEach, describe, expect, test } from 'vitest'
import { type Reply, toJsonReply } from '../../../src/simulator/http/reply.js'
import type { MockContext, MockRequest } from '../../../src/simulator/mock-kit/mock-venue.js'
import { createSwitches } from '../../../src/simulator/mock-kit/venue-switches.js'
import { createReplyMemory } from '../../../src/simulator/server/reply-cache.js'
import { type Simulator, startSimulator } from '../../../src/simulator/server/start.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { fakeClock } from '../../support/clock.js'
import { contextOf } from '../support/context.js'
import { NOON, SEED } from '../support/stage.js'

const request: MockRequest = { method: 'GET', path: '/a', search: 'b=1', headers: {}, body: undefined }

function contextAt(now: number, switches = createSwitches()): MockContext {
  return contextOf(world, now, { switches, random: () => 0.5 })
}
const world = createWorld({ seed: SEED })

/** A maker whose replies tell how often it was asked. */
function counted(extra: (context: MockContext) => unknown = () => ''): (context: MockContext) => Reply {
  let made = 0
  return (context) => toJsonReply([++made, extra(context)])
}

describe('replies', () => {
  test('are made anew when a paper account changed at the same instant', () => {
    const memory = createReplyMemory(10_000)
    const make = counted()
    const context = contextAt(0)
    const ask = () => memory.recall('x/api', request, context, make).body
    const first = ask()
    expect(ask()).toBe(first)
    context.paper.exchange({ venue: 'kalshi', netting: 'pairs' }).account('ann', 0)
    expect(ask()).not.toBe(first)
  })

  test('are given again to the same request at the same instant, and to no other', () => {
    const memory = createReplyMemory(10_000)
    const make = counted()
    const ask = (host: string, changes: Partial<MockRequest>, context = contextAt(0)): unknown =>
      JSON.parse(memory.recall(host, { ...request, ...changes }, context, make).body)
    const first = ask('x/api', {})
    expect(ask('x/api', {})).toEqual(first)
    const limitless = Object.assign(createSwitches(), { limits: 'off' })
    const others = [
      ask('y/api', {}),
      ask('x/api', { method: 'POST' }),
      ask('x/api', { path: '/b' }),
      ask('x/api', { search: 'b=2' }),
      ask('x/api', { headers: { authorization: 'x' } }),
      ask('x/api', { body: { type: 'x' } }),
      ask('x/api', {}, contextAt(1)),
      ask('x/api', {}, contextAt(0, limitless)),
    ]
    expect(new Set([first, ...others].map((reply) => JSON.stringify(reply))).size).toBe(9)
    expect(ask('x/api', {})).toEqual(first)
  })

  test('in which chance had a part are made anew', () => {
    const memory = createReplyMemory(10_000)
    const make = counted(({ random }) => random())
    const asked = [1, 2].map(() => memory.recall('x/api', request, contextAt(0), make).body)
    expect(asked).toEqual(['[1,0.5]', '[2,0.5]'])
  })

  test('are not kept without room for them', () => {
    for (const bytes of [0, 50]) {
      const memory = createReplyMemory(bytes)
      const make = counted()
      const asked = [1, 2].map(() => memory.recall('x/api', request, contextAt(0), make).body)
      expect(asked).toEqual(['[1,""]', '[2,""]'])
    }
  })
})

describe('a simulator that keeps its replies', () => {
  let simulator: Simulator | undefined
  afterEach(() => simulator?.close())

  test('still limits, fails on purpose and counts', async () => {
    const clock = fakeClock(NOON)
    simulator = await startSimulator({ seed: SEED, clock, world, venues: ['kalshi'], replyBytes: 1_000_000 })
    const url = `${simulator.urls.kalshi?.['api']}/markets?limit=2`
    const ask = async () => {
      const reply = await fetch(url)
      return { status: reply.status, text: await reply.text() }
    }
    const whole = await ask()
    expect(whole.status).toBe(200)
    expect(await ask()).toEqual(whole)
    expect(simulator.requests.count('kalshi')).toBe(2)
    simulator.faults.set([{ kind: 'server-error', status: 503 }])
    expect((await ask()).status).toBe(503)
    simulator.faults.clear()
    expect(await ask()).toEqual(whole)
    let asked = 0
    while (asked < 100 && (await ask()).status === 200) asked++
    expect(asked).toBeLessThan(100)
  })
})
