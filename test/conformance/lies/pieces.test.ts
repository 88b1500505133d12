import { describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { compareCandles } from './judge.js'
import { lieKinds, MAX_LIE_MS, targetOf, tellLie } from './lies.js'
import { drawPlan, smallerPlans } from './plan.js'
import { playPlan } from './play.js'
import { isDoubted, readDoubts } from './said.js'
import { seriesOf } from './series.js'
import { findTimeRows, scalePrices } from './time-rows.js'

const AT = Date.UTC(2026, 10, 21, 12)
const seconds = AT / 1_000

describe('rows that have a time', () => {
  test.each([
    ['objects under any name', { ticker: 'X', candlesticks: [{ end_period_ts: seconds }] }, [AT]],
    ['objects inside of others', { result: { history: [{ t: seconds, p: '0.5' }] } }, [AT]],
    ['lists', [[AT, 0.1, 0.2, 0.1, 0.2, 7]], [AT]],
    ['times as texts', { data: { trades: [{ blockTimestamp: String(seconds) }] } }, [AT]],
    ['ISO 8601', { events: [{ createdAt: '2026-11-21T12:00:00.000Z' }] }, [AT]],
    ['the outer list alone', [{ created: AT, parts: [{ time: AT + 1 }] }], [AT]],
  ])('%s', (_name, body, times) => {
    expect(findTimeRows(body).flatMap((list) => list.times)).toEqual(times)
  })

  test('none: sizes, prices, ids', () => {
    expect(findTimeRows({ bids: [{ price: '0.5', size: '1795262400' }], ids: [1795262400] })).toEqual([])
  })

  test('prices are scaled in place, texts stay texts, and nothing else changes', () => {
    const row = { t: seconds, price: { open_dollars: '0.5000' }, volume_fp: '3.00', longPrice: 0.4 }
    expect(scalePrices(row, 0.9)).toEqual({ ...row, price: { open_dollars: '0.4500' }, longPrice: 0.36 })
    expect(scalePrices([AT, 0.1, 0.2, 0.1, 0.2, 7], 0.9)).toEqual([AT, 0.09, 0.18, 0.09, 0.18, 7])
  })
})

describe('lies', () => {
  const body = { history: Array.from({ length: 6 }, (_unused, index) => ({ t: seconds + index, p: 0.5 })) }
  const honest = { status: 200, headers: {}, text: JSON.stringify(body) }
  const timesIn = (text: string): number[] => findTimeRows(JSON.parse(text)).flatMap((list) => list.times)

  test.each([
    ['blank', []],
    ['oldest half missing', [3, 4, 5]],
    ['newest half missing', [0, 1, 2]],
    ['middle missing', [0, 1, 4, 5]],
  ] as const)('%s', (kind, left) => {
    const { status, text } = tellLie(kind, honest, () => 0.9)
    expect(status).toBe(200)
    expect(timesIn(text)).toEqual(left.map((index) => AT + index * 1_000))
  })

  test('rows twice, in another order, or cut off in the middle of the body', () => {
    expect(timesIn(tellLie('repeated rows', honest, () => 0).text)).toHaveLength(12)
    const unordered = timesIn(tellLie('unordered rows', honest, () => 0.5).text)
    expect(unordered).not.toEqual(timesIn(honest.text))
    expect(unordered.sort((a, b) => a - b)).toEqual(timesIn(honest.text))
    expect(() => JSON.parse(tellLie('cut body', honest, () => 0.9).text)).toThrow(SyntaxError)
  })

  test('every other one changes the response, but the lag, which another machine tells', () => {
    for (const kind of lieKinds) {
      const isSame = JSON.stringify(tellLie(kind, honest, () => 0)) === JSON.stringify(honest)
      expect(isSame, kind).toBe(kind === 'lag')
    }
  })

  test('calls for prices are told from calls for markets', () => {
    const call = (host: string, path: string, body?: unknown) =>
      targetOf({
        venue: 'kalshi',
        host,
        method: 'GET',
        path,
        query: [],
        headers: {},
        secretHeaders: {},
        body,
      })
    expect(call('api', '/series/A/markets/B/candlesticks')).toBe('history')
    expect(call('api', '/info', { type: 'candleSnapshot' })).toBe('history')
    expect(call('api', '/info', { type: 'outcomeMeta' })).toBe('markets')
    expect(call('gamma', '/events')).toBe('markets')
    expect(call('api', '/markets/some-slug/events')).toBe('history')
  })
})

describe('doubts that a response names', () => {
  test('times, spans, or everything', () => {
    const spans = readDoubts({ 'x-pmx-missing': `${AT}-${AT + 1}, ${AT + 10}-${AT + 10}` }, true)
    expect([AT, AT + 1, AT + 2, AT + 10].map((time) => isDoubted(spans, time))).toEqual([
      true,
      true,
      false,
      true,
    ])
    const from = readDoubts({ 'x-pmx-partial-from': String(AT) }, false)
    expect([AT - 1, AT, AT + 9].map((time) => isDoubted(from, time))).toEqual([false, true, true])
    expect(isDoubted(readDoubts({ 'x-pmx-stale': 'venue_failed; age=3' }, false), 0)).toBe(true)
    expect(readDoubts({ 'x-pmx-cache': 'hit', 'x-pmx-empty-reason': 'no_trades' }, false)).toEqual([])
  })

  test('what is stored is no less certain because no venue was asked', () => {
    expect(readDoubts({ 'x-pmx-stale': 'offline; age=3' }, true)).toEqual([])
  })
})

test('candles are compared one by one', () => {
  const candle = (timestamp: number, close = 0.5, volume = 10): PriceCandle => ({
    timestamp,
    open: 0.5,
    high: 0.6,
    low: 0.4,
    close,
    volume,
  })
  const within = { price: 0, volumeShare: 0, contracts: 1e-6 }
  const ours = [candle(1), candle(2, 0.45), candle(3, 0.5, 9), candle(5), candle(6, 0.7)]
  const truth = [candle(1), candle(2), candle(3), candle(4), candle(6)]
  expect(compareCandles(ours, truth, within)).toEqual([
    { kind: 'missing', times: [4] },
    { kind: 'wrong', times: [3, 6] },
    // Within what prices that were lowered by a tenth make of a candle.
    { kind: 'restated', times: [2] },
    { kind: 'invented', times: [5] },
  ])
  const gaps = compareCandles([candle(1), candle(2), candle(3), candle(4)], [candle(1), candle(3)], {
    ...within,
    gapMs: 1,
  })
  expect(gaps).toEqual([{ kind: 'invented', times: [4] }])
})

describe('plans', () => {
  const plans = Array.from({ length: 40 }, (_unused, seed) => drawPlan('kalshi', seed, 20, 7))

  test('the same seed draws the same plan', () => {
    expect(drawPlan('kalshi', 3, 20, 7)).toEqual(plans[3])
  })

  test('all lies of a plan fall into the time that one lie may last', () => {
    for (const { steps, lies } of plans) {
      const at = (index: number): number =>
        steps.slice(0, index + 1).reduce((sum, { pauseMs }) => sum + pauseMs, 0)
      const begins = lies.map(({ from }) => at(from))
      const ends = lies.map(({ from, lastsMs = 0 }) => at(from) + lastsMs)
      expect(Math.max(...ends) - Math.min(...begins)).toBeLessThanOrEqual(2 * MAX_LIE_MS)
    }
  })

  test('smaller plans are smaller, and ask at the same times', () => {
    for (const plan of plans.slice(0, 5)) {
      const end = plan.steps.reduce((sum, { pauseMs }) => sum + pauseMs, 0)
      for (const smaller of smallerPlans(plan)) {
        expect(JSON.stringify(smaller).length).toBeLessThanOrEqual(JSON.stringify(plan).length + 8)
        expect(smaller.steps.reduce((sum, { pauseMs }) => sum + pauseMs, 0)).toBeLessThanOrEqual(end)
      }
    }
  })
})

test.each(['kalshi', 'opinion', 'rain'] as const)('an honest venue breaks no rule: %s', async (venue) => {
  const outcomes = (await seriesOf(venue)).length
  const { findings, told } = await playPlan(venue, { ...drawPlan(venue, 2, 10, outcomes), lies: [] })
  expect(told).toEqual([])
  expect(findings).toEqual([])
})
