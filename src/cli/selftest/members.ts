import {
  compareTypes,
  countObjects,
  findParent,
  listTypes,
  type PayloadShape,
} from '../../cassette/format/response-shape.js'

/** A difference between the members of a venue's payload and those that this version knows. */
export interface MemberChange {
  /** The route, such as `GET /markets/:ticker`. */
  readonly route: string
  /** Path such as `markets[].close_time`. */
  readonly field: string
  readonly kind: 'new' | 'missing' | 'retyped'
  /** Such as `string, now number`. */
  readonly change: string
}

/** Number of objects from which a rule about all objects is derived. */
const ENOUGH = 5

/**
 * Compares the shape of a venue's payloads with the known shape. A member is missing if all known objects have it and no
 * venue object does. It is retyped if there is no common type except null. It is new if no known object has it. Members
 * of only a few known objects are ignored.
 */
export function compareMembers(
  route: string,
  known: PayloadShape,
  now: PayloadShape,
): readonly MemberChange[] {
  const lost = [...known].flatMap(([field, seen]): MemberChange[] => {
    const other = now.get(field)
    if (other === undefined) {
      const parent = findParent(field)
      const times = countObjects(known, parent)
      const isMissing = times >= ENOUGH && times === seen.count && countObjects(now, parent) > 0
      return isMissing ? [{ route, field, kind: 'missing', change: `${listTypes(seen)}, now missing` }] : []
    }
    const change = compareTypes(seen, other)
    return change === undefined || holdersOf(known, field) < ENOUGH
      ? []
      : [{ route, field, kind: 'retyped', change }]
  })
  const gained = [...now].flatMap(([field, seen]): MemberChange[] => {
    const isNew = !known.has(field) && countObjects(known, findParent(field)) > 0
    return isNew ? [{ route, field, kind: 'new', change: listTypes(seen) }] : []
  })
  return [...lost, ...gained]
}

/** The number of objects, or responses, that the values at a path come from. The items of one list count once. */
function holdersOf(shape: PayloadShape, field: string): number {
  const holder = field.replace(/(\[\])+$/, '')
  if (holder === '') return shape.get(field)?.count ?? 0
  const parent = findParent(holder)
  return parent === undefined ? (shape.get(holder)?.count ?? 0) : countObjects(shape, parent)
}
