import { expect, test } from 'vitest'
import { describePrediction } from '../../../../src/venues/suibets/native/prediction.js'
import { offer } from '../../../../src/venues/suibets/schemas.js'
import { nativeOffer } from '../payloads.js'

test.each([
  ['home', 'Kestrels'],
  ['AWAY', 'Lanterns'],
  ['draw', 'Draw'],
  ['over_2.5', 'Over 2.5'],
  ['under_3', 'Under 3'],
  ['btts_yes', 'Both teams to score'],
  ['btts_no', 'Not both teams to score'],
  ['home_or_draw', 'Kestrels or draw'],
  ['home_or_away', 'Kestrels or Lanterns'],
  ['home_-1.5', 'Kestrels -1.5'],
  ['away_+0.5', 'Lanterns +0.5'],
  ['score_1-0', 'Score 1-0'],
  ['cs_home', 'Kestrels concede nothing'],
  ['ht_draw', 'Draw at half-time'],
  ['Kestrels', 'Kestrels'],
  ['first_goal_before_10', 'first_goal_before_10'],
])('%j is worded %j', (prediction, words) => {
  expect(describePrediction(offer.parse(nativeOffer({ prediction })))).toBe(words)
})

test('sides without a name are called by their place', () => {
  const nameless = { homeTeam: '', awayTeam: null }
  expect(describePrediction(offer.parse(nativeOffer({ ...nameless, prediction: 'home' })))).toBe('Home')
  expect(describePrediction(offer.parse(nativeOffer({ ...nameless, prediction: 'away_+1' })))).toBe('Away +1')
})

test('in a duel of fantasy teams the maker bets on the own one', () => {
  const duel = { marketType: 'fantasy_h2h', prediction: '{"market":"total_points"}', homeTeam: 'Nets FC' }
  expect(describePrediction(offer.parse(nativeOffer(duel)))).toBe('Nets FC')
})
