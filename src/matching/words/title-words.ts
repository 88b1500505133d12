import { nameWords } from './people.js'
import { maxPhraseLengths, phrases } from './phrases.js'
import { teamWords } from './teams.js'
import { aliases, knownWords } from './vocabulary.js'

/** A word of a question. */
export interface Word {
  /** As it is compared: lower case, one spelling for words of the same meaning. */
  readonly word: string
  /** As in the text, in lower case; of a phrase the last word. */
  readonly raw: string
  /** Written as a name is: with a capital, or as a ticker. */
  readonly isName: boolean
  /** The text continues after the word without punctuation: two names then may be one. */
  readonly joins: boolean
}

/** Letters with strokes and ligatures, by their plain spelling. */
const withoutStroke: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'Th',
}

/** Removes marks above letters, and unifies signs with several forms. */
export function stripMarks(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øØłŁđĐðÐıßæÆœŒþÞ]/g, (letter) => withoutStroke[letter] ?? letter)
    .replace(/[‘’ʼ`]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\b(?:[A-Za-z]\.){2,}|\bU\.S\b/g, (letters) => letters.replaceAll('.', ''))
    .replace(/\s+/g, ' ')
    .trim()
}

/** A number with points, such as a version, is one word: 5.5 is not 5. */
const wordPattern = /(?<![\p{L}\p{N}.])\d+(?:\.\d+)+(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}']*/gu

/** Returns the words of a text in order, phrases as the one word for them. */
export function wordsIn(text: string): readonly Word[] {
  const raw = [...text.matchAll(wordPattern)].map((match) => {
    const shown = match[0].replace(/'s?$/i, '').replaceAll("'", '')
    const before = text[match.index - 1]
    const end = match.index + match[0].length
    return {
      word: shown.toLowerCase(),
      raw: shown.toLowerCase(),
      isName: /^\p{Lu}/u.test(shown) || before === '$' || /\d/.test(shown),
      joins: /^\.? \p{Lu}/u.test(text.slice(end, end + 4)),
    }
  })
  const found: Word[] = []
  for (let at = 0; at < raw.length; ) at = takePhrase(raw, at, found)
  return found
}

/** Returns the words of a text alone, as they are compared. */
export function splitWords(text: string): readonly string[] {
  return wordsIn(text).map(({ word }) => word)
}

/** Adds the phrase or word at a position, and returns the position of the next. */
function takePhrase(raw: readonly Word[], at: number, found: Word[]): number {
  const most = maxPhraseLengths.get(raw[at]?.word ?? '') ?? 0
  for (let length = Math.min(most, raw.length - at); length > 0; length--) {
    const part = raw.slice(at, at + length)
    const words = phrases.get(part.map(({ word }) => word).join(' '))
    if (words === undefined) continue
    const isName = part.some((one) => one.isName)
    const last = part.at(-1)
    const rest = { raw: last?.raw ?? '', isName, joins: last?.joins ?? false }
    found.push(...words.map((word) => ({ word, ...rest })))
    return at + length
  }
  const one = raw[at]
  if (one !== undefined) found.push({ ...one, word: spelled(one.word) })
  return at + 1
}

/** Returns one spelling of a word that is not a phrase. */
function spelled(word: string): string {
  const alias = aliases.get(word)
  if (alias !== undefined) return alias
  if (known.has(word)) return word
  // `NJ-07` is `NJ-7`.
  if (/^0\d$/.test(word)) return word.slice(1)
  const stem = stemOf(word)
  return stem === word ? word : (byStem.get(stem) ?? stem)
}

const known: ReadonlySet<string> = new Set([...knownWords, ...teamWords, ...nameWords])

/** Known words by their stems. */
const byStem: ReadonlyMap<string, string> = new Map(
  knownWords.map((word) => [stemOf(word), aliases.get(word) ?? word] as const),
)

/** Removes the ending of number or time from words that are long enough to stay recognizable. */
function stemOf(word: string): string {
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return word
  if (/(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  const stem = /^(.{3,})(?:ing|ed)$/.exec(word)?.[1] ?? /^(.{4,}?)(?:es|s|e)$/.exec(word)?.[1]
  if (stem === undefined) return word
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem
}
