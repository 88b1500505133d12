import { Router } from 'pmxtjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startDemoDaemon } from '../demo-daemon.js'

let demo: Awaited<ReturnType<typeof startDemoDaemon>>

beforeAll(async () => {
  demo = await startDemoDaemon(['kalshi', 'polymarket'])
})
afterAll(() => demo.stop())

const page = z.object({
  data: z.array(z.looseObject({ id: z.string(), title: z.string(), sourceExchange: z.string() })),
  meta: z.object({ count: z.number() }),
})
const health = z.object({ venues: z.record(z.string(), z.object({ sent: z.number() })) })

/** Calls sent to all venues so far. */
async function sent(): Promise<number> {
  const reply = await fetch(`${demo.address}/health?verbose`)
  return Object.values(health.parse(await reply.json()).venues).reduce((sum, venue) => sum + venue.sent, 0)
}

/** Asks until the lists of the venues have been read, as the error says to. */
async function events(query: string): Promise<Response> {
  for (;;) {
    const reply = await fetch(`${demo.address}/v0/events?${query}`)
    if (reply.status !== 503) return reply
    expect(reply.headers.get('retry-after')).toBe('1')
    await reply.arrayBuffer()
  }
}

test('events of all venues come from what lies ready, and the SDK’s router gets the very same', async () => {
  await (await events('limit=1')).arrayBuffer()
  const before = await sent()
  const reply = await events('query=election&limit=3')
  expect(reply.headers.get('x-pmx-missing-venues')).toContain('smarkets')
  const found = page.parse(await reply.json())
  expect(found.meta.count).toBe(3)
  const router = new Router({ baseUrl: demo.address, autoStartServer: false })
  const told = await router.fetchEvents({ query: 'election', limit: 3 })
  expect(told.map(({ id, markets }) => [id, markets.length])).toEqual(
    found.data.map(({ id, markets }) => [id, (markets as unknown[]).length]),
  )
  expect(await sent()).toBe(before)
  const [first] = found.data
  const venue = first?.sourceExchange
  const one = await fetch(`${demo.address}/api/${venue}/fetchEvent?eventId=${first?.id}`)
  expect(await one.json()).toMatchObject({ success: true, data: { title: first?.title } })
})

test('the SDK’s router finds the same market at the other venue, with its price', async () => {
  const router = new Router({ baseUrl: demo.address, autoStartServer: false })
  const { data } = page.parse(await (await events('exchange=kalshi&limit=1')).json())
  const [{ marketId = '', title = '' } = {}] = z
    .array(z.object({ marketId: z.string(), title: z.string() }))
    .parse(data[0]?.['markets'])
  const before = await sent()
  const [match] = await router.fetchMarketMatches({ marketId, relation: 'identity' })
  expect(match).toMatchObject({
    relation: 'identity',
    market: { sourceExchange: 'polymarket', title: expect.stringContaining(title) },
  })
  expect(await sent()).toBe(before)
  const [priced] = await router.compareMarketPrices({ marketId })
  expect(priced).toMatchObject({ venue: 'polymarket', market: { marketId: match?.market.marketId } })
  expect([priced?.bestBid, priced?.bestAsk]).toEqual([expect.any(Number), expect.any(Number)])
  expect(await sent()).toBe(before + 1)
})
