import { describe, expect, test } from 'vitest'
import type { PmxError } from '../../../src/api/envelope/errors.js'
import { errorRule } from '../../../src/venues/opinion/errors.js'
import { refusal } from './payloads.js'

const ruled = (json: unknown, status = 200): PmxError | undefined => errorRule({ status, headers: {}, json })

describe('a refusal with status 200', () => {
  test.each([
    [10_014, 'Please enable trading first', 'PERMISSION_DENIED', { kind: 'unknown' }],
    [10_200, 'Topic ID does not exist', 'NOT_FOUND', {}],
    [
      10_403,
      'API is not available to persons located in the United States',
      'PERMISSION_DENIED',
      { kind: 'geo' },
    ],
    [11_001, 'This API Key has no related Opinion Login Wallet yet', 'AUTHENTICATION_ERROR', {}],
    [11_002, 'Invalid API key', 'AUTHENTICATION_ERROR', {}],
    [11_010, 'No API key found for this wallet', 'AUTHENTICATION_ERROR', {}],
    [11_011, 'Invalid signature', 'AUTHENTICATION_ERROR', {}],
    [11_012, 'Signature expired', 'AUTHENTICATION_ERROR', {}],
    [11_013, 'Signature already used', 'AUTHENTICATION_ERROR', {}],
    [10_003, 'order signature is invalid', 'AUTHENTICATION_ERROR', {}],
    // Numbers and words of an order that would cross are not on record.
    [10_004, 'Invalid postOnly order', 'INVALID_ORDER', {}],
    [10_005, 'invalid order: it would match at once', 'INVALID_ORDER', {}],
    [429, 'Too many requests', 'RATE_LIMIT_EXCEEDED', {}],
    [10_001, 'token not found', 'NOT_FOUND', {}],
    [10_002, 'invalid param: limit', 'BAD_REQUEST', {}],
    [10_500, 'Internal error: order not found after insert', 'EXCHANGE_NOT_AVAILABLE', {}],
    [10_501, 'rpc timed out: invalid response', 'EXCHANGE_NOT_AVAILABLE', {}],
    [500, 'server is tired', 'EXCHANGE_NOT_AVAILABLE', {}],
  ])('of number %d (%s) is %s', (errno, text, code, detail) => {
    const error = ruled(refusal(errno, text))
    expect(error).toMatchObject({ code, detail: { upstreamStatus: 200, upstreamCode: errno, ...detail } })
    expect(error?.message).toContain(text)
  })

  test('may name its members in the other way of the documents', () => {
    expect(ruled({ code: 11_002, msg: 'Invalid API key', result: null })).toMatchObject({
      code: 'AUTHENTICATION_ERROR',
    })
  })

  test('without a text is one all the same', () => {
    expect(ruled({ errno: 7 })?.code).toBe('EXCHANGE_NOT_AVAILABLE')
    expect(ruled({ errno: 7, errmsg: null })?.code).toBe('EXCHANGE_NOT_AVAILABLE')
  })

  test('of any length is cut', () => {
    expect(ruled(refusal(7, 'x'.repeat(5_000)))?.message.length).toBeLessThan(300)
  })
})

test.each([{ errno: 0, errmsg: '', result: {} }, { code: 0, msg: '' }, {}, null, [], 'text'])(
  '%j is no refusal',
  (body) => {
    expect(ruled(body)).toBeUndefined()
  },
)

test('with another status only known numbers are believed', () => {
  expect(ruled(refusal(10_200, 'Topic ID does not exist'), 404)?.code).toBe('NOT_FOUND')
  expect(ruled(refusal(77, 'not found'), 500)).toBeUndefined()
})
