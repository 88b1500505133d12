import { describe, expect, test } from 'vitest'
import { describeFuture, explainOutside } from '../../../src/candles/response/response-metadata.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { candleWorld } from '../../support/candle-world.js'
import { fakeClock } from '../../support/clock.js'
import { engineOver, patientCall } from '../../support/engine.js'
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

test('candles that are built from a part that only one response shows are counted, as text and from the store too', async () => {
  const clock = fakeClock(NOON)
  const { venue } = candleWorld({ clock, listedAt: NOON - 900 * MINUTE })
  const engine = engineOver(createMemoryStore(), clock)
  const window = { start: NOON - 300 * MINUTE, end: NOON - 60 * MINUTE, resolution: '5m' }
  await engine.candles(venue, 'yes', { ...window, end: NOON, resolution: '1m' }, patientCall())
  const stored = { ...patientCall(), stored: { serves: true, unasked: 'only_if_cached' } as const }
  const answers = [
    await engine.candles(venue, 'yes', window, patientCall()),
    await engine.candles(venue, 'yes', window, stored),
  ]
  for (const { bars, notFinal = [], provisional, provisionalCandles } of answers) {
    expect(provisional).toEqual(answers[0]?.provisional)
    const open = bars.filter(({ timestamp }) =>
      notFinal.some(({ from, to }) => timestamp >= from && timestamp < to),
    )
    expect(open.length).toBeGreaterThan(20)
    expect(provisionalCandles).toBe(open.length)
  }
  const { json, ...facts } = await engine.candlesJson(venue, 'yes', window, patientCall())
  expect(JSON.parse(json)).toEqual(answers[0]?.bars)
  expect(facts.provisionalCandles).toBe(answers[0]?.provisionalCandles)
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
