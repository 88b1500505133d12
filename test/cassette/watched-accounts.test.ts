import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import type { CassetteSession } from '../../src/cassette/replay/cassette-session.js'
import { loadConfig } from '../../src/config/load.js'
import { createCore } from '../../src/daemon/compose-core.js'
import { createSystemIds } from '../../src/effects/ids.js'
import { silentLogger } from '../../src/observe/logger.js'
import { privateKeyOf } from '../../src/signing/private-key.js'
import { type Simulator, startSimulator } from '../../src/simulator/server/start.js'
import { fakeClock } from '../support/clock.js'
import { openedWorld } from '../support/worlds.js'
import { NOON, recording, replaying, temporaryFolder } from './support/cassettes.js'

const venues = ['hyperliquid', 'limitless'] as const

const clock = fakeClock(NOON)
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ seed: 1, clock, venues: [...venues] })
  simulator.switches.limits = 'off'
})
afterAll(() => simulator.close())

/** Watches an account that has an open order and one that was filled, and compares it with the journal. */
async function watch(session: CassetteSession, venue: (typeof venues)[number]): Promise<unknown> {
  const isReplay = session.kind === 'replay'
  const core = await createCore({
    config: loadConfig({ flags: {}, environment: {}, file: undefined }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: {
      ...openedWorld(isReplay ? undefined : simulator.urls, session),
      paper: { [venue]: simulator.paper[venue] },
    },
    candleFile: undefined,
  })
  const { signal } = new AbortController()
  const call = { venue, signal, credentials: { ...simulator.paper[venue] }, trusted: true }
  const run = (method: string, ...args: unknown[]) =>
    core.dispatcher.run(method as never, args as never, call) as Promise<{ data: unknown }>
  const [market] = (await run('fetchMarkets', { limit: 1 })).data as UnifiedMarket[]
  const order = { marketId: market?.marketId, outcomeId: market?.outcomes[0]?.outcomeId, side: 'buy' }
  const limits = [
    { amount: 400, price: 0.05, clientOrderId: 'f82bd278-1984-4bac-a9c2-2a9a8d1c52f9' },
    { amount: 20, price: 0.99, clientOrderId: '0b9a1f5c-1984-4bac-a9c2-2a9a8d1c52f9' },
  ]
  for (const limit of limits) {
    clock.passTo(clock.now() + 1_000)
    await run('createOrder', { ...order, type: 'limit', ...limit })
  }
  const told: unknown[] = [await core.dispatcher.reconcileOrders('all')]
  for (const method of ['watchOrders', 'watchPositions'] as const) {
    const sink = {
      update: (update: unknown) => void told.push(update),
      ended: (error: unknown) => void told.push(error),
    }
    const watching = await core.dispatcher.watch(method, [] as never, call, sink)
    watching.stop()
  }
  await core.close()
  await session.close()
  return JSON.parse(JSON.stringify(told))
}

test.each(venues)(
  '%s: what is read for who watches an account, or compares it with the journal, names it in no recording',
  async (venue) => {
    clock.passTo(clock.now() + 1_000)
    const file = join(temporaryFolder(), 'watched.jsonl')
    const told = await watch(recording({ file, clock, recordsPrivate: true }).session, venue)
    const { address } = privateKeyOf(String(simulator.paper[venue]?.privateKey))
    const written = readFileSync(file, 'utf8')
    const counts = {
      reads: written.split(`"by":"${venue} watch`).length - 1,
      addresses: written.toLowerCase().split(address.slice(2).toLowerCase()).length - 1,
      signatures: written.match(/"signature\\?":\s*\\?"0x/g)?.length ?? 0,
    }
    expect(counts).toEqual({ reads: expect.any(Number), addresses: 0, signatures: 0 })
    expect(counts.reads).toBeGreaterThan(1)
    expect(await watch(replaying(file), venue)).toEqual(told)
  },
)
