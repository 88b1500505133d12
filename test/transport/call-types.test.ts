import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  callKey,
  pathOf,
  renderCanonicalJson,
  toCall,
  type VenueRequest,
} from '../../src/transport/call-types.js'

const key = (request: Partial<VenueRequest>): string =>
  callKey(toCall('kalshi', { host: 'api', path: '/markets', ...request }))

describe('a path', () => {
  test.each([
    ['FOO-26', '/markets/FOO-26/orderbook'],
    ['a/b', '/markets/a%2Fb/orderbook'],
    ['a?b#c', '/markets/a%3Fb%23c/orderbook'],
    ['../secret', '/markets/..%2Fsecret/orderbook'],
    ['ü', '/markets/%C3%BC/orderbook'],
    [7, '/markets/7/orderbook'],
  ])('escapes the id %j', (id, path) => {
    expect(pathOf`/markets/${id}/orderbook`).toBe(path)
  })

  test.each(['', '.', '..', 'half \ud83d'])(
    'refuses the id %j, which would name another path or none',
    (id) => {
      expect(() => pathOf`/markets/${id}/orderbook`).toThrow(
        expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'id' }),
      )
    },
  )

  test('stays below its prefix whatever the id', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        fc.pre(id !== '.' && id !== '..')
        const { pathname, search, hash } = new URL(`https://venue.test${pathOf`/markets/${id}/end`}`)
        expect(pathname.split('/')).toHaveLength(4)
        expect(pathname).toMatch(/^\/markets\/.*\/end$/)
        expect(search + hash).toBe('')
      }),
    )
  })
})

describe('a call', () => {
  test('leaves undefined members of the query out and repeats lists', () => {
    expect(
      toCall('kalshi', {
        host: 'api',
        path: '/m',
        query: { a: 1, b: undefined, c: ['x', 'y'], d: false, e: '' },
      }),
    ).toEqual({
      venue: 'kalshi',
      host: 'api',
      method: 'GET',
      path: '/m',
      query: [
        ['a', '1'],
        ['c', 'x'],
        ['c', 'y'],
        ['d', 'false'],
        ['e', ''],
      ],
      headers: {},
      secretHeaders: {},
    })
  })

  test.each<[Partial<VenueRequest>, string]>([
    [{}, 'GET'],
    [{ body: {} }, 'POST'],
    [{ body: null }, 'POST'],
    [{ method: 'DELETE' }, 'DELETE'],
    [{ body: {}, method: 'PUT' }, 'PUT'],
  ])('%j is a %s', (request, method) => {
    expect(toCall('kalshi', { host: 'api', path: '/m', ...request }).method).toBe(method)
  })
})

describe('the key of a call', () => {
  test('does not depend on the order of query keys and body members', () => {
    expect(key({ query: { a: 1, b: 2 } })).toBe(key({ query: { b: 2, a: 1 } }))
    expect(key({ body: { a: 1, b: { c: 2, d: 3 } } })).toBe(key({ body: { b: { d: 3, c: 2 }, a: 1 } }))
    expect(key({ body: { a: 1 } })).toBe(key({ body: { a: 1, b: undefined } }))
  })

  test('differs for different venues, hosts, methods, paths, queries and bodies', () => {
    const keys = [
      key({}),
      callKey(toCall('polymarket', { host: 'api', path: '/markets' })),
      key({ host: 'other' }),
      key({ method: 'DELETE' }),
      key({ path: '/events' }),
      key({ query: { a: '1' } }),
      key({ query: { a: '' } }),
      key({ query: { a: '1&b=2' } }),
      key({ query: { a: '1', b: '2' } }),
      key({ query: { 'a=1&b': '2' } }),
      key({ query: { a: ['1', '2'] } }),
      key({ query: { a: '1 {}' } }),
      key({ body: {} }),
      key({ body: [] }),
      key({ body: { a: 1 } }),
      key({ body: { a: '1' } }),
      key({ body: [1, 2] }),
      key({ body: [2, 1] }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('differs whenever the queries differ', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 })
    const query = fc.dictionary(text, text, { maxKeys: 3 })
    fc.assert(
      fc.property(query, query, (a, b) => {
        const same = JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
        expect(key({ query: a }) === key({ query: b })).toBe(same)
      }),
    )
  })

  test('holds no secret header', () => {
    expect(key({ secretHeaders: { authorization: 'hunter2' } })).not.toContain('hunter2')
  })
})

test('canonical JSON reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(renderCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a call says what it spends, and holds nothing that was not asked', () => {
  const plain = toCall('kalshi', { host: 'api', path: '/markets' })
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['body']))
  expect(plain).toStrictEqual({
    venue: 'kalshi',
    host: 'api',
    method: 'GET',
    path: '/markets',
    query: [],
    headers: {},
    secretHeaders: {},
  })
  expect(toCall('kalshi', { host: 'api', path: '/markets', group: 'slow', cost: 3 })).toStrictEqual({
    ...plain,
    group: 'slow',
    cost: 3,
  })
})

test('canonical JSON has its members in alphabetical order', () => {
  expect(renderCanonicalJson({ b: [{ d: 1, c: undefined }], a: null })).toBe('{"a":null,"b":[{"d":1}]}')
})
