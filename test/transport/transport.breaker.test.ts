import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/envelope/errors.js'
import { fakeClock, settle } from '../support/clock.js'
import { type Answer, answer, setUp } from './transport-world.js'

describe('the breaker', () => {
  async function broken() {
    const world = setUp({ answers: [...Array.from({ length: 5 }, () => answer(503)), answer(200)] })
    await world.ended()
    await world.ended({ host: 'api', path: '/events' })
    return world
  }

  test('refuses further calls of a failing host, names it, and shows itself', async () => {
    const { ask, calls, transport, row } = await broken()
    expect([...transport.breakers()]).toEqual([['kalshi api', expect.objectContaining({ kind: 'open' })]])
    const before = calls.length
    const { error } = await ask({ host: 'api', path: '/again' }).outcome
    expect(error).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      exchange: 'kalshi',
      detail: { kind: 'breaker_open', host: 'api', retryInMs: expect.any(Number) },
    })
    expect(calls).toHaveLength(before)
    expect(row()?.refused).toBeGreaterThan(0)
    expect(await ask({ host: 'other', path: '/m' }).outcome).toMatchObject({ reply: { status: 200 } })
  })

  test('lets one call try later, and closes when it works', async () => {
    const { ask, clock, transport } = await broken()
    await clock.advance(10_000)
    const [first, second] = [ask({ host: 'api', path: '/a' }), ask({ host: 'api', path: '/b' })]
    expect(await first.outcome).toMatchObject({ reply: { status: 200 } })
    expect(await second.outcome).toMatchObject({ error: { detail: { kind: 'breaker_open' } } })
    expect(transport.breakers().size).toBe(0)
  })

  test('closes by its own clock where the time of the calls stands still', async () => {
    const breakerClock = fakeClock()
    const answers = [...Array.from({ length: 5 }, () => answer(503)), answer(200)]
    const { ask, transport } = setUp({ answers, breakerClock })
    for (let call = 0; call < 5; call++) await ask({ host: 'api', path: `/${call}`, body: {} }).outcome
    expect(transport.breakers().size).toBe(1)
    await breakerClock.advance(10_000)
    expect(await ask().outcome).toMatchObject({ reply: { status: 200 } })
    expect(transport.breakers().size).toBe(0)
  })

  test.each<[string, Answer]>([
    ['unknown ids', answer(404)],
    ['wrong arguments', answer(400)],
    ['walls', { status: 403, text: '<html>captcha', headers: {} }],
  ])('does not count %s', async (_what, each) => {
    const { ended, transport } = setUp({ answers: [each] })
    for (let call = 0; call < 30; call++) await ended()
    expect(transport.breakers().size).toBe(0)
  })

  test('does not count callers who hang up', async () => {
    const { ask, transport } = setUp({ answers: ['hang'] })
    for (let call = 0; call < 30; call++) {
      const parent = new AbortController()
      const { outcome } = ask({ host: 'api', path: `/${call}` }, { parent: parent.signal })
      await settle()
      parent.abort(new Error('bye'))
      await outcome
    }
    expect(transport.breakers().size).toBe(0)
  })

  test('is no wiser for a caller who hangs up while his call tries: the next one does', async () => {
    const { ask, clock, transport } = setUp({
      answers: [...Array.from({ length: 5 }, () => answer(503)), 'hang', answer(200)],
    })
    for (let call = 0; call < 5; call++) await ask({ host: 'api', path: `/${call}`, body: {} }).outcome
    await clock.advance(10_000)
    const parent = new AbortController()
    const { outcome } = ask({ host: 'api', path: '/tries' }, { parent: parent.signal })
    await settle()
    parent.abort(new Error('bye'))
    await outcome
    expect([...transport.breakers().values()]).toEqual([{ kind: 'half-open' }])
    expect(await ask().outcome).toMatchObject({ reply: { status: 200 } })
    expect(transport.breakers().size).toBe(0)
  })

  test('is moved by different questions that end with 500, not by one asked again and again', async () => {
    const { ended, transport } = setUp({ answers: [answer(500)] })
    for (let call = 0; call < 10; call++) await ended({ host: 'api', path: '/bad-id' })
    expect(transport.breakers().size).toBe(0)
    for (const id of ['a', 'b', 'c', 'd']) await ended({ host: 'api', path: `/${id}` })
    expect([...transport.breakers().keys()]).toEqual(['kalshi api'])
  })

  test('is asked before the budget is waited for, and what is refused costs nothing', async () => {
    const { ended, ask, clock, calls } = setUp({
      answers: [...Array.from({ length: 5 }, () => answer(503)), answer(200)],
      limit: { capacity: 1, perSecond: 0.5 },
    })
    for (const path of ['/a', '/b']) await ended({ host: 'api', path })
    expect(calls).toHaveLength(5)
    for (let call = 0; call < 5; call++) {
      expect(await ask({ host: 'api', path: `/${call}` }).outcome).toMatchObject({
        error: { detail: { kind: 'breaker_open' } },
      })
    }
    await clock.advance(10_000)
    expect(await ask().outcome).toMatchObject({ reply: { status: 200 } })
  })

  test('that opens while a caller waits for the budget refuses him then', async () => {
    const { ask, clock, calls } = setUp({
      answers: [answer(503)],
      limit: { capacity: 5, perSecond: 0.5 },
    })
    for (let call = 0; call < 5; call++) ask({ host: 'api', path: `/${call}`, body: {} })
    const late = ask({ host: 'api', path: '/late', body: {} })
    await clock.advance(2_000)
    expect(await late.outcome).toMatchObject({ error: { detail: { kind: 'breaker_open' } } })
    expect(calls).toHaveLength(5)
  })

  test('tells when it asks again and what the venue did last; its refusals do not become the last error', async () => {
    const { ask, clock, row, transport } = await broken()
    const lastError = row()?.lastError
    expect(lastError).toMatchObject({ code: 'EXCHANGE_NOT_AVAILABLE', at: expect.any(Number) })
    await clock.advance(1_000.25)
    const { error } = await ask({ host: 'api', path: '/again' }).outcome
    const until = clock.now() + 9_000
    const { retryInMs, until: told, cause } = detailOf(error)
    expect(retryInMs).toSatisfy(Number.isInteger)
    expect(Math.abs(Number(told) - until)).toBeLessThan(1_000)
    expect(cause).toMatchObject({ message: 'The venue returned HTTP 503', at: expect.any(Number) })
    expect(String(error)).toContain('HTTP 503')
    expect(row()?.lastError).toEqual(lastError)
    expect([...transport.breakers().values()]).toEqual([{ kind: 'open', until: told }])
  })
})

function detailOf(error: unknown): Readonly<Record<string, unknown>> {
  return error instanceof PmxError ? (error.detail ?? {}) : {}
}
