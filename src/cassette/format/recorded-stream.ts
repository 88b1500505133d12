import * as z from 'zod'
import { feedIds } from '../../api/envelope/source-ids.js'
import { venueIds } from '../../api/envelope/venue-ids.js'
import { parseJson } from '../../api/values/json.js'
import { renderCanonicalJson } from '../../transport/call-types.js'
import type { SocketEnd, SocketEndpoint } from '../../transport/socket.js'
import { bodyIn, bodyShape, type StoredBody } from './body-text.js'
import { checkFields, countField, faultAt, instantField, toIsoMicros } from './checked-fields.js'
import { frameTextOf } from './frame-text.js'
import type { FileLine, LineFile } from './line-file.js'
import { compareTexts } from './recorded-call.js'

/** The opening of one socket. */
export interface StreamHead {
  /** The query is redacted by the allow-list. */
  readonly socket: SocketEndpoint
  /** 0 for the first time this socket was opened, 1 for the second, ... */
  readonly n: number
  /** Time at which the opening began, epoch ms on the recording's clock. */
  readonly at: number
}

/** An event of a socket, `ms` after its opening began. */
export type StreamEvent =
  | { readonly kind: 'opened'; readonly ms: number }
  /** A client frame, whose members are redacted by the allow-list. */
  | { readonly kind: 'said'; readonly ms: number; readonly body: StoredBody }
  /** A complete frame of the venue. */
  | {
      readonly kind: 'heard'
      readonly ms: number
      readonly body: StoredBody
      /** Whether it arrived in one piece with the previous frame. */
      readonly joined?: true | undefined
    }
  | ({
      readonly kind: 'ended'
      readonly ms: number
      /** Whether the client ended the socket. */
      readonly ours?: true | undefined
    } & SocketEnd)

/** All events of one socket. They may stay in the file and are read on demand. */
export interface RecordedStream extends StreamHead {
  /** The texts in all client frames. */
  readonly words: ReadonlySet<string>
  /** Whether the venue accepted the connection. */
  readonly hasOpened: boolean
  /** Number of frames from the venue. */
  readonly heard: number
  /** Time of the last event, ms after the opening. */
  readonly lastMs: number
  /** Yields the events in order. @throws CassetteError when the file has changed */
  events(): Iterable<StreamEvent>
}

/** Stores the events of a stream, or their positions. */
interface Holder {
  add(event: StreamEvent, line: FileLine): void
  events(): Iterable<StreamEvent>
}

export function holdInMemory(): Holder {
  const events: StreamEvent[] = []
  return { add: (event) => void events.push(event), events: () => events }
}

/**
 * Stores only the positions of events in a file.
 * @param name of the file, for messages
 */
export function holdInFile(file: Pick<LineFile, 'read'>, name: string): () => Holder {
  return () => {
    const places: number[] = []
    return {
      add: (_event, { offset, length }) => void places.push(offset, length),
      *events() {
        for (let index = 0; index < places.length; index += 2) {
          const event = parseTapeEvent(file.read(places[index] ?? 0, places[index + 1] ?? 0), name, 0)
          if (event === undefined) throw faultAt(name, 0, 'of a socket has changed')
          yield event
        }
      },
    }
  }
}

/** Builds one recorded stream, event by event. */
export function buildStream(head: StreamHead, holder: Holder) {
  const words = new Set<string>()
  let heard = 0
  let hasOpened = false
  let lastMs = 0
  return {
    add(event: StreamEvent, line: FileLine): void {
      lastMs = Math.max(lastMs, event.ms)
      if (event.kind === 'said') for (const word of frameTextOf(event.body)) words.add(word)
      if (event.kind === 'heard') heard++
      if (event.kind === 'opened') hasOpened = true
      holder.add(event, line)
    },
    done: (): RecordedStream => ({ ...head, words, hasOpened, heard, lastMs, events: () => holder.events() }),
  }
}

/** Returns a key that is equal for sockets at the same endpoint. */
export function endpointKeyOf(place: SocketEndpoint): string {
  return renderCanonicalJson({ ...place })
}

export function compareStreams(a: StreamHead, b: StreamHead): number {
  return comparePlaces(a.socket, b.socket) || a.n - b.n
}

