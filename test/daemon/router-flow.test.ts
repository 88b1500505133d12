import { Router } from 'pmxtjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startDemoDaemon } from './demo-daemon.js'

/** What scripts do with the rows of the exchange router: hand them back, as their clients send them. */

let demo: Awaited<ReturnType<typeof startDemoDaemon>>
let router: Router

const market = z.looseObject({
  id: z.string(),
  marketId: z.string(),
  slug: z.string().optional(),
  url: z.string(),
  title: z.string(),
  sourceExchange: z.string(),
})
type Row = z.infer<typeof market>
const match = z.looseObject({ market, sourceMarket: market.optional(), relation: z.string() })

beforeAll(async () => {
  demo = await startDemoDaemon([
    'polymarket',
    'kalshi',
    'limitless',
    'opinion',
    'myriad',
    'smarkets',
    'kalshi-demo',
  ])
  await demo.listsRead()
  router = new Router({ baseUrl: demo.address, autoStartServer: false })
})
afterAll(() => demo.stop())

async function curled(path: string) {
  const reply = await fetch(demo.address + path)
  return {
    status: reply.status,
    headers: reply.headers,
    json: (await reply.json()) as Record<string, unknown>,
  }
}

async function rowsOf(path: string): Promise<Row[]> {
  const { json } = await curled(path)
  return z.array(market).parse(json['data'])
}

async function matchesOf(query: Record<string, string>) {
  const { status, json } = await curled(`/api/router/fetchMarketMatches?${new URLSearchParams(query)}`)
  return { status, rows: z.array(match).optional().parse(json['data']) ?? [] }
}

test('every one of the 300 busiest markets has matches by its id, its slug and its UUID, its own among them', async () => {
  const rows = await rowsOf('/api/router/fetchMarkets?limit=300')
  expect(rows).toHaveLength(300)
  const failed: string[] = []
  let shared = 0
  for (const row of rows) {
    const exact = await matchesOf({ marketId: row.id })
    if (exact.status !== 200) failed.push(`${row.id} ${exact.status}`)
    const wanted = exact.rows.map((one) => `${one.market.id} ${one.relation}`)
    for (const query of [
      { marketId: row.marketId },
      ...(row.slug === undefined ? [] : [{ slug: row.slug }]),
    ] as Record<string, string>[]) {
      const told = await matchesOf({ ...query, limit: '500' })
      const own = told.rows.filter(({ sourceMarket }) => (sourceMarket?.id ?? row.id) === row.id)
      if (own.length < told.rows.length) shared++
      const found = own.map((one) => `${one.market.id} ${one.relation}`)
      const isWhole = wanted.every((one) => found.includes(one)) && found.length === wanted.length
      if (told.status !== 200 || !isWhole) failed.push(`${JSON.stringify(query)} ${told.status}`)
    }
  }
  expect(failed).toEqual([])
  // The demo has names that several venues share: without them nothing was tried.
  expect(shared).toBeGreaterThan(10)
})

test('the SDK takes the rows that it was given', async () => {
  const rows = await router.fetchMarkets({ limit: 40 })
  for (const row of rows) expect(Array.isArray(await router.fetchMarketMatches(row))).toBe(true)
  for (const event of await router.fetchEvents({ limit: 20 }))
    expect(Array.isArray(await router.fetchEventMatches(event))).toBe(true)
  const [row] = rows
  if (row === undefined) return expect.unreachable('no row')
  expect(Array.isArray(await router.compareMarketPrices(row))).toBe(true)
  expect(Array.isArray(await router.fetchHedges(row))).toBe(true)
})

test('the slug of an event that several venues share is answered for all of them', async () => {
  const events = z
    .array(z.looseObject({ slug: z.string() }))
    .parse((await curled('/api/router/fetchEvents?limit=100'))['json']['data'])
  const slugs = [...new Set(events.map(({ slug }) => slug))].filter((slug) => slug !== '')
  for (const slug of slugs.slice(0, 25)) {
    const path = `/api/router/fetchEventMatches?${new URLSearchParams({ slug })}`
    expect((await curled(path)).status, slug).toBe(200)
    const clusters = await curled(`/v0/matched-event-clusters?${new URLSearchParams({ slug })}`)
    expect(clusters.status, slug).toBe(200)
  }
})

