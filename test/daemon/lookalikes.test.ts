import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { catalogIdOf } from '../../src/api/values/catalog-id.js'
import { slugFor } from '../../src/simulator/mock-venues/limitless/ids.js'
import { startDemoDaemon } from './demo-daemon.js'

let demo: Awaited<ReturnType<typeof startDemoDaemon>>

beforeAll(async () => {
  demo = await startDemoDaemon(['kalshi', 'polymarket', 'probable', 'limitless'])
  await demo.listsRead()
})
afterAll(() => demo.stop())

const market = z.looseObject({ marketId: z.string(), title: z.string(), sourceExchange: z.string() })
type Market = z.infer<typeof market>
const match = z.object({
  market,
  relation: z.string(),
  reasons: z.array(z.string()).optional(),
  reasoning: z.string(),
})

async function dataOf<Data>(path: string, schema: z.ZodType<Data>): Promise<Data> {
  const reply = await fetch(`${demo.address}${path}`)
  expect(reply.status).toBe(200)
  return z.object({ data: schema }).parse(await reply.json()).data
}

/** The open market of a venue with all the words in its title. */
async function marketOf(venue: string, query: string, ...words: string[]): Promise<Market> {
  const found = await dataOf(`/v0/markets?exchange=${venue}&limit=100&query=${query}`, z.array(market))
  const [first] = found.filter(({ title }) => words.every((word) => title.includes(word)))
  if (first === undefined) throw new Error(`${venue} has no market on ${query}: ${words.join()}`)
  return first
}

async function matchesOf({ marketId, sourceExchange }: Market, relations: string) {
  // Numbers of venues are the same now and then.
  const id = catalogIdOf(sourceExchange, 'market', marketId)
  const path = `/v0/markets/${id}/matches?limit=500&relation=${relations}`
  return (await dataOf(path, z.object({ matches: z.array(match) }))).matches
}

const ofAll = 'identity,subset,superset,overlap,related,conflict'

/** How the demo world's market of one venue lies to that of another, as the daemon tells it. */
async function between(a: Market, b: Market) {
  const rows = (await matchesOf(a, ofAll)).filter(
    ({ market: { marketId, sourceExchange } }) =>
      marketId === b.marketId && sourceExchange === b.sourceExchange,
  )
  expect(rows).toHaveLength(1)
  return rows[0]
}

test('the same price by another source is a look-alike', async () => {
  const read = await marketOf('limitless', 'ondal above', '640')
  const other = await marketOf('polymarket', 'ondal above', '640')
  expect(await between(read, other)).toMatchObject({
    relation: 'conflict',
    reasons: ['other source'],
    reasoning: expect.stringContaining('Limitless is decided by Chainlink, polymarket by Binance.'),
  })
  const same = await marketOf('probable', 'ondal', '€640')
  expect(await between(same, other)).toMatchObject({
    relation: 'identity',
    reasoning: expect.stringContaining('Both are decided by Binance'),
  })
})

test('the same matter asked the other way round is a look-alike', async () => {
  const denies = await marketOf('limitless', 'budget', 'fail to pass')
  for (const venue of ['kalshi', 'polymarket', 'probable'])
    expect(await between(denies, await marketOf(venue, 'pass its budget'))).toMatchObject({
      relation: 'conflict',
      reasons: ['reversed polarity'],
      reasoning: expect.stringContaining('Limitless pays if the event does not happen.'),
    })
})

test('the same range on the next day, and the next range on the same day, are look-alikes', async () => {
  const asked = await marketOf('kalshi', 'highest temperature', 'or above', 'November 22')
  expect(
    await between(asked, await marketOf('probable', 'highest temperature', 'or above', 'November 23')),
  ).toMatchObject({ relation: 'conflict', reasons: expect.arrayContaining(['other deadline']) })
  expect(
    await between(asked, await marketOf('probable', 'highest temperature', 'or below', 'November 22')),
  ).toMatchObject({ relation: 'conflict', reasons: ['other threshold'] })
})

test('an event of all venues is the same on each, and a value or a day further is told as a part of another', async () => {
  const asked = await marketOf('kalshi', 'osterland index', 'above')
  const found = await matchesOf(asked, ofAll)
  const told = (relation: string) => found.filter((row) => row.relation === relation)
  expect(new Set(told('identity').map(({ market: { sourceExchange } }) => sourceExchange))).toEqual(
    new Set(['polymarket', 'probable', 'limitless']),
  )
  expect(told('subset').length + told('superset').length).toBeGreaterThan(0)
})

test('whatever is called the same is the same market of the world', async () => {
  /** Markets of the world by venue and native id. */
  const real = new Map<string, string>()
  for (const event of demo.simulator.world.eventsAt(demo.clock.now()))
    for (const market of event.markets) {
      const { key, number } = market
      real.set(`limitless ${slugFor({ event, market })}`, key)
      real.set(`polymarket ${number}`, key)
      real.set(`probable ${number}`, key)
    }
  const realOf = ({ marketId, sourceExchange }: Market) => real.get(`${sourceExchange} ${marketId}`)
  const wrong: unknown[] = []
  let right = 0
  let twins = 0
  for (const one of await dataOf('/api/limitless/fetchMarkets?limit=1000', z.array(market))) {
    const here = realOf(one)
    expect(here).toBeDefined()
    for (const { market: other } of await matchesOf(one, 'identity')) {
      if (other.sourceExchange === 'kalshi') continue
      // One question of Polymarket is traded by both protocols: its twin of the same title is another market there.
      const isTwin = other.sourceExchange === 'polymarket' && other.title === one.title
      if (realOf(other) === here) right++
      else if (isTwin) twins++
      else wrong.push([one.title, other.title])
    }
  }
  expect(wrong).toEqual([])
  expect(twins).toBeLessThan(5)
  expect(right).toBeGreaterThan(500)
})
