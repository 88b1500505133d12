/** Stands for a name, or what is said of it, that holds a secret. */
export const UNTOLD_NAME = '(a name that is a secret)'

/** Stands for the n-th of the texts that are somebody's own: a replay has those of whoever asks then. */
const placeholder = (place: number): string => `[withheld:${place}]`

/** A text without somebody's own texts, whatever the case of their letters. */
export function hideIn(text: string, own: readonly string[]): string {
  return own.reduce(
    (left, one, place) =>
      left.replace(new RegExp(one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), placeholder(place)),
    text,
  )
}

/** What {@link hideIn} took out is put in again, of whoever asks now. */
export function restoreIn(text: string, own: readonly string[]): string {
  return own.reduce((left, one, place) => left.replaceAll(placeholder(place), () => one), text)
}

/** The same for all texts that a value holds. */
export function hideInAll<Value>(value: Value, own: readonly string[]): Value {
  if (own.length === 0) return value
  // What comes back has the shape of what was given: texts in it alone are others.
  return JSON.parse(JSON.stringify(value), (_name, inner: unknown) =>
    typeof inner === 'string' ? hideIn(inner, own) : inner,
  ) as Value
}

/**
 * Where in a value a text is found that `isHit` names, as a path such as `json.orders[0].owner` or `query[1]`; the
 * outermost place when it is found nowhere by itself. Never the text.
 */
export function findPath(value: unknown, isHit: (text: string) => boolean, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return isHit(String(value)) || isHit(JSON.stringify(value) ?? '') ? path : undefined
  }
  for (const [name, member] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    // A member's name may itself be the secret, and must not be said then.
    if (!Array.isArray(value) && isHit(name)) return `${path} (a member's name)`
    const found = findPath(member, isHit, inner)
    if (found !== undefined) return found
  }
  return undefined
}
