import { describe, expect, test } from 'vitest'
import { type ErrorDetail, PmxError } from '../../src/api/envelope/errors.js'
import { DeadlineExceeded } from '../../src/policy/abort.js'
import type { WireReply } from '../../src/transport/call-types.js'
import {
  hostOutcomeOf,
  isTransient,
  readReply,
  retryAfterSeconds,
  toPmxError,
  WireError,
} from '../../src/transport/errors.js'

function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, text, headers: { 'content-type': 'application/json', ...headers } }
}

/** The error that an answer means. */
function errorOf(status: number, body: unknown, headers?: Readonly<Record<string, string>>): PmxError {
  const read = readReply(reply(status, body, headers), [], undefined)
  if ('ok' in read) throw new Error('the answer was accepted')
  return read.error
}

describe('a good answer', () => {
  test.each<[unknown]>([[null], [{}], [[]], [0], [false], [{ error: 'in a 200' }]])(
    '%j is handed on as it is',
    (body) => {
      expect(readReply(reply(200, body), [], undefined)).toMatchObject({ ok: { status: 200, json: body } })
    },
  )

  test('of a text is that text', () => {
    expect(readReply(reply(200, '"word"'), [], undefined)).toMatchObject({ ok: { json: 'word' } })
  })

  test.each([
    ['cut off', '{"markets":[{"id":1},{"i'],
    ['no JSON', 'OK'],
    ['empty', ''],
  ])('that is %s is EXCHANGE_NOT_AVAILABLE', (_what, text) => {
    const read = readReply({ status: 200, text, headers: {} }, [], undefined)
    expect(read).toMatchObject({
      error: { code: 'EXCHANGE_NOT_AVAILABLE', detail: { kind: 'not_json', upstreamStatus: 200 } },
    })
  })

  test('labelled as a page is still JSON', () => {
    const read = readReply(reply(200, { a: 1 }, { 'content-type': 'text/html' }), [], undefined)
    expect(read).toMatchObject({ ok: { json: { a: 1 } } })
  })
})

describe('an accepted status', () => {
  test('is handed on with its body, parsed or as text', () => {
    expect(readReply(reply(404, { a: 1 }), [404], undefined)).toMatchObject({
      ok: { status: 404, json: { a: 1 } },
    })
    expect(readReply(reply(404, 'nothing here'), [404], undefined)).toMatchObject({
      ok: { json: 'nothing here' },
    })
    expect(readReply(reply(404, ''), [404], undefined)).toMatchObject({ ok: { json: '' } })
    expect(readReply(reply(404, 'null'), [404], undefined)).toMatchObject({ ok: { json: null } })
  })
})

test.each([undefined, new Uint8Array([0x5b, 0x5d])])(
  'a part of a list is none, though it is JSON',
  (bytes) => {
    const part = { ...reply(206, bytes === undefined ? '[]' : ''), ...(bytes && { bytes }) }
    expect(readReply(part, [], undefined)).toMatchObject({
      error: { code: 'EXCHANGE_NOT_AVAILABLE', retryable: true, detail: { upstreamStatus: 206 } },
    })
  },
)

