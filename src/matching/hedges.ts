import type { OrderBook, UnifiedMarket } from '../api/models/models.js'
import type { Features } from './compare/features.js'
import { type Comparison, isReversed } from './terms/relation-types.js'

/** A matched market with the current prices of its book. */
interface PriceComparison {
  readonly market: UnifiedMarket
  readonly relation: Comparison['relation']
  /** 0..1 */
  readonly confidence: number
  readonly reasoning: string | null
  /** Best price of the corresponding outcome, or null if its book is not known or that side is empty. */
  readonly bestBid: number | null
  readonly bestAsk: number | null
  readonly venue: string
}

/** Returns a matched market for the HTTP API, with the book of the corresponding outcome. */
export function toPriceComparison(
  market: UnifiedMarket,
  { relation, confidence, evidence }: Comparison,
  book: OrderBook | undefined,
): PriceComparison {
  return {
    market,
    relation,
    confidence,
    reasoning: reasoningOf(evidence),
    bestBid:
      book === undefined || book.bids.length === 0 ? null : Math.max(...book.bids.map(({ price }) => price)),
    bestAsk:
      book === undefined || book.asks.length === 0 ? null : Math.min(...book.asks.map(({ price }) => price)),
    venue: market.sourceExchange,
  }
}

/** Returns the evidence of a comparison for the HTTP API, or null if there is none. */
export function reasoningOf(evidence: readonly string[]): string | null {
  return evidence.length === 0 ? null : sentences(evidence)
}

function sentences(evidence: readonly string[]): string {
  return `${evidence.map((one) => `${one[0]?.toUpperCase() ?? ''}${one.slice(1)}`).join('. ')}.`
}

/** How a market hedges YES in another market. */
export interface Hedge {
  /** The side to buy, which pays when the held YES does not. */
  readonly buy: 'yes' | 'no'
  /** `full`: it pays whenever the held YES does not. `partial`: in some cases neither pays, or both do. */
  readonly cover: 'full' | 'partial'
  readonly why: string
}

/** The YES and NO outcomes of a market. If both outcomes have names, the first is YES. */
type Sides = Pick<Features, 'yesId' | 'noId'>

/**
 * Returns how market B hedges YES in A, or undefined if it does not. If A implies B (`subset`), NO in B pays only when A loses,
 * but not always. If B implies A, NO in B pays whenever A loses.
 */
export function hedgeOf(comparison: Comparison, a: Sides, b: Sides): Hedge | undefined {
  const { relation } = comparison
  if (relation === 'superset')
    return {
      buy: 'no',
      cover: 'full',
      why: 'NO of this market pays whenever YES of the requested market does not; sometimes both pay',
    }
  if (relation === 'subset')
    return {
      buy: 'no',
      cover: 'partial',
      why: 'if YES of this market pays but YES of the requested market does not, neither position pays',
    }
  const isExact = relation === 'identity' || isReversed(comparison)
  return isExact ? exactHedge(comparison, a, b) : undefined
}

/**
 * Returns the side of B that is paid exactly when yes of A is not, by the outcomes that correspond: teams may be in either
 * order.
 */
function exactHedge({ outcomes }: Comparison, a: Sides, b: Sides): Hedge | undefined {
  const partner = outcomes.find((pair) => pair.a === a.yesId)?.b
  if (partner === undefined) return undefined
  if (partner === b.yesId)
    return {
      buy: 'no',
      cover: 'full',
      why: 'NO of this market pays exactly when YES of the requested market does not',
    }
  return partner === b.noId
    ? {
        buy: 'yes',
        cover: 'full',
        why: 'YES of this market pays exactly when YES of the requested market does not',
      }
    : undefined
}
