import { describe, expect, test } from 'vitest'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { dig, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON } from '../../support/stage.js'
import { allRows, childrenOf, resultOf } from './read.js'

const stage = await createStage('opinion')
const offered = stage.world.eventsAt(NOON).filter(({ series }) => series.onlyOn === undefined)
const everything = allRows(stage)
const activated = allRows(stage, { status: 'activated' })
const idOf = (row: Row): string => `${row['marketType']}:${row['marketId']}`
const probe = (path: string) => stage.probe('api', `/openapi${path}`)

const ladder = firstWhere(
  offered,
  ({ markets }) =>
    markets.some((market) => stateAt(market, NOON) === 'open') &&
    markets.some((market) => stateAt(market, NOON) === 'resolved'),
)

describe('the list', () => {
  test('holds every event once: several markets as one with children, one as a binary', () => {
    const recurring = offered.filter(({ shape }) => shape === 'up-down')
    const lasting = offered.filter(({ shape }) => shape !== 'up-down')
    const wanted = lasting.map((event) =>
      event.markets.length > 1 ? `1:${event.number}` : `0:${event.markets[0]?.number}`,
    )
    const plain = everything.filter((row) => !('collection' in row)).map(idOf)
    expect([...plain].sort()).toEqual([...wanted].sort())
    const instances = allRows(stage, { collectionType: 1 }).map(idOf)
    expect(new Set(instances).size).toBe(instances.length)
    expect(instances).toHaveLength(recurring.length)
    expect(allRows(stage, { collectionType: 2 })).toHaveLength(lasting.length)
  })

  test('of recurring markets shows the current instance only, unless asked for all', () => {
    const shown = everything.filter((row) => 'collection' in row)
    expect(shown.length).toBeGreaterThan(1)
    for (const row of shown) {
      expect(numberAt(row, 'collection.current.marketId')).toBe(row['marketId'])
      expect(row['status']).toBe(2)
    }
    const symbols = shown.map((row) => textAt(row, 'collection.symbol'))
    expect(new Set(symbols).size).toBe(symbols.length)
  })

  test('of recurring markets names the next instance, in a list', () => {
    for (const row of everything.filter((one) => 'collection' in one)) {
      const { current, next } = collectionIn(row)
      expect(next.length).toBeGreaterThan(0)
      const ends = [current, ...next].map((one) => numberAt(one, 'endTime'))
      expect(ends).toEqual([...new Set(ends)].sort((a, b) => a - b))
      const [first] = next
      expect(numberAt(first, 'startTime')).toBeGreaterThan(numberAt(current, 'startTime'))
      // What it names is that market once it trades.
      const later = stage.world.marketByNumber(numberAt(first, 'marketId'))
      expect(later?.opensAt).toBe(1000 * numberAt(first, 'startTime'))
    }
  })

  test('has the newest first, unless it is asked for another order', () => {
    expect(everything).toEqual(allRows(stage, { sortBy: 1 }))
    expect(allRows(stage, { sortBy: 0 })).toEqual(everything)
  })

  test('has 10 rows a page, 20 at most, and says how many there are', () => {
    const first = resultOf(stage, '/market')
    expect(rowsAt(first, 'list')).toHaveLength(10)
    expect(numberAt(first, 'total')).toBe(everything.length)
    expect(rowsAt(resultOf(stage, '/market', { limit: 500 }), 'list')).toHaveLength(20)
    expect(rowsAt(resultOf(stage, '/market', { page: 9_999 }), 'list')).toEqual([])
  })

  test.each([
    ['activated', 2],
    ['resolved', 4],
  ])('asked for %s has only such rows', (status, number) => {
    const rows = allRows(stage, { status })
    expect(rows.length).toBeGreaterThan(10)
    expect(new Set(rows.map((row) => row['status']))).toEqual(new Set([number]))
  })

  test('asked for activated leaves out children that no longer are; asked for nothing it has them all', () => {
    const find = (rows: readonly Row[]) => firstWhere(rows, (row) => row['marketId'] === ladder.number)
    const states = (row: Row) => new Set(childrenOf(row).map((child) => child['status']))
    expect(states(find(activated))).toEqual(new Set([2]))
    expect(childrenOf(find(everything))).toHaveLength(ladder.markets.length)
    expect(states(find(everything))).toContain(4)
  })

  test.each([
    [0, [0]],
    [1, [1]],
    [2, [0, 1]],
  ])('of type %d has the kinds %j', (marketType, kinds) => {
    const rows = allRows(stage, { status: 'activated', marketType })
    expect([...new Set(rows.map((row) => row['marketType']))].sort()).toEqual(kinds)
  })

  test('of another chain is empty, of a label has rows with that label', () => {
    expect(allRows(stage, { chainId: '1' })).toEqual([])
    const [label] = rowsAt(resultOf(stage, '/label'), 'list')
    const rows = allRows(stage, { labelId: numberAt(label, 'labelId') })
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row['labels']).toContain(dig(label, 'labelName'))
  })

  test.each([
    [1, 'createdAt', -1],
    [2, 'cutoffAt', 1],
    [3, 'volume', -1],
    [6, 'volume24h', 1],
    [7, 'volume7d', -1],
  ])('sorted by %d is in order of %s', (sortBy, name, direction) => {
    const rows = allRows(stage, { status: 'activated', marketType: 1, sortBy })
    const values = rows.map((row) => direction * Number(row[name]))
    expect(values).toEqual([...values].sort((a, b) => a - b))
  })

  test('tells no prices anywhere', () => {
    const told = /"[a-z]*(bid|ask|yesPrice|noPrice|lastPrice)[a-z]*":/i.exec(JSON.stringify(everything))?.[0]
    expect(told).toBeUndefined()
  })
})

