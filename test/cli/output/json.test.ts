import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderJson } from '../../../src/cli/output/json.js'

test('printed JSON is the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, pretty) => {
      const again: unknown = JSON.parse(JSON.stringify(value))
      expect(JSON.parse(renderJson(value, pretty))).toEqual(again)
    }),
  )
})

test('what a terminal would obey is escaped', () => {
  expect(renderJson('a\x1b\x9b\u202eb', false)).toBe('"a\\u001b\\u009b\\u202eb"')
})

test('it is indented for people and one line for programs', () => {
  expect(renderJson({ a: [1] }, true)).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(renderJson({ a: [1] }, false)).toBe('{"a":[1]}')
})

test('nothing prints as null', () => {
  expect(renderJson(undefined, false)).toBe('null')
})
