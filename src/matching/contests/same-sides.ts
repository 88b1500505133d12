import { isOfOtherName, isSameSide } from '../words/teams.js'
import { type ContestSide, withTown } from './sides.js'

/** Whether two names may belong to the same side. */
export function areSameSide(a: ContestSide, b: ContestSide): boolean {
  if (a.selection !== b.selection) return false
  return (
    isSameSide(a.words, b.words) ||
    isWithInitials(a.words, b.words) ||
    isWithInitials(b.words, a.words) ||
    isAcronymOf(a.words, b.words) ||
    isAcronymOf(b.words, a.words) ||
    areWrittenTogether(a, b) ||
    isOfTown(a, b) ||
    isOfTown(b, a)
  )
}

/** Whether names differ only in spaces and an article: `TheMongolz` and `The Mongolz`. */
function areWrittenTogether(a: ContestSide, b: ContestSide): boolean {
  const joined = ({ words }: ContestSide): string => words.join('').replace(/^the(?=.{4})/, '')
  return joined(a) === joined(b)
}

function isOfTown(a: ContestSide, b: ContestSide): boolean {
  const words = a.towns.length === 0 ? undefined : withTown(a, b)
  return words !== undefined && isSameSide(words, b.words)
}

/** Whether a word is an acronym: `QPR` for the Queens Park Rangers. */
function isAcronymOf([word = '', ...more]: readonly string[], full: readonly string[]): boolean {
  return more.length === 0 && full.length >= 3 && word === full.map(([letter]) => letter).join('')
}

/** Whether a label names a side: `Arsenal` is one of two women's teams if there is no other Arsenal. */
export function isNameOf(label: ContestSide, side: ContestSide): boolean {
  // If the other has a selection too, a label may omit it.
  const isOther = label.selection !== '' && side.selection !== '' && label.selection !== side.selection
  return !isOther && areSameSide({ ...label, selection: side.selection }, side)
}

/** Whether names agree with initials: `j sinner` and `jannik sinner`; but the `c` of `chicago c` begins no common word. */
function isWithInitials(shorter: readonly string[], longer: readonly string[]): boolean {
  return (
    shorter.some((word) => word.length > 1) &&
    !isOfOtherName(longer, shorter) &&
    shorter.every(
      (word) =>
        longer.includes(word) ||
        (word.length === 1 && longer.some((one) => one.startsWith(word) && !shorter.includes(one))),
    )
  )
}
