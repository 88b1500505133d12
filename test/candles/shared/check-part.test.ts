import { expect, test } from 'vitest'
import { checkPart } from '../../../src/candles/shared/check-part.js'
import type { CoverageKind } from '../../../src/candles/store/candle-store.js'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 5, 10, 9, 30)
const span = { from: NOW - 60 * MINUTE, to: NOW - 30 * MINUTE }

test.each<[CoverageKind, string, number, boolean]>([
  ['proven_empty', 'live', 30, true],
  ['proven_empty', 'live', 40, false],
  ['data', 'live', 40, false],
  ['data', 'sampled', 40, false],
  ['after_close', 'live', 40, true],
  ['before_listing', 'live', 40, true],
])('coverage of kind %s and route %s, fetched %i minutes ago, is right: %s', (kind, route, ago, isRight) => {
  const coverage = [{ ...span, kind, route, fetchedAt: NOW - ago * MINUTE }]
  const part = checkPart({ bars: [], coverage, receipts: [], provisional: [] }, MINUTE, span, NOW)
  expect(typeof part !== 'string').toBe(isRight)
})
