import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../../src/api/times/resolution.js'
import { inWholeLots } from '../../../../src/simulator/world/lots.js'
import { demoWallets } from '../../../../src/simulator/world/wallets.js'
import { haveSamples, sample } from '../../../support/samples.js'
import { dig, firstOf, firstWhere, numberAt, type Row, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createStage, NOON, type Stage } from '../../support/stage.js'
import { coinsIn, info, isProse, numberFinder, openMarkets, outcomesOf, probe } from './asking.js'

const stage = await createStage('hyperliquid')
/** The venue counts whole contracts. */
const world = inWholeLots(stage.world)
const prose = openMarkets(stage).filter((market) => isProse(stage, market))
const lively = firstWhere(prose, ({ key, activity }) => {
  const { bids, asks } = world.book(key, NOON)
  return activity === 'steady' && bids.length > 2 && asks.length > 2
})
const number = numberFinder(stage)(lively)
const [yes, no] = [`#${number}0`, `#${number}1`]
const rounded = (value: number): number => Math.round(value * 1e8) / 1e8
const levelsOf = (coin: string, members: Readonly<Record<string, unknown>> = {}, on: Stage = stage) => {
  const book = info(on, 'l2Book', { coin, ...members })
  const sides: unknown = dig(book, 'levels')
  if (!Array.isArray(sides)) throw new TypeError(`no book of ${coin}`)
  return sides.map((side: unknown) =>
    rowsAt(side).map((row) => ({ price: Number(textAt(row, 'px')), size: Number(textAt(row, 'sz')) })),
  )
}
const recorded = (name: string): unknown => sample('hyperliquid', name)

describe('l2Book', () => {
  test('is the book of the world in whole contracts, bids first, and the other coin mirrors it', () => {
    const { bids, asks } = world.book(lively.key, NOON)
    expect(levelsOf(yes)).toEqual([bids, asks])
    const turned = (levels: typeof bids) =>
      levels.map(({ price, size }) => ({ price: rounded(1 - price), size }))
    expect(levelsOf(no)).toEqual([turned(asks), turned(bids)])
  })

  test('fewer figures merge levels without losing a share', () => {
    const sum = (levels: readonly { size: number }[] | undefined) =>
      rounded((levels ?? []).reduce((total, { size }) => total + size, 0))
    const [bids, asks] = levelsOf(yes)
    const [fewBids, fewAsks] = levelsOf(yes, { nSigFigs: 2 })
    expect([sum(fewBids), sum(fewAsks)]).toEqual([sum(bids), sum(asks)])
    expect(dig(info(stage, 'l2Book', { coin: yes, nSigFigs: 5, mantissa: 5 }), 'spread')).toBeTypeOf('string')
  })

  test('is null for what is unknown, settled or a fallback', async () => {
    const fallback = firstWhere(outcomesOf(stage), ({ name }) => name === 'Fallback')
    for (const coin of ['BTC', '@2', '#', '#9', '#99999999990', `#${numberAt(fallback, 'outcome')}0`]) {
      expect(info(stage, 'l2Book', { coin }), coin).toBeNull()
    }
    const later = await createStage('hyperliquid', { now: lively.resolvesAt })
    expect(info(later, 'l2Book', { coin: yes })).toBeNull()
    const between = await createStage('hyperliquid', { now: lively.closesAt })
    expect(levelsOf(yes, {}, between)).toEqual([[], []])
  })

  test.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
    const shape = learnShape([recorded('syn-hyperliquid_book.json')])
    expect(differences(info(stage, 'l2Book', { coin: yes, nSigFigs: null, mantissa: null }), shape)).toEqual(
      [],
    )
  })
})

describe('recentTrades', () => {
  const tape = rowsAt(info(stage, 'recentTrades', { coin: yes }))

  test('are the newest trades of the world, newest first, under numbers of their own', () => {
    const trades = world.trades(lively.key, NOON - 60 * DAY_MS, NOON + 1)
    expect(trades.length).toBeGreaterThan(10)
    expect(tape.map((row) => [row['time'], Number(row['px']), Number(row['sz']), row['side']])).toEqual(
      trades
        .slice(-10)
        .reverse()
        .map(({ at, price, size, takerSide }) => [at, price, size, takerSide === 'yes' ? 'B' : 'A']),
    )
    expect(new Set(tape.map(({ tid }) => tid)).size).toBe(10)
    expect(tape.every(({ tid }) => Number.isSafeInteger(tid))).toBe(true)
  })

  test('a trade prints on both coins, from both sides, with the buyer named first', () => {
    const other = rowsAt(info(stage, 'recentTrades', { coin: no }))
    other.forEach((row, index) => {
      const twin = tape[index]
      expect([row['tid'], row['time'], row['sz']]).toEqual([twin?.['tid'], twin?.['time'], twin?.['sz']])
      expect(rounded(Number(row['px']) + Number(twin?.['px']))).toBe(1)
      expect(row['side']).not.toBe(twin?.['side'])
      expect(row['users']).toEqual(Array.isArray(twin?.['users']) ? [...twin['users']].reverse() : [])
    })
  })

  test('an unknown coin breaks the question', () => {
    expect(probe(stage, { type: 'recentTrades', coin: '#99999999990' })).toEqual({
      status: 500,
      text: 'null',
    })
  })

  test.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
    expect(differences(tape, learnShape([recorded('syn-hyperliquid_trades.json')]))).toEqual([])
  })
})

