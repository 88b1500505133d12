import {
  type Cassette,
  type EntryHead,
  type RecordingSession,
  type RequestTime,
  requestKey,
} from '../format/format.js'
import { recordedKeyOf } from '../format/recorded-call.js'
import { endpointKeyOf, type RecordedStream } from '../format/recorded-stream.js'

/**
 * Merges two cassettes. The newer cassette replaces all entries of a call, including repetitions. It also replaces the
 * times of an API request, since a replay would otherwise begin with old responses. Entries of a request that was not
 * repeated stay, since that request needs them. Repetitions are numbered again, without gaps.
 */
export function mergeCassettes<Kept extends EntryHead>(
  older: Cassette<Kept>,
  newer: Cassette<Kept>,
): Cassette<Kept> {
  const asks = new Map<string, RequestTime>()
  for (const ask of [...older.asks, ...newer.asks]) asks.set(requestKey(ask.question), ask)
  const again = new Set(newer.asks.map(({ question }) => requestKey(question)))
  const stays = (entry: Kept): boolean => {
    const question = requestKeyOf(entry, older.sessions)
    return question !== undefined && !again.has(question)
  }
  const calls = new Map([...groupCalls(older)].map(([key, entries]) => [key, orderRepetitions(entries)]))
  for (const [key, entries] of groupCalls(newer))
    calls.set(key, [...(calls.get(key) ?? []).filter(stays), ...orderRepetitions(entries)])
  return {
    madeBy: newer.madeBy,
    sessions: mergeSessions([...older.sessions, ...newer.sessions]),
    asks: [...asks.values()],
    entries: [...calls.values()].flatMap(renumber),
    tapes: mergeStreams(older.tapes, newer.tapes),
  }
}

/**
 * Merges the sockets of both cassettes. An older socket is removed if newer sockets at the same endpoint contain all its
 * client texts, because it was recorded again. Openings are numbered again, in order of time.
 */
export function mergeStreams(
  older: readonly RecordedStream[],
  newer: readonly RecordedStream[],
): readonly RecordedStream[] {
  const saidAt = new Map<string, Set<string>>()
  for (const { socket, words } of newer) {
    const said = saidAt.get(endpointKeyOf(socket)) ?? new Set()
    for (const word of words) said.add(word)
    saidAt.set(endpointKeyOf(socket), said)
  }
  const stays = ({ socket, words }: RecordedStream): boolean => {
    const again = saidAt.get(endpointKeyOf(socket))
    return again === undefined || [...words].some((word) => !again.has(word))
  }
  const places = groupBy([...older.filter(stays), ...newer], ({ socket }) => endpointKeyOf(socket))
  return [...places.values()].flatMap((tapes) =>
    tapes.sort((a, b) => a.at - b.at || a.n - b.n).map((tape, n) => ({ ...tape, n })),
  )
}

/**
 * Returns the key of the request to which an entry belongs. Returns undefined outside of requests, and where requests
 * shared responses, as in recordings of the first format.
 */
export function requestKeyOf(
  { by, at }: EntryHead,
  sessions: readonly RecordingSession[],
): string | undefined {
  const isApart = sessions.some(({ from, to, apart }) => apart === true && from <= at && at <= to)
  return isApart ? by?.slice(0, by.lastIndexOf(' ')) : undefined
}

export function groupCalls<Kept extends EntryHead>({
  entries,
}: Pick<Cassette<Kept>, 'entries'>): Map<string, Kept[]> {
  return groupBy(entries, ({ call }) => recordedKeyOf(call))
}

/** Merges one or more cassettes. Later cassettes override earlier ones. */
export function mergeAll<Kept extends EntryHead>([first, ...rest]: readonly [
  Cassette<Kept>,
  ...Cassette<Kept>[],
]): Cassette<Kept> {
  return rest.reduce((older, newer) => mergeCassettes(older, newer), first)
}

/** Returns the repetitions of one call in their order. */
export function orderRepetitions<Kept extends EntryHead>(entries: readonly Kept[]): Kept[] {
  return [...entries].sort((a, b) => a.n - b.n)
}

/** Returns the repetitions of one call, numbered in the given order. */
export function renumber<Kept extends EntryHead>(entries: readonly Kept[]): Kept[] {
  return entries.map((entry, n) => ({ ...entry, n }))
}

/** Returns the sessions in chronological order without duplicates, because a file or a journal may be merged twice. */
export function mergeSessions(sessions: readonly RecordingSession[]): RecordingSession[] {
  const inOrder = [...sessions].sort((a, b) => a.from - b.from || a.to - b.to)
  return inOrder.filter(({ from, to }, index) => {
    const before = inOrder[index - 1]
    return before?.from !== from || before.to !== to
  })
}

/** Groups values by key, in the order of the first value of each key. */
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
