import type { Cassette, EntryHead, RecordedEntry, StoredEntry } from '../format/format.js'
import { isFailure } from '../format/format.js'
import { renderCallName } from '../format/recorded-call.js'
import type { RecordedStream } from '../format/recorded-stream.js'
import { groupBy } from './merge.js'

/** The content of a cassette for one endpoint. */
export interface EndpointRow {
  readonly venue: string
  readonly host: string
  readonly method: string
  readonly path: string
  /** Number of distinct calls, by query and body. */
  readonly calls: number
  /** Number of responses, including repetitions. */
  readonly answers: number
  /** Number of failures: of the connection, or statuses of 400 and above. */
  readonly failures: number
  /** Time of the first and the last response, epoch ms. */
  readonly from: number
  readonly to: number
}

/** Returns one row for each endpoint, in the order of the file, or [] for an empty cassette. */
export function overviewOf(
  cassette: Pick<Cassette<RecordedEntry | StoredEntry>, 'entries' | 'tapes'>,
): EndpointRow[] {
  return [...callRows(cassette), ...socketRows(cassette)]
}

/** Openings count as calls, frames of the venue as responses, rejected openings as failures. */
function socketRows({ tapes }: Pick<Cassette, 'tapes'>): EndpointRow[] {
  const groups = groupBy(tapes, ({ socket }) => [socket.venue, socket.host, socket.path].join(' '))
  return [...groups.values()].flatMap((group) => {
    const first = group[0]
    if (first === undefined) return []
    const { venue, host, path } = first.socket
    return [
      {
        venue,
        host,
        method: SOCKET,
        path,
        calls: group.length,
        answers: group.reduce((sum, { heard }) => sum + heard, 0),
        failures: group.filter(({ hasOpened }) => !hasOpened).length,
        from: group.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY),
        to: group.reduce((most, { at, lastMs }) => Math.max(most, at + lastMs), 0),
      },
    ]
  })
}

function callRows({ entries }: Pick<Cassette<RecordedEntry | StoredEntry>, 'entries'>): EndpointRow[] {
  const groups = groupBy(entries, ({ call }) => [call.venue, call.host, call.method, call.path].join(' '))
  return [...groups.values()].flatMap((group) => {
    const first = group[0]
    if (first === undefined) return []
    const { venue, host, method, path } = first.call
    const times = group.map(({ at }) => at)
    return [
      {
        venue,
        host,
        method,
        path,
        calls: group.filter(({ n }) => n === 0).length,
        answers: group.length,
        failures: group.filter(hasFailed).length,
        from: times.reduce((least, at) => Math.min(least, at)),
        to: times.reduce((most, at) => Math.max(most, at)),
      },
    ]
  })
}

function hasFailed(entry: RecordedEntry | StoredEntry): boolean {
  return 'answer' in entry ? isFailure(entry.answer) : entry.failed
}

/** The method in the names of sockets. */
const SOCKET = 'SOCKET'

/** Returns the name of a socket opening in `show`, `prune` and lists of unused calls: `kalshi SOCKET stream/ws/v2 #0`. */
export function renderSocketName({ socket, n }: Pick<RecordedStream, 'socket' | 'n'>): string {
  const { venue, ...place } = socket
  return `${venue} ${renderCallName({ venue, ...place, method: SOCKET })} #${n}`
}

/** Like {@link findEntries} for sockets. */
export function findSockets(
  { tapes }: Pick<Cassette, 'tapes'>,
  text: string,
  nth?: number,
): readonly RecordedStream[] {
  const wanted = text.toLowerCase()
  return tapes.filter(
    (tape) => renderSocketName(tape).toLowerCase().includes(wanted) && (nth === undefined || tape.n === nth),
  )
}

/** Returns the name of a call in `show`, `prune` and lists of unused calls: `kalshi GET api/markets?limit=100`. */
export function renderEntryName({ call }: Pick<EntryHead, 'call'>): string {
  return `${call.venue} ${renderCallName(call)}`
}

/** Returns the name of one of several responses of a call in lists of unused calls: the name of the first ends with ` #0`. */
export function renderAnswerName(entry: Pick<EntryHead, 'call' | 'n'>): string {
  return `${renderEntryName(entry)} #${entry.n}`
}

/**
 * Returns the entries whose name contains the text, ignoring case, or all entries for an empty text.
 * @param nth only the n-th response of each call, 0 for the first
 */
export function findEntries<Kept extends EntryHead>(
  { entries }: Pick<Cassette<Kept>, 'entries'>,
  text: string,
  nth?: number,
): readonly Kept[] {
  const wanted = text.toLowerCase()
  return entries.filter(
    (entry) =>
      renderEntryName(entry).toLowerCase().includes(wanted) && (nth === undefined || entry.n === nth),
  )
}
