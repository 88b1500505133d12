/** Stands in a cassette for a value that was left out; calls are told apart by a hash of such values (value-key.ts). */
export const REDACTED = '[withheld]'

/** Names of query parameters and of members of JSON bodies whose values may be written. */
export type Recordable = ReadonlySet<string>

/** What lists and windows are asked by on any venue: pages, orders, times, and ids that stand for nobody. */
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

/** The allow-list: the names that all venues share, and those that venues declare, all of them together. */
export function recordableWith(declared: Iterable<string>): Recordable {
  return new Set([...sharedNames, ...declared])
}

/** Headers of answers that may be written: what the transport reads of them. Lower case. */
const allowedHeaders: readonly string[] = ['content-type', 'retry-after']

/** Of an answer's headers (lower-case names) those that may be written, always in the same order. */
export function allowHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    allowedHeaders.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** What is left of a query or body, and the names whose values were taken out, such as `query.sig`. */
interface Allowed<Value> {
  readonly kept: Value
  readonly withheld: readonly string[]
  /** What was taken out, in the order of the names. */
  readonly values: readonly unknown[]
}

/** @returns as many pairs as there were */
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

/** Goes down into lists and objects; a member with a name that is not listed is taken out with all it holds. */
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
