import { describe, expect, test } from 'vitest'
import type { FetchCall, FetchTarget } from '../../../src/candles/fetch/fetch-target.js'
import { type WindowPlan, watchedOf } from '../../../src/candles/response/window.js'
import type { CandleSource } from '../../../src/venue-kit/contract/venue.js'
import { fakeClock } from '../../support/clock.js'
import { patientCall } from '../../support/engine.js'
import { ago, fetchBench } from '../support/fetch-bench.js'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)
const { target } = fetchBench()
const clock = fakeClock(NOON + 5_000)

type Changes = Partial<Omit<WindowPlan, 'target'>> & { readonly target?: Partial<FetchTarget> }

/** A question for the newest twenty minutes of a market that is open, as it is asked every second. */
function planned({ target: changes, ...plan }: Changes = {}): WindowPlan {
  const window = { stepMs: MINUTE, span: ago(60, -1), open: true, limit: 20, bounded: false }
  const tradingPeriod = { from: 0, to: Number.POSITIVE_INFINITY }
  const known = { series: target.series, checkedAt: NOON }
  return {
    window,
    known,
    span: ago(60, -1),
    tradingPeriod,
    now: clock.now(),
    ...plan,
    target: { ...target, ...changes },
  }
}

function called(changes: Partial<FetchCall> = {}): FetchCall {
  return { ...patientCall(), freshness: { waitMs: 1_000, begunAt: 0 }, ...changes }
}

async function nothing(): Promise<never> {
  throw new Error('nobody refreshes it here')
}

const watched = (plan = planned(), call = called()) => watchedOf(plan, call, nothing, clock)

describe('a series is watched', () => {
  test('for a question for what goes on, with the age and the name of its series', () => {
    expect(watched()).toMatchObject({ venue: 'kalshi', key: 'kalshi yes', maxAgeMs: 1_000, perCall: 1 })
  })

  test.each<[string, Changes]>([
    ['for a question that ends now', { span: { from: NOON, to: clock.now() } }],
    ['for one about the past', { span: ago(60, 20) }],
    ['for one about a time in which there was no market', { span: undefined }],
    ['of a market that has closed', { target: { series: { ...target.series, closedAt: NOON + MINUTE } } }],
    ['that the venue does not know', { target: { isUnknown: true } }],
    [
      'of a venue that tells each user something else',
      { target: { venue: { ...target.venue, isPrivate: true } } },
    ],
  ])('but not one %s', (_, changes) => {
    expect(watched(planned(changes))).toBeUndefined()
  })

  test.each<[string, Partial<FetchCall>]>([
    [
      'on behalf of somebody',
      { secrets: { values: { KALSHI_API_KEY: 'k' }, withheld: false } as FetchCall['secrets'] },
    ],
    ['in the background', { priority: 'background' }],
    ['by one who says how old it may be', { freshness: { maxAgeMs: 5_000, begunAt: 0 } }],
  ])('but not one asked for %s', (_, changes) => {
    expect(watched(planned(), called(changes))).toBeUndefined()
  })

  test('but not one asked for by one who waits for the venue', () => {
    expect(watched(planned(), patientCall())).toBeUndefined()
  })
})

describe('one call brings', () => {
  const many: Partial<CandleSource> = { fetchMany: async () => new Map() as never }
  const perCall = (source: Partial<CandleSource>, limit = 20) =>
    watched(
      planned({
        target: { source: { ...target.source, ...source } },
        window: { stepMs: MINUTE, span: ago(60, -1), open: true, limit, bounded: false },
      }),
    )?.perCall

  test('one series where the venue tells of no more, whatever it says of many', () => {
    expect(perCall({ mostSeriesACall: 50 })).toBe(1)
    expect(perCall(many)).toBe(1)
  })

  test('as many as the venue takes', () => {
    expect(perCall({ ...many, mostSeriesACall: 50 })).toBe(50)
  })

  test('as many as have room for their candles, and one at least', () => {
    expect(perCall({ ...many, mostSeriesACall: 50, mostBarsACall: 90 })).toBe(4)
    expect(perCall({ ...many, mostSeriesACall: 3, mostBarsACall: 90 })).toBe(3)
    expect(perCall({ ...many, mostSeriesACall: 50, mostBarsACall: 10 })).toBe(1)
  })
})

describe('a watched series is refreshed', () => {
  async function refreshed(plan: WindowPlan) {
    const asked: { maxAgeMs: number; early: unknown; from: number; to: number }[] = []
    const complete: Parameters<typeof watchedOf>[2] = async ({ maxAgeMs, early }, span, call) => {
      asked.push({ maxAgeMs, early, from: (NOON - span.from) / MINUTE, to: (NOON - span.to) / MINUTE })
      call.onSent(2)
      return undefined as never
    }
    const terms = { signal: new AbortController().signal, urgency: {} as never }
    const calls = await watchedOf(plan, called(), complete, clock)?.refresh(terms)
    return { asked, calls }
  }

  test('at its end, from the venue and from nothing that is known, and tells the calls', async () => {
    const early = { from: 1, mostAgeMs: 5_000, isAtOnce: false }
    expect(await refreshed(planned({ target: { early } }))).toEqual({
      asked: [{ maxAgeMs: 1, early: undefined, from: 19, to: -1 }],
      calls: 2,
    })
  })

  test('no further back than 500 candles', async () => {
    const long = planned({
      span: ago(5_000, -1),
      window: { stepMs: MINUTE, span: ago(5_000, -1), open: false, limit: 4_000, bounded: true },
    })
    expect((await refreshed(long)).asked).toMatchObject([{ from: 499, to: -1 }])
  })

  test('no further back than the market has lived, and not at all before it does', async () => {
    const life = { from: NOON - 7 * MINUTE, to: Number.POSITIVE_INFINITY }
    expect((await refreshed(planned({ tradingPeriod: life }))).asked).toMatchObject([{ from: 7, to: -1 }])
    const later = { from: NOON + 9 * MINUTE, to: Number.POSITIVE_INFINITY }
    expect(await refreshed(planned({ tradingPeriod: later }))).toEqual({ asked: [], calls: 0 })
  })
})
