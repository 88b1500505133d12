import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { parseRequestBody, readBody } from '../../../src/http/request/request-body.js'

const MAX = 100

/** What is read of a request's body. */
async function read(init: RequestInit): Promise<unknown> {
  let outcome: unknown
  const app = new Hono()
  app.post('/', async (c) => {
    outcome = await readBody(c.req, MAX).catch((error: unknown) => error)
    return c.text('')
  })
  await app.request('http://localhost/', { method: 'POST', ...init })
  return outcome
}

function chunked(...chunks: readonly string[]): RequestInit {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  return { body: stream, headers, duplex: 'half' }
}

describe('a body', () => {
  const json = { 'content-type': 'application/json' }

  test.each<[string, RequestInit, unknown]>([
    ['of JSON', { headers: json, body: '{"args":[]}' }, { kind: 'text', text: '{"args":[]}' }],
    [
      'of JSON with a charset',
      { headers: { 'content-type': 'application/json; charset=utf-8' }, body: '{}' },
      { kind: 'text', text: '{}' },
    ],
    ['that is empty', { headers: json, body: '' }, { kind: 'none' }],
    ['of blanks', { headers: json, body: ' \n' }, { kind: 'none' }],
    ['that is missing', {}, { kind: 'none' }],
    [
      'of another type',
      { headers: { 'content-type': 'text/plain' }, body: '{}' },
      expect.objectContaining({ status: 415 }),
    ],
    ['of no type', { body: new TextEncoder().encode('{}') }, expect.objectContaining({ status: 415 })],
    ['in chunks', chunked('{"ar', 'gs":[]}'), { kind: 'text', text: '{"args":[]}' }],
    ['in chunks that split a letter', chunked('{"a":"', 'ü', '"}'), { kind: 'text', text: '{"a":"ü"}' }],
    ['in no chunk', chunked(), { kind: 'none' }],
  ])('%s', async (_what, init, outcome) => {
    expect(await read(init)).toEqual(outcome)
  })

  test('in chunks may be as large as allowed and no larger', async () => {
    expect(await read(chunked('x'.repeat(60), 'x'.repeat(40)))).toMatchObject({ kind: 'text' })
    expect(await read(chunked('x'.repeat(60), 'x'.repeat(41)))).toMatchObject({
      code: 'BAD_REQUEST',
      status: 413,
      message: 'request entity too large',
      detail: { kind: 'body_too_large' },
    })
  })

  test('without an end is read no further than allowed', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(60).fill(120))
      },
    })
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    expect(await read({ body: endless, headers, duplex: 'half' })).toMatchObject({ status: 413 })
    expect(pulled).toBeLessThan(10)
  })
})

describe('JSON text', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

  test.each([
    '[hunter2-hunter2]',
    '{"credentials":{"apiKey":hunter2-hunter2}}',
    '{"a":"b",\nhunter2-hunter2}',
  ])('that is none is not repeated: %s', (text) => {
    expect(() => parseRequestBody(text)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^The body is not JSON: (?!.*unter2)/s) }),
    )
  })

  test('of an object or a list is that value', () => {
    expect([parseRequestBody('{"a":1}'), parseRequestBody('[1]')]).toEqual([{ a: 1 }, [1]])
  })

  test.each(['{', '', 'nope', '{"a":1}}', '5', '"x"', 'null', 'true', '['.repeat(1_000_000), deep])(
    '%.20j is refused',
    (text) => {
      expect(() => parseRequestBody(text)).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', status: 400 }),
      )
    },
  )
})
