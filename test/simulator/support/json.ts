/** Reading parsed JSON in tests without believing anything about it: every step checks. */

export type Row = Readonly<Record<string, unknown>>

/** The member at a dotted path; undefined when there is none. */
export function dig(value: unknown, path: string): unknown {
  return path
    .split('.')
    .filter((part) => part !== '')
    .reduce<unknown>((node, part) => (isObject(node) ? Reflect.get(node, part) : undefined), value)
}

export function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

/** The list of objects at a path. */
export function rowsAt(value: unknown, path = ''): Row[] {
  const list = path === '' ? value : dig(value, path)
  if (!Array.isArray(list))
    throw new TypeError(`no list at '${path}': ${JSON.stringify(list)?.slice(0, 200)}`)
  return list.map((item: unknown) => {
    if (!isObject(item)) throw new TypeError(`not an object in the list at '${path}'`)
    return item
  })
}

export function textAt(value: unknown, path: string): string {
  const found = dig(value, path)
  if (typeof found !== 'string') throw new TypeError(`no text at '${path}': ${JSON.stringify(found)}`)
  return found
}

export function numberAt(value: unknown, path: string): number {
  const found = dig(value, path)
  if (typeof found !== 'number') throw new TypeError(`no number at '${path}': ${JSON.stringify(found)}`)
  return found
}

/** The first of a list that fits; fails the test when none does. */
export function firstWhere<Item>(list: readonly Item[], accepts: (item: Item) => boolean): Item {
  const found = list.find(accepts)
  if (found === undefined) throw new Error(`none of ${list.length} fits`)
  return found
}

export function firstOf<Item>(list: readonly Item[]): Item {
  return firstWhere(list, () => true)
}

/** JSON inside a text member, as a list of texts. */
export function textsIn(value: unknown, path: string): string[] {
  const parsed: unknown = JSON.parse(textAt(value, path))
  if (!Array.isArray(parsed)) throw new TypeError(`no list inside '${path}'`)
  return parsed.map(String)
}
