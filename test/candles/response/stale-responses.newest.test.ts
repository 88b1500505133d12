import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { MAX_CANDLES } from '../../../src/api/arguments/bounds.js'
import type { StoredTerms } from '../../../src/api/arguments/stored-terms.js'
import { PmxError } from '../../../src/api/envelope/errors.js'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Span } from '../../../src/api/times/span.js'
import { createStaleAnswers } from '../../../src/candles/response/stale-responses.js'
import type { CandleQuery } from '../../../src/candles/response/window.js'
import { aggregateBars } from '../../../src/candles/series/aggregate.js'
import type { CandleStore, SeriesIdentity } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { candleWorld } from '../../support/candle-world.js'
import { type FakeClock, fakeClock } from '../../support/clock.js'
import { atOnce, patientCall } from '../../support/engine.js'
import { failureOf } from '../../support/expect.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 5, 10, 12)
const yes: SeriesIdentity = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' }
const isDown = new PmxError('EXCHANGE_NOT_AVAILABLE', 'the venue is down')

let clock: FakeClock
let store: CandleStore
/** Spans of candles that were read, in minutes before noon, oldest edge first. */
let read: [number, number][]
beforeEach(() => {
  clock = fakeClock(NOON)
  const inner = createMemoryStore()
  store = {
    ...inner,
    read(identity, span) {
      read.push([(NOON - span.from) / MINUTE, (NOON - span.to) / MINUTE])
      return inner.read(identity, span)
    },
  }
  read = []
})

const bar = (minutesAgo: number): PriceCandle => {
  const price = (minutesAgo % 97) / 100
  return { timestamp: NOON - minutesAgo * MINUTE, open: price, high: 1, low: 0, close: price, volume: 1 }
}
const ago = (from: number, to: number): Span => ({ from: NOON - from * MINUTE, to: NOON - to * MINUTE })

/** Vouches for the minutes from so many ago to so many ago, with candles at some of them. */
function keep(from: number, to: number, at: readonly number[], fetchedAt = NOON): void {
  const entry = { ...ago(from, to), kind: 'data', route: 'r', fetchedAt } as const
  store.commit(yes, { bars: at.map(bar), coverage: [entry] })
}

const minutes = (from: number, to: number) => Array.from({ length: from - to }, (_, index) => from - index)

function know(series: { readonly listedAt?: number; readonly closedAt?: number }, checkedAt: number): void {
  const located = { outcomeId: 'yes', seriesKey: 'yes', mirrored: false, facts: {}, ...series }
  store.remember('kalshi', 'yes', { series: located, checkedAt })
}

function answer(query: CandleQuery, stored: StoredTerms | undefined = { serves: true }) {
  const { venue } = candleWorld({ clock, listedAt: 0 })
  const source = venue.candles
  if (source === undefined) throw new Error('the venue has candles')
  const rights = { isShown: () => true, assertShown: async () => {} }
  const call = { ...patientCall(), ...(stored === undefined ? {} : { stored }) }
  const question = { venue, source, outcomeId: 'yes', query, call, now: clock.now() }
  return createStaleAnswers({ store, clock, rights, turn: atOnce }).inPlaceOf(isDown, question)
}

test('the newest candles are those of a naive reading, however they lie', async () => {
  const part = fc.record({ gap: fc.nat(400), size: fc.integer({ min: 1, max: 120 }), every: fc.nat(9) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom<[string, number]>(['1m', 1], ['5m', 5]),
      async (parts, limit, [resolution, step]) => {
        store = createMemoryStore()
        know({}, NOON)
        const kept: number[] = []
        const bars: PriceCandle[] = []
        let to = 1
        for (const { gap, size, every } of parts) {
          const at = minutes(to + gap + size, to + gap)
          const traded = at.filter((minute) => minute % (every + 1) === 0)
          keep(to + gap + size, to + gap, traded)
          kept.push(...at)
          bars.unshift(...traded.map(bar))
          to += gap + size
        }
        const known = new Set(kept.map((minute) => NOON - minute * MINUTE))
        const isWhole = ({ timestamp }: PriceCandle) =>
          minutes(step, 0).every((minute) => known.has(timestamp + (minute - 1) * MINUTE))
        const wanted = aggregateBars(bars, step * MINUTE)
          .filter(isWhole)
          .slice(-limit)
        expect((await answer({ resolution, limit })).bars).toEqual(wanted)
      },
    ),
    { numRuns: 100 },
  )
})

