import * as z from 'zod'
import type { SourceId } from '../../api/envelope/source-ids.js'
import { readDecimal } from './schema.js'
import { readInSingleStep } from './single-request.js'

/**
 * The venues' enumerations: every payload member whose values are a closed set. An unknown value is never read as a known one. If
 * the member determines money or identity, the row is refused and the error names the value. If it is only descriptive, the
 * member is left out. Both are counted, so that a change at a venue is noticed before it costs money.
 */

export interface Enumeration {
  readonly venue: SourceId
  /** The member and its model, such as `order.status`. The part after the last dot is the member's name. */
  readonly name: string
  readonly words: readonly string[]
}

export interface UnknownWord {
  readonly venue: SourceId
  readonly enumeration: string
  /** As the venue sent it, at most 40 characters. */
  readonly word: string
  readonly count: number
}

const enumerations = new Map<string, Enumeration>()

/** Schemas parse without a context, so each thread counts in one place; the catalog's thread transfers its counts. */
const seen = new Map<string, UnknownWord>()
const MAX_WORDS = 500
const MAX_LENGTH = 40

/**
 * Schema of a member with known values.
 * @param name the member and its model, such as `order.status`
 */
export function enumOf<const Words extends readonly [string, ...string[]]>(
  venue: SourceId,
  name: string,
  words: Words,
) {
  return spelledEnumOf(venue, name, words, (sent) => sent)
}

/**
 * Schema of a member whose values have several spellings, such as with a prefix or in a different case.
 * @param read converts the venue's text to a word of the list; any other text is refused as the venue sent it
 */
export function spelledEnumOf<const Words extends readonly [string, ...string[]]>(
  venue: SourceId,
  name: string,
  words: Words,
  read: (sent: string) => string,
) {
  enumerations.set(`${venue} ${name}`, { venue, name, words })
  const known: ReadonlySet<string> = new Set(words)
  const wordIn = (value: unknown): Words[number] | undefined => {
    const word = typeof value === 'string' ? read(value) : undefined
    return word !== undefined && known.has(word) ? word : undefined
  }
  const schema: z.ZodType<Words[number], string> = z
    .string(`expected a known value for ${name}`)
    .transform((sent, ctx): Words[number] => wordIn(sent) ?? refuseWord(venue, name, sent, ctx))
  return readInSingleStep(schema, wordIn)
}

/** Schema of a member whose values are numbers, sent as numbers or as digits. */
export function numberedEnumOf<const Codes extends readonly [number, ...number[]]>(
  venue: SourceId,
  name: string,
  codes: Codes,
) {
  enumerations.set(`${venue} ${name}`, { venue, name, words: codes.map(String) })
  const known: ReadonlySet<number> = new Set(codes)
  const codeIn = (value: unknown): Codes[number] | undefined => {
    const code = readDecimal(value)
    return code !== undefined && known.has(code) ? code : undefined
  }
  const schema: z.ZodType<Codes[number], number | string> = z
    .union([z.number(), z.string()], `expected a numeric value for ${name}`)
    .transform((sent, ctx): Codes[number] => codeIn(sent) ?? refuseWord(venue, name, String(sent), ctx))
  return readInSingleStep(schema, codeIn)
}

function refuseWord(venue: SourceId, name: string, sent: string, ctx: z.RefinementCtx): never {
  noteUnknownWord(venue, name, sent)
  ctx.addIssue({ code: 'custom', message: describeUnknownWord(name, sent) })
  return z.NEVER
}

/** Whether a schema refused a member for an unknown value, rather than for its type. */
export function isUnknownWordError({ message }: { readonly message: string }): boolean {
  return message.startsWith('unknown value ')
}

/**
 * Schema of a member that is passed on as the venue sent it. Its unknown values are counted. An unknown value must not be
 * interpreted: the member's reader refuses it by name, or leaves out everything that depends on it.
 * @param name as for {@link enumOf}
 */
export function openEnumOf(venue: SourceId, name: string, words: readonly string[]) {
  enumerations.set(`${venue} ${name}`, { venue, name, words })
  const known: ReadonlySet<unknown> = new Set(words)
  const schema = z
    .string()
    .min(1)
    .transform((word) => {
      if (!known.has(word)) noteUnknownWord(venue, name, word)
      return word
    })
  return readInSingleStep(schema, (value) =>
    typeof value === 'string' && known.has(value) ? value : undefined,
  )
}

/** Describes an unknown value for an error message. */
export function describeUnknownWord(enumeration: string, word: string): string {
  return `unknown value '${clip(word)}' for ${enumeration}`
}

/** Counts an unknown value. */
export function noteUnknownWord(venue: SourceId, enumeration: string, word: string, times = 1): void {
  const short = clip(word)
  const key = `${venue} ${enumeration} ${short}`
  const before = seen.get(key)
  if (before === undefined && seen.size >= MAX_WORDS) return
  seen.set(key, { venue, enumeration, word: short, count: (before?.count ?? 0) + times })
}

/**
 * Creates a lookup in a table of a venue's values. It returns undefined for an unknown value, which is counted.
 * @param table only its own members are used
 */
export function createWordTable<Meaning>(
  venue: SourceId,
  name: string,
  table: Readonly<Record<string, Meaning>>,
): (word: string | number) => Meaning | undefined {
  enumerations.set(`${venue} ${name}`, { venue, name, words: Object.keys(table) })
  return (word) => {
    if (Object.hasOwn(table, word)) return table[word]
    noteUnknownWord(venue, name, String(word))
    return undefined
  }
}

/** Lists the enumerations of the loaded venues. */
export function listEnumerations(): readonly Enumeration[] {
  return [...enumerations.values()]
}

/** Lists this thread's unknown values, most frequent first. */
export function listUnknownWords(): readonly UnknownWord[] {
  return [...seen.values()].sort((a, b) => b.count - a.count)
}

/** Returns the unknown values since the last call, for the thread that requested the work. */
export function takeUnknownWords(): readonly UnknownWord[] {
  const words = listUnknownWords()
  seen.clear()
  return words
}

export function addUnknownWords(words: readonly UnknownWord[]): void {
  for (const { venue, enumeration, word, count } of words) noteUnknownWord(venue, enumeration, word, count)
}

function clip(word: string): string {
  return word.length > MAX_LENGTH ? `${word.slice(0, MAX_LENGTH)}...` : word
}
