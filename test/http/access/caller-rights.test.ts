import { describe, expect, test } from 'vitest'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import { type AccessPolicy, assertRight, createAccess } from '../../../src/http/access/caller-rights.js'

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
const refused = (code: string) =>
  expect.objectContaining({ code, status: 401, detail: { kind: 'daemon_access' } })

test.each([
  ['nothing configured', open, true],
  ['requireToken', guarded, false],
  ['keys', keyed, false],
])('with %s nobody has to prove anything: %s', (_what, policy, isOpen) => {
  expect(createAccess(policy).isOpen).toBe(isOpen)
})

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
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
      expect(identify(keyed, undefined, `${scheme} ${key}`)).toEqual({
        trusted: false,
        rights: new Set(rights),
      })
  })

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${READ}`,
    READ,
    `Bearer ${READ} extra`,
    `My Bearer ${READ}`,
  ])('authorization %j is none', (authorization) => {
    expect(() => identify(keyed, undefined, authorization)).toThrow(refused('AUTHENTICATION_ERROR'))
  })

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
  const refused = expect.objectContaining({
    code: 'PERMISSION_DENIED',
    status: 403,
    detail: { kind: 'scope' },
  })

  test.each<[MethodName, 'read' | 'trade' | 'any']>([
    ['fetchMarkets', 'read'],
    ['fetchOHLCV', 'read'],
    ['watchTrades', 'read'],
    ['fetchArbitrage', 'read'],
    ['createOrder', 'trade'],
    ['buildOrder', 'trade'],
    ['cancelOrder', 'trade'],
    ['loginWithSignature', 'trade'],
    ['fetchOpenOrders', 'read'],
    ['fetchPositions', 'read'],
    ['fetchBalance', 'read'],
    ['has', 'any'],
    ['close', 'any'],
    ['getExecutionPrice', 'any'],
  ])('%s needs: %s', (method, needed) => {
    for (const right of ['read', 'trade'] as const) {
      const check = (): void => assertRight(caller(right), method)
      if (needed === 'any' || needed === right) expect(check).not.toThrow()
      else expect(check).toThrow(refused)
    }
  })
})
