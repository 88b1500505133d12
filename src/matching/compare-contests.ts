import { compareThresholds } from './compare-thresholds.js'
import { type Contest, compareContests } from './contest.js'
import type { Features } from './features.js'
import { pairOutcomes } from './outcomes.js'
import { compareSources } from './sources.js'
import { isSameSide } from './teams.js'
import { wordsOf } from './text.js'
import type { Comparison, ConflictReason, OutcomePair } from './verdict.js'
import { compareTimes } from './when.js'

/** How two bets on contests lie to each other: who meets whom, when, what is asked, and for whom. */
export function compareContestMarkets(a: Features, b: Features, first: Contest, second: Contest): Comparison {
  const sides = compareContests(first, second)
  const told = `${sidesText(first)} at ${a.venue}, ${sidesText(second)} at ${b.venue}`
  if (sides === 'other') return otherContest(first, second, told)
  const times = compareTimes(a.when, b.when, { isContest: true, isMoment: false })
  const spans = compareThresholds(a, b)
  const isSameAspect = first.aspects.join() === second.aspects.join()
  const picks = comparePicks(first, second, sides === 'turned')
  const reasons: ConflictReason[] = []
  if (times.order === 'apart') reasons.push('other deadline')
  if (!isSameAspect || picks === 'apart') reasons.push('other subject')
  else if (spans.order === 'contrary' || picks === 'contrary') reasons.push('reversed polarity')
  else if (spans.order === 'apart' || spans.order === 'unmatched') reasons.push('other threshold')
  if (compareSources(a.sources, b.sources) === 'other') reasons.push('other source')
  const evidence = [
    `both are about ${sidesText(first)}`,
    times.words,
    ...spans.words,
    ...(isSameAspect ? [] : [`${askedText(first)} at ${a.venue}, ${askedText(second)} at ${b.venue}`]),
    ...(picks === 'contrary' ? ['yes stands for the other side'] : []),
  ]
  if (reasons.length > 0) return { relation: 'conflict', confidence: 0.9, evidence, reasons, outcomes: [] }
  if (times.order === 'unknown')
    return { relation: 'related', confidence: 0.5, evidence, reasons: [], outcomes: [] }
  const outcomes = contestOutcomes(a, b, first, second)
  const isWhole = picks === 'same' && spans.order === 'same'
  const relation = isWhole
    ? 'identity'
    : spans.order === 'within' || spans.order === 'around'
      ? spans.order === 'within'
        ? 'subset'
        : 'superset'
      : 'overlap'
  const confidence = Math.round(0.96 * times.trust * 100) / 100
  return {
    relation,
    confidence,
    evidence,
    reasons: [],
    outcomes: relation === 'subset' || relation === 'superset' ? [] : outcomes,
  }
}

function sidesText({ sides }: Contest): string {
  return sides.map((side) => side.join(' ')).join(' against ')
}

function askedText({ aspects }: Contest): string {
  return aspects.length === 0 ? 'who wins' : aspects.join(', ')
}

function otherContest(a: Contest, b: Contest, told: string): Comparison {
  const meets = a.sides.some((side) => b.sides.some((other) => isSameSide(side, other)))
  return meets
    ? { relation: 'conflict', confidence: 0.9, evidence: [told], reasons: ['other subject'], outcomes: [] }
    : { relation: 'unrelated', confidence: 0.9, evidence: [told], reasons: [], outcomes: [] }
}

/** Which side yes stands for: of both the same, of each another, or something that has no side in the other. */
function comparePicks(a: Contest, b: Contest, isTurned: boolean): 'same' | 'contrary' | 'across' | 'apart' {
  if (a.pick === undefined || b.pick === undefined) {
    // An outcome for each side holds the one that yes of the other stands for; a draw is none of them.
    return a.pick === 'draw' || b.pick === 'draw' ? 'apart' : 'same'
  }
  if (a.pick === 'draw' || b.pick === 'draw') return a.pick === b.pick ? 'same' : 'apart'
  return (a.pick === b.pick) === !isTurned ? 'same' : 'contrary'
}

function mirror({ a, b }: OutcomePair): OutcomePair {
  return { a: b, b: a }
}

function contestOutcomes(a: Features, b: Features, first: Contest, second: Contest): readonly OutcomePair[] {
  if (first.pick !== undefined && second.pick !== undefined) {
    if (a.structure === 'pair' && b.structure === 'binary') return namedWithPick(a, b, first)
    if (b.structure === 'pair' && a.structure === 'binary') return namedWithPick(b, a, second).map(mirror)
    return pairOutcomes(a, b, false)
  }
  if (first.pick === undefined && second.pick === undefined)
    return a.structure === 'pair' ? bySide(a, b, first) : pairOutcomes(a, b, false)
  return first.pick === undefined ? namedWithPick(a, b, second) : namedWithPick(b, a, first).map(mirror)
}

/** Outcomes of both that name the same side. */
function bySide(a: Features, b: Features, contest: Contest): readonly OutcomePair[] {
  const byName = pairOutcomes(a, b, false)
  if (byName.length > 0) return byName
  return contest.sides.flatMap((side) => {
    const [one, other] = [outcomeOf(a, side), outcomeOf(b, side)]
    return one === undefined || other === undefined ? [] : [{ a: one, b: other }]
  })
}

/** The outcome that names the side for which the other says yes, and the remaining one with its no. */
function namedWithPick(named: Features, picking: Features, contest: Contest): readonly OutcomePair[] {
  const side = contest.pick === 0 || contest.pick === 1 ? contest.sides[contest.pick] : undefined
  const yes = side && outcomeOf(named, side)
  if (yes === undefined || picking.yesId === undefined || picking.noId === undefined) return []
  const rest = named.outcomes.filter(({ outcomeId }) => outcomeId !== yes)
  const no = rest.length === 1 ? rest[0] : undefined
  return [{ a: yes, b: picking.yesId }, ...(no === undefined ? [] : [{ a: no.outcomeId, b: picking.noId }])]
}

function outcomeOf({ outcomes }: Features, side: readonly string[]): string | undefined {
  return outcomes.find(({ label }) =>
    isSameSide(
      wordsOf(label).map(({ word }) => word),
      side,
    ),
  )?.outcomeId
}
