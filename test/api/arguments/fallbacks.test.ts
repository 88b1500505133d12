import { expect, test } from 'vitest'
import { listNamedArguments } from '../../../src/api/arguments/argument-schemas.js'
import { MAX_TRADES } from '../../../src/api/arguments/bounds.js'
import type { MethodName } from '../../../src/api/arguments/methods.js'
import { defaultResolution } from '../../../src/api/times/resolution.js'
import { DEFAULT_CANDLES } from '../../../src/candles/response/window.js'
import { DEFAULT_ROWS } from '../../../src/core/cross-venue/catalog/catalog-query.js'
import { DEFAULT_CLOSED_SORT, DEFAULT_SORT, statusesOf } from '../../../src/core/query/sort-and-page.js'

/** The documented defaults are those that the core applies. */

const fallbackOf = (method: MethodName, name: string): string | undefined =>
  listNamedArguments(method).find((argument) => argument.name === name)?.fallback

test.each([
  ['fetchOHLCV', 'resolution', defaultResolution],
  ['fetchEventOHLCV', 'limit', `${DEFAULT_CANDLES} without \`start\``],
  ['fetchTrades', 'limit', String(MAX_TRADES)],
  ['fetchMarketMatches', 'limit', String(DEFAULT_ROWS)],
  ['fetchEvents', 'limit', `all; ${DEFAULT_ROWS} with the router`],
  ['fetchArbitrage', 'minSpread', '0'],
] as const)('%s has the default of %s', (method, name, expected) => {
  expect(fallbackOf(method, name)).toBe(expected)
})

test('lists have the default sort and status of the core', () => {
  expect(fallbackOf('fetchMarkets', 'sort')).toMatch(new RegExp(`^${DEFAULT_SORT};.*${DEFAULT_CLOSED_SORT}`))
  const status = fallbackOf('fetchMarkets', 'status')
  expect(statusesOf(status as 'active')).toEqual(statusesOf(undefined))
})

test('another name of a parameter has no default of its own', () => {
  expect(fallbackOf('fetchOHLCV', 'timeframe')).toBeUndefined()
  expect(fallbackOf('fetchOHLCV', 'until')).toBeUndefined()
})