test('the router loads, pages and closes as a venue does', async () => {
  const all = await router.loadMarkets()
  const loaded = Object.entries(all as Record<string, { marketId: string }>)
  const first = await router.fetchMarketsPaginated({ limit: 200 })
  expect([first.data.length, first.total]).toEqual([200, loaded.length])
  const ids: string[] = first.data.map(({ marketId, sourceExchange }) => `${sourceExchange} ${marketId}`)
  for (let cursor = first.nextCursor; cursor !== undefined; ) {
    const page = await router.fetchMarketsPaginated({ limit: 500, cursor })
    ids.push(...page.data.map(({ marketId, sourceExchange }) => `${sourceExchange} ${marketId}`))
    cursor = page.nextCursor
  }
  expect([new Set(ids).size, ids.length]).toEqual([loaded.length, loaded.length])
  const listed = await rowsOf('/api/router/fetchMarkets?limit=200')
  expect(ids.slice(0, 200)).toEqual(
    listed.map(({ marketId, sourceExchange }) => `${sourceExchange} ${marketId}`),
  )
  expect(Object.hasOwn(all, listed[0]?.id ?? '')).toBe(true)
  const { json } = await curled('/api/router/fetchEventsPaginated?limit=3')
  expect(json['data']).toMatchObject({ data: [{}, {}, {}], nextCursor: expect.any(String) })
  expect((await curled('/api/router/fetchMarketsPaginated?cursor=gone:5')).json).toMatchObject({
    error: { code: 'BAD_REQUEST', message: 'Cursor has expired' },
  })
  const filter = encodeURIComponent(JSON.stringify({ text: 'no market has this text' }))
  expect((await curled(`/api/router/fetchMarketsPaginated?limit=9&filter=${filter}`)).json).toMatchObject({
    data: { data: [] },
  })
  await router.close()
})

test('/v0 answers for one row, for prices of pairs, and says what it leaves out', async () => {
  const [row] = await rowsOf('/v0/markets?limit=1')
  if (row === undefined) return expect.unreachable('no row')
  const byId = await curled(`/v0/markets/${row.id}`)
  expect([byId.status, Object.keys(byId.json)]).toEqual([200, ['data']])
  expect(byId.json['data']).toEqual(row)
  const own = await curled(`/v0/markets/${row.marketId}?exchange=${row.sourceExchange}`)
  expect(own.json['data']).toEqual(row)
  const [event] = z
    .array(z.looseObject({ id: z.string(), url: z.string() }))
    .parse((await curled('/v0/events?limit=1')).json['data'])
  expect((await curled(`/v0/events/${event?.id}`)).json['data']).toEqual(event)
  const page = await curled(`/v0/events/${encodeURIComponent(event?.url ?? '')}`)
  expect(page.json['data']).toEqual(event)
  expect((await curled('/v0/events/none')).json).toMatchObject({ error: { code: 'EVENT_NOT_FOUND' } })
  expect((await curled('/v0/markets/none')).status).toBe(404)
  const prices = await curled('/v0/matched-prices?limit=3')
  expect(prices.json['data']).toMatchObject([
    { priceA: expect.anything(), marketA: {}, relation: 'identity' },
    {},
    {},
  ])
  expect((await curled('/v0/matched-prices?sort=x')).status).toBe(400)
  for (const path of [
    '/v0/markets?exchange=kalshi-demo',
    '/v0/events?sourceExchange=kalshi-demo&query=x',
    '/api/router/fetchMarkets?sourceExchange=kalshi-demo',
    '/v0/markets/x?exchange=kalshi-demo',
    '/v0/markets/x/matches?exchange=kalshi-demo',
  ])
    expect((await curled(path)).json, path).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('kalshi-demo is not in the catalog'),
      },
    })
})

test.each(['/api/router/fetchMarkets?series=KXORB', '/api/router/fetchEvents?series=KXORB'])(
  'a filter by series is refused: %s',
  async (path) => {
    const { status, json } = await curled(path)
    expect(status).toBe(400)
    expect(json['error']).toMatchObject({ code: 'VALIDATION_ERROR', field: 'series' })
  },
)
