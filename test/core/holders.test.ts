import { expect, test } from 'vitest'
import { createContexts } from '../../src/core/request/request-context.js'
import { silentLogger } from '../../src/observe/logger.js'
import type { Transport } from '../../src/transport/transport.js'
import type { Secrets } from '../../src/venue-kit/contract/account-secrets.js'
import { defineMemoKey } from '../../src/venue-kit/contract/memo.js'
import type { Venue } from '../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../support/clock.js'

const login = defineMemoKey<string>('a session', 60_000)

test('what the credentials of 200 clients brought is remembered for each of them, and for nobody else', () => {
  const contexts = createContexts({
    transport: { bind: () => ({}) } as unknown as Transport,
    clock: fakeClock(),
    log: silentLogger,
  })
  const memoOf = (venue: string, values: Secrets['values']) => {
    const context = contexts.open({ id: venue } as Venue, {
      priority: 'interactive',
      signal: new AbortController().signal,
      allowedMs: 1_000,
      secrets: { values, withheld: false },
    })
    context.release()
    return context.memo
  }
  const keys = Array.from({ length: 200 }, (_, index) => ({ privateKey: `key-${index}` }))
  for (const key of keys) memoOf('myriad', key).set(login, 'id', `of ${key.privateKey}`)
  expect(keys.map((key) => memoOf('myriad', key).get(login, 'id'))).toEqual(
    keys.map(({ privateKey }) => `of ${privateKey}`),
  )
  expect(memoOf('smarkets', { privateKey: 'key-1' }).get(login, 'id')).toBeUndefined()
  expect(memoOf('myriad', { privateKey: 'key-1', apiKey: 'key-1' }).get(login, 'id')).toBeUndefined()
  expect(memoOf('myriad', {}).get(login, 'id')).toBeUndefined()
  memoOf('myriad', { privateKey: 'key-1' }).delete(login, 'id')
  expect(memoOf('myriad', { privateKey: 'key-1' }).get(login, 'id')).toBeUndefined()
  expect(memoOf('myriad', { privateKey: 'key-2' }).get(login, 'id')).toBe('of key-2')
})
