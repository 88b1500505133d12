import { maxPhraseLengths, phrases } from '../../matching/words/phrases.js'
import { stripMarks } from '../../matching/words/title-words.js'
import { aliases } from '../../matching/words/vocabulary.js'

/** A word of a search. */
interface Term {
  /** In the spelling of {@link searchWords}. */
  readonly word: string
  /** As typed, in lower case; it may be the beginning of longer words. */
  readonly typed: string
  /** A filler word such as `the`: rows match without it, and rank higher with it. */
  readonly isOptional: boolean
  /** The word that replaces its phrase, such as `fed` for `Federal Reserve`. */
  readonly standIn?: string
}

/** A parsed search text. */
export interface SearchTerms {
  /** In their order, including those of the phrases; at most {@link MAX_TERMS}. */
  readonly terms: readonly Term[]
  /** Words that must be adjacent, from quoted text. */
  readonly phrases: readonly (readonly string[])[]
}

/** Maximum number of words of a search; later words are ignored. */
export const MAX_TERMS = 15

/** Filler words of questions. */
const optionalWords: ReadonlySet<string> = new Set(
  `a an the of to in on at by for from with and or is are was were be been will would do does did has have had it its
  this that there who what which when where why how much many any going if then ever odds chance chances probability likely market markets
  bet bets`
    .split(/\s+/)
    .map(stemOf),
)

/**
 * Returns the words of a text in their search spelling. It ignores case, diacritics, punctuation, singular or plural, and the
 * notation of numbers (`$100,000`, `100k`).
 */
export function searchWords(text: string): string[] {
  return splitRawWords(text).map(normalizeWord)
}

/** Returns the words of a text in lower case without diacritics, for callers that normalize each word only once. */
export function splitRawWords(text: string): readonly string[] {
  return foldText(text).match(/\d+(?:\.\d+)?[kmbt]?(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu) ?? []
}

/** Parses a search text. Text in quotes is a phrase; an unpaired quote is ignored. */
export function readSearch(text: string): SearchTerms {
  const terms: Term[] = []
  const quoted: string[][] = []
  const parts = text.replace(/[“”„«»]/g, '"').split('"')
  for (const [at, part] of parts.entries()) {
    const words = searchWords(part)
    // With an odd number of quotes, the last part was never closed.
    const isQuoted = at % 2 === 1 && at < parts.length - 1
    if (isQuoted && words.length > 1) quoted.push(words.slice(0, MAX_TERMS))
    for (const term of termsOf(part, isQuoted))
      if (terms.length < MAX_TERMS && !terms.some(({ word }) => word === term.word)) terms.push(term)
  }
  // If all terms are optional, all are required.
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

/**
 * Returns the replacement of the phrase that each word belongs to, or undefined for words outside of phrases.
 * @param raw as {@link splitRawWords} returns them
 */
export function standInsOf(raw: readonly string[]): readonly (string | undefined)[] {
  const found: (string | undefined)[] = raw.map(() => undefined)
  for (let at = 0; at < raw.length; at++) {
    const most = Math.min(maxPhraseLengths.get(raw[at] as string) ?? 0, raw.length - at)
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

/** Returns the spelling that synonyms share: `btc` and `bitcoin`. */
export function commonNameOf(word: string): string {
  return stemOf(aliases.get(word) ?? word)
}

/** Removes case, diacritics, and punctuation inside words and numbers. */
function foldText(text: string): string {
  // Lower case comes first, as in stored texts, since it changes some letters.
  const lowered = text.toLowerCase()
  const isPlain = /^[\x20-\x7e]*$/.test(lowered) && !lowered.includes('.')
  const folded = isPlain ? lowered : stripMarks(lowered).replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
  // Most texts contain neither; the check costs a tenth of a replacement.
  const whole = folded.includes("'") ? folded.replace(/'(?:s\b)?/g, '') : folded
  return whole.includes(',') ? whole.replace(/(\d),(?=\d{3}(?!\d))/g, '$1') : whole
}

const thousands: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }

/** Returns the search spelling of a word of {@link splitRawWords}. */
export function normalizeWord(word: string): string {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([kmbt])$/.exec(word) ?? []
  if (digits !== undefined && unit !== undefined) {
    const number = Math.round(Number(digits) * (thousands[unit] ?? 1))
    return Number.isSafeInteger(number) ? String(number) : word
  }
  return /^\d+\.\d*?0+$/.test(word) ? String(Number(word)) : stemOf(word)
}

/** Returns one spelling for singular and plural, not necessarily a word. */
function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  let stem = word
  if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1)
  if (stem.endsWith('ie')) return `${stem.slice(0, -2)}y`
  return /(?:ch|sh|s|x|z)e$/.test(stem) ? stem.slice(0, -1) : stem
}
