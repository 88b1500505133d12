import { describe, expect, test } from 'vitest'
import { quotesOf, toPrice, toPriceChange, toTickSize } from '../../../../src/venues/kalshi/native/prices.js'
import { isClosed, marketReply } from '../../../../src/venues/kalshi/schemas.js'
import { type Members, nativeMarket } from '../payloads.js'

const parse = (overrides: Members) => marketReply.parse({ market: nativeMarket(overrides) }).market

describe('the price shown', () => {
  const untraded = { last_price_dollars: '0.0000' }
  test.each<[string, Members, unknown]>([
    [
      'the last trade, even outside the quotes',
      { last_price_dollars: '0.9500' },
      { yes: 0.95, source: 'last_trade' },
    ],
    ['the middle of the book when it never traded', untraded, { yes: 0.425, source: 'book_mid' }],
    ['the bid alone', { ...untraded, yes_ask_dollars: '1.0000' }, { yes: 0.41, source: 'best_bid' }],
    ['the ask alone', { ...untraded, yes_bid_dollars: '0.0000' }, { yes: 0.44, source: 'best_ask' }],
    [
      'nothing without trade and quotes',
      { ...untraded, yes_bid_dollars: '0.0000', yes_ask_dollars: '1.0000' },
      undefined,
    ],
    [
      'nothing where an empty ask is shown as 0',
      { ...untraded, yes_bid_dollars: '0.0000', yes_ask_dollars: '0.0000' },
      undefined,
    ],
    [
      'the book where the last price is null',
      { last_price_dollars: null },
      { yes: 0.425, source: 'book_mid' },
    ],
    [
      'the settlement value',
      { status: 'finalized', result: 'no', settlement_value_dollars: '0.0000' },
      { yes: 0, source: 'settlement' },
    ],
    [
      'a scalar settlement',
      { status: 'determined', result: 'scalar', settlement_value_dollars: '0.3700' },
      { yes: 0.37, source: 'settlement' },
    ],
    [
      'the result where the value is not given',
      { status: 'finalized', result: 'yes' },
      { yes: 1, source: 'settlement' },
    ],
    ['nothing for a decided market of unknown value', { status: 'finalized', result: 'scalar' }, undefined],
    [
      'the last trade of a closed, undecided market',
      { status: 'closed' },
      { yes: 0.42, source: 'last_trade' },
    ],
  ])('is %s', (_what, overrides, expected) => {
    expect(toPrice(parse(overrides))).toEqual(expected)
  })
})

test.each<[string, Members, number | undefined]>([
  ['last minus previous trade', {}, -0.03],
  ['unknown when there was no trade a day ago', { previous_price_dollars: '0.0000' }, undefined],
  ['unknown when there never was a trade', { last_price_dollars: '0.0000' }, undefined],
  [
    'unknown for a settled market',
    { status: 'finalized', result: 'no', settlement_value_dollars: '0' },
    undefined,
  ],
])('the change over a day is %s', (_what, overrides, expected) => {
  const market = parse(overrides)
  expect(toPriceChange(market, toPrice(market))).toBe(expected)
})

test.each<[string, Members, { bid?: number; ask?: number }]>([
  ['both', {}, { bid: 0.41, ask: 0.44 }],
  ['no bid', { yes_bid_dollars: '0.0000' }, { ask: 0.44 }],
  ['no ask', { yes_ask_dollars: '1.0000' }, { bid: 0.41 }],
])('quotes with %s', (_what, overrides, expected) => {
  expect(quotesOf(parse(overrides))).toEqual(expected)
})

describe('the tick', () => {
  const tapered = [
    { start: '0.0000', end: '0.1000', step: '0.0010' },
    { start: '0.1000', end: '0.9000', step: '0.0100' },
    { start: '0.9000', end: '1.0000', step: '0.0010' },
  ]
  test.each<[number | undefined, number]>([
    [0.05, 0.001],
    [0.5, 0.01],
    [0.1, 0.001],
    [0.95, 0.001],
    [undefined, 0.001],
  ])('at %s is %s', (price, expected) => {
    expect(toTickSize(parse({ price_ranges: tapered }), price)).toBe(expected)
  })

  test('is unknown without bands', () => {
    expect(toTickSize(parse({ price_ranges: null }), 0.5)).toBeUndefined()
    expect(toTickSize(parse({ price_ranges: [] }), 0.5)).toBeUndefined()
  })
})

describe('whether a market is over', () => {
  const now = Date.UTC(2026, 10, 21)
  test.each([
    ['initialized', false],
    ['inactive', false],
    ['active', false],
    ['closed', true],
    ['determined', true],
    ['disputed', true],
    ['amended', true],
    ['finalized', true],
  ])('%s: %s', (status, expected) => {
    expect(isClosed(parse({ status }), now)).toBe(expected)
  })

  test('its close time decides where the word lags behind', () => {
    expect(isClosed(parse({ close_time: '2026-11-21T00:00:00Z' }), now)).toBe(true)
    expect(isClosed(parse({ close_time: '2026-11-21T00:00:01Z' }), now)).toBe(false)
    expect(isClosed(parse({ close_time: '0001-01-01T00:00:00Z' }), now)).toBe(false)
  })
})
