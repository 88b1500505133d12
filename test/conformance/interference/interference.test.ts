import { describe, expect, test } from 'vitest'
import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import { playSequence } from './sequence.js'

/**
 * Two processes share a journal of orders. Between them and the venue stands something that answers in the venue's stead,
 * before a call reached it or after, and the processes are killed. Each result is compared with what the venue has. More
 * seeds, of all venues or of some: `PMX_INTERFERENCE_SEEDS=200 PMX_INTERFERENCE_VENUES=kalshi`.
 */
const SEEDS = Number(process.env['PMX_INTERFERENCE_SEEDS'] ?? 1)
const FIRST = Number(process.env['PMX_INTERFERENCE_FIRST'] ?? 1)
const SHOWN = 4

const all: readonly VenueId[] = [
  'polymarket',
  'kalshi',
  'limitless',
  'opinion',
  'smarkets',
  'polymarket_us',
  'gemini-titan',
  'hyperliquid',
  'myriad',
  'probable',
]
const wanted = process.env['PMX_INTERFERENCE_VENUES']?.split(',')
const ids = all.filter((id) => wanted?.includes(id) ?? true)

describe.each(ids)('%s', (id) => {
  test.each(Array.from({ length: SEEDS }, (_, index) => FIRST + index))(
    'no result contradicts the venue, seed %i',
    async (seed) => {
      const { findings, placed, doubts, isLimited } = await playSequence(id, seed)
      if (findings.length > 0) expect.fail(findings.slice(0, SHOWN).join('\n'))
      if (!isLimited) expect(placed + doubts).toBeGreaterThan(0)
    },
  )
})
