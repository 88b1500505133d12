import type { Clock } from '../../effects/clock.js'
import { createAbort, leaveOnAbort } from '../../policy/abort.js'
import type { PostgresConnection } from './connection/connection.js'
import { codeOf, isRefusedWrite, TakeOnlyError } from './connection/tier-errors.js'
import { type PreparedSchema, prepareSchema, type TierAccess } from './schema.js'

/** The access of this daemon to a server. It can change with the rights, the schema version, or the server itself. */
export interface ServerAccess {
  /** The connection, whose errors show that the server has changed. */
  readonly connection: PostgresConnection
  /** Returns this daemon's access after creating or updating the schema. It may be outdated. */
  read(signal: AbortSignal): Promise<TierAccess>
  /** Why this daemon may not write, as last read. Undefined if it may, or before the first read. */
  refusal(): string | undefined
  /** Whether the schema has replaced values, as last read. */
  hasRestated(): boolean
  /** @throws TakeOnlyError if this daemon may not write; that is known for at most {@link AGAIN_AFTER_MS} */
  assertWritable(signal: AbortSignal): Promise<void>
}

/** Time limit to create the schema, ms. The work continues after the call that began it has ended. */
const PREPARE_MS = 90_000
/** The schema and the rights are read again after this time, ms. */
const AGAIN_AFTER_MS = 60_000
/** SQLSTATE of a table, schema or column that does not exist. */
const missing = new Set(['42P01', '3F000', '42703'])

export function createServerAccess(
  connection: PostgresConnection,
  clock: Pick<Clock, 'monotonic' | 'setTimer'>,
): ServerAccess {
  let known: (PreparedSchema & { readonly at: number }) | undefined
  let reading: Promise<TierAccess> | undefined

  function prepare(): Promise<TierAccess> {
    if (reading !== undefined) return reading
    // An open session keeps the settings with which it began.
    if (known?.access.kind === 'take_only' && known.access.isServer === true) connection.renew()
    const end = createAbort()
    const cancel = clock.setTimer(PREPARE_MS, () => end.abort(new Error('PostgreSQL does not respond')))
    reading = prepareSchema(connection, end.signal)
      .then((prepared) => {
        known = { ...prepared, at: clock.monotonic() }
        return prepared.access
      })
      .finally(() => {
        cancel()
        reading = undefined
      })
    reading.catch(() => undefined)
    return reading
  }

  const isCurrent = (): boolean => known !== undefined && clock.monotonic() - known.at < AGAIN_AFTER_MS

  async function watch<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work
    } catch (error) {
      // A lost or replaced database; or other rights, or a server that only follows another one now.
      if (missing.has(codeOf(error) ?? '')) known = undefined
      else if (isRefusedWrite(error) && known !== undefined)
        known = { ...known, at: Number.NEGATIVE_INFINITY }
      throw error
    }
  }

  return {
    connection: {
      rows: (...args) => watch(connection.rows(...args)),
      frequent: (...args) => watch(connection.frequent(...args)),
      transact: (...args) => watch(connection.transact(...args)),
      renew: () => connection.renew(),
      close: () => connection.close(),
    },
    async read(signal) {
      if (known === undefined) return leaveOnAbort(prepare(), signal)
      if (!isCurrent()) void prepare()
      return known.access
    },
    hasRestated: () => known?.hasRestated === true,
    refusal: () => (known?.access.kind === 'take_only' ? known.access.reason : undefined),
    async assertWritable(signal) {
      const may = isCurrent() ? known?.access : await leaveOnAbort(prepare(), signal)
      if (may?.kind === 'take_only') throw new TakeOnlyError(may.reason)
    },
  }
}
