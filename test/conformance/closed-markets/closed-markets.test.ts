import { describe, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { playClosedMarkets } from './play.js'

/** `.ci/heavy` stores 200 markets of each venue. */
const MARKETS = Number(process.env['PMX_CLOSED_MARKETS'] ?? 4)
const venues: readonly VenueId[] =
  process.env['PMX_CLOSED_MARKETS'] === undefined
    ? ['kalshi', 'gemini-titan', 'probable', 'hunch']
    : [
        'kalshi',
        'polymarket',
        'limitless',
        'opinion',
        'hyperliquid',
        'gemini-titan',
        'polymarket_us',
        'probable',
        'rain',
        'myriad',
        'metaculus',
        'hunch',
      ]

describe('closed markets, stored with --wait', () => {
  test.each(venues)(
    '%s: backfill, export, SQL and API have the same candles, also a day later',
    async (venue) => {
      const { findings, markets, candles } = await playClosedMarkets(venue, MARKETS)
      expect(findings).toEqual([])
      expect(markets).toBeGreaterThan(0)
      expect(candles).toBeGreaterThan(0)
    },
  )
})
