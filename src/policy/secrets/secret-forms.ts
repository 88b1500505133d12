import { MIN_PHRASE_LENGTH } from '../multi-pattern-matcher.js'

/** Shorter values would match any text, and are too short to protect anything. */
export const MIN_SECRET_LENGTH = MIN_PHRASE_LENGTH

/**
 * Returns the forms in which a secret may occur in a text. They are in lower case, because hex and escapes come in both cases and
 * a false match costs less than a leak. They are the secret itself, its revealing parts, and these without their first or last
 * four characters. Each of these is also encoded as base64 (also twice, and of UTF-16), base64url, base32, hex, a list of bytes,
 * backwards, URL-encoded and inside JSON.
 */
export function formsOf(secret: string): string[] {
  const forms = partsOf(secret)
    .flatMap(withoutEnds)
    .flatMap((part) => [
      part,
      [...part].reverse().join(''),
      ...base64FormsOf(Buffer.from(part)),
      ...base64FormsOf(Buffer.from(Buffer.from(part).toString('base64').replace(/=+$/, '').slice(0, -1))),
      ...base64FormsOf(Buffer.from(part, 'utf16le')),
      ...base64FormsOf(Buffer.from(jsonInside(part))),
      ...base64FormsOf(Buffer.from(encodeURIComponent(Buffer.from(part).toString()))),
      ...base32FormsOf(Buffer.from(part)),
      ...hexFormsOf(Buffer.from(part)),
      [...Buffer.from(part)].join(','),
      [...Buffer.from(part)].join(' '),
      // Readings of wrapped texts have no blanks either.
      part.replace(/\s+/g, ''),
      // Through bytes, because half a surrogate pair has no URL-encoded form.
      encodeURIComponent(Buffer.from(part).toString()),
      new URLSearchParams({ part }).toString().slice('part='.length),
      jsonInside(part),
      jsonInside(jsonInside(part)),
    ])
  const long = forms.filter((form) => form.length >= MIN_SECRET_LENGTH)
  return [...new Set(long.map((form) => form.toLowerCase()))]
}

/**
 * Returns the whole secret, its words ("Bearer x"), the lines of a key file, the digits after 0x, and a JWT's payload and
 * signature.
 */
function partsOf(secret: string): string[] {
  const whole = secret.trim()
  const words = whole.split(/\s+/).filter((word) => word !== whole && word.length >= 16)
  const lines = whole.split(/\r?\n/).filter((line) => line.length >= 16 && !line.startsWith('-----'))
  const digits = /^0x([0-9a-f]{16,})$/i.exec(whole)?.[1]
  // The first part of a JWT only names the algorithm, and many tokens share it.
  const jwt = [whole, ...words].flatMap(
    (text) => /^eyJ[\w-]*\.([\w-]+)\.([\w-]+)$/.exec(text)?.slice(1) ?? [],
  )
  const parts = [whole, ...words, ...lines, ...(digits === undefined ? [] : [digits]), ...jwt]
  return [...new Set(parts)].filter((part) => part.length >= MIN_SECRET_LENGTH)
}

/** Returns a long part, and the same part without its ends, because all but a few characters reveal as much as the whole. */
function withoutEnds(part: string): string[] {
  return part.length < 16 ? [part] : [part, part.slice(0, -4), part.slice(4)]
}

function hexFormsOf(bytes: Buffer): string[] {
  const pairs = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'))
  return ['', ':', '-', ',0x'].map((between) => pairs.join(between))
}

/** Returns bytes as base64, at each offset within a longer encoded text. */
function base64FormsOf(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // Characters at either end that also hold bits of adjacent bytes vary.
    const first = Math.ceil((offset * 8) / 6)
    const last = Math.floor(((offset + bytes.length) * 8) / 6)
    const sure = encoded.slice(first, last)
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_'), sure.replaceAll('/', '\\/')]
  })
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns the same for base32 (RFC 4648), which does not distinguish case. */
function base32FormsOf(bytes: Buffer): string[] {
  return [0, 1, 2, 3, 4].map((offset) => {
    const bits = [...Buffer.concat([Buffer.alloc(offset), bytes])]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
    const groups = bits.match(/.{5}/g) ?? []
    const encoded = groups.map((group) => BASE32.charAt(Number.parseInt(group, 2))).join('')
    return encoded.slice(Math.ceil((offset * 8) / 5))
  })
}

