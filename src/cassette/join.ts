import { callKey } from '../transport/call.js'
import { type Cassette, questionKey } from './format.js'
import { groupBy, mergeCassettes } from './merge.js'

/**
 * One cassette out of several. Of each call, and of each API request, everything comes from the one that recorded it
 * last, whatever the order they are given in: as if their sessions had been appended to one file.
 */
export function joinCassettes([first, ...rest]: readonly [Cassette, ...Cassette[]]): Cassette {
  return rest.reduce(join, first)
}

function join(a: Cassette, b: Cassette): Cassette {
  const calls = newest(
    a.entries,
    b.entries,
    ({ call }) => callKey(call),
    ({ at }) => at,
  )
  const asks = newest(
    a.asks,
    b.asks,
    ({ question }) => questionKey(question),
    ({ at }) => Math.max(...at),
  )
  const isLater = (a.sessions.at(-1)?.to ?? 0) > (b.sessions.at(-1)?.to ?? 0)
  const kept = mergeCassettes(
    { ...a, entries: calls.first, asks: asks.first },
    { ...b, entries: calls.second, asks: asks.second },
  )
  return isLater ? { ...kept, madeBy: a.madeBy } : kept
}

/** What each of two lists keeps when a key stays with the list that has the later value of it; a tie with the second. */
function newest<Value>(
  first: readonly Value[],
  second: readonly Value[],
  keyOf: (value: Value) => string,
  timeOf: (value: Value) => number,
): { first: Value[]; second: Value[] } {
  const lastOf = (values: readonly Value[]): Map<string, number> =>
    new Map(
      [...groupBy(values, keyOf)].map(([key, group]) => [
        key,
        group.reduce((t, v) => Math.max(t, timeOf(v)), 0),
      ]),
    )
  const [mine, theirs] = [lastOf(first), lastOf(second)]
  const isMine = (key: string): boolean => {
    const their = theirs.get(key)
    const own = mine.get(key)
    return own !== undefined && (their === undefined || own > their)
  }
  return {
    first: first.filter((value) => isMine(keyOf(value))),
    second: second.filter((value) => !isMine(keyOf(value))),
  }
}
