import type { Database } from '../../../src/storage/driver.js'

/** A database that tells how many of its statements ran. */
export function counted(inner: Database): { readonly database: Database; readonly looks: number } {
  let looks = 0
  const database: Database = {
    ...inner,
    prepare(sql) {
      const statement = inner.prepare(sql)
      return {
        run(values) {
          looks++
          statement.run(values)
        },
        rows(...values) {
          looks++
          return statement.rows(...values)
        },
      }
    },
  }
  return {
    database,
    get looks() {
      return looks
    },
  }
}
