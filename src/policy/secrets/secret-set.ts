import { createPhrases } from '../multi-pattern-matcher.js'
import { bareFormOf, bareReadingsOf, formsOf, MIN_SECRET_LENGTH, readingsOf } from './secret-forms.js'

/** A value that must never be output, and its name for messages. */
export interface NamedSecret {
  /** Such as `kalshi.apiKey`. */
  readonly name: string
  readonly value: string
}

/** Members of credentials that name an account or its signature type. Both are public in many responses. */
const openCredentials: readonly string[] = ['funderAddress', 'walletAddress', 'signatureType', 'baseUrl']

/**
 * Returns the secret members of credentials. A wallet address is not secret under any name, unless the configuration lists it
 * (`record.withhold`).
 * @param whose such as `kalshi`, for the names
 */
export function secretsOf(
  whose: string,
  credentials: Readonly<Record<string, unknown>> | undefined,
): NamedSecret[] {
  return Object.entries(credentials ?? {}).flatMap(([name, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    const isOpen = text === '' || openCredentials.includes(name) || /^0x[0-9a-f]{40}$/i.test(text)
    return isOpen ? [] : [{ name: `${whose}.${name}`, value: text }]
  })
}

/** The known secrets, in all forms in which they may occur. */
export interface SecretSet {
  /** Adds a secret. @returns false if it is too short to search for */
  add(secret: NamedSecret): boolean
  /** Returns the name of a secret that the text contains in some form, or undefined. */
  findIn(text: string): string | undefined
  /**
   * Returns a search that includes secrets that are not stored, such as one call's signature. Their forms are computed once for
   * any number of texts.
   */
  findingAlso(more: readonly NamedSecret[]): Pick<SecretSet, 'findIn'>
  /**
   * Returns the text without secrets and without recognizable beginnings and endings of them. If a secret has a form that cannot
   * be cut out (escaped, wrapped), the whole text is replaced. Text beyond {@link MAX_SCANNED_LENGTH} characters is also removed,
   * because scanning it would block other requests.
   */
  mask(text: string): string
}

/** Number of characters of a text that are scanned before output. Messages are far shorter. */
export const MAX_SCANNED_LENGTH = 20_000

/** Replaces a secret. */
const CUT = '***'
/** Replaces a text that cannot be output without revealing a secret. */
const UNTOLD = '(redacted: it repeats a credential in another form)'

/** @param limit maximum of stored values, so that a daemon with many callers stays bounded. The oldest is dropped first. */
export function createSecretSet(limit = 5_000): SecretSet {
  const known = new Map<string, NamedForms>()
  const phrases = createSecretPhrases()

  function findIn(text: string, others?: SecretPhrases): string | undefined {
    if (known.size === 0 && others === undefined) return undefined
    const { plain, withoutBlanks } = readingsOf(text)
    const readings = [...plain, ...withoutBlanks].map((reading) => reading.toLowerCase())
    // Bare readings have no blanks.
    const bareReadings = plain.flatMap(bareReadingsOf)
    return phrases.nameIn(readings, bareReadings) ?? others?.nameIn(readings, bareReadings)
  }

  return {
    add({ name, value }) {
      if (!isLong({ name, value })) return false
      if (known.has(value)) return true
      const fresh = namedForms({ name, value })
      known.set(value, fresh)
      phrases.add(fresh)
      const oldest = known.entries().next().value
      if (known.size > limit && oldest !== undefined) {
        known.delete(oldest[0])
        phrases.remove(oldest[1])
      }
      return true
    },
    findIn: (text) => findIn(text),
    findingAlso(more) {
      const long = more.filter(isLong)
      if (long.length === 0) return { findIn: (text) => findIn(text) }
      const others = createSecretPhrases()
      for (const one of long) others.add(namedForms(one))
      return { findIn: (text) => findIn(text, others) }
    },
    mask(text) {
      if (known.size === 0) return text
      let masked = text.length > MAX_SCANNED_LENGTH ? `${text.slice(0, MAX_SCANNED_LENGTH)}...` : text
      for (const value of known.keys()) masked = cutEndings(cutBeginnings(masked, value.trim()), value.trim())
      // The beginning and the ending of one secret, adjacent.
      while (masked.includes(CUT + CUT)) masked = masked.replaceAll(CUT + CUT, CUT)
      if (findIn(masked) === undefined) return masked
      for (const { forms } of known.values()) masked = forms.reduce(cutOut, masked)
      return findIn(masked) === undefined ? masked : UNTOLD
    },
  }
}

interface NamedForms {
  readonly name: string
  /** Longest first, so that as much as possible is cut out. */
  readonly forms: readonly string[]
  readonly bare: string | undefined
}

function namedForms({ name, value }: NamedSecret): NamedForms {
  const forms = formsOf(value).sort((a, b) => b.length - a.length)
  return { name, forms, bare: bareFormOf(value) }
}

function isLong({ value }: NamedSecret): boolean {
  return value.trim().length >= MIN_SECRET_LENGTH
}

type SecretPhrases = ReturnType<typeof createSecretPhrases>

/** Creates the phrases of secrets to search for in readings of a text. */
function createSecretPhrases() {
  const inReadings = createPhrases<NamedForms>()
  const inBareReadings = createPhrases<NamedForms>()
  return {
    add(one: NamedForms): void {
      for (const form of one.forms) inReadings.add(form, one)
      if (one.bare !== undefined) inBareReadings.add(one.bare, one)
    },
    remove(one: NamedForms): void {
      for (const form of one.forms) inReadings.remove(form, one)
      if (one.bare !== undefined) inBareReadings.remove(one.bare, one)
    },
    nameIn(readings: readonly string[], bareReadings: readonly string[]): string | undefined {
      for (const reading of readings) {
        const found = inReadings.ownerIn(reading)
        if (found !== undefined) return found.name
      }
      for (const reading of bareReadings) {
        const found = inBareReadings.ownerIn(reading)
        if (found !== undefined) return found.name
      }
      return undefined
    },
  }
}

function cutBeginnings(text: string, secret: string): string {
  const head = secret.slice(0, MIN_SECRET_LENGTH)
  let told = ''
  let from = 0
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    let length = head.length
    while (length < secret.length && text[at + length] === secret[length]) length++
    told += `${text.slice(from, at)}${CUT}`
    from = at + length
  }
  return told + text.slice(from)
}

