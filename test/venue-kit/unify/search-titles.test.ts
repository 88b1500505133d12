import { expect, test } from 'vitest'
import { searchTextsFor } from '../../../src/venue-kit/unify/search-titles.js'

test.each([
  ['velmar', ['velmar']],
  ['Election - Will Ada Brook win?', ['Election - Will Ada Brook win?', 'Will Ada Brook win?']],
  ['Election of the mayor - Ada', ['Election of the mayor - Ada', 'Election of the mayor']],
  ['a - bcd - e', ['a - bcd - e', 'bcd']],
  ['well-known', ['well-known']],
  [' - ', [' - ']],
])('%j is sought as %j', (text, sought) => {
  expect(searchTextsFor(text, ' - ')).toEqual(sought)
})
