import { describe, expect, test } from 'vitest'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { dig, firstWhere, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('hunch')
const get = (path: string): unknown => stage.get('api', `/api/partner${path}`)
const probe = (path: string) => stage.probe('api', `/api/partner${path}`)
const shelves = rowsAt(get('/catalogue'), 'categories')
const markets = shelves.flatMap((shelf) => rowsAt(shelf, 'markets'))
const named = (name: string): unknown => get(`/quote?marketId=${name}`)

describe('the catalogue', () => {
  test('has what takes bets, each once, by kind and without odds', () => {
    expect(markets.length).toBeGreaterThan(20)
    expect(new Set(markets.map((row) => row['id'])).size).toBe(markets.length)
    for (const row of markets) {
      expect(row['status']).toBe('open')
      expect(Date.parse(textAt(row, 'deadlineAt'))).toBeGreaterThan(NOON)
      expect(row).not.toHaveProperty('odds')
    }
    for (const shelf of shelves) expect(shelf['count']).toBe(rowsAt(shelf, 'markets').length)
  })
})

describe('what is bet on most', () => {
  const trends = rowsAt(get('/trending?limit=99'), 'trending')

  test('comes by money and bets, 6 unless asked for more, 25 at most', () => {
    expect([trends.length, rowsAt(get('/trending'), 'trending').length]).toEqual([25, 6])
    const heat = trends.map((row) => Number(row['heat']))
    expect(heat).toEqual(heat.toSorted((a, b) => b - a))
  })

  test('tells odds as shares of the pool', () => {
    for (const row of trends.filter(({ odds }) => odds !== null)) {
      const [yes, pool] = [Number(dig(row, 'stats.yesPoolUsd')), Number(dig(row, 'stats.totalPoolUsd'))]
      if (pool > 0) expect(Math.round((100 * yes) / pool)).toBe(dig(row, 'odds.yesPriceCents'))
    }
    const ladder = firstWhere(trends, ({ odds }) => odds === null)
    expect(Object.values(Object(ladder['outcomeOdds'])).reduce((a: number, b) => a + Number(b), 0)).toBe(100)
  })
})

describe('a quote', () => {
  const round = firstWhere(markets, (row) => row['category'] === 'price_direction')
  const ladder = firstWhere(markets, (row) => row['outcomes'] !== null)

  test('is found by id and by slug, which all rounds share', () => {
    expect(named(textAt(round, 'slug'))).toEqual(named(textAt(round, 'id')))
    expect(textAt(named(textAt(round, 'id')), 'market.id')).toBe(round['id'])
  })

  test('prices one outcome of a ladder and tells all', () => {
    const body = named(textAt(ladder, 'id'))
    const keys = rowsAt(ladder, 'outcomes').map((row: Row) => row['key'])
    expect(Object.keys(Object(dig(body, 'odds')))).toEqual(keys)
    expect(rowsAt(body, 'ladder.outcomes').map((row) => row['key'])).toEqual(keys)
    expect(keys).toContain(dig(body, 'side'))
  })

  test('of an unknown market is refused as the venue does', () => {
    expect(probe('/quote')).toEqual({ status: 422, body: { error: 'market_id_required' } })
    expect(probe('/quote?marketId=x')).toEqual({
      status: 404,
      body: { error: 'market_not_found', marketId: 'x' },
    })
  })
})

test('a result is pending until it is decided', () => {
  const [open] = markets
  expect(get(`/result?marketId=${textAt(open, 'id')}`)).toMatchObject({
    result: { status: 'pending', resolvedOutcome: null },
  })
  const over = firstWhere(
    stage.world.eventsAt(NOON),
    (event) => event.shape === 'up-down' && event.resolvesAt < NOON,
  )
  const [market] = over.markets
  expect(get(`/result?marketId=${market?.slug}`)).toMatchObject({
    result: { status: 'resolved', resolvedOutcome: market?.payout === 1 ? 'yes' : 'no' },
  })
  expect(textAt(named(market?.slug ?? ''), 'market.status')).toBe('resolved')
})

describe('a wallet', () => {
  const betsOf = (wallet: string): Row[] => rowsAt(get(`/positions?wallet=${wallet}`), 'positions')

  test('has bets on the markets that there are, and a stranger an empty list', () => {
    const all = demoWallets.map(({ address }) => betsOf(address))
    expect(all.flat().length).toBeGreaterThan(0)
    for (const row of all.flat()) {
      const market = named(textAt(row, 'marketId'))
      expect(dig(market, 'market.id')).toBe(row['marketId'])
      expect(Number(row['shares'])).toBeGreaterThan(0)
      if (row['status'] === 'open') expect(dig(market, 'market.status')).not.toBe('resolved')
    }
    expect(betsOf(`0x${'ab'.repeat(20)}`)).toEqual([])
    expect(probe('/positions?wallet=me').status).toBe(422)
  })

  test('has money', () => {
    const moneyOf = (wallet: string) =>
      dig(stage.get('agent', `/api/agent/v1/wallet/${wallet}/readiness`), 'readiness.usdcBalanceUsd')
    expect(Number(moneyOf(demoWallets[0]?.address ?? ''))).toBeGreaterThan(100)
    expect(moneyOf(`0x${'ab'.repeat(20)}`)).toBe(0)
  })
})
