import { expect, test } from 'vitest'
import { centsOf } from '../../../../src/venues/hunch/native/odds.js'
import { marketReply, researchOdds } from '../../../../src/venues/hunch/schemas.js'
import { evenOdds, ladder, nativeMarket, nativeReply, nativeResearch, noBets, stats } from '../payloads.js'

const even = { yes: 50, no: 50 }
const uneven = { yesPriceCents: 92, noPriceCents: 8 }

test.each<[string, object | null, object | null, object | undefined]>([
  ['two sides', uneven, stats(), { yes: 92, no: 8 }],
  ['none', null, stats(), undefined],
  ['what it starts with', evenOdds, noBets, even],
  ['even pools', evenOdds, stats({ yesPoolUsd: 6, noPoolUsd: 6 }), even],
  ['pools that are even when rounded', evenOdds, stats({ yesPoolUsd: 100.4, noPoolUsd: 99.6 }), even],
  // What the partner API says when it cannot read the bets: 11 of 12 dollars are 92 cents.
  ['even odds of uneven pools', evenOdds, stats(), undefined],
  ['even odds of a pool that is on no side', evenOdds, stats({ yesPoolUsd: 0, noPoolUsd: 0 }), undefined],
  ['even odds of a pool without sides', evenOdds, { totalBets: 3, totalPoolUsd: 12 }, even],
  ['even odds of which nothing else is told', evenOdds, null, even],
  ['one side', { yesPriceCents: 92, noPriceCents: null }, stats(), { yes: 92 }],
  ['nothing of either side', { yesPriceCents: null, noPriceCents: null }, null, {}],
])('%s', (_what, odds, money, expected) => {
  const { market } = marketReply.parse(nativeReply(nativeMarket({ odds, stats: money })))
  const cents = centsOf(market.odds, undefined, market.stats)
  expect(cents && Object.fromEntries(cents)).toEqual(expected)
})

test('several outcomes cost what their ladder says, whatever the odds of two sides', () => {
  const { research } = researchOdds.parse(nativeResearch({ ladder: ladder({ 'n9-p9': null }) }))
  const cents = centsOf({ yesPriceCents: 50, noPriceCents: 50 }, research.ladder, research.stats)
  expect(cents && Object.fromEntries(cents)).toEqual({ 'le-n9': 1, 'ge-p9': 3 })
})
