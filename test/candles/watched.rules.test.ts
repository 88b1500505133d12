import { expect, test } from 'vitest'
import type { Span } from '../../src/api/span.js'
import type { Plan } from '../../src/candles/plan.js'
import type { FetchCall, FetchTarget } from '../../src/candles/target.js'
import { watchedOf } from '../../src/candles/watched.js'
import { createSharedPriority } from '../../src/policy/priority.js'
import { noSecrets } from '../../src/venue-kit/secrets.js'
import type { CandleSource } from '../../src/venue-kit/venue.js'
import { fakeClock } from '../support/clock.js'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)
const FOREVER = { from: 0, to: Number.POSITIVE_INFINITY }

interface Asked {
  readonly span?: Span | undefined
  readonly limit?: number
  readonly life?: Span
  readonly closedAt?: number
  readonly isForgotten?: boolean
  readonly isPrivate?: boolean
  readonly secrets?: FetchCall['secrets']
  readonly freshness?: FetchCall['freshness']
  readonly priority?: FetchCall['priority']
  readonly source?: Partial<CandleSource>
}

const newest = { from: NOON - 60 * MINUTE, to: NOON + MINUTE }

/** What a question, like the usual one but for this, makes of its series, and what is asked of the venue for it. */
function setUp(asked: Asked = {}) {
  const usual = {
    span: newest,
    limit: 20,
    life: FOREVER,
    isForgotten: false,
    secrets: noSecrets,
    freshness: { waitMs: 1_000, begunAt: 0 },
    priority: 'interactive',
    source: {},
  }
  const { span, limit, life, closedAt, isForgotten, isPrivate, source, ...call } = { ...usual, ...asked }
  const clock = fakeClock(NOON + 5_000)
  const completed: { readonly maxAgeMs: number; readonly isPatient: boolean; readonly span: Span }[] = []
  const target = {
    venue: { id: 'kalshi', isPrivate },
    source,
    series: { outcomeId: 'a', seriesKey: 'a', mirrored: false, facts: {}, closedAt },
    step: { stepMs: MINUTE, maxWindowMs: 1e9 },
    key: 'a',
    maxAgeMs: 3_000,
    early: {},
    isForgotten,
  } as unknown as FetchTarget
  const window = { stepMs: MINUTE, limit }
  const plan = { target, window, span, life, now: NOON + 5_000 } as unknown as Plan
  const complete = async (of: FetchTarget, part: Span, terms: FetchCall) => {
    completed.push({ maxAgeMs: of.maxAgeMs, isPatient: of.early === undefined, span: part })
    terms.onSent(2)
    terms.onSent(1)
  }
  const watched = watchedOf(plan, call as FetchCall, complete as never, clock)
  const refresh = () =>
    watched?.refresh({
      signal: new AbortController().signal,
      urgency: createSharedPriority('background'),
    })
  return { clock, watched, refresh, completed }
}

test.each<[rule: string, asked: Asked, isWatched: boolean]>([
  ['the newest of a market that goes on', {}, true],
  ['a window in which the market did not live', { span: undefined }, false],
  ['a window that is over', { span: { from: NOON - 60 * MINUTE, to: NOON } }, false],
  ['a window that ends at this very moment', { span: { from: 0, to: NOON + 5_000 } }, false],
  ['a market that has closed', { closedAt: NOON }, false],
  ['what the venue does not know any more', { isForgotten: true }, false],
  ['a venue without public data', { isPrivate: true }, false],
  ['a venue that says that its data is public', { isPrivate: false }, true],
  ['one who brings credentials', { secrets: { values: { apiKey: 'k' }, withheld: false } }, false],
  ['one who waits for the venue', { freshness: undefined }, false],
  ['one who says himself how old it may be', { freshness: { maxAgeMs: 5_000, begunAt: 0 } as never }, false],
  ['background work', { priority: 'background' }, false],
])('%s: watched or not', (_, asked, isWatched) => {
  expect(setUp(asked).watched !== undefined).toBe(isWatched)
})

test('what may have changed is asked for up to the candle that runs then, and its calls are counted', async () => {
  const { clock, watched, refresh, completed } = setUp()
  expect(watched).toMatchObject({ venue: 'kalshi', key: 'a', maxAgeMs: 3_000, perCall: 1 })
  await clock.advance(10 * MINUTE)
  expect(await refresh()).toBe(3)
  const to = NOON + 11 * MINUTE
  expect(completed).toEqual([{ maxAgeMs: 1, isPatient: true, span: { from: to - 20 * MINUTE, to } }])
})

test('of a long window only the end is kept young', async () => {
  const { refresh, completed } = setUp({ span: { from: 0, to: NOON + MINUTE }, limit: 5_000 })
  await refresh()
  expect(completed.map(({ span }) => span)).toEqual([{ from: NOON - 499 * MINUTE, to: NOON + MINUTE }])
})

test('nothing is asked for beyond the life of the market, and nothing at all once that is over', async () => {
  const { clock, refresh, completed } = setUp({ life: { from: NOON - 5 * MINUTE, to: NOON + 3 * MINUTE } })
  await refresh()
  expect(completed.map(({ span }) => span)).toEqual([{ from: NOON - 5 * MINUTE, to: NOON + MINUTE }])
  await clock.advance(40 * MINUTE)
  expect(await refresh()).toBe(0)
  expect(completed).toHaveLength(1)
})

const fetchMany = (() => {}) as never

test.each<[rule: string, source: Partial<CandleSource>, perCall: number]>([
  ['a venue that tells of one at a time', { mostSeriesACall: 100 }, 1],
  ['a venue that tells of many', { fetchMany, mostSeriesACall: 100 }, 100],
  ['a venue that does not say of how many', { fetchMany }, 1],
  [
    'as many as fit into the candles of an answer',
    { fetchMany, mostSeriesACall: 100, mostBarsACall: 1_010 },
    50,
  ],
  ['at least one', { fetchMany, mostSeriesACall: 100, mostBarsACall: 10 }, 1],
])('series of one venue call: %s', (_, source, perCall) => {
  expect(setUp({ source }).watched?.perCall).toBe(perCall)
})
