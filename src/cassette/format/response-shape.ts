/** A difference in shape between a recorded value and the current one. */
export interface ShapeDifference {
  /** Path such as `markets[].close_time`; `*` replaces member names that are ids. */
  readonly field: string
  readonly kind: 'gone' | 'type'
  /** Such as `string, now number`. */
  readonly message: string
}

/** The types at each path; members and items have paths of their own. */
type Shape = Map<string, Set<string>>

/** A member name that is data rather than a field: numbers, hashes, tickers, names in quotes. */
const dataName = /^[\d#@]|^0x|^[A-Z0-9]+-|\s|.{41}/

/**
 * Returns missing fields and changed types of the current value. The items of a list count together. A field that is null on
 * either side, or a list that is empty on either side, is ignored. New fields are not differences.
 */
export function compareShapes(recorded: unknown, current: unknown): ShapeDifference[] {
  const [before, after] = [shapeOf(recorded), shapeOf(current)]
  return [...before].flatMap(([field, types]): ShapeDifference[] => {
    const now = after.get(field)
    if (now === undefined) {
      const parent = parentOf(field)
      const hadParent = parent === undefined || typesOf(after, parent).includes(kindOfParent(field))
      // Nothing is reported below a value that is itself missing, or is empty now.
      return hadParent && field !== '' && !field.endsWith('[]') && !field.endsWith('*')
        ? [{ field, kind: 'gone', message: `${listOf(types)}, now gone` }]
        : []
    }
    const [was, is] = [known(types), known(now)]
    if (was.length === 0 || is.length === 0 || was.some((type) => is.includes(type))) return []
    return [{ field, kind: 'type', message: `${was.join(' or ')}, now ${is.join(' or ')}` }]
  })
}

function shapeOf(value: unknown): Shape {
  const shape: Shape = new Map()
  const note = (inner: unknown, path: string): void => {
    const types = shape.get(path) ?? new Set<string>()
    shape.set(path, types.add(typeOf(inner)))
    if (Array.isArray(inner)) for (const item of inner) note(item, `${path}[]`)
    else if (typeof inner === 'object' && inner !== null) {
      for (const [name, member] of Object.entries(inner)) {
        const step = memberNameOf(name)
        note(member, path === '' ? step : `${path}.${step}`)
      }
    }
  }
  note(value, '')
  return shape
}

/** Returns a member's name in paths: `*` for one that is data. */
export function memberNameOf(name: string): string {
  return dataName.test(name) ? '*' : name
}

/** Returns the type of a JSON value: string, number, boolean, object, list or null. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

function typesOf(shape: Shape, path: string): string[] {
  return [...(shape.get(path) ?? [])]
}

function known(types: ReadonlySet<string>): string[] {
  return [...types].filter((type) => type !== 'null').sort()
}

function listOf(types: ReadonlySet<string>): string {
  return [...types].sort().join(' or ')
}

/** Undefined for the whole value. */
function parentOf(field: string): string | undefined {
  if (field === '') return undefined
  if (field.endsWith('[]')) return field.slice(0, -2)
  const dot = field.lastIndexOf('.')
  return dot < 0 ? '' : field.slice(0, dot)
}

function kindOfParent(field: string): string {
  return field.endsWith('[]') ? 'list' : 'object'
}
