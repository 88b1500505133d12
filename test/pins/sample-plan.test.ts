import { describe, expect, test } from 'vitest'
import type { Pin } from '../../src/pins/format.js'
import {
  barStepOf,
  findCostProblem,
  findPaceProblem,
  listSampledOutcomes,
  renderPace,
} from '../../src/pins/sample-plan.js'
import type { BookSource, Venue } from '../../src/venue-kit/contract/venue.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const fetch = async () => ({ bids: [], asks: [] })
const fetchMany = async () => new Map()

/** 20 calls a minute, and 15 of them for one group. */
function venueWith(book: Omit<BookSource, 'fetch'> = {}): Pick<Venue, 'id' | 'hosts' | 'book'> {
  const limit = { capacity: 10, perSecond: 20 / 60, source: 'test' }
  const groups = { quotes: { capacity: 5, perSecond: 0.25, source: 'test' } }
  return {
    id: 'smarkets',
    hosts: { api: { url: 'https://venue.test', limit, groups } },
    book: { fetch, ...book },
  }
}

const pin = (sampleMs: number | undefined, count: number, prefix = 'o'): Pin => ({
  venue: 'smarkets',
  id: `${prefix} ${sampleMs}`,
  outcomes: Array.from({ length: count }, (_, at) => ({ outcomeId: `${prefix}${at}` })),
  pinnedAt: 0,
  ...(sampleMs === undefined ? {} : { sampleMs }),
})

test.each([
  [10 * SECOND, MINUTE, '10s'],
  [MINUTE, MINUTE, '1m'],
  [90 * SECOND, 2 * MINUTE, '90s'],
  [5 * MINUTE, 5 * MINUTE, '5m'],
  [60 * MINUTE, 60 * MINUTE, '1h'],
])('a pace of %d ms makes bars of %d ms, and is called %s', (paceMs, stepMs, name) => {
  expect([barStepOf(paceMs), renderPace(paceMs), findPaceProblem(paceMs)]).toEqual([stepMs, name, undefined])
})

test.each([
  [9 * SECOND, 'every 10s to 1h'],
  [61 * MINUTE, 'every 10s to 1h'],
  [7 * MINUTE, '7m candles do not divide an hour'],
  [6.5 * MINUTE, '7m candles do not divide an hour'],
])('a pace of %d ms cannot be had', (paceMs, why) => {
  expect(findPaceProblem(paceMs)).toContain(why)
})

test('an outcome is sampled at the shortest pace of its pins; others are captured, not sampled', () => {
  const pins = [pin(5 * MINUTE, 2), pin(MINUTE, 1), pin(undefined, 3, 'captured')]
  expect(listSampledOutcomes(pins)).toEqual([
    { venue: 'smarkets', outcomeId: 'o0', paceMs: MINUTE },
    { venue: 'smarkets', outcomeId: 'o1', paceMs: 5 * MINUTE },
  ])
})

describe('of the narrowest limit of the venue a quarter may go into samples', () => {
  test.each<[string, Omit<BookSource, 'fetch'>, Pin[], boolean]>([
    ['three books a minute', {}, [pin(MINUTE, 3)], true],
    ['four books a minute', {}, [pin(MINUTE, 4)], false],
    ['three a minute and one in five', {}, [pin(MINUTE, 3), pin(5 * MINUTE, 1, 'p')], true],
    ['three a minute and four in five', {}, [pin(MINUTE, 3), pin(5 * MINUTE, 4, 'p')], false],
    ['300 in calls for many', { fetchMany }, [pin(MINUTE, 300)], true],
    ['301 in calls for many', { fetchMany }, [pin(MINUTE, 301)], false],
    ['301 in calls for 200', { fetchMany, mostBooksACall: 200 }, [pin(MINUTE, 301)], true],
    ['one every 16 s', { fetchMany }, [pin(16 * SECOND, 1)], true],
    ['one every 15 s', { fetchMany }, [pin(15 * SECOND, 1)], false],
  ])('%s', (_what, book, pins, isFine) => {
    expect(findCostProblem(venueWith(book), pins) === undefined).toBe(isFine)
  })

  test('which a refusal reckons up', () => {
    expect(findCostProblem(venueWith(), [pin(10 * SECOND, 1), pin(MINUTE, 3, 'p')])).toBe(
      'Sampling 1 every 10s and 3 every 1m takes 9 calls per minute (one per book). ' +
        'smarkets allows 15 per minute. Sampling may use a quarter of that, 3.75.',
    )
    expect(findCostProblem(venueWith({ fetchMany }), [pin(10 * SECOND, 1)])).toContain(
      'takes 6 calls per minute (one for up to 100 books)',
    )
  })

  test('and pins of other venues do not count', () => {
    expect(findCostProblem({ ...venueWith(), id: 'kalshi' }, [pin(10 * SECOND, 99)])).toBeUndefined()
  })
})
