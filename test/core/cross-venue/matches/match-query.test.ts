import { expect, test } from 'vitest'
import {
  createSharedNameHeader,
  joinHeaders,
  namedBy,
  narrowRows,
} from '../../../../src/core/cross-venue/matches/match-query.js'

const row = { sourceExchange: 'kalshi' }
const own = ['m-1', 'slug-1']

test.each([
  ['its id comes first', [['id', 'slug'], undefined, [], undefined], { name: 'id', others: ['slug'] }],
  [
    'else another name, the first that says anything',
    [[undefined, '', 'url'], undefined, [], undefined],
    { name: 'url', others: [] },
  ],
  [
    'the venue of the row that is handed in',
    [[], row, own, undefined],
    { name: 'm-1', others: ['slug-1'], venue: 'kalshi' },
  ],
  [
    'its venue beside an id that says nothing',
    [[''], row, own, ''],
    { name: 'm-1', others: ['slug-1'], venue: 'kalshi' },
  ],
  ['no venue where another id is asked for', [['id'], row, own, undefined], { name: 'id', others: own }],
  [
    'the venue of the row for one of its own names',
    [['slug-1'], row, own, undefined],
    { name: 'slug-1', others: ['m-1'], venue: 'kalshi' },
  ],
  [
    'no venue that there is not',
    [[], { sourceExchange: 'nowhere' }, ['m-1'], undefined],
    { name: 'm-1', others: [] },
  ],
  ['the venue that is asked for', [['id'], row, own, 'Rain'], { name: 'id', others: own, venue: 'rain' }],
  ['none at all', [[undefined], {}, [], undefined], undefined],
  ['none but empty ones', [[''], row, [''], undefined], undefined],
] as const)('what a question names: %s', (_what, [names, given, ownNames, venue], named) => {
  expect(namedBy(names, given, ownNames, venue)).toEqual(named)
})

test('what a client hands in for a name is none unless it is a text, and a venue is one that there is', () => {
  expect(namedBy([7 as unknown as string], row, ['m-1'], undefined)).toMatchObject({ name: 'm-1' })
  expect(() => namedBy(['id'], row, own, 'nyse')).toThrow('sourceExchange must be the id of a venue')
})

test('other names tell apart what shares the first, as far as they do', async () => {
  const idsOf = async (name: string) => (name === 'both' ? ['a', 'b'] : name === 'one' ? ['b'] : [])
  const left = (others: readonly string[], rows = ['a', 'b', 'c']) =>
    narrowRows(rows, { name: 'x', others }, (id) => id, idsOf)
  expect(await left([])).toEqual(['a', 'b', 'c'])
  expect(await left(['both'])).toEqual(['a', 'b'])
  expect(await left(['both', 'one'])).toEqual(['b'])
  expect(await left(['none'])).toEqual(['a', 'b', 'c'])
  expect(await left(['one'], ['a'])).toEqual(['a'])
})

test('a shared name is a warning, beside others', () => {
  expect(createSharedNameHeader('market', 1, 'x')).toEqual({})
  const shared = createSharedNameHeader('event', 2, 'x')
  expect(shared['x-pmx-warning']).toMatch(/^2 events have the name .*x.*sourceEvent/)
  expect(joinHeaders(shared, { 'x-pmx-warning': 'slow', a: '1' })).toEqual({
    'x-pmx-warning': `${shared['x-pmx-warning']}; slow`,
    a: '1',
  })
  expect(joinHeaders({ a: '1' }, { b: '2' })).toEqual({ a: '1', b: '2' })
})
