import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/api/times/resolution.js'
import { passTime } from './clockwork.js'
import { openLiarHouse, readCandles } from './house.js'
import { compareCandles, toleranceOf } from './judge.js'
import type { LieKind } from './lies.js'
import { isDoubted, readDoubts } from './said.js'
import { type Series, seriesOf } from './series.js'
import { truthOf } from './truth.js'

/** Markets that were listed some hours ago: the asked window holds their listing. */

const MINUTE_MS = 60_000
const YOUNG_MS = 8 * HOUR_MS + 17 * MINUTE_MS
const LATER_MS = 31 * MINUTE_MS
const HEALED_MS = 27 * HOUR_MS
const venues = ['polymarket', 'opinion', 'polymarket_us'] as const

type Named = (typeof venues)[number]

async function youngestOf(venue: Named): Promise<Series> {
  const [youngest] = (await seriesOf(venue))
    .filter(({ market, isNo }) => !isNo && market.activity !== 'never')
    .sort((a, b) => b.market.opensAt - a.market.opensAt)
  if (youngest === undefined) throw new Error(`${venue} has no market`)
  return youngest
}

/** @param agoMs how long before the question the asked window ends */
async function openYoung(venue: Named, seed: number, agoMs = 0) {
  const series = await youngestOf(venue)
  const { outcomeId, market } = series
  const startsAt = market.opensAt + YOUNG_MS
  const house = await openLiarHouse(venue, { startsAt, seed, lagMs: 0 })
  const query = { resolution: '1h', start: market.opensAt - 3 * HOUR_MS, end: startsAt - agoMs, limit: 500 }
  /** Candles that differ from the truth although the response does not mark them. */
  async function ask(): Promise<string[]> {
    const { data, headers } = await house.ask('fetchOHLCV', [outcomeId, query])
    const doubts = readDoubts(headers, true)
    const isJudged = ({ timestamp }: { readonly timestamp: number }): boolean =>
      timestamp + HOUR_MS <= startsAt && !isDoubted(doubts, timestamp)
    const truth = await truthOf(venue).candles(series, '1h', query.start, startsAt)
    const differences = compareCandles(
      readCandles(data).filter(isJudged),
      truth.filter(isJudged),
      toleranceOf(venue),
    )
    return differences.map(({ kind, times }) => `${times.length} ${kind}`)
  }
  return { house, ask }
}

const kinds: readonly LieKind[] = ['oldest half missing', 'middle missing', 'newest half missing', 'blank']

test.each(
  venues.flatMap((venue) => kinds.flatMap((kind) => [1, 2, 3].map((seed) => ({ venue, kind, seed })))),
)(
  'a cut response about a young market is not final: $venue, $kind, seed $seed',
  async ({ venue, kind, seed }) => {
    const { house, ask } = await openYoung(venue, seed)
    try {
      house.wire.begin({ kind, target: 'history', from: 0, skips: 0, lastsMs: 9 * MINUTE_MS })
      await ask().catch(() => [])
      const said = await ask().catch(() => [])
      house.wire.endAll()
      await passTime(house.clock, LATER_MS)
      const later = await ask()
      await passTime(house.clock, LATER_MS)
      const again = await ask()
      await passTime(house.clock, HEALED_MS)
      expect({ said, later, again, healed: await ask() }).toEqual({
        said: [],
        later: [],
        again: [],
        healed: [],
      })
    } finally {
      await house.close()
    }
  },
)

test.each(['polymarket', 'opinion'] as const)(
  'an honest venue is asked once more for a young market: %s',
  async (venue) => {
    const { house, ask } = await openYoung(venue, 1, 3 * HOUR_MS)
    try {
      await ask()
      const first = house.wire.historyCalls
      await ask()
      expect(house.wire.historyCalls).toBe(first)
      for (const pauseMs of [11 * MINUTE_MS, LATER_MS, 2 * HOUR_MS, 12 * HOUR_MS]) {
        await passTime(house.clock, pauseMs)
        await ask()
      }
      expect(house.wire.historyCalls).toBeLessThanOrEqual(first + 1)
    } finally {
      await house.close()
    }
  },
)
