import { describe, expect, test } from 'vitest'
import { answer, read, setUp } from './transport-world.js'

const login = {
  host: 'api',
  path: '/sessions',
  body: { user: 'a' },
  group: 'login',
  isUnrecorded: true,
} as const

describe('a route of logins that fails', () => {
  test('is no failure of what is read without a login', async () => {
    const { ask, transport, calls } = setUp({
      answers: [...Array.from({ length: 5 }, () => answer(503)), answer(200)],
    })
    for (let call = 0; call < 5; call++) await ask({ ...login, body: { user: call } }).outcome
    expect([...transport.breakers().keys()]).toEqual(['kalshi api login'])
    expect(await ask(read).outcome).toMatchObject({ reply: { status: 200 } })
    const before = calls.length
    expect(await ask(login).outcome).toMatchObject({
      error: { detail: { kind: 'breaker_open', host: 'api' } },
    })
    expect(calls).toHaveLength(before)
  })

  test('and wants a long silence leaves a host alone whose groups are limited apart', async () => {
    const groups = { login: { capacity: 3, perSecond: 1, source: 'made up', ofAccounts: true } } as const
    const { ask } = setUp({
      answers: [answer(429, {}, { 'retry-after': '900' }), answer(200)],
      host: { groups, separateGroups: true },
    })
    expect(await ask(login).outcome).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED' } })
    expect(await ask(read).outcome).toMatchObject({ reply: { status: 200 } })
    expect(await ask(login).outcome).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED' } })
  })

  test('is tried while the rest of the host is refused, and says nothing of it', async () => {
    const { ask, ended, transport } = setUp({
      answers: [...Array.from({ length: 5 }, () => answer(503)), answer(200)],
    })
    await ended()
    await ended({ host: 'api', path: '/events' })
    expect(await ask(login).outcome).toMatchObject({ reply: { status: 200 } })
    expect([...transport.breakers().keys()]).toEqual(['kalshi api'])
  })
})
