import { expect, test } from 'vitest'
import { hexOf } from '../../../../src/simulator/world/common/hash.js'

// Ids of the world are made of it: were it written otherwise, recordings and links would name what is not there.
test.each([
  [432, 5, '00b5655920'],
  [7, 20, '18c9aec415f1b81ce05cfb74ed5fbee3590b0b66'],
  [0xffff_fff0, 3, '26ae2d'],
  [1, 0, ''],
])('the hash of %i is written in %i bytes, leading noughts and all', (seed, bytes, text) => {
  expect(hexOf(seed, bytes)).toBe(text)
})
