import type { ListTier, SharedList, SharedListName } from '../../../catalog/shared/list-tier.js'
import type { PostgresConnection } from '../connection/connection.js'
import { codeOf } from '../connection/tier-errors.js'

type Rows = Pick<PostgresConnection, 'rows'>

/** SQLSTATE of a read of a table without a log at a server that only follows another one: such tables are not copied. */
const NOT_COPIED = '0A000'

/** Replaced lists stay so long for daemons that are reading them, and responses of daemons that died. */
const KEPT = "interval '20 min'"

/** Returns the newest list with a name whose read began after a given time. */
export async function findList(
  { rows }: Rows,
  { venue, status }: SharedListName,
  after: number,
  signal: AbortSignal,
): ReturnType<ListTier['find']> {
  const found = await rows(
    `SELECT id::text, began_at FROM pmx_local.lists WHERE venue = $1 AND status = $2 AND began_at > $3
     ORDER BY began_at DESC LIMIT 1`,
    [venue, status, Math.floor(after)],
    signal,
  ).catch((error: unknown) => {
    if (codeOf(error) === NOT_COPIED) return []
    throw error
  })
  const [[id, beganAt] = []] = found
  return id === undefined ? undefined : { id: String(id), beganAt: Number(beganAt) }
}

/** Returns a response of a list. */
export async function readResponse(
  { rows }: Rows,
  id: string,
  key: string,
  signal: AbortSignal,
): ReturnType<ListTier['response']> {
  const [[body] = []] = await rows(
    'SELECT body FROM pmx_local.list_responses WHERE list_id = $1 AND key = $2',
    [id, key],
    signal,
  )
  return body instanceof Uint8Array ? body : undefined
}

/** Adds a response; one of the same request replaces it. */
export async function writeResponse(
  { rows }: Rows,
  id: string,
  key: string,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  await rows(
    `INSERT INTO pmx_local.list_responses (list_id, key, body) VALUES ($1, $2, $3)
     ON CONFLICT (list_id, key) DO UPDATE SET body = excluded.body`,
    [id, key, body],
    signal,
  )
}

/** Shows a list, and deletes replaced ones and responses that belong to none. */
export async function writeList(
  { rows }: Rows,
  { venue, status }: SharedListName,
  { id, beganAt }: SharedList,
  daemon: string,
  signal: AbortSignal,
): Promise<void> {
  await rows(
    'INSERT INTO pmx_local.lists (id, venue, status, began_at, daemon) VALUES ($1, $2, $3, $4, $5)',
    [id, venue, status, beganAt, daemon],
    signal,
  )
  await rows(
    `DELETE FROM pmx_local.lists l WHERE venue = $1 AND status = $2 AND ended_at < now() - ${KEPT}
       AND EXISTS (SELECT FROM pmx_local.lists n WHERE (n.venue, n.status) = ($1, $2) AND n.began_at > l.began_at)`,
    [venue, status],
    signal,
  )
  await rows(
    `DELETE FROM pmx_local.list_responses WHERE added_at < now() - ${KEPT} AND list_id NOT IN (SELECT id FROM pmx_local.lists)`,
    [],
    signal,
  )
}

/** Deletes the lists that a daemon read. @returns their number */
export async function forgetLists({ rows }: Rows, daemon: string, signal: AbortSignal): Promise<number> {
  const ids = await rows('DELETE FROM pmx_local.lists WHERE daemon = $1 RETURNING id', [daemon], signal)
  await rows('DELETE FROM pmx_local.list_responses WHERE list_id = ANY ($1::uuid[])', [ids.flat()], signal)
  return ids.length
}
