import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHostBook } from '../../src/transport/hosts.js'

const bases: Readonly<Record<string, string>> = {
  plain: 'https://venue.test',
  deep: 'https://venue.test/api/v2/',
  port: 'http://127.0.0.1:4000/base',
  slashes: 'https://venue.test//api//',
  key: 'https://node.test/?api-key=a%26b&x=1',
  'deep key': 'https://node.test/v2/key?x=1#part',
}
const book = createHostBook((venue, host) => {
  const url = venue === 'kalshi' ? bases[host] : undefined
  return url === undefined ? undefined : { url }
})
const refused = expect.objectContaining({ code: 'PERMISSION_DENIED', exchange: 'kalshi' })

describe('an address', () => {
  test.each([
    ['plain', '/markets', 'https://venue.test/markets'],
    ['deep', '/markets', 'https://venue.test/api/v2/markets'],
    ['port', '/', 'http://127.0.0.1:4000/base/'],
    ['slashes', '/markets', 'https://venue.test//api/markets'],
    // The base itself, as it is configured.
    ['plain', '', 'https://venue.test/'],
    ['deep', '', 'https://venue.test/api/v2/'],
    ['port', '', 'http://127.0.0.1:4000/base'],
    ['key', '', 'https://node.test/?api-key=a%26b&x=1'],
    ['key', '/markets', 'https://node.test/markets?api-key=a%26b&x=1'],
    ['deep key', '', 'https://node.test/v2/key?x=1#part'],
    ['deep key', '/markets', 'https://node.test/v2/key/markets?x=1'],
  ])('at %s %s is %s', (host, path, url) => {
    expect(book.urlOf('kalshi', host, path, []).href).toBe(url)
  })

  test('carries its query escaped, repeated keys in order', () => {
    const query = [
      ['q', 'a&b=c#d'],
      ['id', '2'],
      ['id', '1'],
    ] as const
    expect(book.urlOf('kalshi', 'plain', '/m', query).href).toBe(
      'https://venue.test/m?q=a%26b%3Dc%23d&id=2&id=1',
    )
  })

  test('has the query of the base before that of the call', () => {
    expect(book.urlOf('kalshi', 'key', '/m', [['q', '1']]).search).toBe('?api-key=a%26b&x=1&q=1')
    expect(book.urlOf('kalshi', 'key', '', [['q', '1']]).search).toBe('?api-key=a%26b&x=1&q=1')
  })

  test.each([
    ['an unknown host', 'nowhere', '/m'],
    ['another host by user info', 'plain', '@evil.test/m'],
    ['another host by a longer name', 'plain', '.evil.test/m'],
    ['another port', 'plain', ':8080/m'],
    ['an address', 'plain', 'http://evil.test/m'],
    ['a query alone', 'deep', '?a=1'],
    ['a way up', 'deep', '/../../admin'],
    ['an escaped way up', 'deep', '/%2e%2e/admin'],
    ['a backslash way up', 'deep', '/..\\..\\admin'],
    ['a sibling with the same beginning', 'deep', '/../v2evil/m'],
    ['the root of a deep base', 'deep', '/..'],
  ])('with %s is refused', (_what, host, path) => {
    expect(() => book.urlOf('kalshi', host, path, [])).toThrow(refused)
  })

  test.each(['//evil.test/m', '/\\evil.test/m', '/@evil.test', '///evil.test'])(
    'with the path %j stays on its host',
    (path) => {
      expect(book.urlOf('kalshi', 'plain', path, []).origin).toBe('https://venue.test')
    },
  )

  test('never leaves the configured host and folder, whatever the path', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '%2e',
      'evil.test',
      'a',
      'http:',
      ' ',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        try {
          const url = book.urlOf('kalshi', 'deep', pieces.join(''), [])
          expect(url.origin).toBe('https://venue.test')
          expect(url.pathname.startsWith('/api/v2/')).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ code: 'PERMISSION_DENIED' })
        }
      }),
      { numRuns: 500 },
    )
  })
})

test.each([
  ['https://venue.test/a', 'https://venue.test/b', true],
  ['https://venue.test/a', 'http://venue.test/a', false],
  ['https://venue.test/a', 'https://venue.test:8443/a', false],
  ['https://venue.test/a', 'https://www.venue.test/a', false],
  ['http://127.0.0.1:1/a', 'http://localhost:1/a', false],
])('a redirect from %s to %s: %s', (from, to, followed) => {
  expect(createHostBook(() => undefined).mayFollow(new URL(from), new URL(to))).toBe(followed)
})

test.each([
  ['https://venue.test/a', 'https://venue.test/b?c', true],
  ['https://venue.test/a', 'http://venue.test/a', false],
  ['https://venue.test/a', 'https://venue.test:8443/a', false],
  ['https://venue.test/a', 'https://www.venue.test/a', false],
])('a redirect from %s to %s may be followed: %s', (from, to, may) => {
  expect(book.mayFollow(new URL(from), new URL(to))).toBe(may)
})
