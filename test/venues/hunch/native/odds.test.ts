import { expect, test } from 'vitest'
import { centsOf } from '../../../../src/venues/hunch/native/odds.js'
import { evenOdds, ladderOdds, noBets, odds, stats } from '../payloads.js'

const even = { yes: 50, no: 50 }

test.each<[string, object | undefined, object | undefined, object | undefined]>([
  ['two sides', odds, stats(), { yes: 92, no: 8 }],
  ['outcomes by key', ladderOdds, stats({ yesPoolUsd: 0, noPoolUsd: 0 }), ladderOdds],
  ['none', undefined, stats(), undefined],
  ['what it starts with', evenOdds, noBets, even],
  ['even pools', evenOdds, stats({ yesPoolUsd: 6, noPoolUsd: 6 }), even],
  ['pools that are even when rounded', evenOdds, stats({ yesPoolUsd: 100.4, noPoolUsd: 99.6 }), even],
  // What the venue says when it cannot read the bets: 11 of 12 dollars are 92 cents.
  ['even odds of uneven pools', evenOdds, stats(), undefined],
  ['even odds of a pool that is on no side', evenOdds, stats({ yesPoolUsd: 0, noPoolUsd: 0 }), undefined],
  ['even odds of a pool without sides', evenOdds, { totalBets: 3, totalPoolUsd: 12 }, undefined],
  ['even odds of which nothing else is told', evenOdds, undefined, undefined],
  ['one side', { yesPriceCents: 92, noPriceCents: undefined }, stats(), { yes: 92 }],
  ['a ladder whose outcomes are even', { a: 50, b: 50 }, undefined, { a: 50, b: 50 }],
])('%s', (_what, told, money, expected) => {
  const cents = centsOf(told as Parameters<typeof centsOf>[0], money as Parameters<typeof centsOf>[1])
  expect(cents && Object.fromEntries(cents)).toEqual(expected)
})
