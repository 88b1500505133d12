import { expect, test } from 'vitest'
import type { StoredTerms } from '../../../src/api/arguments/stored-terms.js'
import type { CoreCall } from '../../../src/core/request/api-call.js'
import { needsNoVenue, termsOf } from '../../../src/core/request/api-call.js'

const own: StoredTerms = { serves: true, maxAgeS: 5 }
const only: StoredTerms = { serves: true, unasked: 'only_if_cached' }
type Call = Pick<CoreCall, 'stored' | 'priority'>
const background: Call = { priority: 'background' }

test.each<[string, Call, readonly [serveStale: boolean, offline: boolean], StoredTerms | undefined]>([
  ['nothing said', {}, [false, false], undefined],
  ['the call', { stored: own }, [false, false], own],
  ['the daemon', {}, [true, false], { serves: true }],
  ['both', { stored: own }, [true, false], own],
  ['offline', {}, [false, true], { serves: true, unasked: 'offline' }],
  ['offline and the call', { stored: only }, [false, true], only],
  ['background', background, [true, false], undefined],
  ['background offline', background, [true, true], { serves: false, unasked: 'offline' }],
  ['background that says so', { ...background, stored: own }, [false, false], own],
])('the terms of %s', (_who, call, [serveStale, offline], terms) => {
  expect(termsOf(call, { serveStale, offline })).toEqual(terms)
})

test('only candles, lists and their rows are stored, and what is no question about a venue needs none', () => {
  const methods = [
    'fetchOHLCV',
    'fetchEventOHLCV',
    'close',
    'fetchMarkets',
    'fetchMarket',
    'fetchSeries',
    'fetchOrderBook',
  ] as const
  expect(methods.map(needsNoVenue)).toEqual([true, true, true, true, true, false, false])
})
