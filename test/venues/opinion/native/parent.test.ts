import { expect, test } from 'vitest'
import { parentSlugsOf } from '../../../../src/venues/opinion/native/parent.js'

test.each([
  ['who-wins-ostrava-bay-ines-calloway', 'Ines Calloway', 'who-wins-ostrava-bay'],
  ['how-long-10-15s', '10–15s', 'how-long'],
  ['what-price-will-it-hit-up-100000', '↑ 100,000', 'what-price-will-it-hit'],
  ['which-region-lck-south-korea', 'LCK (South Korea)', 'which-region'],
  ['will-it-launch-by-december-31-2026', 'December 31, 2026', 'will-it-launch-by'],
])('the parent of %s is tried first where the title ends', (slug, marketTitle, parent) => {
  expect(parentSlugsOf({ slug, marketTitle })[0]).toBe(parent)
})

test.each([
  [undefined, 'Title'],
  ['word', 'Title'],
  ['two-words', 'Three words here'],
])('of the slug %s nothing can be guessed', (slug, marketTitle) => {
  expect(parentSlugsOf({ slug, marketTitle })).toEqual([])
})
