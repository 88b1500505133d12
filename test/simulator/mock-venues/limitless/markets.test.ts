import { describe, expect, test } from 'vitest'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { contextOf } from '../../support/context.js'
import { dig, firstWhere, isObject, type Row, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('limitless')
const get = (target: string): unknown => stage.get('api', target)
const probe = (target: string) => stage.probe('api', target)

const truth = stage.world
  .eventsAt(NOON)
  .filter(({ series }) => series.onlyOn === undefined || series.onlyOn.includes('limitless'))
const open = truth.filter((event) => stateAt(event, NOON) === 'open')

/** Every row of a list, page by page. */
function everyRow(query: string): Row[] {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const found = rowsAt(get(`/markets/active?${query}&limit=25&page=${page}`), 'data')
    rows.push(...found)
    if (found.length < 25) return rows
  }
}

describe('the active list', () => {
  test('holds every open event once, a group or a market of its own', () => {
    const rows = everyRow('sortBy=newest')
    expect(rows.map((row) => row['slug']).toSorted()).toEqual(open.map(({ slug }) => slug).toSorted())
    const times = rows.map((row) => Date.parse(textAt(row, 'createdAt')))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    for (const row of rows) {
      const event = firstWhere(open, ({ slug }) => slug === row['slug'])
      const children = event.markets.length > 1 ? rowsAt(row, 'markets').length : undefined
      expect(children).toBe(event.markets.length > 1 ? event.markets.length : undefined)
      expect('tokens' in row).toBe(event.markets.length === 1)
    }
  })

  test('more than 25 at a time is nothing, more than 100 refused; past the end the count is nothing, too', () => {
    const nothing = { data: [], totalMarketsCount: 0 }
    for (const query of ['limit=50', 'limit=100', 'page=999']) {
      expect(get(`/markets/active?${query}`)).toEqual(nothing)
    }
    expect(dig(get('/markets/active?limit=1'), 'totalMarketsCount')).toBe(open.length)
    for (const query of ['limit=200', 'q=will', 'page=0', 'sortBy=luck', 'tradeType=swap']) {
      expect(probe(`/markets/active?${query}`).status, query).toBe(400)
    }
  })

  test('filters by kind and maker, and sorts by volume', () => {
    const groups = everyRow('tradeType=group')
    expect(groups.length).toBe(open.filter(({ markets }) => markets.length > 1).length)
    expect(everyRow('tradeType=clob').length + groups.length).toBe(open.length)
    expect(everyRow('tradeType=amm')).toEqual([])
    expect(everyRow('automationType=lumy').every((row) => row['automationType'] === 'lumy')).toBe(true)
    const volumes = everyRow('sortBy=high_value').map((row) => Number(textAt(row, 'volumeFormatted')))
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
  })
})

describe('a market by its slug', () => {
  const group = firstWhere(open, ({ markets }) => markets.length > 2)
  const row = get(`/markets/${group.slug}`)
  const [child] = rowsAt(row, 'markets')

  test('a group with its children, a child with its group', () => {
    expect(dig(child, 'marketType')).toBe('group')
    const alone = get(`/markets/${textAt(child, 'slug')}`)
    expect(alone).toMatchObject({ marketType: 'single', groupSlug: group.slug, tokens: dig(child, 'tokens') })
    expect(alone).not.toHaveProperty('orderInGroup')
    const single = firstWhere(open, ({ markets }) => markets.length === 1)
    expect(dig(get(`/markets/${single.slug}`), 'groupSlug')).toBeNull()
  })

  test('unknown and malformed slugs are refused as recorded, whatever the case', () => {
    expect(probe('/markets/nonexistent-market-slug-12345')).toEqual({
      status: 404,
      body: { message: 'Market not found for slug: nonexistent-market-slug-12345' },
    })
    expect(probe('/markets/completely-bogus')).toMatchObject({ status: 400, body: { statusCode: 400 } })
    expect(probe(`/markets/${group.slug.toUpperCase()}`).status).toBe(404)
    expect(probe(`/markets/0x${'ab'.repeat(20)}`).status).toBe(404)
    expect(probe('/nowhere').status).toBe(404)
  })

  test('a resolved one keeps the last book; the index tells the result', () => {
    const event = firstWhere(
      truth,
      ({ markets }) => stateAt(markets[0] ?? group, NOON) === 'resolved' && markets[0]?.payout === 1,
    )
    const resolved = get(`/markets/${event.slug}`)
    const leaf = event.markets.length > 1 ? rowsAt(resolved, 'markets')[0] : resolved
    expect(leaf).toMatchObject({ status: 'RESOLVED', expired: true, winningOutcomeIndex: 0 })
  })
})

