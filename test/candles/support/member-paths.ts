import { type Mutation, mutate } from '../../support/mutations.js'
import type { Heard } from './staged-venue.js'

/** A member of what a route answers. */
export interface Member {
  readonly route: string
  /** Names from the top, `*` for every element of a list. */
  readonly path: string
}

/** The venue changed its shape, or one row in the middle of its lists is damaged. */
type Reach = 'everywhere' | 'once'

/** A way of breaking a member. */
export interface Breakage extends Member, Mutation {
  readonly reach: Reach
}

/** Every member of the replies, those that hold others before them. */
export function membersOf(replies: readonly Heard[]): readonly Member[] {
  const routes = [...new Set(replies.map(({ route }) => route))]
  return routes.flatMap((route) => {
    const bodies = replies.filter((reply) => reply.route === route)
    const paths = new Set(bodies.flatMap(({ json }) => [...pathsOf(json)]))
    return [...paths].map((path): Member => ({ route, path }))
  })
}

function pathsOf(node: unknown, path = '', found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  for (const [name, child] of Object.entries(node)) {
    if (name.includes('.')) throw new Error(`a member name with a dot: ${path} ${name}`)
    const part = Array.isArray(node) ? '*' : name
    const here = path === '' ? part : `${path}.${part}`
    found.add(here)
    pathsOf(child, here, found)
  }
  return found
}

/** Whether a member lies inside another one. */
export function isInside(member: Member, holder: Member): boolean {
  return member.route === holder.route && member.path.startsWith(`${holder.path}.`)
}

/** An element that is missing from a list, or has no name, is no change of shape. */
function howsOf({ path }: Member): readonly Mutation['how'][] {
  return path.endsWith('*') ? ['retyped'] : ['dropped', 'renamed', 'retyped']
}

/** All ways of breaking a member: everywhere, and where it stands in lists also in their middle alone. */
export function breakagesOf(member: Member): readonly Breakage[] {
  const reaches: readonly Reach[] = member.path.includes('*') ? ['everywhere', 'once'] : ['everywhere']
  return reaches.flatMap((reach) => howsOf(member).map((how): Breakage => ({ ...member, reach, how })))
}

/** The ways that nobody who reads a member can overlook. */
export function probesOf(member: Member): readonly Breakage[] {
  return breakagesOf(member).filter(({ reach, how }) => reach === 'everywhere' && how !== 'renamed')
}

/**
 * Breaks the replies to a question.
 * @param replies what the whole question was answered with
 * @returns what is delivered in place of a reply; undefined leaves it whole
 */
export function breaking(
  { route, path, reach, how }: Breakage,
  replies: readonly Heard[],
): (heard: Heard) => unknown {
  const holders = replies.filter((reply) => reply.route === route && placesOf(reply.json, path).length > 0)
  const only = middleOf(holders)?.call
  return (heard) => {
    if (heard.route !== route || (reach === 'once' && heard.call !== only)) return undefined
    const places = placesOf(heard.json, path)
    const place = reach === 'once' ? middleOf(places) : path
    return places.length === 0 || place === undefined ? undefined : mutate(heard.json, { how, path: place })
  }
}

function middleOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(items.length / 2)]
}

/** The members that a path with `*` stands for in a payload. */
function placesOf(node: unknown, path: string): readonly string[] {
  const [head = '', ...rest] = path.split('.')
  if (typeof node !== 'object' || node === null) return []
  const names = head === '*' ? Object.keys(node) : Object.hasOwn(node, head) ? [head] : []
  if (rest.length === 0) return names
  return names.flatMap((name) =>
    placesOf(Reflect.get(node, name), rest.join('.')).map((inner) => `${name}.${inner}`),
  )
}
