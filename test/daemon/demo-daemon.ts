import { join } from 'node:path'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import { loadConfig } from '../../src/config/load.js'
import type { ConfigInput } from '../../src/config/schema.js'
import { worldOf } from '../../src/daemon/sources/source-set.js'
import { startDaemon } from '../../src/daemon/start.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import { startSimulator } from '../../src/simulator/server/start.js'
import { type FakeClock, fakeClock } from '../support/clock.js'
import { temporaryFolder } from '../support/engine.js'

/** A daemon over some venues of the demo world, on the noon of a day that stays. */
export async function startDemoDaemon(
  venues: readonly VenueId[],
  trading: ConfigInput['trading'] = {},
  candles: ConfigInput['candles'] = {},
  cache: ConfigInput['cache'] = {},
) {
  const folder = temporaryFolder()
  const clock: FakeClock = fakeClock(Date.UTC(2026, 10, 21, 12))
  const simulator = await startSimulator({ seed: 1, clock, venues })
  simulator.switches.limits = 'off'
  const flags = {
    server: { port: 0 },
    security: { token: 'a-token-of-this-very-test' },
    trading,
    candles,
    cache,
  }
  const config = loadConfig({ flags, environment: {} })
  const startDemo = async () => ({ urls: simulator.urls, close: async () => undefined })
  const stateDir = join(folder.path, 'state')
  const daemon = await startDaemon({
    config,
    world: worldOf({ kind: 'demo' }, config, { environment: {}, startDemo }),
    paths: { stateDir, sdkDir: folder.path },
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    secrets: createSecretSet(),
    folder: folder.path,
    sdkLock: 'no',
  })

  return {
    address: daemon.address,
    stateDir,
    clock,
    simulator,
    /** Asks until the lists of the venues have been read, as the error says to. */
    async listsRead(): Promise<void> {
      for (;;) {
        const reply = await fetch(`${daemon.address}/v0/events?limit=1`)
        await reply.arrayBuffer()
        const missing = (reply.headers.get('x-pmx-missing-venues') ?? '').split(/[ ,]+/)
        if (reply.status === 200 && !venues.some((venue) => missing.includes(venue))) return
      }
    },
    async stop(): Promise<void> {
      await daemon.stop()
      await simulator.close()
      folder.remove()
    },
  }
}