describe('one market', () => {
  const [first] = ladder.markets
  const path = `/market/${first?.number}`

  test('a child by itself calls itself binary and does not know its parent', () => {
    const child = dig(resultOf(stage, path), 'data')
    expect(child).toMatchObject({ marketId: first?.number, marketTitle: first?.label, cutoffAt: 0 })
    expect(child).toMatchObject({ marketType: 0, childMarkets: null })
    expect(JSON.stringify(child)).not.toContain(`:${ladder.number},`)
  })

  test('a parent lags behind its children and counts its volume once, the list twice', () => {
    const detail = dig(resultOf(stage, `/market/categorical/${ladder.number}`), 'data')
    const row = firstWhere(everything, (one) => one['marketId'] === ladder.number)
    expect([dig(detail, 'statusEnum'), row['statusEnum']]).toEqual(['Created', 'Activated'])
    expect(Number(row['volume'])).toBeCloseTo(2 * Number(dig(detail, 'volume')), 1)
    const ids = (one: unknown) => rowsAt(one, 'childMarkets').map((child) => numberAt(child, 'marketId'))
    expect([...ids(detail)].sort()).toEqual([...ids(row)].sort())
    const volumes = rowsAt(row, 'childMarkets').reduce((sum, child) => sum + Number(child['volume']), 0)
    expect(Number(row['volume'])).toBeCloseTo(2 * volumes, 3)
  })

  test('is also found by its slug, whatever its kind', () => {
    for (const row of [firstWhere(everything, (one) => one['marketType'] === 0), ladder]) {
      const found = dig(resultOf(stage, `/market/slug/${row.slug}`), 'data')
      expect(dig(found, 'slug')).toBe(row.slug)
    }
    expect(dig(resultOf(stage, `/market/slug/${first?.slug}`), 'data')).toEqual(
      dig(resultOf(stage, path), 'data'),
    )
  })

  test('a winner is the token that pays', () => {
    const decided = everything.flatMap(childrenOf).filter((row) => row['status'] === 4)
    expect(decided.length).toBeGreaterThan(50)
    for (const row of decided.slice(0, 200)) {
      const payout = stage.world.marketByNumber(numberAt(row, 'marketId'))?.payout
      const winner = payout === 1 ? row['yesTokenId'] : payout === 0 ? row['noTokenId'] : ''
      expect(row['resultTokenId']).toBe(winner)
      expect(numberAt(row, 'resolvedAt')).toBeGreaterThan(0)
    }
  })

  test('numbers of binary and categorical markets are two spaces', () => {
    const notFound = { status: 200, body: { errmsg: 'Topic ID does not exist', errno: 10200, result: null } }
    expect(probe(`/market/${ladder.number}`)).toEqual(notFound)
    expect(probe(`/market/categorical/${first?.number}`)).toEqual(notFound)
    expect(probe('/market/999999999')).toEqual(notFound)
    expect(probe('/market/slug/nothing-here')).toEqual(notFound)
  })
})

describe('what is wrongly asked', () => {
  test.each(['/market?page=0', '/market?limit=x', '/market?sortBy=9', '/market/abc', '/token/orderbook'])(
    '%s is refused with 400',
    (path) => {
      const { status, body } = probe(path)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 400, result: null })
    },
  )

  test('an unknown path is 404', () => {
    expect(probe('/topic').status).toBe(404)
  })
})

test('tables', () => {
  const labels = rowsAt(resultOf(stage, '/label'), 'list')
  expect(new Set(labels.map((row) => row['labelId'])).size).toBe(labels.length)
  expect(resultOf(stage, '/quoteToken')).toMatchObject({ total: 1, list: [{ decimal: 18 }] })
})

function collectionIn(row: Row): { readonly current: unknown; readonly next: readonly Row[] } {
  return { current: dig(row, 'collection.current'), next: rowsAt(row, 'collection.next') }
}
