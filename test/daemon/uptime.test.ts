import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../src/config/load.js'
import { worldOf } from '../../src/daemon/sources/source-set.js'
import { startDaemon } from '../../src/daemon/start.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { createSecretSet } from '../../src/policy/secrets/secret-set.js'
import { fakeClock } from '../support/clock.js'
import { temporaryFolder } from '../support/engine.js'

test('the uptime is the time that has passed, however the wall clock was set meanwhile', async () => {
  const folder = temporaryFolder()
  const clock = fakeClock()
  const config = { ...loadConfig({ flags: {}, environment: {} }), server: { host: '127.0.0.1', port: 0 } }
  const daemon = await startDaemon({
    config,
    world: worldOf({ kind: 'live' }, config, { environment: {} }),
    paths: { stateDir: folder.path, sdkDir: folder.path },
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    secrets: createSecretSet(),
    folder: folder.path,
    sdkLock: 'no',
  })
  onTestFinished(async () => {
    await daemon.stop()
    folder.remove()
  })
  clock.passTo(clock.now() + 90_000)
  clock.jump(-86_400_000)
  const reply = await fetch(`${daemon.address}/health?verbose`, { headers: { connection: 'close' } })
  expect(await reply.json()).toMatchObject({ uptimeSeconds: 90 })
})
