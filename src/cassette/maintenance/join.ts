import { type Cassette, type EntryHead, type RequestTime, requestKey } from '../format/format.js'
import { endpointKeyOf, type RecordedStream } from '../format/recorded-stream.js'
import {
  groupBy,
  groupCalls,
  mergeSessions,
  mergeStreams,
  orderRepetitions,
  renumber,
  requestKeyOf,
} from './merge.js'

/**
 * Joins several cassettes, in any order, as if their sessions had been appended to one file. Each call and each API
 * request comes from the cassette that recorded it last. Entries of a request that was not repeated later are also
 * retained.
 */
export function joinCassettes<Kept extends EntryHead>([first, ...rest]: readonly [
  Cassette<Kept>,
  ...Cassette<Kept>[],
]): Cassette<Kept> {
  return rest.reduce((a, b) => join(a, b), first)
}

/** Joins two cassettes; on a tie the second one counts as later. */
function join<Kept extends EntryHead>(a: Cassette<Kept>, b: Cassette<Kept>): Cassette<Kept> {
  const [asksOfA, asksOfB] = [byQuestion(a), byQuestion(b)]
  const isAsked = (question: string): boolean => isLater(asksOfA, asksOfB, question)
  const asks = [
    ...a.asks.filter(({ question }) => isAsked(requestKey(question))),
    ...b.asks.filter(({ question }) => !isAsked(requestKey(question))),
  ]
  const [callsOfA, callsOfB] = [groupCalls(a), groupCalls(b)]
  const [lastOfA, lastOfB] = [lastTimes(callsOfA), lastTimes(callsOfB)]
  const entries = [...new Set([...callsOfA.keys(), ...callsOfB.keys()])].flatMap((key) => {
    const sideA = { cassette: a, entries: callsOfA.get(key) ?? [], isNewest: isAsked }
    const sideB = {
      cassette: b,
      entries: callsOfB.get(key) ?? [],
      isNewest: (question: string) => asksOfB.has(question) && !isAsked(question),
    }
    return renumber(isLater(lastOfA, lastOfB, key) ? joinCall(sideB, sideA) : joinCall(sideA, sideB))
  })
  const isANewer = (a.sessions.at(-1)?.to ?? 0) > (b.sessions.at(-1)?.to ?? 0)
  const sessions = mergeSessions([...a.sessions, ...b.sessions])
  return { madeBy: isANewer ? a.madeBy : b.madeBy, sessions, asks, entries, tapes: joinTapes(a, b) }
}

/** Joins the streams. For each endpoint, the streams that were recorded last count as newer. */
function joinTapes(a: Pick<Cassette, 'tapes'>, b: Pick<Cassette, 'tapes'>): readonly RecordedStream[] {
  const [lastOfA, lastOfB] = [lastOpenings(a), lastOpenings(b)]
  const isOfA = ({ socket }: RecordedStream): boolean => isLater(lastOfA, lastOfB, endpointKeyOf(socket))
  return [
    ...mergeStreams(
      a.tapes.filter((tape) => !isOfA(tape)),
      b.tapes.filter((tape) => !isOfA(tape)),
    ),
    ...mergeStreams(b.tapes.filter(isOfA), a.tapes.filter(isOfA)),
  ]
}

function lastOpenings({ tapes }: Pick<Cassette, 'tapes'>): Map<string, number> {
  const places = groupBy(tapes, ({ socket }) => endpointKeyOf(socket))
  return new Map([...places].map(([key, opened]) => [key, latest(opened.map(({ at }) => at))]))
}

/** The entries of one cassette for one call, and whether its request times are the latest. */
interface Side<Kept> {
  readonly cassette: Pick<Cassette, 'sessions'>
  readonly entries: readonly Kept[]
  isNewest(question: string): boolean
}

function joinCall<Kept extends EntryHead>(older: Side<Kept>, newer: Side<Kept>): Kept[] {
  const owned = older.entries.filter((entry) => {
    const question = requestKeyOf(entry, older.cassette.sessions)
    return question !== undefined && older.isNewest(question)
  })
  // The same request received other responses later, which would conflict with these.
  const owners = new Set(owned.map((entry) => requestKeyOf(entry, older.cassette.sessions)))
  const stays = newer.entries.filter((entry) => {
    const question = requestKeyOf(entry, newer.cassette.sessions)
    return question === undefined || !owners.has(question)
  })
  return [...orderRepetitions(owned), ...orderRepetitions(stays)]
}

function byQuestion({ asks }: Pick<Cassette, 'asks'>): Map<string, number> {
  return new Map(asks.map(({ question, at }: RequestTime) => [requestKey(question), latest(at)]))
}

function lastTimes(calls: ReadonlyMap<string, readonly EntryHead[]>): Map<string, number> {
  return new Map([...calls].map(([key, entries]) => [key, latest(entries.map(({ at }) => at))]))
}

function latest(times: readonly number[]): number {
  return times.reduce((last, at) => Math.max(last, at), 0)
}

/** Whether the first map has the later time of a key; for a key in one map only, whether it is in the first. */
function isLater(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
  key: string,
): boolean {
  const own = first.get(key)
  return own !== undefined && own > (second.get(key) ?? Number.NEGATIVE_INFINITY)
}
