import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { stateAt } from '../../../../src/simulator/world/common/types.js'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('limitless')
const get = (target: string): unknown => stage.get('api', target)
const probe = (target: string) => stage.probe('api', target)
const { world } = stage
const events = world
  .eventsAt(NOON)
  .filter(({ series }) => series.onlyOn === undefined || series.onlyOn.includes('limitless'))
const markets = events.flatMap((event) => event.markets)
const isOpen = (market: (typeof markets)[number]) => stateAt(market, NOON) === 'open'
const busy = firstWhere(
  markets,
  (market) =>
    market.activity === 'busy' &&
    market.bookShape === 'two-sided' &&
    isOpen(market) &&
    NOON - market.opensAt > 3 * DAY_MS,
)

/** The row of a market of the world, which stands alone or in its group. */
function rowOf(market: (typeof markets)[number]): Row {
  const row = get(`/markets/${world.eventOf(market).slug}`)
  const rows = Array.isArray(dig(row, 'markets')) ? rowsAt(row, 'markets') : rowsAt([row])
  return firstWhere(rows, (one) => one['id'] === market.number)
}

const busyRow = rowOf(busy)
const slug = textAt(busyRow, 'slug')
const [yes, no] = [textAt(busyRow, 'tokens.yes'), textAt(busyRow, 'tokens.no')]
const complement = (price: number): number => Math.round((1 - price) * 1e6) / 1e6

describe('a book', () => {
  test('is that of YES, best level first, sizes in millionths', () => {
    const real = world.book(busy.key, NOON)
    const book = get(`/markets/${slug}/orderbook`)
    const levels = (side: string) =>
      rowsAt(book, side).map((level) => ({
        price: numberAt(level, 'price'),
        size: numberAt(level, 'size') / 1e6,
      }))
    expect([levels('bids'), levels('asks')]).toEqual([real.bids, real.asks])
    expect(book).toMatchObject({ tokenId: yes, maxSpread: '0.035', minSize: '100000000' })
    expect(dig(book, 'lastTradePrice')).toBe(world.lastTrade(busy.key, NOON)?.price)
  })

  test('and the prices of the row are its middle and its best levels', () => {
    const { bids, asks } = world.book(busy.key, NOON)
    const [bid, ask] = [bids[0]?.price ?? 0, asks[0]?.price ?? 1]
    expect(dig(busyRow, 'prices.0')).toBeCloseTo((bid + ask) / 2, 6)
    expect(dig(busyRow, 'tradePrices.buy.market')).toEqual([ask, complement(bid)])
    expect(dig(busyRow, 'tradePrices.sell.market')).toEqual([bid, complement(ask)])
  })

  test('of one side shows 0.5; a group has none', () => {
    const bare = firstWhere(markets, (market) => isOpen(market) && market.bookShape !== 'two-sided')
    expect(dig(rowOf(bare), 'prices')).toEqual([0.5, 0.5])
    const group = firstWhere(events, (event) => event.markets.length > 1)
    expect(probe(`/markets/${group.slug}/orderbook`).status).toBe(400)
    expect(probe('/markets/some-market-17/orderbook').status).toBe(404)
  })
})

describe('trades', () => {
  const read = (query: string) => get(`/markets/${slug}/events?${query}`)

  test('are the world’s, newest first, of both tokens, in the price of the one that changed hands', () => {
    const real = world
      .trades(busy.key, NOON - 3 * HOUR_MS, NOON + 1)
      .toReversed()
      .slice(0, 90)
    const rows = rowsAt(read('limit=100'), 'events').slice(0, real.length)
    expect(rows.map((row) => Date.parse(textAt(row, 'createdAt')))).toEqual(real.map(({ at }) => at))
    expect(rows.map((row) => Number(textAt(row, 'matchedSize')) / 1e6)).toEqual(real.map(({ size }) => size))
    const asYes = rows.map((row) =>
      row['tokenId'] === yes ? row['price'] : complement(numberAt(row, 'price')),
    )
    expect(asYes).toEqual(real.map(({ price }) => price))
    expect(new Set(rows.map((row) => row['tokenId']))).toEqual(new Set([yes, no]))
  })

  test('pages laid end to end are all there ever were', () => {
    const quiet = firstWhere(
      markets.filter(({ activity }) => activity === 'quiet'),
      ({ key, opensAt }) => world.trades(key, opensAt, NOON + 1).length > 120,
    )
    const path = `/markets/${textAt(rowOf(quiet), 'slug')}/events`
    const rows: Row[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const body = get(`${path}?limit=50&page=${page}`)
      rows.push(...rowsAt(body, 'events'))
      pages = numberAt(body, 'totalPages')
      expect(numberAt(body, 'totalRows')).toBe(world.trades(quiet.key, quiet.opensAt, NOON + 1).length)
    }
    const real = world.trades(quiet.key, quiet.opensAt, NOON + 1).toReversed()
    expect(rows.map((row) => Date.parse(textAt(row, 'createdAt')))).toEqual(real.map(({ at }) => at))
  })

  test('thirty at a time unless asked, a hundred at most, none of a group', () => {
    expect(rowsAt(read(''), 'events')).toHaveLength(30)
    expect(probe(`/markets/${slug}/events?limit=101`).status).toBe(400)
    const group = firstWhere(events, (event) => event.markets.length > 1)
    expect(get(`/markets/${group.slug}/events`)).toMatchObject({ events: [], totalRows: 0 })
  })
})

test.each(demoWallets)('$name holds something in millionths; a stranger nothing', ({ address }) => {
  const rows = rowsAt(get(`/portfolio/${address}/positions`), 'clob')
  expect(rows.length).toBeGreaterThan(3)
  for (const row of rows) {
    const held = ['yes', 'no'].map((side) => Number(textAt(row, `tokensBalance.${side}`)))
    expect(Math.min(...held)).toBe(0)
    expect(Math.max(...held)).toBeGreaterThanOrEqual(1e6)
  }
  expect(rowsAt(get(`/portfolio/0x${'1'.repeat(40)}/positions`), 'clob')).toEqual([])
  expect(probe('/portfolio/me/positions').status).toBe(400)
})

describe.runIf(haveSamples)('members and types are those of the recordings', () => {
  const recorded = (name: string) => sample('limitless', name)

  test('of books and trades', () => {
    const book = get(`/markets/${slug}/orderbook`)
    expect(differences(book, learnShape([recorded('syn-limitless_book.json')]))).toEqual([])
    const trades = [recorded('syn-limitless_trades-first2.json'), recorded('market-events.json')]
    expect(differences(get(`/markets/${slug}/events`), learnShape(trades))).toEqual([])
  })

  test('of positions', () => {
    const shape = learnShape([
      recorded('portfolio-positions.json'),
      recorded('portfolio-positions-2025-04.json'),
    ])
    const body = get(`/portfolio/${demoWallets[0]?.address}/positions`)
    expect(differences(body, shape, { open: ['clob[].market.winningOutcomeIndex'] })).toEqual([])
  })
})