describe('the search', () => {
  test('finds what shares words, and something for nonsense', () => {
    const event = firstWhere(open, ({ title }) => title.split(' ').length > 3)
    const found = get(`/markets/search?query=${encodeURIComponent(event.title)}`)
    expect(rowsAt(found, 'markets').some((row) => row['title'] === event.title)).toBe(true)
    expect(dig(found, 'noExactMatch')).toBe(false)
    const nonsense = get('/markets/search?query=zzzzqqqq')
    expect(rowsAt(nonsense, 'markets')).toHaveLength(10)
    expect(dig(nonsense, 'noExactMatch')).toBe(true)
    expect(probe('/markets/search?query=a&limit=51').status).toBe(400)
    expect(probe('/markets/search').status).toBe(400)
  })
})

test('the menu names every category once, each with a path of its own', () => {
  const paths = rowsAt(get('/navigation')).map((entry) => textAt(entry, 'path'))
  expect(paths.length).toBeGreaterThan(2)
  expect(new Set(paths).size).toBe(paths.length)
})

test('nameless programs are kept out', async () => {
  const { createLimitlessMock } = await import('../../../../src/simulator/mock-venues/limitless/index.js')
  const host = createLimitlessMock().hosts['api']
  const request = { method: 'GET', path: '/', search: '', body: undefined }
  const context = contextOf(stage.world, NOON)
  const ask = (agent: string) => host?.before?.({ ...request, headers: { 'user-agent': agent } }, context)
  expect(ask('Python-urllib/3.12')?.status).toBe(403)
  expect(ask('pmx-local/1')).toBeUndefined()
})

describe.runIf(haveSamples)('members and types are those of the recordings', () => {
  const recorded = (name: string) => sample('limitless', name)
  // Read when a test runs: the body of a left-out block is still evaluated.
  const pages = (): unknown[] => [
    recorded('syn-limitless_active.json'),
    dig(recorded('paras-GET_api_limitless_exchange_markets_active_d9a63849.json'), 'response'),
    { data: recorded('markets-active-rows-2026-06-21.json') },
    { data: rowsAt(recorded('syn-limitless_search.json'), 'markets') },
    { data: [recorded('syn-limitless_group.json')] },
    // No market with a fee module was recorded: its contracts are in the SDK.
    { data: contracts().map((venue) => ({ venue, markets: [{ venue }] })) },
  ]
  const contracts = (): unknown[] => {
    const named = recorded('collateral-fee-venue.json')
    return [dig(named, 'venue_legacy'), dig(named, 'venue_collateral_negrisk')]
  }

  test('of lists', () => {
    for (const page of [1, 2, 3]) {
      const body = get(`/markets/active?limit=25&page=${page}`)
      expect(differences(body, learnShape(pages()))).toEqual([])
    }
  })

  test('of the search', () => {
    const rows = pages().flatMap((page) => rowsAt(page, 'data'))
    const shape = learnShape([{ ...Object(recorded('syn-limitless_search.json')), markets: rows }])
    expect(differences(get('/markets/search?query=will&limit=50'), shape)).toEqual([])
  })

  test('of single markets, but for the group that documents name', () => {
    const rows = pages().flatMap((page) => rowsAt(page, 'data'))
    const leaves = rows.flatMap((row) => (Array.isArray(row['markets']) ? rowsAt(row, 'markets') : [row]))
    const row = firstWhere(rowsAt(get('/markets/active?tradeType=group'), 'data'), isObject)
    const alone = get(`/markets/${textAt(rowsAt(row, 'markets')[0], 'slug')}`)
    expect(
      differences(alone, learnShape([...leaves, ...contracts().map((venue) => ({ venue }))]), {
        documented: ['groupSlug'],
      }),
    ).toEqual([])
  })
})
