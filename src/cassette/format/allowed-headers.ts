/** Replaces a redacted value in a cassette. A hash of such values (value-key.ts) distinguishes the calls. */
export const REDACTED = '[withheld]'

/** Names of query parameters and of members of JSON bodies whose values may be written. */
export type Recordable = ReadonlySet<string>

/** Names that list and window requests share on all venues: pages, orders, times, and ids that identify no person. */
const sharedNames: readonly string[] = [
  'asset_id',
  'before',
  'category',
  'cursor',
  'end',
  'event_id',
  'from',
  'id',
  'limit',
  'offset',
  'order',
  'page',
  'side',
  'sort',
  'start',
  'status',
  'tag_id',
  'to',
]

/** Returns the allow-list: the shared names and the names that venues declare, combined. */
export function recordableWith(declared: Iterable<string>): Recordable {
  return new Set([...sharedNames, ...declared])
}

/** Response headers that may be written, the ones that the transport reads. Lower case. */
const allowedHeaders: readonly string[] = ['content-type', 'retry-after']

/** Returns the response headers (lower-case names) that may be written, always in the same order. */
export function allowHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    allowedHeaders.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The redacted query or body, and the names whose values were removed, such as `query.sig`. */
interface Allowed<Value> {
  readonly kept: Value
  readonly withheld: readonly string[]
  /** The removed values, in the order of the names. */
  readonly values: readonly unknown[]
}

/**
 * Redacts the query pairs whose names are not allow-listed.
 * @returns as many pairs as there were
 */
export function allowQuery(
  query: readonly (readonly [string, string])[],
  recordable: Recordable,
): Allowed<readonly (readonly [string, string])[]> {
  const others = query.filter(([name]) => !recordable.has(name))
  const withheld = others.map(([name]) => `query.${name}`)
  const kept = query.map(([name, value]): readonly [string, string] => [
    name,
    recordable.has(name) ? value : REDACTED,
  ])
  return { kept, withheld, values: others.map(([, value]) => value) }
}

/** Redacts a body, including nested lists and objects. A member whose name is not allow-listed is redacted with its content. */
export function allowBody(body: unknown, recordable: Recordable): Allowed<unknown> {
  const withheld: string[] = []
  const values: unknown[] = []
  const keep = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => keep(item, `${path}[]`))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    return Object.fromEntries(
      members.map(([name, member]) => {
        if (recordable.has(name)) return [name, keep(member, `${path}.${name}`)]
        withheld.push(`${path}.${name}`)
        values.push(member)
        return [name, REDACTED]
      }),
    )
  }
  return { kept: keep(body, 'body'), withheld, values }
}
