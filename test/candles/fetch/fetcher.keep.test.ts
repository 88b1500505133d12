import { describe, expect, test } from 'vitest'
import { computeConfirmationAge } from '../../../src/candles/series/closed-end.js'
import { patientCall } from '../../support/engine.js'
import { ago, barAgo, batchOf, fetchBench } from '../support/fetch-bench.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('what is kept of an answer for good', () => {
  test('ends before its newest candle, the rest may be believed for a moment', async () => {
    const bench = fetchBench()
    bench.answers(() => batchOf([50, 10]))
    await bench.fetch([ago(60, 0)])
    expect(bench.kept()).toEqual({ ledger: [['data', 50, 49]], bars: [50] })
    expect(bench.known()).toEqual([[60, 10]])
    expect(bench.believed()).toEqual({ from: 10, bars: [10] })
    expect(bench.changed).toEqual(['kalshi yes'])
  })

  test('ends where candles are not final yet, by the time of the venue', async () => {
    for (const [behindMs, to] of [
      [0, 2],
      [10 * MINUTE, 12],
      // A venue ahead of us tells nothing of our future.
      [-10 * MINUTE, 2],
    ] as const) {
      const bench = fetchBench({ behindMs })
      bench.answers(() => batchOf([50, 1]))
      await bench.fetch([ago(60, 0)])
      expect(bench.known()).toEqual([[60, to]])
    }
  })

  test('is nothing while neither the venue sends its time nor another one confirmed our clock', async () => {
    let isConfirmed = false
    const rows = () => batchOf([50, 10], { withheld: [{ ...ago(60, 55), reason: 'beyond_retention' }] })
    const bench = fetchBench({ isClockConfirmed: () => isConfirmed })
    bench.answers(rows)
    await bench.fetch([ago(60, 0)])
    expect([bench.kept(), bench.known()]).toEqual([{ ledger: [], bars: [] }, []])
    expect(bench.believed()).toEqual({ from: 60, bars: [50, 10] })
    isConfirmed = true
    await bench.fetch([ago(60, 0)])
    expect(bench.kept().bars).toEqual([50])
    const timed = fetchBench({ isClockConfirmed: () => false, behindMs: 0 })
    timed.answers(rows)
    await timed.fetch([ago(60, 0)])
    expect(timed.kept().bars).toEqual([50])
  })

  test('reaches as far as the venue shows that it has seen', async () => {
    const bench = fetchBench()
    bench.answers(() => batchOf([50], { seenTo: ago(20, 0).from + 1 }))
    await bench.fetch([ago(60, 0)])
    expect(bench.known()).toEqual([[60, 20]])
  })

  test('reaches as far as a later answer showed before, now or in an earlier life', async () => {
    const bench = fetchBench()
    bench.answers(() => batchOf([5, 3]))
    await bench.fetch([ago(10, 0)])
    bench.answers(() => batchOf([]))
    await bench.fetch([ago(90, 10)])
    // A server that is behind may have left out the last hour.
    expect(bench.known()).toEqual([
      [90, 60],
      [10, 3],
    ])
    const later = fetchBench()
    const entry = { ...ago(10, 5), kind: 'data', route: 'r', fetchedAt: 1 } as const
    later.store.commit(later.target.identity, { bars: [barAgo(7)], coverage: [entry] })
    await later.fetch([ago(90, 10)])
    expect(later.known()).toEqual([
      [90, 60],
      [10, 5],
    ])
  })

  test('is no silence, unless it is a day old', async () => {
    const bench = fetchBench()
    const silent = { ...ago(10, 5), kind: 'proven_empty', route: 'other', fetchedAt: 1 } as const
    bench.store.commit(bench.target.identity, { bars: [], coverage: [silent] })
    await bench.fetch([ago(60, 10)])
    expect(bench.kept().ledger).toEqual([['proven_empty', 10, 5]])
    const days = fetchBench()
    await days.fetch([ago(4_000, 0)])
    expect([days.kept().ledger, days.known()]).toEqual([[], [[4_000, 24 * 60]]])
    expect(days.believed()).toEqual({ from: 24 * 60, bars: [] })
  })

  test('is silence before its step is forgotten', async () => {
    expect([{}, { retentionMs: 9 * DAY }, { retentionMs: DAY }].map(computeConfirmationAge)).toEqual([
      DAY,
      DAY,
      DAY / 2,
    ])
    const bench = fetchBench({ step: { retentionMs: 2 * HOUR } })
    await bench.fetch([ago(100, 0)])
    expect([bench.kept().ledger, bench.known()]).toEqual([[], [[100, 60]]])
  })

  test('tells data from silence that a second response proves', async () => {
    const bench = fetchBench()
    bench.answers(() => batchOf([60, 25, 3]))
    await bench.fetch([ago(60, 0)])
    await bench.clock.advance(10 * MINUTE)
    await bench.fetch([ago(60, 0)])
    expect(bench.kept()).toEqual({ ledger: [['data', 60, 3]], bars: [60, 25] })
    const empty = fetchBench()
    await empty.fetch([ago(4_000, 3_000)])
    await empty.clock.advance(30 * MINUTE)
    await empty.fetch([ago(4_000, 3_000)])
    expect(empty.kept()).toEqual({ ledger: [['proven_empty', 4_000, 3_000]], bars: [] })
  })
})

