/** How a value differs in shape from one recorded earlier. */
export interface ShapeDifference {
  /** Path such as `markets[].close_time`; `*` stands for member names that are ids. */
  readonly field: string
  readonly kind: 'gone' | 'type'
  /** Such as `string, now number`. */
  readonly message: string
}

/** Types seen at a path; members and items by the paths below it. */
type Shape = Map<string, Set<string>>

/** A member whose name is data rather than a field: numbers, hashes, tickers, names in quotes. */
const dataName = /^[\d#@]|^0x|^[A-Z0-9]+-|\s|.{41}/

/**
 * What clients of the recorded value would miss in the current one: fields that are gone and types that are others.
 * Items of a list count together; a field that is null on either side, or a list that is empty on either side, says
 * nothing. New fields are no drift.
 */
export function compareShapes(recorded: unknown, current: unknown): ShapeDifference[] {
  const [before, after] = [shapeOf(recorded), shapeOf(current)]
  return [...before].flatMap(([field, types]): ShapeDifference[] => {
    const now = after.get(field)
    if (now === undefined) {
      const parent = parentOf(field)
      const hadParent = parent === undefined || typesOf(after, parent).includes(kindOfParent(field))
      // Below something that is gone itself, or is empty now, nothing more is to be told.
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

/** A member's name in paths: `*` for one that is data. */
export function memberNameOf(name: string): string {
  return dataName.test(name) ? '*' : name
}

/** The type of a JSON value: string, number, boolean, object, list or null. */
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

/** Undefined for the value as a whole. */
function parentOf(field: string): string | undefined {
  if (field === '') return undefined
  if (field.endsWith('[]')) return field.slice(0, -2)
  const dot = field.lastIndexOf('.')
  return dot < 0 ? '' : field.slice(0, dot)
}

function kindOfParent(field: string): string {
  return field.endsWith('[]') ? 'list' : 'object'
}
