import * as z from 'zod'
import { feedIds } from '../../api/envelope/source-ids.js'
import { venueIds } from '../../api/envelope/venue-ids.js'
import { parseJson } from '../../api/values/json.js'
import { canonicalJson } from '../../transport/call.js'
import type { SocketEnd, SocketPlace } from '../../transport/socket.js'
import { type Body, bodyIn, bodyShape } from './body-text.js'
import { checked, count, faultAt, instant, toIso } from './checked-fields.js'
import { wordsOf } from './frame-text.js'
import { compareTexts } from './hidden-keys.js'
import type { Line, LineFile } from './line-file.js'

/** The opening of one socket. */
export interface TapeHead {
  /** Query as the allow-list leaves it. */
  readonly socket: SocketPlace
  /** 0 for the first time this socket was opened, 1 for the second, ... */
  readonly n: number
  /** When it was to be opened, epoch ms on the recording's clock. */
  readonly at: number
}

/** What happened on a socket, `ms` after its opening was begun. */
export type TapeEvent =
  | { readonly kind: 'opened'; readonly ms: number }
  /** A frame of ours, members as the allow-list leaves them. */
  | { readonly kind: 'said'; readonly ms: number; readonly body: Body }
  /** A frame of the venue's, whole. */
  | {
      readonly kind: 'heard'
      readonly ms: number
      readonly body: Body
      /** It came in one piece with the frame before. */
      readonly joined?: true | undefined
    }
  | ({
      readonly kind: 'ended'
      readonly ms: number
      /** We have ended it. */
      readonly ours?: true | undefined
    } & SocketEnd)

/** Everything that was said on one socket. What was said may stay in its file: it is read as it is asked for. */
export interface Tape extends TapeHead {
  /** Of all that we said. */
  readonly words: ReadonlySet<string>
  /** Whether the venue let it be opened. */
  readonly hasOpened: boolean
  /** Frames of the venue's. */
  readonly heard: number
  /** When the last thing happened, ms after the opening. */
  readonly lastMs: number
  /** In the order in which it happened. @throws CassetteError when the file is not what it was */
  events(): Iterable<TapeEvent>
}

/** Keeps the events of a tape, or where they stand. */
interface Holder {
  add(event: TapeEvent, line: Line): void
  events(): Iterable<TapeEvent>
}

export function inMemory(): Holder {
  const events: TapeEvent[] = []
  return { add: (event) => void events.push(event), events: () => events }
}

/**
 * Keeps where in a file the events stand, and nothing of them.
 * @param name of the file, for messages
 */
export function inFile(file: Pick<LineFile, 'read'>, name: string): () => Holder {
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

/** Gathers one tape, event by event. */
export function buildTape(head: TapeHead, holder: Holder) {
  const words = new Set<string>()
  let heard = 0
  let hasOpened = false
  let lastMs = 0
  return {
    add(event: TapeEvent, line: Line): void {
      lastMs = Math.max(lastMs, event.ms)
      if (event.kind === 'said') for (const word of wordsOf(event.body)) words.add(word)
      if (event.kind === 'heard') heard++
      if (event.kind === 'opened') hasOpened = true
      holder.add(event, line)
    },
    done: (): Tape => ({ ...head, words, hasOpened, heard, lastMs, events: () => holder.events() }),
  }
}

/** Sockets at the same place have the same. */
export function placeKey(place: SocketPlace): string {
  return canonicalJson({ ...place })
}

export function compareTapes(a: TapeHead, b: TapeHead): number {
  return comparePlaces(a.socket, b.socket) || a.n - b.n
}

function comparePlaces(a: SocketPlace, b: SocketPlace): number {
  return (
    compareTexts(a.venue, b.venue) ||
    compareTexts(a.host, b.host) ||
    compareTexts(a.path, b.path) ||
    compareTexts(JSON.stringify(a.query), JSON.stringify(b.query))
  )
}

export function renderTapeHead({ socket: { venue, host, path, query }, n, at }: TapeHead): string {
  return JSON.stringify({ socket: { venue, host, path, query }, n, at: toIso(at) })
}

export function renderTapeEvent(event: TapeEvent): string {
  return JSON.stringify(eventMembers(event))
}

/** The members of an event's line. */
export function eventMembers(event: TapeEvent): object {
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

/** The lines of a tape, each with its newline. */
export function* tapeLines(tape: Tape): Generator<string> {
  yield `${renderTapeHead(tape)}\n`
  for (const event of tape.events()) yield `${renderTapeEvent(event)}\n`
}

const headSchema = z.strictObject({
  socket: z.strictObject({
    venue: z.enum([...venueIds, ...feedIds]),
    host: z.string(),
    path: z.string(),
    query: z.array(z.tuple([z.string(), z.string()])),
  }),
  n: count,
  at: instant,
})

const yes = z.literal(true).optional()
const openedSchema = z.strictObject({ opened: count })
const saidSchema = z.strictObject({ said: count, ...bodyShape })
const heardSchema = z.strictObject({ heard: count, joined: yes, ...bodyShape })
const endedSchema = z.strictObject({
  ended: count,
  code: z.number().int(),
  reason: z.string(),
  status: z.number().int().optional(),
  ours: yes,
})

/** Undefined for a line that is none. @throws CassetteError for one that is broken */
export function readTapeHead(value: object, name: string, line: number): TapeHead | undefined {
  return 'socket' in value ? checked(headSchema, value, name, line) : undefined
}

/** As {@link readTapeHead}. */
export function readTapeEvent(value: object, name: string, line: number): TapeEvent | undefined {
  const bodyOf = (text: string | undefined): Body => {
    const body = bodyIn(value, text)
    if (body === undefined) throw faultAt(name, line, 'needs either json or text')
    return body
  }
  if ('said' in value) {
    const { said, text } = checked(saidSchema, value, name, line)
    return { kind: 'said', ms: said, body: bodyOf(text) }
  }
  if ('heard' in value) {
    const { heard, joined, text } = checked(heardSchema, value, name, line)
    return { kind: 'heard', ms: heard, joined, body: bodyOf(text) }
  }
  if ('opened' in value) return { kind: 'opened', ms: checked(openedSchema, value, name, line).opened }
  if (!('ended' in value)) return undefined
  const { ended, code, reason, status, ours } = checked(endedSchema, value, name, line)
  return { kind: 'ended', ms: ended, code, reason, ours, ...(status === undefined ? {} : { status }) }
}

function parseTapeEvent(text: string, name: string, line: number): TapeEvent | undefined {
  return withoutSocket(parseJson(text)?.value, name, line)?.event
}

/** An event as journals have it, between those of other sockets: with the number of its own. */
export function renderJournalled(on: number, event: TapeEvent): string {
  return JSON.stringify({ on, ...eventMembers(event) })
}

/** The event of a line with or without the number of its socket. */
export function withoutSocket(
  value: unknown,
  name: string,
  line: number,
): { readonly on: unknown; readonly event: TapeEvent } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { on, ...rest } = { on: undefined, ...value }
  const event = readTapeEvent(rest, name, line)
  return event && { on, event }
}
