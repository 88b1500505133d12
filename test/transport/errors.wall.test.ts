import { describe, expect, test } from 'vitest'
import type { WireReply } from '../../src/transport/call-types.js'
import { readReply } from '../../src/transport/errors.js'

const page = (words: string): string =>
  `<!DOCTYPE html><html><head><title>x</title></head><body>${words}</body></html>`

function errorOf(status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
  const reply: WireReply = {
    status,
    text,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  }
  const read = readReply(reply, [404], undefined)
  if ('ok' in read) throw new Error('the page was accepted')
  return read.error
}

describe('a page for people instead of data', () => {
  test.each<[number, string, string, string | undefined]>([
    [200, 'Just a moment...', 'PERMISSION_DENIED', 'bot'],
    [403, 'Attention Required! | Edge', 'PERMISSION_DENIED', 'bot'],
    [403, 'please solve the captcha', 'PERMISSION_DENIED', 'bot'],
    [200, 'This site is not available in your region', 'PERMISSION_DENIED', 'geo'],
    [403, 'blocked in your country', 'PERMISSION_DENIED', 'geo'],
    [451, 'whatever', 'PERMISSION_DENIED', 'geo'],
    [200, 'Welcome to the hotel network', 'PERMISSION_DENIED', 'unknown'],
    [403, 'Forbidden', 'PERMISSION_DENIED', 'unknown'],
    [404, 'Not found', 'PERMISSION_DENIED', 'unknown'],
    [429, 'whatever', 'RATE_LIMIT_EXCEEDED', undefined],
    [200, 'You are being rate limited', 'RATE_LIMIT_EXCEEDED', undefined],
    [403, 'Error 1015', 'RATE_LIMIT_EXCEEDED', undefined],
    [500, 'oops', 'EXCHANGE_NOT_AVAILABLE', undefined],
    [503, 'Just a moment...', 'EXCHANGE_NOT_AVAILABLE', undefined],
    [502, 'rate limit exceeded', 'EXCHANGE_NOT_AVAILABLE', undefined],
  ])('%d %j is %s (%s)', (status, words, code, kind) => {
    const error = errorOf(status, page(words))
    expect(error).toMatchObject({ code, detail: { upstreamStatus: status, body: 'html' } })
    expect(error.detail?.['kind']).toBe(kind)
  })

  test.each(['<html>', '  \n<!doctype HTML>', '<!-- x --><html>', '<HEAD>', '<script>'])(
    'is known by how it begins, whatever its label: %j',
    (text) => {
      expect(errorOf(200, text, { 'content-type': 'application/json' }).code).toBe('PERMISSION_DENIED')
    },
  )

  test('is known by its label when it begins otherwise', () => {
    expect(errorOf(200, 'Access denied').detail).toMatchObject({ kind: 'bot' })
    expect(errorOf(403, '').detail).toMatchObject({ kind: 'unknown' })
  })

  test('tells the wait of a rate limit, and the trace id of an edge', () => {
    expect(errorOf(429, page('x'), { 'retry-after': '9', 'cf-ray': 'abc-FRA' })).toMatchObject({
      retryAfter: 9,
      detail: { rayId: 'abc-FRA' },
    })
  })

  test('never gets its words into the message', () => {
    expect(errorOf(403, page('secret words of the page')).message).not.toContain('secret words')
  })

  test('of a geo block or a bot wall says what can be done', () => {
    for (const words of ['captcha', 'restricted in your jurisdiction', 'restricted jurisdiction'])
      expect(errorOf(403, page(words)).message).toMatch(/proxy/)
  })
})

describe('a refusal by the edge in front of a venue, in the form that was asked for', () => {
  const asJson = (status: number, code: number, title: string) =>
    JSON.stringify({
      title: `Error ${code}: ${title}`,
      status,
      detail: 'x',
      error_code: code,
      cloudflare_error: true,
    })
  const denied = (status: number, text: string, type: string) => {
    const { code, detail } = errorOf(status, text, { 'content-type': type, 'cf-ray': 'abc-FRA' })
    return { code, kind: detail?.['kind'], body: detail?.['body'], rayId: detail?.['rayId'] }
  }

  test.each<[number, number, string, string, string | undefined]>([
    [403, 1010, 'Access denied', 'PERMISSION_DENIED', 'bot'],
    [403, 1020, 'Access denied', 'PERMISSION_DENIED', 'bot'],
    [403, 1009, 'Access denied', 'PERMISSION_DENIED', 'geo'],
    [403, 1000, 'DNS points to prohibited IP', 'PERMISSION_DENIED', 'unknown'],
    [429, 1015, 'You are being rate limited', 'RATE_LIMIT_EXCEEDED', undefined],
    [530, 1016, 'Origin DNS error', 'EXCHANGE_NOT_AVAILABLE', undefined],
  ])('HTTP %d of error %d (%s) is %s (%s), as JSON', (status, number, title, code, kind) => {
    const told = { code, kind, body: 'edge', rayId: 'abc-FRA' }
    expect(denied(status, asJson(status, number, title), 'application/json')).toEqual(told)
  })

  test.each<[number, number, string, string | undefined]>([
    [403, 1010, 'PERMISSION_DENIED', 'bot'],
    [403, 1009, 'PERMISSION_DENIED', 'geo'],
    [403, 1015, 'RATE_LIMIT_EXCEEDED', undefined],
  ])('HTTP %d of error %d is %s (%s), as a line', (status, number, code, kind) => {
    const told = { code, kind, body: 'edge', rayId: 'abc-FRA' }
    expect(denied(status, `error code: ${number}\n`, 'text/plain')).toEqual(told)
  })

  test('is none where a venue says something like it', () => {
    for (const text of [
      'error code: 1010 in line 3',
      '{"error":"error code: 1010"}',
      '{"cloudflare_error":false}',
    ])
      expect(errorOf(403, text, { 'content-type': 'text/plain' }).detail).not.toHaveProperty('body')
  })
})