function jsonInside(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** An encoding of texts inside other texts, decoded wherever it occurs. */
interface Escape {
  /** The start of each match. Most texts contain none, which is much faster to check than the pattern. */
  readonly mark: string
  readonly pattern: RegExp
  decode(written: string): string
}

/** JSON, HTML, URLs and mail. A decoder gets one match of its pattern. */
const escapes: readonly Escape[] = [
  // From left to right, because an escaped backslash does not begin another escape.
  {
    mark: '\\',
    pattern:
      /(?:\\x[0-9a-f]{2})+|(?:\\[0-3][0-7]{2})+|\\(?:u(?:[0-9a-f]{4}|\{[0-9a-f]{1,6}\})|[\\/"'nrtbf])/gi,
    decode: decodeBackslash,
  },
  {
    mark: '&#',
    pattern: /&#x0*[0-9a-f]{1,6};?/gi,
    decode: (text) => codePoint(text.replace(/[&#x;]/gi, ''), 16),
  },
  { mark: '&#', pattern: /&#0*[0-9]{1,7};?/g, decode: (text) => codePoint(text.replace(/[&#;]/g, ''), 10) },
  {
    mark: '&',
    pattern: /&(?:amp|lt|gt|quot|apos|sol|plus|equals);/gi,
    decode: (text) => entities[text.slice(1, -1).toLowerCase()] ?? text,
  },
  {
    mark: '%',
    pattern: /(?:%[0-9a-f]{2})+/gi,
    decode: (text) => Buffer.from(text.replaceAll('%', ''), 'hex').toString(),
  },
  {
    mark: '=',
    pattern: /=\r?\n|(?:=[0-9A-F]{2})+/g,
    decode: (text) => Buffer.from(text.replace(/[=\r\n]/g, ''), 'hex').toString(),
  },
]

const jsonLetters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  plus: '+',
  equals: '=',
}

/** Levels of nested escapes that are decoded. */
const DEPTH = 6

function decodeBackslash(text: string): string {
  const digits = /^\\u\{?([0-9a-f]+)/i.exec(text)?.[1]
  if (text.startsWith('\\x')) return textOfBytes(Buffer.from(text.replaceAll('\\x', ''), 'hex'))
  if (/^\\[0-3]/.test(text))
    return textOfBytes(
      text
        .slice(1)
        .split('\\')
        .map((octal) => Number.parseInt(octal, 8)),
    )
  if (digits !== undefined) return codePoint(digits, 16)
  return jsonLetters[text.charAt(1)] ?? text.charAt(1)
}

/** Decodes bytes. Some languages escape the bytes of UTF-8, others characters. */
function textOfBytes(bytes: Buffer | readonly number[]): string {
  const buffer = Buffer.from(bytes)
  const text = buffer.toString()
  return text.includes('\ufffd') ? buffer.toString('latin1') : text
}

function codePoint(digits: string, base: number): string {
  const code = Number.parseInt(digits, base)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}

/**
 * Returns the readings of a text: as it is, and with its escapes decoded at each level. Each of these is also returned without
 * the line breaks and blanks of wrapped values.
 */
export function readingsOf(text: string): Readings {
  const readings = [text]
  for (let depth = 0; depth < DEPTH; depth++) {
    const before = readings.at(-1) ?? text
    const after = escapes.reduce(
      (read, { mark, pattern, decode }) => (read.includes(mark) ? read.replace(pattern, decode) : read),
      before,
    )
    if (after === before) break
    readings.push(after)
  }
  const wrapped = readings
    .filter((reading) => /\s/.test(reading))
    .map((reading) => reading.replace(/\s+/g, ''))
  return { plain: readings, withoutBlanks: wrapped }
}

interface Readings {
  readonly plain: readonly string[]
  /** Only of those that have blanks. */
  readonly withoutBlanks: readonly string[]
}

/** Number of a secret's letters and digits that rules out a chance match when they are separated. */
const MIN_BARE_LENGTH = 16

/** Returns the letters and digits of a long secret in lower case, or undefined if they are few or only digits. */
export function bareFormOf(secret: string): string | undefined {
  const bare = bareOf(secret)
  return bare.length >= MIN_BARE_LENGTH && /\D/.test(bare) ? bare : undefined
}

/** Names are shorter. Without bounds, a text full of quotes would be searched to its end from each quote. */
const memberName = /"(?:[^"\\]|\\.){0,200}"\s{0,20}:/g

/**
 * Returns the letters and digits of a text, with and without names of JSON members. They reveal a secret that is grouped,
 * wrapped, interspersed, or split over the items of a list or the members of an object.
 */
export function bareReadingsOf(text: string): string[] {
  const values = text.replace(memberName, '')
  return [...new Set([bareOf(text), bareOf(values)])]
}

/** Extracts letters one by one, because a pattern that removes every second word takes many times longer. */
function bareOf(text: string): string {
  const lower = text.toLowerCase()
  const letters = new Uint16Array(lower.length)
  let length = 0
  for (let at = 0; at < lower.length; at++) {
    const letter = lower.charCodeAt(at)
    if (letter < 128 ? isBare[letter] === 1 : !isMark(letter)) letters[length++] = letter
  }
  return Buffer.from(letters.buffer, 0, length * 2).toString('utf16le')
}

/** Whether an ASCII character is a letter or a digit. */
const isBare = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0,
)

/** Whether a character beyond ASCII is a blank or an invisible mark. */
function isMark(letter: number): boolean {
  if (letter >= 0x20_00 && letter <= 0x20_6f) return true
  return letter === 0xad || letter === 0xa0 || letter === 0x16_80 || letter === 0x30_00 || letter === 0xfe_ff
}
