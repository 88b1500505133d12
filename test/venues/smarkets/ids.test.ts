import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayFromSlug, packMarketSlug, readId } from '../../../src/venues/smarkets/ids.js'

describe('reading what names something', () => {
  test.each([
    ['4001', { kind: 'number', number: '4001' }],
    [' 163497400 ', { kind: 'number', number: '163497400' }],
    ['Kestrels-vs-Lanterns', { kind: 'slug', event: 'kestrels-vs-lanterns' }],
    ['kestrels-vs-lanterns/winner', { kind: 'market-slug', event: 'kestrels-vs-lanterns', market: 'winner' }],
    ['https://smarkets.com/event/4001/kestrels', { kind: 'number', number: '4001' }],
    [
      'https://smarkets.com/sport/football/Harbour-Cup/2026/11/22/20-00/kestrels-vs-lanterns/?x=1',
      { kind: 'page', fullSlug: '/sport/football/harbour-cup/2026/11/22/20-00/kestrels-vs-lanterns' },
    ],
    ['https://elsewhere.example/sport/football', { kind: 'none' }],
    ['https://smarkets.com/', { kind: 'none' }],
    ['https://smarkets.com/event/x', { kind: 'none' }],
    ['0012', { kind: 'slug', event: '0012' }],
    ['a/b/c', { kind: 'none' }],
    ['a b', { kind: 'none' }],
    ['a/', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%s', (text, id) => {
    expect(readId(text)).toEqual(id)
  })

  test('never throws, and a number is digits that can stand in a path', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = readId(text)
        return id.kind !== 'number' || /^[1-9]\d*$/.test(id.number)
      }),
    )
  })

  test('the slug of a market names its event and itself', () => {
    const slug = fc.stringMatching(/^[a-z][a-z0-9.-]{0,20}$/)
    fc.assert(
      fc.property(slug, slug, (event, market) => {
        expect(readId(packMarketSlug(event, market))).toEqual({ kind: 'market-slug', event, market })
      }),
    )
  })
})

test.each([
  ['/sport/football/cup/2026/11/22/20-00/a-vs-b', Date.UTC(2026, 10, 22)],
  ['/sport/horse-racing/curragh/2026/05/23/15-15', Date.UTC(2026, 4, 23)],
  ['/politics/elections/next-mayor', undefined],
])('the day of %s', (fullSlug, day) => {
  expect(dayFromSlug(fullSlug)).toBe(day)
})
