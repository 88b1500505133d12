/** The query string of a request, read as venues read it. Keys may be repeated, and all values are text. */
export interface Query {
  readonly has: (key: string) => boolean
  /** The first value, or undefined if the key is absent or its value is empty. */
  readonly text: (key: string) => string | undefined
  /** All values of a repeated key, except empty ones. */
  readonly all: (key: string) => readonly string[]
  /** The values of a key that contains a comma-separated list. */
  readonly list: (key: string) => readonly string[]
  /** A finite number, or 'bad' for any other value. */
  readonly number: (key: string) => number | 'bad' | undefined
  readonly integer: (key: string) => number | 'bad' | undefined
  /** True for `true` and `1`, false for `false` and `0`, and undefined for anything else. */
  readonly flag: (key: string) => boolean | undefined
  /** The keys in their order, for mock venues that read all of them. */
  readonly entries: readonly (readonly [string, string])[]
}

const flags: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

export function readQuery(params: URLSearchParams): Query {
  const text = (key: string): string | undefined => {
    const value = params.get(key)
    return value === null || value === '' ? undefined : value
  }
  const number = (key: string): number | 'bad' | undefined => {
    const value = text(key)
    if (value === undefined) return undefined
    const parsed = Number(value)
    return Number.isFinite(parsed) && value.trim() !== '' ? parsed : 'bad'
  }
  return {
    has: (key) => params.has(key),
    text,
    all: (key) => params.getAll(key).filter((value) => value !== ''),
    list: (key) =>
      (text(key) ?? '')
        .split(',')
        .map((value) => value.trim())
        .filter((value) => value !== ''),
    number,
    integer(key) {
      const value = number(key)
      return value === undefined || value === 'bad' || Number.isInteger(value) ? value : 'bad'
    },
    flag: (key) => flags[(text(key) ?? '').toLowerCase()],
    entries: [...params.entries()],
  }
}
