/** One way to break a payload, for tests that a change of shape is an error and never a plausible row. */
export interface Mutation {
  readonly how: 'dropped' | 'renamed' | 'retyped' | 'nulled'
  /** Member path, `*` for every element of a list: `markets.*.ticker`. */
  readonly path: string
}

export function mutationsOf(paths: readonly string[], hows: readonly Mutation['how'][]): Mutation[] {
  return paths.flatMap((path) => hows.map((how) => ({ how, path })))
}

/** A deep copy of the payload with the member at `path` broken; throws when the payload has no such member. */
export function mutate<Payload>(payload: Payload, { how, path }: Mutation): Payload {
  const copy = structuredClone(payload)
  const touched = visit(copy, path.split('.'), (parent, name) => {
    const value = parent[name]
    if (how === 'dropped') delete parent[name]
    else if (how === 'nulled') parent[name] = null
    else if (how === 'retyped') parent[name] = retype(value)
    else {
      delete parent[name]
      parent[`${name}_v2`] = value
    }
  })
  if (touched === 0) throw new Error(`the payload has nothing at ${path}`)
  return copy
}

/** Another JSON type whose value no lenient reader could take for the old one. */
function retype(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? 'retyped' : { retyped: true }
}

function visit(
  node: unknown,
  path: readonly string[],
  change: (parent: Record<string, unknown>, name: string) => void,
): number {
  const [head, ...rest] = path
  if (head === undefined || typeof node !== 'object' || node === null) return 0
  const members = node as Record<string, unknown>
  if (head === '*')
    return Object.keys(members).reduce((sum, name) => sum + visit(members, [name, ...rest], change), 0)
  if (!Object.hasOwn(members, head)) return 0
  if (rest.length > 0) return visit(members[head], rest, change)
  change(members, head)
  return 1
}
