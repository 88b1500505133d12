import { describe, expect, test } from 'vitest'
import { joinCassettes } from '../../src/cassette/maintenance/join.js'
import { findEntries, overviewOf, renderEntryName } from '../../src/cassette/maintenance/overview.js'
import { pruneCassette, readUnusedList } from '../../src/cassette/maintenance/prune.js'
import { cassette, entry, identity, NOON } from './support/cassettes.js'

const HOUR = 3_600_000

describe('an overview', () => {
  test('has one row an endpoint, with its calls, answers and failures', () => {
    const failed = { failure: { kind: 'timeout', message: 'no answer' } } as const
    const rows = overviewOf(
      cassette([entry('/a', 1), entry('/a', 2, { n: 1, at: NOON + 5, answer: failed }), entry('/b', 1)]),
    )
    expect(
      rows.map(({ path, calls, answers, failures, from, to }) => [path, calls, answers, failures, from, to]),
    ).toEqual([
      ['/a', 1, 2, 1, NOON, NOON + 5],
      ['/b', 1, 1, 0, NOON, NOON],
    ])
  })

  test('finds entries by a part of their call and by their turn', () => {
    const all = cassette([entry('/a', 1), entry('/a', 2, { n: 1 }), entry('/b', 3)])
    expect(findEntries(all, 'KALSHI get api/a').map(({ n }) => n)).toEqual([0, 1])
    expect(findEntries(all, '/a', 1).map(({ n }) => n)).toEqual([1])
    expect(findEntries(all, '/c')).toEqual([])
  })
})

describe('joining', () => {
  const june = cassette([entry('/a', 'january'), entry('/b', 'june', { at: NOON + 6 * HOUR })])
  const march = cassette([
    entry('/a', 'march', { at: NOON + 3 * HOUR }),
    entry('/b', 'march', { at: NOON + 3 * HOUR }),
  ])
  const told = ({ entries }: typeof june) => entries.map(({ call, answer }) => [call.path, answer]).sort()

  test('keeps of each call what was recorded last, in whatever order the files are given', () => {
    const joined = joinCassettes([june, march])
    expect(told(joined)).toMatchObject([
      ['/a', { reply: { body: { json: 'march' } } }],
      ['/b', { reply: { body: { json: 'june' } } }],
    ])
    expect(told(joinCassettes([march, june]))).toEqual(told(joined))
  })

  test('takes requests that were made hundreds of thousands of times', () => {
    const at = Array.from({ length: 200_000 }, (_, index) => NOON + index)
    const often = cassette([], [{ question: { exchange: 'kalshi', method: 'fetchMarket', hash: '0f' }, at }])
    expect(joinCassettes([often, often]).asks).toEqual(often.asks)
  })

  test('with itself changes nothing', () => {
    expect(told(joinCassettes([june, june]))).toEqual(told(june))
  })
})

describe('pruning', () => {
  const all = cassette([entry('/a', 1), entry('/a', 2, { n: 1 }), entry('/b', 3)])

  test('takes the last answers of a call that was used less often than recorded', () => {
    const { cassette: left, gone } = pruneCassette(all, { unused: ['kalshi GET api/a'] })
    expect(gone).toBe(1)
    expect(left.entries.map(({ call, n }) => [call.path, n])).toEqual([
      ['/a', 0],
      ['/b', 0],
    ])
  })

  test('takes those answers that a replay names, and leaves the others of the call', () => {
    const { cassette: left } = pruneCassette(all, { unused: ['kalshi GET api/a #0'] })
    expect(left.entries).toEqual([{ ...all.entries[1], n: 0 }, all.entries[2]])
  })

  test('tells calls apart that begin alike, however long they are, and by what is in their queries', () => {
    const ids = 'x'.repeat(400)
    const calls = [
      entry('/a', 1, { call: identity('/a', { ids: `${ids}1` }) }),
      entry('/a', 2, { call: identity('/a', { ids: `${ids}2` }) }),
      entry('/b', 3, { call: identity('/b', { ids: '1&page=2' }) }),
      entry('/b', 4, { call: identity('/b', { ids: '1', page: '2' }) }),
    ]
    for (const unused of calls) {
      const { cassette: left } = pruneCassette(cassette(calls), { unused: [renderEntryName(unused)] })
      expect(left.entries).toEqual(calls.filter((entry) => entry !== unused))
    }
  })

  test('takes only what meets every condition, and nothing for an empty list', () => {
    expect(pruneCassette(all, { venue: 'kalshi', path: '/b' }).gone).toBe(1)
    expect(pruneCassette(all, { venue: 'polymarket', path: '/b' }).gone).toBe(0)
    expect(pruneCassette(all, { unused: [] }).gone).toBe(0)
  })

  test('reads a list as lines, as JSON, and as a report', () => {
    const calls = ['kalshi GET api/a', 'kalshi GET api/b']
    expect(readUnusedList(`${calls.join('\n')}\n\n`)).toEqual(calls)
    expect(readUnusedList(JSON.stringify(calls))).toEqual(calls)
    expect(readUnusedList(JSON.stringify({ count: 2, calls }))).toEqual(calls)
  })
})
