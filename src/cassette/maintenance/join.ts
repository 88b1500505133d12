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
 * One cassette out of several. Of each call, and of each API request, everything comes from the one that recorded it
 * last, whatever the order they are given in: as if their sessions had been appended to one file. What belongs to a
 * request that was not asked again later stays as well.
 */
export function joinCassettes<Kept extends EntryHead>([first, ...rest]: readonly [
  Cassette<Kept>,
  ...Cassette<Kept>[],
]): Cassette<Kept> {
  return rest.reduce((a, b) => join(a, b), first)
}

/** A tie goes to the second. */
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

/** Those that were recorded last count as the newer ones, place by place. */
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

/** What one cassette holds of one call, and which questions it was asked last. */
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
  // The request that got them then got others later: these would stand in their way.
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

/** Whether the first has the later time of a key; for one that only one of them has, whether it is the first. */
function isLater(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
  key: string,
): boolean {
  const own = first.get(key)
  return own !== undefined && own > (second.get(key) ?? Number.NEGATIVE_INFINITY)
}
