/** Replaces a name, or a label of it, that contains a secret. */
export const UNTOLD_NAME = '(a name that is a secret)'

/** Replaces the n-th personal text. A replay inserts the personal texts of its caller. */
const placeholder = (place: number): string => `[withheld:${place}]`

/** Replaces the personal texts in a text, ignoring case. */
export function hideIn(text: string, own: readonly string[]): string {
  return own.reduce(
    (left, one, place) =>
      left.replace(new RegExp(one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), placeholder(place)),
    text,
  )
}

/** Restores what {@link hideIn} replaced, with the current caller's personal texts. */
export function restoreIn(text: string, own: readonly string[]): string {
  return own.reduce((left, one, place) => left.replaceAll(placeholder(place), () => one), text)
}

/** Replaces the personal texts in all texts of a value. */
export function hideInAll<Value>(value: Value, own: readonly string[]): Value {
  if (own.length === 0) return value
  // The result has the same shape; only texts in it change.
  return JSON.parse(JSON.stringify(value), (_name, inner: unknown) =>
    typeof inner === 'string' ? hideIn(inner, own) : inner,
  ) as Value
}

/**
 * Returns the path of a text that `isHit` accepts, such as `json.orders[0].owner` or `query[1]`. If no single text matches, it
 * returns the outermost path. The text itself is never returned.
 */
export function findPath(value: unknown, isHit: (text: string) => boolean, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) {
    return isHit(String(value)) || isHit(JSON.stringify(value) ?? '') ? path : undefined
  }
  for (const [name, member] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    // A member's name may itself be the secret, so it is not part of the path.
    if (!Array.isArray(value) && isHit(name)) return `${path} (a member's name)`
    const found = findPath(member, isHit, inner)
    if (found !== undefined) return found
  }
  return undefined
}
