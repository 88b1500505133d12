import { Router } from 'pmxtjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startDemoDaemon } from './demo-daemon.js'

let demo: Awaited<ReturnType<typeof startDemoDaemon>>
let router: Router
/** A market of Kalshi that others list too. */
let marketId: string
let eventId: string

const market = z.looseObject({
  marketId: z.string(),
  title: z.string(),
  sourceExchange: z.string(),
  outcomes: z.array(z.looseObject({ outcomeId: z.string() })),
})
const events = z.array(z.looseObject({ id: z.string(), markets: z.array(market) }))

beforeAll(async () => {
  demo = await startDemoDaemon(['kalshi', 'polymarket', 'suibets'])
  await demo.listsRead()
  router = new Router({ baseUrl: demo.address, autoStartServer: false })
  const query = { exchange: 'kalshi', query: 'osterland election', limit: '1' }
  const reply = await fetch(`${demo.address}/v0/events?${new URLSearchParams(query)}`)
  const [event] = z.object({ data: events }).parse(await reply.json()).data
  marketId = event?.markets[0]?.marketId ?? 'none'
  eventId = event?.id ?? 'none'
})
afterAll(() => demo.stop())

/** What `curl` gets of the same method. */
async function curled<Row>(method: string, query: Record<string, string>, row: z.ZodType<Row>) {
  const reply = await fetch(`${demo.address}/api/router/${method}?${new URLSearchParams(query)}`)
  expect([reply.status, reply.headers.get('x-pmx-mode')]).toEqual([200, 'demo'])
  const rows = z.object({ success: z.literal(true), data: z.array(row) }).parse(await reply.json()).data
  expect(rows.length).toBeGreaterThan(0)
  return rows
}

/**
 * A market without what only one side of the comparison has: ids among all venues, dates as such, what is unknown, best
 * prices of outcomes, for which the SDK's class has no member.
 */
function plain(given: object): unknown {
  const named = market.parse(JSON.parse(JSON.stringify(given)))
  const { title, sourceExchange, outcomes } = named
  const known = outcomes.map((outcome) => {
    const { bestBid: _bid, bestAsk: _ask, ...rest } = Object(outcome)
    return rest
  })
  return { marketId: named.marketId, title, sourceExchange, outcomes: known }
}

const price = z.number().nullish()
const matched = z.object({
  market,
  relation: z.string(),
  confidence: z.number(),
  reasoning: z.string(),
  bestBid: price,
  bestAsk: price,
})

type Matched = Omit<z.infer<typeof matched>, 'market' | 'reasoning'> & {
  market: object
  reasoning?: string | undefined
}
const told = ({ market, relation, confidence, reasoning, bestBid, bestAsk }: Matched) => ({
  ...{ market: plain(market), relation, confidence, reasoning },
  ...{ bestBid: bestBid ?? null, bestAsk: bestAsk ?? null },
})

test('matches of a market, named by its id or given whole', async () => {
  const wire = await curled('fetchMarketMatches', { marketId, includePrices: 'true' }, matched)
  const found = await router.fetchMarketMatches({ marketId, includePrices: true })
  expect(found.map(told)).toEqual(wire.map(told))
  expect(found.some(({ bestBid }) => typeof bestBid === 'number')).toBe(true)
  const [whole] = await router.fetchMarkets({ marketId })
  if (whole === undefined) throw new Error('the SDK knows no such market')
  expect((await router.fetchMarketMatches(whole)).map(({ relation, title }) => [relation, title])).toEqual(
    wire.map(({ relation, market: { title } }) => [relation, title]),
  )
})

test('look-alikes, with their relation', async () => {
  const wire = await curled('fetchMarketMatches', { marketId, relation: 'conflict', limit: '5' }, matched)
  // Its types know no conflict; what it sends does.
  const query = { marketId, relation: 'conflict' as 'identity', limit: 5 }
  expect((await router.fetchMarketMatches(query)).map(told)).toEqual(wire.map(told))
})

test('matches of an event', async () => {
  const row = z.object({ event: z.looseObject({ id: z.string() }), marketMatches: z.array(matched) })
  const wire = await curled('fetchEventMatches', { eventId }, row)
  const found = await router.fetchEventMatches({ eventId })
  expect(found.map(({ event, marketMatches }) => [event.id, marketMatches.map(told)])).toEqual(
    wire.map(({ event, marketMatches }) => [event.id, marketMatches.map(told)]),
  )
})

test.each([
  ['compareMarketPrices', () => router.compareMarketPrices({ marketId })],
  ['fetchHedges', () => router.fetchHedges({ marketId })],
  [
    'fetchRelatedMarkets',
    async () => router.fetchRelatedMarkets({ marketId: await namedFor('fetchRelatedMarkets') }),
  ],
])('%s', async (method, ask) => {
  const priced = matched.extend({ venue: z.string() })
  const withVenue = ({ venue, ...row }: Matched & { venue: string }) => ({ venue, ...told(row) })
  const reply = await fetch(`${demo.address}/api/router/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ args: [{ marketId: await namedFor(method) }] }),
  })
  const wire = z.object({ success: z.literal(true), data: z.array(priced) }).parse(await reply.json()).data
  expect(wire.length).toBeGreaterThan(0)
  const found = await ask()
  expect(found.map(withVenue)).toEqual(wire.map(withVenue))
})

/** Elections have nothing wider or narrower beside them; a value that is exceeded has. */
async function namedFor(method: string): Promise<string> {
  if (method !== 'fetchRelatedMarkets') return marketId
  const query = { exchange: 'kalshi', query: 'osterland index', limit: '1' }
  const reply = await fetch(`${demo.address}/v0/markets?${new URLSearchParams(query)}`)
  const [first] = z.object({ data: z.array(market) }).parse(await reply.json()).data
  return first?.marketId ?? 'none'
}

test.each(['fetchMatchedMarkets', 'fetchMatchedPrices'] as const)('%s', async (method) => {
  const row = z.looseObject({
    marketA: market,
    marketB: market,
    relation: z.string(),
    priceDifference: price,
  })
  const wire = await curled(method, { limit: '5' }, row)
  const found = z.array(row).parse(await router[method]({ limit: 5 }))
  expect(found).toEqual(wire)
})

test('arbitrage', async () => {
  const row = z.looseObject({
    marketA: market,
    marketB: market,
    spread: z.number(),
    buyVenue: z.string(),
    sellVenue: z.string(),
    buyPrice: z.number(),
    sellPrice: z.number(),
    relation: z.string(),
    confidence: z.number(),
  })
  // A maker of SuiBets thinks too well of a team.
  const wire = await curled('fetchArbitrage', { category: 'sports' }, row)
  const found = await router.fetchArbitrage({ category: 'sports' })
  const named = ({ marketA, marketB, ...rest }: (typeof found)[number]) => ({
    ...rest,
    a: plain(marketA),
    b: plain(marketB),
  })
  expect(found.map(named)).toEqual(
    wire.map((one) => {
      const { marketA, marketB, spread, buyVenue, sellVenue, buyPrice, sellPrice, relation, confidence } = one
      const rest = { spread, buyVenue, sellVenue, buyPrice, sellPrice, relation, confidence }
      return { ...rest, a: plain(marketA), b: plain(marketB) }
    }),
  )
})
