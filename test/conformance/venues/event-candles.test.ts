import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventCandles, PriceCandle, UnifiedEvent } from '../../../src/api/models/models.js'
import { failureOf } from '../../support/expect.js'
import { type House, openHouse } from './house.js'

describe.each(['kalshi', 'polymarket'] as const)('candles of all outcomes of an event: %s', (venue) => {
  let house: House
  let event: UnifiedEvent
  beforeAll(async () => {
    house = await openHouse('natural', venue)
    // Read from the wire of our own core, whose models these are.
    const events = (await house.ask(venue, 'fetchEvents', [{ limit: 30 }])) as UnifiedEvent[]
    const found = events.find(({ markets }) => markets.length > 2)
    if (found === undefined) throw new Error('no event with several markets')
    event = found
  })
  afterAll(() => house.close())

  async function all(query: object): Promise<EventCandles> {
    return (await house.ask(venue, 'fetchEventOHLCV', [{ eventId: event.id, ...query }])) as EventCandles
  }

  test('every outcome is there once, on one ascending grid of the step', async () => {
    const { eventId, resolution, timestamps, outcomes } = await all({ resolution: '15m', limit: 40 })
    expect([eventId, resolution]).toEqual([event.id, '15m'])
    expect(outcomes.map(({ outcomeId }) => outcomeId)).toEqual(
      event.markets.flatMap((market) => market.outcomes.map(({ outcomeId }) => outcomeId)),
    )
    expect(timestamps.length).toBeGreaterThan(0)
    expect(timestamps.length).toBeLessThanOrEqual(40)
    expect(timestamps).toEqual([...new Set(timestamps)].sort((a, b) => a - b))
    expect(timestamps.every((at) => at % 900_000 === 0)).toBe(true)
    for (const { candles } of outcomes) expect(candles).toHaveLength(timestamps.length)
  })

  test('each outcome has exactly the candles of fetchOHLCV', async () => {
    const window = { resolution: '1h', start: house.clock.now() - 86_400_000, end: house.clock.now() }
    const { timestamps, outcomes } = await all(window)
    for (const { outcomeId, candles } of outcomes) {
      const alone = (await house.ask(venue, 'fetchOHLCV', [outcomeId, window])) as PriceCandle[]
      expect(candles.filter((bar) => bar !== null)).toEqual(alone)
      for (const [index, bar] of candles.entries())
        if (bar !== null) expect(bar.timestamp).toBe(timestamps[index])
    }
  })

  test('an event that is not there, or none named, is told', async () => {
    const missing = await failureOf(() =>
      house.ask(venue, 'fetchEventOHLCV', [{ eventId: 'KXNOSUCHEVENT-26' }]),
    )
    expect(missing.code).toBe('EVENT_NOT_FOUND')
    const none = await failureOf(() => house.ask(venue, 'fetchEventOHLCV', [{}]))
    expect([none.code, none.field]).toEqual(['VALIDATION_ERROR', 'eventId'])
    const huge = await failureOf(() => all({ limit: 50_001 }))
    expect([huge.code, huge.field]).toEqual(['VALIDATION_ERROR', 'limit'])
  })
})