describe('what a venue withholds', () => {
  test.each(['beyond_retention', 'before_listing'] as const)(
    'because of %s is kept as that, though nothing later proves it, up to what is final',
    async (reason) => {
      const bench = fetchBench()
      bench.answers(() => batchOf([], { withheld: [{ ...ago(60, 40), reason }] }))
      await bench.fetch([ago(60, 0)])
      expect(bench.kept().ledger).toEqual([[reason, 60, 40]])
      expect(bench.believed().from).toBe(40)
      const running = fetchBench()
      running.answers(() => batchOf([], { withheld: [{ ...ago(90, -30), reason }] }))
      await running.fetch([ago(60, 0)])
      expect(running.kept().ledger).toEqual([[reason, 60, 2]])
    },
  )

  test('because the series has ended is kept when a second, independent response agrees', async () => {
    const bench = fetchBench()
    const isOver = () => batchOf([], { withheld: [{ ...ago(3_000, 2_000), reason: 'after_close' }] })
    bench.answers(isOver)
    await bench.fetch([ago(3_000, 2_000)])
    expect(bench.kept().ledger).toEqual([])
    expect(bench.known()).toEqual([[3_000, 2_000]])
    await bench.clock.advance(30 * MINUTE)
    await bench.fetch([ago(3_000, 2_000)])
    expect(bench.kept().ledger).toEqual([['after_close', 3_000, 2_000]])
  })

  test('because the series has ended is taken back by a second response with candles', async () => {
    const bench = fetchBench()
    bench.answers(() => batchOf([], { withheld: [{ ...ago(3_000, 2_000), reason: 'after_close' }] }))
    await bench.fetch([ago(3_000, 2_000)])
    bench.answers(() => batchOf([2_500, 2_001]))
    await bench.clock.advance(30 * MINUTE)
    await bench.fetch([ago(3_000, 2_000)])
    expect(bench.kept().bars).toEqual([2_500, 2_001])
  })

  test('for want of trades is silence like any other', async () => {
    const bench = fetchBench()
    const withheld = [{ ...ago(60, 40), reason: 'no_trades' as const }]
    bench.answers(() => batchOf([], { withheld }))
    await bench.fetch([ago(60, 0)])
    expect(bench.kept().ledger).toEqual([])
    bench.answers(() => batchOf([30, 20], { withheld }))
    await bench.fetch([ago(60, 0)])
    // The venue says of it that there is nothing.
    expect(bench.kept().ledger).toEqual([
      ['proven_empty', 60, 40],
      ['data', 30, 29],
    ])
    expect(bench.known()).toEqual([[60, 20]])
  })

  test('is told beside the rest of its answer, with whole steps', async () => {
    const bench = fetchBench()
    const part = { from: ago(60, 0).from + 1, to: ago(50, 0).from + 1, reason: 'beyond_retention' as const }
    bench.answers(() => batchOf([60, 55, 50, 49, 48, 10], { withheld: [part] }))
    await bench.fetch([ago(70, 0)])
    expect(bench.kept()).toEqual({
      ledger: [
        ['beyond_retention', 60, 49],
        ['data', 49, 47],
      ],
      bars: [49, 48],
    })
    expect(bench.known()).toEqual([[70, 10]])
  })
})

describe('an answer that tells of a part of its window', () => {
  test('is kept for that part', async () => {
    const bench = fetchBench()
    bench.answers(() => batchOf([30, 10], { completeFrom: ago(40, 0).from }))
    await bench.fetch([ago(60, 0)])
    expect(bench.known()).toEqual([[40, 10]])
    expect(bench.believed().from).toBe(10)
  })

  test.each([ago(0, 0).from, ago(20, 0).from + 1])(
    'from %d on is a bug of its adapter',
    async (completeFrom) => {
      const bench = fetchBench()
      bench.answers(() => batchOf([], { completeFrom }))
      await expect(bench.fetch([ago(60, 0)])).rejects.toThrow(RangeError)
      expect(bench.kept().ledger).toEqual([])
    },
  )
})

describe('price points', () => {
  const points = (minutes: readonly number[]) =>
    minutes.map((minute) => ({ at: ago(minute, 0).from + 10_000, price: 0.5 }))

  test('become candles', async () => {
    const bench = fetchBench()
    bench.answers(() => ({ kind: 'points', route: 'r', points: points([50, 49, 10]) }))
    await bench.fetch([ago(60, 0)])
    expect(bench.kept()).toEqual({ ledger: [['data', 50, 48]], bars: [50, 49] })
    expect(bench.known()).toEqual([[60, 10]])
  })

  test('at a regular pace must not be further apart than the step, by their own pace or by that which is told', async () => {
    const apart = points([50, 45, 40, 35])
    const fetched = async (facts: object) => {
      const bench = fetchBench()
      bench.answers(() => ({ kind: 'points', route: 'r', points: apart, ...facts }))
      await bench.fetch([ago(60, 0)])
      return bench.kept().bars
    }
    const coarse = { detail: { kind: 'resolution_not_honoured' } }
    await expect(fetched({ sampled: true })).rejects.toMatchObject(coarse)
    expect(await fetched({})).toEqual([50, 45, 40])
    expect(await fetched({ sampled: true, paceMs: MINUTE })).toEqual([50, 45, 40])
    await expect(fetched({ sampled: true, paceMs: HOUR })).rejects.toMatchObject(coarse)
  })
})

test('what an answer cost is told, and its context is given back, also where it failed', async () => {
  const bench = fetchBench()
  const call = patientCall()
  await bench.fetch([ago(60, 0)], call)
  bench.answers(() => {
    throw new Error('it breaks')
  })
  await expect(bench.fetch([ago(60, 0)], call)).rejects.toThrow('it breaks')
  expect([call.sent, bench.opened]).toEqual([2, { contexts: 2, released: 2 }])
})
