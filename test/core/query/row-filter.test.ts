import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toEventTest, toMarketTest } from '../../../src/core/query/row-filter.js'
import { coreOver, event, fakeVenue, idsIn, market } from '../fake-venue.js'

const { market: full } = market('FOO', {
  title: 'Will Foo win?',
  description: 'Resolves by the Ministry',
  category: 'Sport',
  tags: ['Cup', 'Final'],
  volume24h: 100,
  liquidity: 50,
})
const dated = { ...full, resolutionDate: '2026-06-01T00:00:00.000Z' }
const bare = market('BARE').market

describe('a market passes', () => {
  test.each<[unknown]>([
    ['foo'],
    [''],
    [{}],
    [{ text: 'FOO WIN' }],
    [{ text: 'ministry', searchIn: ['description'] }],
    [{ text: 'ministry', searchIn: ['title', 'description'] }],
    [{ text: 'spor', searchIn: ['category'] }],
    [{ text: 'fin', searchIn: ['tags'] }],
    [{ text: 'not will', searchIn: ['outcomes'] }],
    [{ text: 'foo', searchIn: 'title' }],
    [{ volume24h: { min: 100, max: 100 } }],
    [{ volume: { max: 0 } }],
    [{ openInterest: { min: 0 } }],
    [{ liquidity: { min: 49.9 } }],
    [{ resolutionDate: { before: '2026-06-02', after: '2026-05-31' } }],
    [{ resolutionDate: { after: 1_748_736_000 } }],
    [{ category: 'Sport' }],
    [{ category: 'sport' }],
    [{ category: 'SPORT' }],
    // Our name for what the venue calls so.
    [{ category: 'sports' }],
    [{ tags: ['nope', 'CUP'] }],
    [{ tags: 'cup' }],
    [{ tags: [] }],
    [{ price: { outcome: 'yes', min: 0.4, max: 0.4 } }],
    [{ price: { min: 0.4 } }],
    [{ price: { outcome: 'down', min: 0.6 } }],
    [{ text: null, tags: null, category: null, price: null, volume: null, resolutionDate: null }],
    [{ volume24h: { min: null, max: 200 } }],
  ])('%j', (criteria) => {
    expect(toMarketTest(criteria)(dated)).toBe(true)
  })
})

describe('a market fails', () => {
  test.each<[unknown]>([
    ['bar'],
    [{ text: 'ministry' }],
    [{ text: 'foo', searchIn: ['description'] }],
    [{ volume24h: { min: 100.01 } }],
    [{ volume24h: { max: 99.99 } }],
    [{ volume: { min: 1 } }],
    [{ openInterest: { min: 1 } }],
    [{ resolutionDate: { before: '2026-06-01' } }],
    [{ resolutionDate: { after: '2026-06-01' } }],
    [{ category: 'sporting' }],
    [{ category: 'politics' }],
    [{ tags: ['cup-final'] }],
    [{ price: { outcome: 'yes', min: 0.41 } }],
    [{ priceChange24h: { min: -1 } }],
    [{ text: 'foo', volume24h: { min: 1_000 } }],
  ])('%j', (criteria) => {
    expect(toMarketTest(criteria)(dated)).toBe(false)
  })

  test('every date when it has none, every price when it has no such outcome', () => {
    expect(toMarketTest({ resolutionDate: { after: 0 } })(bare)).toBe(false)
    expect(toMarketTest({ resolutionDate: {} })(bare)).toBe(false)
    const { yes: _yes, ...without } = bare
    expect(toMarketTest({ price: { min: 0 } })(without)).toBe(false)
  })
})

describe('an event', () => {
  const cup = {
    ...event('E', []).event,
    title: 'The cup',
    category: 'Sport',
    tags: ['Cup'],
    markets: [full, bare],
  }

  test.each<[unknown, boolean]>([
    ['CUP', true],
    [{ text: 'sport', searchIn: ['category'] }, true],
    [{ marketCount: { min: 2, max: 2 } }, true],
    [{ marketCount: { max: 1 } }, false],
    [{ totalVolume: { min: 100, max: 100 } }, true],
    [{ totalVolume: { min: 101 } }, false],
    [{ category: 'Sport', tags: ['cup'] }, true],
    [{ category: 'Politics' }, false],
  ])('%j: %s', (criteria, passes) => {
    expect(toEventTest(criteria)(cup)).toBe(passes)
  })
})

