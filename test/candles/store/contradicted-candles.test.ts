import { afterAll, describe, expect, test } from 'vitest'
import type { PriceCandle } from '../../../src/api/models/models.js'
import type { Coverage } from '../../../src/candles/store/candle-store.js'
import { createContradictionNotes } from '../../../src/candles/store/contradicted-candles.js'
import { openStore, temporaryFolder } from '../../support/engine.js'

const MINUTE = 60_000
const START = Date.UTC(2026, 5, 10, 9, 30)
const yes = { venue: 'kalshi', seriesKey: 'yes', stepMs: MINUTE, basis: 'trade' } as const
const span = { from: START, to: START + 3 * MINUTE }
const folder = temporaryFolder()
let files = 0
afterAll(() => folder.remove())

const right = [0, 1, 2].map((minute): PriceCandle => {
  const prices = { open: 0.4, high: 0.6, low: 0.3, close: 0.5 }
  return { timestamp: START + minute * MINUTE, ...prices, volume: 10 }
})
/** The same with another value in some minutes. */
const wrongIn = (minutes: readonly number[], volume = 7) =>
  right.map((bar, at) => (minutes.includes(at) ? { ...bar, close: 0.45, volume } : bar))

/** A store with the right candles, and what it has after each response at its minute. */
function compared(routes: readonly string[] = ['live', 'live', 'live']) {
  const store = openStore(`${folder.path}/${files++}.db`)
  const coverage = routes.map((route, at): Coverage => {
    const from = START + at * MINUTE
    return { from, to: from + MINUTE, kind: 'data', route, fetchedAt: START + 5 * MINUTE }
  })
  store.commit(yes, { bars: right, coverage })
  const note = createContradictionNotes(store)
  return (
    minute: number,
    bars: readonly PriceCandle[],
    more: { isClockRight?: boolean; route?: string; completeTo?: number } = {},
  ) => {
    const requestedAt = START + minute * MINUTE
    note(yes, { span, bars, unsure: [], requestedAt, route: 'live', isClockRight: true, ...more })
    return {
      volumes: store.read(yes, span).map(({ volume }) => volume),
      marked: store.provisional(yes, span).flatMap(({ from, to }) => {
        return [0, 1, 2].filter((at) => START + at * MINUTE >= from && START + at * MINUTE < to)
      }),
    }
  }
}

describe('a response inside the pause after a difference', () => {
  test('ends it with the stored candle', () => {
    const hear = compared()
    expect(hear(60, wrongIn([0]))).toEqual({ volumes: [10, 10, 10], marked: [0] })
    expect(hear(63, right)).toEqual({ volumes: [10, 10, 10], marked: [] })
    hear(66, right)
    expect(hear(71, wrongIn([0])), 'the second wrong response is the first again').toEqual({
      volumes: [10, 10, 10],
      marked: [0],
    })
    expect(hear(82, wrongIn([0]))).toEqual({ volumes: [7, 10, 10], marked: [] })
  })

  test('leaves the others their pause', () => {
    const hear = compared()
    hear(60, wrongIn([0, 1]))
    expect(hear(65, wrongIn([1]))).toEqual({ volumes: [10, 10, 10], marked: [1] })
    expect(hear(69, wrongIn([1])), 'the pause is not over').toEqual({ volumes: [10, 10, 10], marked: [1] })
    expect(hear(71, wrongIn([1])), 'the pause began with the first').toEqual({
      volumes: [10, 7, 10],
      marked: [],
    })
  })

  test.each([
    ['is a cached copy', { isClockRight: false }],
    ['came by another route', { route: 'archive' }],
  ])('decides nothing if it %s', (_name, more) => {
    const hear = compared()
    hear(60, wrongIn([0]))
    expect(hear(63, right, more).marked).toEqual([0])
    expect(hear(71, wrongIn([0])).volumes).toEqual([7, 10, 10])
  })

  test('decides nothing if it was requested before the difference', () => {
    const hear = compared()
    hear(60, wrongIn([0]))
    expect(hear(59.5, right).marked).toEqual([0])
  })
})

test('the newest candle of a response is compared if its volume is lower only where no index can lag any more', () => {
  const hear = compared()
  const newest = { completeTo: span.to - MINUTE }
  expect(hear(60, wrongIn([2]), newest)).toEqual({ volumes: [10, 10, 10], marked: [] })
  const old = { completeTo: span.to }
  expect(hear(61, wrongIn([2]), old)).toEqual({ volumes: [10, 10, 10], marked: [2] })
  expect(hear(72, wrongIn([2]), old)).toEqual({ volumes: [10, 10, 7], marked: [] })
})

describe('candles whose neighbors came by another route', () => {
  const routes = ['live', 'archive', 'live']

  test('are contradicted also by a response that decides about a later one', () => {
    const hear = compared(routes)
    expect(hear(60, wrongIn([2], 12)).marked).toEqual([2])
    expect(hear(75, wrongIn([0, 2], 12))).toEqual({ volumes: [10, 10, 12], marked: [0] })
  })

  test('are decided by a response that also decides about a later one, contradicted earlier', () => {
    const hear = compared(routes)
    hear(60, wrongIn([2], 12))
    hear(61, wrongIn([0, 2], 12))
    expect(hear(75, wrongIn([0, 2], 12))).toEqual({ volumes: [12, 10, 12], marked: [] })
  })
})