describe('candleSnapshot', () => {
  const candles = (coin: string, interval: string, startTime: number, endTime?: number): Row[] =>
    rowsAt(info(stage, 'candleSnapshot', { req: { coin, interval, startTime, endTime: endTime ?? null } }))
  const barOf = (row: Row) => ({
    openAt: row['t'],
    open: Number(row['o']),
    high: Number(row['h']),
    low: Number(row['l']),
    close: Number(row['c']),
    volume: Number(row['v']),
  })

  test.each([
    ['1m', 60_000],
    ['15m', 900_000],
    ['1h', HOUR_MS],
    ['4h', 4 * HOUR_MS],
    ['1d', DAY_MS],
    ['1w', 7 * DAY_MS],
  ])('%s are the bars of the world, the running one among them', (interval, step) => {
    const from = NOON - 40 * step
    const rows = candles(yes, interval, from)
    expect(rows.map(barOf)).toEqual(world.bars(lively.key, step, from, NOON + 1, NOON + 1))
    for (const row of rows) expect(numberAt(row, 'T') - numberAt(row, 't')).toBe(step - 1)
  })

  test('trades are counted, and the other coin is turned round', () => {
    const from = NOON - 3 * DAY_MS
    const [rows, turned] = [candles(yes, '1h', from), candles(no, '1h', from)]
    expect(rows.length).toBeGreaterThan(10)
    const total = rows.reduce((sum, row) => sum + numberAt(row, 'n'), 0)
    const first = Math.ceil(from / HOUR_MS) * HOUR_MS
    expect(total).toBe(world.trades(lively.key, first, NOON + 1).length)
    turned.forEach((row, index) => {
      const twin = rows[index]
      expect(rounded(Number(row['h']) + Number(twin?.['l']))).toBe(1)
      expect(rounded(Number(row['o']) + Number(twin?.['o']))).toBe(1)
      expect([row['v'], row['n'], row['t']]).toEqual([twin?.['v'], twin?.['n'], twin?.['t']])
    })
  })

  test('both bounds are inclusive', () => {
    const rows = candles(yes, '1h', NOON - 3 * DAY_MS)
    const [first, second] = [rows[0], rows[1]].map((row) => numberAt(row, 't'))
    expect(candles(yes, '1h', first ?? 0, second).map(({ t }) => t)).toEqual([first, second])
    expect(candles(yes, '1h', (first ?? 0) + 1, second).map(({ t }) => t)).toEqual([second])
  })

  test('only the newest 5000 of an interval exist', () => {
    const oldest = candles(yes, '1m', 0)[0]
    expect(numberAt(oldest, 't')).toBeGreaterThanOrEqual(Math.floor(NOON / 60_000 - 4_999) * 60_000)
    expect(lively.opensAt).toBeLessThan(NOON - 5 * DAY_MS)
  })

  test('months follow the calendar and hold what their days hold', () => {
    const months = candles(yes, '1M', 0)
    const days = candles(yes, '1d', 0)
    for (const month of months) {
      const inside = days.filter(
        ({ t }) => Number(t) >= numberAt(month, 't') && Number(t) <= numberAt(month, 'T'),
      )
      expect(new Date(numberAt(month, 't')).toISOString()).toMatch(/-01T00:00:00/)
      expect(numberAt(month, 'n')).toBe(inside.reduce((sum, row) => sum + numberAt(row, 'n'), 0))
      expect(month['o']).toBe(inside[0]?.['o'])
      expect(month['c']).toBe(inside.at(-1)?.['c'])
    }
    expect(months.length).toBeGreaterThan(0)
  })

  test('an unknown coin breaks the question; a window without trades is empty', () => {
    const req = { coin: '#99999999990', interval: '1h', startTime: 0 }
    expect(probe(stage, { type: 'candleSnapshot', req })).toEqual({ status: 500, text: 'null' })
    expect(candles(yes, '1h', NOON + HOUR_MS)).toEqual([])
    expect(candles(yes, '1h', 0, lively.opensAt - HOUR_MS)).toEqual([])
  })

  test('they stay when the outcome is settled', async () => {
    const later = await createStage('hyperliquid', { now: lively.resolvesAt + HOUR_MS })
    const req = { coin: yes, interval: '1d', startTime: lively.opensAt }
    expect(rowsAt(info(later, 'candleSnapshot', { req })).length).toBeGreaterThan(0)
  })

  test.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
    const shape = learnShape([recorded('syn-hyperliquid_candles_1h.json')])
    expect(differences(candles(yes, '1h', NOON - DAY_MS), shape)).toEqual([])
  })
})

