import { describe, expect, test } from 'vitest'
import { LEASE_MS, RENEW_MS } from '../../../../src/tiers/postgres/coordination/claims.js'
import { settle } from '../../../support/clock.js'
import {
  minutes,
  newSeries,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from '../support/shared-server.js'

/** Less than what is believed of a claim. */
const LONG_MS = 50_000

describe.skipIf(programs === undefined)(`claims ${withPostgres}`, () => {
  const shared = useSharedServer()
  const bucket = minutes(0, 240)
  /** Lets all claims be as old as if so much time had passed. */
  const age = (ms: number): void => {
    shared.server.query(`UPDATE pmx_local.claims SET until = until - ${ms} * interval '1 ms'`)
  }
  const leftMs = (): number =>
    Number(
      shared.server.query(
        'SELECT max(extract(epoch FROM until - clock_timestamp()) * 1000)::int FROM pmx_local.claims',
      )[0],
    )

  test('one daemon has a bucket, until it is released', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    const mine = await a.claim(series, bucket, signal)
    if (mine.kind !== 'mine') return expect.unreachable()
    const held = await b.claim(series, bucket, signal)
    if (held.kind !== 'held') return expect.unreachable()
    expect(held.leftMs).toBeGreaterThan(LEASE_MS / 2)
    expect(held.leftMs).toBeLessThanOrEqual(LEASE_MS)
    for (const [other, span] of [
      [series, minutes(240, 480)],
      [newSeries(), bucket],
    ] as const) {
      const claim = await b.claim(other, span, signal)
      expect(claim.kind).toBe('mine')
      if (claim.kind === 'mine') await claim.release()
    }
    await mine.release()
    await mine.release()
    const next = await b.claim(series, bucket, signal)
    expect(next.kind).toBe('mine')
    if (next.kind === 'mine') await next.release()
    expect(shared.server.query('SELECT count(*) FROM pmx_local.claims')).toEqual(['0'])
  })

  test('of 20 daemons that claim at the same time one wins', async () => {
    const series = newSeries()
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, at) => shared.open(`d${at}`).claim(series, bucket, signal)),
    )
    expect(claims.filter(({ kind }) => kind === 'mine')).toHaveLength(1)
    for (const claim of claims) if (claim.kind === 'mine') await claim.release()
  })

  test('a claim that was written before the clock of the database was set back is not believed', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    const dead = await a.claim(series, bucket, signal)
    age(-3_600_000)
    const next = await b.claim(series, bucket, signal)
    expect(next.kind).toBe('mine')
    for (const claim of [dead, next]) if (claim.kind === 'mine') await claim.release()
  })

  test('a holder that dies loses its bucket after five seconds; it does not end the claim of the next one', async () => {
    const [a, b, c] = [shared.open('a'), shared.open('b'), shared.open('c')]
    const series = newSeries()
    const dead = await a.claim(series, bucket, signal)
    // However slow the machine is, the claims do not expire before the test says so.
    age(-LONG_MS)
    expect((await b.claim(series, bucket, signal)).kind).toBe('held')
    age(LONG_MS + LEASE_MS)
    const next = await b.claim(series, bucket, signal)
    expect(next.kind).toBe('mine')
    age(-LONG_MS)
    if (dead.kind === 'mine') await dead.release()
    expect((await c.claim(series, bucket, signal)).kind).toBe('held')
    if (next.kind === 'mine') await next.release()
  })

  test('a claim is renewed while its holder lives, and not after its release', async () => {
    const a = shared.open('a')
    const claim = await a.claim(newSeries(), bucket, signal)
    for (let round = 0; round < 3; round++) {
      age(-LONG_MS)
      await a.clock.advance(RENEW_MS)
      // A renewed claim lasts for seconds.
      await expect.poll(leftMs, { timeout: 10_000 }).toBeLessThanOrEqual(LEASE_MS)
      // The next renewal is scheduled by the response of this one.
      await expect.poll(() => a.clock.pendingTimers, { timeout: 10_000 }).toBe(1)
    }
    if (claim.kind === 'mine') await claim.release()
    await settle()
    expect(a.clock.pendingTimers).toBe(0)
  })

  test('a holder whose bucket another daemon took renews it no more', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const series = newSeries()
    await a.claim(series, bucket, signal)
    age(LEASE_MS + 100)
    const next = await b.claim(series, bucket, signal)
    await a.clock.advance(RENEW_MS)
    await expect.poll(() => a.clock.pendingTimers, { timeout: 10_000 }).toBe(0)
    if (next.kind === 'mine') await next.release()
  })

  test('a crash of the server ends all claims, and nothing else', async () => {
    const a = shared.open('a')
    const series = newSeries()
    await a.claim(series, bucket, signal)
    expect(shared.server.query("SELECT relpersistence FROM pg_class WHERE relname = 'claims'")).toEqual(['u'])
  })
})

describe.skipIf(programs === undefined)(`leases of names ${withPostgres}`, () => {
  const shared = useSharedServer()

  test('one daemon has a name, until it is released or expires', async () => {
    const [a, b] = [shared.open('a'), shared.open('b')]
    const own = await a.lease('capture kalshi', signal)
    expect(own?.isHeld()).toBe(true)
    expect(await b.lease('capture kalshi', signal)).toBeUndefined()
    await own?.release()
    expect(own?.isHeld()).toBe(false)
    const next = await b.lease('capture kalshi', signal)
    expect(next?.isHeld()).toBe(true)
    // Without a renewal it is not held for sure.
    b.clock.passTo(b.clock.now() + LEASE_MS)
    expect(next?.isHeld()).toBe(false)
    await next?.release()
  })
})
