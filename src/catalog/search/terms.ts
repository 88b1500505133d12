import { plain } from '../../matching/text.js'
import { aliases } from '../../matching/vocabulary.js'

/** A word that somebody searches for. */
export interface Term {
  /** As {@link searchWords} spells it. */
  readonly word: string
  /** Rows fit without it, and better with it: it only makes a sentence of the others. */
  readonly isOptional: boolean
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
  this that there who what which when where why how much many any odds chance chances probability likely market markets
  bet bets`
    .split(/\s+/)
    .map(stemOf),
)

/**
 * The words of a text as they are compared in a search: case, marks, punctuation, number (singular or plural) and the way
 * in which a number is written (`$100,000`, `100k`) make no difference.
 */
export function searchWords(text: string): string[] {
  return rawWords(text).map(spellWord)
}

/** The words of a text as they stand there, in lower case and without marks: for who spells each only once. */
export function rawWords(text: string): readonly string[] {
  return foldText(text).match(/\d+(?:\.\d+)?[kmbt]?(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu) ?? []
}

/** Reads what somebody searches for. Text in quotes is a phrase; a quote without a second one means nothing. */
export function readSearch(text: string): SearchTerms {
  const terms: Term[] = []
  const phrases: string[][] = []
  const take = (words: readonly string[], isQuoted: boolean): void => {
    for (const word of words)
      if (terms.length < MAX_TERMS && !terms.some((term) => term.word === word))
        terms.push({ word, isOptional: !isQuoted && optionalWords.has(word) })
  }
  for (const [at, part] of text
    .replace(/[“”„«»]/g, '"')
    .split('"')
    .entries()) {
    const words = searchWords(part)
    // The last part of an odd number of quotes was never closed.
    const isQuoted = at % 2 === 1 && text.replace(/[“”„«»]/g, '"').split('"').length > at + 1
    if (isQuoted && words.length > 1) phrases.push(words.slice(0, MAX_TERMS))
    take(words, isQuoted)
  }
  // Where nothing else is asked for, they are what is asked for.
  if (terms.every(({ isOptional }) => isOptional))
    return { terms: terms.map(({ word }) => ({ word, isOptional: false })), phrases }
  return { terms, phrases }
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
  const folded = isPlain ? lowered : plain(lowered).replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
  // Most texts have neither; looking for them costs a tenth of replacing them.
  const whole = folded.includes("'") ? folded.replace(/'(?:s\b)?/g, '') : folded
  return whole.includes(',') ? whole.replace(/(\d),(?=\d{3}(?!\d))/g, '$1') : whole
}

const thousands: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e12 }

/** One of {@link rawWords} as it is compared. */
export function spellWord(word: string): string {
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
