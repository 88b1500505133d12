import { expect, test } from 'vitest'
import { readMarketName, readOutcomeId } from '../../../src/venues/hunch/ids.js'

test.each([
  ['lark-50m-mcap-2026-12-15', 'lark-50m-mcap-2026-12-15'],
  [' lark-up-down-5m-2026-07-05T22-50 ', 'lark-up-down-5m-2026-07-05T22-50'],
  ['https://www.playhunch.xyz/markets/lark-50m?ref=x', 'lark-50m'],
  ['https://playhunch.xyz/markets/lark-50m', 'lark-50m'],
  ['http://www.PlayHunch.xyz/markets/lark-50m/', 'lark-50m'],
  ['playhunch.xyz/markets/lark-50m#top', 'lark-50m'],
  ['https://playhunch.xyz.evil.test/markets/lark-50m', undefined],
  ['lark-50m:yes', undefined],
  ['https://www.playhunch.xyz/', undefined],
  ['../x', undefined],
  ['', undefined],
])('%j names the market %j', (text, name) => {
  expect(readMarketName(text)).toBe(name)
})

test.each([
  ['lark-50m:yes', { marketId: 'lark-50m', key: 'yes' }],
  ['wren-ladder:1.5m-1.8m', { marketId: 'wren-ladder', key: '1.5m-1.8m' }],
  ['base-outages:0', { marketId: 'base-outages', key: '0' }],
  ['lark-50m', undefined],
  ['lark-50m:', undefined],
  [':yes', undefined],
  ['a:b:yes', undefined],
])('%j is the outcome %j', (text, ref) => {
  expect(readOutcomeId(text)).toEqual(ref)
})
