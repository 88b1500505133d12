import { isSameSide } from './teams.js'
import { wordsOf } from './text.js'
import { aspects, light, silent } from './vocabulary.js'

/** Two who meet, and what is asked of it. */
export interface Contest {
  readonly sides: readonly [readonly string[], readonly string[]]
  /** The side that yes stands for, or `draw`; absent when the market has an outcome for each, or asks something else. */
  readonly pick?: 0 | 1 | 'draw'
  /** What is asked when it is not who wins, ascending. */
  readonly aspects: readonly string[]
}

const capital = "[\\p{Lu}$\\d][\\p{L}\\p{N}'.&-]*"
const name = `${capital}(?: (?:de |da |van |von |del |of )?${capital}){0,4}`
const sideBySide = new RegExp(`(${name}) (?:vs\\.?|v\\.?|versus|at|@) (?:the )?(${name})`, 'u')
const inLowerCase = /([\p{L}\p{N}.]+) (?:vs\.?|versus) ([\p{L}\p{N}.]+)/u
const against = new RegExp(
  `(${name}) (?:to )?(?:beats?|defeats?|wins? (?:\\w+ )?(?:against|over|vs\\.?)|covers? ;? ?(?:vs\\.?|against)|wins? by ;? ?(?:runs |points |goals )?(?:vs\\.?|against|over))(?: the)? (${name})`,
  'u',
)
const covering = new RegExp(`(${name}) covers?\\b`, 'u')
/** Words with capitals that are no part of a name. */
const headings =
  /^(?:Will|Who|Which|The|Winner|Game|Match|Map|Set|Round|Total|Spread|Moneyline|Half|Full|Strikeouts|Both|1st|2nd|Over|Under|Can|Does|Do|Event|Outright)$/

/**
 * The two sides of a contest; undefined for a question about anything else.
 * @param text with its case, without dates and numbers that decide
 * @param labels of the outcomes with names of their own
 * @param candidate what yes stands for
 */
export function readContest(
  text: string,
  labels: readonly string[],
  candidate: string | undefined,
): Contest | undefined {
  const verb = against.exec(text)
  const found = verb ?? sideBySide.exec(text) ?? inLowerCase.exec(text)
  const [first, second] = [sideOf(found?.[1], 'end'), sideOf(found?.[2], 'start')]
  if (found === null || first.length === 0 || second.length === 0 || isSameSide(first, second))
    return undefined
  const sides = [first, second] as const
  const asked = aspectsIn(text, labels, verb?.[0] ?? '')
  const pick = verb !== null ? 0 : pickOf(sides, covering.exec(text)?.[1] ?? candidate)
  const isNamed = pick === undefined && labels.length === 2 && asked.length === 0
  if (isNamed && !labels.every((label) => sides.some((side) => isSameSide(side, plainWords(label)))))
    return undefined
  return { sides, ...(pick === undefined ? {} : { pick }), aspects: asked }
}

/** The words of a name, without those that only stand beside it. */
function sideOf(text: string | undefined, near: 'start' | 'end'): readonly string[] {
  if (text === undefined) return []
  const parts = text.split(' ')
  const kept: string[] = []
  for (const part of near === 'end' ? parts.reverse() : parts) {
    if (headings.test(part.replace(/[^\p{L}\p{N}]/gu, '')) || /^20\d\d$/.test(part)) break
    kept.push(part)
  }
  return plainWords((near === 'end' ? kept.reverse() : kept).join(' '))
}

function plainWords(text: string): readonly string[] {
  return wordsOf(text)
    .map(({ word }) => word)
    .filter((word) => !silent.has(word) || word.length === 1)
    .filter((word) => !['fc', 'cf', 'afc', 'sc'].includes(word))
}

function pickOf(sides: Contest['sides'], candidate: string | undefined): Contest['pick'] {
  if (candidate === undefined) return undefined
  const words = plainWords(candidate)
  if (words.length === 1 && /^(?:draw|tie|tied)$/.test(words[0] ?? '')) return 'draw'
  const [first, second] = sides.map((side) => isSameSide(side, words))
  return first === second ? undefined : first === true ? 0 : 1
}

function aspectsIn(text: string, labels: readonly string[], verb: string): readonly string[] {
  const words = wordsOf(text).map(({ word }) => word)
  const found = new Set(words.filter((word) => aspects.has(word) && !light.has(word)))
  // `Game 2` is another than `Game 1`.
  for (const [at, word] of words.entries())
    if (/^(?:game|map|set|round|period|quarter)$/.test(word) && /^\d+$/.test(words[at + 1] ?? ''))
      found.add(`${word} ${words[at + 1]}`)
  if (/\bwins? by\b/.test(verb)) found.add('spread')
  if (labels.some((label) => /^over\b/i.test(label))) found.add('total')
  found.delete('draw')
  return [...found].sort()
}

/** Whether two contests are between the same two: as they stand, turned round, or not at all. */
export function compareContests(a: Contest, b: Contest): 'same' | 'turned' | 'other' {
  if (isSameSide(a.sides[0], b.sides[0]) && isSameSide(a.sides[1], b.sides[1])) return 'same'
  return isSameSide(a.sides[0], b.sides[1]) && isSameSide(a.sides[1], b.sides[0]) ? 'turned' : 'other'
}
