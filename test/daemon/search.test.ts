import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { startDemoDaemon } from './demo-daemon.js'

/** What people type, over HTTP, and what must stand on the first page of the answer. */

let demo: Awaited<ReturnType<typeof startDemoDaemon>>
const row = z.looseObject({
  title: z.string(),
  url: z.string(),
  sourceExchange: z.string(),
  slug: z.string().optional(),
  marketId: z.string().optional(),
  questionId: z.string().optional(),
})

beforeAll(async () => {
  demo = await startDemoDaemon(['polymarket', 'kalshi', 'limitless', 'opinion', 'myriad', 'gemini-titan'])
  await demo.listsRead()
})
afterAll(() => demo.stop())

async function search(path: string, query: Record<string, string>) {
  const reply = await fetch(`${demo.address}${path}?${new URLSearchParams({ limit: '10', ...query })}`)
  const { data } = z.object({ data: z.array(row) }).parse(await reply.json())
  return { rows: data, how: reply.headers.get('x-pmx-search') }
}
const titles = (rows: readonly z.infer<typeof row>[]) => rows.map(({ title }) => title)

test.each([
  ['election osterland', /Osterland election/],
  ['osterland ELECTIONS', /Osterland election/],
  ['electoin osterland', /Osterland election/],
  ['osterlnd election winner obiwura', /Obiwura/],
  ['obiwura osterland', /Nkechi Obiwura .*Osterland|Osterland.*Nkechi Obiwura/],
  ['renee castellarde', /Renée Castellarde/],
  ['inigo zubelarra election', /Iñigo Zubelarra/],
  ['tilde sorvik', /Tilde Sørvik/],
  ['"bank of valdoria"', /Bank of Valdoria/],
  ['valdoria rate cut', /Bank of Valdoria/],
  ['What are the odds of a rate cut by the Bank of Valdoria?', /Bank of Valdoria/],
  ['temperature port meridian', /highest temperature in Port Meridian/i],
  ['port-meridian highest temperatures', /highest temperature in Port Meridian/i],
  ['quorra 1750', /1,750/],
  ['quorra 2.5k', /2,500/],
  ['northgale IPO', /Northgale Air go public/],
  ['strait accord', /Strait Accord/],
  ['sarn quellin accord', /Sarn and Quellin sign the Strait Accord/],
  ['most valuble company november', /[Mm]ost valuable company at the end of November/],
  ['brightwater bridge', /bridge of Brightwater/],
  ['meridian chart number one', /Number one on the Meridian chart/],
  ['inflation osterland', /Inflation in Osterland|inflation in Osterland/],
  ['ceasefire brankovia', /Brankovia/],
  ['nordhaven otters', /Nordhaven Otters/],
  ['Will Northgale Air replace its chief executive?', /Northgale Air replace its chief executive/],
])('%s', async (query, first) => {
  const { rows, how } = await search('/api/router/fetchMarkets', { query })
  expect(how).toBe('words')
  expect(titles(rows)[0] ?? 'nothing').toMatch(first)
  const catalog = await search('/v0/markets', { query })
  expect(titles(catalog.rows).some((title) => first.test(title))).toBe(true)
})

describe('names', () => {
  test('an id, a slug, an outcome and the address of a page find their row, whoever is asked', async () => {
    const { rows } = await search('/v0/markets', { limit: '40' })
    expect(rows).toHaveLength(40)
    for (const { marketId = '', slug = '', url, title, sourceExchange } of rows) {
      const names = [
        marketId,
        slug,
        url,
        url.replace(/^https:\/\/(www\.)?/, ''),
        `${url.split('?')[0]}${url.includes('?') ? `?${url.split('?')[1]}&` : '?'}utm_source=x`,
      ]
      for (const query of names.filter((name) => name !== '')) {
        const found = await search('/api/router/fetchMarkets', { query, sourceExchange, limit: '100' })
        expect(titles(found.rows), query).toContain(title)
      }
    }
  })

  test('the address of an event finds the event, and a market finds the event that it is in', async () => {
    const { rows } = await search('/v0/events', { limit: '20' })
    for (const { url, title } of rows) {
      const found = await search('/v0/events', { query: url })
      expect(titles(found.rows), url).toContain(title)
    }
  })
})

test('a text that stands in titles keeps the documented rule; words are the second try, and said to be', async () => {
  const asText = await search('/v0/events', { query: 'osterland elec' })
  expect(asText.how).toBeNull()
  expect(asText.rows.length).toBeGreaterThan(0)
  for (const title of titles(asText.rows)) expect(title.toLowerCase()).toContain('osterland elec')
  const asWords = await search('/v0/events', { query: 'election in osterland' })
  expect(asWords.how).toBe('words')
  expect(titles(asWords.rows)[0]).toContain('Osterland election')
})

test('single venues are searched the same way', async () => {
  for (const [venue, query, first] of [
    ['kalshi', 'election osterland', /Osterland election/],
    ['kalshi', 'valdoria bank cut', /Bank of Valdoria/],
    ['opinion', 'castellarde renee', /Renée Castellarde/],
    ['gemini-titan', 'osterland electoin', /Osterland election/],
  ] as const)
    expect(titles((await search(`/api/${venue}/fetchMarkets`, { query })).rows)[0], query).toMatch(first)
})

test('rows of several venues that ask the same stand together where that is asked for', async () => {
  const query = 'northgale go public'
  const { rows } = await search('/api/router/fetchMarkets', { query, grouped: 'true', limit: '20' })
  const sizes = new Map<string, Set<string>>()
  for (const { questionId = '', sourceExchange } of rows)
    sizes.set(questionId, (sizes.get(questionId) ?? new Set()).add(sourceExchange))
  expect(Math.max(...[...sizes.values()].map(({ size }) => size))).toBeGreaterThan(1)
  const order = rows.map(({ questionId }) => questionId)
  expect(order.filter((id, at) => at === 0 || id !== order[at - 1])).toHaveLength(sizes.size)
})
