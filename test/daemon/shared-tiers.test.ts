import { describe, expect, test } from 'vitest'
import { noOutbox } from '../../src/candles/database/change-table.js'
import type { ResilientStore } from '../../src/candles/database/fallback-store.js'
import { noRechecks } from '../../src/candles/database/recheck-table.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { loadConfig } from '../../src/config/load.js'
import { openSharedHistory } from '../../src/daemon/shared-tiers.js'
import { listSharedSecrets, readSharedPlaces } from '../../src/daemon/sources/shared-places.js'
import { worldOf } from '../../src/daemon/sources/source-set.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { systemRandom } from '../../src/effects/random.js'
import { silentLogger } from '../../src/observe/logger.js'
import { fakeClock, passUntil } from '../support/clock.js'
import { atOnce } from '../support/engine.js'

const URL_WITH_PASSWORD = 'postgres://writer:s%40fe-word@127.0.0.1:1/history'
const environment = { SHARED: URL_WITH_PASSWORD }
const sources = {
  environment,
  readFile: () => ({ text: URL_WITH_PASSWORD, mode: 0o600, isOwn: true }),
}
const configOf = (shared: readonly unknown[], file = true) => {
  const text = JSON.stringify({ shared })
  return loadConfig({
    flags: {},
    environment: {},
    ...(file ? { file: { path: '/etc/pmx/config.json', text } } : {}),
  })
}

describe('the setting of a shared history', () => {
  test('names the place of the address, and never the address', () => {
    expect(() => configOf([{ postgres: URL_WITH_PASSWORD }])).toThrow('must be env:NAME or file:PATH')
    const { shared } = configOf([{ postgres: 'env:SHARED' }, { postgres: 'file:url' }])
    expect(shared[1]).toEqual({ postgres: 'file:/etc/pmx/url' })
    expect(readSharedPlaces(shared, sources).map(({ url }) => url)).toEqual([
      URL_WITH_PASSWORD,
      URL_WITH_PASSWORD,
    ])
    expect(() => readSharedPlaces(shared, { ...sources, environment: {} })).toThrow('shared[0].postgres')
  })

  test('names another daemon, with the place of its token', () => {
    const { shared } = configOf([
      { peer: 'https://pmx.example:3847', token: 'env:SHARED' },
      { peer: 'http://localhost:1' },
    ])
    const places = readSharedPlaces(shared, { ...sources, environment: { SHARED: 'token-of-the-peer' } })
    expect(places).toEqual([
      {
        kind: 'peer',
        setting: 'shared[0].peer',
        url: 'https://pmx.example:3847',
        token: 'token-of-the-peer',
      },
      { kind: 'peer', setting: 'shared[1].peer', url: 'http://localhost:1', token: undefined },
    ])
    expect(listSharedSecrets(places).map(({ value }) => value)).toEqual(['token-of-the-peer'])
    expect(() => configOf([{ peer: 'https://a', token: 'in clear' }])).toThrow('shared')
  })

  test('counts for real venues alone: not in a simulation, a recording or a replay, and not offline', () => {
    const config = configOf([{ postgres: 'env:SHARED' }])
    const sharedOf = (choice: Parameters<typeof worldOf>[0], of = config) =>
      worldOf(choice, of, { environment }).shared.length
    const file = '/tmp/none.cassette'
    expect(sharedOf({ kind: 'live' })).toBe(1)
    expect(sharedOf({ kind: 'demo' })).toBe(0)
    expect(sharedOf({ kind: 'live' }, { ...config, offline: true })).toBe(0)
    expect(sharedOf({ kind: 'record', file, of: { kind: 'live' } } as Parameters<typeof worldOf>[0])).toBe(0)
  })

  test('its address and its password are secrets, as written and decoded', () => {
    const secrets = listSharedSecrets(
      readSharedPlaces(configOf([{ postgres: 'env:SHARED' }]).shared, sources),
    )
    expect(secrets.map(({ value }) => value)).toEqual([URL_WITH_PASSWORD, 's%40fe-word', 's@fe-word'])
    expect(new Set(secrets.map(({ name }) => name))).toEqual(new Set(['shared[0].postgres']))
  })
})

describe('the start', () => {
  const clock = fakeClock()
  const store = {
    ...createMemoryStore(),
    ...noRechecks,
    ...noOutbox,
  } as unknown as ResilientStore
  const open = (urls: readonly string[]) =>
    openSharedHistory(
      urls.map((url, index) => ({ kind: 'postgres' as const, setting: `shared[${index}].postgres`, url })),
      { clock, random: systemRandom, ids: createSystemIds() },
      { store, clock, turn: atOnce, log: silentLogger, isClockConfirmed: undefined, addressOf: () => '' },
    )

  test('does not depend on the server: two that are away have names of their own', async () => {
    const shared = await open([URL_WITH_PASSWORD, URL_WITH_PASSWORD])
    expect(shared.history?.status().map(({ name, clock: of, outbox }) => [name, of, outbox])).toEqual([
      ['postgres', 'unknown', 0],
      ['postgres 2', 'unknown', 0],
    ])
    await passUntil(clock, shared.history?.close() ?? Promise.resolve())
  })

  test('without a shared history there is none', async () => {
    expect(await open([])).toEqual({ history: undefined, lists: undefined })
  })

  test('an address that cannot be used is told with its setting, and without its password', async () => {
    await expect(open(['mysql://a:secret-word@b/c'])).rejects.toThrow(
      /^shared\[0\]\.postgres: (?!.*secret-word)/,
    )
  })
})
