import { parseJson } from '../../api/values/json.js'
import type { Cassette, EntryHead } from '../format/format.js'
import { mergeCassettes } from './merge.js'
import { renderAnswerName, renderEntryName, renderSocketName } from './overview.js'

/** The conditions for removal. An entry is removed if it meets all given conditions. */
export interface PruneOptions {
  /** Responses that a replay reports as unused. For a call without a number at its end, the last response. */
  readonly unused?: readonly string[] | undefined
  readonly venue?: string | undefined
  /** Part of the path. */
  readonly path?: string | undefined
}

/**
 * Returns the cassette without the entries and sockets that match. The remaining repetitions of a call are numbered again.
 * @returns also the number of removed entries and sockets; sessions and clock do not change
 */
export function pruneCassette<Kept extends EntryHead>(
  cassette: Cassette<Kept>,
  wish: PruneOptions,
): { readonly cassette: Cassette<Kept>; readonly gone: number; readonly goneSockets: number } {
  const isUnused = createUnusedCheck(cassette.entries, wish.unused)
  const unused = wish.unused && new Set(wish.unused)
  const tapes = cassette.tapes.filter(({ socket, n }) => {
    const matches =
      (wish.venue === undefined || wish.venue === socket.venue) &&
      (wish.path === undefined || socket.path.includes(wish.path)) &&
      (unused === undefined || unused.has(renderSocketName({ socket, n })))
    return !matches
  })
  const kept = cassette.entries.filter((entry) => {
    const matches =
      (wish.venue === undefined || wish.venue === entry.call.venue) &&
      (wish.path === undefined || entry.call.path.includes(wish.path)) &&
      isUnused(entry)
    return !matches
  })
  // A merge with an empty cassette numbers the entries.
  const nothing: Cassette<Kept> = { ...cassette, sessions: [], asks: [], entries: [], tapes: [] }
  return {
    cassette: mergeCassettes(nothing, { ...cassette, entries: kept, tapes }),
    gone: cassette.entries.length - kept.length,
    goneSockets: cassette.tapes.length - tapes.length,
  }
}

function createUnusedCheck(
  entries: readonly EntryHead[],
  unused: readonly string[] | undefined,
): (entry: EntryHead) => boolean {
  if (unused === undefined) return () => true
  const left = new Map<string, number>()
  for (const call of unused) left.set(call, (left.get(call) ?? 0) + 1)
  const going = new Set<EntryHead>()
  for (const entry of entries) if (left.has(renderAnswerName(entry))) going.add(entry)
  const lastFirst = [...entries].sort((a, b) => b.n - a.n)
  for (const entry of lastFirst) {
    const call = renderEntryName(entry)
    const count = left.get(call) ?? 0
    if (count === 0) continue
    left.set(call, count - 1)
    going.add(entry)
  }
  return (entry) => going.has(entry)
}

/**
 * Reads a list of unused calls: JSON (a list, or an object with `calls`), or one call per line. Empty lines are skipped.
 */
export function readUnusedList(text: string): readonly string[] {
  const value = parseJson(text)?.value
  const list = typeof value === 'object' && value !== null && 'calls' in value ? value.calls : value
  if (Array.isArray(list)) return list.filter((item) => typeof item === 'string')
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
