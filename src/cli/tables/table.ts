import type { Paint } from '../output/colors.js'
import { measureWidth, pad } from '../output/display-width.js'

export interface Column {
  readonly title: string
  readonly align?: 'right'
}

const GAP = '  '

/**
 * Renders a header and one line per row, with columns as wide as their widest cell. Nothing is truncated, because the
 * caller truncates first.
 * @param rows cells of printable text, one for each column
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  paint: Paint,
): string[] {
  const widths = columnWidths(columns, rows)
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, index) => pad(cells[index] ?? '', widths[index] ?? 0, align))
      .join(GAP)
      .trimEnd()
  return [paint('bold', line(columns.map(({ title }) => title))), ...rows.map(line)]
}

/** Returns the width of the table with an empty first column, including gaps. */
export function measureWithoutFirstColumn(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): number {
  const [, ...others] = columnWidths(columns, rows)
  return others.reduce((sum, width) => sum + GAP.length + width, 0)
}

function columnWidths(columns: readonly Column[], rows: readonly (readonly string[])[]): number[] {
  return columns.map(({ title }, index) =>
    rows.reduce((width, row) => Math.max(width, measureWidth(row[index] ?? '')), measureWidth(title)),
  )
}
