import { describe, expect, test } from 'vitest'
import { renderSuccess, successTextOf, toFailure } from '../../../src/api/envelope/envelope.js'
import { PmxError } from '../../../src/api/envelope/errors.js'

describe('a success', () => {
  test.each<[unknown, string]>([
    [undefined, '{"success":true}'],
    [null, '{"success":true,"data":null}'],
    [[], '{"success":true,"data":[]}'],
    [0, '{"success":true,"data":0}'],
    [{ a: 1, b: undefined }, '{"success":true,"data":{"a":1}}'],
  ])('of %j is %s', (data, text) => {
    expect(renderSuccess(data)).toBe(text)
  })

  test('reads the same from data and from its JSON', () => {
    expect(successTextOf('[1,2]')).toBe(renderSuccess([1, 2]))
  })
})

describe('a failure', () => {
  test('carries message, code, retryable, display name and detail, and nothing that is unknown', () => {
    const error = new PmxError('NOT_FOUND', 'No such thing', { exchange: 'polymarket_us' })
    expect(toFailure(error)).toEqual({
      status: 404,
      body: {
        success: false,
        error: {
          message: 'No such thing',
          code: 'NOT_FOUND',
          retryable: false,
          exchange: 'PolymarketUS',
          detail: null,
        },
      },
    })
  })

  test('carries field and retryAfter where there are some', () => {
    const error = new PmxError('RATE_LIMIT_EXCEEDED', 'slow', { retryAfter: 7, field: 'x', detail: { a: 1 } })
    expect(toFailure(error).body.error).toMatchObject({
      retryAfter: 7,
      field: 'x',
      detail: { a: 1 },
      exchange: null,
    })
  })

  test('keeps a status that the situation decided', () => {
    expect(toFailure(new PmxError('BAD_REQUEST', 'too large', { status: 413 })).status).toBe(413)
  })

  test.each([
    new Error('password is hunter2'),
    new TypeError('x'),
    'text',
    null,
    undefined,
    { code: 'NOT_FOUND' },
  ])('that is no PmxError is a bug: 500 without a code and without its inner text (%j)', (thrown) => {
    const { status, body } = toFailure(thrown)
    expect(status).toBe(500)
    expect(body.success).toBe(false)
    expect(body.error).toEqual({
      message: expect.stringContaining('bug'),
      retryable: false,
      exchange: null,
      detail: null,
    })
    expect(JSON.stringify(body)).not.toContain('hunter2')
  })
})
