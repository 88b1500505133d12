import { expect, test } from 'vitest'
import { PostgresTierError } from '../../../src/tiers/postgres/connection/tier-errors.js'
import { readSharedOverview } from '../../../src/tiers/postgres/inspect.js'
import { signal } from './support/shared-server.js'

test('a standby is counted without the tables that it does not have', async () => {
  // PostgreSQL 15 on a standby: "cannot access temporary or unlogged relations during recovery", 0A000.
  const unlogged = /pmx_local\.(claims|rate_budgets|lists|list_responses)/
  const rows = async (sql: string) => {
    if (unlogged.test(sql))
      throw new PostgresTierError('PostgreSQL: cannot access unlogged relations', '0A000')
    return sql.includes('pg_is_in_recovery') ? [[true]] : sql.includes('pg_class') ? [[8_192, 1, 2]] : []
  }
  expect(await readSharedOverview({ rows }, signal)).toMatchObject({
    ...{ bytes: 8_192, outcomes: 1, retractions: 2, claims: 0, budgets: [] },
  })
})