describe('a failure', () => {
  test.each<[number, string, string]>([
    [103, 'early hints', 'EXCHANGE_NOT_AVAILABLE'],
    [206, 'a part of it, which nobody asked for', 'EXCHANGE_NOT_AVAILABLE'],
    [300, 'choose', 'EXCHANGE_NOT_AVAILABLE'],
    [302, 'elsewhere', 'EXCHANGE_NOT_AVAILABLE'],
    [304, 'as before', 'EXCHANGE_NOT_AVAILABLE'],
    [400, 'Insufficient funds', 'INSUFFICIENT_FUNDS'],
    [400, 'balance too low', 'INSUFFICIENT_FUNDS'],
    [400, 'not enough shares', 'INSUFFICIENT_FUNDS'],
    [400, 'invalid order: insufficient balance', 'INSUFFICIENT_FUNDS'],
    [400, 'Invalid order', 'INVALID_ORDER'],
    [400, 'breaks the tick size', 'INVALID_ORDER'],
    [400, 'price must be below 1', 'INVALID_ORDER'],
    [400, 'size must be positive', 'INVALID_ORDER'],
    [400, 'amount must be positive', 'INVALID_ORDER'],
    [400, 'validation failed', 'VALIDATION_ERROR'],
    [400, 'Invalid parameter: limit', 'VALIDATION_ERROR'],
    [400, 'no', 'BAD_REQUEST'],
    [401, 'who are you', 'AUTHENTICATION_ERROR'],
    [402, 'pay', 'BAD_REQUEST'],
    [403, 'scope', 'PERMISSION_DENIED'],
    [404, 'order not found', 'ORDER_NOT_FOUND'],
    [404, 'no orderbook for the token', 'NOT_FOUND'],
    [404, 'No order book exists', 'NOT_FOUND'],
    [404, 'market not found', 'MARKET_NOT_FOUND'],
    [404, 'nothing', 'NOT_FOUND'],
    [408, 'slow', 'EXCHANGE_NOT_AVAILABLE'],
    [409, 'conflict', 'BAD_REQUEST'],
    [422, 'unprocessable', 'BAD_REQUEST'],
    [425, 'early', 'EXCHANGE_NOT_AVAILABLE'],
    [429, 'slow down', 'RATE_LIMIT_EXCEEDED'],
    [451, 'law', 'PERMISSION_DENIED'],
    [500, 'oops', 'EXCHANGE_NOT_AVAILABLE'],
    [502, 'bad', 'EXCHANGE_NOT_AVAILABLE'],
    [503, 'maintenance', 'EXCHANGE_NOT_AVAILABLE'],
    [504, 'timeout', 'EXCHANGE_NOT_AVAILABLE'],
    [520, 'edge', 'EXCHANGE_NOT_AVAILABLE'],
  ])('%d %j is %s, with the status and the words', (status, said, code) => {
    const error = errorOf(status, { error: said })
    expect(error).toMatchObject({ code, detail: { upstreamStatus: status } })
    expect(error.message).toContain(`HTTP ${status}`)
    expect(error.message).toContain(said)
  })

  test.each<[unknown, string]>([
    [{ error: { code: 'not_found', message: 'deep words' } }, 'deep words'],
    [{ message: 'words' }, 'words'],
    [{ errorMsg: 'words' }, 'words'],
    [{ errors: [] }, ''],
    [{ details: 'words', detail: 'less' }, 'words'],
    [{ detail: 'words', message: 'less' }, 'words'],
    [{ message: '', error: 'words', errmsg: 'less' }, 'words'],
    [{ errmsg: 'words', errorMsg: 'less' }, 'words'],
    [{ errorMsg: 'words', description: 'less' }, 'words'],
    [{ description: 'words', error_type: 'less' }, 'words'],
    [{ error_type: 'words', code: 'less' }, 'words'],
    [{ code: 'words', data: { message: 'less' } }, 'words'],
    [{ data: { error: { message: 'words' } } }, 'words'],
    [{ data: { error: { message: { message: 'too deep' } } } }, ''],
    [{ message: ' words ' }, 'words'],
    [{ message: 'x'.repeat(200) }, 'x'.repeat(200)],
    [{ message: 'x'.repeat(201) }, `${'x'.repeat(197)}...`],
    ['plain words', 'plain words'],
    ['', ''],
    ['null', ''],
    ['[]', ''],
    [{ message: 'two\n  lines' }, 'two lines'],
  ])('body %j says %j', (body, said) => {
    expect(errorOf(500, body).message).toBe(`The venue returned HTTP 500${said === '' ? '' : `: ${said}`}`)
  })

  test.each<[number, string, string]>([
    [403, 'Trading is not available in your region', 'geo'],
    [451, 'anything', 'geo'],
    [403, 'key lacks scope', 'unknown'],
  ])('%d %j is a refusal of kind %s', (status, said, kind) => {
    expect(errorOf(status, { error: said }).detail).toMatchObject({ kind })
  })

  test.each([400, 404, 500])('%d is no refusal, whatever place it names', (status) => {
    expect(errorOf(status, { error: 'not in your region' }).detail).toEqual({ upstreamStatus: status })
  })

  test('may be read otherwise by a rule of the venue, a success too', () => {
    const special = new PmxError('NO_LIQUIDITY', 'closed')
    expect(readReply(reply(400, {}), [], () => special)).toEqual({ error: special })
    expect(readReply(reply(200, { error: 'x' }), [], () => special)).toEqual({ error: special })
    expect(readReply(reply(404, { error: 'x' }), [404], () => special)).toEqual({ error: special })
  })
})

