import { expect, test } from 'vitest'
import { outcomesOf } from '../../src/core/match-rows.js'
import type { Pair } from '../../src/core/pairs.js'

const yesNo = { yesId: 'yes', noId: 'no' }
const other = { yesId: 'other-yes', noId: 'other-no' }

test.each([
  ['the yes of both where none is known to correspond', yesNo, other, [], { a: 'yes', b: 'other-yes' }],
  [
    'what corresponds to the yes, wherever it stands',
    yesNo,
    other,
    [
      { a: 'no', b: 'other-yes' },
      { a: 'yes', b: 'other-no' },
    ],
    { a: 'yes', b: 'other-no' },
  ],
  ['nothing beside a yes that none corresponds to', yesNo, other, [{ a: 'no', b: 'x' }], { a: 'yes' }],
  [
    'without a yes the first that corresponds',
    {},
    other,
    [
      { a: 'red', b: 'rot' },
      { a: 'blue', b: 'blau' },
    ],
    { a: 'red', b: 'rot' },
  ],
  ['nothing where neither is known', {}, other, [], {}],
])('the outcomes whose prices a pair is compared by: %s', (_what, a, b, outcomes, compared) => {
  const pair = { a: { features: a }, b: { features: b }, comparison: { outcomes } } as unknown as Pair
  expect(outcomesOf(pair)).toEqual(compared)
})
