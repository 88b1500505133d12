import { createPhrases } from '../multi-pattern-matcher.js'
import { bareFormOf, bareReadingsOf, formsOf, MIN_SECRET_LENGTH, readingsOf } from './secret-forms.js'

/** A value that must never be told, with the name it may be spoken of by. */
export interface NamedSecret {
  /** Such as `kalshi.apiKey`. */
  readonly name: string
  readonly value: string
}

/** Members of credentials that name an account or say how it signs; both stand openly in many answers. */
const openCredentials: readonly string[] = ['funderAddress', 'walletAddress', 'signatureType', 'baseUrl']

/**
 * What of somebody's credentials is secret. A wallet address is not, under whatever name it is given: who wants his
 * withheld says so in the configuration (`record.withhold`).
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

/** Known secrets, in every form in which they may turn up. */
export interface SecretSet {
  /** Learns a secret. @returns false when it is too short to be searched for */
  add(secret: NamedSecret): boolean
  /** Name of a secret that the text holds in some form; undefined when it holds none. */
  findIn(text: string): string | undefined
  /**
   * Looks also for secrets that are not remembered, such as the signature of one call. Their forms are worked out once,
   * however many texts are looked through.
   */
  findingAlso(more: readonly NamedSecret[]): Pick<SecretSet, 'findIn'>
  /**
   * The text without secrets, and without beginnings and endings of them that can be told as such. Where one stands in a form that
   * cannot be cut out (escaped, wrapped), nothing of the text is told. What lies beyond {@link MAX_SCANNED_LENGTH} characters
   * is not told either: it would keep everybody waiting who asks meanwhile.
   */
  mask(text: string): string
}

/** Characters of a text that are looked through before it is told; messages are far shorter. */
export const MAX_SCANNED_LENGTH = 20_000

/** Stands where a secret was cut out. */
const CUT = '***'
/** Stands for what cannot be told without a secret. */
const UNTOLD = '(withheld: it repeats a credential in another form)'

/**
 * @param limit most values remembered, so that a daemon that serves many callers stays bounded; the oldest goes first
 */
export function createSecretSet(limit = 5_000): SecretSet {
  const known = new Map<string, NamedForms>()
  const phrases = createSecretPhrases()

  function findIn(text: string, others?: SecretPhrases): string | undefined {
    if (known.size === 0 && others === undefined) return undefined
    const { plain, withoutBlanks } = readingsOf(text)
    const readings = [...plain, ...withoutBlanks].map((reading) => reading.toLowerCase())
    // These have no blanks anyhow.
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
      // A beginning and an ending of one secret, side by side.
      while (masked.includes(CUT + CUT)) masked = masked.replaceAll(CUT + CUT, CUT)
      if (findIn(masked) === undefined) return masked
      for (const { forms } of known.values()) masked = forms.reduce(cutOut, masked)
      return findIn(masked) === undefined ? masked : UNTOLD
    },
  }
}

interface NamedForms {
  readonly name: string
  /** The longest first: what is cut out of a text is then all that can be. */
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

/** Secrets as they are looked for in readings of a text. */
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

/** The last line of a key file is the same in all of them. */
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
  // A few letters change their length with their case; places in one text are then none in the other.
  if (lower.length !== text.length) return text
  let told = ''
  let from = 0
  for (let at = lower.indexOf(form); at >= 0; at = lower.indexOf(form, from)) {
    told += `${text.slice(from, at)}${CUT}`
    from = at + form.length
  }
  return told + text.slice(from)
}

/** A JSON value without secrets in its texts and names; a part of it that holds one otherwise is withheld whole. */
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
