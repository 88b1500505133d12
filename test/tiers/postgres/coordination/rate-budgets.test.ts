import { describe, expect, test } from 'vitest'
import { programs, signal, useSharedServer, withPostgres } from '../support/shared-server.js'

describe.skipIf(programs === undefined)(`shared rate limits ${withPostgres}`, () => {
  const shared = useSharedServer()
  const terms = { ratePerSecond: 0.001, burst: 5 }
  const fast = { ratePerSecond: 1_000_000, burst: 5 }

  test('are refilled by the clock of the database, up to the burst', async () => {
    const tier = shared.open()
    await tier.takeBudget('refill', terms, 5, signal)
    expect((await tier.takeBudget('refill', terms, 5, signal)).granted).toBe(0)
    shared.server.query("UPDATE pmx_local.rate_budgets SET updated_at = updated_at - interval '3000.5 s'")
    expect((await tier.takeBudget('refill', terms, 5, signal)).granted).toBe(3)
    shared.server.query("UPDATE pmx_local.rate_budgets SET updated_at = updated_at - interval '90000 s'")
    expect((await tier.takeBudget('refill', terms, 9, signal)).granted).toBe(5)
  })

  test('are not refilled by a row of the future, and survive values that are not theirs', async () => {
    const tier = shared.open()
    await tier.takeBudget('future', terms, 5, signal)
    shared.server.query(
      "UPDATE pmx_local.rate_budgets SET updated_at = clock_timestamp() + interval '1 day', tokens = -7 WHERE name = 'future'",
    )
    expect(await tier.takeBudget('future', terms, 1, signal)).toMatchObject({ granted: 0 })
    shared.server.query("UPDATE pmx_local.rate_budgets SET tokens = 1e9 WHERE name = 'future'")
    expect((await tier.takeBudget('future', terms, 100, signal)).granted).toBe(5)
  })

  test('a pause of another daemon counts for five minutes at most, and then the bucket is empty', async () => {
    const tier = shared.open()
    await tier.takeBudget('paused', { ...fast, pauseMs: 1 }, 0, signal)
    shared.server.query(
      "UPDATE pmx_local.rate_budgets SET paused_until = clock_timestamp() + interval '1 day' WHERE name = 'paused'",
    )
    const { granted, waitMs } = await tier.takeBudget('paused', fast, 1, signal)
    expect(granted).toBe(0)
    expect(waitMs).toBeGreaterThan(299_000)
    expect(waitMs).toBeLessThanOrEqual(300_001)
    shared.server.query(
      "UPDATE pmx_local.rate_budgets SET paused_until = clock_timestamp() - interval '1 s', updated_at = clock_timestamp() - interval '20 s' WHERE name = 'paused'",
    )
    expect((await tier.takeBudget('paused', { ratePerSecond: 1.5, burst: 5 }, 5, signal)).granted).toBe(1)
  })

  test('are counted for `shared status`', async () => {
    const tier = shared.open()
    await tier.takeBudget('office kalshi api', { ...terms, pauseMs: 90_000 }, 0, signal)
    const { budgets } = await tier.overview(signal)
    const one = budgets.find(({ name }) => name === 'office kalshi api')
    expect(one?.pausedMs).toBeGreaterThan(80_000)
    expect(one?.usedMsAgo).toBeLessThan(10_000)
  })

  test('a role that only reads has no part in them, unless it has the right to their table', async () => {
    const { server } = shared
    await shared.open().access(signal)
    server.query('CREATE ROLE ci LOGIN; GRANT USAGE ON SCHEMA pmx_local TO ci')
    server.query('GRANT SELECT ON ALL TABLES IN SCHEMA pmx_local TO ci')
    const url = server.address.replace('user=postgres', 'user=ci')
    const reader = shared.open('ci', url)
    await expect(reader.takeBudget('roles', terms, 1, signal)).rejects.toThrow(/permission denied/)
    server.query('GRANT INSERT, UPDATE ON pmx_local.rate_budgets TO ci')
    expect(await reader.access(signal)).toMatchObject({ kind: 'take_only' })
    expect((await reader.takeBudget('roles', terms, 1, signal)).granted).toBe(1)
  })
})
