import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemoDaemon } from './demo-daemon.js'

/** The schemas of the API description, held against what a daemon over the demo world answers. */

let daemon: Awaited<ReturnType<typeof startDemoDaemon>>
const ajv = new Ajv2020({ strict: false, allErrors: true })

interface Described {
  readonly paths: Readonly<
    Record<string, { get?: Operation; post?: Operation; parameters?: readonly object[] } | undefined>
  >
}
interface Operation {
  readonly responses: Readonly<Record<string, unknown>>
}
let described: Described

beforeAll(async () => {
  daemon = await startDemoDaemon(['polymarket', 'kalshi', 'hyperliquid'])
  described = (await (await fetch(`${daemon.address}/openapi.json`)).json()) as Described
  ajv.addSchema({ $id: 'api', ...described })
  await daemon.listsRead()
})

afterAll(() => daemon.stop())

/** Asks, and holds the answer to the schema of its path and status. */
async function held(path: string, target: string, init?: RequestInit): Promise<unknown> {
  const reply = await fetch(`${daemon.address}${target}`, init)
  const body = (await reply.json()) as { data: unknown }
  const verb = init?.method === 'POST' ? 'post' : 'get'
  const place = [path, verb, 'responses', String(reply.status), 'content', 'application/json', 'schema']
  const check = ajv.compile({
    $ref: `api#/paths/${place.map((key) => encodeURIComponent(key.replaceAll('/', '~1'))).join('/')}`,
  })
  expect(check(body), `${target}: ${JSON.stringify(check.errors?.slice(0, 5))}`).toBe(true)
  expect(reply.status, JSON.stringify(body).slice(0, 300)).toBe(200)
  return body.data
}

type Row = Readonly<Record<string, unknown>>

async function call(venue: string, method: string, query: string): Promise<readonly Row[]> {
  return (await held(`/api/{exchange}/${method}`, `/api/${venue}/${method}?${query}`)) as readonly Row[]
}

test.each(['polymarket', 'kalshi', 'hyperliquid'])(
  'what %s answers is what the schemas say',
  async (venue) => {
    const markets = await call(venue, 'fetchMarkets', 'limit=40')
    expect(markets.length).toBeGreaterThan(5)
    await call(venue, 'fetchEvents', 'limit=10')
    await call(venue, 'fetchMarketsPaginated', 'limit=5')
    await call(venue, 'fetchEventsPaginated', 'limit=2')
    await call(venue, 'fetchMarket', `marketId=${encodeURIComponent(String(markets[0]?.['marketId']))}`)
    await call(venue, 'has', '')
    const outcomes = markets[0]?.['outcomes'] as readonly Row[]
    const id = encodeURIComponent(String(outcomes[0]?.['outcomeId']))
    const fee = await call(venue, 'fetchTradingFee', `outcomeId=${id}&side=sell&price=0.5&amount=10`)
    expect(fee).toMatchObject({ estimate: { side: 'sell', price: 0.5, amount: 10 } })
    expect(await call(venue, 'fetchOHLCV', `outcomeId=${id}&resolution=1h&limit=20`)).not.toEqual([])
    await call(venue, 'fetchOrderBook', `outcomeId=${id}`)
    await call(venue, 'fetchTrades', `outcomeId=${id}&limit=20`)
    const eventId = markets.find((market) => typeof market['eventId'] === 'string')?.['eventId']
    if (typeof eventId === 'string')
      await call(venue, 'fetchEventOHLCV', `eventId=${encodeURIComponent(eventId)}&limit=3`)
  },
)

test('series and older names', async () => {
  expect(await call('kalshi', 'fetchSeries', 'limit=3')).toHaveLength(3)
  const post = (args: unknown[]): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args }),
  })
  await held('/api/{exchange}/fetchEventsPage', '/api/kalshi/fetchEventsPage', post([{ limit: 2 }]))
  await held('/api/{exchange}/loadMarkets', '/api/hyperliquid/loadMarkets', post([]))
  const book = { bids: [{ price: 0.4, size: 10 }], asks: [{ price: 0.5, size: 10 }] }
  const fill = post([book, 'buy', 5])
  await held('/api/{exchange}/getExecutionPrice', '/api/kalshi/getExecutionPrice', fill)
  await held('/api/{exchange}/getExecutionPriceDetailed', '/api/kalshi/getExecutionPriceDetailed', fill)
})

test('what the router and the catalog of all venues answer', async () => {
  for (const method of ['fetchMarketMatches', 'fetchEventMatches', 'fetchMatchedMarkets', 'fetchArbitrage'])
    await call('router', method, 'limit=10')
  const pairs = await call('router', 'fetchMatchedPrices', 'limit=3')
  expect(pairs.length).toBeGreaterThan(0)
  const { id } = (pairs[0]?.['marketA'] ?? {}) as { id?: string }
  for (const method of ['fetchRelatedMarkets', 'fetchHedges']) await call('router', method, `marketId=${id}`)
  await held('/v0/events', '/v0/events?query=election&limit=5')
  await held('/v0/markets', '/v0/markets?limit=5')
  await held('/v0/markets/{name}/matches', `/v0/markets/${id}/matches?includePrices=true`)
  await held('/v0/matched-markets', '/v0/matched-markets?limit=5')
  await held('/v0/events/matches', '/v0/events/matches?limit=3')
  await held('/v0/arbitrage', '/v0/arbitrage?limit=5')
  for (const kind of ['market', 'event'])
    await held(`/v0/matched-${kind}-clusters`, `/v0/matched-${kind}-clusters?limit=3&includeRawMatches=true`)
})

test('what the daemon says of itself', async () => {
  await held('/health', '/health')
  await held('/health', '/health?verbose')
})

test('what is refused', async () => {
  const check = ajv.compile({ $ref: 'api#/components/schemas/ErrorResponse' })
  for (const target of [
    '/api/kalshi/fetchMarket?marketId=NOTHING-26',
    '/api/nowhere/fetchMarkets',
    '/v0/sql',
  ]) {
    const reply = await fetch(`${daemon.address}${target}`)
    expect(check(await reply.json()), target).toBe(true)
  }
  expect(check({ success: false, error: 'a text' })).toBe(false)
})