describe("a failure in another form than the venue's own", () => {
  const special = new PmxError('INVALID_ORDER', 'refused')
  const form = { codeIn: (json: unknown): string | undefined => Reflect.get(Object(json), 'code') }
  const read = (status: number, body: unknown, own = {}) =>
    readReply(reply(status, body), [404], () => special, { isOwnOnly: true, ...own })

  test.each([404, 409, 422, 499])("is the proxy's with status %d, and no rule reads it", (status) => {
    const others = { error: { detail: { upstreamStatus: status, body: 'foreign' } } }
    expect(read(status, { message: 'no upstream' }, { form })).toMatchObject(others)
    expect(read(status, { message: 'Not Found' })).toMatchObject(others)
    expect(read(status, { message: 'no upstream' })).toEqual({ error: special })
    expect(read(status, { code: 'x', message: 'Not Found' }, { form })).toEqual({ error: special })
  })

  test.each([404, 409, 422, 499])('is the proxy’s with status %d where its code is generic', (status) => {
    const others = { error: { detail: { upstreamStatus: status, body: 'foreign' } } }
    for (const code of ['NOT_FOUND', 'conflict', '409', 'FST_ERR_NOT_FOUND'])
      expect(read(status, { code, message: 'x' }, { form })).toMatchObject(others)
  })

  test.each([404, 409, 422, 499])(
    'with status %d and a generic code of the venue is its own for reads, and proves nothing of other calls',
    (status) => {
      const own = { ...form, ownGenericWords: new Set(['NOT_FOUND']) }
      const said = { code: 'NOT_FOUND', message: 'x' }
      expect(read(status, said, { form: own })).toEqual({ error: special })
      expect(readReply(reply(status, said), [], () => special, { form: own, isWrite: true })).toMatchObject({
        error: { detail: { upstreamStatus: status, body: 'unproven' } },
      })
      // An adapter that accepts a 404 looks at the order itself.
      const accepted = readReply(reply(status, said), [status], undefined, { form: own, isWrite: true })
      expect(accepted).toMatchObject({ ok: { status } })
      const conflict = { code: 'CONFLICT', message: 'x' }
      expect(read(status, conflict, { form: own })).toMatchObject({ error: { detail: { body: 'foreign' } } })
    },
  )

  test('is the proxy’s where a text is generic, except for public reads', () => {
    const said = { message: 'NOT_FOUND' }
    const others = { error: { detail: { body: 'foreign' } } }
    expect(readReply(reply(404, said), [404], undefined)).toMatchObject({ ok: {} })
    expect(readReply(reply(404, said), [404], undefined, { isOwnOnly: true })).toMatchObject(others)
    expect(readReply(reply(404, said), [], undefined, { isWrite: true })).toMatchObject(others)
    const own = { isOwnOnly: true, form: { ownGenericWords: new Set(['NOT_FOUND']) } }
    expect(readReply(reply(404, said), [404], undefined, own)).toMatchObject({ ok: {} })
  })

  test('is read as before with other statuses', () => {
    for (const status of [200, 400, 403, 500])
      expect(read(status, { message: 'Not Found' }, { form })).toEqual({ error: special })
  })
})

describe('Retry-After', () => {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
  test.each<[Readonly<Record<string, string>>, number | undefined]>([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': ' 1.2 ' }, 2],
    [{ 'retry-after': '1.25' }, 2],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT', date }, 30],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:30 GMT', date }, 0],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, undefined],
    [{ 'retry-after': 'soon', date }, undefined],
    [{ 'retry-after': '10, 10', date }, 10],
    [{ 'retry-after': '-5', date }, undefined],
    [{ 'retry-after': '9'.repeat(400), date }, Number.MAX_SAFE_INTEGER],
    [{ 'retry-after': '', date }, undefined],
    [{}, undefined],
  ])('%j is %s seconds', (headers, seconds) => {
    expect(retryAfterSeconds(headers)).toBe(seconds)
  })

  test('is told of a 429, of a 503 in whatever form it comes, and of nothing else', () => {
    expect(errorOf(429, {}, { 'retry-after': '7' }).retryAfter).toBe(7)
    expect(errorOf(503, {}, { 'retry-after': '7' }).retryAfter).toBe(7)
    const page = { 'retry-after': '7', 'content-type': 'text/html' }
    expect(errorOf(503, '<html>maintenance</html>', page).retryAfter).toBe(7)
    expect(errorOf(502, {}, { 'retry-after': '7' }).retryAfter).toBeUndefined()
  })
})

