import { drift } from '../../../venue-kit/payload.js'
import type { MarketRef, NativeOutcome } from '../wire.js'

/** What can be bet on in a market: its key at the venue and what it is called. */
export interface Side {
  readonly key: string
  readonly label: string
  /** What the venue says of it besides. */
  readonly facts?: NativeOutcome
}

/** The rounds whose sides are called up and down; their keys are yes and no like everybody's. */
const UP_OR_DOWN = 'price_direction'
const words = { plain: ['Yes', 'No'], direction: ['Up', 'Down'] } as const

/**
 * The sides of a market. The venue lists no outcomes of markets with two, and none of some that have more: a flip
 * that may end in a tie, a race of several tokens. Of those nobody tells what can be bet on: the list is empty.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when two outcomes have the same key
 */
export function sidesOf(market: MarketRef): readonly Side[] {
  const { outcomes = [], id, category } = market
  if (outcomes.length > 0) {
    if (new Set(outcomes.map(({ key }) => key)).size < outcomes.length) {
      throw drift('GET /catalogue', 'outcomes', `market ${id} has two outcomes with one key`)
    }
    return outcomes.map((facts) => ({ key: facts.key, label: facts.label, facts }))
  }
  if (!hasTwoSides(market)) return []
  const [yes, no] = category === UP_OR_DOWN ? words.direction : words.plain
  return [
    { key: 'yes', label: yes },
    { key: 'no', label: no },
  ]
}

/** Ends in a tie as well, although its question can be answered with yes or no by its words. */
const FLIP = 'coin_flip'
const asksForOne = /^(will|is|are|was|were|do|does|did|can|could|has|have|had|should)\s/i
const saysMore = /multi-outcome|\b(?:[3-9]|\d\d)-way\b/i

function hasTwoSides({ category, question, summary = '' }: MarketRef): boolean {
  return category !== FLIP && asksForOne.test(question.trim()) && !saysMore.test(summary)
}
