import { expect, test } from 'vitest'
import { replyWith } from '../../../src/http/response/ready-responses.js'

const answer = {
  body: '[1]',
  etag: '"abcdefgh.t1"',
  headers: {
    'content-length': '3',
    'content-type': 'application/json',
    etag: '"abcdefgh.t1"',
    'x-pmx-cache': 'hit',
  },
}

test.each([
  ['"abcdefgh.t1"', 304],
  ['W/"abcdefgh.t1"', 304],
  ['"other", "abcdefgh.t1"', 304],
  ['"abcdefgh.t2"', 200],
  ['abcdefgh.t1', 200],
  ['', 200],
  [undefined, 200],
])('a GET with If-None-Match %j is answered %i, a POST with the answer', (ifNoneMatch, status) => {
  expect(replyWith(answer, { method: 'GET', ifNoneMatch }).status).toBe(status)
  expect(replyWith(answer, { method: 'POST', ifNoneMatch })).toEqual({
    status: 200,
    headers: answer.headers,
    body: '[1]',
  })
})

test('what is held already is told without its body and what describes it', () => {
  expect(replyWith(answer, { method: 'GET', ifNoneMatch: answer.etag })).toEqual({
    status: 304,
    headers: { etag: answer.etag, 'x-pmx-cache': 'hit' },
    body: undefined,
  })
})
