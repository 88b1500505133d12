import type { Features } from './features.js'
import { light } from './vocabulary.js'

/**
 * When a word of {@link light} narrows a question all the same: most of them are verbs or objects elsewhere, as `end` is in
 * `Will the shutdown end` and `a seat` in `win a seat`.
 */

/** What such a word says something of, by the word: without it the word is a verb of its own. */
const companions: Readonly<Record<string, RegExp>> = {
  end: /\bupdown\b/,
  close: /\bupdown\b/,
  reading: /\bcpi\b/,
  change: /\b(?:rate|nochange|~move)\b/,
  decision: /\b(?:rate|nochange|~move|fed)\b/,
  control: /\b(?:senate|house|congress|parliament|chamber|midterms?)\b/,
  meet: /\b(?:rate|nochange|~move|fed|decision)\b/,
  general: /\b(?:election|president|governor|senate)\b/,
}

/** Behind an article of one, or as what belongs to somebody, it is what is asked for. */
const objects =
  /(?:\b(?:an?|another|an? new|own)|\w'|\w's) (seats?|part(?:y|ies)|candidates?|compan(?:y|ies))\b/gi

const roots: readonly (readonly [RegExp, string])[] = [
  [/^seat/, 'seat'],
  [/^part/, 'party'],
  [/^candidate/, 'candidate'],
  [/^compan/, 'company'],
]

/** What is counted, who is meant, and among whom: where each question says another one, neither is idle. */
const kinds: readonly ReadonlySet<string>[] = [
  'points runs goals game match day',
  'team player person company country game match',
  'world region country team company',
].map((words) => new Set(words.split(' ')))

/** What a prize or a list is of. */
const ranked = /\b(?:best|top|worst) (team|player|game|company|country|person)\b/gi

function saysAnother(word: string, own: Features, other: Features): boolean {
  return kinds.some(
    (kind) => kind.has(word) && other.words.some((one) => kind.has(one.word) && !own.has.has(one.word)),
  )
}

/** Whether a word may stand in one question alone and both be the same. */
export function isLight(word: string, own: Features, other: Features): boolean {
  if (!light.has(word)) return false
  if (saysAnother(word, own, other)) return false
  if (objectsIn(own.question).has(word)) return false
  if (word === 'win') return !/\bbe in the\b/i.test(other.question)
  if (word === 'us')
    return !/\bin the (?:us|usa|u\.s\.?|united states)\b(?! \p{L}+ (?:election|race))/iu.test(own.question)
  const beside = companions[word]
  if (beside === undefined || own.thresholds.length > 0) return true
  return beside.test([...own.has].join(' '))
}

function objectsIn(question: string): ReadonlySet<string> {
  const nouns = [...question.matchAll(objects)].map(([, noun = '']) => noun.toLowerCase())
  const found = nouns.flatMap((noun) => roots.flatMap(([root, word]) => (root.test(noun) ? [word] : [])))
  return new Set([...found, ...[...question.matchAll(ranked)].map(([, noun = '']) => noun.toLowerCase())])
}
