import type { PostgresConnection } from './connection/connection.js'

/** Rights that a role lacks on tables that not every daemon uses. */
export interface MissingRight {
  readonly table: string
  /** Such as `INSERT`, in a fixed order. */
  readonly rights: readonly string[]
}

/** What a daemon does in these tables. A role that only downloads needs only the first right. */
const needed: Readonly<Record<string, readonly string[]>> = {
  lists: ['SELECT', 'INSERT', 'DELETE'],
  list_responses: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  rate_budgets: ['SELECT', 'INSERT', 'UPDATE'],
}

/** Returns the rights that the role lacks on the tables for lists and rate limits, or nothing for tables that do not exist. */
export async function readMissingRights(
  { rows }: Pick<PostgresConnection, 'rows'>,
  signal: AbortSignal,
): Promise<readonly MissingRight[]> {
  const pairs = Object.entries(needed).flatMap(([table, rights]) => rights.map((right) => ({ table, right })))
  // By the number of the table: a name is refused where the role may not use the schema.
  const found = await rows(
    `SELECT p.name, array_agg(p.own ORDER BY p.place)
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS p (name, own, place)
     JOIN pg_class c ON c.relname = p.name JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'pmx_local'
     WHERE NOT has_table_privilege(c.oid, p.own) GROUP BY 1 ORDER BY min(p.place)`,
    [pairs.map(({ table }) => table), pairs.map(({ right }) => right)],
    signal,
  )
  return found.map(([table, rights]) => ({ table: String(table), rights: rights as readonly string[] }))
}

/** Adds a row and deletes it in one transaction, because rights do not show a full disk. */
export async function writeProbe(
  connection: Pick<PostgresConnection, 'transact'>,
  signal: AbortSignal,
): Promise<void> {
  await connection.transact(async ({ rows }) => {
    await rows(
      `INSERT INTO pmx_local.outcomes (venue, outcome_id, located, checked_at, daemon)
       VALUES ('', gen_random_uuid()::text, '', 0, '')`,
    )
    await rows("DELETE FROM pmx_local.outcomes WHERE venue = ''")
  }, signal)
}
