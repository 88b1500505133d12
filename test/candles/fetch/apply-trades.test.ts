import { expect, test } from 'vitest'
import type { PriceCandle, Trade } from '../../../src/api/models/models.js'
import { createPushedTrades } from '../../../src/candles/fetch/apply-trades.js'
import { createLiveCache } from '../../../src/candles/fetch/live-cache.js'
import { seriesNameOf } from '../../../src/candles/store/candle-store.js'
import type { Venue } from '../../../src/venue-kit/contract/venue.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The venue was asked 30 s into a minute, and that of an hour. */
const OPEN = Date.UTC(2026, 5, 10, 9)
const ASKED = OPEN + 30_000
const candle: PriceCandle = { timestamp: OPEN, open: 0.5, high: 0.6, low: 0.4, close: 0.55, volume: 10 }
const ended: PriceCandle = { ...candle, timestamp: OPEN - MINUTE }

function venueOf(basis: 'trade' | 'point'): Venue {
  const steps = [{ stepMs: MINUTE }, { stepMs: HOUR }]
  return { id: 'kalshi', candles: { basis, steps } } as unknown as Venue
}

/** A live edge that was told at monotonic time 1000, and trades of two outcomes of its market. */
function playing(basis: 'trade' | 'point' = 'trade') {
  const live = createLiveCache()
  const keyOf = (stepMs: number) => seriesNameOf({ venue: 'kalshi', seriesKey: 'M', stepMs, basis })
  const requestedAt = { now: ASKED, monotonic: 1_000 }
  for (const stepMs of [MINUTE, HOUR])
    live.add(keyOf(stepMs), {
      span: { from: OPEN - MINUTE, to: OPEN + stepMs },
      bars: stepMs === MINUTE ? [{ ...ended }, { ...candle }] : [{ ...candle }],
      requestedAt,
      asOf: ASKED,
    })
  const changed: string[] = []
  const heard = createPushedTrades({
    live,
    store: {
      known: (_venue, outcomeId) =>
        outcomeId === 'unknown'
          ? undefined
          : { checkedAt: 0, series: { outcomeId, seriesKey: 'M', mirrored: outcomeId === 'no', facts: {} } },
    },
    onChange: (key) => changed.push(key),
  })
  const venue = venueOf(basis)
  return {
    changed,
    keyOf,
    trade(price: number, atMs: number, { outcomeId = 'yes', intactSince = 0 } = {}): void {
      const one: Trade = { id: '1', timestamp: OPEN + atMs, price, amount: 3, side: 'buy' }
      heard(venue, outcomeId, { kind: 'trades', trades: [one], intactSince })
    },
    miss: () => heard(venue, 'yes', { kind: 'missed' }),
    tell: (bar: PriceCandle) =>
      live.add(keyOf(MINUTE), {
        span: { from: OPEN, to: OPEN + MINUTE },
        bars: [bar],
        requestedAt,
        asOf: ASKED,
      }),
    bars(stepMs = MINUTE) {
      const finality = { stepMs, finalAfterMs: 2 * MINUTE, maxAgeMs: 10_000 }
      const span = { from: OPEN - HOUR, to: OPEN + HOUR }
      return live.fresh(keyOf(stepMs), span, finality, requestedAt).flatMap(({ bars }) => bars)
    },
  }
}

test('a running candle of every step moves: close, and high and low where they are passed, never the volume', () => {
  const played = playing()
  played.trade(0.7, 31_000)
  expect(played.bars()).toEqual([ended, { ...candle, high: 0.7, close: 0.7 }])
  played.trade(0.3, 40_000)
  expect(played.bars()).toEqual([ended, { ...candle, high: 0.7, low: 0.3, close: 0.3 }])
  expect(played.bars(HOUR)).toEqual([{ ...candle, high: 0.7, low: 0.3, close: 0.3 }])
  expect(played.changed).toEqual([MINUTE, HOUR, MINUTE, HOUR].map(played.keyOf))
})

test('a trade that came late does not take the close back', () => {
  const played = playing()
  played.trade(0.5, 45_000)
  played.trade(0.7, 40_000)
  expect(played.bars()[1]).toEqual({ ...candle, high: 0.7, close: 0.5 })
})

test('the other side of the market moves it by its complement', () => {
  const played = playing()
  played.trade(0.2, 31_000, { outcomeId: 'no' })
  expect(played.bars()[1]).toEqual({ ...candle, high: 0.8, close: 0.8 })
})

test.each([
  ['what the venue has told with it', 30_000],
  ['a candle that had ended', -1],
  ['a candle that the venue did not tell', 61_000],
])('nothing is changed by %s', (_what, atMs) => {
  const played = playing()
  played.trade(0.9, atMs)
  expect(played.bars()).toEqual([ended, candle])
  expect(played.changed.includes(played.keyOf(MINUTE))).toBe(false)
})

test('what was told before no trade was missed any more is left alone', () => {
  const played = playing()
  played.trade(0.9, 31_000, { intactSince: 1_001 })
  expect([played.bars(), played.changed]).toEqual([[ended, candle], []])
  played.trade(0.9, 31_000, { intactSince: 1_000 })
  expect(played.bars()[1]?.close).toBe(0.9)
})

test('when trades were missed, candles are as they were told again', () => {
  const played = playing()
  played.trade(0.9, 31_000)
  played.changed.length = 0
  played.miss()
  expect(played.bars()).toEqual([ended, candle])
  expect(played.changed).toEqual([MINUTE, HOUR].map(played.keyOf))
  played.miss()
  expect(played.changed).toHaveLength(2)
})

test('what the venue tells anew is right', () => {
  const played = playing()
  played.trade(0.9, 31_000)
  const anew = { ...candle, close: 0.52 }
  played.tell(anew)
  expect(played.bars()).toEqual([ended, anew])
})

test('candles of points are none of trades, and what nobody has asked for has none', () => {
  const points = playing('point')
  points.trade(0.9, 31_000)
  expect(points.bars()).toEqual([ended, candle])
  const played = playing()
  played.trade(0.9, 31_000, { outcomeId: 'unknown' })
  expect(played.changed).toEqual([])
})
