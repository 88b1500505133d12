import {
  type Cassette,
  type EntryHead,
  type RecordingSession,
  type RequestTime,
  requestKey,
} from '../format/format.js'
import { recordedKeyOf } from '../format/hidden-keys.js'
import { endpointKeyOf, type RecordedStream } from '../format/recorded-stream.js'

/**
 * One cassette out of two. What the newer one knows of a call replaces everything the older one held for that call,
 * all its repetitions, and likewise for the times of an API request: a replay would otherwise begin with old answers.
 * Only what belongs to a request that was not asked again stays beside it: that request must find what it got.
 * Repetitions are numbered afresh, without gaps.
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
 * Sockets of both. An older one goes where newer ones at the same place said all that was said on it: what it brought was
 * recorded again. Openings are numbered afresh, in order of time.
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
 * Key of the question that an entry belongs to; undefined where requests shared what they fetched, as they did in
 * recordings of the first format, and for what no request asked for.
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

/** All of them, the later ones over the earlier. At least one. */
export function mergeAll<Kept extends EntryHead>([first, ...rest]: readonly [
  Cassette<Kept>,
  ...Cassette<Kept>[],
]): Cassette<Kept> {
  return rest.reduce((older, newer) => mergeCassettes(older, newer), first)
}

/** Repetitions of one call as they came. */
export function orderRepetitions<Kept extends EntryHead>(entries: readonly Kept[]): Kept[] {
  return [...entries].sort((a, b) => a.n - b.n)
}

/** Repetitions of one call, numbered in the order given. */
export function renumber<Kept extends EntryHead>(entries: readonly Kept[]): Kept[] {
  return entries.map((entry, n) => ({ ...entry, n }))
}

/** In order of time, each once: the same file may be given twice, a journal may be merged twice. */
export function mergeSessions(sessions: readonly RecordingSession[]): RecordingSession[] {
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
