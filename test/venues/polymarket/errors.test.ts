import { describe, expect, test } from 'vitest'
import { hostOutcomeOf } from '../../../src/transport/errors.js'
import { errorRule, readErrorText } from '../../../src/venues/polymarket/errors.js'
import { condition, token } from '../../support/chain-ids.js'
import { failureOf } from '../../support/expect.js'
import { json, raw } from '../../support/wire.js'
import { setUp } from './set-up.js'

const reply = (status: number, body: unknown) => ({ status, headers: {}, json: body })

describe('a success that carries an error is the error it means', () => {
  test.each([
    [{ error: 'Too Many Requests' }, 'RATE_LIMIT_EXCEEDED'],
    [{ error: 'rate limit reached' }, 'RATE_LIMIT_EXCEEDED'],
    [{ error: 'No orderbook exists for the requested token id' }, 'NOT_FOUND'],
    [{ type: 'not found error', error: 'id not found' }, 'NOT_FOUND'],
    [{ error: 'something broke' }, 'EXCHANGE_NOT_AVAILABLE'],
  ])('200 %j is %s', (body, code) => {
    expect(errorRule(reply(200, body))).toMatchObject({ code })
  })

  test.each([[[]], [{ history: [] }], [{ error: '' }], [{ error: null }], ['OK'], [null], [1781273248]])(
    '200 %j is left alone',
    (body) => {
      expect(errorRule(reply(200, body))).toBeUndefined()
    },
  )
})

describe('texts that mean something else than their status', () => {
  test('a deployment without keyset paging has no such route', () => {
    const body = { type: 'service unavailable', error: 'keyset pagination is not configured' }
    expect(errorRule(reply(503, body))).toMatchObject({
      code: 'NOT_SUPPORTED',
      detail: { kind: 'route_gone' },
    })
    expect(errorRule(reply(503, { error: 'the moon is wrong' }))).toBeUndefined()
  })

  test.each([
    'Trading is currently disabled. Check polymarket.com for updates',
    'Trading is currently cancel-only. New orders are not accepted, but cancels are allowed.',
    'post-only mode: only post-only orders and cancels are allowed',
  ])('%s: the order was not taken, and the host is well', (error) => {
    const headers = { 'retry-after': '80' }
    const body = { error, code: 'post_only_mode', retry_after_seconds: 79 }
    const failure = errorRule({ status: 503, headers, json: body })
    expect(failure).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryAfter: 80,
      detail: { kind: 'orders_paused' },
    })
    expect(hostOutcomeOf(failure)).toBe('success')
  })

  test.each([
    [503, { error: 'trading is disabled' }, {}, undefined],
    [503, { error: 'trading is disabled', code: 'trading_disabled', retry_after_seconds: 30.5 }, {}, 31],
    [425, { error: 'not yet' }, { 'retry-after': '1' }, 1],
    [425, '', {}, undefined],
    [200, { success: false, orderID: '', errorMsg: 'post-only mode: only post-only orders' }, {}, undefined],
    [400, { error: 'post-only mode: only post-only orders', retry_after_seconds: 'soon' }, {}, undefined],
  ])('a pause by any status, %d %j, placed nothing', (status, body, headers, retryAfter) => {
    const failure = errorRule({ status, headers, json: body })
    expect(failure).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      retryable: true,
      detail: { kind: 'orders_paused' },
    })
    expect(failure?.retryAfter).toBe(retryAfter)
    expect(hostOutcomeOf(failure)).toBe('success')
  })

  test('the code of a pause is told', () => {
    const body = { error: 'trading is disabled', code: 'trading_disabled' }
    expect(errorRule(reply(503, body))?.detail).toMatchObject({ code: 'trading_disabled' })
  })

  test('the limits of a key say which they are', () => {
    const headers = { 'retry-after': '2', 'poly-ratelimit-tier': 'standard', 'poly-ratelimit-remaining': '0' }
    const failure = errorRule({ status: 429, headers, json: { error: 'too many orders' } })
    expect(failure).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfter: 2,
      detail: { tier: 'standard', remaining: '0' },
    })
  })

  test.each([
    ['not enough balance / allowance', 'INSUFFICIENT_FUNDS', undefined],
    ['the allowance is not enough -> spender: 0xe333', 'INSUFFICIENT_FUNDS', undefined],
    [
      'maker address not allowed, please use the deposit wallet flow',
      'PERMISSION_DENIED',
      'maker_not_allowed',
    ],
    [
      'the order signer address has to be the address of the API KEY',
      'AUTHENTICATION_ERROR',
      'signer_not_of_key',
    ],
    ['the order owner has to be the owner of the API KEY', 'AUTHENTICATION_ERROR', undefined],
  ])('%s is %s, with a hint', (error, code, kind) => {
    const failure = errorRule(reply(400, { error }))
    expect(failure).toMatchObject({ code })
    expect(failure?.detail?.['kind']).toBe(kind)
    expect(failure?.message.length).toBeGreaterThan(error.length + 60)
  })

  test('a request that the venue dropped is the venue failing, not a bad request', () => {
    expect(errorRule(reply(400, { error: 'context canceled' }))).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
    })
  })

  test.each([
    [404, { error: 'No orderbook exists for the requested token id' }],
    [422, { type: 'validation error', error: 'id is invalid' }],
    [400, { error: "invalid filters: 'startTs' and 'endTs' interval is too long" }],
    [429, { error: 'rate_limited' }],
  ])('%d %j keeps the general meaning of its status', (status, body) => {
    expect(errorRule(reply(status, body))).toBeUndefined()
  })

  test('an error text is cut before it is shown', () => {
    expect(readErrorText({ error: 'x'.repeat(500) })).toHaveLength(200)
  })
})

describe('over the transport', () => {
  const ask = { host: 'data', path: '/trades', query: { market: condition(1) } }

  test('a throttle with status 200 is retried and then told as RATE_LIMIT_EXCEEDED', async () => {
    const { ctx, wire, clock } = setUp({ 'GET data/trades': { error: 'Too Many Requests' } })
    const failing = failureOf(() => ctx.http.send(ask))
    await clock.advance(60_000)
    expect((await failing).code).toBe('RATE_LIMIT_EXCEEDED')
    expect(wire.calls.length).toBeGreaterThan(1)
  })

  test('the end of a geo block is PERMISSION_DENIED of kind geo', async () => {
    const body = { error: 'Trading restricted in your region, please refer to available regions' }
    const { ctx } = setUp({ 'GET clob/book': json(403, body) })
    const error = await failureOf(() =>
      ctx.http.send({ host: 'clob', path: '/book', query: { token_id: token(1) } }),
    )
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', detail: { kind: 'geo' } })
  })

  test('a wall of HTML is never read as data', async () => {
    const { ctx } = setUp({ 'GET gamma/events': raw(200, '<!DOCTYPE html><title>Just a moment...</title>') })
    const error = await failureOf(() => ctx.http.send({ host: 'gamma', path: '/events' }))
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', detail: { kind: 'bot' } })
  })
})
