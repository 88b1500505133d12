import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkHead,
  type GuardPolicy,
  hostsFor,
  isJson,
  originsFor,
} from '../../../src/http/access/host-and-origin-checks.js'
import { toRefusalError } from '../../../src/http/access/refusal-body.js'

const hosts = hostsFor(['localhost', '127.0.0.1', '[::1]'], 3847)
const policy: GuardPolicy = {
  hosts,
  ownOrigins: originsFor(hosts),
  otherOrigins: new Set(['http://localhost:5173']),
  maxBodyBytes: 1_000,
}
const HOST = 'localhost:3847'

/** Headers as the socket brought them. */
type Headers = readonly (readonly [string, string])[]

function check(method: string, target: string, headers: Headers) {
  const verdict = checkHead({ method, target, rawHeaders: headers.flat() }, policy)
  return verdict.ok ? 'pass' : `${verdict.status} ${verdict.reason}`
}

const get = (...headers: Headers) => check('GET', '/health', [['Host', HOST], ...headers])
const post = (...headers: Headers) => check('POST', '/api/kalshi/fetchMarkets', [['Host', HOST], ...headers])
const JSON_BODY = [
  ['Content-Type', 'application/json'],
  ['Content-Length', '10'],
] as const

describe('the host', () => {
  test.each(['localhost:3847', 'LOCALHOST:3847', '127.0.0.1:3847', '[::1]:3847'])('%s is us', (host) => {
    expect(check('GET', '/', [['host', host]])).toBe('pass')
  })

  test.each([
    'localhost',
    'localhost:80',
    'localhost:3848',
    'localhost.:3847',
    'localhost:3847 ',
    'evil.test:3847',
    'localhost.evil.test:3847',
    '127.0.0.1.evil.test:3847',
    '127.1:3847',
    '0.0.0.0:3847',
    '2130706433:3847',
    '[::ffff:127.0.0.1]:3847',
    'user@localhost:3847',
    'localhost:3847,evil.test',
    'http://localhost:3847',
    '',
  ])('%j is not', (host) => {
    expect(check('GET', '/', [['Host', host]])).toBe('421 host_not_allowed')
  })

  test('must come once', () => {
    expect(check('GET', '/', [])).toBe('421 host_missing')
    const twice = [
      ['Host', HOST],
      ['hOST', HOST],
    ] as const
    expect(check('GET', '/', twice)).toBe('421 host_repeated')
  })

  test('is told back shortened, with the names that work and the setting that adds some', () => {
    const verdict = checkHead({ method: 'GET', target: '/', rawHeaders: ['Host', 'x'.repeat(5_000)] }, policy)
    if (verdict.ok) throw new Error('passed')
    expect(verdict.message).toContain(`'${'x'.repeat(77)}...'`)
    expect(verdict.message).toContain('localhost:3847')
    expect(verdict.message).toContain('security.allowHosts')
  })

  test('of up to 80 characters is told back whole', () => {
    const verdict = checkHead({ method: 'GET', target: '/', rawHeaders: ['Host', 'x'.repeat(80)] }, policy)
    expect(verdict).toMatchObject({ message: expect.stringContaining(`'${'x'.repeat(80)}'`) })
  })

  test('and what else is guarded is known by its whole name, not by how long that is', () => {
    const alike = [
      ['Etag', 'evil.test'],
      ['Accept', 'https://evil.test'],
      ['X-Twelve-Two', 'text/plain'],
      ['Accept-Charset', '99999'],
      ['X-Fourteen-Two', 'cross-site'],
      ['If-Modified-Some', 'x'],
      ['If-Modified-Since', 'chunked'],
    ] as const
    expect(get(...alike)).toBe('pass')
    expect(post(...alike, ['Origin', 'http://localhost:3847'])).toBe('pass')
    expect(post(...alike, ...JSON_BODY, ['Sec-Fetch-Site', 'same-origin'])).toBe('pass')
  })

  test('makes the origins of our own pages', () => {
    expect(originsFor(new Set(['localhost:80', 'localhost']))).toEqual(
      new Set(['http://localhost:80', 'http://localhost']),
    )
  })

  test('of port 80 may leave the port out', () => {
    expect(hostsFor(['LocalHost'], 80)).toEqual(new Set(['localhost:80', 'localhost']))
    expect(hostsFor(['localhost'], 3847)).toEqual(new Set(['localhost:3847']))
  })
})

describe('the target', () => {
  test.each(['http://evil.test/', 'evil.test:443', '*', '', 'api/kalshi'])(
    '%j is no path of ours',
    (target) => {
      expect(check('GET', target, [['Host', HOST]])).toBe('421 absolute_target')
    },
  )
})

describe('the origin', () => {
  test.each([
    ['none', []],
    ['our own page', [['Origin', 'http://localhost:3847']]],
    ['our own page on IPv6', [['Origin', 'http://[::1]:3847']]],
    ['a configured one', [['Origin', 'http://localhost:5173']]],
    ['a configured one in capitals', [['Origin', 'HTTP://LOCALHOST:5173']]],
  ] as const)('may be %s', (_what, headers) => {
    expect(get(...headers)).toBe('pass')
  })

  test.each([
    'https://evil.test',
    'null',
    '',
    'https://localhost:3847',
    'http://localhost:3848',
    'http://localhost:5173.evil.test',
    'http://localhost:5173/',
    'file://',
  ])('%j may not call', (origin) => {
    expect(get(['Origin', origin])).toBe('403 origin_not_allowed')
    expect(post(['Origin', origin], ...JSON_BODY)).toBe('403 origin_not_allowed')
  })

  test('is judged by every header of that name', () => {
    expect(get(['Origin', 'http://localhost:3847'], ['origin', 'https://evil.test'])).toBe(
      '403 origin_not_allowed',
    )
  })
})

