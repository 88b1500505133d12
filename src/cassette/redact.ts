import { formsOf, readingsOf, SHORTEST_SECRET } from '../policy/secret-forms.js'

/** A value that must never be written, with the name it may be spoken of by. */
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
  findIn(text: string, more?: readonly NamedSecret[]): string | undefined
}

/**
 * @param limit most values remembered, so that a daemon that serves many callers stays bounded; the oldest goes first
 */
export function createSecretSet(limit = 5_000): SecretSet {
  const known = new Map<string, { readonly name: string; readonly forms: readonly string[] }>()
  return {
    add({ name, value }) {
      if (value.trim().length < SHORTEST_SECRET) return false
      if (known.has(value)) return true
      known.set(value, { name, forms: formsOf(value) })
      const oldest = known.keys().next().value
      if (known.size > limit && oldest !== undefined) known.delete(oldest)
      return true
    },
    findIn(text, more = []) {
      const readings = readingsOf(text).map((reading) => reading.toLowerCase())
      const holds = (forms: readonly string[]): boolean =>
        forms.some((form) => readings.some((reading) => reading.includes(form)))
      for (const { name, forms } of known.values()) {
        if (holds(forms)) return name
      }
      const fresh = more.find(({ value }) => value.trim().length >= SHORTEST_SECRET && holds(formsOf(value)))
      return fresh?.name
    },
  }
}

/**
 * Where in a value a text is found that `isHit` names, as a path such as `json.orders[0].owner` or `query[1]`; the
 * outermost place when it is found nowhere by itself. Never the text.
 */
export function placeOf(value: unknown, isHit: (text: string) => boolean, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return isHit(String(value)) || isHit(JSON.stringify(value) ?? '') ? path : undefined
  }
  for (const [name, member] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    // A member's name may itself be the secret, and must not be said then.
    if (!Array.isArray(value) && isHit(name)) return `${path} (a member's name)`
    const found = placeOf(member, isHit, inner)
    if (found !== undefined) return found
  }
  return undefined
}
