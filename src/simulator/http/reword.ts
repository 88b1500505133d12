/** The replaced words of a JSON member, and their replacement. */
export interface Rewording {
  readonly field?: string
  readonly word?: string
  readonly words?: readonly string[]
}

const NEW_WORD = 'zz_new'
/** Replaces a number where the new word is not a number. */
const NEW_NUMBER = 987

/**
 * Replaces the words of a JSON member, at any depth, also in a list of words. A number stays a number. Text before the JSON, and
 * text that is not JSON, does not change.
 */
export function rewordJson(
  text: string,
  rewording: Rewording,
): { readonly text: string; readonly count: number } {
  const begin = text.search(/[[{]/)
  if (begin < 0) return { text, count: 0 }
  let body: unknown
  try {
    body = JSON.parse(withLongNumbers(text.slice(begin)))
  } catch {
    return { text, count: 0 }
  }
  let count = 0
  const other = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(other)
    if (!isHit(value, rewording)) return value
    count++
    return newWordFor(value, rewording)
  }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === rewording.field ? other(walk(member)) : walk(member),
      ]),
    )
  }
  const changed = JSON.stringify(walk(body))
  return count === 0 ? { text, count } : { text: text.slice(0, begin) + asSent(changed), count }
}

const LONG = 'long number '

/** Numbers with more digits than a double are stored as texts while the body is changed, and restored afterwards. */
function withLongNumbers(json: string): string {
  return json.replace(/"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]{15,}/g, (token) =>
    token.startsWith('"') ? token : JSON.stringify(LONG + token),
  )
}

function asSent(json: string): string {
  return json.replace(new RegExp(`"${LONG}([^"]*)"`, 'g'), '$1')
}

/** Replaces words in a frame of a socket, which may have several lines. */
export function rewordFrame(
  frame: string,
  rewordings: readonly Rewording[],
): { readonly frame: string; readonly count: number } {
  let count = 0
  const lines = frame.split('\n').map((line) =>
    rewordings.reduce((text, rewording) => {
      const done = rewordJson(text, rewording)
      count += done.count
      return done.text
    }, line),
  )
  return { frame: lines.join('\n'), count }
}

function isHit(value: unknown, { words }: Rewording): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const sent = String(value).toLowerCase()
  return words?.some((word) => isSpelling(sent, word.toLowerCase())) ?? true
}

/** Venues spell words with prefixes, such as `ORDER_STATUS_LIVE` and `Limit Buy`, but not numbers. */
function isSpelling(sent: string, word: string): boolean {
  return word === '' || /^\d+$/.test(word) ? sent === word : sent.endsWith(word)
}

function newWordFor(value: unknown, { word = NEW_WORD }: Rewording): string | number {
  if (typeof value !== 'number') return word
  return Number.isFinite(Number(word)) ? Number(word) : NEW_NUMBER
}
