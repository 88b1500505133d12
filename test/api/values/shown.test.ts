import { expect, test } from 'vitest'
import { clipped, shown } from '../../../src/api/values/shown.js'

test('what a caller sent is repeated as JSON, sixty characters of it at most', () => {
  expect([shown('a "b"'), shown(['x', 1]), shown(undefined)]).toEqual(['"a \\"b\\""', '["x",1]', 'undefined'])
  expect(shown('x'.repeat(100))).toHaveLength(60)
  expect(clipped('x'.repeat(60))).toBe('x'.repeat(60))
  expect(clipped('x'.repeat(61))).toBe(`${'x'.repeat(57)}...`)
})
