import { beforeEach, describe, expect, test } from 'vitest'
import type { Span } from '../../../src/api/times/span.js'
import type { FetchTarget } from '../../../src/candles/fetch/fetch-target.js'
import { createCompletion } from '../../../src/candles/fetch/fill-gaps.js'
import { createLiveCache } from '../../../src/candles/fetch/live-cache.js'
import { countCalls } from '../../../src/candles/fetch/partial-fetch.js'
import type { CandleStore } from '../../../src/candles/store/candle-store.js'
import { createMemoryStore } from '../../../src/candles/store/memory-store.js'
import { DeadlineExceeded } from '../../../src/policy/abort.js'
import { candleWorld } from '../../support/candle-world.js'
import { fakeClock } from '../../support/clock.js'
import { atOnce, patientCall } from '../../support/engine.js'

const MINUTE = 60_000
const NOON = Date.UTC(2026, 5, 10, 12)
const ago = (from: number, to: number): Span => ({ from: NOON - from * MINUTE, to: NOON - to * MINUTE })

let store: CandleStore
beforeEach(() => {
  store = createMemoryStore()
})

function targetOf(): FetchTarget {
  const { venue } = candleWorld({ clock: fakeClock(NOON), listedAt: 0 })
  const source = venue.candles
  const [step] = source?.steps ?? []
  if (source === undefined || step === undefined) throw new Error('the venue has candles')
  const series = { outcomeId: 'yes', seriesKey: 'yes', mirrored: false, facts: {} }
  const known = { series, checkedAt: NOON }
  return {
    venue,
    source,
    series,
    step,
    identity: { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' },
    key: 'kalshi yes',
    maxAgeMs: 1_000,
    isUnknown: false,
    known: () => known,
    relocate: async () => known,
  }
}
const target = targetOf()

function keep(from: number, to: number, fetchedAt = NOON): void {
  const entry = { ...ago(from, to), kind: 'data', route: 'r', fetchedAt } as const
  store.commit(target.identity, { bars: [], coverage: [entry] })
}

/** Completes a span with a venue that is played by what happens when it is asked. */
async function complete(span: Span, onAsked: (missing: readonly Span[]) => void) {
  const asked: (readonly Span[])[] = []
  const completion = createCompletion({
    store,
    live: createLiveCache(),
    clock: fakeClock(NOON),
    fetcher: {
      async fetch(_target, missing) {
        asked.push(missing)
        onAsked(missing)
      },
    },
    generation: () => 1,
    turn: atOnce,
  })
  const known = completion.complete(target, span, countCalls(patientCall()))
  return known.then(
    ({ cache, settled }) => ({ cache, settled, asked }),
    (error: unknown) => ({ error, asked }),
  )
}

const keepAll = (missing: readonly Span[]) => {
  for (const { from, to } of missing) keep((NOON - from) / MINUTE, (NOON - to) / MINUTE)
}

describe('what is missing of a span', () => {
  test.each<[string, readonly [number, number] | undefined, string, readonly Span[]]>([
    ['none of which is known', undefined, 'miss', [ago(60, 10)]],
    ['whose beginning is known', [60, 40], 'partial', [ago(40, 10)]],
    ['whose end is known', [30, 10], 'partial', [ago(60, 30)]],
    ['whose middle is known', [40, 30], 'partial', [ago(60, 40), ago(30, 10)]],
  ])('%s', async (_what, known, cache, missing) => {
    if (known !== undefined) keep(...known)
    expect(await complete(ago(60, 10), keepAll)).toMatchObject({ cache, asked: [missing] })
    expect(await complete(ago(60, 10), keepAll)).toMatchObject({ cache: 'hit', asked: [] })
  })
})

describe('what a clock that ran ahead has noted', () => {
  let drops: number
  function over(dropFuture: CandleStore['dropFuture']): void {
    drops = 0
    store = {
      ...store,
      dropFuture(now) {
        drops++
        return dropFuture(now)
      },
    }
  }

  test('is nothing that may be a minute of tolerance', async () => {
    over(() => true)
    keep(60, 40)
    keep(40, 10, NOON + MINUTE)
    expect(await complete(ago(60, 10), keepAll)).toMatchObject({ cache: 'hit', asked: [] })
    expect(drops).toBe(0)
  })

  test('is dropped, and what is left of it is right', async () => {
    over(() => true)
    keep(60, 40)
    keep(40, 10, NOON + MINUTE + 1)
    expect(await complete(ago(60, 10), keepAll)).toMatchObject({ cache: 'hit', asked: [] })
    expect(drops).toBe(1)
  })

  test('is not believed where it cannot be dropped', async () => {
    over(() => false)
    keep(60, 50)
    keep(49, 40, NOON + MINUTE)
    keep(39, 10, NOON + MINUTE + 1)
    const { asked } = await complete(ago(60, 10), () => {})
    expect(asked[0]).toEqual([ago(50, 49), ago(40, 10)])
  })
})

describe('a venue', () => {
  test('that brings nothing five times over is not asked any more', async () => {
    expect(await complete(ago(60, 10), () => {})).toMatchObject({
      error: { code: 'EXCHANGE_NOT_AVAILABLE', exchange: 'kalshi', retryable: true },
      asked: { length: 5 },
    })
  })

  test('that brings something now and then is asked until all is there', async () => {
    let rounds = 0
    const slowly = () => {
      if (++rounds % 4 === 0) keep(64 - rounds, 60 - rounds)
    }
    expect(await complete(ago(60, 20), slowly)).toMatchObject({ cache: 'miss' })
    expect(rounds).toBe(40)
  })

  test('whose last answer came as the time ran out has answered', async () => {
    const inTheEnd = (missing: readonly Span[]) => {
      keepAll(missing)
      throw new DeadlineExceeded(1)
    }
    expect(await complete(ago(60, 10), inTheEnd)).toMatchObject({ cache: 'miss', asked: [[ago(60, 10)]] })
  })
})
