import type { Contest } from '../contests/contest.js'
import { areSameSide, isNameOf } from '../contests/same-sides.js'
import type { ContestSide } from '../contests/sides.js'
import type { Features } from './features.js'

export interface ComparedBets {
  /**
   * Relation of YES in A to YES in B. `same`, `within`, `around`; `contrary`: the complement; `across`: one has an outcome of the
   * other among more; `line`: another number decides; `other`: another bet; `unknown`: only one is specific.
   */
  readonly order: 'same' | 'within' | 'around' | 'contrary' | 'across' | 'line' | 'other' | 'unknown'
  /** The outcomes of one are paid out in the same cases as those of the other. */
  readonly areOutcomesSure: boolean
  readonly words: readonly string[]
}

/** The names of both contests' sides, if either contest has them. */
type Frame = readonly [ContestSide, ContestSide] | undefined
type Picked = 0 | 1 | 'draw' | 'none' | 'unknown'

/** Sports without a draw: one side wins if the other does not. */
const twoWay: ReadonlySet<string> = new Set([
  'baseball',
  'basketball',
  'tennis',
  'esports',
  'hockey',
  'cricket',
])

export function compareBets(a: Features, b: Features, first: Contest, second: Contest): ComparedBets {
  const words = [`${betText(first)} at ${a.venue}, ${betText(second)} at ${b.venue}`]
  const found = (order: ComparedBets['order'], areOutcomesSure = false): ComparedBets => ({
    order,
    areOutcomesSure,
    words: order === 'same' ? [] : words,
  })
  const frame = chooseSides(first, second) ?? frameOf(first, second)
  const named = [first, second].flatMap(namesIn)
  const [own, others] = [aboutOf(first, frame, named), aboutOf(second, frame, named)]
  const isOtherGame =
    first.number !== undefined && second.number !== undefined && first.number !== second.number
  if (first.bet.period !== second.bet.period || isOtherGame) return found('other')
  if (isOneOfTwoGames(first, second) || isOneOfTwoGames(second, first)) return found('unknown')
  const isSame = first.bet.kind === second.bet.kind && first.bet.measure === second.bet.measure
  const isLeft = own.left.join() !== others.left.join()
  // The goals of one side are not those of both.
  const isOfOne = own.named !== '' || others.named !== ''
  if (!isSame)
    return isLeft || isOfOne ? found('other') : { ...found('other'), ...ofTwoKinds(first, second, frame) }
  if (own.named !== others.named) return found('other')
  if (isLeft) return found(first.bet.kind === 'other' ? 'other' : 'unknown')
  return { ...found('unknown'), ...ofOneKind(a, b, first, second, { frame, own }) }
}

/** Whether one is a numbered game of two on the same day, and the other has no number. */
function isOneOfTwoGames(one: Contest, other: Contest): boolean {
  return one.sport === 'baseball' && one.number !== undefined && other.number === undefined
}

/** Returns the more complete names of the sides, regardless of which contest comes first. */
export function chooseSides({ sides: a }: Contest, { sides: b }: Contest): Frame {
  if (a === undefined || b === undefined) return a ?? b
  const fullness = (sides: readonly [ContestSide, ContestSide]): string => {
    const words = sides.flatMap((side) => side.words)
    return `${String(words.length).padStart(3, '0')} ${words.join(' ')}`
  }
  return fullness(a) >= fullness(b) ? a : b
}

interface Around {
  readonly frame: Frame
  readonly own: About
}

function ofOneKind(a: Features, b: Features, first: Contest, second: Contest, { frame, own }: Around): Order {
  const { kind } = first.bet
  const sameOrUnknown = (isSame: boolean): Order => ({
    order: isSame ? 'same' : 'unknown',
    areOutcomesSure: isSame,
  })
  if (kind === 'total') return ofTotals(a, b, first, second)
  if (kind === 'spread') return ofSpreads(a, b, first, second, frame)
  if (kind === 'winner') return ofWinners(a, b, first, second, frame)
  if (!areBothBinary(a, b)) return sameOrUnknown(false)
  if (kind === 'bothscore') return sameOrUnknown(true)
  const isSaid = own.left.length > 0 || own.named !== ''
  return sameOrUnknown(isSaid && pickedIn(first, frame) === pickedIn(second, frame))
}

