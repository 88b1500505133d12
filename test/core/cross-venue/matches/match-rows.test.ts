import { expect, test } from 'vitest'
import type { MarketPair } from '../../../../src/core/cross-venue/matches/match-pairs.js'
import { outcomesOf } from '../../../../src/core/cross-venue/matches/match-rows.js'

const yesNo = { yesId: 'yes', noId: 'no' }
const other = { yesId: 'other-yes', noId: 'other-no' }

test.each([
  ['nothing where none is known to correspond', yesNo, other, [], { a: 'yes' }],
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
  const pair = { a: { features: a }, b: { features: b }, comparison: { outcomes } } as unknown as MarketPair
  expect(outcomesOf(pair)).toEqual(compared)
})

test.each([
  ['subset', { a: 'yes', b: 'other-yes' }],
  ['superset', { a: 'yes', b: 'other-yes' }],
  ['identity', { a: 'yes' }],
  ['overlap', { a: 'yes' }],
  ['related', { a: 'yes' }],
  ['conflict', { a: 'yes' }],
])(
  'yes stands beside yes without a pair of outcomes only where one implies the other: %s',
  (relation, compared) => {
    const comparison = { outcomes: [], relation }
    const pair = { a: { features: yesNo }, b: { features: other }, comparison } as unknown as MarketPair
    expect(outcomesOf(pair)).toEqual(compared)
  },
)
