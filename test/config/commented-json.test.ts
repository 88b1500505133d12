import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stripComments } from '../../src/config/jsonc.js'
import { limitMs } from '../support/limits.js'

const parse = (text: string): unknown => JSON.parse(stripComments(text))

describe('a file with comments', () => {
  test.each<[string, string, unknown]>([
    ['line comments', '// top\n{ // here\n "a": 1 // there\n} // end', { a: 1 }],
    ['block comments', '/* top */ { /* a: 2, */ "a": /* b */ 1 }', { a: 1 }],
    ['a comment over several lines', '{\n/* one\n two */\n"a": 1}', { a: 1 }],
    ['trailing commas', '{ "a": [1, 2, ], "b": { "c": 1, }, }', { a: [1, 2], b: { c: 1 } }],
    ['a comma before a comment', '{ "a": 1, // last\n}', { a: 1 }],
    ['a comma before a long comment', `{ "a": 1, // ${'long '.repeat(200)}\n}`, { a: 1 }],
    ['a comma before many blank lines', `{ "a": 1,${'\n'.repeat(500)}}`, { a: 1 }],
    ['slashes in a text', '{ "a": "http://x.test/*y*/" }', { a: 'http://x.test/*y*/' }],
    ['commas in a text', '{ "a": ",}", "b": ",]" }', { a: ',}', b: ',]' }],
    ['an escaped quote in a text', '{ "a": "say \\"//hi\\",}" }', { a: 'say "//hi",}' }],
    ['an escaped backslash at the end of a text', '{ "a": "x\\\\", /* , */ "b": 1 }', { a: 'x\\', b: 1 }],
    ['a quote in a comment', '{ // it"s\n "a": 1 }', { a: 1 }],
    ['a comment right after a slash in a text', '{ "a": "/" // x\n}', { a: '/' }],
  ])('may hold %s', (_what, text, value) => {
    expect(parse(text)).toEqual(value)
  })

  test('keeps every character where it was', () => {
    const text = '{\n  // comment\n  "a": oops, /* x\n y */\n}'
    const stripped = stripComments(text)
    expect(stripped).toHaveLength(text.length)
    expect(stripped.indexOf('oops')).toBe(text.indexOf('oops'))
    expect(stripped.split('\n').map((line) => line.length)).toEqual(
      text.split('\n').map((line) => line.length),
    )
  })

  test.each(['{ /* never closed', '{ "a": 1 /', '{ "a": "never closed', '{ "a": 1,, }', ''])(
    'that is broken is still broken: %j',
    (text) => {
      expect(() => parse(text)).toThrow(SyntaxError)
    },
  )
})

test('plain JSON of any content passes unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 3 }), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      expect(stripComments(text)).toBe(text)
    }),
  )
})

test('a megabyte of open brackets and commas is read in a moment', () => {
  const text = `[${'[],\n'.repeat(200_000)}]`
  const before = performance.now()
  stripComments(text)
  expect(performance.now() - before).toBeLessThan(limitMs(2_000))
})
