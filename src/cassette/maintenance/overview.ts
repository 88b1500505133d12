import type { Cassette, EntryHead, RecordedEntry, StoredEntry } from '../format/format.js'
import { isFailure } from '../format/format.js'
import { renderCallName } from '../format/hidden-keys.js'
import type { RecordedStream } from '../format/recorded-stream.js'
import { groupBy } from './merge.js'

/** What a cassette holds of one endpoint. */
export interface EndpointRow {
  readonly venue: string
  readonly host: string
  readonly method: string
  readonly path: string
  /** Different calls: by query and body. */
  readonly calls: number
  /** Answers, repetitions included. */
  readonly answers: number
  /** Answers that were failures: of the way, or statuses of 400 and above. */
  readonly failures: number
  /** First and last answer, epoch ms. */
  readonly from: number
  readonly to: number
}

/** One row an endpoint, in the order of the file; [] for an empty cassette. */
export function overviewOf(
  cassette: Pick<Cassette<RecordedEntry | StoredEntry>, 'entries' | 'tapes'>,
): EndpointRow[] {
  return [...callRows(cassette), ...socketRows(cassette)]
}

/** Openings count as calls, frames of the venue as answers, openings that the venue refused as failures. */
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

/** What stands for a method in the names of sockets. */
const SOCKET = 'SOCKET'

/** One opening of a socket as `show`, `prune` and lists of unused calls name it: `kalshi SOCKET stream/ws/v2 #0`. */
export function renderSocketName({ socket, n }: Pick<RecordedStream, 'socket' | 'n'>): string {
  const { venue, ...place } = socket
  return `${venue} ${renderCallName({ venue, ...place, method: SOCKET })} #${n}`
}

/** As {@link findEntries} for sockets. */
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

/** One call as `show`, `prune` and lists of unused calls name it: `kalshi GET api/markets?limit=100`. */
export function renderEntryName({ call }: Pick<EntryHead, 'call'>): string {
  return `${call.venue} ${renderCallName(call)}`
}

/** One of several answers of a call as lists of unused calls name it: the first one's name ends with ` #0`. */
export function renderAnswerName(entry: Pick<EntryHead, 'call' | 'n'>): string {
  return `${renderEntryName(entry)} #${entry.n}`
}

/**
 * The entries whose name holds the text, whatever the case; all for an empty one.
 * @param nth only the n-th answer of each call, 0 for the first
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
