import type { Contest } from '../contests/contest.js'
import { isNameOf } from '../contests/same-sides.js'
import { type ContestSide, readSide } from '../contests/sides.js'
import type { OutcomePair } from '../terms/relation-types.js'
import { type ComparedBets, chooseSides } from './compare-bets.js'
import type { Features } from './features.js'
import { pairOutcomes } from './outcomes.js'

/** The meaning of an outcome. */
type Meaning = string | undefined

/** Returns the outcomes of two bets on one contest that are paid out in the same cases. */
export function pairContestOutcomes(
  a: Features,
  b: Features,
  first: Contest,
  second: Contest,
  { order }: ComparedBets,
): readonly OutcomePair[] {
  const isBinary = a.structure === 'binary' && b.structure === 'binary'
  if (isBinary) return pairOutcomes(a, b, order === 'contrary')
  if (first.bet.kind === 'winner' || first.bet.kind === 'spread') return bySide(a, b, first, second)
  if (first.bet.kind === 'total') return byLine(a, b, order === 'contrary')
  return []
}

/** Pairs over with over, and under with under. YES in a bet on over is over. */
function byLine(a: Features, b: Features, isContrary: boolean): readonly OutcomePair[] {
  const partsOf = ({ structure, outcomes, yesId, noId }: Features): readonly [string, string] | undefined => {
    if (structure === 'binary') return yesId === undefined || noId === undefined ? undefined : [yesId, noId]
    const over = outcomes.find(({ label }) => /^(?:over|o\b|higher|more)/i.test(label.trim()))
    const under = outcomes.find(({ label }) => /^(?:under|u\b|lower|fewer|less)/i.test(label.trim()))
    return over === undefined || under === undefined ? undefined : [over.outcomeId, under.outcomeId]
  }
  const [own, others] = [partsOf(a), partsOf(b)]
  if (own === undefined || others === undefined) return []
  const [over, under] = isContrary ? [others[1], others[0]] : others
  return [
    { a: own[0], b: over },
    { a: own[1], b: under },
  ]
}

function bySide(a: Features, b: Features, first: Contest, second: Contest): readonly OutcomePair[] {
  const frame = chooseSides(first, second) ?? sidesOfPair(a) ?? sidesOfPair(b)
  if (frame === undefined) return []
  const meaning = (label: string): Meaning => {
    if (/^(?:the )?(?:draw|tie)\b/i.test(label.trim())) return 'draw'
    const side = readSide(label.replace(/\s*\(?[-+][\d.]+\)?\s*$/, ''))
    const [left, right] = frame.map((one) => side !== undefined && isNameOf(side, one))
    return left === right ? undefined : left === true ? 'left' : 'right'
  }
  const meaningsOf = (
    one: Features,
    contest: Contest,
  ): readonly (readonly [id: string, means: Meaning])[] => {
    if (one.structure !== 'binary')
      return one.outcomes.map(({ outcomeId, label }) => [outcomeId, meaning(label)])
    const pick = contest.pick === 'draw' ? 'draw' : meaning(contest.pick?.words.join(' ') ?? '')
    const others = pick === 'left' ? 'right' : pick === 'right' ? 'left' : undefined
    return [
      [one.yesId ?? '', pick],
      // No is the other side only for a market without a draw.
      ...(one.noId === undefined ? [] : [[one.noId, others] as const]),
    ]
  }
  const isOfTwo = a.structure !== 'choice' && b.structure !== 'choice'
  const [own, others] = [meaningsOf(a, first), meaningsOf(b, second)]
  return own.flatMap(([id, means], at) => {
    const partners = others.filter(([, other]) => means !== undefined && other === means)
    const [partner] = partners
    // If neither is a side, such as `-2.50` and `+2.50`, the first is the pick.
    if (isOfTwo && [own, others].some((of) => of.every(([, one]) => one === undefined))) {
      const beside = others[at]
      return beside === undefined ? [] : [{ a: id, b: beside[0] }]
    }
    const isNo = !isOfTwo && at > 0 && a.structure === 'binary'
    return partner === undefined || partners.length > 1 || isNo || isNoOf(b, partner[0], isOfTwo)
      ? []
      : [{ a: id, b: partner[0] }]
  })
}

/** Returns the two named outcomes if no title names both sides. */
function sidesOfPair({ structure, outcomes }: Features): readonly [ContestSide, ContestSide] | undefined {
  if (structure !== 'pair') return undefined
  const [one, other] = outcomes.map(({ label }) => readSide(label))
  return one === undefined || other === undefined ? undefined : [one, other]
}

/** Whether the outcome is NO in a binary market, which corresponds to none of three outcomes. */
function isNoOf({ structure, noId }: Features, id: string, isOfTwo: boolean): boolean {
  return !isOfTwo && structure === 'binary' && id === noId
}
