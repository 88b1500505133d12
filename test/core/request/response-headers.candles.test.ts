import { expect, test } from 'vitest'
import type { CandleFacts, StaleFacts } from '../../../src/candles/response/response-metadata.js'
import { createCandleHeaders } from '../../../src/core/request/response-headers.js'

const facts: CandleFacts = {
  basis: 'mid',
  stepMs: 60_000,
  cache: 'partial',
  freshUntil: 0,
  seriesKey: 's',
  generation: 0,
  isOver: false,
}

test('an answer tells its cache and basis, and else only what there is to tell', () => {
  const common = { 'x-pmx-cache': 'partial', 'x-pmx-price-basis': 'mid' }
  expect(createCandleHeaders(facts)).toEqual(common)
  expect(
    createCandleHeaders({ ...facts, runningFrom: 7, searchedFrom: 0, emptyReason: 'no_trades' }),
  ).toEqual({
    ...common,
    'x-pmx-partial-from': '7',
    'x-pmx-searched-from': '0',
    'x-pmx-empty-reason': 'no_trades',
  })
})

const told = (missing: StaleFacts['missing']) =>
  createCandleHeaders({ ...facts, stale: { reason: 'timeout', ageS: 3, missing } })
const spans = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ from: 10 * at, to: 10 * at + 5 }))

test('a stale answer tells why, how old it is and what it lacks', () => {
  expect(told([])['x-pmx-stale']).toBe('timeout; age=3')
  expect(told([])).not.toHaveProperty('x-pmx-missing')
  expect(told(spans(2))['x-pmx-missing']).toBe('0-5, 10-15')
})

test('of many holes the newest twenty are named, and how many more there are', () => {
  expect(told(spans(20))['x-pmx-missing']?.split(', ')).toHaveLength(20)
  const names = told(spans(23))['x-pmx-missing']?.split(', ')
  expect([names?.length, names?.[0], names?.[1], names?.at(-1)]).toEqual([21, '+3', '30-35', '220-225'])
})

test('what a venue does not keep is named without another word', () => {
  const headers = createCandleHeaders({ ...facts, unkept: spans(2) })
  expect(headers['x-pmx-missing']).toBe('0-5, 10-15')
  expect(headers).not.toHaveProperty('x-pmx-stale')
})
