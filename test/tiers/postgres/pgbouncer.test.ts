import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../../support/pgbouncer.js'
import {
  covers,
  minutes,
  newSeries,
  partOf,
  programs,
  signal,
  useSharedServer,
  withPostgres,
} from './support/shared-server.js'

const isHere = programs !== undefined && hasPgbouncer()

describe.skipIf(!isHere)(
  `the tier ${withPostgres} ${isHere ? 'behind' : '(no'} pgbouncer${isHere ? '' : ' here)'}`,
  () => {
    const shared = useSharedServer()
    let pooler: Pgbouncer | undefined
    beforeAll(async () => {
      pooler = await startPgbouncer(shared.server.address, 3)
    })
    afterAll(() => pooler?.close())

    test('works in transaction mode, for more daemons than connections', async () => {
      const tiers = Array.from({ length: 12 }, (_, at) => shared.open(`d${at}`, pooler?.address))
      const [first] = tiers
      if (first === undefined) return expect.unreachable()
      const series = newSeries()
      const { cursor } = await first.retractions(undefined, signal)
      const claims = await Promise.all(tiers.map((tier) => tier.claim(series, minutes(0, 240), signal)))
      expect(claims.filter(({ kind }) => kind === 'mine')).toHaveLength(1)
      await Promise.all(
        tiers.map((tier, at) => tier.give(series, partOf(at * 50, at * 50 + 100, at / 100), signal)),
      )
      await Promise.all(
        tiers
          .slice(1)
          .map((tier, at) =>
            tier.retract({ series, ...minutes(at, at + 1), reason: 'forgotten' }, undefined, signal),
          ),
      )
      const parts = await Promise.all(tiers.map((tier) => tier.take(series, minutes(0, 1_000), signal)))
      for (const part of parts) expect(part).toEqual(parts[0])
      expect(parts[0]?.bars).toHaveLength(650 - 11)
      expect(parts[0]?.coverage.at(-1)?.to).toBe(covers(0, 650).to)
      expect((await first.retractions(cursor, signal)).retractions).toHaveLength(11)
      for (const claim of claims) if (claim.kind === 'mine') await claim.release()
    })

    test('reads with statements that have names, whether the pooler supports them or not', async () => {
      const tiers = Array.from({ length: 6 }, (_, at) => shared.open(`n${at}`, pooler?.address))
      const series = newSeries()
      await tiers[0]?.give(series, partOf(0, 9), signal)
      for (let round = 0; round < 5; round++) {
        const parts = await Promise.all(
          tiers.flatMap((tier) => [
            tier.take(series, minutes(0, 9), signal),
            tier.take(series, minutes(2, 5), signal),
          ]),
        )
        expect(parts.map(({ bars }) => bars.length)).toEqual(tiers.flatMap(() => [9, 3]))
      }
    })

    test('leaves no setting of a session behind', async () => {
      const tier = shared.open('settings', pooler?.address)
      for (let round = 0; round < 5; round++) await tier.give(newSeries(), partOf(0, 5), signal)
      const [limits] = shared.server.query(
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND application_name = 'pmx-local'",
      )
      expect(limits).toBe('0')
    })
  },
)
