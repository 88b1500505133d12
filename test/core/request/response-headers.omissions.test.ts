import { expect, test } from 'vitest'
import { createOmissionHeaders } from '../../../src/core/request/response-headers.js'

test('an answer that lacks nothing says nothing', () => {
  expect(createOmissionHeaders({ rows: 0, warnings: [], cut: [] })).toEqual({})
})

test('what had to be left out is told', () => {
  expect(createOmissionHeaders({ rows: 3, warnings: ['a', 'b'], cut: ['c', 'd'] })).toEqual({
    'x-pmx-skipped-rows': '3',
    'x-pmx-warning': 'a; b',
    'x-pmx-truncated': 'c; d',
  })
})

test('in text that fits a header, whatever a venue wrote', () => {
  const told = createOmissionHeaders({
    rows: 0,
    warnings: ['Zürich\r\nx: y~ \u007f'],
    cut: ['x'.repeat(900)],
  })
  expect(told['x-pmx-warning']).toBe('Z?rich??x: y~ ?')
  expect(told['x-pmx-truncated']).toBe('x'.repeat(800))
})
