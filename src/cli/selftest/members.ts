import { memberNameOf, typeOf } from '../../cassette/format/response-shape.js'

/** How the members of a venue's payload differ from those that this version knows. */
export interface MemberChange {
  /** The route, such as `GET /markets/:ticker`. */
  readonly route: string
  /** Path such as `markets[].close_time`. */
  readonly field: string
  readonly kind: 'new' | 'missing' | 'retyped'
  /** Such as `string, now number`. */
  readonly said: string
}

/** What so many objects show, all objects show. */
const ENOUGH = 5

/** What was seen at a path of many payloads. */
interface Seen {
  readonly types: Set<string>
  /** How often there was a value, null or not. */
  count: number
}

/** What payloads of one route look like together. */
export type PayloadShape = ReadonlyMap<string, Seen>

/** Puts payloads of one route together: items of lists count alike, members whose names are data count as `*`. */
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
 * Compares what a venue sends with what is known. Missing is a member that all known objects have and none of the
 * venue's; retyped is one that has no type in common, null aside; new is one that no known object has. What only a few
 * known objects show is not believed.
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

/** Of items and of members whose names are data nothing is said by themselves. */
function isMember(field: string): boolean {
  return field !== '' && !field.endsWith('[]') && !field.endsWith('*')
}

/** Where a member's object stands; undefined for what is no member. */
function parentOf(field: string): string | undefined {
  if (!isMember(field)) return undefined
  const dot = field.lastIndexOf('.')
  return dot < 0 ? '' : field.slice(0, dot)
}

/** How many objects, or answers, the values at a path come from: the items of one list are one witness. */
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
