import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { pmxHeaders } from '../../../src/api/envelope/pmx-headers.js'
import { ReadyJson } from '../../../src/core/request/api-call.js'
import { appOver } from '../app-world.js'

const market = (marketId: string, settlement: Readonly<Record<string, unknown>>) => ({
  marketId,
  title: 'Rain, or "snow"?',
  outcomes: [{ outcomeId: `${marketId}-Y`, marketId, label: 'Yes' }],
  sourceExchange: 'kalshi',
  sourceMetadata: { settlement: { result: 'void', basis: 'reported', ...settlement } },
})
const rows = [
  market('A', { at: '2026-11-02T00:00:00.000Z', payout: { 'A-Y': 0.5 } }),
  market('B', {}),
  market('C', { closedAt: '2026-10-01T00:00:00.000Z' }),
]
const asked: unknown[] = []
const app = appOver({
  run: async (method, args, { venue }) => {
    asked.push([venue, method, args])
    if (venue === 'limitless') throw new PmxError('NOT_SUPPORTED', 'Limitless lists open markets only')
    const headers = { [pmxHeaders.truncated]: 'the first 10000 markets', [pmxHeaders.cache]: 'hit' }
    return { data: new ReadyJson(JSON.stringify(rows)), headers }
  },
})
const get = (query: string) => app.get(`/v0/settlements?${query}`)

describe('settlements', () => {
  test('are the closed markets of one venue, a row for each outcome', async () => {
    const { status, json, headers } = await get('exchange=kalshi&limit=2')
    expect(status).toBe(200)
    expect(asked.pop()).toEqual(['kalshi', 'fetchMarkets', [{ status: 'closed', limit: 500, offset: 0 }]])
    expect(json).toMatchObject({
      data: [
        { venue: 'kalshi', market_id: 'A', outcome_id: 'kalshi:A-Y', result: 'void', payout: 0.5 },
        { market_id: 'B' },
      ],
      meta: { count: 2, limit: 2, offset: 0 },
    })
    expect(headers[pmxHeaders.truncated]).toBe(
      'the first 10000 markets; more than 2 rows exist: the next rows begin at offset + 2',
    )
  })

  test('are CSV and NDJSON with the same columns', async () => {
    const csv = await get('venue=kalshi&format=csv')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.text.split('\n')).toEqual([
      'venue,market_id,outcome_id,title,outcome,event,result,payout,at,closed_at,basis,stage',
      'kalshi,A,kalshi:A-Y,"Rain, or ""snow""?",Yes,,void,0.5,2026-11-02T00:00:00.000Z,,reported,',
      'kalshi,B,kalshi:B-Y,"Rain, or ""snow""?",Yes,,void,,,,reported,',
      'kalshi,C,kalshi:C-Y,"Rain, or ""snow""?",Yes,,void,,,2026-10-01T00:00:00.000Z,reported,',
      '',
    ])
    const lines = (await get('venue=kalshi&format=ndjson')).text.trimEnd().split('\n')
    expect(lines.map((line) => Object.keys(JSON.parse(line)).join())).toEqual(
      Array.from({ length: 3 }, () => csv.text.split('\n')[0]),
    )
  })

  test('since an instant leave out markets without a time, and say how many', async () => {
    const { json, headers } = await get('exchange=kalshi&since=2026-11-01')
    expect(json).toMatchObject({ data: [{ market_id: 'A' }], meta: { count: 1 } })
    expect(headers[pmxHeaders.warning]).toBe('since leaves out 1 markets without a settlement time')
  })

  test('have the headers of all pages that they come from', async () => {
    const page = (number: number) => Array.from({ length: 500 }, (_, at) => market(`M${number}-${at}`, {}))
    const ofPage = [
      { [pmxHeaders.cache]: 'hit', [pmxHeaders.listAge]: '40', [pmxHeaders.upstreamRequests]: '1' },
      {
        [pmxHeaders.cache]: 'stale',
        [pmxHeaders.listAge]: '41',
        [pmxHeaders.upstreamRequests]: '2',
        [pmxHeaders.stale]: 'timeout; age=41',
        [pmxHeaders.truncated]: 'the first 10000 markets',
      },
      {
        [pmxHeaders.cache]: 'hit',
        [pmxHeaders.listAge]: '1',
        [pmxHeaders.truncated]: 'the first 10000 markets',
      },
    ]
    let at = 0
    const paged = appOver({
      run: async () => ({
        data: at < 2 ? page(at) : rows,
        headers: ofPage[at++] ?? {},
      }),
    })
    const { json, headers } = await paged.get('/v0/settlements?exchange=kalshi&limit=5000')
    expect(json).toMatchObject({ meta: { count: 1_003 } })
    expect(headers).toMatchObject({
      [pmxHeaders.cache]: 'stale',
      [pmxHeaders.listAge]: '41',
      [pmxHeaders.upstreamRequests]: '3',
      [pmxHeaders.stale]: 'timeout; age=41',
      [pmxHeaders.truncated]: 'the first 10000 markets',
      [pmxHeaders.warning]: expect.stringContaining('refreshed between two pages'),
    })
  })

  test('from two lists of the same second are reported, each market once', async () => {
    const page = Array.from({ length: 500 }, (_, at) => market(`M${at}`, {}))
    const pages = [
      { data: page, headers: { [pmxHeaders.listAge]: '0', [pmxHeaders.listVersion]: '1795000000000' } },
      {
        data: [market('M499', {}), market('A', {})],
        headers: { [pmxHeaders.listAge]: '0', [pmxHeaders.listVersion]: '1795000000700' },
      },
    ]
    const paged = appOver({ run: async () => pages.shift() ?? { data: [], headers: {} } })
    const { json, headers } = await paged.get('/v0/settlements?exchange=kalshi&limit=5000')
    expect(json).toMatchObject({ meta: { count: 501 } })
    expect(headers[pmxHeaders.warning]).toContain('refreshed between two pages')
  })

  test('of a venue that lists nothing closed are refused, not empty', async () => {
    expect(await get('exchange=limitless')).toMatchObject({ json: { error: { code: 'NOT_SUPPORTED' } } })
  })

  test.each([
    ['', 'VALIDATION_ERROR'],
    ['exchange=router', 'VALIDATION_ERROR'],
    ['exchange=kalshi&format=parquet', 'VALIDATION_ERROR'],
    ['exchange=kalshi&since=yesterday', 'VALIDATION_ERROR'],
    ['exchange=kalshi&limit=0', 'VALIDATION_ERROR'],
    ['exchange=kalshi&venue=rain', 'VALIDATION_ERROR'],
    ['exchange=kalshi&until=1', 'BAD_REQUEST'],
  ])('with %j are refused, and nothing is read', async (query, code) => {
    asked.length = 0
    expect(await get(query)).toMatchObject({ status: 400, json: { error: { code } } })
    expect(asked).toEqual([])
  })
})
