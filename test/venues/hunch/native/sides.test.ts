import { describe, expect, test } from 'vitest'
import { findSideByName, sidesOf } from '../../../../src/venues/hunch/native/sides.js'
import { marketReply } from '../../../../src/venues/hunch/schemas.js'
import { expectDrift } from '../../../support/expect.js'
import { nativeLadder, nativeMarket, nativeReply } from '../payloads.js'

const marketOf = (native: object) => marketReply.parse(nativeReply(native)).market
const sides = (native: object) => sidesOf(marketOf(native)).map(({ key, label }) => [key, label])

test('of two are yes and no, or up and down', () => {
  expect(sides(nativeMarket())).toEqual([
    ['yes', 'Yes'],
    ['no', 'No'],
  ])
  const round = { category: 'price_direction', question: 'Will $LARK be UP at the end of this hour?' }
  expect(sides(nativeMarket(round))).toEqual([
    ['yes', 'Up'],
    ['no', 'Down'],
  ])
})

test('of a question of odd words are yes and no where the venue tells their odds', () => {
  const odd = { question: '$LARK to $50M by Friday?' }
  expect(sides(nativeMarket(odd))).toHaveLength(2)
  expect(sides(nativeMarket({ ...odd, odds: null }))).toEqual([])
})

test.each([
  ['no', 'no'],
  ['NO', 'no'],
  ['Up', 'yes'],
  ['down', 'no'],
  ['maybe', undefined],
])('%s names the side %s of two', (word, key) => {
  expect(findSideByName(sidesOf(marketOf(nativeMarket())), word)?.key).toBe(key)
})

test('of several only the very key names one', () => {
  const outcomes = [{ key: 'up' }, { key: 'Up', shortLabel: 'Up!' }]
  const several = sidesOf(marketOf(nativeLadder({ outcomes })))
  expect(several.map(({ label }) => label)).toEqual(['up', 'Up!'])
  expect(['up', 'Up', 'UP', 'yes'].map((word) => findSideByName(several, word)?.key)).toEqual([
    'up',
    'Up',
    undefined,
    undefined,
  ])
})

test('of several are the listed outcomes', async () => {
  expect(sides(nativeLadder())).toEqual([
    ['le-n9', '-9% or lower'],
    ['n9-p9', '-9% to +9%'],
    ['ge-p9', '+9% or higher'],
  ])
  const outcomes = [
    { key: 0, label: '0 times' },
    { key: '0', label: '1 time' },
  ]
  await expectDrift(() => sides(nativeLadder({ outcomes })), 'outcomes')
})

describe('are not told', () => {
  test.each([
    [
      'a flip that may end in a tie',
      { category: 'coin_flip', question: 'Will it land Heads, Tails or a Tie?' },
    ],
    ['a race', { question: 'Which token reaches the top 10 first?', category: 'token_rank_race' }],
    ['a choice', { question: 'Will it be A, B or C?', summary: 'A native multi-outcome Hunch market.' }],
    ['a pool of three', { question: 'Will it be A, B or C?', summary: 'A (3-way parimutuel) round.' }],
    ['a ladder without rungs', { question: 'How high will it go?', outcomes: [] }],
  ])('%s', (_what, more) => {
    expect(sides(nativeMarket(more))).toEqual([])
  })
})
