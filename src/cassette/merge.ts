import { callKey } from '../transport/call.js'
import { type Ask, type Cassette, type Entry, questionKey, type Session } from './format.js'

/**
 * One cassette out of two. What the newer one knows of a call replaces everything the older one held for that call,
 * all its repetitions, and likewise for the times of an API request: a replay would otherwise begin with old answers.
 * Repetitions are numbered afresh, without gaps.
 */
export function mergeCassettes(older: Cassette, newer: Cassette): Cassette {
  const calls = groupBy(older.entries, ({ call }) => callKey(call))
  for (const [key, entries] of groupBy(newer.entries, ({ call }) => callKey(call))) calls.set(key, entries)
  const asks = new Map<string, Ask>()
  for (const ask of [...older.asks, ...newer.asks]) asks.set(questionKey(ask.question), ask)
  return {
    madeBy: newer.madeBy,
    sessions: mergeSessions([...older.sessions, ...newer.sessions]),
    asks: [...asks.values()],
    entries: [...calls.values()].flatMap(renumber),
  }
}

/** All of them, the later ones over the earlier. At least one. */
export function mergeAll([first, ...rest]: readonly [Cassette, ...Cassette[]]): Cassette {
  return rest.reduce(mergeCassettes, first)
}

function renumber(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => a.n - b.n).map((entry, n) => ({ ...entry, n }))
}

/** In order of time, each once: the same file may be given twice, a journal may be merged twice. */
function mergeSessions(sessions: readonly Session[]): Session[] {
  const inOrder = [...sessions].sort((a, b) => a.from - b.from || a.to - b.to)
  return inOrder.filter(({ from, to }, index) => {
    const before = inOrder[index - 1]
    return before?.from !== from || before.to !== to
  })
}

/** Entries or asks by key, in the order in which the keys first came. */
export function groupBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
