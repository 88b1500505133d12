import { describe, expect, test } from 'vitest'
import { haveSamples, sample } from '../../../support/samples.js'
import { busy } from '../../paper-trading/support.js'
import { dig, firstWhere, type Row, rowsAt, textAt } from '../../support/json.js'
import { differences, learnShape } from '../../support/shape.js'
import { createStage, NOON } from '../../support/stage.js'

const stage = await createStage('limitless')
const get = (target: string): unknown => stage.get('api', target)
const probe = (target: string) => stage.probe('api', target)
const slug = stage.world.eventOf(busy).slug
const one = (interval: string): unknown => {
  const body = get(`/markets/${slug}/historical-price?interval=${interval}`)
  return Array.isArray(body)
    ? body.find((row: Row) => dig(row, 'title') === (busy.label ?? busy.question))
    : body
}
const instants = (chart: unknown) => rowsAt(chart, 'prices').map((row) => Number(textAt(row, 'timestamp')))

describe('the chart of a market', () => {
  test('is newest first, the newest off the grid, a quarter of an hour apart within a day', () => {
    const at = instants(one('1d'))
    expect(at[0]).toBe(NOON)
    expect(at.slice(1).every((then) => then % 900_000 === 0)).toBe(true)
    expect(at).toEqual(at.toSorted((a, b) => b - a))
    expect(at.length).toBeGreaterThan(90)
    const week = instants(one('1w'))
    expect((week[1] ?? 0) - (week[2] ?? 0)).toBe(1_800_000)
  })

  test('ends with the middle of the book', () => {
    const { bids, asks } = stage.world.book(busy.key, NOON)
    const middle = ((bids[0]?.price ?? 0) + (asks[0]?.price ?? 1)) / 2
    expect(dig(one('1h'), 'prices.0.price')).toBeCloseTo(middle, 6)
  })

  test('keeps to what is asked for', () => {
    const from = new Date(NOON - 3_600_000).toISOString()
    const path = `/markets/${slug}/historical-price`
    const chart = get(`${path}?interval=1d&from=${from}`)
    const first = Array.isArray(chart) ? chart[0] : chart
    expect(Math.min(...instants(first))).toBeGreaterThanOrEqual(NOON - 3_600_000)
    expect(probe(`${path}?interval=2d`).status).toBe(400)
    expect(probe(`${path}?interval=5m`).status).toBe(501)
    expect(probe(`${path}?from=yesterday`).status).toBe(400)
    expect(probe(`/markets/${'1'.repeat(70)}/historical-price`).status).toBe(500)
    expect(probe('/markets/nothing-17/historical-price').status).toBe(404)
  })

  test('of a group is a list of those of its children', () => {
    const group = firstWhere(
      stage.world.eventsAt(NOON),
      (event) => event.markets.length > 1 && event.series.onlyOn === undefined,
    )
    expect(get(`/markets/${group.slug}/historical-price`)).toHaveLength(group.markets.length)
  })

  test.runIf(haveSamples)('has the members of the recorded ones', () => {
    const shape = learnShape([sample('limitless', 'syn-limitless_history.json')])
    expect(differences(one('1d'), shape)).toEqual([])
  })
})

test('properties have keys, and keys have options', () => {
  const keys = rowsAt(get('/property-keys'))
  expect(keys.length).toBeGreaterThan(1)
  for (const key of keys) {
    expect(get(`/property-keys/${textAt(key, 'id')}`)).toEqual(key)
    expect(get(`/property-keys/${textAt(key, 'id')}/options`)).toEqual(key['options'])
    for (const option of rowsAt(key, 'options')) expect(option['propertyKeyId']).toBe(key['id'])
  }
  expect(probe('/property-keys/none').status).toBe(404)
})
