import { describe, expect, test } from 'vitest'
import { settle } from '../support/clock.js'
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
})
