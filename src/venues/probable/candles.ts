import * as z from 'zod'
import { alignUp } from '../../api/times/resolution.js'
import { MINUTE_MS } from '../../api/times/span.js'
import type { CandleBatch, CandleSource, NativeStep } from '../../venue-kit/contract/venue.js'
import { buildTradeBars, findTwinSpans } from '../../venue-kit/unify/trade-bars.js'
import type { OutcomeFacts } from './native/directory.js'
import { nameOfFill, seenFrom } from './native/fills.js'
import { readTradeSpan } from './native/trade-span.js'

const WEEK = 7 * 24 * 60 * MINUTE_MS

/**
 * Every resolution is built from minutes of trades, which are exact and carry volume. The venue's own history is not
 * used: it repeats the last trade's price at the asked pace, anchored at the second of the request, has neither
 * extremes nor volume, and was down for whole days (README.md). A week a piece: what was
 * read of a long window is kept, also when time runs out on the rest.
 */
const minutes: NativeStep = { stepMs: MINUTE_MS, maxWindowMs: WEEK }

const kept = z.object({
  conditionId: z.string(),
  tokens: z.array(z.string()).readonly(),
  /** In whose prices the series is told. */
  tokenId: z.string(),
})
/** What is stored to ask for the candles of a series again. */
export type StoredFacts = z.output<typeof kept>

/** Candles of the market's first token; the other one of a pair is its mirror, as their books and trades are. */
export const candleSource: CandleSource<OutcomeFacts, StoredFacts> = {
  basis: 'trade',
  steps: [minutes],
  // Trades are told with the hash of their settlement on the chain, which takes seconds; the documents name a cache
  // of minutes for the lists of the other host only.
  settleLagMs: 2 * MINUTE_MS,

  facts: kept,

  place({ outcomeId, facts: { conditionId, tokens } }) {
    const [first, second, ...more] = tokens
    const isPair = first !== undefined && second !== undefined && more.length === 0
    const tokenId = isPair ? first : outcomeId
    return {
      seriesKey: isPair ? conditionId : tokenId,
      mirrored: isPair && second === outcomeId,
      facts: { conditionId, tokens, tokenId },
    }
  },

  async fetch({ facts }, step, window, ctx): Promise<CandleBatch> {
    const { fills, shownFrom, toldFrom } = await readTradeSpan(facts, window, step.stepMs, ctx)
    // The step in which the list ends is told in part only.
    const from = shownFrom === undefined ? window.from : alignUp(shownFrom, step.stepMs)
    const trades = fills
      .filter(({ at }) => at >= from)
      .flatMap((fill) => {
        const seen = seenFrom(fill, facts.tokenId, facts)
        return seen === undefined ? [] : [{ at: seen.at, price: seen.price, size: seen.shares }]
      })
    const withheld = { from: window.from, to: Math.min(from, window.to) }
    const unproven = findTwinSpans(fills, nameOfFill, ({ at }) => at)
    return {
      kind: 'bars',
      route: 'trades',
      ...buildTradeBars(trades, toldFrom, step.stepMs),
      ...(unproven.length === 0 ? {} : { unproven }),
      ...(withheld.to > withheld.from ? { withheld: [{ ...withheld, reason: 'beyond_retention' }] } : {}),
    }
  },
}
