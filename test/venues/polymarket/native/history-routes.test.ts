import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  toClobPoints,
  toDataPoints,
  toHistoryPage,
} from '../../../../src/venues/polymarket/native/history-routes.js'
import { expectDrift } from '../../../support/expect.js'
import { mutate, mutationsOf } from '../../../support/mutations.js'
import { envelope } from '../payloads.js'

const minute = 60_000
const from = Date.UTC(2026, 10, 20)
const window = { from, to: from + 10 * minute }
const second = (at: number) => at / 1000
const row = (timestamp: number, price: number, resolution_seconds = 60) => ({
  timestamp,
  price,
  resolution_seconds,
})
const question = { window, grainSeconds: 60 }

describe('the older route', () => {
  test('samples become points in ms', () => {
    const history = [
      { t: second(from) + 5, p: 0.5 },
      { t: second(from) + 62, p: '0.51' },
    ]
    expect(toClobPoints({ history }, window)).toEqual([
      { at: from + 5_000, price: 0.5 },
      { at: from + 62_000, price: 0.51 },
    ])
  })

  test('the extra sample stamped now, and all others outside the window, are dropped', () => {
    const history = [
      { t: second(from) - 1, p: 0.4 },
      { t: second(from), p: 0.5 },
      { t: second(window.to), p: 0.6 },
      { t: second(from) + 86_400, p: 0.7 },
    ]
    expect(toClobPoints({ history }, window)).toEqual([{ at: from, price: 0.5 }])
  })

  test('any order and any repetition gives ascending instants, each once', () => {
    const sample = fc.record({
      t: fc.integer({ min: second(from) - 300, max: second(window.to) + 300 }),
      p: fc.constant(0.5),
    })
    fc.assert(
      fc.property(fc.array(sample), (history) => {
        const points = toClobPoints({ history }, window)
        const inside = new Set(
          history.map(({ t }) => t * 1000).filter((at) => at >= window.from && at < window.to),
        )
        expect(points.map(({ at }) => at)).toEqual([...inside].sort((a, b) => a - b))
      }),
    )
  })

  test('of two samples at one second the later in the list stays', () => {
    const t = second(from) + 7
    expect(
      toClobPoints(
        {
          history: [
            { t, p: 0.5 },
            { t, p: 0.6 },
          ],
        },
        window,
      ),
    ).toEqual([{ at: t * 1000, price: 0.6 }])
  })

  test('an empty history is empty', () => {
    expect(toClobPoints({ history: [] }, window)).toEqual([])
  })

  test.each(
    mutationsOf(['history', 'history.0.t', 'history.0.p'], ['dropped', 'renamed', 'retyped', 'nulled']),
  )('with its $path $how is an error', async (mutation) => {
    const payload = mutate({ history: [{ t: second(from), p: 0.5 }] }, mutation)
    await expectDrift(() => toClobPoints(payload, window), mutation.path.replace('.0.', '[0].'))
  })

  test.each([[{ t: 1.5, p: 0.5 }], [{ t: second(from), p: 1.01 }], [{ t: second(from), p: -0.01 }]])(
    '%j is no sample',
    async (sample) => {
      await expectDrift(() => toClobPoints({ history: [sample] }, window), 'history[0]')
    },
  )
})

describe('the newer route', () => {
  test('rows stand at the start of their bucket; the last observation keeps its instant', () => {
    const rows = [row(second(from), 0.34), row(second(from) + 60, 0.35), row(second(from) + 75, 0.355, 0)]
    expect(toDataPoints(rows, question)).toEqual([
      { at: from, price: 0.34 },
      { at: from + minute, price: 0.35 },
      { at: from + 75_000, price: 0.355 },
    ])
  })

  test.each([
    ['a win on the next edge', [row(second(from) + 60, 0.999), row(second(from) + 120, 1, 0)], undefined],
    ['a loss on the next edge', [row(second(from) + 60, 0.001), row(second(from) + 120, 0, 0)], undefined],
    [
      'a win clamped to the end of the window',
      [row(second(from) + 60, 0.999), row(second(window.to), 1, 0)],
      undefined,
    ],
    [
      'half a share of a market known to have paid it',
      [row(second(from) + 60, 0.49), row(second(from) + 120, 0.5, 0)],
      0.5,
    ],
    [
      'a payout after the last observation',
      [row(second(from) + 60, 0.49), row(second(from) + 75, 0.48, 0), row(second(from) + 120, 0.5, 0)],
      0.5,
    ],
  ])('a settlement is no price: %s', (_name, rows, payout) => {
    const points = toDataPoints(rows, { ...question, payout })
    expect(points.map(({ price }) => price)).toEqual(rows.slice(0, -1).map(({ price }) => price))
  })

  test('a settlement alone is nothing', () => {
    expect(toDataPoints([row(second(from) + 120, 1, 0)], question)).toEqual([])
    expect(toDataPoints([row(second(from) + 120, 0.5, 0)], { ...question, payout: 0.5 })).toEqual([])
  })

  test.each([
    ['off the grid', row(second(from) + 75, 0.5, 0), 0.5],
    ['at a price that is no payout', row(second(from) + 120, 0.9995, 0), 1],
    ['of a market that is not known to be settled', row(second(from) + 120, 0.5, 0), undefined],
    ['of a whole bucket', row(second(from) + 120, 1, 60), 1],
  ])('a last observation %s stays', (_name, last, payout) => {
    const rows = [row(second(from) + 60, 0.49), last]
    expect(toDataPoints(rows, { ...question, payout })).toHaveLength(2)
  })

  test('a wider bucket than asked is an error', async () => {
    await expectDrift(
      () => toDataPoints([row(second(from), 0.5), row(second(from) + 60, 0.5, 300)], question),
      'data[1].resolution_seconds',
    )
  })

  test('rows outside the window are dropped', () => {
    expect(toDataPoints([row(second(from) - 60, 0.5), row(second(window.to), 0.5)], question)).toEqual([])
  })

  test('a page tells its rows and whether more follow; a miss is an empty page', () => {
    const rows = [row(second(from), 0.5)]
    expect(toHistoryPage(envelope(rows, 'c1'))).toEqual({ rows, next: 'c1' })
    expect(toHistoryPage(envelope(rows))).toEqual({ rows, next: undefined })
    expect(toHistoryPage(envelope(null))).toEqual({ rows: [], next: undefined })
  })

  test.each([
    ...mutationsOf(
      ['data.0.timestamp', 'data.0.price', 'data.0.resolution_seconds'],
      ['dropped', 'renamed', 'retyped', 'nulled'],
    ),
    ...mutationsOf(['data', 'pagination', 'pagination.has_more'], ['dropped', 'renamed', 'retyped']),
  ])('with its $path $how is an error', async (mutation) => {
    const page = mutate(envelope([row(second(from), 0.5)]), mutation)
    await expectDrift(() => toHistoryPage(page), mutation.path.replace('.0.', '[0].'))
  })
})
