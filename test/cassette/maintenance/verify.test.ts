import { describe, expect, test } from 'vitest'
import { compareShapes } from '../../../src/cassette/format/response-shape.js'
import { verifyCassette } from '../../../src/cassette/maintenance/verify.js'
import { cassette, entry, identity } from '../support/cassettes.js'

describe('shape', () => {
  test.each([
    ['another value', { a: 1 }, { a: 2 }],
    ['a new field', { a: 1 }, { a: 1, b: 2 }],
    ['a null', { a: 1 }, { a: null }],
    ['a list that is empty now', { a: [{ b: 1 }] }, { a: [] }],
    ['a field that not every item has', { a: [{ b: 1 }, {}] }, { a: [{}, { b: 2 }] }],
    ['other ids as names', { 'KX-1': { p: 1 } }, { 'KX-2': { p: 2 } }],
    ['an object that is null now', { a: { b: 1 } }, { a: null }],
  ])('has not drifted with %s', (_what, before, after) => {
    expect(compareShapes(before, after)).toEqual([])
  })

  test('has drifted when a field is gone or has another type, told by its path', () => {
    const before = { markets: [{ id: 'a', price: '0.5', gone: { deep: 1 } }] }
    const after = { markets: [{ id: 'b', price: 0.5 }] }
    expect(compareShapes(before, after)).toEqual([
      { field: 'markets[].price', kind: 'type', message: 'string, now number' },
      { field: 'markets[].gone', kind: 'gone', message: 'object, now missing' },
    ])
  })
})

describe('verifying', () => {
  const all = cassette([
    entry('/drift', { a: 1 }),
    entry('/fails', 1),
    entry('/post', 1, { call: { ...identity('/post'), method: 'POST' } }),
    entry('/same', [1]),
    entry('/status', 1),
    entry('/value', 1, { n: 0 }),
    entry('/value', 2, { n: 1 }),
  ])
  const now: Readonly<Record<string, { status: number; text: string }>> = {
    '/drift': { status: 200, text: '{}' },
    '/same': { status: 200, text: '[1]' },
    '/status': { status: 404, text: '{}' },
    '/value': { status: 200, text: '1' },
  }

  test('tells drift from changed values, and neither from what could not be asked', async () => {
    const asked: string[] = []
    const verdicts = await verifyCassette(all, async ({ call }) => {
      asked.push(call.path)
      const answer = now[call.path]
      if (answer === undefined) throw new Error('cannot be reached')
      return { ...answer, headers: {} }
    })
    expect(verdicts.map(({ call, kind }) => [call, kind])).toEqual([
      ['GET api/drift', 'drift'],
      ['GET api/fails', 'failed'],
      ['POST api/post', 'skipped'],
      ['GET api/same', 'same'],
      ['GET api/status', 'failed'],
      ['GET api/value', 'value'],
    ])
    expect(asked).not.toContain('/post')
  })
})
