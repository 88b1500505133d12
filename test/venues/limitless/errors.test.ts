import { describe, expect, test } from 'vitest'
import { errorRule, readErrorText } from '../../../src/venues/limitless/errors.js'
import { failureOf } from '../../support/expect.js'
import { json, raw } from '../../support/wire.js'
import { setUp } from './set-up.js'

const reply = (status: number, body: unknown) => ({ status, headers: {}, json: body })

test('a token used as a slug is nothing found, not an outage', () => {
  expect(errorRule(reply(500, { message: 'No entity found' }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('a list of messages is one message', () => {
  const body = { message: ['limit must not be greater than 25', { property: 'page' }], statusCode: 400 }
  const error = errorRule(reply(400, body))
  expect(error).toMatchObject({ code: 'BAD_REQUEST' })
  expect(error?.message).toContain('limit must not be greater than 25; {"property":"page"}')
})

test.each([
  [200, { message: ['fine'] }],
  [200, []],
  [404, { message: 'Market not found for slug: x' }],
  [429, { message: 'Too many requests' }],
  [500, { message: 'boom' }],
])('%d %j is left to the general reading', (status, body) => {
  expect(errorRule(reply(status, body))).toBeUndefined()
})

test.each([[null], ['text'], [{}], [{ message: 7 }]])('the words of %j are text', (body) => {
  expect(typeof readErrorText(body)).toBe('string')
})

describe('over the transport', () => {
  const ask = { host: 'api', path: '/markets/active' }

  test.each([
    ['a wall', raw(403, '<!DOCTYPE html><title>Just a moment...</title>'), 'PERMISSION_DENIED'],
    [
      'a wall with status 200',
      raw(200, '<!DOCTYPE html><title>Just a moment...</title>'),
      'PERMISSION_DENIED',
    ],
    [
      'a Cloudflare limit page',
      raw(200, '<html>error code: 1015 rate limited</html>'),
      'RATE_LIMIT_EXCEEDED',
    ],
    ['a 429', json(429, { message: 'Too many requests' }), 'RATE_LIMIT_EXCEEDED'],
    ['a 500', json(500, { message: 'Internal server error' }), 'EXCHANGE_NOT_AVAILABLE'],
    ['a cut body', raw(200, '{"data":[{"slug"'), 'EXCHANGE_NOT_AVAILABLE'],
  ])('%s is an error', async (_what, answer, code) => {
    const { ctx, clock } = setUp({ 'GET api/markets/active': answer })
    const failing = failureOf(() => ctx.http.send(ask))
    await clock.advance(60_000)
    expect((await failing).code).toBe(code)
  })
})
