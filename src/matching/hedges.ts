import type { OrderBook, UnifiedMarket } from '../api/models/models.js'
import type { Features } from './compare/features.js'
import { type Comparison, isReversed } from './terms/relation-types.js'

/** A market beside another, with what its books say now. */
interface PriceComparison {
  readonly market: UnifiedMarket
  readonly relation: Comparison['relation']
  /** 0..1 */
  readonly confidence: number
  readonly reasoning: string | null
  /** Of the outcome that corresponds; null when its book is not known or that side is empty. */
  readonly bestBid: number | null
  readonly bestAsk: number | null
  readonly venue: string
}

/** A matched market as the wire has it. The book is that of the outcome which corresponds. */
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

/** The evidence of a comparison as the wire has it; null where there is none. */
export function reasoningOf(evidence: readonly string[]): string | null {
  return evidence.length === 0 ? null : sentences(evidence)
}

function sentences(evidence: readonly string[]): string {
  return `${evidence.map((one) => `${one[0]?.toUpperCase() ?? ''}${one.slice(1)}`).join('. ')}.`
}

/** How a market serves to hedge a yes in another. */
export interface Hedge {
  /** What is bought to be paid when the held yes is not. */
  readonly buy: 'yes' | 'no'
  /** `full`: paid whenever the held yes is not; `partial`: there are cases in which neither pays, or both do. */
  readonly cover: 'full' | 'partial'
  readonly why: string
}

/** The outcomes of a market that are called yes and no; of two with names the first is yes. */
type Sides = Pick<Features, 'yesId' | 'noId'>

/**
 * How market B serves somebody who holds yes of A; undefined when it does not. With B implied by A (`subset`), no of B
 * pays only where A is lost as well, and not always; with A implied by B, no of B pays whenever A is lost.
 */
export function hedgeOf(comparison: Comparison, a: Sides, b: Sides): Hedge | undefined {
  const { relation } = comparison
  if (relation === 'superset')
    return { buy: 'no', cover: 'full', why: 'whenever yes there is lost, no here is paid; both may be paid' }
  if (relation === 'subset')
    return { buy: 'no', cover: 'partial', why: 'where yes here is paid and yes there is not, neither pays' }
  const isExact = relation === 'identity' || isReversed(comparison)
  return isExact ? exactHedge(comparison, a, b) : undefined
}

/** The side of B that is paid exactly when yes of A is not, by the outcomes that correspond: of teams either may come first. */
function exactHedge({ outcomes }: Comparison, a: Sides, b: Sides): Hedge | undefined {
  const partner = outcomes.find((pair) => pair.a === a.yesId)?.b
  if (partner === undefined) return undefined
  if (partner === b.yesId)
    return { buy: 'no', cover: 'full', why: 'no here is paid exactly when yes there is not' }
  return partner === b.noId
    ? { buy: 'yes', cover: 'full', why: 'yes here is paid exactly when yes there is not' }
    : undefined
}
