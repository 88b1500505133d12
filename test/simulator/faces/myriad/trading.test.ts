import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/resolution.js'
import {
  isMulti,
  type NativeMarket,
  nativeMarkets,
} from '../../../../src/simulator/faces/myriad/native-market.js'
import { liquidityPrice, reservesOf } from '../../../../src/simulator/faces/myriad/pool.js'
import type { WorldMarket } from '../../../../src/simulator/world/types.js'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { barsFromTrades } from '../../../../src/venue-kit/trade-bars.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstOf, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { createStage, NOON, target } from '../../support/stage.js'

const stage = await createStage('myriad')
const { world } = stage
const api = (path: string): unknown => stage.get('api', path)
const listed = world
  .eventsAt(NOON)
  .filter(({ series }) => series.onlyOn === undefined)
  .flatMap((event) => nativeMarkets(event, world.seed))
const open = listed.filter((market) => NOON < market.closesAt && NOON - market.opensAt > 10 * DAY_MS)
const isBusy = ({ legs: [leg] }: NativeMarket): boolean => leg.activity === 'busy'
const pool = firstWhere(
  open,
  (market) => market.model === 'amm' && !isMulti(market) && market.legs[0].activity !== 'never',
)
const many = firstWhere(open, isMulti)
const book = firstWhere(open, (market) => market.model === 'ob' && isBusy(market))
const second = Math.floor(NOON / 1000)

function pathOf(
  { id, network }: NativeMarket,
  rest: string,
  query: Record<string, string | number> = {},
): string {
  return target(`/markets/${id}${rest}`, { network_id: network.id, trading_model: 'all', ...query })
}

/** Every action in a window, page by page. */
function actions(market: NativeMarket, since: number, until: number, limit = 100): Row[] {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const body = api(pathOf(market, '/events', { since, until, limit, page }))
    rows.push(...rowsAt(body, 'data'))
    if (dig(body, 'pagination.hasNext') !== true) {
      expect(dig(body, 'pagination.total')).toBe(rows.length)
      return rows
    }
  }
}

const isTrade = (row: Row): boolean => row['action'] === 'buy' || row['action'] === 'sell'

/** The trades of a question as prints of its yes side, oldest first. */
function prints(rows: readonly Row[], leg: WorldMarket, market: NativeMarket) {
  return rows
    .filter(isTrade)
    .filter((row) => !isMulti(market) || row['outcomeId'] === leg.index)
    .map((row) => {
      const own = numberAt(row, 'value') / numberAt(row, 'shares')
      const isYes = isMulti(market) || row['outcomeId'] === 0
      const price = Math.round((isYes ? own : 1 - own) * 1e6) / 1e6
      return { at: numberAt(row, 'timestamp') * 1000, price, size: numberAt(row, 'shares') }
    })
    .toReversed()
}

const toBars = (bars: ReturnType<typeof world.bars>) =>
  bars.map(({ openAt: timestamp, ...bar }) => ({ timestamp, ...bar }))

describe('what happened in a market', () => {
  test.each([
    ['a pool', pool],
    ['a pool of many outcomes', many],
    ['an order book', book],
  ])('%s: gives the world’s candles at every step', (_what, market) => {
    const from = Math.floor(NOON / DAY_MS - (isBusy(market) ? 0 : 3)) * DAY_MS
    const rows = actions(market, from / 1000, second)
    expect(rows.length).toBeGreaterThan(5)
    for (const leg of market.legs) {
      const trades = prints(rows, leg, market)
      for (const stepMs of [60_000, 5 * 60_000, HOUR_MS, DAY_MS]) {
        expect(barsFromTrades(trades, stepMs)).toEqual(
          toBars(world.bars(leg.key, stepMs, from, NOON, NOON + 1)),
        )
      }
    }
  })

  test('comes newest first, whatever the pages', () => {
    const since = second - 86_400
    const whole = actions(many, since, second)
    expect(actions(many, since, second, 23)).toEqual(whole)
    const times = whole.map((row) => numberAt(row, 'timestamp'))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(whole.some((row) => !isTrade(row))).toBe(true)
    expect(new Set(whole.map((row) => row['outcomeId'])).size).toBeGreaterThan(2)
  })

  test('includes both bounds, in seconds', () => {
    const at = numberAt(api(pathOf(pool, '/events', { limit: 1 })), 'data.0.timestamp')
    const rows = actions(pool, at, at)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row['timestamp'] === at)).toBe(true)
    expect(actions(pool, at + 1, at)).toEqual([])
  })

  test('is counted by estimate only where there is very much of it', () => {
    const total = numberAt(api(pathOf(book, '/events', { limit: 1 })), 'pagination.total')
    const truth = world.trades(book.legs[0].key, book.opensAt, NOON + 1).length
    expect(total / truth).toBeGreaterThan(0.9)
    expect(total / truth).toBeLessThan(1.1)
  })

  test('of a book belongs to the order-book half', () => {
    const path = `/markets/${book.slug}/events`
    expect(stage.probe('api', path).status).toBe(404)
    expect(rowsAt(api(`${path}?trading_model=ob`), 'data')).toHaveLength(20)
  })
})