/** Without the names of both sides, the common pick is one side and the other is unknown. */
function frameOf(first: Contest, second: Contest): Frame {
  const [one, other] = [first, second].map(({ pick, first: named }) =>
    pick === 'draw' ? undefined : (pick ?? named),
  )
  return one === undefined || other === undefined || !areSameSide(one, other)
    ? undefined
    : [one, { words: ['?'], towns: [], selection: '', full: '?', spelled: [], spelledWhole: [] }]
}

/** Returns all names of the sides, and of the pick. */
function namesIn({ sides, bet, pick, first }: Contest): readonly ContestSide[] {
  const isOfSide = bet.kind === 'winner' || bet.kind === 'spread'
  const asked = isOfSide && pick !== 'draw' ? (pick ?? first) : undefined
  return [...(sides ?? []), ...(asked === undefined ? [] : [asked])]
}

function areBothBinary(a: Features, b: Features): boolean {
  return a.structure === 'binary' && b.structure === 'binary'
}

type Order = Pick<ComparedBets, 'order' | 'areOutcomesSure'>

function ofTotals(a: Features, b: Features, { bet: x }: Contest, { bet: y }: Contest): Order {
  if (x.line === undefined || y.line === undefined) return { order: 'unknown', areOutcomesSure: false }
  // A pair has an outcome for each: the first is the one above the line.
  const isUnder = (one: Features, said: boolean): boolean => (one.structure === 'pair' ? false : said)
  const [under, other] = [isUnder(a, x.isUnder), isUnder(b, y.isUnder)]
  const hasWhole = Number.isInteger(x.line) || Number.isInteger(y.line)
  if (x.line === y.line)
    return under === other
      ? { order: 'same', areOutcomesSure: true }
      : { order: 'contrary', areOutcomesSure: !hasWhole }
  // Over and under a line are two questions: one implies the other only where yes is a single one of them.
  if (a.structure === 'pair' || b.structure === 'pair') return { order: 'line', areOutcomesSure: false }
  if (under !== other) return { order: 'line', areOutcomesSure: false }
  return { order: x.line > y.line !== under ? 'within' : 'around', areOutcomesSure: false }
}

function ofSpreads(a: Features, b: Features, first: Contest, second: Contest, frame: Frame): Order {
  const [x, y] = [first.bet.line, second.bet.line]
  const [own, other] = [pickedIn(first, frame), pickedIn(second, frame)]
  if (
    x === undefined ||
    y === undefined ||
    own === 'unknown' ||
    other === 'unknown' ||
    own === 'none' ||
    other === 'none'
  )
    return { order: 'unknown', areOutcomesSure: false }
  if (own !== other) return { order: 'other', areOutcomesSure: false }
  if (x === y) return { order: 'same', areOutcomesSure: true }
  if (a.structure === 'pair' || b.structure === 'pair') return { order: 'line', areOutcomesSure: false }
  return { order: x > y ? 'within' : 'around', areOutcomesSure: false }
}

function ofWinners(a: Features, b: Features, first: Contest, second: Contest, frame: Frame): Order {
  const [own, other] = [pickedIn(first, frame), pickedIn(second, frame)]
  if (own === 'unknown' || other === 'unknown') return { order: 'unknown', areOutcomesSure: false }
  const sport = first.sport ?? second.sport
  const hasDraw = sport === 'soccer' || own === 'draw' || other === 'draw'
  const isOfTwo = (one: Features): boolean => one.structure === 'pair'
  const isOfMany = (one: Features): boolean => one.structure === 'choice'
  if (isOfMany(a) && isOfMany(b)) return { order: 'same', areOutcomesSure: true }
  if (isOfMany(a) || isOfMany(b)) return { order: 'across', areOutcomesSure: true }
  if (isOfTwo(a) && isOfTwo(b)) return { order: 'same', areOutcomesSure: true }
  if (isOfTwo(a) || isOfTwo(b)) {
    // With two outcomes one side wins; where a draw is possible, perhaps neither.
    if (own === 'draw' || other === 'draw') return { order: 'other', areOutcomesSure: false }
    return { order: hasDraw ? 'unknown' : 'same', areOutcomesSure: !hasDraw }
  }
  if (own === 'none' || other === 'none') return { order: 'unknown', areOutcomesSure: false }
  if (own === other) return { order: 'same', areOutcomesSure: true }
  if (hasDraw) return { order: 'other', areOutcomesSure: false }
  return { order: 'contrary', areOutcomesSure: sport !== undefined && twoWay.has(sport) }
}

