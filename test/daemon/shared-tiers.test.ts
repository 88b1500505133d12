import { describe, expect, test } from 'vitest'
import { noOutbox } from '../../src/candles/database/change-table.js'
import type { ResilientStore } from '../../src/candles/database/fallback-store.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { loadConfig } from '../../src/config/load.js'
import { openSharedHistory, openTiers } from '../../src/daemon/shared-tiers.js'
import { listSharedSecrets, readSharedPlaces } from '../../src/daemon/sources/shared-places.js'
import { worldOf } from '../../src/daemon/sources/source-set.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { systemRandom } from '../../src/effects/random.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import { createBudgets } from '../../src/transport/budget.js'
import { fakeClock, passUntil } from '../support/clock.js'
import { atOnce } from '../support/engine.js'
import { noRechecks } from '../support/no-rechecks.js'

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

  test('names the address whose rate limits are shared, of one server', () => {
    const one = { postgres: 'env:SHARED', budgets: { egress: 'office' } }
    const places = readSharedPlaces(configOf([one]).shared, sources)
    expect(places[0]).toMatchObject({ budgets: { egress: 'office', share: 0.25 } })
    expect(() => configOf([one, one])).toThrow('only one history can have budgets')
    const refused = [{ egress: 'two words' }, { egress: '' }, { egress: 'a', share: 0 }, {}]
    for (const budgets of refused) expect(() => configOf([{ ...one, budgets }])).toThrow('shared')
    expect(() => configOf([{ peer: 'https://a', budgets: { egress: 'a' } }])).toThrow('shared')
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

  test('its passwords are secrets, as written and decoded, and no other word of its address', () => {
    const secretsOf = (address: string) =>
      listSharedSecrets(
        readSharedPlaces(configOf([{ postgres: 'env:SHARED' }]).shared, {
          ...sources,
          environment: { SHARED: address },
        }),
      )
    const secrets = secretsOf(URL_WITH_PASSWORD)
    expect(secrets.map(({ value }) => value)).toEqual([':s%40fe-word@127.0.', 's%40fe-word', 's@fe-word'])
    expect(new Set(secrets.map(({ name }) => name))).toEqual(new Set(['shared[0].postgres']))
    const known = createSecretSet()
    for (const address of [
      'postgres://postgres:pw@127.0.0.1/postgres',
      'postgres:///postgres?password=in-the-query',
    ])
      for (const secret of secretsOf(address)) known.add(secret)
    expect(known.mask('postgres')).toBe('postgres')
    expect(known.mask('postgres://postgres:pw@127.0.0.1/postgres')).toBe('postgres://postgres***0.1/postgres')
    expect(known.mask('password=in-the-query')).toBe('password=***')
    expect(secretsOf('postgres://a:b c@[/d').map(({ value }) => value)).toEqual(['postgres://a:b c@[/d'])
  })
})

describe('the start', () => {
  const clock = fakeClock()
  const store = {
    ...createMemoryStore(),
    ...noRechecks,
    ...noOutbox,
  } as unknown as ResilientStore
  const effects = { clock, random: systemRandom, ids: createSystemIds() }
  const open = async (
    urls: readonly string[],
    budgets?: { readonly egress: string; readonly share: number },
  ) => {
    const places = urls.map((url, index) => ({
      kind: 'postgres' as const,
      setting: `shared[${index}].postgres`,
      url,
      ...(budgets === undefined || index === 0 ? {} : { budgets }),
    }))
    const tiers = await openTiers(places, effects, silentLogger)
    const parts = { store, clock, turn: atOnce, log: silentLogger, isClockConfirmed: undefined }
    return { tiers, shared: await openSharedHistory(tiers, effects, { ...parts, addressOf: () => '' }) }
  }

  test('does not depend on the server: two that are away have names of their own', async () => {
    const { shared, tiers } = await open([URL_WITH_PASSWORD, URL_WITH_PASSWORD])
    expect(tiers.shareLimit).toBeUndefined()
    expect(shared.history?.status().map(({ name, clock: of, outbox }) => [name, of, outbox])).toEqual([
      ['postgres', 'unknown', 0],
      ['postgres 2', 'unknown', 0],
    ])
    await passUntil(clock, shared.history?.close() ?? Promise.resolve())
  })

  test('rate limits are shared through the server that has the setting, and its state shows it', async () => {
    const { shared, tiers } = await open([URL_WITH_PASSWORD, URL_WITH_PASSWORD], {
      egress: 'office',
      share: 0.5,
    })
    const budgets = createBudgets(
      () => ({ url: '', limit: { capacity: 4, perSecond: 1, source: 'test' } }),
      clock,
      tiers.shareLimit,
    )
    const spending = { venue: 'kalshi', host: 'api', group: undefined, cost: 1 } as const
    const { signal } = new AbortController()
    // The server is away.
    const waits = budgets.spend({ ...spending, maxWaitMs: 5_000, priority: 'interactive', signal })
    expect(await passUntil(clock, waits)).toBe(0)
    const [first, second] = shared.history?.status() ?? []
    expect(first).not.toHaveProperty('budgets')
    expect(second?.budgets).toEqual({
      ...{ egress: 'office', share: 0.5, state: 'alone', granted: 0 },
      reason: expect.any(String),
    })
    await passUntil(clock, shared.history?.close() ?? Promise.resolve())
  })

  test('without a shared history there is none', async () => {
    expect((await open([])).shared).toEqual({ history: undefined, lists: undefined })
  })

  test('an address that cannot be used is told with its setting, and without its password', async () => {
    await expect(open(['mysql://a:secret-word@b/c'])).rejects.toThrow(
      /^shared\[0\]\.postgres: (?!.*secret-word)/,
    )
  })
})
