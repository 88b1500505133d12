/** A value that must never be written, with the name it may be spoken of by. */
export interface NamedSecret {
  /** Such as `kalshi.apiKey`. */
  readonly name: string
  readonly value: string
}

/** Shorter values would be found in any text, and are too short to protect anything. */
const SHORTEST_SECRET = 8

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
      const searched = text.toLowerCase()
      for (const { name, forms } of known.values()) {
        if (forms.some((form) => searched.includes(form))) return name
      }
      const fresh = more.find(
        ({ value }) =>
          value.trim().length >= SHORTEST_SECRET && formsOf(value).some((form) => searched.includes(form)),
      )
      return fresh?.name
    },
  }
}

/**
 * How a secret may look in a text, in lower case (hex and escapes come in both cases, and a false alarm costs less than
 * a leak): itself, its telling parts, and each of these as base64, base64url, hex, URL-encoded and inside JSON.
 */
export function formsOf(secret: string): string[] {
  const forms = partsOf(secret).flatMap((part) => [
    part,
    ...base64FormsOf(part),
    Buffer.from(part).toString('hex'),
    // By way of bytes: half a surrogate pair has no URL-encoded form.
    encodeURIComponent(Buffer.from(part).toString()),
    new URLSearchParams({ part }).toString().slice('part='.length),
    jsonInside(part),
    jsonInside(jsonInside(part)),
  ])
  const long = forms.filter((form) => form.length >= SHORTEST_SECRET)
  return [...new Set(long.map((form) => form.toLowerCase()))]
}

/** The whole, words of it ("Bearer x"), lines of a key file, digits behind 0x, and payload and signature of a JWT. */
function partsOf(secret: string): string[] {
  const whole = secret.trim()
  const words = whole.split(/\s+/).filter((word) => word !== whole && word.length >= 16)
  const lines = whole.split(/\r?\n/).filter((line) => line.length >= 16 && !line.startsWith('-----'))
  const digits = /^0x([0-9a-f]{16,})$/i.exec(whole)?.[1]
  // The first part of a JWT only names the algorithm: half the world's tokens begin with it.
  const jwt = [whole, ...words].flatMap(
    (text) => /^eyJ[\w-]*\.([\w-]+)\.([\w-]+)$/.exec(text)?.slice(1) ?? [],
  )
  const parts = [whole, ...words, ...lines, ...(digits === undefined ? [] : [digits]), ...jwt]
  return [...new Set(parts)].filter((part) => part.length >= SHORTEST_SECRET)
}

/** A text as base64 alone, and as it looks within the base64 of something longer: that depends on where it begins. */
function base64FormsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // Characters at either end that also hold bits of the neighbours differ from case to case.
    const first = Math.ceil((offset * 8) / 6)
    const last = Math.floor(((offset + bytes.length) * 8) / 6)
    const sure = encoded.slice(first, last)
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_'), sure.replaceAll('/', '\\/')]
  })
}

function jsonInside(text: string): string {
  return JSON.stringify(text).slice(1, -1)
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
