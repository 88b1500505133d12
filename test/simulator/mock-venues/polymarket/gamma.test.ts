import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/api/times/resolution.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { dig, firstOf, firstWhere, type Row, rowsAt, textAt, textsIn } from '../../support/json.js'
import { createStage, NOON, target } from '../../support/stage.js'

const stage = await createStage('polymarket')
const gamma = (path: string): unknown => stage.get('gamma', path)
const events = (query: string): Row[] => rowsAt(gamma(`/events?${query}`))
const markets = (query: string): Row[] => rowsAt(gamma(`/markets?${query}`))
const listed = stage.world
  .eventsAt(NOON)
  .filter(({ series }) => series.onlyOn === undefined || series.onlyOn.includes('polymarket'))

/** Every row of a keyset list. */
function walk(path: string, member: 'events' | 'markets', query: string): Row[] {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const after = cursor === undefined ? '' : `&after_cursor=${cursor}`
    const page = gamma(`${path}?limit=100&${query}${after}`)
    rows.push(...rowsAt(page, member))
    const next = dig(page, 'next_cursor')
    cursor = typeof next === 'string' ? next : undefined
  } while (cursor !== undefined)
  return rows
}

describe('lists', () => {
  test('offset pages stop at 100 rows and together hold every event of a tag once', () => {
    const seen: string[] = []
    for (let offset = 0; ; offset += 100) {
      const page = events(`tag_slug=football&limit=500&offset=${offset}`)
      expect(page.length).toBeLessThanOrEqual(100)
      seen.push(...page.map((event) => textAt(event, 'id')))
      if (page.length < 100) break
    }
    const expected = listed.filter(({ series }) => series.tags.includes('Football'))
    expect(seen.length).toBeGreaterThan(100)
    expect(seen.toSorted()).toEqual(expected.map(({ number }) => String(number)).toSorted())
  })

  test('keyset pages hold every event and every open market once, without a cursor at the end', () => {
    const ids = walk('/events/keyset', 'events', 'tag_slug=sports').map((event) => textAt(event, 'id'))
    const sports = listed.filter(({ series }) => series.tags.includes('Sports'))
    expect(sports.length).toBeGreaterThan(300)
    expect(ids.toSorted()).toEqual(sports.map(({ number }) => String(number)).toSorted())
    const open = walk('/markets/keyset', 'markets', '').map((market) => textAt(market, 'id'))
    const expected = listed.flatMap((event) =>
      event.markets.filter((market) => stateAt(market, NOON) === 'open'),
    )
    expect(open.toSorted()).toEqual(expected.map(({ number }) => String(number)).toSorted())
  })

  test('a keyset walk goes on where it was when the last row has left the list', async () => {
    const moving = await createStage('polymarket')
    const page = (after: string): unknown =>
      moving.get('gamma', `/markets/keyset?limit=100&order=endDate&ascending=true${after}`)
    const first = page('')
    const before = rowsAt(first, 'markets').map((market) => textAt(market, 'id'))
    moving.now = NOON + 20 * DAY_MS
    const second = rowsAt(page(`&after_cursor=${textAt(first, 'next_cursor')}`), 'markets')
    expect(second.length).toBe(100)
    expect(second.some((market) => before.includes(textAt(market, 'id')))).toBe(false)
  })

  test('closed events keep active: true; markets hide closed ones unless asked', () => {
    expect(
      events('closed=true&limit=50').every((event) => event['active'] === true && event['closed'] === true),
    ).toBe(true)
    expect(events('active=false&closed=true')).toEqual([])
    expect(markets('limit=100').every((market) => market['closed'] === false)).toBe(true)
    const closed = firstOf(markets('closed=true&limit=1'))
    for (const key of [`id=${textAt(closed, 'id')}`, `condition_ids=${textAt(closed, 'conditionId')}`]) {
      expect(markets(key)).toEqual([])
      expect(markets(`${key}&closed=true`).map(({ id }) => id)).toEqual([closed['id']])
    }
  })

  test('order and tags are obeyed', () => {
    const volumes = events('closed=false&order=volume&ascending=false&limit=100').map(({ volume }) =>
      Number(volume),
    )
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
    const crypto = events('tag_slug=crypto&limit=100')
    expect(crypto.length).toBeGreaterThan(5)
    expect(crypto.every((event) => rowsAt(event, 'tags').some(({ slug }) => slug === 'crypto'))).toBe(true)
    expect(events('recurrence=15m&closed=false').length).toBe(1)
  })

  test.each([
    [
      '/events?offset=2001',
      422,
      'validation error',
      'offset too large, use /markets/keyset for deeper pagination',
    ],
    [
      '/markets?offset=2001',
      422,
      'validation error',
      'offset too large, use /markets/keyset for deeper pagination',
    ],
    ['/events?order=start_date', 422, 'validation error', 'order fields are not valid'],
    ['/events?order=competitive', 500, 'internal error', 'internal error'],
    ['/markets?clob_token_ids=1,2', 422, 'validation error', 'invalid clob token ids'],
    ['/markets/0xabc', 422, 'validation error', 'id is invalid'],
    ['/events/1', 404, 'not found error', 'id not found'],
    ['/events/slug/nothing', 404, 'not found error', 'slug not found'],
    ['/events/keyset?after_cursor=AAAA', 422, 'validation error', 'after_cursor is invalid'],
    ['/nowhere', 404, 'not found error', 'not found'],
  ])('%s is %d', (path, status, type, error) => {
    expect(stage.probe('gamma', path)).toEqual({ status, body: { type, error } })
  })

  test('series may be paged beyond offset 2000', () => {
    expect(gamma('/series?offset=5000')).toEqual([])
  })
})

