import { expect, test } from 'vitest'
import { categories } from '../../../src/api/values/categories.js'
import { categoryOf, parseCategory } from '../../../src/catalog/query/category.js'

test.each([
  ['Politics', 'politics'],
  ['US-Current-Affairs / Elections', 'politics'],
  ['Climate and Weather', 'climate'],
  ['Science and Technology', 'science'],
  ['Sports', 'sports'],
  ['esports', 'sports'],
  ['Crypto', 'crypto'],
  ['BTC', 'crypto'],
  ['Economics', 'economics'],
  ['Financials', 'finance'],
  ['Companies', 'companies'],
  ['Entertainment', 'culture'],
  ['Pop Culture', 'culture'],
  ['World', 'world'],
  ['Geopolitics', 'world'],
  ['Health', 'health'],
  ['AI', 'technology'],
])('a venue that says %s means %s', (told, category) => {
  expect(categoryOf(told)).toBe(category)
})

test('what says nothing that we know is in none, whatever words it looks like', () => {
  for (const told of [undefined, '', 'Misc', 'sportsmanship', 'undefined', 'constructor', '__proto__'])
    expect(categoryOf(told)).toBeUndefined()
})

test('each of ours can be asked for by its name, and by a word of the venues', () => {
  for (const category of categories) expect(parseCategory(` ${category.toUpperCase()}`)).toBe(category)
  expect(parseCategory('NBA')).toBe('sports')
  expect(parseCategory('zzz')).toBeUndefined()
})
