import type { Database, SqlValue } from './driver.js'

/** Number of rows per statement. Most of a row's cost is the SQLite call. */
const ROWS_AT_ONCE = 32

/**
 * Prepares the insertion of many rows into a table.
 * @param columns names, separated by commas
 * @returns a function that inserts rows; their values are one list
 */
export function prepareInsert(
  database: Database,
  table: string,
  columns: string,
): (values: readonly SqlValue[]) => void {
  const width = columns.split(',').length
  const row = `(${Array.from({ length: width }, () => '?').join(', ')})`
  const prepare = (rows: number) =>
    database.prepare(
      `INSERT INTO ${table} (${columns}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`,
    )
  const [one, many] = [prepare(1), prepare(ROWS_AT_ONCE)]
  const size = width * ROWS_AT_ONCE
  return (values) => {
    let at = 0
    for (; at + size <= values.length; at += size) many.run(values.slice(at, at + size))
    for (; at < values.length; at += width) one.run(values.slice(at, at + width))
  }
}