describe('an order book', () => {
  test('holds the world’s levels, best first, in units of 1e-18', () => {
    const truth = world.book(book.legs[0].key, NOON)
    const wei = (value: number): string => `${BigInt(Math.round(value * 1000)) * 10n ** 15n}`
    const levels = truth.bids.map(({ price, size }) => [wei(price), wei(size)])
    expect(dig(api(pathOf(book, '/orderbook')), 'bids')).toEqual(levels)
    expect(dig(api(pathOf(book, '/orderbook', { outcome: 0 })), 'bids')).toEqual(levels)
    expect(dig(api(`/markets/${book.slug}/orderbook?outcome=1`), 'asks')).toEqual(
      truth.bids.map(({ price, size }) => [wei(1 - price), wei(size)]),
    )
  })

  test('has trades of its own, a bare list with two scales', () => {
    const rows = [1, 2, 3].flatMap((page) => rowsAt(api(pathOf(book, '/trades', { limit: 40, page }))))
    const truth = world
      .trades(book.legs[0].key, NOON - 2 * DAY_MS, NOON + 1)
      .toReversed()
      .slice(0, 120)
    expect(rows.map((row) => Number(BigInt(textAt(row, 'amount')) / 10n ** 10n) / 1e8)).toEqual(
      truth.map(({ size }) => size),
    )
    expect(
      rows.map((row) => {
        const price = Number(textAt(row, 'price'))
        return row['outcome'] === 0 ? price : Math.round((1 - price) * 1000) / 1000
      }),
    ).toEqual(truth.map(({ price }) => price))
    expect(rowsAt(api(pathOf(book, '/trades')))).toHaveLength(50)
    const other = rowsAt(api(pathOf(book, '/trades', { outcome: 1, limit: 200 })))
    expect(other).toHaveLength(200)
    expect(other.every((row) => row['outcome'] === 1)).toBe(true)
  })

  test('is nothing that a pool has', () => {
    for (const path of ['/orderbook', '/trades']) {
      expect(stage.probe('api', pathOf(pool, path))).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      })
    }
    expect(stage.probe('api', pathOf(book, '/orderbook', { outcome: 2 })).status).toBe(400)
    expect(stage.probe('api', `/markets/${book.id}/orderbook`).status).toBe(400)
  })
})

describe('price charts', () => {
  const isDrawn = (market: NativeMarket): boolean => market.model === 'amm' && market.event.seed % 5 !== 0
  const charted = (market: NativeMarket): Row[][] =>
    rowsAt(api(pathOf(market, '')), 'outcomes').map((outcome) => rowsAt(outcome, 'price_charts'))

  test('are four an outcome, on their grids, adding up to 1 point by point', () => {
    const market = firstWhere(
      open,
      (one) => isDrawn(one) && !isMulti(one) && one.legs[0].activity === 'steady',
    )
    const [yes = [], no = []] = charted(market)
    expect(yes.map((chart) => [chart['timeframe'], rowsAt(chart, 'prices').length])).toEqual([
      ['24h', 288],
      ['7d', 336],
      ['30d', expect.any(Number)],
      ['all', expect.any(Number)],
    ])
    const steps = [300, 1800, 14_400, 14_400]
    yes.forEach((chart, index) => {
      const [left, right] = [rowsAt(chart, 'prices'), rowsAt(no[index], 'prices')]
      const times = left.map((point) => numberAt(point, 'timestamp'))
      expect(times.every((at) => at % (steps[index] ?? 1) === 0)).toBe(true)
      left.forEach((point, place) => {
        expect(numberAt(point, 'value') + numberAt(right[place], 'value')).toBeCloseTo(1, 9)
      })
    })
  })

  test('of some pools and of all books are empty', () => {
    const empty = firstWhere(open, (market) => market.model === 'amm' && market.event.seed % 5 === 0)
    for (const market of [empty, book]) {
      for (const chart of charted(market).flat())
        expect(chart).toMatchObject({ prices: [], change_percent: 0 })
    }
  })
})

describe('a pool', () => {
  /** Inverse to the reserves. */
  const firstPrice = ([own = 0, other = 0]: readonly number[]): number => other / (own + other)

  test('keeps to the mathematics of the documents', () => {
    const reserves = reservesOf(1000, [0.46100295, 0.53899705])
    expect(reserves.reduce((product, reserve) => product * reserve, 1)).toBeCloseTo(1e6, 3)
    expect(firstPrice(reserves)).toBeCloseTo(0.46100295, 9)
  })

  test.runIf(haveSamples)('agrees with a recorded one', () => {
    const market = sample('myriad', 'market-amm-2741-549.json')
    const reserves = rowsAt(market, 'outcomes').map((outcome) => Number(textAt(outcome, 'shares')))
    expect(liquidityPrice(1000, reserves)).toBeCloseTo(Number(textAt(market, 'liquidityPrice')), 6)
    expect(firstPrice(reserves)).toBeCloseTo(Number(textAt(market, 'outcomes.0.price')), 6)
  })
})

describe('an address', () => {
  test.each(demoWallets)('$name: positions are public, and add up', ({ address }) => {
    const all = rowsAt(api(`/users/${address}/portfolio?trading_model=all&limit=100`), 'data')
    const half = (model: string): Row[] =>
      rowsAt(api(`/users/${address.toUpperCase().replace('0X', '0x')}/portfolio?limit=100${model}`), 'data')
    expect(all.length).toBeGreaterThan(3)
    expect(half('').length + half('&trading_model=ob').length).toBe(all.length)
    for (const row of all) {
      expect(numberAt(row, 'value') - numberAt(row, 'shares') * numberAt(row, 'price')).toBeCloseTo(
        numberAt(row, 'profit'),
        4,
      )
      expect(textAt(row, 'expiresAt')).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    }
  })

  test('that nobody has holds nothing, and no address is a mistake', () => {
    expect(rowsAt(api(`/users/0x${'1'.repeat(40)}/portfolio`), 'data')).toEqual([])
    expect(stage.probe('api', '/users/me/portfolio').status).toBe(400)
    expect(rowsAt(api(`/users/${firstOf(demoWallets).address}/portfolio?min_shares=1e9`), 'data')).toEqual([])
  })
})