describe('failures on the way', () => {
  test.each([
    ['refused', 'NETWORK_ERROR', true, 'failure'],
    ['dns', 'NETWORK_ERROR', true, 'failure'],
    ['timeout', 'NETWORK_ERROR', true, 'failure'],
    ['reset', 'NETWORK_ERROR', true, 'failure'],
    ['other', 'NETWORK_ERROR', true, 'failure'],
    ['cut_body', 'EXCHANGE_NOT_AVAILABLE', true, 'doubtful'],
    ['too_large', 'EXCHANGE_NOT_AVAILABLE', false, 'success'],
    ['redirect', 'NETWORK_ERROR', false, 'success'],
  ] as const)('%s is %s; worth another try: %s; to the breaker a %s', (kind, code, again, outcome) => {
    const wireError = new WireError(kind, 'what happened')
    const error = toPmxError(wireError)
    expect(error).toMatchObject({ code, message: 'what happened', retryable: again, detail: { kind } })
    expect(isTransient(error)).toBe(again)
    expect(hostOutcomeOf(wireError)).toBe(outcome)
  })

  test('what could not be put on the wire is the mistake of who asked', () => {
    const error = new WireError('unsent', 'x')
    expect(toPmxError(error)).toMatchObject({
      code: 'VALIDATION_ERROR',
      retryable: false,
      detail: { kind: 'not_sent' },
    })
    expect(hostOutcomeOf(error)).toBe('success')
  })

  test('a deadline is a NETWORK_ERROR of kind timeout', () => {
    expect(toPmxError(new DeadlineExceeded(25_000))).toMatchObject({
      code: 'NETWORK_ERROR',
      message: expect.stringContaining('25 s'),
      detail: { kind: 'timeout' },
    })
  })

  test('what is none of these stays what it is: a bug', () => {
    const bug = new TypeError('x')
    expect(() => toPmxError(bug)).toThrow(bug)
    expect(hostOutcomeOf(bug)).toBe('success')
  })

  const failed = (detail: ErrorDetail, retryable?: boolean): PmxError =>
    new PmxError('EXCHANGE_NOT_AVAILABLE', 'x', { detail, retryable })

  test.each<[string, PmxError, boolean, string]>([
    ['slow down', new PmxError('RATE_LIMIT_EXCEEDED', 'x'), true, 'success'],
    ['503', failed({ upstreamStatus: 503 }), true, 'failure'],
    ['520', failed({ upstreamStatus: 520, body: 'html' }), true, 'failure'],
    ['425: the engine restarts', failed({ upstreamStatus: 425 }), true, 'failure'],
    ['500 may lie in the question', failed({ upstreamStatus: 500 }), true, 'doubtful'],
    ['408', failed({ upstreamStatus: 408 }), true, 'doubtful'],
    ['206, which nobody asked for', failed({ upstreamStatus: 206 }), true, 'doubtful'],
    ['304, which nobody asked for', failed({ upstreamStatus: 304 }), true, 'doubtful'],
    ['no JSON', failed({ upstreamStatus: 200, kind: 'not_json' }), true, 'doubtful'],
    ['an error in a 200', failed({ upstreamStatus: 200, kind: 'error_in_success' }), true, 'success'],
    ['a dropped request', failed({ upstreamStatus: 400 }), true, 'success'],
    ['what the venue calls final', failed({ upstreamStatus: 500 }, false), false, 'success'],
    ['a refusal', new PmxError('PERMISSION_DENIED', 'x'), false, 'success'],
    ['an unknown id', new PmxError('NOT_FOUND', 'x'), false, 'success'],
  ])('%s: another try %s', (_what, error, again, outcome) => {
    expect([isTransient(error), hostOutcomeOf(error)]).toEqual([again, outcome])
  })
})
