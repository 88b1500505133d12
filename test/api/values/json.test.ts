import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isNestedTooDeep,
  parseJson,
  replaceLoneSurrogates,
  withLongNumbersAsTexts,
} from '../../../src/api/values/json.js'

describe('JSON is nested too deeply', () => {
  test.each([
    ['lists', '['.repeat(201)],
    ['objects', '{"a":'.repeat(201)],
    ['lists in objects', '{"a":['.repeat(101)],
    ['lists after a text with a quote', `["\\"",${'['.repeat(200)}`],
  ])('%s', (_what, text) => {
    expect(isNestedTooDeep(text)).toBe(true)
  })

  test.each([
    ['as deep as may be', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['many beside each other', `[${'[],{},'.repeat(500)}1]`],
    ['brackets within a text', `["${'['.repeat(500)}"]`],
    ['brackets after an escaped quote', `["\\"${'['.repeat(500)}"]`],
    ['brackets after an escaped backslash', `["\\\\",${'[],'.repeat(500)}1]`],
  ])('but not %s', (_what, text) => {
    expect(isNestedTooDeep(text)).toBe(false)
  })

  test('but not what people write', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 20 }), (text) => !isNestedTooDeep(text)))
  })
})

test.each([
  ['{"a":1}', { value: { a: 1 } }],
  ['null', { value: null }],
  ['', undefined],
  ['{"a":', undefined],
])('the text %j holds %j', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

describe('halves of letters', () => {
  test.each([
    ['a first half', String.raw`{"a":"x\ud83dy"}`, 'x\uFFFDy'],
    ['a second half', String.raw`{"a":"\uDE00"}`, '\uFFFD'],
    ['two halves in the wrong order', String.raw`{"a":"\ude00\ud83d"}`, '\uFFFD\uFFFD'],
    ['a half before a pair', String.raw`{"a":"\ud83d\ud83d\ude00"}`, '\uFFFD\u{1F600}'],
    ['a pair', String.raw`{"a":"\ud83d\ude00"}`, '\u{1F600}'],
    ['the letters of an escape', String.raw`{"a":"\\ud83d"}`, '\\ud83d'],
    ['an escaped backslash and a half', String.raw`{"a":"\\\ud83d"}`, '\\\uFFFD'],
  ])('%s', (_what, json, text) => {
    expect(parseJson(replaceLoneSurrogates(json))).toEqual({ value: { a: text } })
  })

  test('are what a well-formed text has in their place, whatever the text', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 30 })
    const halves = fc.integer({ min: 0xd7f0, max: 0xe010 }).map((code) => String.fromCharCode(code))
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, halves, fc.constant('\\'))), (parts) => {
        const value = parts.join('')
        const [escaped, whole] = [JSON.stringify([value]), Buffer.from(value).toString()]
        expect(parseJson(replaceLoneSurrogates(escaped))).toEqual({ value: [whole] })
      }),
    )
  })
})

describe('numbers that no double holds', () => {
  test.each([
    ['{"id":123456789012345678}', '{"id":"123456789012345678"}'],
    ['[-1234567890123456,123456789012345]', '["-1234567890123456",123456789012345]'],
    ['{"a":"1234567890123456789","b\\"":"x 1234567890123456"}', undefined],
    ['[0.12345678901234567890,1234567890123456789.5,1234567890123456e3]', undefined],
  ])('%s', (text, read = text) => {
    expect(withLongNumbersAsTexts(text)).toBe(read)
  })

  test('are all that changes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const isLong = (value: unknown): boolean =>
          typeof value === 'number' && Number.isInteger(value) && /^-?\d{16,}$/.test(String(value))
        const expected: unknown = JSON.parse(text, (_key, value: unknown) =>
          isLong(value) ? String(value) : value,
        )
        expect(JSON.parse(withLongNumbersAsTexts(text))).toEqual(expected)
      }),
    )
  })
})
