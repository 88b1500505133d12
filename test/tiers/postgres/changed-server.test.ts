import { describe, expect, test } from 'vitest'
import { noOutbox } from '../../../src/candles/database/change-table.js'
import { createSharedHistory } from '../../../src/candles/shared/shared-history.js'
import { createTierSession } from '../../../src/candles/shared/tier-session.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { systemClock } from '../../../src/effects/clock.js'
import { silentLogger } from '../../../src/observe/logger.js'
import { atOnce } from '../../support/engine.js'
import {
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

/** Writes until the server has told that it takes no writes: the first call only notices that its session is gone. */
async function passUntilRefused(write: () => Promise<unknown>): Promise<unknown> {
  for (let call = 0; call < 3; call++) await write().catch(() => undefined)
  return write()
}

/** A daemon looks again at what it may do after this time, ms. */
const AGAIN_MS = 61_000

describe.skipIf(programs === undefined)(`a server that changes while a daemon runs, ${withPostgres}`, () => {
  const shared = useSharedServer()
  function database(name: string, user = 'postgres') {
    shared.server.query(`CREATE DATABASE ${name}`)
    return shared.server.address.replace('/postgres?', `/${name}?`).replace('user=postgres', `user=${user}`)
  }
  const change = (name: string, sql: string): void => shared.server.run(`\\c ${name}\n${sql};`)

  test('a database that was lost is filled again, without a restart', async () => {
    const tier = shared.open('a', database('lost'))
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    change('lost', 'DROP SCHEMA pmx_local CASCADE')
    await tier.take(series, minutes(0, 9), signal).catch(() => undefined)
    await tier.give(series, partOf(0, 5), signal)
    expect((await tier.take(series, minutes(0, 9), signal)).bars).toHaveLength(5)
  })

  test('rights that are granted later are used', async () => {
    shared.server.query('CREATE ROLE late LOGIN')
    const url = database('granted')
    await shared.open('owner', url).access(signal)
    change(
      'granted',
      'GRANT USAGE ON SCHEMA pmx_local TO late; GRANT SELECT ON ALL TABLES IN SCHEMA pmx_local TO late',
    )
    const tier = shared.open('late', url.replace('user=postgres', 'user=late'))
    const series = newSeries()
    await expect(tier.give(series, partOf(0, 5), signal)).rejects.toThrow(/is read-only/)
    change(
      'granted',
      'GRANT ALL ON ALL TABLES IN SCHEMA pmx_local TO late; GRANT ALL ON ALL SEQUENCES IN SCHEMA pmx_local TO late',
    )
    await tier.clock.advance(AGAIN_MS)
    await tier.give(series, partOf(0, 5), signal)
  })

  test('a schema that a newer version has migrated is written no more', async () => {
    const tier = shared.open('old', database('migrated'))
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    change('migrated', 'UPDATE pmx_local.meta SET schema_version = 9, oldest_writer = 9')
    await tier.clock.advance(AGAIN_MS)
    await expect(tier.give(series, partOf(5, 9), signal)).rejects.toThrow(/cannot write/)
    expect((await tier.take(series, minutes(0, 9), signal)).bars).toHaveLength(5)
  })

  test('a server that takes no writes is read, says why, and is written again when it does', async () => {
    const url = database('standby')
    const [tier, other] = [shared.open('a', url), shared.open('b', url)]
    const session = createTierSession(tier, { clock: { ...tier.clock, now: Date.now }, log: silentLogger })
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    // As after a switch to a standby: sessions end, and new ones only read.
    change('standby', 'ALTER DATABASE standby SET default_transaction_read_only = on')
    shared.server.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'standby' AND pid <> pg_backend_pid()",
    )
    const give = () => tier.give(series, partOf(5, 9), signal)
    await expect(passUntilRefused(give)).rejects.toThrow(/the server is read-only/)
    const giveAsOther = () => other.give(series, partOf(9, 12), signal)
    await expect(passUntilRefused(giveAsOther)).rejects.toThrow(/the server is read-only/)
    expect((await tier.take(series, minutes(0, 9), signal)).bars).toHaveLength(5)
    expect((await tier.claim(series, minutes(0, 9), signal)).kind).toBe('mine')
    for (let call = 0; call < 4; call++) {
      expect(await session.mayGive(1_000)).toBe(false)
      expect(
        (await session.read(1_000, (end) => tier.take(series, minutes(0, 9), end)))?.value.bars,
      ).toHaveLength(5)
    }
    expect(session.status).toMatchObject({ state: 'ok', refusal: expect.stringContaining('standby') })
    // A setting of the database counts for new sessions alone.
    shared.server.query('ALTER DATABASE standby RESET default_transaction_read_only')
    await tier.clock.advance(AGAIN_MS)
    await tier.take(series, minutes(0, 9), signal)
    await give()
    await other.clock.advance(AGAIN_MS)
    await giveAsOther()
    expect(await session.mayGive(1_000)).toBe(true)
    expect(session.status).not.toHaveProperty('refusal')
    expect((await tier.take(series, minutes(0, 20), signal)).bars).toHaveLength(12)
    await session.close()
  })

  test('a server whose disk is full leaves open who has a lease, and is read', async () => {
    const url = database('without_space')
    const giver = shared.open('giver', url)
    const series = newSeries()
    const part = partOf(0, 5)
    const coverage = part.coverage.map((entry) => ({ ...entry, fetchedAt: entry.to }))
    await giver.give(series, { ...part, coverage }, signal)
    const fails = "BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END"
    change(
      'without_space',
      `CREATE FUNCTION pmx_local.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$${fails}$$`,
    )
    change(
      'without_space',
      'CREATE TRIGGER full_disk BEFORE INSERT ON pmx_local.claims EXECUTE FUNCTION pmx_local.full_disk()',
    )
    const store = createMemoryStore()
    const history = createSharedHistory([shared.open('taker', url)], {
      ...{ store, records: noOutbox, clock: systemClock, random: Math.random },
      ...{ turn: atOnce, log: silentLogger, isShared: () => true },
    })
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const hold = () => Promise.all(names.map((name) => history.leases?.hold(name, 60_000, signal)))
    expect(await hold()).toEqual(names.map(() => 'unknown'))
    expect(await history.samples.take(series, minutes(0, 5))).toBe(true)
    expect(store.read(series, minutes(0, 9))).toHaveLength(5)
    await history.close()
  })

  test('rights that are taken away are noticed by the next write, and reads continue', async () => {
    shared.server.query('CREATE ROLE early LOGIN')
    const url = database('revoked')
    await shared.open('owner', url).access(signal)
    change(
      'revoked',
      'GRANT USAGE ON SCHEMA pmx_local TO early; GRANT ALL ON ALL TABLES IN SCHEMA pmx_local TO early',
    )
    change('revoked', 'GRANT ALL ON ALL SEQUENCES IN SCHEMA pmx_local TO early')
    const tier = shared.open('early', url.replace('user=postgres', 'user=early'))
    const series = newSeries()
    await tier.give(series, partOf(0, 5), signal)
    change('revoked', 'REVOKE INSERT ON pmx_local.coverage FROM early')
    await expect(tier.give(series, partOf(5, 9), signal)).rejects.toThrow(/permission denied/)
    await expect(tier.give(series, partOf(5, 9), signal)).rejects.toThrow(/is read-only/)
    expect((await tier.take(series, minutes(0, 9), signal)).bars).toHaveLength(5)
  })
})
