import { expect, test } from 'vitest'
import type { Across } from '../../src/core/across.js'
import { createPairs } from '../../src/core/pairs.js'
import { noLinks } from '../../src/matching/links.js'
import { fakeClock } from '../support/clock.js'
import { readMarketOf } from './read-market.js'

const NOW = Date.UTC(2026, 10, 21)
const question = { relations: ['identity'], minConfidence: 0 } as const
const title = 'Will Bitcoin close above $100,000 on December 31, 2026?'

/** Lists of open markets, of which one has vanished since the page was made, and what lies beside each. */
function pairsOver(pages: readonly (readonly string[])[]) {
  const clock = fakeClock(NOW)
  let beganAt = NOW - 90_000
  const across: Partial<Across> = {
    markets: async ({ offset, limit }) => ({
      markets: (pages[offset / limit] ?? []).map((id) => readMarketOf('kalshi', id, title)),
      isLast: offset / limit >= pages.length - 1,
      headers: { 'x-pmx-list-age': '3' },
    }),
    alike: async ({ market }) => ({
      markets: [readMarketOf('rain', `beside-${market.marketId}`, title)],
      beganAt,
      headers: { 'x-pmx-list-age': String((clock.now() - beganAt) / 1_000), 'x-pmx-missing-venues': 'hunch' },
    }),
  }
  return {
    clock,
    pairs: createPairs(across as Across, clock, () => noLinks),
    readAnew: () => (beganAt = clock.now()),
  }
}

test('a page of which a market has vanished meanwhile is not taken for the last', async () => {
  const { pairs } = pairsOver([['a', 'b'], ['c']])
  const scanned = await pairs.scan(question, () => false)
  expect(scanned.pairs.map(({ a }) => a.market.marketId)).toEqual(['a', 'b', 'c'])
})

test('pairs are told to be as old as the oldest of their lists, which what is remembered keeps', async () => {
  const { pairs, clock, readAnew } = pairsOver([['a']])
  const ageOf = async () => (await pairs.scan(question, () => false)).headers['x-pmx-list-age']
  expect(await ageOf()).toBe('90')
  readAnew()
  await clock.advance(30_000)
  expect(await ageOf()).toBe('120')
  await clock.advance(31_000)
  expect(await ageOf()).toBe('61')
})

test('what lies beside named markets has an age, and the venues that are missing from it', async () => {
  const { pairs } = pairsOver([])
  const { headers } = await pairs.ofAll([readMarketOf('kalshi', 'a', title)], question)
  expect(headers).toEqual({
    'x-pmx-upstream-requests': '0',
    'x-pmx-list-age': '90',
    'x-pmx-missing-venues': 'hunch',
  })
})
