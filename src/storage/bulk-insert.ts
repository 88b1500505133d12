import type { Database, SqlValue } from './driver.js'

/** Numbers of rows per statement, descending. Most of a row's cost is the SQLite call. */
const ROWS_AT_ONCE = [32, 8, 1]

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
  const statements = ROWS_AT_ONCE.map((rows) => {
    const all = Array.from({ length: rows }, () => row).join(', ')
    const statement = database.prepare(`INSERT INTO ${table} (${columns}) VALUES ${all}`)
    return { size: width * rows, statement }
  })
  return (values) => {
    let at = 0
    for (const { size, statement } of statements)
      for (; at + size <= values.length; at += size) statement.run(values.slice(at, at + size))
  }
}
