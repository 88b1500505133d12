import type { PmxError } from '../../../../src/api/envelope/errors.js'
import { NEW_WORDS } from './word-walk.js'

/** Whether an error says which word, or which member, it is about. */
export function isNamedIn({ message, detail }: PmxError, member: string): boolean {
  const said = `${message} ${JSON.stringify(detail ?? {})}`
  return [...NEW_WORDS, member].some((word) => said.includes(word))
}

/**
 * What an answer says that the honest one does not; undefined where it says less, or the same. Members may be missing, and
 * rows of lists where a warning says so.
 * @param warning of the answer
 * @param others rows of the honest list that its page does not show
 */
export function differenceOf(
  told: unknown,
  whole: unknown,
  warning: string | undefined,
  others: readonly unknown[] = [],
): string | undefined {
  const isTold = warning !== undefined
  if (!Array.isArray(told) || !Array.isArray(whole)) return compare(told, whole, '', isTold)
  if (told.length < whole.length && !isTold) return compareLists(told, whole, '', isTold)
  // Rows that are sorted by what cannot be read any more stand elsewhere.
  const ids = new Set(whole.map(idOf))
  const moved = others.filter((row) => !ids.has(idOf(row)))
  return compareLists(told, [...whole, ...moved], '', true)
}

/** What names a row among others. */
function idOf(row: unknown): string | undefined {
  const { marketId, outcomeId, id } = Object(row)
  const name = outcomeId ?? id ?? marketId
  return typeof name === 'string' ? name : undefined
}

function compare(told: unknown, whole: unknown, path: string, mayLackRows: boolean): string | undefined {
  if (Array.isArray(told) && Array.isArray(whole)) return compareLists(told, whole, path, mayLackRows)
  if (isObject(told) && isObject(whole)) return compareMembers(told, whole, path, mayLackRows)
  if (told === whole || told === 'unknown') return undefined
  if (path.endsWith('description') && isSameText(String(told), String(whole))) return undefined
  // What is only handed on is in the venue's words.
  if (isHandedOn(path, told)) return undefined
  return `${path}: ${JSON.stringify(told)} in the place of ${JSON.stringify(whole)}`
}

/** The venue's own word, which some hand on with a prefix. */
function isHandedOn(path: string, told: unknown): boolean {
  return (
    /\b(?:sourceM|m)etadata\.|\bnativeStatus$/.test(path) &&
    NEW_WORDS.some((word) => String(told).endsWith(word))
  )
}

/** Whether a text is the honest one with the venue's word in it. */
function isSameText(told: string, whole: string): boolean {
  const [before = '', ...after] = NEW_WORDS.reduce(
    (text, word) => text.replaceAll(word, '\u0000'),
    told,
  ).split('\u0000')
  return after.length > 0 && whole.startsWith(before) && whole.endsWith(after.at(-1) ?? '')
}

function compareMembers(
  told: Members,
  whole: Members,
  path: string,
  mayLackRows: boolean,
): string | undefined {
  const unknown: readonly unknown[] = Object(told['metadata']).unknown ?? []
  for (const [name, member] of Object.entries(told)) {
    const at = path === '' ? name : `${path}.${name}`
    // A page is named by what is known of the event; what cannot be read of that is told.
    if (name === 'url' && mayLackRows) continue
    // What is not known stands as 0, and is named.
    if (unknown.includes(name) || at.endsWith('metadata.unknown')) continue
    if (!(name in whole) && (name === 'metadata' || isHandedOn(at, member))) continue
    const difference =
      name in whole
        ? compare(member, whole[name], at, mayLackRows)
        : `${at} is new: ${JSON.stringify(member)}`
    if (difference !== undefined) return difference
  }
  return undefined
}

function compareLists(
  told: readonly unknown[],
  whole: readonly unknown[],
  path: string,
  mayLackRows: boolean,
): string | undefined {
  const hasIds = whole.length > 0 && whole.every((row) => idOf(row) !== undefined)
  if (!hasIds) {
    // Tags of a parent that could not be read.
    if (mayLackRows && told.every((row) => typeof row === 'string' && whole.includes(row))) return undefined
    if (told.length !== whole.length) return `${path}: ${told.length} rows in the place of ${whole.length}`
    return told
      .map((row, index) => compare(row, whole[index], `${path}[${index}]`, mayLackRows))
      .find(isDefined)
  }
  if (told.length < whole.length && !mayLackRows)
    return `${path}: ${whole.length - told.length} of ${whole.length} rows are missing without a word`
  return told
    .map((row, index) => {
      const same = whole.filter((one) => idOf(one) === idOf(row))
      const differences = same.map((one) => compare(row, one, `${path}[${index}]`, mayLackRows))
      if (differences.includes(undefined)) return undefined
      return differences[0] ?? `${path}[${index}] is another row: ${idOf(row)}`
    })
    .find(isDefined)
}

function isDefined<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

type Members = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
