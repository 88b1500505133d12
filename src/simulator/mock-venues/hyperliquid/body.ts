import { createUnreadable } from './replies.js'

/** The parsed body of a request. As at the venue, a member of the wrong type rejects the whole body. */
export interface Body {
  readonly text: (name: string) => string
  readonly integer: (name: string) => number
  /** undefined when absent or null. */
  readonly optionalInteger: (name: string) => number | undefined
  readonly isText: (name: string) => boolean
  readonly flag: (name: string) => boolean
  /** Whether the member is present and not null. */
  readonly has: (name: string) => boolean
  readonly member: (name: string) => Body
  readonly list: (name: string) => readonly Body[]
  /** `0x` and 40 hexadecimal digits, in lower case. */
  readonly address: (name: string) => string
  /** The queried account. */
  readonly user: () => string
}

/** Wraps a body. @throws Refusal with 422 when the body is not an object, or when a member has the wrong type */
export function readBody(value: unknown): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw createUnreadable()
  const at = (name: string): unknown => (Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined)
  const text = (name: string): string => {
    const found = at(name)
    if (typeof found !== 'string') throw createUnreadable()
    return found
  }
  const integer = (name: string): number => {
    const found = at(name)
    if (typeof found !== 'number' || !Number.isSafeInteger(found)) throw createUnreadable()
    return found
  }
  const address = (name: string): string => {
    const found = text(name).toLowerCase()
    if (!/^0x[0-9a-f]{40}$/.test(found)) throw createUnreadable()
    return found
  }
  return {
    text,
    integer,
    isText: (name) => typeof at(name) === 'string',
    flag: (name) => {
      const found = at(name)
      if (typeof found !== 'boolean') throw createUnreadable()
      return found
    },
    has: (name) => at(name) !== undefined && at(name) !== null,
    list: (name) => {
      const found = at(name)
      if (!Array.isArray(found) || found.length === 0) throw createUnreadable()
      return found.map(readBody)
    },
    optionalInteger: (name) => (at(name) === undefined || at(name) === null ? undefined : integer(name)),
    member: (name) => readBody(at(name)),
    address,
    user: () => address('user'),
  }
}
