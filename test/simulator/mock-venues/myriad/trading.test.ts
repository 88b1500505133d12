import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { groupBy } from '../../../../src/cassette/maintenance/merge.js'
import {
  isMulti,
  type NativeMarket,
  nativeMarkets,
} from '../../../../src/simulator/mock-venues/myriad/native-market.js'
import { liquidityPriceOf, moveTo, reservesOf } from '../../../../src/simulator/mock-venues/myriad/pool.js'
import { inWholeCents } from '../../../../src/simulator/world/cents.js'
import type { WorldMarket } from '../../../../src/simulator/world/common/types.js'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { barsFromTrades } from '../../../../src/venue-kit/unify/trade-bars.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstOf, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
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
const lively = firstWhere(
  open,
  (market) => market.model === 'amm' && !isMulti(market) && market.legs[0].activity === 'steady',
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
  test('an order book: gives the world’s candles at every step, in whole cents', () => {
    const from = Math.floor(NOON / DAY_MS) * DAY_MS
    const rows = actions(book, from / 1000, second)
    expect(rows.length).toBeGreaterThan(5)
    for (const leg of book.legs) {
      const trades = prints(rows, leg, book)
      for (const stepMs of [60_000, 5 * 60_000, HOUR_MS, DAY_MS]) {
        expect(barsFromTrades(trades, stepMs)).toEqual(
          toBars(inWholeCents(world).bars(leg.key, stepMs, from, NOON, NOON + 1)),
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
    const truth = inWholeCents(world).book(book.legs[0].key, NOON)
    const wei = (value: number): string => `${BigInt(Math.round(value * 1000)) * 10n ** 15n}`
    const levels = truth.bids.map(({ price, size }) => [wei(price), wei(size)])
    expect(dig(api(pathOf(book, '/orderbook')), 'bids')).toEqual(levels)
    expect(dig(api(pathOf(book, '/orderbook', { outcome: 0 })), 'bids')).toEqual(levels)
    expect(dig(api(`/markets/${book.slug}/orderbook?outcome=1`), 'asks')).toEqual(
      truth.bids.map(({ price, size }) => [wei(1 - price), wei(size)]),
    )
  })

  /** Some pages of the list. */
  const legs = (query: Record<string, number> = {}): Row[] =>
    [1, 2, 3].flatMap((page) => rowsAt(api(pathOf(book, '/trades', { limit: 200, page, ...query }))))
  const sharesOf = (row: Row): number => Number(BigInt(textAt(row, 'amount')) / 10n ** 10n) / 1e8
  const feeOf = (row: Row): bigint => BigInt(textAt(row, 'fees.total'))
  const isConversion = (row: Row): boolean => row['side'] === 'split' || row['side'] === 'merge'
  const yesPriceOf = (row: Row): number => {
    const price = Number(textAt(row, 'price'))
    return Math.round(100 * (row['outcome'] === 0 ? price : 1 - price)) / 100
  }

  test('has trades of its own: the legs with a fee are those of the world, in whole cents', () => {
    const takers = legs().filter((row) => feeOf(row) > 0n)
    expect(takers.length).toBeGreaterThan(100)
    const truth = inWholeCents(world)
      .trades(book.legs[0].key, NOON - 3 * DAY_MS, NOON + 1)
      .toReversed()
      .slice(0, takers.length)
    expect(takers.map(sharesOf)).toEqual(truth.map(({ size }) => size))
    expect(takers.map(yesPriceOf)).toEqual(truth.map(({ price }) => price))
  })

  test('tells each match whole: makers follow their taker, hold as much together, and pay nothing', () => {
    const byMatch = groupBy(legs(), (row) => textAt(row, 'txHash'))
    // The oldest may go on on the next page.
    const matches = [...byMatch.values()].slice(0, -1).filter((rows) => !rows.some(isConversion))
    expect(matches.some((rows) => rows.length > 2)).toBe(true)
    const kinds = new Set<string>()
    for (const [taker, ...makers] of matches) {
      if (taker === undefined) throw new Error('no leg')
      expect(feeOf(taker)).toBeGreaterThan(0n)
      expect(makers.map(feeOf)).toEqual(makers.map(() => 0n))
      expect(makers.reduce((sum, row) => sum + BigInt(textAt(row, 'amount')), 0n)).toBe(
        BigInt(textAt(taker, 'amount')),
      )
      for (const maker of makers) {
        const isSame = maker['outcome'] === taker['outcome']
        expect(maker['side'] === taker['side']).toBe(!isSame)
        expect(yesPriceOf(maker)).toBe(yesPriceOf(taker))
        expect(maker['priceAfterFees']).toBe(maker['price'])
        kinds.add(`${taker['side']} ${isSame}`)
      }
    }
    expect(kinds.size).toBe(4)
  })

  test('lists shares that are made or given back, which are no trades', () => {
    const rows = legs().filter(isConversion)
    expect(new Set(rows.map((row) => row['side'])).size).toBe(2)
    for (const row of rows)
      expect(row).toMatchObject({ price: '0.5', outcome: 0, fees: { total: '0', lp: '0' } })
    expect(legs({ outcome: 1 }).every((row) => row['outcome'] === 1 && !isConversion(row))).toBe(true)
    expect(rowsAt(api(pathOf(book, '/trades')))).toHaveLength(50)
  })

  test('charges takers by the cent, as its row says', () => {
    const fees = dig(api(pathOf(book, '')), 'fees')
    expect(fees).toMatchObject({ taker_fee_bps: 180, maker_fee_bps: 0, buy: { fee: 0 } })
    const table = dig(fees, 'taker_fee_bps_array') as readonly number[]
    expect([table.length, table[0], table[49], table[98]]).toEqual([99, 3, 180, 3])
    expect(dig(fees, 'maker_fee_bps_array')).toEqual(table.map(() => 0))
    for (const row of legs().filter((one) => feeOf(one) > 0n)) {
      const cents = Math.round(100 * Number(textAt(row, 'price')))
      const fee = (BigInt(textAt(row, 'amount')) * BigInt(cents) * BigInt(table[cents - 1] ?? 0)) / 1_000_000n
      expect(feeOf(row)).toBe(fee)
      const paid = (Number(feeOf(row)) / Number(textAt(row, 'amount'))) * (row['side'] === 'buy' ? 1 : -1)
      expect(Number(textAt(row, 'priceAfterFees'))).toBeCloseTo(cents / 100 + paid, 9)
    }
    expect(dig(api(pathOf(pool, '')), 'fees')).not.toHaveProperty('taker_fee_bps')
  })

  test.runIf(haveSamples)('tells trades in the members of the sample', () => {
    const shape = learnShape([dig(sample('myriad', 'ob-trades-legs.json'), 'response')])
    expect(differences(legs(), shape)).toEqual([])
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

  test.runIf(haveSamples)('quotes what a recorded quote says', () => {
    const quote = sample('myriad', 'quote-amm-buy.json')
    const [before, after] = [numberAt(quote, 'price_before'), numberAt(quote, 'price_after')]
    const move = moveTo(reservesOf(1000, [before, 1 - before]), 0, after)
    expect(move.value).toBeCloseTo(numberAt(quote, 'value'), 3)
    expect(move.shares).toBeCloseTo(numberAt(quote, 'shares'), 3)
  })

  /** A purchase by what is paid, a sale by what is paid out; written from the documents, beside the mock's own. */
  function traded(reserves: readonly number[], outcome: number, value: number): readonly number[] {
    const product = reserves.reduce((all, reserve) => all * reserve, 1)
    const moved = reserves.map((reserve) => reserve + value)
    const others = moved.reduce((all, reserve, index) => (index === outcome ? all : all * reserve), 1)
    return moved.map((reserve, index) => (index === outcome ? product / others : reserve))
  }

  const reservesNow = (at: number): readonly number[] => {
    stage.now = at
    const row = api(pathOf(lively, ''))
    stage.now = NOON
    return rowsAt(row, 'outcomes').map((outcome) => numberAt(outcome, 'shares'))
  }

  test('trades along its own curve: its trades lead from what it was to what it is', () => {
    const from = NOON - 6 * HOUR_MS
    const rows = actions(lively, Math.floor(from / 1000) + 1, second)
      .filter(isTrade)
      .toReversed()
    expect(rows.length).toBeGreaterThan(5)
    let reserves = reservesNow(Math.floor(from / 1000) * 1000 + 999)
    for (const row of rows) {
      const outcome = numberAt(row, 'outcomeId')
      const [shares, value] = [numberAt(row, 'shares'), numberAt(row, 'value')]
      const isPurchase = row['action'] === 'buy'
      const spot = firstPrice(outcome === 0 ? reserves : reserves.toReversed())
      if (shares > 1) expect(isPurchase ? value / shares > spot : value / shares < spot).toBe(true)
      const next = traded(reserves, outcome, isPurchase ? value : -value)
      const got = (reserves[outcome] ?? 0) + (isPurchase ? value : -value) - (next[outcome] ?? 0)
      expect(Math.abs(got)).toBeCloseTo(shares, 3)
      reserves = next
    }
    const now = reservesNow(NOON)
    expect(firstPrice(reserves)).toBeCloseTo(firstPrice(now), 5)
  })

  test('of many outcomes buys dearer and sells cheaper than it quoted', () => {
    const rows = actions(many, second - 7_200, second)
      .filter(isTrade)
      .slice(0, 30)
    expect(new Set(rows.map((row) => row['action'])).size).toBe(2)
    for (const row of rows) {
      stage.now = numberAt(row, 'timestamp') * 1000 - 1
      const quoted = numberAt(api(pathOf(many, '')), `outcomes.${numberAt(row, 'outcomeId')}.price`)
      stage.now = NOON
      const average = numberAt(row, 'value') / numberAt(row, 'shares')
      expect(row['action'] === 'buy' ? average > quoted : average < quoted, JSON.stringify(row)).toBe(true)
    }
  })

  test('has a day’s volume that is the sum of its trades', () => {
    for (const market of [lively, many]) {
      const rows = actions(market, second - 86_400, second).filter(isTrade)
      const row = api(pathOf(market, ''))
      const sum = (name: string): number => rows.reduce((all, one) => all + numberAt(one, name), 0)
      expect(numberAt(row, 'volume24h') / sum('value')).toBeCloseTo(1, 1)
      expect(numberAt(row, 'volumeNotional24h') / sum('shares')).toBeCloseTo(1, 1)
      expect(numberAt(row, 'volume')).toBeGreaterThanOrEqual(numberAt(row, 'volume24h'))
    }
  })

  test('is charted at the prices that its trades leave', () => {
    const drawn = firstWhere(
      open,
      (one) =>
        one.model === 'amm' && !isMulti(one) && one.event.seed % 5 !== 0 && one.legs[0].activity === 'steady',
    )
    const points = rowsAt(api(pathOf(drawn, '')), 'outcomes.0.price_charts.0.prices')
    for (const point of points.slice(-12, -1)) {
      stage.now = numberAt(point, 'timestamp') * 1000
      const price = numberAt(api(pathOf(drawn, '')), 'outcomes.0.price')
      stage.now = NOON
      expect(numberAt(point, 'value')).toBeCloseTo(price, 4)
    }
  })

  test.runIf(haveSamples)('agrees with a recorded one', () => {
    const market = sample('myriad', 'market-amm-2741-549.json')
    const reserves = rowsAt(market, 'outcomes').map((outcome) => Number(textAt(outcome, 'shares')))
    expect(liquidityPriceOf(1000, reserves)).toBeCloseTo(Number(textAt(market, 'liquidityPrice')), 6)
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
