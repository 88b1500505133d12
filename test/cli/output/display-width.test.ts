import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureWidth, pad, shorten, toPrintable } from '../../../src/cli/output/display-width.js'

describe('what may be printed', () => {
  test.each([
    ['an escape sequence', 'a\x1b[31mred', 'a [31mred'],
    ['a C1 control that some terminals obey', 'a\x9b31m', 'a 31m'],
    ['line ends', 'one\r\ntwo\u2028three', 'one two three'],
    ['marks that turn the writing direction', 'abc\u202edcba', 'abcdcba'],
  ])('%s is taken out of a text from elsewhere', (_name, text, expected) => {
    expect(toPrintable(text)).toBe(expected)
  })

  test('accents, other scripts and emoji stay', () => {
    expect(toPrintable('Málaga 東京 👩‍🚀')).toBe('Málaga 東京 👩‍🚀')
  })

  test('nothing printable holds a control character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toPrintable(text)).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})

describe('the width in a terminal', () => {
  test.each([
    ['letters', 'abc', 3],
    ['a letter with a combining accent', 'e\u0301', 1],
    ['wide script', '東京', 4],
    ['an emoji of several code points', '👩‍🚀', 2],
    ['a flag', '🇪🇸', 2],
    ['nothing', '', 0],
  ])('of %s', (_name, text, width) => {
    expect(measureWidth(text)).toBe(width)
  })
})

describe('a shortened text', () => {
  test('stays as it is when it fits', () => {
    expect(shorten('exactly', 7)).toBe('exactly')
  })

  test('ends with an ellipsis, without a blank before it', () => {
    expect(shorten('one two three', 5)).toBe('one…')
  })

  test('is never wider than asked, and never cuts a character in half', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, columns) => {
        const short = shorten(toPrintable(text), columns)
        expect(measureWidth(short)).toBeLessThanOrEqual(columns)
        expect(toPrintable(text).startsWith(short.replace(/…$/, ''))).toBe(true)
      }),
    )
  })

  test('is empty without room', () => {
    expect(shorten('abc', 0)).toBe('')
  })
})

test('padding counts columns, not characters', () => {
  expect(pad('東', 4)).toBe('東  ')
  expect(pad('7', 3, 'right')).toBe('  7')
  expect(pad('longer', 3)).toBe('longer')
})
