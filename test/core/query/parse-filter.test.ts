import { describe, expect, test } from 'vitest'
import type { RowFilter } from '../../../src/catalog/rows/filter.js'
import { readEventCriteria, readMarketCriteria } from '../../../src/core/query/parse-filter.js'

const without = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }
const JUNE = Date.UTC(2026, 5, 1)

describe('criteria are read as the filter they mean', () => {
  test.each<[unknown, RowFilter]>([
    ['foo', { texts: [{ text: 'foo', fields: ['title'] }], ranges: {} }],
    ['', { ranges: {} }],
    [{}, { ranges: {} }],
    [
      { text: 'x', searchIn: 'tags' },
      { texts: [{ text: 'x', fields: ['tags'] }], ranges: {} },
    ],
    [
      { text: 'x', searchIn: ['title', 'outcomes', 'title'] },
      { texts: [{ text: 'x', fields: ['title', 'outcomes'] }], ranges: {} },
    ],
    [
      { category: 'Sport', tags: ['A', 'b'] },
      { category: 'Sport', tags: ['A', 'b'], ranges: {} },
    ],
    [{ category: '', tags: [] }, { ranges: {} }],
    [{ category: null, tags: null, text: null, volume: null, resolutionDate: null }, { ranges: {} }],
    [{ tags: 'A' }, { tags: ['A'], ranges: {} }],
    [{ volume: { min: 5 } }, { ranges: { volume: { ...without, min: 5, orUnknown: false } } }],
    [{ volume24h: { max: 5 } }, { ranges: { volume24h: { ...without, max: 5, orUnknown: true } } }],
    [{ liquidity: {} }, { ranges: { liquidity: { ...without, orUnknown: true } } }],
    [{ openInterest: { min: 0, max: 0 } }, { ranges: { openInterest: { min: 0, max: 0, orUnknown: true } } }],
    [{ openInterest: { min: 1 } }, { ranges: { openInterest: { ...without, min: 1, orUnknown: false } } }],
    [{ openInterest: { max: -1 } }, { ranges: { openInterest: { ...without, max: -1, orUnknown: false } } }],
    [
      { resolutionDate: { after: '2026-06-01' } },
      { ranges: { endsAt: { ...without, min: JUNE, isOpen: true, orUnknown: false } } },
    ],
    [
      { resolutionDate: { before: JUNE / 1_000, after: null } },
      { ranges: { endsAt: { ...without, max: JUNE, isOpen: true, orUnknown: false } } },
    ],
    [{ price: { min: 0.2 } }, { ranges: { yesPrice: { ...without, min: 0.2, orUnknown: false } } }],
    [
      { price: { outcome: 'no', max: 0.2 }, priceChange24h: { outcome: 'down' } },
      {
        ranges: {
          noPrice: { ...without, max: 0.2, orUnknown: false },
          downChange: { ...without, orUnknown: false },
        },
      },
    ],
    [{ price: { outcome: 'up' } }, { ranges: { upPrice: { ...without, orUnknown: false } } }],
    [{ price: null, priceChange24h: undefined }, { ranges: {} }],
  ])('of markets: %j', (criteria, filter) => {
    expect(readMarketCriteria(criteria)).toEqual(filter)
  })

  test.each<[unknown, RowFilter]>([
    [
      { marketCount: { min: 2 }, totalVolume: { max: 9 } },
      {
        ranges: {
          marketCount: { ...without, min: 2, orUnknown: false },
          totalVolume: { ...without, max: 9, orUnknown: true },
        },
      },
    ],
    ['foo', { texts: [{ text: 'foo', fields: ['title'] }], ranges: {} }],
    [
      { category: 'Sport', tags: 'A' },
      { category: 'Sport', tags: ['A'], ranges: {} },
    ],
  ])('of events: %j', (criteria, filter) => {
    expect(readEventCriteria(criteria)).toEqual(filter)
  })
})

describe('criteria in the spelling of Python', () => {
  test.each([
    [{ volume_24h: { min: 1 } }, { volume24h: { min: 1 } }],
    [{ open_interest: { max: 1 } }, { openInterest: { max: 1 } }],
    [{ resolution_date: { after: '2026-01-01' } }, { resolutionDate: { after: '2026-01-01' } }],
    [{ price_change_24h: { min: 0.1 } }, { priceChange24h: { min: 0.1 } }],
    [
      { text: 'x', search_in: ['description'] },
      { text: 'x', searchIn: ['description'] },
    ],
  ])('of markets: %j', (given, same) => {
    expect(readMarketCriteria(given)).toEqual(readMarketCriteria(same))
    expect(readMarketCriteria(given)).not.toEqual(readMarketCriteria({}))
  })

  test.each([
    [{ market_count: { min: 2 } }, { marketCount: { min: 2 } }],
    [{ total_volume: { min: 2 } }, { totalVolume: { min: 2 } }],
  ])('of events: %j', (given, same) => {
    expect(readEventCriteria(given)).toEqual(readEventCriteria(same))
  })

  test('are refused in both spellings at once, and where there is none in either', () => {
    for (const given of [{ volume_24h: { min: 1 }, volume24h: { min: 1 } }, { volume_24: { min: 1 } }])
      expect(() => readMarketCriteria(given)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }))
  })
})

describe('what cannot be read is refused, with what would do', () => {
  const refused = (field: string, message: string) =>
    expect.objectContaining({ code: 'VALIDATION_ERROR', field, message: expect.stringContaining(message) })

  test.each<[unknown, string, string]>([
    [7, 'criteria', 'must be text or an object'],
    [[], 'criteria', 'must be text or an object'],
    [{ volum: {} }, 'volum', "Unknown filter criterion 'volum'"],
    [{ volume: { least: 1 } }, 'volume.least', 'Known criteria: min, max.'],
    [{ price: { side: 'yes' } }, 'price.side', 'Known criteria: outcome, min, max.'],
    [{ resolutionDate: { min: 1 } }, 'resolutionDate.min', 'Known criteria: before, after.'],
    [{ [`${'x'.repeat(70)}`]: 1 }, 'x'.repeat(60), `'${'x'.repeat(60)}'`],
    [{ text: 'x', searchIn: 'y'.repeat(70) }, 'searchIn', `got "${'y'.repeat(60)}"`],
    [{ text: 'x', searchIn: [7] }, 'searchIn', 'got a number'],
    [
      { text: 'x', searchIn: 'tag' },
      'searchIn',
      'must be one or more of title, description, category, tags, outcomes',
    ],
    [{ volume: { max: 1 / 0 } }, 'volume.max', 'volume.max must be a number'],
    [{ volume: 7 }, 'volume', 'volume must be an object with min and/or max'],
    [{ price: { outcome: 7 } }, 'price.outcome', 'must be yes, no, up or down'],
  ])('of markets: %j', (criteria, field, message) => {
    expect(() => readMarketCriteria(criteria)).toThrow(refused(field, message))
  })

  test('of events too: they have no outcomes', () => {
    expect(() => readEventCriteria({ text: 'x', searchIn: 'outcomes' })).toThrow(
      refused('searchIn', 'tags; got'),
    )
    expect(() => readEventCriteria({ price: {} })).toThrow(refused('price', 'Known criteria: text'))
    expect(() => readEventCriteria({ marketCount: { before: 1 } })).toThrow(
      refused('marketCount.before', 'Known criteria: min, max.'),
    )
  })
})
