import { describe, expect, test } from 'vitest'
import type { MethodGroup } from '../../src/contract/methods.js'
import { type AccessPolicy, assertRight, createAccess } from '../../src/http/access.js'

const TOKEN = 'token-token-token-token'
const READ = 'read-key-read-key'
const TRADE = 'trade-key-trade-key'
const BOTH = 'both-key-both-key'

const open: AccessPolicy = { token: TOKEN, requireToken: false, apiKeys: [] }
const guarded: AccessPolicy = { ...open, requireToken: true }
const keyed: AccessPolicy = {
  ...open,
  apiKeys: [
    { key: READ, rights: ['read'] },
    { key: TRADE, rights: ['trade'] },
    { key: BOTH, rights: ['read', 'trade'] },
  ],
}

const identify = (policy: AccessPolicy, token?: string, authorization?: string) =>
  createAccess(policy).identify(token, authorization)
const refused = (code: string) => expect.objectContaining({ code, status: 401 })

describe('with nothing configured', () => {
  test.each([undefined, 'wrong', ''])('anybody may call, but is not trusted (token %j)', (token) => {
    expect(identify(open, token)).toMatchObject({ trusted: false, rights: new Set(['read', 'trade']) })
  })

  test('the token is trusted', () => {
    expect(identify(open, TOKEN)).toMatchObject({ trusted: true })
  })

  test('a bearer is not the token', () => {
    expect(identify(open, undefined, `Bearer ${TOKEN}`).trusted).toBe(false)
  })
})

describe('with requireToken', () => {
  test.each<[string | undefined, string | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['wrong', undefined],
    [TOKEN.slice(0, -1), undefined],
    [`${TOKEN} `, undefined],
    [undefined, `Bearer ${TOKEN}`],
  ])(
    'token %j and authorization %j are refused, and the message says what to send',
    (token, authorization) => {
      expect(() => identify(guarded, token, authorization)).toThrow(refused('AUTHENTICATION_ERROR'))
      expect(() => identify(guarded, token, authorization)).toThrow(/x-pmxt-access-token/)
    },
  )

  test('the token passes, and is never in a message', () => {
    expect(identify(guarded, TOKEN).trusted).toBe(true)
    expect(() => identify(guarded, 'wrong')).not.toThrow(TOKEN)
  })
})

describe('with keys', () => {
  test.each([
    [READ, ['read']],
    [TRADE, ['trade']],
    [BOTH, ['read', 'trade']],
  ])('the key %s has its rights and no trust', (key, rights) => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(identify(keyed, undefined, `${scheme} ${key}`)).toEqual({
        trusted: false,
        rights: new Set(rights),
      })
  })

  test.each([undefined, '', 'Bearer', 'Bearer ', `Basic ${READ}`, READ, `Bearer ${READ} extra`])(
    'authorization %j is none',
    (authorization) => {
      expect(() => identify(keyed, undefined, authorization)).toThrow(refused('AUTHENTICATION_ERROR'))
    },
  )

  test('an unknown key is INVALID_API_KEY, and not repeated', () => {
    expect(() => identify(keyed, undefined, 'Bearer hunter2')).toThrow(refused('INVALID_API_KEY'))
    expect(() => identify(keyed, undefined, 'Bearer hunter2')).not.toThrow(/hunter2/)
  })

  test('the token stands for every right', () => {
    expect(identify(keyed, TOKEN)).toMatchObject({ trusted: true, rights: new Set(['read', 'trade']) })
  })
})

describe('a right', () => {
  const caller = (...rights: ('read' | 'trade')[]) => ({ trusted: false, rights: new Set(rights) })
  const groups: Readonly<Record<MethodGroup, 'read' | 'trade'>> = {
    catalog: 'read',
    live: 'read',
    pure: 'read',
    stream: 'read',
    router: 'read',
    system: 'read',
    legacy: 'read',
    auth: 'read',
    trading: 'trade',
    account: 'trade',
  }

  test.each(Object.entries(groups))('%s needs %s', (name, needed) => {
    const group = Object.keys(groups).find((each): each is MethodGroup => each === name) ?? 'catalog'
    const other = needed === 'read' ? 'trade' : 'read'
    expect(() => assertRight(caller(needed), group)).not.toThrow()
    expect(() => assertRight(caller(other), group)).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED', status: 403, detail: { kind: 'scope' } }),
    )
  })
})