/** The last line is the same in all key files. */
const FILE_END = /\s*-----END [A-Z0-9 ]+-----$/

function cutEndings(text: string, whole: string): string {
  const secret = whole.replace(FILE_END, '')
  const tail = secret.slice(-MIN_SECRET_LENGTH)
  if (tail.length < MIN_SECRET_LENGTH) return text
  let told = ''
  let from = 0
  for (let at = text.indexOf(tail); at >= 0; at = text.indexOf(tail, from)) {
    let length = tail.length
    const end = at + tail.length
    while (
      length < secret.length &&
      end - length > from &&
      text[end - length - 1] === secret[secret.length - length - 1]
    )
      length++
    told += `${text.slice(from, end - length)}${CUT}`
    from = end
  }
  return told + text.slice(from)
}

/** @param form in lower case */
function cutOut(text: string, form: string): string {
  const lower = text.toLowerCase()
  // Some letters change their length with their case, so that positions differ.
  if (lower.length !== text.length) return text
  let told = ''
  let from = 0
  for (let at = lower.indexOf(form); at >= 0; at = lower.indexOf(form, from)) {
    told += `${text.slice(from, at)}${CUT}`
    from = at + form.length
  }
  return told + text.slice(from)
}

/**
 * Returns a JSON value without secrets in its texts and names. A part that contains a secret in another form is replaced as a
 * whole.
 */
export function maskValue(value: unknown, secrets: Pick<SecretSet, 'findIn' | 'mask'>): unknown {
  if (typeof value === 'string') return secrets.mask(value)
  const masked = membersMasked(value, secrets)
  return secrets.findIn(JSON.stringify(masked) ?? '') === undefined ? masked : UNTOLD
}

function membersMasked(value: unknown, secrets: Pick<SecretSet, 'findIn' | 'mask'>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => maskValue(item, secrets))
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    secrets.mask(name),
    maskValue(member, secrets),
  ])
  return Object.fromEntries(members)
}
