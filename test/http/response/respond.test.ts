import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { joinText } from '../../../src/catalog/rows/row-stream.js'
import { ReadyPieces } from '../../../src/core/request/api-call.js'
import { MAX_JOINED_LENGTH } from '../../../src/http/response/ready-responses.js'
import { createResponder, createSuccessBody } from '../../../src/http/response/respond.js'
import { MAX_UNCHUNKED_BYTES } from '../../../src/http/response/streamed-response.js'
import { createSecretSet } from '../../../src/policy/secrets/secret-set.js'
import { atOnce } from '../../support/engine.js'

test('a long answer is made bytes once, which all who share it are sent as they are', () => {
  const envelope = '{"success":true,"data":""}'.length
  const short = 'x'.repeat(MAX_JOINED_LENGTH - envelope)
  expect(createSuccessBody(short)).toBe(`{"success":true,"data":"${short}"}`)
  expect(createSuccessBody(`${short}x`)).toEqual(Buffer.from(`{"success":true,"data":"${short}x"}`))
})

test('pieces are joined up to the length of a page; what is longer stays in pieces, which begin anew each time', () => {
  const around = '{"success":true,"data":[""]}'.length
  const pieces = (letters: number) => new ReadyPieces('[', ['"', 'é'.repeat(letters), '"'], ']')
  const most = (MAX_UNCHUNKED_BYTES - around) / 2
  const joined = createSuccessBody(pieces(most))
  // As text: of bytes each would be compared by itself.
  expect(String(joined)).toBe(`{"success":true,"data":["${'é'.repeat(most)}"]}`)
  expect(joined).toBeInstanceOf(Buffer)
  const long = createSuccessBody(pieces(most + 1))
  expect(long).toBeInstanceOf(ReadyPieces)
  for (const _time of [1, 2, 3])
    expect(joinText(long as ReadyPieces)).toBe(`{"success":true,"data":["${'é'.repeat(most + 1)}"]}`)
})

describe('a failure says when to come again', () => {
  const { failure } = createResponder({}, createSecretSet(), atOnce)

  test.each([
    ['where it is known', new PmxError('RATE_LIMIT_EXCEEDED', 'slow down', { retryAfter: 7 }), '7'],
    ['and nothing where it is not', new PmxError('RATE_LIMIT_EXCEEDED', 'slow down'), null],
    ['and nothing where it is a bug', Object.assign(new Error('bug'), { retryAfter: 7 }), null],
  ])('%s', (_what, error, header) => {
    expect(failure(error, {}).headers.get('retry-after')).toBe(header)
  })
})
