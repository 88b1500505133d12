import { describe, expect, test } from 'vitest'
import {
  assertRequested,
  hasOutcome,
  isRequestedEvent,
  isRequestedMarket,
  isRequestedSeries,
  isShownOn,
} from '../../../src/core/query/verify-lookup.js'
import { event, fakeVenue, market } from '../fake-venue.js'

const row = market('FOO-26', { slug: 'will-foo' })
const withContract = { ...row, market: { ...row.market, contractAddress: '0xAbC' } }

describe('a market is what was asked for', () => {
  test.each([
    'FOO-26',
    'foo-26',
    'FOO-26-NO',
    'will-foo',
    '0xabc',
    'https://venue.test/m/FOO-26',
    'https://other.test/event/x/will-foo?tab=1#top',
    'https://venue.test/m/will%2Dfoo',
  ])('by %s', (asked) => {
    expect(isRequestedMarket(withContract, asked)).toBe(true)
  })

  test.each([
    'FOO',
    'FOO-26-NOPE',
    '',
    'will',
    'https://venue.test/m/FOO',
    'https://venue.test/',
    'https://venue.test/%E0%A4%A',
  ])('not by %j', (asked) => {
    expect(isRequestedMarket(withContract, asked)).toBe(false)
  })

  test('by its number with zeros before it, and not by another', () => {
    const numbered = market('663583')
    expect(['00663583', '663583', '6635830', '0'].map((asked) => isRequestedMarket(numbered, asked))).toEqual(
      [true, true, false, false],
    )
  })

  test('an empty slug is no key', () => {
    expect(isRequestedMarket({ ...row, market: { ...row.market, slug: '' } }, '')).toBe(false)
    expect(isRequestedMarket({ ...row, market: { ...row.market, slug: '' } }, 'https://x.test/')).toBe(false)
  })
})

test('an event is what was asked for by id, slug or address', () => {
  const cup = event('E1', [], { slug: 'the-cup' })
  expect(
    ['E1', 'e1', 'the-cup', 'https://venue.test/e/the-cup', 'E2'].map((asked) =>
      isRequestedEvent(cup, asked),
    ),
  ).toEqual([true, true, true, true, false])
})

test('a series is what was asked for by id, ticker or slug', () => {
  const series = { id: '7', title: 'x', ticker: 'KXFOO', slug: 'foo', sourceExchange: 'kalshi' }
  expect(['7', 'kxfoo', 'foo', '8'].map((asked) => isRequestedSeries(series, asked))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('a market is shown on its own page only, however its address is written', () => {
  const { url } = row.market
  const bare = url.replace('https://', '')
  for (const address of [url, `${url}/`, `http://www.${bare}`, url.toUpperCase()]) {
    expect([address, isShownOn(row, address)]).toEqual([address, true])
  }
  for (const address of [`${url}-2`, `${url}/x`, `https://other.${bare}`]) {
    expect([address, isShownOn(row, address)]).toEqual([address, false])
  }
})

test('an outcome belongs to a market by its own id only', () => {
  expect(['FOO-26', 'foo-26-no', 'will-foo'].map((asked) => hasOutcome(row, asked))).toEqual([
    true,
    true,
    false,
  ])
})

test('what was not asked for is an error that names both sides', () => {
  const venue = fakeVenue()
  expect(assertRequested(row, 'FOO-26', isRequestedMarket, venue)).toBe(row)
  expect(() => assertRequested(row, 'BAR-26', isRequestedMarket, venue)).toThrow(
    expect.objectContaining({
      code: 'EXCHANGE_NOT_AVAILABLE',
      exchange: 'kalshi',
      detail: { kind: 'wrong_row', asked: 'BAR-26' },
      message: expect.stringContaining('BAR-26'),
    }),
  )
})
