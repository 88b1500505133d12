import { expect, test } from 'vitest'
import { buildTarget, matchesWords, replaceOrigin } from '../../../src/page/docs/texts.js'

test('a target has the parameters that have a value, encoded', () => {
  expect(buildTarget('kalshi', 'has', [['query', '']])).toBe('/api/kalshi/has')
  expect(
    buildTarget('kalshi', 'fetchMarkets', [
      ['query', 'a&b=c d'],
      ['limit', ''],
      ['offset', '0'],
    ]),
  ).toBe('/api/kalshi/fetchMarkets?query=a%26b%3Dc%20d&offset=0')
})

test.each([
  ['', true],
  ['ohlcv', true],
  ['  Candles   OUTCOME ', true],
  ['candles book', false],
])('a search for %j', (query, expected) => {
  expect(matchesWords('fetchOHLCV Candles of an outcome', query)).toBe(expected)
})

test('an example gets the address that the page has', () => {
  const served = { protocol: 'http:', host: '127.0.0.1:4000' }
  const proxied = { protocol: 'https:', host: 'pmx.example' }
  const curl = "curl 'http://localhost:3847/health'"
  expect(replaceOrigin(curl, served)).toBe("curl 'http://127.0.0.1:4000/health'")
  expect(replaceOrigin(curl, proxied)).toBe("curl 'https://pmx.example/health'")
  expect(replaceOrigin('ws://localhost:3847/ws', proxied)).toBe('wss://pmx.example/ws')
  expect(replaceOrigin('targets: ["localhost:3847"]', served)).toBe('targets: ["127.0.0.1:4000"]')
})

test('the default address itself is no example, and a page that is read from a file has no address', () => {
  expect(replaceOrigin('http://localhost:3847', { protocol: 'http:', host: 'a' })).toBe(
    'http://localhost:3847',
  )
  const curl = "curl 'http://localhost:3847/health'"
  expect(replaceOrigin(curl, { protocol: 'file:', host: '' })).toBe(curl)
})