describe('lookups', () => {
  test('one market is found by id, slug, condition and either token, also when closed long ago', () => {
    const old = firstOf(stage.world.event('meridian-high.100')?.markets ?? [])
    const byId = gamma(`/markets/${old.number}`)
    const [yes, no] = textsIn(byId, 'clobTokenIds')
    expect(gamma(`/markets/slug/${old.slug}`)).toEqual(byId)
    for (const key of [
      `condition_ids=${textAt(byId, 'conditionId')}`,
      `clob_token_ids=${yes}`,
      `clob_token_ids=${no}`,
    ]) {
      expect(markets(`closed=true&${key}`)).toEqual([byId])
    }
  })

  test('several keys are repeated', () => {
    const some = markets('limit=3')
    const ids = some.map((market) => textAt(market, 'id'))
    expect(markets(ids.map((id) => `id=${id}`).join('&')).length).toBe(3)
  })

  test('ids of another seed are nobody', async () => {
    const other = await createStage('polymarket', { seed: 99 })
    const foreign = firstOf(rowsAt(other.get('gamma', '/markets?limit=1')))
    expect(markets(`condition_ids=${textAt(foreign, 'conditionId')}`)).toEqual([])
    expect(markets(`clob_token_ids=${firstOf(textsIn(foreign, 'clobTokenIds'))}`)).toEqual([])
  })

  test('an event that has not opened is unknown', () => {
    const future = stage.world.event('meridian-high.9000')
    expect(stage.probe('gamma', `/events/${future?.number}`).status).toBe(404)
  })
})

