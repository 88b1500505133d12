import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashArguments, toAllowedCall } from '../../../src/cassette/format/recorded-call.js'
import { callKey } from '../../../src/transport/call-types.js'
import { call, recordable } from '../support/cassettes.js'

const keyOf = (sent: Parameters<typeof toAllowedCall>[0]): string =>
  callKey(toAllowedCall(sent, recordable).call)
const allowed = fc.constantFrom('limit', 'cursor', 'status', 'ticker')
const pairs = fc.array(fc.tuple(allowed, fc.string({ maxLength: 5 })), { maxLength: 5 })

describe('what a call is matched by', () => {
  test('is the same in whatever order the query comes', () => {
    fc.assert(
      fc.property(pairs, (query) => {
        expect(keyOf(call('/x', {}, { query: [...query].reverse() }))).toBe(keyOf(call('/x', {}, { query })))
      }),
    )
  })

  test('tells different queries apart', () => {
    const sorted = (query: readonly (readonly [string, string])[]): string =>
      JSON.stringify(query.map((pair) => JSON.stringify(pair)).sort())
    fc.assert(
      fc.property(pairs, pairs, (a, b) => {
        const same = keyOf(call('/x', {}, { query: a })) === keyOf(call('/x', {}, { query: b }))
        expect(same).toBe(sorted(a) === sorted(b))
      }),
    )
  })

  test('is never a header', () => {
    const bare = call('/x')
    expect(keyOf({ ...bare, headers: { a: 'b' }, secretHeaders: { authorization: 'c' } })).toBe(keyOf(bare))
  })

  test('is the body whatever the order of its members', () => {
    const post = (body: unknown) => call('/x', {}, { method: 'POST', body })
    expect(keyOf(post({ type: 'l2Book', coin: '#1' }))).toBe(keyOf(post({ coin: '#1', type: 'l2Book' })))
    expect(keyOf(post([{ token_id: '1' }, { token_id: '2' }]))).not.toBe(
      keyOf(post([{ token_id: '2' }, { token_id: '1' }])),
    )
  })
})

describe('a name that is not on the allow-list', () => {
  test('loses its value, is told, and matches whatever its value', () => {
    const sent = (secret: string) =>
      call(
        '/x',
        { limit: '5', hmac: secret },
        { method: 'POST', body: { type: 'a', deep: { k: secret }, req: [{ sig: secret }] } },
      )
    const { call: kept, withheld } = toAllowedCall(sent('s3cret'), recordable)
    expect(JSON.stringify(kept)).not.toContain('s3cret')
    expect(kept.query).toEqual([
      ['hmac', '[withheld]'],
      ['limit', '5'],
    ])
    expect(kept.body).toEqual({ type: 'a', deep: '[withheld]', req: [{ sig: '[withheld]' }] })
    expect(withheld).toEqual(['query.hmac', 'body.deep', 'body.req[].sig'])
    expect(keyOf(sent('other'))).toBe(keyOf(sent('s3cret')))
  })
})

describe('the hash of arguments', () => {
  test('is the same in whatever order members come, and short', () => {
    expect(hashArguments([{ a: 1, b: [2, undefined] }])).toBe(hashArguments([{ b: [2, undefined], a: 1 }]))
    expect(hashArguments([])).toMatch(/^[0-9a-f]{16}$/)
  })
})
