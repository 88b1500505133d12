/** A path in a value whose content looks like an unregistered secret. */
export interface SuspectedSecret {
  /** Path such as `json.data[0].token`. */
  readonly field: string
  /** Such as `a JSON web token`. */
  readonly what: string
}

/** Patterns of secrets, in any member. */
const telling: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]+-----/, 'a PEM block'],
  [/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/, 'a JSON web token'],
  [/\b[sr]k_[A-Za-z0-9_]{16,}|\bsk-(?:proj|ant|live|test)-[\w-]{16,}/, 'a secret key'],
  [/\bbearer\s+[\w.~+/-]{16,}|\bbasic\s+[A-Za-z0-9+/]{16,}/i, 'an Authorization header'],
]

/** Member names whose text is a secret. */
const secretName =
  /^(?:proxy-)?authorization$|^(?:x-)?(?:api[-_]?|private[-_]?|secret[-_]?|signing[-_]?)key$|secret$|^(?:pass(?:word|phrase)|mnemonic|access[-_]?token|refresh[-_]?token|cookie|set-cookie)$/i

/** Member names whose 32 bytes of hex are a key; elsewhere they are a hash or an id. */
const keyName =
  /priv|secret|seed|mnemonic|sign(?:ing|er)|(?:^|[-_])pk$|(?:api|private|secret|account)[-_]?key$/i
const keyHex = /^(?:0x)?[0-9a-f]{64}$/i

/** Shorter texts of such members are words such as `required`, or empty. */
const SHORTEST = 8
/** Replaces a redacted value or a personal text. */
const leftOut = /^\[withheld(?::\d+)?\]$/

/** Returns every suspicious path in a value, in order. Names that are secrets are not returned. */
export function looksSecret(value: unknown, path = '', name = ''): SuspectedSecret[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => looksSecret(item, `${path}[${index}]`, name))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([member, inner]) => {
      if (telltale(member) !== undefined) return [{ field: `${path} (a member's name)`, what: 'a secret' }]
      return looksSecret(inner, path === '' ? member : `${path}.${member}`, member)
    })
  }
  if (typeof value !== 'string') return []
  const what = telltale(value) ?? byName(name, value)
  return what === undefined ? [] : [{ field: path, what }]
}

function telltale(text: string): string | undefined {
  return telling.find(([pattern]) => pattern.test(text))?.[1]
}

function byName(name: string, text: string): string | undefined {
  if (keyName.test(name) && keyHex.test(text)) return 'a private key'
  // A redacted value stays in its member.
  const isOpen = text.length < SHORTEST || leftOut.test(text) || /\s/.test(text)
  return secretName.test(name) && !isOpen ? 'a secret, judging by its name' : undefined
}
