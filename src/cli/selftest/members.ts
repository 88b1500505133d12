import { memberNameOf, typeOf } from '../../cassette/format/response-shape.js'

/** A difference between the members of a venue's payload and those that this version knows. */
export interface MemberChange {
  /** The route, such as `GET /markets/:ticker`. */
  readonly route: string
  /** Path such as `markets[].close_time`. */
  readonly field: string
  readonly kind: 'new' | 'missing' | 'retyped'
  /** Such as `string, now number`. */
  readonly said: string
}

/** Number of objects from which a rule about all objects is derived. */
const ENOUGH = 5

/** Values at one path in many payloads. */
interface Seen {
  readonly types: Set<string>
  /** Number of values, null or not. */
  count: number
}

/** Merged shape of the payloads of one route. */
export type PayloadShape = ReadonlyMap<string, Seen>

/** Merges payloads of one route: all items of a list share a path, members with data as names count as `*`. */
export function mergeShapes(payloads: readonly unknown[]): PayloadShape {
  const shape = new Map<string, Seen>()
  const note = (value: unknown, path: string): void => {
    const seen = shape.get(path) ?? { types: new Set<string>(), count: 0 }
    shape.set(path, seen)
    seen.types.add(typeOf(value))
    seen.count++
    if (Array.isArray(value)) for (const item of value) note(item, `${path}[]`)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const step = memberNameOf(name)
        note(member, path === '' ? step : `${path}.${step}`)
      }
    }
  }
  for (const payload of payloads) note(payload, '')
  return shape
}

/**
 * Compares the shape of a venue's payloads with the known one. Missing: all known objects have the member, no venue object
 * has it. Retyped: no common type, except null. New: no known object has it. Members of only a few known objects are
 * ignored.
 */
export function compareMembers(
  route: string,
  known: PayloadShape,
  now: PayloadShape,
): readonly MemberChange[] {
  const lost = [...known].flatMap(([field, seen]): MemberChange[] => {
    const other = now.get(field)
    const types = plain(seen)
    if (other === undefined) {
      const parent = parentOf(field)
      const times = parent === undefined ? 0 : objectsAt(known, parent)
      const isAlways = times >= ENOUGH && times === seen.count
      const isMissing = isAlways && parent !== undefined && objectsAt(now, parent) > 0
      return isMissing ? [{ route, field, kind: 'missing', said: `${listed(types)}, now missing` }] : []
    }
    const [was, is] = [types, plain(other)]
    if (was.length === 0 || is.length === 0 || was.some((type) => is.includes(type))) return []
    if (holdersOf(known, field) < ENOUGH) return []
    return [{ route, field, kind: 'retyped', said: `${listed(was)}, now ${listed(is)}` }]
  })
  const gained = [...now].flatMap(([field, seen]): MemberChange[] => {
    const parent = parentOf(field)
    const isNew = !known.has(field) && isMember(field) && parent !== undefined && objectsAt(known, parent) > 0
    return isNew ? [{ route, field, kind: 'new', said: listed(plain(seen)) }] : []
  })
  return [...lost, ...gained]
}

function plain({ types }: Seen): readonly string[] {
  return [...types].filter((type) => type !== 'null').sort()
}

function listed(types: readonly string[]): string {
  return types.length === 0 ? 'null' : types.join(' or ')
}

/** Whether a path is a member. Items and members with data as names are not compared themselves. */
function isMember(field: string): boolean {
  return field !== '' && !field.endsWith('[]') && !field.endsWith('*')
}

/** Returns the path of a member's object; undefined for other paths. */
function parentOf(field: string): string | undefined {
  if (!isMember(field)) return undefined
  const dot = field.lastIndexOf('.')
  return dot < 0 ? '' : field.slice(0, dot)
}

/** Number of objects or responses with values at a path: the items of one list count once. */
function holdersOf(shape: PayloadShape, field: string): number {
  const holder = field.replace(/(\[\])+$/, '')
  if (holder === '') return shape.get(field)?.count ?? 0
  const parent = parentOf(holder)
  return parent === undefined ? (shape.get(holder)?.count ?? 0) : objectsAt(shape, parent)
}

function objectsAt(shape: PayloadShape, path: string): number {
  const seen = shape.get(path)
  return seen?.types.has('object') === true ? seen.count : 0
}
