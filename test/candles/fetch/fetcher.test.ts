import { describe, expect, test } from 'vitest'
import { PmxError } from '../../../src/api/envelope/errors.js'
import { SeriesMoved, UnknownSeriesError } from '../../../src/candles/fetch/series-errors.js'
import { settle } from '../../support/clock.js'
import { patientCall } from '../../support/engine.js'
import { failureOf } from '../../support/expect.js'
import { ago, batchOf, fetchBench } from '../support/fetch-bench.js'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Waits of a venue that answers when it is told to. */
function answeringLater(bench: ReturnType<typeof fetchBench>) {
  const waiting: ((error?: unknown) => void)[] = []
  bench.answers(
    () =>
      new Promise((resolve, reject) => {
        waiting.push((error) => (error === undefined ? resolve(batchOf([])) : reject(error)))
      }),
  )
  return waiting
}

describe('spans', () => {
  test('are asked for in windows of the venue, four at a time', async () => {
    const bench = fetchBench({ step: { maxWindowMs: 10 * MINUTE } })
    const waiting = answeringLater(bench)
    const done = bench.fetch([ago(100, 75), ago(60, 30)])
    await settle()
    const windows = [
      [100, 90],
      [90, 80],
      [80, 75],
      [60, 50],
      [50, 40],
      [40, 30],
    ]
    expect(bench.asked()).toEqual(windows.slice(0, 4))
    waiting.shift()?.()
    await settle()
    expect(bench.asked()).toEqual(windows.slice(0, 5))
    while (waiting.length > 0) {
      waiting.shift()?.()
      await settle()
    }
    await done
    expect(bench.asked()).toEqual(windows)
  })

  test('that others are asking for are waited for, and only the rest is asked for', async () => {
    const bench = fetchBench()
    const waiting = answeringLater(bench)
    const first = bench.fetch([ago(60, 30)])
    const second = bench.fetch([ago(80, 10)])
    await settle()
    expect(bench.asked()).toEqual([
      [60, 30],
      [80, 60],
      [30, 10],
    ])
    for (const go of waiting.splice(0)) go()
    await Promise.all([first, second])
    const third = bench.fetch([ago(60, 30)])
    await settle()
    expect(bench.asked()).toHaveLength(4)
    for (const go of waiting.splice(0)) go()
    await third
  })

  test('do not wait for what others ask for of another time', async () => {
    const bench = fetchBench()
    const waiting = answeringLater(bench)
    const slow = bench.fetch([ago(60, 30)])
    const quick = bench.fetch([ago(20, 10)])
    await settle()
    waiting.pop()?.()
    await quick
    expect(waiting).toHaveLength(1)
    waiting.pop()?.()
    await slow
  })

  test('that several others are asking for are asked for around those, whoever began first', async () => {
    const bench = fetchBench()
    const waiting = answeringLater(bench)
    const asking = [[ago(30, 20)], [ago(60, 50)], [ago(70, 10)], [ago(55, 52), ago(5, 2)]].map((spans) =>
      bench.fetch(spans),
    )
    await settle()
    while (waiting.length > 0) {
      waiting.shift()?.()
      await settle()
    }
    await Promise.all(asking)
    expect(bench.asked().toSorted(([a = 0], [b = 0]) => b - a)).toEqual([
      [70, 60],
      [60, 50],
      [50, 30],
      [30, 20],
      [20, 10],
      [5, 2],
    ])
  })

  test('are still waited for when another part has been answered', async () => {
    const bench = fetchBench()
    const waiting = answeringLater(bench)
    const first = bench.fetch([ago(60, 50)])
    const second = bench.fetch([ago(40, 30)])
    await settle()
    waiting.shift()?.()
    await first
    const third = bench.fetch([ago(40, 35)])
    await settle()
    expect(bench.asked()).toEqual([
      [60, 50],
      [40, 30],
    ])
    waiting.shift()?.()
    await Promise.all([second, third])
  })

  test('after one that failed are not asked for, and may be asked for again', async () => {
    const bench = fetchBench({ step: { maxWindowMs: 10 * MINUTE } })
    const waiting = answeringLater(bench)
    const failed = bench.fetch([ago(100, 40)])
    await settle()
    waiting.shift()?.(new Error('it breaks'))
    await expect(failed).rejects.toThrow('it breaks')
    for (const go of waiting.splice(0)) go()
    await settle()
    expect(bench.asked()).toHaveLength(4)
    const again = bench.fetch([ago(50, 40)])
    await settle()
    expect(bench.asked().at(-1)).toEqual([50, 40])
    for (const go of waiting.splice(0)) go()
    await again
  })

  test('are not asked for on behalf of who takes only what is stored', async () => {
    const bench = fetchBench()
    const call = { ...patientCall(), stored: { serves: true, unasked: 'offline' as const } }
    await expect(bench.fetch([ago(60, 30)], call)).rejects.toMatchObject({ detail: { kind: 'offline' } })
    expect(bench.asked()).toEqual([])
  })
})

