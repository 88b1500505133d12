import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoDaemon } from './demo-daemon.js'

let daemon: Awaited<ReturnType<typeof startDemoDaemon>>
let market = ''
beforeAll(async () => {
  daemon = await startDemoDaemon(['kalshi'], { maxOpenNotional: 1, maxPosition: 50 })
  const reply = await fetch(`${daemon.simulator.urls.kalshi?.['api']}/markets?limit=1&status=open`)
  const { markets } = (await reply.json()) as { markets: { ticker: string }[] }
  market = markets[0]?.ticker ?? ''
})
afterAll(() => daemon.stop())

interface Told {
  readonly data?: { readonly id: string; readonly status: string }
  readonly error?: { readonly code: string; readonly detail: Readonly<Record<string, unknown>> }
}

async function call(method: string, arg: unknown): Promise<Told> {
  const reply = await fetch(`${daemon.address}/api/kalshi/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args: [arg], credentials: { ...daemon.simulator.paper.kalshi } }),
  })
  return (await reply.json()) as Told
}

const create = (amount: number, outcomeId = market) =>
  call('createOrder', { marketId: market, outcomeId, side: 'buy', type: 'limit', price: 0.01, amount })

const refusal = (rule: string, detail: object) => ({
  code: 'PERMISSION_DENIED',
  detail: { kind: 'guard_rail', rule: `trading.${rule}`, ...detail },
})

test('a position and the cost of open orders are limited, and what is canceled frees them', async () => {
  const first = await create(30)
  expect(first.error).toBeUndefined()
  expect((await create(30)).error).toMatchObject(
    refusal('maxPosition', { limit: 50, held: '0', pending: '30', added: '30' }),
  )
  expect((await call('cancelOrder', first.data?.id)).data?.status).toBe('canceled')
  await daemon.clock.advance(61_000)
  expect((await create(50)).error).toBeUndefined()

  const other = await create(40, `${market}-NO`)
  expect(other.error).toBeUndefined()
  expect((await create(20, `${market}-NO`)).error).toMatchObject(
    refusal('maxOpenNotional', { limit: 1, open: '0.9', cost: '0.2' }),
  )
  await call('cancelOrder', other.data?.id)
  await daemon.clock.advance(61_000)
  expect((await create(20, `${market}-NO`)).error).toBeUndefined()
})