describe('a candle at an open time that is final without one', () => {
  const minute1 = { from: START + MINUTE, to: START + 2 * MINUTE }
  function emptied(kind: Coverage['kind'] = 'data') {
    const store = openStore(`${folder.path}/${files++}.db`)
    store.commit(yes, {
      bars: [],
      coverage: [{ ...span, kind, route: 'live', fetchedAt: START + 5 * MINUTE }],
    })
    const note = createContradictionNotes(store)
    return (minute: number, bars: readonly PriceCandle[], route = 'live') => {
      const requestedAt = START + minute * MINUTE
      note(yes, { span, bars, unsure: [], requestedAt, route, isClockRight: true })
      const marked = store.provisional(yes, span).map(({ from, to }) => ({ from, to }))
      return [store.read(yes, span), marked]
    }
  }
  const one = right.slice(1, 2)

  test.each(['data', 'proven_empty'] as const)('is added when a second response has it, in %s', (kind) => {
    const hear = emptied(kind)
    expect(hear(60, one)).toEqual([[], [minute1]])
    expect(hear(65, one), 'the pause is not over').toEqual([[], [minute1]])
    expect(hear(71, one)).toEqual([one, []])
  })

  test('stays open while a response lacks it', () => {
    const hear = emptied()
    hear(60, one)
    expect(hear(71, [])).toEqual([[], [minute1]])
    expect(hear(120, one)).toEqual([one, []])
  })

  test('is forgotten when three responses in a row lack it, each after its pause', () => {
    const hear = emptied()
    hear(60, one)
    const lacked = [65, 71, 80, 102, 193].map((minute) => hear(minute, [])[1])
    expect(lacked).toEqual([[minute1], [minute1], [minute1], [minute1], []])
    expect(hear(194, one)[1]).toEqual([minute1])
  })

  test('is no difference if it came by another route, or the venue did not have that time', () => {
    expect(emptied()(60, one, 'archive')).toEqual([[], []])
    expect(emptied('beyond_retention')(60, one)).toEqual([[], []])
  })
})

test('a contradicted candle is removed when two responses have only its neighbors', () => {
  const hear = compared()
  hear(60, wrongIn([1]))
  const old = { completeTo: span.to }
  const without = right.filter((_bar, at) => at !== 1)
  expect(hear(71, without, old)).toEqual({ volumes: [10, 10, 10], marked: [1] })
  expect(hear(102, right.slice(0, 1), old), 'a response that is cut off').toMatchObject({ marked: [1] })
  expect(hear(193, without, old)).toEqual({ volumes: [10, 10], marked: [] })
})

describe('a final candle that responses lack', () => {
  const without = (...minutes: readonly number[]) => right.filter((_bar, at) => !minutes.includes(at))
  const old = { completeTo: span.to }

  test('stays final until two of them have both of its neighbors', () => {
    const hear = compared()
    const all = { volumes: [10, 10, 10], marked: [] }
    expect(hear(60, without(1), old)).toEqual(all)
    expect(hear(65, without(1), old), 'the pause is not over').toEqual(all)
    expect(hear(71, without(1), old)).toEqual({ volumes: [10, 10], marked: [] })
  })

  test('stays if one in between has it', () => {
    const hear = compared()
    hear(60, without(1), old)
    hear(64, right, old)
    expect(hear(71, without(1), old)).toEqual({ volumes: [10, 10, 10], marked: [] })
  })

  test.each([
    ['nothing before it', without(0), old],
    ['nothing after it, and may lag', without(2), {}],
    ['no rows', [], old],
  ])('stays if they have %s', (_what, bars, more) => {
    const hear = compared()
    for (const minute of [60, 71, 102, 193, 464]) hear(minute, bars, more)
    expect(hear(1_300, bars, more)).toEqual({ volumes: [10, 10, 10], marked: [] })
  })

  test('is left to a recheck by responses that decide nothing', () => {
    const store = openStore(`${folder.path}/${files++}.db`)
    store.commit(yes, { bars: right, coverage: [{ ...span, kind: 'data', route: 'live', fetchedAt: START }] })
    const note = createContradictionNotes(store)
    for (const minute of [60, 80])
      note(yes, {
        ...{ span, bars: without(0), unsure: [] },
        ...old,
        route: 'live',
        isClockRight: true,
        requestedAt: START + minute * MINUTE,
      })
    expect(store.dueConfirmations(START + 81 * MINUTE)).toMatchObject([
      { tries: 1, differing: [{ openTime: START, bar: null }] },
    ])
  })
})

test('a correction is written together with what the decision writes, or not at all', () => {
  const store = openStore(`${folder.path}/${files++}.db`)
  store.commit(yes, { bars: right, coverage: [{ ...span, kind: 'data', route: 'live', fetchedAt: START }] })
  const decided: unknown[] = []
  let isFailing = true
  const note = createContradictionNotes(store, (identity, part) => {
    store.notePending('hub', { ...part, identity, isRestated: true })
    decided.push(part)
    if (isFailing) throw new Error('the process ends')
  })
  const hear = (minute: number) => {
    const requestedAt = START + minute * MINUTE
    note(yes, { span, bars: wrongIn([1]), unsure: [], requestedAt, route: 'live', isClockRight: true })
  }
  const state = () => [store.read(yes, span)[1]?.volume, store.pending('hub', 0, 10).length]
  hear(60)
  try {
    hear(75)
  } catch {}
  expect([decided.length, ...state()]).toEqual([1, 10, 0])
  isFailing = false
  hear(76)
  expect([decided.length, ...state()]).toEqual([2, 7, 1])
})