/** Compares two kinds of bets. A win by some points is a win, and if both score, there are two goals. */
function ofTwoKinds(first: Contest, second: Contest, frame: Frame): Partial<Order> {
  return impliedBy(first, second, frame)
    ? { order: 'within' }
    : impliedBy(second, first, frame)
      ? { order: 'around' }
      : {}
}

function impliedBy(narrow: Contest, wide: Contest, frame: Frame): boolean {
  if (narrow.bet.measure !== 'score' || wide.bet.measure !== 'score') return false
  const isScoredByBoth = narrow.bet.kind === 'bothscore' && wide.bet.kind === 'total'
  if (isScoredByBoth) return !wide.bet.isUnder && wide.bet.line !== undefined && wide.bet.line < 2
  if (narrow.bet.kind !== 'spread' || wide.bet.kind !== 'winner' || narrow.bet.line === undefined)
    return false
  const [own, other] = [pickedIn(narrow, frame), pickedIn(wide, frame)]
  return narrow.bet.line > 0 && (own === 0 || own === 1) && own === other && wide.first === undefined
}

/** Returns the side of yes, or of the first outcome. */
function pickedIn({ pick, first }: Contest, frame: Frame): Picked {
  if (pick === 'draw') return 'draw'
  const side = pick ?? first
  if (side === undefined) return 'none'
  if (frame === undefined) return 'unknown'
  const [left, right] = frame.map((one) => isNameOf(side, one))
  return left === right ? 'unknown' : left === true ? 0 : 1
}

interface About {
  /** Remaining words without the names of both sides. */
  readonly left: readonly string[]
  /** The side that the bet also names. For totals, it is the side whose points count. */
  readonly named: string
}

/** @param named the names of the sides in both */
function aboutOf({ leftover, bet }: Contest, frame: Frame, named: readonly ContestSide[]): About {
  // Usually nothing remains, and no side can be named.
  if (leftover.length === 0) return { left: leftover, named: isOfSides(bet) && bet.isOfOne ? '?' : '' }
  const names = new Set(named.flatMap(({ spelledWhole }) => spelledWhole))
  const left = leftover.filter((word) => !names.has(word))
  if (!isOfSides(bet)) return { left, named: '' }
  // The full names: a total of `Internazionale` names the side that is compared as `inter`.
  const spellings = (frame ?? []).map(
    (side) =>
      new Set(named.filter((one) => areSameSide(one, side)).flatMap(({ spelledWhole }) => spelledWhole)),
  )
  const mentioned = spellings.flatMap((telling, at) => {
    const shared = spellings[1 - at]
    return leftover.some((word) => telling.has(word) && shared?.has(word) !== true) ? [at] : []
  })
  return { left, named: sideNamed(mentioned, bet.isOfOne || left.length < leftover.length) }
}

/** Whether a bet on one side differs from the same bet on both sides. */
function isOfSides({ kind }: Contest['bet']): boolean {
  return kind === 'total' || kind === 'bothscore' || kind === 'other'
}

/** Returns the named side. A name that fits both sides, such as `Barcelona` for Espanyol de Barcelona, is unknown. */
function sideNamed(mentioned: readonly number[], hasName: boolean): string {
  if (mentioned.length === 1) return String(mentioned[0])
  return mentioned.length === 0 && hasName ? '?' : ''
}

function betText({ bet, pick, first, leftover }: Contest): string {
  const side = pick === 'draw' ? 'a draw' : (pick ?? first)?.words.join(' ')
  const line = bet.line === undefined ? '' : ` ${bet.line}`
  const measure = bet.measure === 'score' ? '' : ` of ${bet.measure}`
  const period = bet.period === 'full' ? '' : ` (${bet.period})`
  const more = leftover.length === 0 ? '' : ` [${leftover.join(' ')}]`
  return `${bet.kind}${measure}${line}${period}${side === undefined ? '' : ` for ${side}`}${more}`
}
