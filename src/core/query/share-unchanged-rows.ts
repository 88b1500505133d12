/**
 * Replaces every row that equals its row in an older list by that older row, so storing both lists takes little memory.
 * @returns the rows in their order, and how many of them are new
 */
export function shareUnchangedRows<Row extends object>(
  rows: readonly Row[],
  older: readonly Row[],
  idOf: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly own: number } {
  if (older.length === 0) return { rows, own: rows.length }
  const known = new Map(older.map((row) => [idOf(row), row]))
  let own = 0
  const shared = rows.map((row) => {
    const before = known.get(idOf(row))
    if (before !== undefined && isSame(row, before)) return before
    own++
    return row
  })
  return { rows: shared, own }
}

/** Whether two JSON values are equal, member by member. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => Object.hasOwn(b, name) && isSame(Reflect.get(a, name), Reflect.get(b, name)))
}
