import { DAY_MS } from '../../contract/resolution.js'
import { drift } from '../payload.js'
import { barsFromTrades } from '../trade-bars.js'
import type { CandleBars, CandleSeries, CandleSource, NativeStep, Span, VenueContext } from '../venue.js'
import { type Fill, pageAfter, pageBefore } from './fills.js'
import { type MarketFacts, outcomeFacts } from './outcomes.js'

const MINUTE_MS = 60_000

/**
 * Fills reach back to the listing and are exact at any step; the price chart of the venue has samples of the book's
 * middle at a pace that depends on the range alone, no volume, and 0.5 where there is no book (docs: limitless,
 * sections 3.8 and 5). So every resolution is built from minutes of fills. The list of fills has no window: a month
 * keeps the pages of one answer few on all but the busiest markets.
 */
const steps: readonly NativeStep[] = [{ stepMs: MINUTE_MS, maxWindowMs: 30 * DAY_MS }]

/**
 * Matches are settled on the chain in batches and retried there (docs: limitless, section 6.2, `RETRYING`), so a fill
 * may be listed some time after it was made. The documents give no bound; five minutes are 150 blocks.
 */
const SETTLE_LAG_MS = 5 * MINUTE_MS

export const candleSource: CandleSource = {
  basis: 'trade',
  steps,
  settleLagMs: SETTLE_LAG_MS,

  async locate(outcomeId, ctx): Promise<CandleSeries> {
    const facts = await outcomeFacts(outcomeId, ctx)
    return {
      outcomeId: facts.outcomeId,
      seriesKey: facts.slug,
      mirrored: facts.side === 'no',
      ...(facts.listedAt === undefined ? {} : { listedAt: facts.listedAt }),
      ...(facts.closedAt === undefined ? {} : { closedAt: facts.closedAt }),
      facts: {
        slug: facts.slug,
        yes: facts.tokens.yes,
        no: facts.tokens.no,
        decimals: String(facts.decimals),
      },
    }
  },

  async fetch(series, step, window, ctx): Promise<CandleBars> {
    const fills = await fillsWithin(factsIn(series), window, ctx)
    return { kind: 'bars', route: 'fills', bars: barsFromTrades(fills, step.stepMs) }
  },
}

function factsIn({ facts }: CandleSeries): MarketFacts {
  const { slug, yes, no, decimals } = facts
  if (slug === undefined || yes === undefined || no === undefined)
    throw drift('a remembered series', 'facts', 'incomplete')
  return { slug, tokens: { yes, no }, decimals: Number(decimals) }
}

/** Every fill in [from, to), oldest first. */
async function fillsWithin(facts: MarketFacts, { from, to }: Span, ctx: VenueContext): Promise<Fill[]> {
  const found = new Map<number, Fill>()
  let page = await pageBefore(facts, to - 1, ctx)
  for (;;) {
    for (const fill of page.fills) if (fill.at >= from && fill.at < to) found.set(fill.number, fill)
    const oldest = page.fills.at(-1)
    if (oldest === undefined || oldest.at < from) break
    const next = await pageAfter(page, facts, ctx)
    if (next === undefined) break
    page = next
  }
  return [...found.values()].sort((a, b) => a.number - b.number)
}
