import * as z from 'zod'
import { DAY_MS } from '../../api/times/resolution.js'
import { MINUTE_MS, type Span } from '../../api/times/span.js'
import type { CandleBars, CandleSource, NativeStep, VenueContext } from '../../venue-kit/contract/venue.js'
import { buildTradeBars, findFirstComplete, PAGES_A_BATCH } from '../../venue-kit/unify/trade-bars.js'
import { type Fill, type FillPage, paginateFills } from './native/fills.js'
import { rememberTokens } from './native/remembered-markets.js'
import type { MarketFacts, OutcomeFacts } from './outcomes.js'

/**
 * Fills go back to the listing and are exact at any resolution. The venue's price chart has samples of the mid price at a
 * pace that depends on the range alone. It has no volume, and 0.5 if there is no book (README.md). Every resolution is
 * therefore built from minutes of fills. The list of fills has no window. The fetched part of a busy market is stored,
 * and a month of a quiet one takes one pass.
 */
const steps: readonly NativeStep[] = [{ stepMs: MINUTE_MS, maxWindowMs: 30 * DAY_MS }]

/**
 * Matches are settled on the chain in batches and retried there (README.md), so a fill may be listed some time after its
 * execution. The documents give no bound; five minutes are 150 blocks.
 */
const SETTLE_LAG_MS = 5 * MINUTE_MS

const kept = z.object({
  slug: z.string(),
  tokens: z.object({ yes: z.string(), no: z.string() }),
  decimals: z.number(),
})
/** Stored facts for requesting the candles of a market again. */
export type StoredFacts = z.output<typeof kept>

export const candleSource: CandleSource<OutcomeFacts, StoredFacts> = {
  basis: 'trade',
  steps,
  finalAfterMs: SETTLE_LAG_MS,
  facts: kept,

  place({ facts: { slug, tokens, decimals, side } }) {
    return { seriesKey: slug, mirrored: side === 'no', facts: { slug, tokens, decimals } }
  },

  recall({ facts: { slug, tokens } }, ctx) {
    rememberTokens(slug, tokens, ctx)
  },

  async fetch({ facts }, step, window, ctx): Promise<CandleBars> {
    const { fills, completeFrom } = await fillsWithin(facts, window, step.stepMs, ctx)
    return { kind: 'bars', route: 'fills', ...buildTradeBars(fills, completeFrom, step.stepMs) }
  },
}

/**
 * Reads the fills in a span, oldest first, from the newest down: as many as one batch reads but at least those of one
 * candle.
 * @returns with the first complete candle, if not all are complete
 */
async function fillsWithin(
  facts: MarketFacts,
  { from, to }: Span,
  stepMs: number,
  ctx: VenueContext,
): Promise<{ readonly fills: readonly Fill[]; readonly completeFrom?: number }> {
  const walk = paginateFills(facts)
  const found: Fill[] = []
  let page: FillPage | undefined = await walk.begin(to - 1, ctx)
  for (let count = 1; page !== undefined; count++) {
    found.push(...page.fills.filter(({ at }) => at >= from && at < to))
    const oldest = page.fills.at(-1)?.at
    if (oldest !== undefined && oldest < from) break
    const completeFrom = findFirstComplete(oldest ?? to, stepMs)
    if (count >= PAGES_A_BATCH && completeFrom < to && page.page < page.pages) {
      return { fills: found.reverse(), completeFrom }
    }
    page = await walk.next(ctx)
  }
  return { fills: found.reverse() }
}