describe('criteria that cannot be read are refused by name', () => {
  test.each<[unknown, string]>([
    [5, 'criteria'],
    [null, 'criteria'],
    [['x'], 'criteria'],
    [{ text: 5 }, 'text'],
    [{ text: 'x', searchIn: ['body'] }, 'searchIn'],
    [{ text: 'x', searchIn: [5] }, 'searchIn'],
    [{ text: 'x', searchIn: { toString: 1 } }, 'searchIn'],
    [{ volume24h: 5 }, 'volume24h'],
    [{ volume24h: [1, 2] }, 'volume24h'],
    [{ volume24h: { min: '5' } }, 'volume24h.min'],
    [{ liquidity: { max: {} } }, 'liquidity.max'],
    [{ price: { outcome: 'maybe' } }, 'price.outcome'],
    [{ priceChange24h: 'up' }, 'priceChange24h'],
    [{ resolutionDate: '2026' }, 'resolutionDate'],
    [{ resolutionDate: ['2026-01-01'] }, 'resolutionDate'],
    [{ resolutionDate: { before: 'soon' } }, 'resolutionDate.before'],
    [{ category: 5 }, 'category'],
    [{ tags: [5] }, 'tags'],
  ])('%j names %s', (criteria, field) => {
    expect(() => toMarketTest(criteria)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', field }))
  })
})

describe('filtering what a caller sends', () => {
  const core = coreOver(fakeVenue())

  test('keeps the rows that pass, in their order', async () => {
    const rows = [market('A', { volume24h: 5 }), market('B'), market('C', { volume24h: 9 })].map(
      (row) => row.market,
    )
    expect(idsIn(await core.ask('filterMarkets', rows, { volume24h: { min: 5 } }))).toEqual(['A', 'C'])
    expect(idsIn(await core.ask('filterMarkets', rows, 'market b'))).toEqual(['B'])
    expect(
      idsIn(await core.ask('filterEvents', [{ id: 'E', markets: rows }], { marketCount: { min: 3 } })),
    ).toEqual(['E'])
  })

  test('takes rows as they are: members of another type count as missing', async () => {
    const odd = [
      { id: 'a' },
      { id: 'b', title: 5, tags: 'x', outcomes: {}, yes: null, volume24h: '7', resolutionDate: 5 },
      { id: 'c', tags: [5, 'cup'] },
    ]
    for (const criteria of [
      'x',
      { price: { min: 0 } },
      { resolutionDate: { after: 0 } },
      { volume24h: { min: 1 } },
    ])
      expect(await core.ask('filterMarkets', odd, criteria)).toEqual([])
    expect(await core.ask('filterMarkets', odd, { tags: ['cup'] })).toEqual([odd[2]])
    expect(await core.ask('filterEvents', [{ id: 'a', markets: 'x' }], { marketCount: { min: 1 } })).toEqual(
      [],
    )
  })

  test.each([[[5]], [[null]], [['x']], [[[]]]])('refuses rows that are no objects: %j', async (rows) => {
    await expect(core.ask('filterMarkets', rows, 'x')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      field: 'markets',
    })
  })

  test('never breaks, whatever the rows and the criteria', async () => {
    const names = [
      'title',
      'description',
      'category',
      'tags',
      'outcomes',
      'markets',
      'yes',
      'no',
      'volume24h',
      'volume',
      'liquidity',
      'openInterest',
      'resolutionDate',
      'price',
      'text',
      'searchIn',
      'marketCount',
      'totalVolume',
      'min',
      'max',
      'outcome',
      'before',
    ]
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 1 })),
    )
    const object = fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('filterMarkets', 'filterEvents'),
        fc.array(object),
        object,
        async (method, rows, criteria) => {
          try {
            expect(await core.ask(method, rows, criteria)).toBeInstanceOf(Array)
          } catch (error) {
            expect(error).toMatchObject({ code: 'VALIDATION_ERROR' })
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('a criterion that nobody knows is refused: it would let everything through', () => {
  test.each<[unknown, string, string | undefined]>([
    [{ volume24H: { min: 1 } }, 'volume24H', 'volume24h'],
    [{ catagory: 'x' }, 'catagory', 'category'],
    [{ price: { outcom: 'no', min: 0.1 } }, 'price.outcom', 'outcome'],
    [{ liquidity: { minimum: 5 } }, 'liquidity.minimum', undefined],
    [{ resolutionDate: { befor: 1 } }, 'resolutionDate.befor', 'before'],
    [{ totalVolume: { min: 1 } }, 'totalVolume', undefined],
    [{ constructor: 1 }, 'constructor', undefined],
  ])('%j of markets', (criteria, field, meant) => {
    const message = expect.stringContaining(
      meant === undefined ? 'Known criteria' : `(did you mean '${meant}'?)`,
    )
    expect(() => toMarketTest(criteria)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', field, message }),
    )
  })

  test('of events', () => {
    expect(() => toEventTest({ marketcount: { min: 1 } })).toThrow(/did you mean 'marketCount'/)
    expect(() => toEventTest({ marketCount: { from: 1 } })).toThrow(
      expect.objectContaining({ field: 'marketCount.from' }),
    )
  })
})

test('criteria may name a thing any number of times', () => {
  const row = { title: 'other', tags: ['a', 'b'], outcomes: [] }
  const rows = Array.from({ length: 3_000 }, () => row)
  const many = Array.from({ length: 300_000 }, (_, index) => `tag-${index}`)
  const titles = Array.from({ length: 300_000 }, () => 'title')
  expect(toMarketTest({ tags: [...many, 'B'] })(row as never)).toBe(true)
  const [byTags, byText] = [toMarketTest({ tags: many }), toMarketTest({ text: 'foo', searchIn: titles })]
  expect(rows.filter((one) => byTags(one as never) || byText(one as never))).toEqual([])
  expect(() => toMarketTest({ text: 'a', searchIn: 'x'.repeat(100_000) })).toThrow(/^.{0,300}$/)
})
