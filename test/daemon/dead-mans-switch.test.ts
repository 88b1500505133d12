import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnifiedMarket } from '../../src/api/models/models.js'
import { startDemoDaemon } from './demo-daemon.js'

/** Against the mock venues, which cancel as the venues' documents say. */
let daemon: Awaited<ReturnType<typeof startDemoDaemon>>
beforeAll(async () => {
  daemon = await startDemoDaemon(['polymarket', 'hyperliquid'])
})
afterAll(() => daemon.stop())

type Venue = 'polymarket' | 'hyperliquid'

async function call<Data>(venue: Venue, method: string, ...args: readonly unknown[]): Promise<Data> {
  const reply = await fetch(`${daemon.address}/api/${venue}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args, credentials: { ...daemon.simulator.paper[venue] } }),
  })
  const { data, error } = (await reply.json()) as { data: Data; error?: { code: string; message: string } }
  if (error !== undefined) throw new Error(`${error.code}: ${error.message}`)
  return data
}

async function openOrder(venue: Venue): Promise<void> {
  const markets = await call<UnifiedMarket[]>(venue, 'fetchMarkets', { limit: 50 })
  const [market] = markets.toSorted((a, b) => ((a.resolutionDate ?? '') < (b.resolutionDate ?? '') ? 1 : -1))
  const outcome = market?.yes ?? market?.outcomes[0]
  await call(venue, 'createOrder', {
    marketId: market?.marketId,
    outcomeId: outcome?.outcomeId,
    side: 'buy',
    type: 'limit',
    price: 0.02,
    amount: 600,
  })
}

const open = async (venue: Venue): Promise<number> => (await call<unknown[]>(venue, 'fetchOpenOrders')).length

/** Second by second, with a breath for what the daemon sends meanwhile. */
async function live(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await daemon.clock.advance(1_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test.each<[Venue, string]>([
  ['polymarket', 'daemon'],
  ['hyperliquid', 'venue'],
])('%s cancels all orders when its caller is silent, and none after 0', async (venue, heldBy) => {
  await openOrder(venue)
  expect(await call(venue, 'cancelAllOrdersAfter', 20_000)).toEqual({
    timeoutMs: 20_000,
    heldBy,
    cancelsAt: daemon.clock.now() + 20_000,
  })
  await live(15)
  expect(await open(venue)).toBe(1)
  await call(venue, 'cancelAllOrdersAfter', 20_000)
  await live(17)
  expect(await open(venue)).toBe(1)
  // The venue looks every few seconds.
  await live(9)
  expect(await open(venue)).toBe(0)

  await openOrder(venue)
  await call(venue, 'cancelAllOrdersAfter', 20_000)
  await live(5)
  expect(await call(venue, 'cancelAllOrdersAfter', 0)).toEqual({ timeoutMs: 0, heldBy })
  await live(30)
  expect(await open(venue)).toBe(1)
})

test('bounds are those of the venue, and others do not have it', async () => {
  await expect(call('hyperliquid', 'cancelAllOrdersAfter', 5_000)).rejects.toThrow(
    'VALIDATION_ERROR: timeoutMs must be 0 or a whole number of ms from 6000 to 86400000 on Hyperliquid; got 5000',
  )
  await expect(call('polymarket', 'cancelAllOrdersAfter', 9_999)).rejects.toThrow('VALIDATION_ERROR')
  const has = await call<Record<string, unknown>>('polymarket', 'has')
  expect(has['cancelAllOrdersAfter']).toBe('emulated')
})
