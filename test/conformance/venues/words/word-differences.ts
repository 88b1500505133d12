import type { PmxError } from '../../../../src/api/errors.js'
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
 */
export function differenceOf(told: unknown, whole: unknown, warning: string | undefined): string | undefined {
  return compare(told, whole, '', warning !== undefined)
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
  // What is only handed on is in the venue's words.
  if (/\b(?:sourceM|m)etadata\./.test(path) && NEW_WORDS.some((word) => String(told) === word))
    return undefined
  return `${path}: ${JSON.stringify(told)} in the place of ${JSON.stringify(whole)}`
}

function compareMembers(
  told: Members,
  whole: Members,
  path: string,
  mayLackRows: boolean,
): string | undefined {
  for (const [name, member] of Object.entries(told)) {
    const at = path === '' ? name : `${path}.${name}`
    // A page is named by what is known of the event; what cannot be read of that is told.
    if (name === 'url' && mayLackRows) continue
    // What is not known is named.
    if (!(name in whole) && (at.endsWith('metadata.unknown') || name === 'metadata')) continue
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
