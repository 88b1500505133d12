import { describe, expect, test } from 'vitest'
import { describeFuture, explainOutside } from '../../../src/candles/response/response-metadata.js'
import { patientCall } from '../../support/engine.js'
import { fetchBench } from '../support/fetch-bench.js'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)

test('a window outside of a market says on which side of it', () => {
  const life = { from: 100, to: 200 }
  const reason = (from: number, to: number) => explainOutside({ from, to }, life)
  expect([reason(0, 100), reason(200, 300), reason(0, 101), reason(199, 300)]).toEqual([
    'before_listing',
    'after_close',
    'beyond_retention',
    'beyond_retention',
  ])
})

describe('a question about the future', () => {
  const { target } = fetchBench()
  const { venue, source } = target
  const answer = (query: object) =>
    describeFuture({
      venue,
      source,
      outcomeId: 'yes',
      query: { resolution: '1h', ...query },
      call: patientCall(),
      now: NOON,
    })

  test('has nothing in it until its time comes', () => {
    expect(answer({ start: NOON + 90 * MINUTE })).toEqual({
      basis: 'trade',
      stepMs: 60 * MINUTE,
      cache: 'hit',
      emptyReason: 'in_future',
      freshUntil: NOON + 60 * MINUTE,
      seriesKey: 'kalshi yes',
      generation: 0,
      isOver: false,
    })
  })

  test('is none that begins with the running candle, or has no start', () => {
    expect(answer({ start: NOON + 59 * MINUTE })).toBeUndefined()
    expect(answer({ end: NOON + 900 * MINUTE })).toBeUndefined()
    expect(answer({})).toBeUndefined()
  })
})
