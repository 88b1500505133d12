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
 * Every resolution is built from minutes of trades, which are exact and include volume. The venue's own history is not used. That
 * history repeats the last trade's price at the requested interval, from the second of the request. It has neither highs and lows
 * nor volume, and was unavailable for whole days (README.md). A window covers a week. The fetched part of a long range is stored
 * even if the deadline passes.
 */
const minutes: NativeStep = { stepMs: MINUTE_MS, maxWindowMs: WEEK }

const kept = z.object({
  conditionId: z.string(),
  tokens: z.array(z.string()).readonly(),
  /** The token whose prices the series contains. */
  tokenId: z.string(),
})
/** Stored facts for requesting the candles of a series again. */
export type StoredFacts = z.output<typeof kept>

/** Candles of the market's first token. The other token of a pair is its complement, as are their books and trades. */
export const candleSource: CandleSource<OutcomeFacts, StoredFacts> = {
  basis: 'trade',
  steps: [minutes],
  // Trades include the hash of their settlement on the chain, which takes seconds. The documents mention a cache of minutes for
  // the lists of the other host only.
  finalAfterMs: 2 * MINUTE_MS,

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
    const { fills, shownFrom, completeFrom } = await readTradeSpan(facts, window, step.stepMs, ctx)
    // The interval in which the list ends is incomplete.
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
      ...buildTradeBars(trades, completeFrom, step.stepMs),
      ...(unproven.length === 0 ? {} : { unproven }),
      ...(withheld.to > withheld.from ? { withheld: [{ ...withheld, reason: 'beyond_retention' }] } : {}),
    }
  },
}
