import { describe, expect, test } from 'vitest'
import type { UnifiedEvent, UnifiedMarket } from '../../../src/api/models/models.js'
import {
  findComplementMismatch,
  judgeBook,
  judgeCandles,
  judgeEvents,
  judgeMarkets,
  judgeTrades,
} from '../../../src/cli/selftest/judge.js'

const HOUR = 3_600_000
const NOW = 500_000 * HOUR

function market(change: Partial<UnifiedMarket> = {}): UnifiedMarket {
  return {
    marketId: 'M',
    title: 'Rain?',
    description: '',
    url: '',
    sourceExchange: 'Kalshi',
    outcomes: [
      { outcomeId: 'Y', marketId: 'M', label: 'Yes', price: 0.4 },
      { outcomeId: 'N', marketId: 'M', label: 'No' },
    ],
    ...change,
  }
}

const outcome = (outcomeId: string, price: number) => ({ outcomeId, marketId: 'M', label: 'x', price })

describe('markets', () => {
  test.each<[string, readonly UnifiedMarket[], string | undefined]>([
    ['fine', [market(), market({ marketId: 'O' })], undefined],
    ['twice', [market(), market()], 'M is listed twice'],
    ['without id', [market({ marketId: '' })], 'a market has no id'],
    ['without title', [market({ title: ' ' })], 'M has no title'],
    ['without outcomes', [market({ outcomes: [] })], 'M has no outcomes'],
    [
      'one id for both sides',
      [market({ outcomes: [outcome('Y', 0.1), outcome('Y', 0.9)] })],
      'M has two outcomes with the id Y',
    ],
    ['a price in cents', [market({ outcomes: [outcome('Y', 40)] })], 'Y has an invalid price: 40'],
    ['no price at all', [market({ outcomes: [outcome('Y', Number.NaN)] })], 'Y has an invalid price: NaN'],
    [
      'an end in 1970',
      [market({ resolutionDate: '1970-01-21T00:00:00.000Z' })],
      'M has an implausible end time: 1970',
    ],
    [
      'an end in 5000',
      [market({ resolutionDate: '5000-01-21T00:00:00.000Z' })],
      'M has an implausible end time: 5000',
    ],
    ['an end', [market({ resolutionDate: '2027-01-21T00:00:00.000Z' })], undefined],
  ])('%s', (_what, markets, wrong) => {
    if (wrong === undefined) expect(judgeMarkets(markets)).toBeUndefined()
    else expect(judgeMarkets(markets)).toContain(wrong)
  })
})

test('events have ids, titles and markets, each once', () => {
  const event = (change: Partial<UnifiedEvent> = {}): UnifiedEvent => ({
    id: 'E',
    title: 'Rain',
    description: '',
    slug: 'rain',
    url: '',
    sourceExchange: 'Kalshi',
    markets: [market()],
    ...change,
  })
  expect(judgeEvents([event()])).toBeUndefined()
  expect(judgeEvents([event(), event()])).toBe('E is listed twice')
  expect(judgeEvents([event({ id: '' })])).toBe('an event has no id')
  expect(judgeEvents([event({ title: '' })])).toBe('E has no title')
  expect(judgeEvents([event({ markets: [] })])).toBe('E has no markets')
  expect(judgeEvents([event({ markets: [market({ outcomes: [] })] })])).toBe('M has no outcomes')
})

describe('candles', () => {
  const candle = (hour: number, change: object = {}) => ({
    timestamp: hour * HOUR,
    open: 0.4,
    high: 0.5,
    low: 0.3,
    close: 0.45,
    ...change,
  })

  test.each<[string, ReturnType<typeof candle>[], string | undefined]>([
    ['none', [], undefined],
    ['with a gap', [candle(4e5), candle(4e5 + 7)], undefined],
    ['stamped between the hours', [candle(1e5 + 0.5)], 'not a multiple of the resolution'],
    ['descending', [candle(4e5 + 1), candle(4e5)], 'is out of order or repeated'],
    ['one hour twice', [candle(4e5), candle(4e5)], 'is out of order or repeated'],
    ['of the future', [candle(500_001)], 'in the future'],
    ['of 1970', [candle(1)], 'implausible open time: 1970'],
    ['in cents', [candle(4e5, { high: 50 })], 'has an invalid price'],
    ['beyond its high', [candle(4e5, { close: 0.6 })], 'outside its low and high'],
    ['below its low', [candle(4e5, { open: 0.2 })], 'outside its low and high'],
    ['of a negative volume', [candle(4e5, { volume: -1 })], 'negative volume'],
  ])('%s', (_what, candles, wrong) => {
    const said = judgeCandles(candles, HOUR, NOW)
    if (wrong === undefined) expect(said).toBeUndefined()
    else expect(said).toContain(wrong)
  })

  test('of the other side are 1 - p, within what two books leave open', () => {
    const yes = [candle(1, { close: 0.8 }), candle(2, { close: 0.7 })]
    expect(
      findComplementMismatch(yes, [candle(1, { close: 0.2 }), candle(2, { close: 0.35 })]),
    ).toBeUndefined()
    expect(findComplementMismatch(yes, [candle(1, { close: 0.8 }), candle(2, { close: 0.7 })])).toContain(
      '1.50',
    )
    expect(findComplementMismatch(yes, [candle(9, { close: 0.8 })])).toBeUndefined()
  })
})

describe('books', () => {
  const level = (price: number, size = 1) => ({ price, size })

  test.each([
    ['fine', [level(0.4), level(0.3)], [level(0.5), level(0.6)], undefined],
    ['one-sided', [], [level(0.5)], undefined],
    ['crossed', [level(0.5)], [level(0.5)], 'not below'],
    ['bids upside down', [level(0.3), level(0.4)], [], 'bids are not in descending order'],
    ['asks upside down', [], [level(0.6), level(0.5)], 'asks are not in ascending order'],
    ['a level twice', [level(0.3), level(0.3)], [], 'bids are not in descending order'],
    ['a price of 0', [level(0)], [], 'price 0,'],
    ['a price of 1', [], [level(1)], 'price 1,'],
    ['no size', [level(0.5, 0)], [], 'size 0'],
    ['no number', [level(0.5, Number.NaN)], [], 'size NaN'],
  ])('%s', (_what, bids, asks, wrong) => {
    const said = judgeBook({ bids, asks })
    if (wrong === undefined) expect(said).toBeUndefined()
    else expect(said).toContain(wrong)
  })
})

test.each([
  [{}, undefined],
  [{ price: 1.2 }, 'price: 1.2'],
  [{ amount: 0 }, 'size: 0'],
  [{ timestamp: NOW + 3 * 60_000 }, 'invalid trade time'],
  [{ timestamp: NOW / 1000 }, 'invalid trade time: 1970'],
])('a trade with %j', (change, wrong) => {
  const said = judgeTrades([{ timestamp: NOW, price: 0.5, amount: 2, ...change }], NOW)
  if (wrong === undefined) expect(said).toBeUndefined()
  else expect(said).toContain(wrong)
})
