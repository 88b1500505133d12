import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAbort } from '../../../../src/policy/abort.js'
import { readPostgresAddress } from '../../../../src/tiers/postgres/connection/address.js'
import {
  openConnection,
  type PostgresConnection,
} from '../../../../src/tiers/postgres/connection/connection.js'
import { TakeOnlyError } from '../../../../src/tiers/postgres/connection/tier-errors.js'
import {
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from '../support/shared-server.js'

const LIMITS = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
const limitsStatement = `SELECT ${LIMITS.map((name) => `current_setting('${name}')`).join(', ')}`

describe.skipIf(programs === undefined)(`connections ${withPostgres}`, () => {
  const shared = useSharedServer()
  let connection: PostgresConnection | undefined
  beforeAll(() => {
    connection = openConnection(readPostgresAddress(shared.server.address))
  })
  afterAll(() => connection?.close())
  const opened = (): PostgresConnection => connection ?? expect.unreachable()
  const terminateAll = (): void => {
    shared.server.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pmx-local'",
    )
  }

  test('a transaction has time limits, which end with it', async () => {
    const { rows, transact } = opened()
    expect(await transact((statements) => statements.rows(limitsStatement), signal)).toEqual([
      ['3s', '10s', '10s'],
    ])
    expect(await rows(limitsStatement, [], signal)).toEqual([['0', '0', '0']])
  })

  test('a frequent statement has a name, unless a pooler is between that may not support that', async () => {
    const sql = "SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'pmx%' AND $1"
    const pooled = openConnection(readPostgresAddress(`${shared.server.address}&pgbouncer=true`))
    const direct = openConnection(readPostgresAddress(shared.server.address))
    expect(await direct.frequent(sql, [true], signal)).toEqual([[1]])
    expect(await direct.frequent(sql, [true], signal)).toEqual([[1]])
    expect(await pooled.frequent(sql, [true], signal)).toEqual([[0]])
    await Promise.all([pooled.close(), direct.close()])
  })

  test.each([
    ['is lost', 'SELECT 1 FROM pg_prepared_statements WHERE $1', 'DEALLOCATE ALL'],
    ['returns other columns', 'SELECT * FROM pmx_named WHERE $1', 'ALTER TABLE pmx_named ADD b int'],
  ])('a frequent statement that %s runs without its name', async (_, sql, change) => {
    shared.server.run('DROP TABLE IF EXISTS pmx_named; CREATE TABLE pmx_named (a int)')
    const direct = openConnection(readPostgresAddress(shared.server.address))
    await direct.frequent(sql, [true], signal)
    await direct.rows(change, [], signal)
    expect(await direct.frequent(sql, [true], signal)).toEqual([])
    await expect(direct.frequent('SELECT nothing', [], signal)).rejects.toMatchObject({ code: '42703' })
    await direct.close()
  })

  test('a server that restarts ends no daemon: the next calls connect again', async () => {
    const tier = shared.open()
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    shared.server.restart()
    await expect
      .poll(() =>
        tier.take(series, minutes(0, 5), signal).then(
          ({ bars }) => bars.length,
          () => 0,
        ),
      )
      .toBe(5)
    await tier.give(series, partOf(5, 9), signal)
    terminateAll()
    await expect
      .poll(() =>
        tier.take(series, minutes(0, 9), signal).then(
          ({ bars }) => bars.length,
          () => 0,
        ),
      )
      .toBe(9)
  })

  test('a connection that ends within a transaction leaves nothing of it', async () => {
    const tier = shared.open()
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    const holder = new Client(holderOptions(shared.server.address))
    await holder.connect()
    await holder.query('BEGIN; SELECT FROM pmx_local.series FOR UPDATE')
    const given = tier.give(series, partOf(5, 9), signal).catch((error: unknown) => error)
    const waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    await expect.poll(() => shared.server.query(waiting)[0]).toBe('1')
    terminateAll()
    expect(await given).toMatchObject({ name: 'PostgresTierError', code: '57P01' })
    await holder.end()
    expect((await tier.take(series, minutes(0, 9), signal)).bars).toHaveLength(5)
  })

  test('an abort frees the transaction, and the lock of the series', async () => {
    const tier = shared.open()
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    const holder = new Client(holderOptions(shared.server.address))
    await holder.connect()
    await holder.query('BEGIN; SELECT FROM pmx_local.series FOR UPDATE')
    const end = createAbort()
    const given = tier.give(series, partOf(5, 9), end.signal)
    end.abort(new Error('enough'))
    await expect(given).rejects.toThrow('enough')
    await holder.end()
    await tier.give(series, partOf(5, 9, 0.9), signal)
    expect((await tier.take(series, minutes(8, 9), signal)).bars).toEqual(partOf(8, 9, 0.9).bars)
  })

  test('a transaction runs again, once, when another one was faster', async () => {
    const { transact } = opened()
    let runs = 0
    const faster = (code: string) =>
      transact(async ({ rows }) => {
        runs++
        await rows(`DO $$ BEGIN RAISE EXCEPTION 'faster' USING ERRCODE = '${code}'; END $$`)
      }, signal)
    for (const [code, expected] of [
      ['40001', 2],
      ['40P01', 2],
      ['23P01', 2],
      ['23505', 1],
    ] as const) {
      runs = 0
      await expect(faster(code)).rejects.toThrow('faster')
      expect([code, runs]).toEqual([code, expected])
    }
  })

  test('refusals are passed on as they are', async () => {
    const refusal = new TakeOnlyError('no')
    await expect(opened().transact(() => Promise.reject(refusal), signal)).rejects.toBe(refusal)
  })

  test('after its end nothing connects', async () => {
    const tier = shared.open()
    await tier.close()
    await tier.close()
    await expect(tier.take(newSeries(), minutes(0, 5), signal)).rejects.toThrow(/closed/)
  })
})

function holderOptions(address: string) {
  const { host, user, database } = readPostgresAddress(address)
  return { host, user, database }
}

test('a server that is away is an error without the address and its password', async () => {
  const connection = openConnection(readPostgresAddress('postgres://me:s3cr3t%40@127.0.0.1:1/db'))
  const error = await connection.rows('SELECT 1', [], signal).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'PostgresTierError', code: 'ECONNREFUSED' })
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/s3cr3t/)
  await connection.close()
})
