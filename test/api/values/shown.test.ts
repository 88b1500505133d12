import { expect, test } from 'vitest'
import { clipText, renderForMessage } from '../../../src/api/values/shown.js'

test('what a caller sent is repeated as JSON, sixty characters of it at most', () => {
  expect([renderForMessage('a "b"'), renderForMessage(['x', 1]), renderForMessage(undefined)]).toEqual([
    '"a \\"b\\""',
    '["x",1]',
    'undefined',
  ])
  expect(renderForMessage('x'.repeat(100))).toHaveLength(60)
  expect(clipText('x'.repeat(60))).toBe('x'.repeat(60))
  expect(clipText('x'.repeat(61))).toBe(`${'x'.repeat(57)}...`)
})
