import { describe, expect, test } from 'vitest'
import { dig, firstOf, numberAt, rowsAt, textAt } from '../../support/json.js'
import { tokenStage } from './stage.js'

const stage = tokenStage()
const kinds = ['numeric', 'discrete', 'date'] as const

function openOf(kind: string) {
  const query = `/api/posts/?forecast_type=${kind}&statuses=open&with_cp=true&include_cp_history=true&limit=50`
  return rowsAt(stage.get(query), 'results')
}

describe.each(kinds)('a question about a %s', (kind) => {
  test('its median is the price of its market, and its forecast a distribution over the steps of its range', () => {
    const shown = openOf(kind).filter(
      (row) => dig(row, 'question.aggregations.recency_weighted.latest') !== null,
    )
    const post = firstOf(shown)
    const question = dig(post, 'question')
    const method = textAt(question, 'default_aggregation_method')
    const latest = dig(question, `aggregations.${method}.latest`)
    const [market] = stage.world.eventByNumber(numberAt(post, 'id'))?.markets ?? []
    expect(Object(dig(latest, 'centers'))[0]).toBe(stage.world.lastTrade(market?.key ?? '', stage.now)?.price)
    expect(dig(latest, 'means')).toBeNull()
    const forecast: number[] = Object(dig(latest, 'forecast_values'))
    const range: unknown[] = Object(dig(question, 'scaling.continuous_range'))
    expect(forecast).toHaveLength(numberAt(question, 'inbound_outcome_count') + 1)
    expect(range).toHaveLength(forecast.length)
    expect(forecast).toEqual(forecast.toSorted((a, b) => a - b))
    expect(forecast[0]).toBeGreaterThanOrEqual(0)
    expect(forecast.at(-1)).toBeLessThanOrEqual(1)
    expect(dig(question, 'options')).toBeNull()
  })

  test('it resolves to a value of its range, as text', () => {
    const resolved = rowsAt(
      stage.get(`/api/posts/?forecast_type=${kind}&statuses=resolved&limit=50`),
      'results',
    )
    for (const row of resolved) {
      const resolution = textAt(row, 'question.resolution')
      if (resolution === 'annulled') continue
      const value = kind === 'date' ? Date.parse(resolution) / 1000 : Number(resolution)
      expect(value).toBeGreaterThanOrEqual(numberAt(row, 'question.scaling.range_min'))
      expect(value).toBeLessThanOrEqual(numberAt(row, 'question.scaling.range_max'))
    }
  })
})

test('the mean of forecasts is not their median, and times are written as the site writes them', () => {
  const rows = rowsAt(
    stage.get('/api/posts/?forecast_type=binary&statuses=open&with_cp=true&limit=50'),
    'results',
  )
  const question = dig(
    firstOf(rows.filter((row) => dig(row, 'question.aggregations.recency_weighted.latest') !== null)),
    'question',
  )
  const latest = dig(question, 'aggregations.recency_weighted.latest')
  expect(dig(latest, 'means')).not.toEqual(dig(latest, 'centers'))
  expect(textAt(question, 'open_time')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  expect(textAt(question, 'created_at')).toMatch(/T\d\d:\d\d:\d\d\.\d{6}Z$/)
})
