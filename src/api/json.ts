/** What a text says as JSON; undefined when it is none. The value stands in an object, for `null` is JSON too. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** Texts, which are left as they are, and whole numbers that a double may not hold. */
const LONG_NUMBERS = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** JSON in which whole numbers of 16 digits and more are texts of their digits: ids that would be rounded. */
export function withLongNumbersAsTexts(text: string): string {
  return text.replace(LONG_NUMBERS, (found) => (found.startsWith('"') ? found : `"${found}"`))
}

/** Nothing that a caller has to say lies deeper; what does could be read, but neither walked through nor written again. */
const DEEPEST = 200

/** Whether a JSON text holds lists and objects within each other beyond any use. */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === QUOTE) isInText = !isInText
    else if (isInText && letter === BACKSLASH) at++
    // In ASCII small letters are their capitals plus 32, and so are curly brackets the square ones.
    else if (!isInText && (letter | 32) === OPENING && ++depth > DEEPEST) return true
    else if (!isInText && (letter | 32) === CLOSING) depth--
  }
  return false
}

const QUOTE = 34
const BACKSLASH = 92
const OPENING = 123
const CLOSING = 125