describe('rows', () => {
  const open = listed.flatMap((event) => event.markets).filter((market) => stateAt(market, NOON) === 'open')
  const row = (number: number): Row => firstOf([Object(gamma(`/markets/${number}`))])

  test('lists are JSON inside texts, and outcome prices are the last trade and its mirror', () => {
    const market = firstWhere(open, (one) => one.activity === 'busy')
    const price = stage.world.lastTrade(market.key, NOON)?.price ?? Number.NaN
    const native = row(market.number)
    expect(textsIn(native, 'outcomes')).toEqual([market.yesLabel, market.noLabel])
    expect(textsIn(native, 'outcomePrices').map(Number)).toEqual([price, expect.closeTo(1 - price, 9)])
    expect(native['lastTradePrice']).toBe(price)
  })

  test('a new market that never traded has no prices', async () => {
    const early = await createStage('polymarket')
    const market = firstWhere(open, (one) => one.activity === 'never')
    early.now = market.opensAt + 60_000
    const native = early.get('gamma', `/markets/${market.number}`)
    expect(dig(native, 'lastTradePrice')).toBeUndefined()
    expect(dig(native, 'volume24hr')).toBeUndefined()
  })

  test.each([
    [1, '["1","0"]'],
    [0, '["0","1"]'],
    [0.5, '["0.5","0.5"]'],
  ])('a market resolved at %d says so', (payout, prices) => {
    const market = firstWhere(
      listed.flatMap((event) => event.markets),
      (one) => stateAt(one, NOON) === 'resolved' && one.payout === payout,
    )
    expect(row(market.number)).toMatchObject({
      outcomePrices: prices,
      closed: true,
      umaResolutionStatus: 'resolved',
    })
    expect(row(market.number)['closedTime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00$/)
  })

  test('a payout is not told before the result', () => {
    const market = firstWhere(
      listed.flatMap((event) => event.markets),
      (one) => stateAt(one, NOON) === 'closed',
    )
    const native = row(market.number)
    expect(native['umaResolutionStatus']).toBe('proposed')
    expect(['["1","0"]', '["0","1"]']).not.toContain(native['outcomePrices'])
  })

  test('open ladders hold closed children, and a child that was never deployed', () => {
    const ladders = events('closed=false&tag_slug=deadlines&limit=100')
    const children = ladders.flatMap((event) => rowsAt(event, 'markets'))
    expect(children.some((market) => market['closed'] === true)).toBe(true)
    const ghost = firstWhere(children, (market) => market['conditionId'] === '')
    expect(ghost).toMatchObject({ active: false, closed: false, bestBid: 0, bestAsk: 1 })
    expect(ghost).not.toHaveProperty('clobTokenIds')
    expect(stage.probe('gamma', `/markets/${textAt(ghost, 'id')}`).status).toBe(404)
  })

  test('negRisk question ids differ from the group id in the last byte', () => {
    const event = firstWhere(events('closed=false&limit=100'), (one) => one['negRisk'] === true)
    const group = textAt(event, 'negRiskMarketID')
    for (const [index, market] of rowsAt(event, 'markets').entries()) {
      expect(textAt(market, 'questionID')).toBe(group.slice(0, -2) + index.toString(16).padStart(2, '0'))
    }
  })
})

describe('search', () => {
  test('finds words in titles, pages, and has no events member when nothing is found', () => {
    const first = gamma('/public-search?q=Election&limit_per_type=5')
    expect(rowsAt(first, 'events').length).toBe(5)
    expect(dig(first, 'pagination.hasMore')).toBe(true)
    const second = gamma('/public-search?q=Election&limit_per_type=5&page=2')
    const ids = [first, second].flatMap((page) => rowsAt(page, 'events').map(({ id }) => id))
    expect(new Set(ids).size).toBe(10)
    expect(gamma('/public-search?q=qqqq')).toEqual({ pagination: { hasMore: false, totalResults: 0 } })
  })

  test('hides closed markets of open events unless asked', () => {
    const children = (query: string): Row[] =>
      rowsAt(
        gamma(
          target('/public-search', { q: 'by ___', limit_per_type: 100, events_status: 'active' }) + query,
        ),
        'events',
      ).flatMap((event) => rowsAt(event, 'markets'))
    expect(children('').some((market) => market['closed'] === true)).toBe(false)
    expect(children('&keep_closed_markets=1').some((market) => market['closed'] === true)).toBe(true)
  })
})
