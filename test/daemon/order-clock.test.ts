import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readArguments } from '../../src/api/arguments/arguments.js'
import type { MethodName } from '../../src/api/arguments/methods.js'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import { loadConfig } from '../../src/config/load.js'
import { createCore } from '../../src/daemon/compose-core.js'
import { createOrderJournal } from '../../src/daemon/state/order-journal-file.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { startSimulator } from '../../src/simulator/server/start.js'
import { fakeClock } from '../support/clock.js'
import { temporaryFolder } from '../support/engine.js'
import { openedWorld } from '../support/worlds.js'

const DAY = 24 * 3_600_000
const folder = temporaryFolder()
afterAll(() => folder.remove())

test('an order is written with the time that the venue says, whatever this machine shows', async () => {
  const right = fakeClock()
  const clock = fakeClock(right.now() + 91 * DAY)
  const simulator = await startSimulator({ seed: 1, clock: right, venues: ['smarkets'] })
  simulator.switches.limits = 'off'
  const orderFile = join(folder.path, 'orders.db')
  const own = { hosts: simulator.urls.smarkets ?? {}, limits: 'none' } as const
  const flags = { venues: { smarkets: own }, trading: { enabled: true } }
  const core = await createCore({
    config: loadConfig({ flags, environment: {} }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: openedWorld(undefined),
    candleFile: undefined,
    orderFile,
  })
  async function ask<Data>(method: MethodName, arg: object): Promise<Data> {
    const { data } = await core.dispatcher.run(method, readArguments(method, [arg]).args, {
      venue: 'smarkets',
      signal: new AbortController().signal,
      credentials: { ...simulator.paper.smarkets },
      trusted: true,
    })
    return data as Data
  }
  try {
    const [market] = await ask<UnifiedMarket[]>('fetchMarkets', { limit: 1 })
    const outcomeId = market?.outcomes[0]?.outcomeId
    const order = {
      marketId: market?.marketId,
      outcomeId,
      side: 'buy',
      type: 'limit',
      price: 0.01,
      amount: 1,
    }
    await ask('createOrder', order)
    const journal = createOrderJournal({ file: orderFile, clock, log: silentLogger })
    await journal.open()
    const at = journal.newestAt() ?? 0
    journal.close()
    expect(at).toBeGreaterThan(right.now() - DAY)
    expect(at).toBeLessThan(right.now() + DAY)
  } finally {
    await core.close()
    await simulator.close()
  }
})
