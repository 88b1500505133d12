import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { alignDown, commonResolutions, DAY_MS, parseResolution } from '../../../src/api/times/resolution.js'
import { nativeStepFor } from '../../../src/candles/response/window.js'
import { aggregateBars } from '../../../src/candles/series/aggregate.js'
import type { CandleSource } from '../../../src/venue-kit/contract/venue.js'
import { loadVenue } from '../../../src/venues/registry.js'
import { failureOf } from '../../support/expect.js'
import { exceptions, priceToleranceOf } from './exceptions.js'
import { type House, NOON, openHouse, playable } from './house.js'
import { type CandleOut, candlesOf, type Twin, twinsOf } from './rows.js'

/** Candles asked for at each resolution: enough to cross pages of native routes at the finest. */
const counts: Readonly<Record<(typeof commonResolutions)[number], number>> = {
  '1m': 1_500,
  '5m': 100,
  '15m': 100,
  '30m': 48,
  '1h': 100,
  '4h': 40,
  '6h': 30,
  '12h': 20,
  '1d': 12,
  '1w': 3,
}
/** As old as the longest window above. */
const OLD_ENOUGH = 28 * DAY_MS
const PRICES = ['open', 'high', 'low', 'close'] as const

function isOffered(source: CandleSource, stepMs: number): boolean {
  return source.steps.some((native) => stepMs % native.stepMs === 0)
}

describe.each(playable)(
  'one price path through every native shape gives the same unified bars: %s',
  (venue) => {
    let house: House
    let source: CandleSource | undefined
    let twin: Twin | undefined
    beforeAll(async () => {
      house = await openHouse('metronome', venue)
      source = (await loadVenue(venue))?.candles
      twin = (await twinsOf(house, venue, OLD_ENOUGH))[0]
    })
    afterAll(() => house.close())

    const candles = async (id: string, query: object): Promise<CandleOut[]> =>
      candlesOf(await house.ask(venue, 'fetchOHLCV', [id, query]))

    /** The ended candles of the world, as far as the venue can tell them. */
    function truth(
      key: string,
      { steps }: CandleSource,
      stepMs: number,
      from: number,
    ): readonly PriceCandle[] {
      const isFlat = exceptions[venue]?.onePriceAStep !== undefined
      const native = isFlat ? nativeStepFor(stepMs, steps).stepMs : stepMs
      const last = alignDown(NOON, stepMs)
      const bars = house.world
        .bars(key, native, from, last)
        .map(
          ({ openAt: timestamp, open, high, low, close }): PriceCandle =>
            isFlat
              ? { timestamp, open: close, high: close, low: close, close }
              : { timestamp, open, high, low, close },
        )
      return aggregateBars(bars, stepMs)
    }

    test.each(commonResolutions)('%s', async (resolution) => {
      if (source === undefined) return
      if (twin === undefined) throw new Error('no market of the world was found again')
      const { yes } = twin
      const stepMs = parseResolution(resolution)
      if (!isOffered(source, stepMs)) {
        const refusal = await failureOf(() => house.ask(venue, 'fetchOHLCV', [yes, { resolution }]))
        expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', field: 'resolution' })
        return
      }
      const { slowTape } = exceptions[venue] ?? {}
      if (slowTape !== undefined && !slowTape.finest.includes(resolution)) return
      const limit = slowTape === undefined ? counts[resolution] : 24
      const got = await candles(twin.yes, { resolution, limit })
      expect(got.length).toBeGreaterThanOrEqual(limit - 1)
      const ended = got.filter(({ timestamp }) => timestamp + stepMs <= NOON)
      const from = ended[0]?.timestamp ?? 0
      const real = truth(twin.truth.key, source, stepMs, from)
      expect(ended.map(({ timestamp }) => timestamp)).toEqual(real.map(({ timestamp }) => timestamp))
      const within = priceToleranceOf(venue)
      for (const [index, bar] of ended.entries()) {
        for (const price of PRICES) {
          const want = real[index]?.[price] ?? 2
          expect(
            Math.abs(bar[price] - want),
            `${price} of ${new Date(bar.timestamp).toISOString()}`,
          ).toBeLessThanOrEqual(within)
        }
      }
    })

    test('the other side is the mirror, high and low swapped', async () => {
      if (source === undefined || twin?.no === undefined || exceptions[venue]?.slowTape !== undefined) return
      const query = { resolution: '6h', end: NOON - DAY_MS, limit: 8 }
      const [ours, theirs] = [await candles(twin.yes, query), await candles(twin.no, query)]
      expect(theirs).toHaveLength(ours.length)
      for (const [index, bar] of ours.entries()) {
        const other = theirs[index]
        expect(other?.timestamp).toBe(bar.timestamp)
        expect(other?.open).toBeCloseTo(1 - bar.open, 9)
        expect(other?.high).toBeCloseTo(1 - bar.low, 9)
        expect(other?.low).toBeCloseTo(1 - bar.high, 9)
        expect(other?.close).toBeCloseTo(1 - bar.close, 9)
      }
    })

    test('a window holds both its ends, and asked again it costs nothing', async () => {
      if (source === undefined || twin === undefined || exceptions[venue]?.slowTape !== undefined) return
      const hour = parseResolution('1h')
      const start = Math.floor(NOON / DAY_MS) * DAY_MS - 3 * DAY_MS
      const query = { resolution: '1h', start, end: start + 20 * hour }
      const rows = await candles(twin.yes, query)
      const before = house.simulator.requests.count(venue)
      expect(await candles(twin.yes, query)).toEqual(rows)
      expect(house.simulator.requests.count(venue)).toBe(before)
      expect([rows[0]?.timestamp, rows.at(-1)?.timestamp, rows.length]).toEqual([
        start,
        start + 20 * hour,
        21,
      ])
    })
  },
)
