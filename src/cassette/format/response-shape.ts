/** A difference in shape between a recorded value and the current one. */
export interface ShapeDifference {
  /** Path such as `markets[].close_time`; `*` replaces member names that are ids. */
  readonly field: string
  readonly kind: 'gone' | 'type'
  /** Such as `string, now number`. */
  readonly message: string
}

/** The values found at a path. */
interface Seen {
  readonly types: Set<string>
  /** Number of values, including null. */
  count: number
}

/** The combined shape of values: types by path, with members and items at the paths below it. */
export type PayloadShape = ReadonlyMap<string, Seen>

/** A member name that is data rather than a field: numbers, hashes, tickers, names in quotes. */
const dataName = /^[\d#@]|^0x|^[A-Z0-9]+-|\s|.{41}/

/**
 * Returns missing fields and changed types of the current value. The items of a list are compared as one. A field that is
 * null on either side, or a list that is empty on either side, is ignored. New fields are not differences.
 */
export function compareShapes(recorded: unknown, current: unknown): ShapeDifference[] {
  const [before, after] = [mergeShapes([recorded]), mergeShapes([current])]
  return [...before].flatMap(([field, seen]): ShapeDifference[] => {
    const now = after.get(field)
    if (now !== undefined) {
      const message = compareTypes(seen, now)
      return message === undefined ? [] : [{ field, kind: 'type', message }]
    }
    // Nothing is reported below a value that is missing itself, or is empty now.
    if (countObjects(after, findParent(field)) === 0) return []
    return [{ field, kind: 'gone', message: `${[...seen.types].sort().join(' or ')}, now missing` }]
  })
}

/** Merges values: list items are treated as one, and members whose names are data are named `*`. */
export function mergeShapes(values: readonly unknown[]): PayloadShape {
  const shape = new Map<string, Seen>()
  const note = (value: unknown, path: string): void => {
    const seen = shape.get(path) ?? { types: new Set<string>(), count: 0 }
    shape.set(path, seen)
    seen.types.add(typeOf(value))
    seen.count++
    if (Array.isArray(value)) for (const item of value) note(item, `${path}[]`)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const step = dataName.test(name) ? '*' : name
        note(member, path === '' ? step : `${path}.${step}`)
      }
    }
  }
  for (const value of values) note(value, '')
  return shape
}

/** The type of a JSON value: string, number, boolean, object, list or null. */
function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

/** Returns a text such as `string, now number` if two values have no type in common except null, otherwise undefined. */
export function compareTypes(before: Seen, now: Seen): string | undefined {
  const [was, is] = [plainTypes(before), plainTypes(now)]
  if (was.length === 0 || is.length === 0 || was.some((type) => is.includes(type))) return undefined
  return `${listTypes(before)}, now ${listTypes(now)}`
}

/** Returns the types as words. null is included only if there is no other type. */
export function listTypes(seen: Seen): string {
  return plainTypes(seen).join(' or ') || 'null'
}

function plainTypes({ types }: Seen): readonly string[] {
  return [...types].filter((type) => type !== 'null').sort()
}

/**
 * The path of a member's object, or undefined for the value as a whole, items and members whose names are data: these are
 * not reported separately.
 */
export function findParent(field: string): string | undefined {
  if (field === '' || field.endsWith('[]') || field.endsWith('*')) return undefined
  const dot = field.lastIndexOf('.')
  return dot < 0 ? '' : field.slice(0, dot)
}

/** Returns the number of objects at a path, or 0 without a path. */
export function countObjects(shape: PayloadShape, path: string | undefined): number {
  const seen = path === undefined ? undefined : shape.get(path)
  return seen?.types.has('object') === true ? seen.count : 0
}
