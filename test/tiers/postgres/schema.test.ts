import { describe, expect, test } from 'vitest'
import { createAbort } from '../../../src/policy/abort.js'
import {
  bar,
  blank,
  MINUTE,
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

describe.skipIf(programs === undefined)(`the schema ${withPostgres}`, () => {
  const shared = useSharedServer()
  /** Creates a database, owned by the administrator. @returns its address for a user */
  const database = (name: string, user = 'postgres'): string => {
    shared.server.query(`CREATE DATABASE ${name}`)
    return addressOf(name, user)
  }
  const addressOf = (name: string, user: string): string =>
    shared.server.address.replace('/postgres?', `/${name}?`).replace('user=postgres', `user=${user}`)

  test('20 daemons that start at the same time create it once', async () => {
    const url = database('twenty')
    const tiers = Array.from({ length: 20 }, (_, at) => shared.open(`d${at}`, url))
    const all = await Promise.all(tiers.map((tier) => tier.access(signal)))
    expect(all).toEqual(Array(20).fill({ kind: 'read_write' }))
    await Promise.all(tiers.map((tier) => tier.close()))
  })

  test('chunks are stored as they are, and coverage cannot overlap', async () => {
    await shared.open().access(signal)
    const { query } = shared.server
    expect(
      query(
        "SELECT attstorage FROM pg_attribute WHERE attrelid = 'pmx_local.chunks'::regclass AND attname = 'body'",
      ),
    ).toEqual(['e'])
    expect(query("SELECT conname FROM pg_constraint WHERE contype = 'x' ORDER BY 1")).toEqual([
      'chunks_disjoint',
      'coverage_disjoint',
    ])
  })

  test('a role that may not create extensions does without the constraints', async () => {
    const { query } = shared.server
    query('CREATE ROLE plain LOGIN')
    const url = database('without_extension', 'plain')
    query('GRANT CREATE ON DATABASE without_extension TO plain')
    const tier = shared.open('a', url)
    expect(await tier.access(signal)).toEqual({ kind: 'read_write' })
    const series = newSeries()
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        shared.open(`d${at}`, url).give(series, partOf(at, at + 20, at / 10), signal),
      ),
    )
    const { bars, coverage } = await tier.take(series, minutes(0, 99), signal)
    expect(bars).toHaveLength(27)
    for (const [at, { from }] of coverage.entries()) expect(from).toBe(at === 0 ? 0 : coverage[at - 1]?.to)
  })

  test('a role that may only read takes, and is told what it lacks when it gives', async () => {
    const { query } = shared.server
    query(
      'CREATE ROLE pmx_reader; CREATE ROLE pmx_writer; CREATE ROLE team_reader LOGIN IN ROLE pmx_reader; CREATE ROLE team_writer LOGIN IN ROLE pmx_writer',
    )
    const url = database('with_roles')
    await shared.open('owner', url).access(signal)
    const writer = shared.open('w', addressOf('with_roles', 'team_writer'))
    const series = newSeries()
    await writer.give(series, partOf(0, 100), signal)
    expect((await writer.claim(series, minutes(0, 9), signal)).kind).toBe('mine')
    await writer.retract({ series, ...minutes(0, 1), reason: 'forgotten' }, undefined, signal)
    const reader = shared.open('r', addressOf('with_roles', 'team_reader'))
    expect(await reader.access(signal)).toEqual({
      kind: 'take_only',
      reason: 'the database role is read-only. Use a role with the rights of pmx_writer.',
    })
    expect((await reader.take(series, minutes(0, 10), signal)).bars).toHaveLength(9)
    expect((await reader.retractions(undefined, signal)).retractions).toEqual([])
    await expect(reader.give(series, partOf(0, 1), signal)).rejects.toThrow(/is read-only/)
    await expect(reader.forgetBy('w', signal)).rejects.toThrow(/is read-only/)
    // It fetches by itself, and waits for nobody.
    expect((await reader.claim(series, minutes(0, 9), signal)).kind).toBe('mine')
  })

  test('a role without rights on a database without a shared history is told what to do', async () => {
    shared.server.query('CREATE ROLE guest LOGIN')
    const tier = shared.open('a', database('empty_database', 'guest'))
    await expect(tier.access(signal)).rejects.toThrow(
      /no shared history yet, and this role is not allowed to create it/,
    )
  })

  test('a schema of a newer version is only read; one that cannot be read is refused', async () => {
    const url = database('newer')
    const first = shared.open('old', url)
    const series = newSeries()
    await first.give(series, partOf(0, 5), signal)
    const change = (sql: string): void => shared.server.run(`\\c newer\n${sql};`)
    change('UPDATE pmx_local.meta SET schema_version = 9, oldest_writer = 9')
    const reader = shared.open('a', url)
    expect(await reader.access(signal)).toMatchObject({
      kind: 'take_only',
      reason: expect.stringMatching(/version 9.*Update/),
    })
    expect((await reader.take(series, minutes(0, 9), signal)).bars).toHaveLength(5)
    await expect(reader.give(series, partOf(5, 6), signal)).rejects.toThrow(/cannot write/)
    change('UPDATE pmx_local.meta SET oldest_reader = 9')
    await expect(shared.open('b', url).take(series, minutes(0, 9), signal)).rejects.toThrow(/cannot read/)
  })

  test('a schema of an older version is updated by its owner, and used as it is by others', async () => {
    const { query } = shared.server
    const url = database('older')
    await shared.open('owner', url).access(signal)
    const change = (sql: string): void => shared.server.run(`\\c older\n${sql};`)
    query('CREATE ROLE older_writer LOGIN')
    change(`GRANT USAGE ON SCHEMA pmx_local TO older_writer;
      GRANT ALL ON ALL TABLES IN SCHEMA pmx_local TO older_writer;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA pmx_local TO older_writer;
      ALTER TABLE pmx_local.receipts DROP COLUMN restated;
      UPDATE pmx_local.meta SET schema_version = 1`)
    const [series, other] = [newSeries(), newSeries()]
    const restated = [{ openTime: MINUTE, until: 7_000, former: bar(1, 0.3), source: 'live' }]
    const given = { ...partOf(0, 5), restated }
    const writer = () => shared.open('writer', addressOf('older', 'older_writer'))
    const before = writer()
    await before.give(series, given, signal)
    expect(await before.take(series, minutes(0, 9), signal)).toEqual(partOf(0, 5))
    const all = await Promise.all(
      Array.from({ length: 5 }, (_, at) => shared.open(`o${at}`, url).access(signal)),
    )
    expect(all).toEqual(Array(5).fill({ kind: 'read_write' }))
    await writer().give(other, given, signal)
    expect((await writer().take(other, minutes(0, 9), signal)).restated).toEqual(restated)
    // One that was open before still gives and takes.
    await before.give(other, partOf(5, 6), signal)
    expect((await before.take(other, minutes(0, 9), signal)).bars).toHaveLength(6)
  })

  test('a call that leaves does not end the creation of the schema', async () => {
    const url = database('patient')
    const tier = shared.open('a', url)
    const end = createAbort()
    const taken = tier.take(newSeries(), minutes(0, 5), end.signal)
    end.abort(new Error('enough'))
    await expect(taken).rejects.toThrow('enough')
    expect(await tier.take(newSeries(), minutes(0, 5), signal)).toEqual(blank)
  })
})
