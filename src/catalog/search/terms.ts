import { stripMarks } from '../../matching/words/title-words.js'
import { aliases, phrases } from '../../matching/words/vocabulary.js'

/** A word that somebody searches for. */
interface Term {
  /** As {@link searchWords} spells it. */
  readonly word: string
  /** As it was typed, in lower case: longer words may begin with it. */
  readonly typed: string
  /** Rows fit without it, and better with it: it only makes a sentence of the others. */
  readonly isOptional: boolean
  /** A word that stands for the phrase in which it is, such as `fed` for `Federal Reserve`. */
  readonly standIn?: string
}

/** A text that somebody searches for. */
export interface SearchTerms {
  /** In their order, those of the phrases too; at most {@link MAX_TERMS}. */
  readonly terms: readonly Term[]
  /** Words that stand next to each other in quotes. */
  readonly phrases: readonly (readonly string[])[]
}

/** Words of a search that are read; later ones are not. */
export const MAX_TERMS = 15

/** Words that questions have around what they ask for. */
const optionalWords: ReadonlySet<string> = new Set(
  `a an the of to in on at by for from with and or is are was were be been will would do does did has have had it its
  this that there who what which when where why how much many any going if then ever odds chance chances probability likely market markets
  bet bets`
    .split(/\s+/)
    .map(stemOf),
)

/**
 * The words of a text as they are compared in a search: case, marks, punctuation, number (singular or plural) and the way
 * in which a number is written (`$100,000`, `100k`) make no difference.
 */
export function searchWords(text: string): string[] {
  return splitRawWords(text).map(normalizeWord)
}

/** The words of a text as they stand there, in lower case and without marks: for who spells each only once. */
export function splitRawWords(text: string): readonly string[] {
  return foldText(text).match(/\d+(?:\.\d+)?[kmbt]?(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu) ?? []
}

/** Reads what somebody searches for. Text in quotes is a phrase; a quote without a second one means nothing. */
export function readSearch(text: string): SearchTerms {
  const terms: Term[] = []
  const quoted: string[][] = []
  const parts = text.replace(/[“”„«»]/g, '"').split('"')
  for (const [at, part] of parts.entries()) {
    const words = searchWords(part)
    // The last part of an odd number of quotes was never closed.
    const isQuoted = at % 2 === 1 && at < parts.length - 1
    if (isQuoted && words.length > 1) quoted.push(words.slice(0, MAX_TERMS))
    for (const term of termsOf(part, isQuoted))
      if (terms.length < MAX_TERMS && !terms.some(({ word }) => word === term.word)) terms.push(term)
  }
  // Where nothing else is asked for, they are what is asked for.
  const isAll = terms.every(({ isOptional }) => isOptional)
  return { terms: isAll ? terms.map((term) => ({ ...term, isOptional: false })) : terms, phrases: quoted }
}

function termsOf(part: string, isQuoted: boolean): readonly Term[] {
  const raw = splitRawWords(part)
  const standIns = standInsOf(raw)
  return raw.map((typed, at) => {
    const word = normalizeWord(typed)
    const standIn = standIns[at]
    const isOptional = !isQuoted && optionalWords.has(word)
    return { word, typed, isOptional, ...(standIn === undefined ? {} : { standIn }) }
  })
}

/** How many words the longest phrase has that begins with a word. */
const longestFrom: ReadonlyMap<string, number> = (() => {
  const longest = new Map<string, number>()
  for (const phrase of phrases.keys()) {
    const words = phrase.split(' ')
    const first = words[0] ?? ''
    longest.set(first, Math.max(longest.get(first) ?? 0, words.length))
  }
  return longest
})()

/**
 * For each word of a text, the word that stands for the phrase in which it is; undefined where it is in none.
 * @param raw as {@link splitRawWords} tells them
 */
export function standInsOf(raw: readonly string[]): readonly (string | undefined)[] {
  const found: (string | undefined)[] = raw.map(() => undefined)
  for (let at = 0; at < raw.length; at++) {
    const most = Math.min(longestFrom.get(raw[at] as string) ?? 0, raw.length - at)
    for (let length = most; length > 1; length--) {
      const [word, ...others] = phrases.get(raw.slice(at, at + length).join(' ')) ?? []
      if (word === undefined || others.length > 0) continue
      found.fill(stemOf(word), at, at + length)
      at += length - 1
      break
    }
  }
  return found
}

/** The spelling that words share which name the same: `btc` and `bitcoin`. */
export function commonNameOf(word: string): string {
  return stemOf(aliases.get(word) ?? word)
}

/** Without case, marks and the punctuation that stands inside of words and numbers. */
function foldText(text: string): string {
  // In lower case first, in which lists keep their texts: some letters are others then.
  const lowered = text.toLowerCase()
  const isPlain = /^[\x20-\x7e]*$/.test(lowered) && !lowered.includes('.')
  const folded = isPlain ? lowered : stripMarks(lowered).replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
  // Most texts have neither; looking for them costs a tenth of replacing them.
  const whole = folded.includes("'") ? folded.replace(/'(?:s\b)?/g, '') : folded
  return whole.includes(',') ? whole.replace(/(\d),(?=\d{3}(?!\d))/g, '$1') : whole
}

const thousands: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }

/** One of {@link splitRawWords} as it is compared. */
export function normalizeWord(word: string): string {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([kmbt])$/.exec(word) ?? []
  if (digits !== undefined && unit !== undefined) {
    const number = Math.round(Number(digits) * (thousands[unit] ?? 1))
    return Number.isSafeInteger(number) ? String(number) : word
  }
  return /^\d+\.\d*?0+$/.test(word) ? String(Number(word)) : stemOf(word)
}

/** One spelling for a word in singular and plural. It need not be a word. */
function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  let stem = word
  if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1)
  if (stem.endsWith('ie')) return `${stem.slice(0, -2)}y`
  return /(?:ch|sh|s|x|z)e$/.test(stem) ? stem.slice(0, -1) : stem
}
