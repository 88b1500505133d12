import { createSchemaMismatch } from '../../../venue-kit/payload/payload.js'
import type { MarketRef, NativeOutcome } from '../schemas.js'

/** A side of a market: its key at the venue and its name. */
export interface Side {
  readonly key: string
  readonly label: string
  /** The venue's further facts of it. */
  readonly facts?: NativeOutcome
}

/** The rounds whose sides are named up and down; their keys are yes and no, as elsewhere. */
const UP_OR_DOWN = 'price_direction'
const words = { plain: ['Yes', 'No'], direction: ['Up', 'Down'] } as const

/**
 * Returns the sides of a market. The venue lists no outcomes of markets with two. It also lists none of some that have more: a
 * flip that may end in a tie, a race of several tokens. For those the sides are not reported: the list is empty.
 * @throws EXCHANGE_NOT_AVAILABLE (drift) when two outcomes have the same key
 */
export function sidesOf(market: MarketRef): readonly Side[] {
  const { outcomes = [], id, category } = market
  if (outcomes.length > 0) {
    if (new Set(outcomes.map(({ key }) => key)).size < outcomes.length) {
      throw createSchemaMismatch(
        'GET /markets',
        'outcomes',
        `market ${id} has two outcomes with the same key`,
      )
    }
    return outcomes.map((facts) => ({
      key: facts.key,
      label: facts.label ?? facts.shortLabel ?? facts.key,
      facts,
    }))
  }
  if (!hasTwoSides(market)) return []
  const [yes, no] = category === UP_OR_DOWN ? words.direction : words.plain
  return [
    { key: 'yes', label: yes },
    { key: 'no', label: no },
  ]
}

/** Whether a market has the sides yes and no, for which the venue lists no outcomes. */
export function isTwoSided({ outcomes = [] }: MarketRef): boolean {
  return outcomes.length === 0
}

/** Up and down occur as names of sides as well; their keys are yes and no. */
const otherWords: Readonly<Record<string, string>> = { up: 'yes', down: 'no' }

/** Returns the side of a word of the venue, such as that of a result, or undefined for another word. */
export function findSideByName(sides: readonly Side[], word: string): Side | undefined {
  const exact = sides.find(({ key }) => key === word)
  if (exact !== undefined || sides.some(({ facts }) => facts !== undefined)) return exact
  const plain = word.toLowerCase()
  return sides.find(({ key }) => key === (otherWords[plain] ?? plain))
}

/** May end in a tie as well, although its question can be answered with yes or no by its words. */
const FLIP = 'coin_flip'
const asksForOne = /^(will|is|are|was|were|do|does|did|can|could|has|have|had|should)\s/i
const asksWhich = /^(which|what|who|whose|where|when|how)\b/i
const saysMore = /multi-outcome|\b(?:[3-9]|\d\d)-way\b/i

/** Only two-sided markets have odds of yes and no in the list; the question must not offer several choices. */
function hasTwoSides({ category, question, summary = '', odds }: MarketRef): boolean {
  const asked = question.trim()
  if (category === FLIP || saysMore.test(summary) || asksWhich.test(asked)) return false
  return asksForOne.test(asked) || odds !== undefined
}
