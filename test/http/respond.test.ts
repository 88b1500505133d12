import { describe, expect, test } from 'vitest'
import { PmxError } from '../../src/api/errors.js'
import { MAX_TEXT_LENGTH } from '../../src/http/ready-answers.js'
import { createResponder, successBody } from '../../src/http/respond.js'
import { createSecretSet } from '../../src/policy/secret-set.js'

test('a long answer is made bytes once, which all who share it are sent as they are', () => {
  const envelope = '{"success":true,"data":""}'.length
  const short = 'x'.repeat(MAX_TEXT_LENGTH - envelope)
  expect(successBody(short)).toBe(`{"success":true,"data":"${short}"}`)
  expect(successBody(`${short}x`)).toEqual(Buffer.from(`{"success":true,"data":"${short}x"}`))
})

describe('a failure says when to come again', () => {
  const { failure } = createResponder({}, createSecretSet())

  test.each([
    ['where it is known', new PmxError('RATE_LIMIT_EXCEEDED', 'slow down', { retryAfter: 7 }), '7'],
    ['and nothing where it is not', new PmxError('RATE_LIMIT_EXCEEDED', 'slow down'), null],
    ['and nothing where it is a bug', Object.assign(new Error('bug'), { retryAfter: 7 }), null],
  ])('%s', (_what, error, header) => {
    expect(failure(error, {}).headers.get('retry-after')).toBe(header)
  })
})
