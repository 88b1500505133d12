import { describe, expect, test } from 'vitest'
import { signPersonal } from '../../../../src/signing/personal.js'
import { privateKeyOf } from '../../../../src/signing/private-key.js'
import { loadSignatures } from '../../../../src/simulator/mock-kit/verify-order.js'
import { requestSignature } from '../../../../src/simulator/mock-venues/myriad/accounts.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'
import { signIn } from './sign-in.js'

const stage = await createStage('myriad')
const key = privateKeyOf(`0x${'22'.repeat(32)}`)
const stranger = privateKeyOf(`0x${'11'.repeat(32)}`)
await loadSignatures()

function call(
  method: string,
  target: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const reply = stage.ask('api', method, target, body, headers)
  return { status: reply.status, body: JSON.parse(reply.body) as unknown }
}
const ask = (method: string, target: string, body?: unknown): unknown => call(method, target, body).body
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const at = <Result>(instant: number, act: () => Result): Result => {
  stage.now = instant
  try {
    return act()
  } finally {
    stage.now = NOON
  }
}

describe('a session', () => {
  test('is opened by a message that the wallet signs, and answers for its orders', () => {
    const { access } = signIn(ask, key)
    expect(call('GET', '/orders', undefined, bearer(access))).toMatchObject({
      status: 200,
      body: { data: [], pagination: { page: 1, limit: 5000, total: 0 } },
    })
  })

  test.each([
    'GET /orders',
    'GET /orders/0x1',
    'POST /orders',
    'DELETE /orders/0x1',
    'POST /orders/cancel-all',
  ])('is needed for %s', (line) => {
    const [method = '', path = ''] = line.split(' ')
    const body = method === 'GET' ? undefined : {}
    expect(call(method, path, body)).toEqual({ status: 401, body: { error: 'Authentication required' } })
    expect(call(method, path, body, bearer('x.y.z')).status).toBe(401)
  })

  test('lasts 15 minutes, and is renewed by its other token alone', () => {
    const { access, refresh } = signIn(ask, key)
    const status = (token: string) => call('GET', '/orders', undefined, bearer(token)).status
    expect(at(NOON + 14 * 60_000, () => status(access))).toBe(200)
    expect(at(NOON + 15 * 60_000, () => status(access))).toBe(401)
    expect(status(refresh)).toBe(401)
    const renewed = at(NOON + 20 * 60_000, () => call('POST', '/auth/refresh', { refreshToken: refresh }))
    expect(renewed.status).toBe(200)
    expect(at(NOON + 21 * 60_000, () => status(textAt(renewed.body, 'accessToken')))).toBe(200)
    expect(call('POST', '/auth/refresh', { refreshToken: access }).status).toBe(401)
    expect(call('POST', '/auth/refresh', {}).status).toBe(400)
  })

  test('is not opened by another wallet, by another message, late, or twice', () => {
    const message = textAt(ask('GET', `/auth/nonce?address=${key.address}`), 'message')
    const login = (signed: string, by = key) =>
      call('POST', '/auth/login', { message: signed, signature: signPersonal(by, signed) })
    expect(login(message, stranger)).toMatchObject({ status: 401, body: { error: 'Invalid signature' } })
    const others = message.replace(key.address, stranger.address)
    expect(login(others, stranger)).toMatchObject({ status: 401, body: { error: 'Invalid message' } })
    expect(at(NOON + 5 * 60_000 + 1, () => login(message).status)).toBe(401)
    const later = textAt(
      at(NOON + 1000, () => ask('GET', `/auth/nonce?address=${key.address}`)),
      'message',
    )
    expect(at(NOON + 2000, () => login(later).status)).toBe(200)
    expect(at(NOON + 3000, () => login(later))).toMatchObject({
      status: 401,
      body: { error: 'Nonce already used' },
    })
    expect(call('GET', '/auth/nonce?address=me').status).toBe(400)
  })

  test('sees the orders of its own wallet, whatever the query says', () => {
    const mine = bearer(signIn((...asked) => at(NOON + 9000, () => ask(...asked)), key).access)
    const found = call('GET', `/orders?trader=${stranger.address}`, undefined, mine)
    expect([found.status, rowsAt(found.body, 'data')]).toEqual([200, []])
  })
})

describe('an API key', () => {
  const { access } = at(NOON + 60_000, () => signIn(ask, key))
  const made = call('POST', '/auth/api-keys', { label: 'test' }, bearer(access)).body
  const [name, secret] = [textAt(made, 'key'), textAt(made, 'secret')]
  const signed = (timestamp: string, search = 'limit=5', by = secret) => ({
    'x-api-key': name,
    'x-api-timestamp': timestamp,
    'x-api-signature': requestSignature(by, {
      timestamp,
      method: 'GET',
      path: '/orders',
      search,
      body: undefined,
    }),
  })
  const status = (headers: Readonly<Record<string, string>>, target = '/orders?limit=5') =>
    call('GET', target, undefined, headers).status
  const seconds = String(Math.floor(NOON / 1000))

  test('is made within a session, and proves a wallet by signing requests', () => {
    expect(call('POST', '/auth/api-keys', { label: 'test' }, signed(seconds)).status).toBe(401)
    expect(status(signed(seconds))).toBe(200)
    expect(status(signed(String(NOON)))).toBe(200)
    expect(status(signed(new Date(NOON).toISOString()))).toBe(200)
  })

  test('is refused bare, late, with another secret, and for another request', () => {
    expect(call('GET', '/orders?limit=5', undefined, { 'x-api-key': name })).toEqual({
      status: 401,
      body: { code: 'SIGNATURE_REQUIRED' },
    })
    expect(status(signed(String(Number(seconds) - 31)))).toBe(401)
    expect(status(signed(seconds, 'limit=5', 'other'))).toBe(401)
    expect(status(signed(seconds), '/orders?limit=6')).toBe(401)
    expect(status(signed('soon'))).toBe(401)
  })

  test('is looked at on public routes too', () => {
    expect(status(signed(seconds, 'limit=5', 'other'), '/markets?limit=5')).toBe(401)
  })

  test.runIf(haveSamples)('signs as the vectors do', () => {
    const vectors = rowsAt(sample('myriad', 'hmac-vectors.json'), 'vectors')
    expect(vectors).toHaveLength(2)
    for (const vector of vectors) {
      const [path = '', search = ''] = textAt(vector, 'path').split('?')
      const body = vector['body'] === '' ? undefined : (JSON.parse(textAt(vector, 'body')) as unknown)
      const [timestamp, method] = [textAt(vector, 'timestamp'), textAt(vector, 'method')]
      expect(requestSignature(textAt(vector, 'secret'), { timestamp, method, path, search, body })).toBe(
        vector['signature'],
      )
    }
  })
})

test('a channel of one’s own has a token, of others not', () => {
  const { access } = at(NOON + 30_000, () => signIn(ask, key))
  const token = (channel: string, headers = bearer(access)) =>
    call('POST', '/auth/centrifugo/subscription-token', { channel }, headers)
  const own = key.address.toLowerCase()
  expect(token(`orders:56:${own}`)).toEqual({ status: 200, body: { token: expect.any(String) } })
  expect(token(`positions:56:${own}`).status).toBe(200)
  expect(token(`orders:56:${stranger.address.toLowerCase()}`).status).toBe(403)
  expect(token(`orders:56:${key.address}`).status).toBe(key.address === own ? 200 : 400)
  expect(token('prices:56:1').status).toBe(400)
  expect(token(`orders:56:${own}`, bearer('')).status).toBe(401)
})
