import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { createSemaphore } from '../../../policy/gate.js'
import type { PostgresAddress } from './address.js'
import { codeOf, isNameProblem, isRepeatable, PostgresPackageMissing, toTierError } from './tier-errors.js'

/** The cells of a row in the order of the statement. 64-bit integers are numbers. */
export type Row = readonly unknown[]

/** Runs statements, either in a transaction or separately. */
export interface Statements {
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

/**
 * Connections to a server, which open when they are needed. Sessions have no state, so that a pooler in transaction mode can be
 * used. Only frequent statements have names, as long as the pooler supports that.
 */
export interface PostgresConnection {
  /** Runs one statement. An abort closes its connection and rejects with the reason of the signal. */
  rows(sql: string, values: readonly unknown[], signal: AbortSignal): Promise<readonly Row[]>
  /** Runs a frequent statement, which the server parses and plans once per connection. */
  frequent(sql: string, values: readonly unknown[], signal: AbortSignal): Promise<readonly Row[]>
  /**
   * Runs a transaction with time limits on the server, either completely or not at all. If another transaction was faster, it is
   * repeated once.
   */
  transact<Value>(work: (statements: Statements) => Promise<Value>, signal: AbortSignal): Promise<Value>
  /** The next calls open new sessions. */
  renew(): void
  close(): Promise<void>
}

/** Few, because all of a team's daemons share the server's connections. */
const MAX_CONNECTIONS = 4
/** Transactions leave some connections for reads, because requests wait for those. */
const MAX_TRANSACTIONS = 2
const CONNECT_MS = 5_000
const IDLE_MS = 30_000
const KEEP_ALIVE_MS = 10_000
const INT8 = 20

/** A transaction never holds a lock for longer than this, even if the daemon dies. */
const BEGIN = `BEGIN;
  SET LOCAL lock_timeout = '3s';
  SET LOCAL statement_timeout = '10s';
  SET LOCAL idle_in_transaction_session_timeout = '10s'`

/** @param minimumConnections for tests */
export function openConnection(address: PostgresAddress): PostgresConnection {
  const { password } = address
  const turns = createSemaphore(MAX_TRANSACTIONS)
  let pool: Promise<Pool> | undefined
  let isClosed = false
  /** A pooler between gives each statement to any connection of the server, and old ones do not prepare it there. */
  let hasNames = !address.isPooled

  async function createPool(): Promise<Pool> {
    const { Pool: PoolOfClients, types } = await loadClient()
    const created = new PoolOfClients({
      ...{ host: address.host, port: address.port, user: address.user, database: address.database },
      ...(password === undefined ? {} : { password }),
      ssl: address.tls ?? false,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: 'pmx-local',
      types: {
        getTypeParser: ((oid: number, format: 'text') =>
          oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
      },
    })
    // A server that restarts ends idle connections, which is not an error of a call: the next call opens another one.
    created.on('error', () => undefined)
    created.on('connect', (client) => client.on('error', () => undefined))
    return created
  }

  async function withClient<Value>(
    signal: AbortSignal,
    work: (client: PoolClient) => Promise<Value>,
  ): Promise<Value> {
    signal.throwIfAborted()
    if (isClosed) throw toTierError(new Error('the connection is closed'), password)
    pool ??= createPool()
    pool.catch(() => {
      pool = undefined
    })
    try {
      const client = await connect(await pool, signal)
      return await use(client, signal, work)
    } catch (error) {
      // Passed on as it is: it is the reason of the caller.
      if (signal.aborted) throw signal.reason
      throw toTierError(error, password)
    }
  }

  return {
    rows: (sql, values, signal) => withClient(signal, (client) => queryRows(client, sql, values)),
    async frequent(sql, values, signal) {
      if (hasNames)
        try {
          return await withClient(signal, (client) => queryRows(client, sql, values, nameOf(sql)))
        } catch (error) {
          if (!isNameProblem(error)) throw error
          hasNames = false
        }
      return withClient(signal, (client) => queryRows(client, sql, values))
    },
    transact(work, signal) {
      const once = () => turns.run(signal, () => withClient(signal, (client) => runTransaction(client, work)))
      return once().catch((error: unknown) => {
        if (isRepeatable(error)) return once()
        throw error
      })
    },
    renew() {
      const opened = pool
      pool = undefined
      // Those that are in use are closed after their call.
      opened?.then((old) => old.end()).catch(() => undefined)
    },
    async close() {
      isClosed = true
      const opened = await pool?.catch(() => undefined)
      pool = undefined
      await opened?.end().catch(() => undefined)
    },
  }
}

/** Waits for a connection. A connection that becomes available after the abort is returned to the pool. */
function connect(pool: Pool, signal: AbortSignal): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    pool.connect().then(
      (client) => {
        signal.removeEventListener('abort', onAbort)
        if (signal.aborted) client.release()
        else resolve(client)
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort)
        reject(error)
      },
    )
  })
}

async function use<Value>(
  client: PoolClient,
  signal: AbortSignal,
  work: (client: PoolClient) => Promise<Value>,
): Promise<Value> {
  let isReleased = false
  const release = (isBroken: boolean): void => {
    if (isReleased) return
    isReleased = true
    client.release(isBroken)
  }
  return new Promise((resolve, reject) => {
    // What the server is doing then is unknown, so no other call gets the connection.
    const onAbort = (): void => {
      release(true)
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    work(client).then(
      (value) => {
        signal.removeEventListener('abort', onAbort)
        release(false)
        resolve(value)
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort)
        // An error with an SQLSTATE is a response from a server that is still running.
        release(!/^[0-9A-Z]{5}$/.test(codeOf(error) ?? '') || /^(08|57)/.test(codeOf(error) ?? ''))
        reject(error)
      },
    )
  })
}

async function runTransaction<Value>(
  client: PoolClient,
  work: (statements: Statements) => Promise<Value>,
): Promise<Value> {
  await client.query(BEGIN)
  try {
    const value = await work({ rows: (sql, values = []) => queryRows(client, sql, values) })
    await client.query('COMMIT')
    return value
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function queryRows(
  client: PoolClient,
  text: string,
  values: readonly unknown[],
  name?: string,
): Promise<readonly Row[]> {
  const named = name === undefined ? {} : { name }
  const { rows } = await client.query<unknown[]>({ ...named, text, values: [...values], rowMode: 'array' })
  return rows
}

const names = new Map<string, string>()

/** Names a statement by its text: behind a pooler another version of this program may have prepared it. */
function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  const name = `pmx_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`
  names.set(sql, name)
  return name
}

async function loadClient(): Promise<typeof import('pg')> {
  try {
    return await import('pg')
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') throw new PostgresPackageMissing()
    throw error
  }
}
