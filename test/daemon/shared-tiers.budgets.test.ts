import { describe, expect, test } from 'vitest'
import { noOutbox } from '../../src/candles/database/change-table.js'
import type { ResilientStore } from '../../src/candles/database/fallback-store.js'
import { createMemoryStore } from '../../src/candles/store/memory-store.js'
import { openSharedHistory, openTiers } from '../../src/daemon/shared-tiers.js'
import type { SharedPlace } from '../../src/daemon/sources/shared-places.js'
import { systemClock } from '../../src/effects/clock.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { systemRandom } from '../../src/effects/random.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createBudgets } from '../../src/transport/budget.js'
import { atOnce } from '../support/engine.js'
import { programs, useSharedServer, withPostgres } from '../tiers/postgres/support/shared-server.js'

describe.skipIf(programs === undefined)(`shared rate limits of a daemon ${withPostgres}`, () => {
  const server = useSharedServer()
  const { signal } = new AbortController()

  /** Opens a daemon that no venue has confirmed the time to yet. */
  async function openDaemon(offsetMs: number) {
    await server.open().access(signal)
    const clock = { ...systemClock, now: () => systemClock.now() + offsetMs }
    const effects = { clock, random: systemRandom, ids: createSystemIds() }
    const place: SharedPlace = {
      kind: 'postgres',
      setting: 'shared[0].postgres',
      url: server.server.address,
      budgets: { egress: 'office', share: 0.5 },
    }
    const tiers = await openTiers([place], effects, silentLogger)
    const store = { ...createMemoryStore(), ...noOutbox } as unknown as ResilientStore
    const { history: shared } = await openSharedHistory(tiers, effects, {
      ...{
        store,
        clock,
        turn: atOnce,
        log: silentLogger,
        isClockConfirmed: () => false,
        addressOf: () => '',
      },
    })
    const facts = { url: '', limit: { capacity: 4, perSecond: 100, source: 'test' } }
    const budgets = createBudgets(() => facts, clock, tiers.shareLimit)
    const spending = { venue: 'kalshi', host: 'api', group: undefined, cost: 1, maxWaitMs: 9_000 } as const
    return { shared, spend: () => budgets.spend({ ...spending, priority: 'interactive', signal }) }
  }

  const stateOf = ({ shared }: Awaited<ReturnType<typeof openDaemon>>) => shared?.status()[0]

  test('are used before a venue has confirmed the clock', async () => {
    const daemon = await openDaemon(0)
    while (stateOf(daemon)?.budgets?.granted === 0) expect(await daemon.spend()).toBe(0)
    expect(stateOf(daemon)).toMatchObject({ budgets: { state: 'shared' } })
    await daemon.shared?.close()
  })

  test('are not used by a daemon whose clock is off', async () => {
    const daemon = await openDaemon(300_000)
    while (stateOf(daemon)?.clockOffsetMs === undefined) await systemClock.sleep(5)
    while (stateOf(daemon)?.budgets?.state === 'shared') await daemon.spend()
    expect(stateOf(daemon)?.budgets).toMatchObject({ reason: "this machine's clock is wrong" })
    await daemon.shared?.close()
  })
})
