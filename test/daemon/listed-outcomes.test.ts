import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../../src/effects/clock.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { type RunningDaemon, startDaemonProcess, testHome, until } from '../support/daemon.js'

/** Lists outlive the daemon that read them; what its adapters have learned of their rows does not. */
const home = testHome()
let simulator: Simulator
let daemon: RunningDaemon

const start = () => startDaemonProcess(home, ['--config', join(home.path, 'config.json')])

beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock: systemClock, venues: ['smarkets'] })
  simulator.switches.limits = 'off'
  const venues = { smarkets: { hosts: simulator.urls['smarkets'], limits: 'none' } }
  writeFileSync(join(home.path, 'config.json'), JSON.stringify({ venues }))
  daemon = await start()
})
afterAll(async () => {
  await daemon.stop()
  await simulator.close()
  home.remove()
})

const answer = z.looseObject({ data: z.unknown(), error: z.unknown() }).partial()
const rows = z.array(
  z.object({ marketId: z.string(), outcomes: z.array(z.object({ outcomeId: z.string() })) }),
)

const get = (call: string) => fetch(`${daemon.address}/api/smarkets/${call}`)
const ask = async (call: string) => answer.parse(await (await get(call)).json())

test('an outcome of a closed market is known to a daemon that did not read the list it is in', async () => {
  const reply = await until('the list is in the catalog', async () => {
    const shown = await get('fetchMarkets?status=closed&limit=1')
    const text = await shown.text()
    return shown.headers.has('x-pmx-list-age') ? text : undefined
  })
  const [listed] = rows.parse(answer.parse(JSON.parse(reply)).data)
  await daemon.stop()
  daemon = await start()
  const outcomeId = listed?.outcomes[0]?.outcomeId
  expect(await ask(`fetchOrderBook?outcomeId=${outcomeId}`)).toMatchObject({
    error: { code: 'NOT_FOUND', detail: { kind: 'no_book' } },
  })
  expect(await ask(`fetchMarket?outcomeId=${outcomeId}`)).toMatchObject({
    data: { marketId: listed?.marketId },
  })
  expect(await ask('fetchOrderBook?outcomeId=77777777777')).toMatchObject({
    error: { code: 'NOT_FOUND', detail: { kind: 'unknown_outcome' } },
  })
})
