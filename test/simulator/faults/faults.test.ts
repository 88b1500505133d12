import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyFaults, createFaults, type FaultRule } from '../../../src/simulator/faults/faults.js'
import type { Reply } from '../../../src/simulator/http/reply.js'

const reply: Reply = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-trace-id': 'a' },
  body: '{"cursor":"c2","markets":[{"ticker":"A","last":{"price":"0.5"}}]}',
}
const call = { venue: 'kalshi', host: 'api', target: '/trade-api/v2/markets?limit=1' } as const

describe('which calls are hit', () => {
  test('the same seed, rule and running number decide the same', () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0, max: 1, noNaN: true }), (seed, rate) => {
        const rules: FaultRule[] = [{ kind: 'reset', rate }]
        const decisions = (faults = createFaults(seed, rules)): boolean[] =>
          Array.from({ length: 40 }, () => faults.decide(call).length > 0)
        expect(decisions()).toEqual(decisions())
      }),
    )
  })

  test('a rate is the share of the calls that match', () => {
    const faults = createFaults(1, [{ kind: 'reset', rate: 0.1 }])
    const hits = Array.from({ length: 5_000 }, () => faults.decide(call).length).filter(
      (count) => count > 0,
    ).length
    expect(hits).toBeGreaterThan(400)
    expect(hits).toBeLessThan(600)
  })

  test('calls that do not match are not counted, so other traffic changes nothing', () => {
    const rule: FaultRule = { venue: 'kalshi', kind: 'reset', rate: 0.5 }
    const alone = createFaults(3, [rule])
    const mixed = createFaults(3, [rule])
    for (let turn = 0; turn < 50; turn++) {
      mixed.decide({ ...call, venue: 'polymarket' })
      expect(mixed.decide(call)).toEqual(alone.decide(call))
    }
  })

  test('venue, host and part of the path must all fit', () => {
    const hit = (rule: Omit<FaultRule, 'kind'>): boolean =>
      createFaults(1, [{ kind: 'reset', ...rule }]).decide(call).length > 0
    expect(hit({})).toBe(true)
    expect(hit({ venue: 'kalshi', host: 'api', path: '/markets' })).toBe(true)
    expect(hit({ path: 'limit=1' })).toBe(true)
    expect(hit({ venue: 'polymarket' })).toBe(false)
    expect(hit({ host: 'gamma' })).toBe(false)
    expect(hit({ path: '/events' })).toBe(false)
    expect(hit({ rate: 0 })).toBe(false)
  })

  test('rules can be set, listed and cleared while it runs', () => {
    const faults = createFaults(1)
    expect(faults.decide(call)).toEqual([])
    faults.set([{ kind: 'reset' }])
    expect(faults.list()).toEqual([{ kind: 'reset' }])
    expect(faults.decide(call).length).toBe(1)
    faults.clear()
    expect(faults.decide(call)).toEqual([])
  })
})

describe('what becomes of an answer', () => {
  const body = (rule: FaultRule, target: string = call.target): unknown =>
    JSON.parse(applyFaults(reply, [rule], target).reply.body)

  test('no rule changes nothing', () => {
    expect(applyFaults(reply, [], call.target)).toEqual({ reply, delayMs: 0, ending: 'whole', reworded: 0 })
  })

  test('rate limits and server errors have their status, and Retry-After only when told', () => {
    const plain = applyFaults(reply, [{ kind: 'rate-limit' }], call.target).reply
    expect(plain).toMatchObject({ status: 429, body: '{"error":"too many requests"}' })
    expect(plain.headers).not.toHaveProperty('retry-after')
    const told = applyFaults(reply, [{ kind: 'rate-limit', retryAfter: 2 }], call.target).reply
    expect(told.headers['retry-after']).toBe('2')
    expect(applyFaults(reply, [{ kind: 'server-error', status: 503 }], call.target).reply.status).toBe(503)
  })

  test('a wall is a page for people', () => {
    const wall = applyFaults(reply, [{ kind: 'html-wall' }], call.target).reply
    expect(wall.status).toBe(403)
    expect(wall.headers['content-type']).toContain('text/html')
    expect(wall.body).toMatch(/^<!DOCTYPE html>/)
    expect(applyFaults(reply, [{ kind: 'html-wall', status: 200 }], call.target).reply.status).toBe(200)
  })

  test('null and empty bodies keep the status', () => {
    expect(body({ kind: 'null-body' })).toBeNull()
    expect(body({ kind: 'empty-object' })).toEqual({})
  })

  test('a member is renamed wherever it stands', () => {
    expect(body({ kind: 'rename-field', field: 'price' })).toEqual({
      cursor: 'c2',
      markets: [{ ticker: 'A', last: { price_v2: '0.5' } }],
    })
    expect(body({ kind: 'rename-field', field: 'markets' })).toHaveProperty('markets_v2')
  })

  test('a member is left out, or gets another type, wherever it stands', () => {
    expect(body({ kind: 'drop-field', field: 'price' })).toEqual({
      cursor: 'c2',
      markets: [{ ticker: 'A', last: {} }],
    })
    expect(body({ kind: 'retype-field', field: 'price' })).toEqual({
      cursor: 'c2',
      markets: [{ ticker: 'A', last: { price: { value: '0.5' } } }],
    })
  })

  test('a page after the first names itself as the next one', () => {
    expect(body({ kind: 'echo-cursor' })).toMatchObject({ cursor: 'c2' })
    expect(body({ kind: 'echo-cursor' }, '/markets?cursor=c1')).toMatchObject({ cursor: 'c1' })
    const last: Reply = { ...reply, body: '{"events":[]}' }
    const echoed = applyFaults(last, [{ kind: 'echo-cursor' }], '/events/keyset?after_cursor=k').reply.body
    expect(JSON.parse(echoed)).toEqual({ events: [], next_cursor: 'k' })
    const nested: Reply = { ...reply, body: '{"pagination":{"next_cursor":"n2"}}' }
    const inside = applyFaults(nested, [{ kind: 'echo-cursor' }], '/v2/trades?cursor=n1').reply.body
    expect(JSON.parse(inside)).toEqual({ pagination: { next_cursor: 'n1' } })
  })

  test('a body that is no JSON is left alone', () => {
    const text: Reply = { ...reply, body: 'OK' }
    expect(applyFaults(text, [{ kind: 'rename-field', field: 'a' }], '/').reply.body).toBe('OK')
  })

  test('delays add up, and the connection’s end is named', () => {
    const rules: FaultRule[] = [{ kind: 'slow', delayMs: 100 }, { kind: 'slow' }, { kind: 'cut-body' }]
    expect(applyFaults(reply, rules, call.target)).toEqual({
      reply,
      delayMs: 2_100,
      ending: 'cut',
      reworded: 0,
    })
    expect(applyFaults(reply, [{ kind: 'stall' }], call.target).ending).toBe('stall')
    expect(applyFaults(reply, [{ kind: 'reset' }], call.target).ending).toBe('reset')
  })
})