function comparePlaces(a: SocketEndpoint, b: SocketEndpoint): number {
  return (
    compareTexts(a.venue, b.venue) ||
    compareTexts(a.host, b.host) ||
    compareTexts(a.path, b.path) ||
    compareTexts(JSON.stringify(a.query), JSON.stringify(b.query))
  )
}

export function renderStreamHead({ socket: { venue, host, path, query }, n, at }: StreamHead): string {
  return JSON.stringify({ socket: { venue, host, path, query }, n, at: toIsoMicros(at) })
}

export function renderStreamEvent(event: StreamEvent): string {
  return JSON.stringify(eventMembersOf(event))
}

/** Returns the members of an event's line. */
export function eventMembersOf(event: StreamEvent): object {
  switch (event.kind) {
    case 'opened':
      return { opened: event.ms }
    case 'said':
      return { said: event.ms, ...event.body }
    case 'heard':
      return { heard: event.ms, joined: event.joined, ...event.body }
    case 'ended':
      return {
        ended: event.ms,
        code: event.code,
        reason: event.reason,
        status: event.status,
        ours: event.ours,
      }
  }
}

/** Yields the lines of a stream, each with its newline. */
export function* renderStream(tape: RecordedStream): Generator<string> {
  yield `${renderStreamHead(tape)}\n`
  for (const event of tape.events()) yield `${renderStreamEvent(event)}\n`
}

const headSchema = z.strictObject({
  socket: z.strictObject({
    venue: z.enum([...venueIds, ...feedIds]),
    host: z.string(),
    path: z.string(),
    query: z.array(z.tuple([z.string(), z.string()])),
  }),
  n: countField,
  at: instantField,
})

const yes = z.literal(true).optional()
const openedSchema = z.strictObject({ opened: countField })
const saidSchema = z.strictObject({ said: countField, ...bodyShape })
const heardSchema = z.strictObject({ heard: countField, joined: yes, ...bodyShape })
const endedSchema = z.strictObject({
  ended: countField,
  code: z.number().int(),
  reason: z.string(),
  status: z.number().int().optional(),
  ours: yes,
})

/** Returns undefined for other lines. @throws CassetteError for a broken line */
export function readStreamHead(value: object, name: string, line: number): StreamHead | undefined {
  return 'socket' in value ? checkFields(headSchema, value, name, line) : undefined
}

/** Like {@link readStreamHead}. */
export function readStreamEvent(value: object, name: string, line: number): StreamEvent | undefined {
  const bodyOf = (text: string | undefined): StoredBody => {
    const body = bodyIn(value, text)
    if (body === undefined) throw faultAt(name, line, 'needs either json or text')
    return body
  }
  if ('said' in value) {
    const { said, text } = checkFields(saidSchema, value, name, line)
    return { kind: 'said', ms: said, body: bodyOf(text) }
  }
  if ('heard' in value) {
    const { heard, joined, text } = checkFields(heardSchema, value, name, line)
    return { kind: 'heard', ms: heard, joined, body: bodyOf(text) }
  }
  if ('opened' in value) return { kind: 'opened', ms: checkFields(openedSchema, value, name, line).opened }
  if (!('ended' in value)) return undefined
  const { ended, code, reason, status, ours } = checkFields(endedSchema, value, name, line)
  return { kind: 'ended', ms: ended, code, reason, ours, ...(status === undefined ? {} : { status }) }
}

function parseTapeEvent(text: string, name: string, line: number): StreamEvent | undefined {
  return withoutSocket(parseJson(text)?.value, name, line)?.event
}

/** Returns an event as a journal line, with its socket number, because sockets are interleaved. */
export function renderJournalled(on: number, event: StreamEvent): string {
  return JSON.stringify({ on, ...eventMembersOf(event) })
}

/** Returns the event of a line with or without the number of its socket. */
export function withoutSocket(
  value: unknown,
  name: string,
  line: number,
): { readonly on: unknown; readonly event: StreamEvent } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { on, ...rest } = { on: undefined, ...value }
  const event = readStreamEvent(rest, name, line)
  return event && { on, event }
}
