import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.js'
import { createCore } from '../../src/daemon/compose-core.js'
import { describeOwnInstance } from '../../src/daemon/lifecycle/state-folder-lock.js'
import { type CassetteUse, openCassetteSession } from '../../src/daemon/recording/cassette-session.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { temporaryFolder } from '../cassette/support/cassettes.js'
import { fakeClock } from '../support/clock.js'
import { repository } from '../support/daemon.js'
import { openedWorld } from '../support/worlds.js'

const pack = join(temporaryFolder(), 'demo.cassette.jsonl')
const newer = readFileSync(join(repository, 'test/cassettes/demo.cassette.jsonl'), 'utf8')
// Requests of older recordings share their breakers; since then each request has its own.
writeFileSync(pack, newer.replace(',"apart":true', ''))
/** A market that the cassette knows, and its YES. */
const MARKET = 'KXCASSMARKELECTION-27MAY12-CAST'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** The core of a daemon that replays the cassette with faults, by a real clock that the test moves. */
async function replaying(faults: Extract<CassetteUse, { kind: 'replay' }>['faults']) {
  const config = loadConfig({ flags: {}, environment: {}, file: undefined })
  const clock = fakeClock()
  const effects = { clock, random: () => 0, ids: createSystemIds() }
  const session = await openCassetteSession(
    { kind: 'replay', files: [pack], onRepeat: 'last', time: 'recorded', faults },
    {
      config,
      effects,
      log: silentLogger,
      instance: describeOwnInstance('replay', effects),
      withhold: [],
      onMerge() {},
    },
  )
  const world = openedWorld(undefined, session)
  const core = await createCore({ config, effects, log: silentLogger, world, candleFile: undefined })
  ends.push(async () => {
    await core.close()
    await session.close()
  })
  const ask = (method: 'fetchMarket' | 'fetchOrderBook', argument: unknown) =>
    core.dispatcher.run(method, [argument] as never, {
      venue: 'kalshi',
      signal: new AbortController().signal,
      credentials: undefined,
      trusted: true,
    })
  return { clock, core, ask }
}

test('a breaker that faults have opened closes again as time passes, although the time of the recording stands still', async () => {
  const { clock, core, ask } = await replaying([{ kind: 'reset', path: '/orderbook' }])
  for (let time = 0; time < 20 && core.transport.breakers().size === 0; time++)
    await expect(ask('fetchOrderBook', MARKET)).rejects.toThrow()
  const market = () => ask('fetchMarket', { marketId: MARKET })
  await expect(market()).rejects.toMatchObject({ detail: { kind: 'breaker_open' } })
  await clock.advance(10_000)
  expect(await market()).toMatchObject({ data: { marketId: MARKET } })
  expect(core.transport.breakers().size).toBe(0)
})
