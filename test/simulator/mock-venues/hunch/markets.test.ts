import { describe, expect, test } from 'vitest'
import { dig, firstWhere, type Row, rowsAt, textAt } from '../../support/json.js'
import { NOON } from '../../support/stage.js'
import { openHunch } from './stage.js'

const { stage, get, probe, open } = await openHunch()
const codeOf = (path: string) => {
  const { status, body } = probe(path)
  return [status, dig(body, 'error')]
}

function everyPage(path: string): Row[] {
  const found: Row[] = []
  let cursor: unknown
  do {
    const page = get(`${path}${cursor === undefined ? '' : `&cursor=${String(cursor)}`}`)
    const rows = rowsAt(page, 'markets')
    expect(rows.length).toBeLessThanOrEqual(200)
    expect(dig(page, 'count')).toBe(rows.length)
    found.push(...rows)
    cursor = dig(page, 'nextCursor')
  } while (cursor !== undefined)
  return found
}

describe('the list', () => {
  const all = everyPage('/markets?status=all')

  test('has what takes bets, the soonest to close first', () => {
    expect(open.length).toBeGreaterThan(20)
    const deadlines = open.map((row) => Date.parse(textAt(row, 'deadlineAt')))
    expect(deadlines).toEqual(deadlines.toSorted((a, b) => a - b))
    for (const row of open) expect(row['status']).toBe('open')
    expect(Math.min(...deadlines)).toBeGreaterThan(NOON)
  })

  test('has the odds of two sides and the volumes of all', () => {
    for (const row of open) {
      const odds = dig(row, 'odds')
      if (row['outcomes'] === null)
        expect(Number(dig(odds, 'yesPriceCents')) + Number(dig(odds, 'noPriceCents'))).toBe(100)
      else expect(odds).toBeNull()
      expect(Number(row['volumeUsd'])).toBeGreaterThanOrEqual(Number(row['volume24hUsd']))
      expect(Number.isInteger(row['totalBets'])).toBe(true)
    }
  })

  test('of all has settled ones too, each once over its pages', () => {
    expect(all.length).toBeGreaterThan(200)
    expect(new Set(all.map((row) => row['id'])).size).toBe(all.length)
    expect(new Set(all.map((row) => row['status']))).toContain('resolved')
    expect(everyPage('/markets?status=all&limit=37')).toEqual(all)
  })

  test('is filtered by kind, token in any case, and ids or slugs', () => {
    const [first, second] = open
    const token = textAt(first, 'tokenSymbol')
    for (const row of rowsAt(get(`/markets?token=${token.toLowerCase()}`), 'markets'))
      expect(row['tokenSymbol']).toBe(token)
    const rounds = rowsAt(get('/markets?type=price_direction'), 'markets')
    expect(rounds.length).toBeGreaterThan(0)
    for (const row of rounds) expect(row['category']).toBe('price_direction')
    const ids = [textAt(first, 'id'), textAt(second, 'id')]
    const found = rowsAt(get(`/markets?ids=${ids.join(',')}`), 'markets')
    expect(found.map((row) => row['id'])).toEqual(ids)
  })

  test.each(['limit=0', 'limit=201', 'limit=x', 'status=closed', 'cursor=x'])('refuses %s', (query) => {
    expect(codeOf(`/markets?${query}`)).toEqual([400, 'invalid_request'])
  })
})

describe('a market', () => {
  const round = firstWhere(open, (row) => row['category'] === 'price_direction')

  test('is found by id and by slug, which all rounds share', () => {
    const byId = get(`/markets/${textAt(round, 'id')}`)
    expect(dig(byId, 'market')).toEqual(round)
    expect(get(`/markets/${textAt(round, 'slug')}`)).toEqual(byId)
  })

  test('that nobody knows is not found, in the form of all errors', () => {
    const { status, body } = probe('/markets/x')
    expect(status).toBe(404)
    expect(Object.keys(Object(body))).toEqual(['error', 'message', 'hint', 'docsUrl', 'retriable'])
    expect(codeOf('/markets/x/research')).toEqual([404, 'market_not_found'])
    expect(codeOf('/nothing')).toEqual([404, 'not_found'])
  })
})

describe('research', () => {
  const read = (row: Row): unknown => dig(get(`/markets/${textAt(row, 'id')}/research`), 'research')
  const isBet = (row: Row): boolean => Number(row['totalBets']) > 20

  test('of two sides has a point a bet, ascending, and ends at the odds of now', () => {
    const market = firstWhere(open, (row) => row['outcomes'] === null && isBet(row))
    const found = read(market)
    const points = rowsAt(found, 'oddsHistory')
    const times = points.map((point) => Date.parse(textAt(point, 'at')))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Math.max(...times)).toBeLessThanOrEqual(NOON)
    expect(points.at(-1)?.['yesPct']).toBe(dig(market, 'odds.yesPriceCents'))
    for (const point of points) {
      expect(point['outcomeKey']).toBeNull()
      expect(Number(point['yesPct'])).toBeGreaterThanOrEqual(0)
      expect(Number(point['yesPct'])).toBeLessThanOrEqual(100)
    }
    expect(dig(found, 'ladder')).toBeNull()
    expect(dig(found, 'market')).toEqual(market)
  })

  test('of a ladder has rungs that make up 100, the last of which each last bet left', () => {
    const market = firstWhere(open, (row) => row['outcomes'] !== null && isBet(row))
    const found = read(market)
    const rungs = rowsAt(found, 'ladder.outcomes')
    expect(rungs.reduce((sum, rung) => sum + Number(rung['impliedPct']), 0)).toBe(100)
    expect(rungs.map(({ key }) => key)).toEqual(rowsAt(market, 'outcomes').map(({ key }) => key))
    expect(dig(found, 'odds')).toBeNull()
    const last = rowsAt(found, 'oddsHistory').at(-1)
    const rung = firstWhere(rungs, ({ key }) => key === last?.['outcomeKey'])
    expect(last?.['yesPct']).toBe(rung['impliedPct'])
  })
})

describe('a result', () => {
  test('is pending until it is decided', () => {
    expect(get(`/result?marketId=${textAt(open[0], 'id')}`)).toMatchObject({
      result: { status: 'pending', resolvedOutcome: null, winningShares: 0, proofUrl: null },
    })
    const over = firstWhere(
      stage.world.eventsAt(NOON),
      (event) => event.shape === 'up-down' && event.resolvesAt < NOON,
    )
    const [market] = over.markets
    const isUp = market?.payout === 1
    expect(get(`/result?marketId=${market?.slug}`)).toMatchObject({
      result: {
        status: 'resolved',
        resolvedOutcome: isUp ? 'yes' : 'no',
        resolvedOutcomeLabel: isUp ? 'UP' : 'DOWN',
      },
    })
    expect(dig(get(`/markets/${market?.slug}`), 'market.status')).toBe('resolved')
  })

  test('needs a market', () => {
    expect(codeOf('/result')).toEqual([400, 'invalid_request'])
    expect(codeOf('/result?marketId=x')).toEqual([404, 'market_not_found'])
  })
})
