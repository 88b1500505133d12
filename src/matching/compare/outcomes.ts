import type { MarketOutcome } from '../../api/models/models.js'
import type { Comparison, OutcomePair } from '../terms/relation-types.js'
import { stripMarks, wordsIn } from '../words/title-words.js'
import { silent } from '../words/vocabulary.js'
import type { Features } from './features.js'
import type { ComparedSubjects } from './subject.js'

/**
 * Pairs the outcomes that are paid out in the same cases: YES with YES, or with NO where one question is the negation of the
 * other; outcomes of pairs and choices by their names. Outcomes without a counterpart are left out.
 */
export function pairOutcomes(a: Features, b: Features, isContrary: boolean): readonly OutcomePair[] {
  if (a.structure === 'choice' || (a.structure === 'pair' && b.structure === 'pair')) return pairByName(a, b)
  if (a.yesId === undefined || b.yesId === undefined || a.noId === undefined || b.noId === undefined)
    return []
  return isContrary
    ? [
        { a: a.yesId, b: b.noId },
        { a: a.noId, b: b.yesId },
      ]
    : [
        { a: a.yesId, b: b.yesId },
        { a: a.noId, b: b.noId },
      ]
}

function pairByName(a: Features, b: Features): readonly OutcomePair[] {
  return a.outcomes.flatMap((outcome) => {
    const partners = b.outcomes.filter((other) => sameName(outcome, other))
    const [partner] = partners
    return partner === undefined || partners.length > 1
      ? []
      : [{ a: outcome.outcomeId, b: partner.outcomeId }]
  })
}

function sameName(a: MarketOutcome, b: MarketOutcome): boolean {
  const [first, second] = [nameWords(a.label), nameWords(b.label)]
  return first.length > 0 && first.join(' ') === second.join(' ')
}

/** Returns the words in order, which separates `D Senate, R House` from `R Senate, D House`. */
function nameWords(label: string): readonly string[] {
  return wordsIn(stripMarks(label))
    .map(({ word }) => word)
    .filter((word) => !silent.has(word) || word.length === 1)
}

/** Whether two markets have the same outcomes. Outcomes other than YES and NO are compared by name. */
export function compareChoices(
  a: Features,
  b: Features,
): { readonly order: 'same' | 'across' | 'apart'; readonly words: readonly string[] } {
  const named = (one: Features): boolean => one.structure === 'choice' || one.structure === 'pair'
  if (!named(a) && !named(b)) return { order: 'same', words: [] }
  if (!named(a) || !named(b)) {
    const [choosing, other] = named(a) ? [a, b] : [b, a]
    // Up or down and yes or no are the same if the question states which is up; more outcomes are not.
    if (choosing.structure === 'pair' && other.structure === 'binary' && isUpDown(choosing))
      return { order: 'same', words: [] }
    return {
      order: 'across',
      words: [`${choosing.venue} has named outcomes, and ${other.venue} has YES and NO`],
    }
  }
  const pairs = pairByName(a, b)
  if (pairs.length === 0) return { order: 'apart', words: ['they have no outcome in common'] }
  const isAll = pairs.length === a.outcomes.length && pairs.length === b.outcomes.length
  return isAll
    ? { order: 'same', words: ['both have the same outcomes'] }
    : { order: 'across', words: [`${pairs.length} outcomes are in both markets, and the others in only one`] }
}

function isUpDown({ outcomes }: Features): boolean {
  return outcomes.some(({ label }) => /^(?:up|over|yes)$/i.test(label.trim()))
}

/**
 * Finds the outcome of a multi-outcome market that is the same as YES in a market about one of the outcomes, so that the two
 * overlap. Returns undefined for other pairs.
 */
export function findContainedChoice(
  a: Features,
  b: Features,
  subjects: ComparedSubjects,
): Comparison | undefined {
  const isAChoice = a.structure === 'choice'
  if (isAChoice === (b.structure === 'choice')) return undefined
  const [choice, single] = isAChoice ? [a, b] : [b, a]
  const [onlyChoice, onlySingle] = isAChoice
    ? [subjects.onlyA, subjects.onlyB]
    : [subjects.onlyB, subjects.onlyA]
  if (single.structure !== 'binary' || single.yesId === undefined || onlyChoice.length > 0) return undefined
  const held = choice.outcomes.filter(({ label }) => {
    const words = nameWords(label)
    return (
      words.length > 0 &&
      words.every((word) => single.has.has(word)) &&
      onlySingle.every((word) => words.includes(word))
    )
  })
  const [one] = held
  if (one === undefined || held.length > 1) return undefined
  const pair = isAChoice ? { a: one.outcomeId, b: single.yesId } : { a: single.yesId, b: one.outcomeId }
  return {
    relation: 'overlap',
    confidence: 0.85,
    evidence: [`YES at ${single.venue} is the outcome ${one.label} at ${choice.venue}`],
    reasons: [],
    outcomes: [pair],
  }
}