describe('the facts a venue is asked with', () => {
  const names: unknown[] = []
  function asking(answer: () => ReturnType<typeof batchOf>) {
    const bench = fetchBench()
    names.length = 0
    bench.answers((_window, { facts }) => {
      names.push(Reflect.get(Object(facts), 'name'))
      return answer()
    })
    return bench
  }
  const silent = () => batchOf([])
  const talking = () => batchOf([40])
  const unknown = () => {
    throw new PmxError('NOT_FOUND', 'no such series')
  }

  test('are those that are known, while they are of the last day', async () => {
    const bench = asking(talking)
    bench.isKnown({ checkedAt: bench.clock.now() - DAY + 1 })
    await bench.fetch([ago(60, 30)])
    expect([bench.relocations(), names]).toEqual([0, ['old']])
    bench.isKnown({ checkedAt: bench.clock.now() - DAY })
    bench.isFound({ facts: { name: 'new' } })
    await bench.fetch([ago(60, 30)])
    expect([bench.relocations(), names]).toEqual([1, ['old', 'new']])
  })

  test('are looked up where an earlier version kept others', async () => {
    const bench = asking(talking)
    bench.isKnown({ series: { ...bench.target.series, facts: {} } })
    bench.isFound({ facts: { name: 'new' } })
    await bench.fetch([ago(60, 30)])
    expect([bench.relocations(), names]).toEqual([1, ['new']])
  })

  test('of an outcome that the venue does not know are none: it is asked for nothing', async () => {
    const bench = asking(talking)
    bench.isKnown({ series: { ...bench.target.series, facts: {} } })
    bench.isFound({}, { isUnknown: true })
    await expect(bench.fetch([ago(60, 30)])).rejects.toThrow(UnknownSeriesError)
    expect(names).toEqual([])
  })

  test('are those of now where it answers that there is nothing at all', async () => {
    const bench = asking(silent)
    bench.isKnown({ checkedAt: bench.clock.now() - 10 * MINUTE + 1 })
    await bench.fetch([ago(60, 30)])
    expect(bench.relocations()).toBe(0)
    bench.isKnown({ checkedAt: bench.clock.now() - 10 * MINUTE })
    bench.isFound({})
    await bench.fetch([ago(60, 30)])
    expect([bench.relocations(), names]).toEqual([1, ['old', 'old']])
    bench.isKnown({ checkedAt: bench.clock.now() - 10 * MINUTE })
    bench.isFound({ facts: { name: 'new' } })
    await bench.fetch([ago(60, 30)])
    expect([bench.relocations(), names]).toEqual([2, ['old', 'old', 'old', 'new']])
  })

  test.each<[string, ReturnType<typeof batchOf>]>([
    ['a candle', batchOf([40])],
    ['a point', { kind: 'points', route: 'r', points: [{ at: ago(40, 0).from, price: 0.5 }] }],
    ['how far it has seen', batchOf([], { seenTo: ago(40, 0).from })],
    ['what it withholds', batchOf([], { withheld: [{ ...ago(60, 50), reason: 'beyond_retention' }] })],
  ])('are good enough where it tells %s', async (_what, batch) => {
    const bench = asking(() => batch)
    bench.isKnown({ checkedAt: bench.clock.now() - 20 * MINUTE })
    await bench.fetch([ago(60, 30)])
    expect(bench.relocations()).toBe(0)
  })

  test('are those of now where it says NOT_FOUND, which is believed only where they are the same', async () => {
    let tries = 0
    const bench = asking(() => (tries++ === 0 ? unknown() : talking()))
    bench.isFound({ facts: { name: 'new' } })
    await bench.fetch([ago(60, 30)])
    expect(names).toEqual(['old', 'new'])
    const same = asking(unknown)
    await expect(same.fetch([ago(60, 30)])).rejects.toMatchObject({ message: 'no such series' })
    expect([same.relocations(), names]).toEqual([1, ['old']])
    const closed = asking(unknown)
    closed.isFound({ closedAt: 1 })
    await expect(closed.fetch([ago(60, 30)])).rejects.toMatchObject({ message: 'no such series' })
    expect(names).toEqual(['old'])
  })

  test('are not looked up for any other failure', async () => {
    for (const error of [new PmxError('NETWORK_ERROR', 'x'), new Error('x')]) {
      const bench = asking(() => {
        throw error
      })
      await expect(bench.fetch([ago(60, 30)])).rejects.toBe(error)
      expect(bench.relocations()).toBe(0)
    }
  })

  test('say where the candles are: a series of another name is to be planned anew', async () => {
    const bench = asking(silent)
    bench.isKnown({ checkedAt: bench.clock.now() - 2 * DAY })
    bench.isFound({ seriesKey: 'moved' })
    const error = await failureOf(() => bench.fetch([ago(60, 30)]))
    expect(error).toBeInstanceOf(SeriesMoved)
    expect(error).toMatchObject({
      code: 'EXCHANGE_NOT_AVAILABLE',
      exchange: 'kalshi',
      retryable: true,
    })
    expect(names).toEqual([])
  })

  test.each([silent, unknown])(
    'of an outcome that it does not know any more prove no silence',
    async (answer) => {
      const bench = asking(answer)
      bench.isKnown({ checkedAt: bench.clock.now() - 20 * MINUTE })
      bench.isFound({}, { isUnknown: true })
      await expect(bench.fetch([ago(60, 30)])).rejects.toThrow(UnknownSeriesError)
      await expect(bench.fetch([ago(60, 30)])).rejects.toMatchObject({
        code: 'NOT_FOUND',
        exchange: 'kalshi',
      })
      expect(bench.kept().ledger).toEqual([])
    },
  )
})
