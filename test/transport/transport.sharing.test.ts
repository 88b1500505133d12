import { describe, expect, test } from 'vitest'
import type { VenueRequest } from '../../src/transport/call-types.js'
import { answer, read, setUp, write } from './transport-world.js'

const SECRET = 'hunter2-hunter2-hunter2'

describe('identical reads at the same time', () => {
  test('are one call on the wire, counted for the caller who started it', async () => {
    const { ask, calls, row } = setUp({ answers: [answer(200, { a: 1 })] })
    const asked = Array.from({ length: 10 }, () => ask({ ...read, query: { a: 1, b: 2 } }))
    asked.push(ask({ ...read, query: { b: 2, a: 1 } }))
    for (const { outcome } of asked) expect(await outcome).toMatchObject({ reply: { json: { a: 1 } } })
    expect(calls).toHaveLength(1)
    expect(asked.map(({ http }) => http.sent)).toEqual([1, ...Array.from({ length: 10 }, () => 0)])
    expect(row()).toMatchObject({ sent: 1, coalesced: 10 })
  })

  test('one after the other are two calls', async () => {
    const { ask, calls } = setUp()
    await ask().outcome
    await ask().outcome
    expect(calls).toHaveLength(2)
  })

  test.each<[string, VenueRequest, VenueRequest]>([
    ['writes', write, write],
    [
      'with secrets',
      { ...read, secretHeaders: { key: SECRET } },
      { ...read, secretHeaders: { key: SECRET } },
    ],
    ['with and without secrets', read, { ...read, secretHeaders: { key: SECRET } }],
    ['with other headers', read, { ...read, headers: { version: '2' } }],
    ['with other accepted statuses', read, { ...read, accept: [404] }],
    ['with other queries', read, { ...read, query: { a: 1 } }],
  ])('%s are not shared', async (_what, a, b) => {
    const { ask, calls } = setUp()
    await Promise.all([ask(a).outcome, ask(b).outcome])
    expect(calls).toHaveLength(2)
  })

  test('a caller who hangs up leaves the others their answer', async () => {
    const { ask, clock, calls } = setUp({ answers: [answer(200)], limit: { capacity: 1, perSecond: 1 } })
    ask({ host: 'api', path: '/spends the token' })
    const parent = new AbortController()
    const leaver = ask(read, { parent: parent.signal })
    const stayer = ask(read)
    parent.abort(new Error('bye'))
    expect(await leaver.outcome).toMatchObject({ error: { message: 'bye' } })
    await clock.advance(2_000)
    expect(await stayer.outcome).toMatchObject({ reply: { status: 200 } })
    expect(calls).toHaveLength(2)
  })

  test('a patient caller is not cut short by the deadline of the one who came first', async () => {
    const { ask, clock, calls } = setUp({ answers: [answer(503), answer(503), answer(200)] })
    const hasty = ask(read, { allowedMs: 150 })
    const patient = ask(read, { allowedMs: 25_000 })
    await clock.advance(2_000)
    expect(await hasty.outcome).toMatchObject({ error: { code: 'NETWORK_ERROR' } })
    expect(await patient.outcome).toMatchObject({ reply: { status: 200 } })
    expect(calls).toHaveLength(3)
  })

  test('the last caller to hang up ends the call', async () => {
    const { ask, clock, row } = setUp({ answers: ['hang'] })
    const asked = [ask(read, { allowedMs: 100 }), ask(read, { allowedMs: 200 })]
    await clock.advance(300)
    for (const { outcome } of asked) expect(await outcome).toMatchObject({ error: { code: 'NETWORK_ERROR' } })
    expect(row()).toMatchObject({ inFlight: 0 })
  })

  test('a person who joins a call of the background makes it overtake the background', async () => {
    const { ask, clock, calls } = setUp({ limit: { capacity: 1, perSecond: 1 } })
    ask({ host: 'api', path: '/spends the token' })
    for (let call = 0; call < 60; call++)
      ask({ host: 'api', path: `/sync/${call}` }, { priority: 'background', allowedMs: 100_000 })
    ask(read, { priority: 'background', allowedMs: 100_000 })
    await clock.advance(100)
    const person = ask(read)
    await clock.advance(1_000)
    expect(await person.outcome).toMatchObject({ reply: { status: 200 } })
    expect(calls).toHaveLength(2)
  })
})