describe('what the browser says about the page', () => {
  test.each([
    ['same-origin', 'pass'],
    ['same-site', 'pass'],
    ['none', 'pass'],
    ['cross-site', '403 cross_site'],
    ['CROSS-SITE', '403 cross_site'],
  ])('%s: %s', (site, verdict) => {
    expect(get(['Sec-Fetch-Site', site])).toBe(verdict)
  })

  test('cross-site passes for a configured origin only', () => {
    expect(get(['Sec-Fetch-Site', 'cross-site'], ['Origin', 'http://localhost:5173'])).toBe('pass')
    expect(get(['Sec-Fetch-Site', 'cross-site'], ['Origin', 'http://localhost:3847'])).toBe('403 cross_site')
    expect(get(['Sec-Fetch-Site', 'none'], ['sec-fetch-site', 'cross-site'])).toBe('403 cross_site')
  })
})

test.each([
  ['GET', 'pass'],
  ['HEAD', 'pass'],
  ['POST', 'pass'],
  ['OPTIONS', 'pass'],
  ['PUT', '405 method_not_allowed'],
  ['DELETE', '405 method_not_allowed'],
  ['PATCH', '405 method_not_allowed'],
  ['TRACE', '405 method_not_allowed'],
  ['CONNECT', '405 method_not_allowed'],
  ['get', '405 method_not_allowed'],
])('the method %s: %s', (method, verdict) => {
  expect(check(method, '/', [['Host', HOST]])).toBe(verdict)
})

describe('the body', () => {
  test.each([
    ['1000', 'pass'],
    ['1001', '413 body_too_large'],
    ['99999999999999999999', '413 body_too_large'],
  ])('of %s bytes: %s', (length, verdict) => {
    expect(post(['Content-Type', 'application/json'], ['Content-Length', length])).toBe(verdict)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/jsonp',
    '',
  ])('as %j is refused from a page, which could send it without asking first', (type) => {
    const body = [
      ['Content-Type', type],
      ['Content-Length', '5'],
    ] as const
    for (const page of [
      ['Origin', 'http://localhost:3847'],
      ['Sec-Fetch-Site', 'same-origin'],
    ] as const)
      expect(post(page, ...body)).toBe('415 browser_content_type')
    expect(post(...body)).toBe('pass')
  })

  test('in chunks is a body too', () => {
    const chunked = [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Type', 'text/plain'],
    ] as const
    expect(post(['Sec-Fetch-Site', 'same-origin'], ...chunked)).toBe('415 browser_content_type')
  })

  test('of a page may be JSON, or nothing', () => {
    expect(post(['Origin', 'http://localhost:3847'], ...JSON_BODY)).toBe('pass')
    expect(post(['Origin', 'http://localhost:3847'], ['Content-Length', '0'])).toBe('pass')
    expect(post(['Origin', 'http://localhost:3847'])).toBe('pass')
  })

  test('is no matter where nobody reads it: with any method but POST', () => {
    expect(get(['Content-Length', '1001'], ['Origin', 'http://localhost:3847'])).toBe('pass')
  })

  test.each([
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['Application/JSON ;x', true],
    ['application/vnd.api+json', true],
    ['application/jsonx', false],
    ['text/json', false],
    ['json', false],
    ['', false],
    [undefined, false],
  ])('%j is JSON: %s', (type, json) => {
    expect(isJson(type)).toBe(json)
  })
})

test('no header, however odd, lets a foreign page through or breaks the check', () => {
  const name = fc.constantFrom(
    'host',
    'Host',
    'origin',
    'Origin',
    'sec-fetch-site',
    'content-length',
    'content-type',
    'transfer-encoding',
    'cookie',
    '',
  )
  const value = fc.oneof(
    fc.constantFrom(
      HOST,
      'evil.test',
      'http://localhost:3847',
      'https://evil.test',
      'cross-site',
      'null',
      '-1',
      'NaN',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), fc.boolean(), (headers, evil) => {
      const all: Headers = evil ? [...headers, ['Origin', 'https://evil.test']] : headers
      const verdict = check('POST', '/', all)
      if (evil) expect(verdict).not.toBe('pass')
      if (verdict !== 'pass') return
      expect(
        all.filter(([each]) => each.toLowerCase() === 'host').map(([, host]) => host.toLowerCase()),
      ).toEqual([HOST])
    }),
  )
})

test.each([
  [421, 'PERMISSION_DENIED'],
  [403, 'PERMISSION_DENIED'],
  [405, 'BAD_REQUEST'],
  [413, 'BAD_REQUEST'],
  [415, 'BAD_REQUEST'],
  [400, 'BAD_REQUEST'],
] as const)('a refusal with %d is answered as %s, final, with its reason', (status, code) => {
  expect(toRefusalError({ status, reason: 'cross_site', message: 'no' })).toMatchObject({
    code,
    status,
    retryable: false,
    detail: { kind: 'cross_site' },
    retryAfter: undefined,
  })
})

test('a refusal of one caller too many says when to come again', () => {
  expect(toRefusalError({ status: 429, reason: 'too_many_waiting', message: 'no' })).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    retryable: true,
    retryAfter: 1,
  })
})