describe('allMids and spotMetaAndAssetCtxs', () => {
  const mids = coinsIn(info(stage, 'allMids'))
  const answer = info(stage, 'spotMetaAndAssetCtxs')
  const ctxs = rowsAt(Array.isArray(answer) ? answer[1] : undefined)
  const ctxOf = (coin: string): Row => firstWhere(ctxs, (row) => row['coin'] === coin)

  test('a coin has a middle if its book has two sides, and so has the other', () => {
    for (const row of outcomesOf(stage)) {
      const name = numberAt(row, 'outcome')
      const [first, second] = [mids.get(`#${name}0`), mids.get(`#${name}1`)]
      expect(first === undefined).toBe(second === undefined)
      if (first !== undefined && second !== undefined) expect(rounded(first + second)).toBe(1)
    }
    const { bids, asks } = world.book(lively.key, NOON)
    expect(mids.get(yes)).toBe(rounded((firstOf(bids).price + firstOf(asks).price) / 2))
    expect(mids.has('@107')).toBe(true)
  })

  test('both sides of every outcome have figures that fit each other', () => {
    expect(ctxs.filter((row) => textAt(row, 'coin').startsWith('#'))).toHaveLength(
      2 * outcomesOf(stage).length,
    )
    const [first, second] = [ctxOf(yes), ctxOf(no)]
    const stats = world.stats(lively.key, NOON)
    expect(Number(first['dayBaseVlm'])).toBe(stats.volume24h)
    expect(second['dayBaseVlm']).toBe(first['dayBaseVlm'])
    expect(rounded(Number(first['dayNtlVlm']) + Number(second['dayNtlVlm']))).toBe(rounded(stats.volume24h))
    expect(rounded(Number(first['markPx']) + Number(second['markPx']))).toBe(1)
    expect(Number(first['prevDayPx'])).toBe(world.lastTrade(lively.key, NOON - DAY_MS)?.price)
  })

  test('what never had a price shows a placeholder and no middle', () => {
    const fallback = firstWhere(outcomesOf(stage), ({ name }) => name === 'Fallback')
    const row = ctxOf(`#${numberAt(fallback, 'outcome')}0`)
    expect(row).toMatchObject({ midPx: null, markPx: '0.5', prevDayPx: '0.0', dayBaseVlm: '0.0' })
  })

  test.runIf(haveSamples)('emitted members and types are those of the recordings', () => {
    expect(differences(answer, learnShape([recorded('syn-hyperliquid_spot_ctxs.json')]))).toEqual([])
  })
})

describe('accounts', () => {
  test('a demo wallet holds coins of listed outcomes and leftovers of settled ones', () => {
    const balances = demoWallets.flatMap(({ address }) =>
      rowsAt(info(stage, 'spotClearinghouseState', { user: address }), 'balances'),
    )
    const coins = balances.map((row) => textAt(row, 'coin'))
    expect(coins.some((coin) => /^\+\d+[01]$/.test(coin))).toBe(true)
    expect(coins.some((coin) => /^o\d+$/.test(coin))).toBe(true)
    expect(coins).toContain('USDC')
    const listed = new Set(outcomesOf(stage).map((row) => String(row['outcome'])))
    for (const coin of coins.filter((name) => name.startsWith('+'))) {
      expect(listed.has(coin.slice(1, -1)), coin).toBe(true)
    }
  })

  test('of anybody else have play money and nothing more', () => {
    const user = `0x${'0'.repeat(40)}`
    const money = { coin: 'USDC', total: '10000.0', hold: '0.0', entryNtl: '0.0', token: 0 }
    expect(info(stage, 'spotClearinghouseState', { user })).toEqual({ balances: [money] })
    for (const type of ['openOrders', 'frontendOpenOrders', 'historicalOrders', 'userFills']) {
      expect(info(stage, type, { user })).toEqual([])
    }
    expect(info(stage, 'orderStatus', { user, oid: 1 })).toEqual({ status: 'unknownOid' })
  })
})

test('in metronome rhythm every minute of every market has its candle', async () => {
  const steady = await createStage('hyperliquid', { rhythm: 'metronome' })
  const market = firstWhere(openMarkets(steady), (candidate) => isProse(steady, candidate))
  const coin = `#${numberFinder(steady)(market)}0`
  const from = Math.floor(NOON / 60_000) * 60_000 - 30 * 60_000
  const rows = rowsAt(info(steady, 'candleSnapshot', { req: { coin, interval: '1m', startTime: from } }))
  expect(rows).toHaveLength(31)
})