test('nothing is read beyond what is enough', async () => {
  know({}, NOON)
  keep(500, 0, minutes(500, 0))
  expect((await answer({ resolution: '1m', limit: 10 })).bars).toHaveLength(10)
  expect(read).toEqual([[10, 0]])
})

test('through quiet stretches looks grow, to a bound', async () => {
  know({}, NOON)
  keep(200_000, 0, [199_999])
  expect((await answer({ resolution: '1m', limit: 10 })).bars).toEqual([bar(199_999)])
  const sizes = read.map(([from, to]) => from - to)
  expect(sizes.slice(0, 9)).toEqual([10, 40, 160, 640, 2_560, 10_240, 40_960, MAX_CANDLES, MAX_CANDLES])
  expect(read.at(-1)?.[0]).toBe(200_000)
})

test.each([10, 7])('a stretch of which nothing is stored is passed over at once (%d)', async (newest) => {
  know({}, NOON)
  keep(newest, 0, [2, 1])
  // Looks that only grew would part this one.
  keep(54_620, 54_600, minutes(54_620, 54_600))
  const { bars } = await answer({ resolution: '1m', limit: 10 })
  expect(bars).toEqual([...minutes(54_608, 54_600), 2, 1].map(bar))
  expect(read).toEqual([
    [newest, 0],
    [54_620, 54_600],
  ])
})

test('what a clock that ran ahead has noted is not believed', async () => {
  know({}, NOON)
  keep(20, 10, minutes(20, 10), NOON + MINUTE)
  keep(9, 0, minutes(9, 0), NOON + MINUTE + 1)
  expect((await answer({ resolution: '1m', limit: 50 })).bars).toEqual(minutes(20, 10).map(bar))
})

test('what lies behind a closing is missing only once the closing is not believed any more', async () => {
  const query = { resolution: '1m', start: NOON - 60 * MINUTE }
  const missing = async () => (await answer(query)).stale?.missing
  keep(60, 30, minutes(60, 30))
  know({ closedAt: NOON - 30 * MINUTE - 1 }, NOON)
  expect(await missing()).toEqual([])
  know({ closedAt: NOON - 20 * MINUTE - 1 }, NOON)
  expect(await missing()).toEqual([ago(30, 20)])
  know({ closedAt: NOON - 30 * MINUTE - 1 }, NOON - 29 * MINUTE)
  expect(await missing()).toEqual([ago(30, -1)])
})

test('an answer says whether more may come of its market', async () => {
  keep(60, 30, minutes(60, 30))
  know({ closedAt: NOON - 20 * DAY }, NOON)
  expect(await answer({ resolution: '1m' })).toMatchObject({ isOver: true, stale: {}, cache: 'hit' })
  know({ closedAt: NOON - 2 * DAY }, NOON)
  expect(await answer({ resolution: '1m' })).toMatchObject({ isOver: false })
})

test('only an answer without candles, of which nothing is missing, has a reason', async () => {
  const reason = async (from: number, to: number) => {
    const window = { resolution: '1m', start: NOON - from * MINUTE, end: NOON - (to + 1) * MINUTE }
    const { emptyReason, stale } = await answer(window)
    return [emptyReason, stale?.missing.length]
  }
  know({}, NOON)
  keep(60, 30, [40])
  expect(await reason(60, 45)).toEqual(['no_trades', 0])
  expect(await reason(60, 30)).toEqual([undefined, 0])
  expect(await reason(70, 45)).toEqual([undefined, 1])
})

test('a failure counts no more candles than the answer would be made of', async () => {
  know({}, NOON)
  keep(5_000, 0, minutes(5_000, 0))
  const counted = async (query: CandleQuery) =>
    (await failureOf(() => answer(query, { serves: false }))).detail?.['stored']
  expect(await counted({ resolution: '1m', limit: 7 })).toMatchObject({ candles: 7, resolution: '1m' })
  expect(await counted({ resolution: '15m', limit: 2 })).toMatchObject({ candles: 30 })
  expect(await counted({ resolution: '1m', limit: MAX_CANDLES })).toMatchObject({ candles: 5_000 })
  keep(60_000, 5_000, minutes(60_000, 5_000))
  expect(await counted({ resolution: '30m', limit: MAX_CANDLES })).toMatchObject({ candles: MAX_CANDLES })
})
