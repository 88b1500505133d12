/** The members and JSON types that recordings show at each path, lists seen as `[]`. */
export interface Shape {
  readonly types: ReadonlyMap<string, ReadonlySet<string>>
}

/** Learns the shape that several recordings of one thing have together. */
export function learnShape(recordings: readonly unknown[]): Shape {
  const types = new Map<string, Set<string>>()
  for (const recording of recordings) {
    visit(recording, '', (path, type) => {
      const known = types.get(path) ?? new Set<string>()
      known.add(type)
      types.set(path, known)
    })
  }
  return { types }
}

export interface ShapeExceptions {
  /** Paths whose member names are data: whatever lies below is not compared. */
  readonly open?: readonly string[]
  /** Paths that documents name though no recording has them. */
  readonly documented?: readonly string[]
}

/**
 * How an emitted payload goes beyond the recorded shape: members that no recording has, and other JSON types.
 * Members of recordings that are not emitted are no difference.
 */
export function differences(emitted: unknown, shape: Shape, exceptions: ShapeExceptions = {}): string[] {
  const { open = [], documented = [] } = exceptions
  const found = new Set<string>()
  visit(emitted, '', (path, type) => {
    if (open.some((prefix) => path === prefix || path.startsWith(`${prefix}.`))) return
    if (
      documented.some(
        (prefix) => path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`),
      )
    ) {
      return
    }
    const known = shape.types.get(path)
    if (known === undefined) found.add(`${path}: not in any recording`)
    else if (!known.has(type)) found.add(`${path}: ${type}, recorded as ${[...known].join(' or ')}`)
  })
  return [...found]
}

function visit(value: unknown, path: string, see: (path: string, type: string) => void): void {
  if (Array.isArray(value)) {
    see(path, 'list')
    for (const item of value) visit(item, `${path}[]`, see)
  } else if (typeof value === 'object' && value !== null) {
    see(path, 'object')
    for (const [name, member] of Object.entries(value))
      visit(member, path === '' ? name : `${path}.${name}`, see)
  } else see(path, value === null ? 'null' : typeof value)
}
