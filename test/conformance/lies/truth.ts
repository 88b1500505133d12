import type { VenueId } from '../../../src/api/envelope/venue-ids.js'
import type { PriceCandle } from '../../../src/api/models/models.js'
import { alignDown, HOUR_MS, parseResolution } from '../../../src/api/times/resolution.js'
import { quotedBy } from '../../../src/simulator/world/world.js'
import { NOON } from '../venues/house.js'
import { quirksOf, type Resolution } from './exceptions.js'
import { type HonestHouse, openHonestHouse, readCandles } from './house.js'
import type { Series } from './series.js'
import { worldFor } from './world.js'

/** Steps of one question to an honest daemon: few days, since venues forget details as they age. */
const BLOCK_STEPS: Readonly<Record<Resolution, number>> = {
  '1m': 240,
  '5m': 144,
  '1h': 48,
  '6h': 16,
  '1d': 4,
}
/** After the end of a block nothing of it changes any more, and nothing of it is hidden: Metaculus hides the first day. */
const SETTLED_MS = 26 * HOUR_MS
const MAX_CANDLES = 50_000

/** What the candles of a venue are, once nothing of them changes any more. */
interface Truth {
  /** Candles that open in [from, to), ascending. */
  candles(series: Series, resolution: Resolution, from: number, to: number): Promise<readonly PriceCandle[]>
}

const known = new Map<VenueId, Truth>()

/** The reference of a venue: the trades of the world where its candles are made of those, else an honest daemon. */
export function truthOf(venue: VenueId): Truth {
  const truth =
    known.get(venue) ?? (quirksOf(venue).notTrades === undefined ? ofWorld(venue) : ofDaemon(venue))
  known.set(venue, truth)
  return truth
}

/** Nothing of the daemon has a part in it. */
function ofWorld(venue: VenueId): Truth {
  const world = quotedBy(worldFor(venue), venue)
  return {
    async candles({ market, isNo }, resolution, from, to) {
      return world
        .bars(market.key, parseResolution(resolution), from, to)
        .map(({ openAt: timestamp, open, high, low, close, volume }) =>
          isNo
            ? { timestamp, open: 1 - open, high: 1 - low, low: 1 - high, close: 1 - close, volume }
            : { timestamp, open, high, low, close, volume },
        )
    },
  }
}

/** A daemon that starts again for each block, a day after its end. */
function ofDaemon(venue: VenueId): Truth {
  let opened: Promise<HonestHouse> | undefined
  const blocks = new Map<string, Promise<readonly PriceCandle[]>>()

  async function readBlock(
    { outcomeId, market }: Series,
    resolution: Resolution,
    from: number,
    stepMs: number,
  ): Promise<readonly PriceCandle[]> {
    const to = from + BLOCK_STEPS[resolution] * stepMs
    // Nobody knows the outcome yet.
    if (to <= market.opensAt) return []
    opened ??= openHonestHouse(venue, NOON)
    const { askAt } = await opened
    const query = { resolution, start: from, end: to - stepMs, limit: MAX_CANDLES }
    return readCandles((await askAt(to + SETTLED_MS, 'fetchOHLCV', [outcomeId, query])).data)
  }

  return {
    async candles(series, resolution, from, to) {
      const stepMs = parseResolution(resolution)
      const blockMs = BLOCK_STEPS[resolution] * stepMs
      const rows: PriceCandle[] = []
      for (let at = alignDown(from, blockMs); at < to; at += blockMs) {
        const key = `${series.outcomeId} ${resolution} ${at}`
        const block = blocks.get(key) ?? readBlock(series, resolution, at, stepMs)
        blocks.set(key, block)
        rows.push(...(await block))
      }
      return rows.filter(({ timestamp }) => timestamp >= from && timestamp < to)
    },
  }
}
