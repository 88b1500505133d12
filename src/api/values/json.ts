/** Parses JSON, or undefined if the text is invalid. The value is wrapped in an object, because `null` is valid JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Whether a value is a JSON object, and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a member of a value, or undefined if the value does not have the member or is not an object. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A possible escaped half of a surrogate pair; most texts have none. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/
/**
 * Escapes from left to right: whole pairs, halves of pairs, and all others, so that an escaped backslash before `ud800` matches
 * as one.
 */
const ESCAPES =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/gs

/**
 * Replaces escaped halves of surrogate pairs in JSON with the replacement character U+FFFD. A lone half has no UTF-8
 * form, cannot be part of an address, and `encodeURIComponent` throws on it.
 */
export function replaceLoneSurrogates(json: string): string {
  if (!SURROGATE_ESCAPE.test(json)) return json
  return json.replace(ESCAPES, (found, half: string | undefined) => (half === undefined ? found : '\\ufffd'))
}

/** Texts, which stay unchanged, and integers that a double may not represent. */
const LONG_NUMBERS = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** Converts integers of 16 or more digits in JSON to text, because ids would otherwise be rounded. */
export function withLongNumbersAsTexts(text: string): string {
  return text.replace(LONG_NUMBERS, (found) => (found.startsWith('"') ? found : `"${found}"`))
}

/** Maximum depth. Valid requests are not deeper; deeper JSON can be parsed, but neither traversed nor serialized. */
const DEEPEST = 200

/** Whether lists and objects in a JSON text are nested too deep. */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === QUOTE) isInText = !isInText
    else if (isInText && letter === BACKSLASH) at++
    // In ASCII, lower-case letters are upper-case letters plus 32, and so are curly brackets and square ones.
    else if (!isInText && (letter | 32) === OPENING && ++depth > DEEPEST) return true
    else if (!isInText && (letter | 32) === CLOSING) depth--
  }
  return false
}

/** The minimum length of a member, such as `"a":1,`; an empty name is one letter shorter. */
const MIN_MEMBER_LENGTH = 4

/** Whether the objects of a JSON text have more than `most` members in total. The text is not parsed. */
export function hasMoreMembers(text: string, most: number): boolean {
  if (text.length < most * MIN_MEMBER_LENGTH) return false
  let members = 0
  return someMember(text, () => ++members > most)
}

/** Whether the members of a JSON text have more than `most` distinct names. The text is not parsed. */
export function hasMoreNames(text: string, most: number): boolean {
  if (text.length < most * MIN_MEMBER_LENGTH) return false
  const names = new Set<string>()
  return someMember(text, (name) => names.add(name()).size > most)
}

/** Iterates over the members of a JSON text until `stop` returns true. A colon outside of texts follows a name. */
function someMember(text: string, stop: (name: () => string) => boolean): boolean {
  let isInText = false
  let begin = 0
  let end = 0
  const name = () => text.slice(begin, end)
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === QUOTE) {
      if (isInText) end = at
      else begin = at + 1
      isInText = !isInText
    } else if (isInText && letter === BACKSLASH) at++
    else if (!isInText && letter === COLON && stop(name)) return true
  }
  return false
}

const COLON = 58
const QUOTE = 34
const BACKSLASH = 92
const OPENING = 123
const CLOSING = 125
