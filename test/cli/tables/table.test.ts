import { expect, test } from 'vitest'
import { plainColors } from '../../../src/cli/output/colors.js'
import { measureWithoutFirstColumn, renderTable } from '../../../src/cli/tables/table.js'

const columns = [{ title: 'name' }, { title: 'size', align: 'right' as const }, { title: 'note' }]
const rows = [
  ['東京', '7', 'wide'],
  ['a', '1,234', ''],
]

test('columns are as wide as their widest cell, and lines end without blanks', () => {
  expect(renderTable(columns, rows, plainColors)).toEqual([
    'name   size  note',
    '東京      7  wide',
    'a     1,234',
  ])
})

test('a table without rows is its header', () => {
  expect(renderTable(columns, [], plainColors)).toEqual(['name  size  note'])
})

test('only the header is painted', () => {
  const painted = renderTable(columns, rows, (style, text) => `<${style}>${text}`)
  expect(painted[0]).toBe('<bold>name   size  note')
  expect(painted[1]).not.toContain('<')
})

test('the width beside the first column counts the gaps', () => {
  expect(measureWithoutFirstColumn(columns, rows)).toBe('  1,234  note'.length)
})
