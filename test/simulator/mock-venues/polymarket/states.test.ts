import { describe, expect, test } from 'vitest'
import { clobStates } from '../../../../src/simulator/mock-venues/polymarket/clob/states.js'
import { present } from '../../../support/expect.js'
import { contextOf } from '../../support/context.js'
import { NOON } from '../../support/stage.js'
import { world } from '../../support/world.js'

const now = contextOf(world, NOON)

/** A call to the order book host, and what a state answers to it; undefined where the route answers. */
function answered(state: string, method: string, path: string, body?: unknown) {
  const { hits, reply } = present(clobStates[state])
  const request = { method, path, search: '', headers: {}, body }
  if (!hits(request)) return undefined
  const { status, headers, body: text } = reply(request, now)
  const told: unknown = JSON.parse(text)
  return { status, headers, body: told }
}

const order = (changes: object = {}) => ({ order: { signatureType: 0 }, postOnly: false, ...changes })

describe('states of the order book', () => {
  test.each([
    ['trading-disabled', 503, { error: 'trading is disabled' }],
    ['cancel-only', 503, { error: 'trading is disabled' }],
    ['restarting', 425, { error: expect.any(String) }],
    ['rate-limited', 429, { error: 'Too Many Requests' }],
    ['restricted', 403, { error: expect.stringContaining('Trading restricted in your region') }],
    ['closed-only', 400, { error: 'address in closed only mode' }],
    ['banned', 400, { error: 'address banned' }],
    ['deposit-wallets-only', 400, { error: expect.stringContaining('deposit wallet flow') }],
    ['post-only-mode', 503, { code: 'post_only_mode', retry_after_seconds: 79 }],
  ])('%s refuses orders, and reads go on', (state, status, body) => {
    expect(answered(state, 'POST', '/order', order())).toMatchObject({ status, body })
    expect(answered(state, 'POST', '/orders', [order()])).toMatchObject({ status, body })
    expect(answered(state, 'GET', '/book')).toBeUndefined()
    expect(answered(state, 'GET', '/data/orders')).toBeUndefined()
  })

  test.each([
    ['trading-disabled', true],
    ['restarting', true],
    ['rate-limited', true],
    ['cancel-only', false],
    ['post-only-mode', false],
    ['closed-only', false],
  ])('%s refuses cancels: %s', (state, isRefused) => {
    for (const path of ['/order', '/orders', '/cancel-all', '/cancel-market-orders'])
      expect(answered(state, 'DELETE', path) !== undefined).toBe(isRefused)
  })

  test('post-only mode takes what only rests, deposit wallets trade where others may not', () => {
    expect(answered('post-only-mode', 'POST', '/order', order({ postOnly: true }))).toBeUndefined()
    expect(answered('post-only-mode', 'POST', '/orders', [order({ postOnly: true }), order()])).toBeDefined()
    const deposit = order({ order: { signatureType: 3 } })
    expect(answered('deposit-wallets-only', 'POST', '/order', deposit)).toBeUndefined()
    expect(answered('deposit-wallets-only', 'POST', '/orders', [deposit, order()])).toBeDefined()
  })

  test('say when to come again', () => {
    expect(answered('post-only-mode', 'POST', '/order', order())?.headers['retry-after']).toBe('79')
    expect(answered('restarting', 'POST', '/order', order())?.headers['retry-after']).toBe('1')
    expect(answered('rate-limited', 'POST', '/order', order())?.headers).toMatchObject({
      'retry-after': '1',
      'poly-ratelimit-remaining': '0',
      'poly-ratelimit-reset': String(Math.floor(NOON / 1000) + 1),
      'poly-ratelimit-tier': 'standard',
    })
  })
})
