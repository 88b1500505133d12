import * as fc from 'fast-check'
import { type ParseError, parse as parseByLibrary } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, withoutComments } from '../../src/config/load.js'
import { limitMs } from '../support/limits.js'

const parse = (text: string): unknown => JSON.parse(withoutComments(text))

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

  test('has its errors where they are', () => {
    const text = '{\n  // comment\n  "a": 1, /* x\n y */\n  "b": oops,\n}'
    const file = { path: '/config.json', text }
    expect(() => loadConfig({ flags: {}, environment: {}, file })).toThrow(ConfigError)
    expect(() => loadConfig({ flags: {}, environment: {}, file })).toThrow(/line 5/)
  })

  test.each([
    '{ /* never closed',
    '{ "a": 1 } /* never closed',
    '{ "a": 1 /',
    '{ "a": "never closed',
    '{ "a": 1,, }',
    '',
  ])('that is broken is still broken: %j', (text) => {
    expect(() => parse(text)).toThrow(SyntaxError)
  })
})

test('plain JSON of any content is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 3 }), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      expect(parse(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('jsonc-parser reads the same of comments and trailing commas', () => {
  const gap = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '/* c */',
    '// d\n',
    '// "e\r\n',
    '/* } , */',
    '/*\n*/',
  )
  const scalar = fc.constantFrom('1', 'null', '"x"', '"//"', '"/*"', '",]"', '"\\\\"', '"\\""')
  const { tree } = fc.letrec<{ tree: string }>((tie) => {
    const ended = (member: fc.Arbitrary<string>, [open, close]: readonly [string, string]) =>
      fc
        .tuple(fc.array(fc.tuple(gap, member, gap), { maxLength: 4 }), fc.boolean(), gap)
        .map(([members, comma, end]) => {
          const inside = members.map((parts) => parts.join('')).join(',')
          return `${open}${inside}${comma && members.length > 0 ? ',' : ''}${end}${close}`
        })
    const member = fc
      .tuple(fc.constantFrom('"a"', '"b"', '"c//"'), gap, tie('tree'))
      .map(([name, space, value]) => `${name}${space}:${space}${value}`)
    return {
      tree: fc.oneof({ maxDepth: 4 }, scalar, ended(tie('tree'), ['[', ']']), ended(member, ['{', '}'])),
    }
  })
  fc.assert(
    fc.property(gap, tree, gap, (before, value, after) => {
      const text = before + value + after
      const errors: ParseError[] = []
      expect(parse(text)).toEqual(parseByLibrary(text, errors, { allowTrailingComma: true }))
      expect(errors).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

test('a megabyte of open brackets and commas is read in a moment', () => {
  const text = `[${'[],\n'.repeat(200_000)}]`
  const before = performance.now()
  expect(parse(text)).toHaveLength(200_000)
  expect(performance.now() - before).toBeLessThan(limitMs(2_000))
})
