import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readArguments } from '../../src/api/arguments/arguments.js'
import type { MethodName } from '../../src/api/arguments/methods.js'
import type { VenueId } from '../../src/api/envelope/venue-ids.js'
import type { BuiltOrder, Order, UnifiedMarket } from '../../src/api/models/models.js'
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

const HOUR = 3_600_000

/** Starts a simulated venue with the right time, and a core whose clock is ahead of it. */
async function openWorld(venue: VenueId, aheadMs: number, orderFile: string) {
  const right = fakeClock()
  const clock = fakeClock(right.now() + aheadMs)
  const simulator = await startSimulator({ seed: 1, clock: right, venues: [venue] })
  simulator.switches.limits = 'off'
  const own = { hosts: simulator.urls[venue] ?? {}, limits: 'none' } as const
  const flags = { venues: { [venue]: own }, trading: { enabled: true } }
  const core = await createCore({
    config: loadConfig({ flags, environment: {} }),
    effects: { clock, random: () => 0, ids: createSystemIds() },
    log: silentLogger,
    world: openedWorld(undefined),
    candleFile: undefined,
    orderFile,
  })
  async function ask<Data>(method: MethodName, arg: unknown): Promise<Data> {
    const { data } = await core.dispatcher.run(method, readArguments(method, [arg]).args, {
      venue,
      signal: new AbortController().signal,
      credentials: { ...simulator.paper[venue] },
      trusted: true,
    })
    return data as Data
  }
  /** Returns an order far below the price of its outcome, so that it rests. */
  async function order() {
    const markets = await ask<UnifiedMarket[]>('fetchMarkets', { limit: 50 })
    const priced = markets.flatMap(({ marketId, outcomes }) =>
      outcomes.map(({ outcomeId, price = 0 }) => ({ marketId, outcomeId, price })),
    )
    const middle = priced.find(({ price }) => price > 0.3 && price < 0.7)
    return { ...middle, side: 'buy', type: 'limit', price: 0.05, amount: 300 }
  }
  async function close(): Promise<void> {
    await core.close()
    await simulator.close()
  }
  return { right, clock, ask, order, close }
}

test('an order is written with the time that the venue says, whatever this machine shows', async () => {
  const orderFile = join(folder.path, 'orders.db')
  const { right, clock, ask, order, close } = await openWorld('smarkets', 91 * DAY, orderFile)
  try {
    await ask('createOrder', { ...(await order()), price: 0.01, amount: 1 })
    const journal = createOrderJournal({ file: orderFile, clock, log: silentLogger })
    await journal.open()
    const at = journal.newestAt() ?? 0
    journal.close()
    expect(at).toBeGreaterThan(right.now() - DAY)
    expect(at).toBeLessThan(right.now() + DAY)
  } finally {
    await close()
  }
})

const venues = [
  'kalshi',
  'polymarket',
  'polymarket_us',
  'limitless',
  'gemini-titan',
  'hyperliquid',
  'probable',
] as const

test.each(venues.flatMap((venue) => [HOUR, -HOUR].map((aheadMs) => [venue, aheadMs] as const)))(
  '%s: orders are placed and canceled on a machine whose clock is %d ms ahead',
  async (venue, aheadMs) => {
    const file = join(folder.path, `${venue}${aheadMs}.db`)
    const { ask, order, close } = await openWorld(venue, aheadMs, file)
    try {
      const { id } = await ask<Order>('createOrder', await order())
      expect(await ask<Order>('cancelOrder', id)).toMatchObject({ status: 'canceled' })
    } finally {
      await close()
    }
  },
)

test.each([HOUR, -HOUR])(
  "polymarket: orders are signed with the venue's time on a machine whose clock is %d ms ahead",
  async (aheadMs) => {
    const { right, ask, order, close } = await openWorld(
      'polymarket',
      aheadMs,
      join(folder.path, `s${aheadMs}.db`),
    )
    try {
      const { signedOrder } = await ask<BuiltOrder>('buildOrder', await order())
      const stamp = String(signedOrder?.['timestamp'])
      expect(stamp).toMatch(/^\d{13}$/)
      expect(Math.abs(Number(stamp) - right.now())).toBeLessThan(5_000)
    } finally {
      await close()
    }
  },
)
