import * as z from 'zod'
import { DAY_MS } from '../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../api/times/span.js'
import type { CandleBars, CandleSource, NativeStep, VenueContext } from '../../venue-kit/contract/venue.js'
import {
  buildTradeBars,
  findFirstComplete,
  PAGES_A_BATCH,
  type TradeBars,
} from '../../venue-kit/unify/trade-bars.js'
import { packOptionId } from './ids.js'
import { type Fill, type FillSource, paginateFills } from './native/fills.js'
import type { Facts } from './outcomes.js'

/** Every resolution is built from minutes of fills. A month of a quiet pool takes one call. */
const steps: readonly NativeStep[] = [{ stepMs: MINUTE_MS, maxWindowMs: 30 * DAY_MS }]

const kept = z.object({ contract: z.string(), option: z.number(), decimals: z.number() })
/** Stored facts for requesting the candles of a series again. */
export type StoredFacts = z.output<typeof kept>

/** Candles built from the fills of one option, as in the venue's SDK, with volume in shares. */
export const candleSource: CandleSource<Facts, StoredFacts> = {
  basis: 'trade',
  steps,
  // The delay of the index behind the chain is not published; some minutes cover a slow one.
  finalAfterMs: 5 * MINUTE_MS,

  facts: kept,

  place({ facts }) {
    const { pool, place, contract, option, decimals } = facts
    return {
      seriesKey: packOptionId(pool, { ...place, isNegative: false }),
      mirrored: place.isNegative,
      facts: { contract, option, decimals },
    }
  },

  async fetch({ facts }, { stepMs }, window, ctx): Promise<CandleBars> {
    return { kind: 'bars', route: 'subgraph', ...(await barsOf(facts, stepMs, window, ctx)) }
  },
}

async function barsOf(
  place: FillSource,
  stepMs: number,
  { from, to }: Span,
  ctx: VenueContext,
): Promise<TradeBars> {
  const end = Math.min(to - 1, ctx.clock.now())
  if (end < from) return { bars: [] }
  const walk = paginateFills(place, { from: Math.ceil(from / 1000), to: Math.floor(end / 1000) })
  const fills: Fill[] = []
  for (let part = 1; ; part++) {
    const { fills: found, completeTo } = await walk.next(ctx)
    for (const fill of found) fills.push(fill)
    const isWhole = completeTo === undefined
    const completeFrom = isWhole ? undefined : findFirstComplete(completeTo, stepMs)
    // At least one candle is complete, however many fills it has.
    if (!isWhole && (part < PAGES_A_BATCH || (completeFrom ?? 0) > end)) continue
    const prints = fills.reverse().map(({ at, price, amount: size }) => ({ at, price, size }))
    return buildTradeBars(prints, completeFrom, stepMs)
  }
}
