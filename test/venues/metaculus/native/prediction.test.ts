import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../../src/venue-kit/payload/payload.js'
import {
  legsOf,
  payoutOf,
  readCurrentPrediction,
  scaleValue,
  slotOf,
} from '../../../../src/venues/metaculus/native/prediction.js'
import { question } from '../../../../src/venues/metaculus/schemas.js'
import { expectDrift } from '../../../support/expect.js'
import { now } from '../../../support/venue.js'
import { choiceQuestion, nativeQuestion, numericQuestion, step, withheldAggregations } from '../payloads.js'

const read = (payload: unknown) => readPayload(question, payload, 'test')
const present = (payload: unknown) => {
  const one = read(payload)
  return legsOf(one, 'test').map((leg) => readCurrentPrediction(one, leg, now, 'test'))
}

describe('the present prediction', () => {
  test.each([
    ['yes and no', nativeQuestion(), [0.62, 0.38]],
    ['options skip retired ones', choiceQuestion(), [0.5, 0.35, 0.15]],
    ['a median lies in its range', numericQuestion(), [0.25, 0.75]],
  ])('%s', (_what, payload, prices) => expect(present(payload)).toEqual(prices))

  test.each([
    ['null contents', withheldAggregations],
    ['no method', {}],
    ['an empty method', { recency_weighted: {} }],
    ['empty lists', { recency_weighted: { history: [], latest: null } }],
    ['a null method', { recency_weighted: null }],
    ['null', null],
    ['an empty list', []],
    ['an empty list as method', { recency_weighted: [] }],
    ['an empty list as present step', { recency_weighted: { history: null, latest: [] } }],
    ['another method only', { unweighted: nativeQuestion().aggregations.recency_weighted }],
  ])('withheld is absent, never a half: %s', (_what, aggregations) => {
    expect(present(nativeQuestion({ aggregations }))).toEqual([undefined, undefined])
  })

  test('is not guessed where the method is not named and the usual one is empty', () => {
    const aggregations = {
      recency_weighted: { history: [], latest: null },
      unweighted: nativeQuestion().aggregations.recency_weighted,
    }
    const unnamed = nativeQuestion({ aggregations, default_aggregation_method: undefined })
    expect(() => present(unnamed)).toThrow('default_aggregation_method')
  })

  test('is read under the question’s own method', () => {
    const aggregations = {
      recency_weighted: { history: null, latest: step('2026-11-10T09:00:00Z', null, [0.9]) },
      unweighted: { history: null, latest: step('2026-11-10T09:00:00Z', null, [0.3]) },
    }
    expect(present(nativeQuestion({ aggregations, default_aggregation_method: 'unweighted' }))).toEqual([
      0.3, 0.7,
    ])
  })

  test('is read under the usual method when an unnamed other one has an empty history', () => {
    const aggregations = {
      recency_weighted: { history: null, latest: null },
      unweighted: { history: [], latest: null },
    }
    const question = nativeQuestion({ aggregations, default_aggregation_method: undefined })
    expect(present(question)).toEqual([undefined, undefined])
  })

  test('without centers the values tell it: no first, then yes; the distribution of a number does not', () => {
    const latest = { ...step('2026-11-10T09:00:00Z', null, null), forecast_values: [0.8, 0.2] }
    const aggregations = { recency_weighted: { history: null, latest } }
    expect(present(nativeQuestion({ aggregations }))).toEqual([0.2, 0.8])
    expect(present(numericQuestion({ aggregations }))).toEqual([undefined, undefined])
  })

  test('has run out once everybody withdrew, but stands on a closed question', () => {
    const latest = step('2026-11-10T09:00:00Z', '2026-11-15T09:00:00Z', [0.7])
    const aggregations = { recency_weighted: { history: [latest], latest } }
    expect(present(nativeQuestion({ aggregations }))).toEqual([undefined, undefined])
    expect(present(nativeQuestion({ aggregations, status: 'closed' }))).toEqual([0.7, 0.3])
  })

  test('lists of another length, unknown types and options are drift', async () => {
    const latest = step('2026-11-10T09:00:00Z', null, [0.5, 0.5])
    const aggregations = { recency_weighted: { history: null, latest } }
    await expectDrift(() => present(nativeQuestion({ aggregations })), 'centers')
    await expectDrift(() => present(nativeQuestion({ type: 'riddle' })), 'type')
    await expectDrift(() => present(choiceQuestion({ options: [] })), 'options')
    await expectDrift(
      () => present(choiceQuestion({ all_options_ever: ['Amber', 'Birch', 'Sable', 'Other'] })),
      'all_options_ever',
    )
    const high = { recency_weighted: { latest: step('2026-11-10T09:00:00Z', null, [1.2]) } }
    await expectDrift(() => present(nativeQuestion({ aggregations: high })), 'latest.centers')
  })
})

describe('what came out', () => {
  const paid = (payload: unknown) => {
    const one = read(payload)
    return legsOf(one, 'test').map((leg) => payoutOf(one, leg))
  }
  test.each([
    [nativeQuestion({ status: 'resolved', resolution: 'no' }), [0, 1]],
    [nativeQuestion({ status: 'resolved', resolution: 'annulled' }), [undefined, undefined]],
    [nativeQuestion({ status: 'closed', resolution: null }), [undefined, undefined]],
    [choiceQuestion({ status: 'resolved', resolution: 'Cobalt' }), [0, 1, 0]],
    [choiceQuestion({ status: 'resolved', resolution: 'ambiguous' }), [undefined, undefined, undefined]],
    [numericQuestion({ status: 'resolved', resolution: '140' }), [undefined, undefined]],
  ])('case %#', (payload, payouts) => expect(paid(payload)).toEqual(payouts))
})

describe('the value of a location', () => {
  const at = (scaling: object, location: number) => scaleValue(read(numericQuestion({ scaling })), location)

  test('linear, and with a zero point by equal ratios', () => {
    expect(at({ range_min: 100, range_max: 300, zero_point: null }, 0.25)).toBe(150)
    expect(at({ range_min: 200, range_max: 20_000, zero_point: 0 }, 0.5)).toBeCloseTo(2_000, 6)
    expect(at({ range_min: null, range_max: null, zero_point: null }, 0.5)).toBeUndefined()
  })

  test('rises from the lower to the upper end of the range', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(unit, unit, fc.option(fc.constant(-50), { nil: null }), (a, b, zero) => {
        const scaling = { range_min: 0, range_max: 1_000, zero_point: zero }
        const [low = 0, high = 0] = [a, b].sort((x, y) => x - y).map((location) => at(scaling, location))
        expect(low).toBeLessThanOrEqual(high)
        expect(low).toBeGreaterThanOrEqual(-1e-9)
        expect(high).toBeLessThanOrEqual(1_000 + 1e-6)
      }),
    )
  })
})

test('the slot of an option is its place among all there ever were', () => {
  const one = read(choiceQuestion())
  expect(slotOf(one, 1, 'test')).toEqual({ index: 2, count: 4, mirrored: false })
})
